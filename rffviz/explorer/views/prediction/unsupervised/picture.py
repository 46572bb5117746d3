"""Kernel principal components and clusters, exact beside features, D scrubbed."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.prediction.unsupervised.words import unsupervised_readout, unsupervised_words
from rffviz.studies.unsupervised import Unsupervised

_HUES = (("blue", "circle"), ("amber", "square"), ("green", "diamond"), ("pink", "triangle-up"), ("violet", "cross"))


def unsupervised_picture(record: Unsupervised, theme: Theme) -> Picture:
    """The points along the first two components, coloured by cluster: exact on one side, features on the other."""
    start, figure = record.start, _panels(record, theme)
    n_clusters = int(record.exact_clusters.max()) + 1
    places = range(n_clusters, 2 * n_clusters)

    def moving(g: int) -> list[go.Scatter]:
        return _points(record.scores[g], record.clusters[g], n_clusters, theme)

    exact = _points(record.exact_scores, record.exact_clusters, n_clusters, theme)
    for panel, traces in enumerate((exact, moving(start))):
        for trace in traces:
            figure.add_trace(trace, **panel_place(theme, panel))
    readouts = [unsupervised_readout(record, g) for g in range(len(record.n_freqs))]
    return Picture(
        name="unsupervised",
        figure=figure,
        columns=_columns(record),
        scrub=Scrub.over_freqs(record.n_freqs, readouts, start).frames(figure, places, moving),
        **unsupervised_words(record),
    )


def _panels(record: Unsupervised, theme: Theme) -> go.Figure:
    gaps = {"horizontal_spacing": 0.08, "vertical_spacing": 0.16}
    figure = side_by_side(theme, ("exact kernel", "features"), 370, 820, **gaps)
    figure.update_layout(margin={"r": 10})
    everything = np.concatenate([record.exact_scores, record.scores.reshape(-1, 2)])
    low, high = np.quantile(everything, [0.001, 0.999], axis=0)
    room = 0.1 * (high - low)
    figure.update_xaxes(title={"text": "first component"}, range=[low[0] - room[0], high[0] + room[0]])
    figure.update_yaxes(range=[low[1] - room[1], high[1] + room[1]])
    figure.update_yaxes(title={"text": "second component"}, row=1, col=1)
    return figure


def _points(scores: np.ndarray, clusters: np.ndarray, n_clusters: int, theme: Theme) -> list[go.Scatter]:
    looks = zip(range(n_clusters), cycle(_HUES), strict=False)
    return [
        dots(scores[clusters == cluster], theme.hues[hue], symbol, opacity=0.8, hover=f"cluster {cluster + 1}")
        for cluster, (hue, symbol) in looks
    ]


def _columns(record: Unsupervised) -> dict[str, np.ndarray]:
    columns = {
        "exact_1": record.exact_scores[:, 0],
        "exact_2": record.exact_scores[:, 1],
        "exact_cluster": record.exact_clusters,
    }
    for g, m in enumerate(record.n_freqs):
        columns[f"features_{int(m)}_1"] = record.scores[g, :, 0]
        columns[f"features_{int(m)}_2"] = record.scores[g, :, 1]
        columns[f"features_{int(m)}_cluster"] = record.clusters[g]
    return columns
