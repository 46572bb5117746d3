"""Kernel principal components and clusters, exact beside features, D scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme
from rffviz.studies import Unsupervised
from rffviz.words import unsupervised as words

_HUES = (("blue", "circle"), ("amber", "square"), ("green", "diamond"), ("pink", "triangle-up"), ("violet", "cross"))


def unsupervised_picture(found: Unsupervised, theme: Theme) -> Picture:
    """The points along the first two components, coloured by cluster: exact on one side, features on the other."""
    start, figure = found.start, _panels(found, theme)
    n_clusters = int(found.exact_clusters.max()) + 1
    for trace in _points(found.exact_scores, found.exact_clusters, n_clusters, theme):
        figure.add_trace(trace, row=1, col=1)
    for trace in _points(found.scores[start], found.clusters[start], n_clusters, theme):
        figure.add_trace(trace, **panel_place(theme, 1))
    traces = list(range(n_clusters, 2 * n_clusters))
    figure.frames = [
        go.Frame(name=str(int(m)), data=_points(found.scores[g], found.clusters[g], n_clusters, theme), traces=traces)
        for g, m in enumerate(found.n_freqs)
    ]
    readings = [words.reading(found, g) for g in range(len(found.n_freqs))]
    return Picture(
        name="unsupervised",
        title=words.title(found),
        subtitle=words.subtitle(found),
        figure=figure,
        alt=words.alt(found),
        reading=readings[start],
        columns=_columns(found),
        provenance=words.origin(found),
        notes=words.notes(found),
        scrub=Scrub.over_freqs(found.n_freqs, readings, start),
    )


def _panels(found: Unsupervised, theme: Theme) -> go.Figure:
    figure = panels(
        theme,
        820 if theme.narrow else 460,
        **side_by_side(theme, 2),
        titles=("exact kernel", "features"),
        horizontal_spacing=0.08,
        vertical_spacing=0.16,
    )
    figure.update_layout(margin={"r": 10})
    everything = np.concatenate([found.exact_scores, found.scores.reshape(-1, 2)])
    low, high = np.quantile(everything, [0.001, 0.999], axis=0)
    room = 0.1 * (high - low)
    figure.update_xaxes(title={"text": "first component"}, range=[low[0] - room[0], high[0] + room[0]])
    figure.update_yaxes(range=[low[1] - room[1], high[1] + room[1]])
    figure.update_yaxes(title={"text": "second component"}, row=1, col=1)
    return figure


def _points(scores: np.ndarray, clusters: np.ndarray, n_clusters: int, theme: Theme) -> list[go.Scatter]:
    traces = []
    for cluster in range(n_clusters):
        hue, symbol = _HUES[cluster % len(_HUES)]
        rows = clusters == cluster
        traces.append(
            go.Scatter(
                x=scores[rows, 0].astype(np.float32),
                y=scores[rows, 1].astype(np.float32),
                mode="markers",
                marker={"size": 8, "color": theme.hues[hue], "symbol": symbol, "opacity": 0.8},
                hovertemplate=f"cluster {cluster + 1}<extra></extra>",
            )
        )
    return traces


def _columns(found: Unsupervised) -> dict[str, np.ndarray]:
    columns = {
        "exact_1": found.exact_scores[:, 0],
        "exact_2": found.exact_scores[:, 1],
        "exact_cluster": found.exact_clusters,
    }
    for g, m in enumerate(found.n_freqs):
        columns[f"features_{int(m)}_1"] = found.scores[g, :, 0]
        columns[f"features_{int(m)}_2"] = found.scores[g, :, 1]
        columns[f"features_{int(m)}_cluster"] = found.clusters[g]
    return columns
