"""Ridge on features beside exact kernel ridge on a line, D scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.lines import band
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme, blank
from rffviz.studies import RidgePath
from rffviz.words import prediction as words


def prediction_picture(path: RidgePath, theme: Theme) -> Picture:
    """Data, truth, the exact prediction and the features' one, each with the band of its Gaussian model.

    It starts at the number of frequencies nearest to `path.shown`; one-dimensional points.
    """
    start = path.start
    colour = theme.scheme(path.about.sampler)[0]
    figure = blank(theme, height=430)
    x = path.x[:, 0].astype(np.float32)
    figure.add_traces(_feature_traces(path, start, x, theme, colour))
    figure.add_traces(_fixed_traces(path, x, theme))
    moving = len(_feature_traces(path, start, x, theme, colour))
    figure.frames = [
        go.Frame(name=str(int(m)), data=_feature_traces(path, g, x, theme, colour), traces=list(range(moving)))
        for g, m in enumerate(path.n_freqs)
    ]
    everything = [path.y_train, path.exact.mean - 2 * path.exact.deviation, path.exact.mean + 2 * path.exact.deviation]
    low, high = (float(f(np.concatenate(everything))) for f in (np.min, np.max))
    room = 0.12 * (high - low or 1.0)
    figure.update_xaxes(title={"text": "x"}, range=[float(x[0]), float(x[-1])])
    figure.update_yaxes(title={"text": "y"}, range=[low - room, high + room])
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2 if not theme.narrow else -0.24, "x": 0, "font": {"size": 15}},
        margin={"b": 96},
    )
    readings = [words.reading(path, g) for g in range(len(path.n_freqs))]
    return Picture(
        name="prediction",
        title=words.title(path),
        subtitle=words.subtitle(path),
        figure=figure,
        alt=words.alt(path),
        reading=readings[start],
        columns=_columns(path),
        provenance=words.origin(path),
        notes=words.notes(path),
        scrub=Scrub.over_freqs(path.n_freqs, readings, start),
    )


def _feature_traces(path: RidgePath, g: int, x: np.ndarray, theme: Theme, colour: str) -> list[go.Scatter]:
    mean, deviation = path.predictions[g], path.deviations[g]
    return [
        band(x, mean - 2 * deviation, mean + 2 * deviation, theme.soft(colour, 0.22), "features, ±2σ"),
        go.Scatter(
            x=x,
            y=mean.astype(np.float32),
            mode="lines",
            line={"color": colour, "width": 3.5},
            name="ridge on features",
        ),
        *([] if path.draws is None else [_draws(x, path.draws[g], theme.soft(colour, 0.8), "draws, features")]),
    ]


def _fixed_traces(path: RidgePath, x: np.ndarray, theme: Theme) -> list[go.Scatter]:
    mean, deviation = path.exact.mean, path.exact.deviation
    traces = [
        band(x, mean - 2 * deviation, mean + 2 * deviation, theme.soft(theme.exact, 0.10), "exact, ±2σ"),
        go.Scatter(
            x=x,
            y=mean.astype(np.float32),
            mode="lines",
            line={"color": theme.exact, "width": 2.5, "dash": "dash"},
            name="exact kernel ridge",
        ),
    ]
    if path.exact.samples is not None:
        traces.append(_draws(x, path.exact.samples, theme.soft(theme.exact, 0.45), "draws, exact"))
    if path.truth is not None:
        traces.append(
            go.Scatter(
                x=x,
                y=path.truth.astype(np.float32),
                mode="lines",
                line={"color": theme.hues["green"], "width": 2, "dash": "dot"},
                name="the function",
            )
        )
    traces.append(
        go.Scatter(
            x=path.x_train[:, 0].astype(np.float32),
            y=path.y_train.astype(np.float32),
            mode="markers",
            marker={"size": 8, "color": theme.hues["amber"], "symbol": "circle", "line": {"width": 0}},
            name="data",
        )
    )
    return traces


def _draws(x: np.ndarray, functions: np.ndarray, colour: str, name: str) -> go.Scatter:
    """Functions as one trace, with gaps between them."""
    gap = np.array([np.nan])
    return go.Scatter(
        x=np.concatenate([np.concatenate([x, gap]) for _ in functions]).astype(np.float32),
        y=np.concatenate([np.concatenate([each, gap]) for each in functions]).astype(np.float32),
        mode="lines",
        line={"color": colour, "width": 1.2},
        hoverinfo="skip",
        name=name,
    )


def _columns(path: RidgePath) -> dict[str, np.ndarray]:
    columns = {"x": path.x[:, 0], "exact": path.exact.mean, "exact_deviation": path.exact.deviation}
    for g, m in enumerate(path.n_freqs):
        columns[f"features_{int(m)}"] = path.predictions[g]
        columns[f"deviation_{int(m)}"] = path.deviations[g]
    return columns
