"""Ridge on features beside exact kernel ridge on a line, D scrubbed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.datasets import Dataset
from rffviz.figures.lines import band
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme, blank
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS
from rffviz.studies import RidgePath
from rffviz.words.numbers import count, kernel_words, measured, number, plural


def prediction_picture(
    path: RidgePath, data: Dataset, kernel: Kernel, scheme: str, ridge: float, seed: int, n_freqs: int, theme: Theme
) -> Picture:
    """Data, truth, the exact prediction and the features' one, each with the band of its Gaussian model.

    Parameters
    ----------
    path : RidgePath
    data : Dataset
        One-dimensional, with its noise-free truth.
    kernel : Kernel
    scheme : str
        Of the frequencies.
    ridge : float
    seed : int
    n_freqs : int
        The number of frequencies shown first, where it is one of the path's.
    theme : Theme
    """
    start = int(np.argmin(np.abs(np.log(path.n_freqs / n_freqs))))
    colour = theme.scheme(scheme)[0]
    figure = blank(theme, height=430)
    x = path.x[:, 0].astype(np.float32)
    figure.add_traces(_feature_traces(path, start, x, theme, colour))
    figure.add_traces(_fixed_traces(path, x, data, theme))
    moving = len(_feature_traces(path, start, x, theme, colour))
    figure.frames = [
        go.Frame(name=str(int(m)), data=_feature_traces(path, g, x, theme, colour), traces=list(range(moving)))
        for g, m in enumerate(path.n_freqs)
    ]
    everything = [data.y, path.exact.mean - 2 * path.exact.deviation, path.exact.mean + 2 * path.exact.deviation]
    low, high = (float(f(np.concatenate(everything))) for f in (np.min, np.max))
    room = 0.12 * (high - low or 1.0)
    figure.update_xaxes(title={"text": "x"}, range=[float(x[0]), float(x[-1])])
    figure.update_yaxes(title={"text": "y"}, range=[low - room, high + room])
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2 if not theme.narrow else -0.24, "x": 0, "font": {"size": 15}},
        margin={"b": 96},
    )
    readings = [_reading(path, g) for g in range(len(path.n_freqs))]
    return Picture(
        name=f"prediction-{data.name}",
        title=_title(path, start),
        subtitle=(
            f"{data.label}, {data.n} points · {kernel_words(kernel)} · "
            f"{SAMPLERS[scheme].label}, seed {seed} · λ = {number(ridge)} · bands: ±2 posterior "
            f"standard deviations of the function, noise left out{_drawn_words(path)}"
        ),
        figure=figure,
        alt=(
            f"{data.n} noisy points of the function {data.label} with the exact kernel ridge prediction and that of "
            f"random features: the distance between the two (root mean square) goes from "
            f"{number(path.rmse_to_exact[0])} at D = {count(path.n_freqs[0])} "
            f"to {number(path.rmse_to_exact[-1])} at D = {count(path.n_freqs[-1])}."
        ),
        reading=readings[start],
        columns=_columns(path),
        provenance=(
            f"data: {data.source}",
            f"kernel: {kernel}",
            f"scheme: {scheme}; seed: {seed}; lambda: {ridge:g}",
            "bands: the exact Gaussian process, and Bayesian linear regression on the features, same prior and noise",
        ),
        scrub=Scrub(
            label="D, frequencies",
            names=[str(int(m)) for m in path.n_freqs],
            values=[f"D = {count(m)}" for m in path.n_freqs],
            readings=readings,
            start=start,
        ),
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


def _fixed_traces(path: RidgePath, x: np.ndarray, data: Dataset, theme: Theme) -> list[go.Scatter]:
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
    if data.truth is not None:
        traces.append(
            go.Scatter(
                x=x,
                y=np.asarray(data.truth(path.x[:, 0])).astype(np.float32),
                mode="lines",
                line={"color": theme.hues["green"], "width": 2, "dash": "dot"},
                name="the function",
            )
        )
    traces.append(
        go.Scatter(
            x=data.X[:, 0].astype(np.float32),
            y=data.y.astype(np.float32),
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


def _drawn_words(path: RidgePath) -> str:
    return "" if path.draws is None else f" · thin lines: {plural(path.draws.shape[1], 'draw')} from each posterior"


def _starved_words(path: RidgePath, g: int) -> str:
    """How wide the band is far from the data, beside the exact one."""
    if path.starvation is None or not np.isfinite(path.starvation[g]):
        return ""
    ratio = float(path.starvation[g])
    if ratio < 0.9:
        return f" Far from the data its band is {measured(ratio)} times the exact one: too sure (variance starvation)."
    return f" Far from the data its band is {measured(ratio)} times the exact one."


def _title(path: RidgePath, start: int) -> str:
    first = f"{count(path.n_freqs[start])} frequencies predict within {number(path.rmse_to_exact[start])}"
    last = f"{number(path.rmse_to_exact[-1])} with {count(path.n_freqs[-1])}"
    if start == len(path.n_freqs) - 1:
        return f"{first} of the exact method"
    return f"{first} of the exact method, {last}"


def _reading(path: RidgePath, g: int) -> str:
    words = (
        f"With D = {count(path.n_freqs[g])} frequencies ({count(path.n_features[g])} features) the prediction is "
        f"{measured(path.rmse_to_exact[g])} away from the exact one (root mean square over x)"
    )
    if path.test_rmse is None:
        return f"{words}.{_starved_words(path, g)}"
    return (
        f"{words}, and {measured(path.test_rmse[g])} away from the function, "
        f"where the exact method is {measured(path.exact_test_rmse)} away.{_starved_words(path, g)}"
    )


def _columns(path: RidgePath) -> dict[str, np.ndarray]:
    columns = {"x": path.x[:, 0], "exact": path.exact.mean, "exact_deviation": path.exact.deviation}
    for g, m in enumerate(path.n_freqs):
        columns[f"features_{int(m)}"] = path.predictions[g]
        columns[f"deviation_{int(m)}"] = path.deviations[g]
    return columns
