"""Ridge on features and exact kernel ridge in one dimension, D scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.theme import Theme, blank, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.prediction.line.words import prediction_readout, prediction_words, span_words
from rffviz.studies.line import RidgePath


def prediction_picture(path: RidgePath, theme: Theme) -> Picture:
    """Data, truth, the exact prediction and that of features, each with the band of its Gaussian model.

    It starts at the number of frequencies nearest to `path.shown`; one-dimensional points.
    """
    figure, x, colour = blank(theme, height=385), path.x[:, 0], theme.scheme(path.about.sampler)[0]
    moving = _feature_traces(path, path.start, x, theme, colour)
    figure.add_traces([*moving, *_fixed_traces(path, x, theme)])
    readouts = [prediction_readout(path, g) for g in range(len(path.n_freqs))]
    scrub = Scrub.over_freqs(path.n_freqs, readouts, path.start)
    scrub.frames(figure, range(len(moving)), lambda g: _feature_traces(path, g, x, theme, colour))
    everything = [path.y_train, path.exact.mean - 2 * path.exact.deviation, path.exact.mean + 2 * path.exact.deviation]
    low, high = (float(f(np.concatenate(everything))) for f in (np.min, np.max))
    room = 0.12 * (high - low or 1.0)
    figure.update_xaxes(title={"text": f"x, errors over {span_words(path)}"}, range=[float(x[0]), float(x[-1])])
    figure.update_yaxes(title={"text": "y"}, range=[low - room, high + room])
    legend_under(figure, -0.33 if theme.narrow else -0.2, legend_yanchor="top", legend_font_size=15, margin={"b": 96})
    return Picture(
        name="prediction",
        figure=figure,
        columns=_columns(path),
        scrub=scrub,
        **prediction_words(path),
    )


def _feature_traces(path: RidgePath, g: int, x: np.ndarray, theme: Theme, colour: str) -> list[go.Scatter]:
    mean, deviation = path.predictions[g], path.deviations[g]
    drawn = "draws, features" if path.drawn_by == "features" else "draws, Matheron's rule"
    return [
        band(x, mean - 2 * deviation, mean + 2 * deviation, theme.soft(colour, 0.22), "features, ± 2 SD"),
        line(x, mean, colour, "ridge on features", width=3.5),
        *([] if path.draws is None else [_draws(x, path.draws[g], theme.soft(colour, 0.8), drawn)]),
    ]


def _fixed_traces(path: RidgePath, x: np.ndarray, theme: Theme) -> list[go.Scatter]:
    mean, deviation = path.exact.mean, path.exact.deviation
    traces = [
        band(x, mean - 2 * deviation, mean + 2 * deviation, theme.soft(theme.exact, theme.faint), "exact GP, ± 2 SD"),
        line(x, mean, theme.exact, "exact kernel ridge", width=2.5, dash="dash"),
    ]
    if path.exact.samples is not None:
        traces.append(_draws(x, path.exact.samples, theme.soft(theme.exact, 0.45), "draws, exact"))
    if path.truth is not None:
        traces.append(line(x, path.truth, theme.hues["green"], "true function", width=2, dash="dot"))
    data = np.column_stack([path.x_train[:, 0], path.y_train])
    traces.append(dots(data, theme.hues["amber"]).update(name="data", hoverinfo=None))
    return traces


def _draws(x: np.ndarray, functions: np.ndarray, colour: str, name: str) -> go.Scatter:
    """Functions as one trace, with gaps between them."""
    with_gaps = np.column_stack([functions, np.full(len(functions), np.nan)])
    x = np.tile(np.append(x, np.nan), len(functions))
    return line(x, with_gaps.ravel(), colour, name, width=1.2, hoverinfo="skip")


def _columns(path: RidgePath) -> dict[str, np.ndarray]:
    columns = {"x": path.x[:, 0], "exact": path.exact.mean, "exact_deviation": path.exact.deviation}
    for g, m in enumerate(path.n_freqs):
        columns[f"features_{int(m)}"] = path.predictions[g]
        columns[f"deviation_{int(m)}"] = path.deviations[g]
    return columns
