"""The picture of the view “Frequency cloud”."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.diagnose import FrequencyCloud, Samples
from rffviz.explorer.figures.panels import in_one, sample_colours
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import Theme, blank
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.schemes.cloud.words import all_repeats, cloud_words
from rffviz.explorer.views.schemes.picture import columns_of, part
from rffviz.explorer.views.schemes.words import words_of_samples


def cloud_picture(samples: Samples, theme: Theme) -> Picture:
    """Frequencies, or their points in the unit cube: the coordinates `shown`, or for d = 1 against the row."""
    records = samples.records
    reach = 1.15 * max(each.reach for each in records.values())
    rows = max(each.n_freqs for each in records.values()) + 1
    first = next(iter(records.values()))

    def words(record: FrequencyCloud):
        axes = [0] if record.d == 1 else [*record.shown]
        shown = np.abs(record.W[:, axes]).max(axis=1) <= reach
        return cloud_words(record, 0 if record.in_cube else record.n_freqs - int(shown.sum()))

    return Picture(
        name=f"frequencies-{first.kernel.name}",
        figure=in_one(theme, [part(a, each, _cloud(each, theme, reach, rows)) for a, each in records.items()]),
        **words_of_samples(samples, words, "rows", "scale", "correlations", measure=all_repeats),
        columns=columns_of(
            samples,
            lambda record: {
                "row": np.arange(1, record.n_freqs + 1),
                "weight": record.weights,
                **{f"omega_{c + 1}": record.W[:, c] for c in range(record.d)},
                **{f"u_{c + 1}": record.cube[:, c] for c in range(record.d)},
            },
        ),
    )


def _cloud(record: FrequencyCloud, theme: Theme, reach: float, rows: int) -> go.Figure:
    flat = record.d == 1
    i, j = (0, 0) if flat else record.shown
    colour, symbol = sample_colours(theme, record.about)
    relative = record.weights / record.weights.max()
    sizes = (3 + 5 * np.sqrt(relative)).astype(np.float32)
    look = {"hover": "%{x:.3g}, %{y:.3g}", "opacity": 0.75, "line": {"color": colour, "width": 1}}
    values, ends, letter = (record.W, [-reach, reach], "ω")
    if record.in_cube:
        values, ends, letter = (record.cube, [-0.02, 1.02], "u")
    upright = np.arange(1, record.n_freqs + 1) if flat else values[:, j]
    figure = blank(theme).add_trace(dots(np.column_stack([values[:, i], upright]), colour, symbol, sizes, **look))
    figure.update_xaxes(title={"text": f"{letter}<sub>{i + 1}</sub>"}, range=ends)
    if flat:
        return figure.update_yaxes(title={"text": "row"}, range=[0, rows])
    return figure.update_yaxes(title={"text": f"{letter}<sub>{j + 1}</sub>"}, range=ends)
