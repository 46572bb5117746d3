"""Seconds against the number of points, and where features overtake the exact method."""

from __future__ import annotations

import math

import numpy as np

from rffviz.figures.lines import mark_at
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.studies import Cost
from rffviz.words.numbers import count, number, sentence


def cost_picture(found: Cost, kernel: str, theme: Theme) -> Picture:
    """Fitting and predicting, exact and on features, on logarithmic axes; the crossing is named."""
    figure = blank(theme, height=480)
    blue = theme.method("fourier")[0]
    lines = (
        (found.exact_fit, "exact, fit", theme.exact, "solid", "square"),
        (found.features_fit, "features, fit", blue, "solid", "circle"),
        (found.exact_predict, "exact, predict", theme.exact, "dot", "square-open"),
        (found.features_predict, "features, predict", blue, "dot", "circle-open"),
    )
    for values, name, colour, dash, symbol in lines:
        figure.add_scatter(
            x=found.n_points.astype(np.float32),
            y=values.astype(np.float32),
            mode="lines+markers",
            line={"color": colour, "width": 3, "dash": dash},
            marker={"size": 10, "symbol": symbol},
            name=name,
            hovertemplate=f"{name}, N = %{{x:,}}: %{{y:.3g}} s<extra></extra>",
        )
    if math.isfinite(found.crossing):
        words = f"N = {number(found.crossing)}" + ("" if theme.narrow else ":<br>from here features are fitted sooner")
        mark_at(figure, found.crossing, words, theme)
    step = 2 if theme.narrow else 1
    figure.update_xaxes(
        type="log",
        title={"text": "N, points"},
        range=[math.log10(found.n_points[0] * 0.8), math.log10(found.n_points[-1] * 1.25)],
        tickvals=[int(n) for n in found.n_points[::step]],
        ticktext=[count(n) for n in found.n_points[::step]],
    )
    times = np.log10(np.concatenate([values[np.isfinite(values)] for values, *_ in lines]))
    low, high = (times.min(), times.max()) if len(times) else (-3.0, 0.0)
    room = max(0.25, 0.2 * (high - low))  # the words at the crossing stand above the lines
    figure.update_yaxes(
        type="log", title={"text": "seconds"}, range=[low - 0.2, high + room], dtick=1, exponentformat="power"
    )
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2 if not theme.narrow else -0.24, "x": 0, "font": {"size": 16}},
        margin={"b": 110},
    )
    return Picture(
        name="cost",
        title=_title(found),
        subtitle=(
            f"exact kernel ridge and ridge on {count(found.n_freqs)} frequencies ({count(2 * found.n_freqs)} "
            f"features) · {kernel}, d = {found.d} · predict: {count(found.n_asked)} points · seconds on this machine, "
            "the smaller of two turns, one thread"
        ),
        figure=figure,
        alt=f"Seconds against the number of points. {_reading(found)}",
        reading=_reading(found),
        columns={
            "n_points": found.n_points,
            "exact_fit": found.exact_fit,
            "exact_predict": found.exact_predict,
            "features_fit": found.features_fit,
            "features_predict": found.features_predict,
        },
        provenance=(
            f"kernel: {kernel}; d: {found.d}; frequencies: {found.n_freqs}",
            "seconds of wall-clock, not of a seed",
        ),
    )


def _title(found: Cost) -> str:
    if math.isfinite(found.crossing):
        return f"From {number(found.crossing)} points on, {count(found.n_freqs)} frequencies are fitted sooner"
    known = np.isfinite(found.exact_fit)
    if not known.any():
        return "Timing both methods"
    sooner = found.features_fit[known] < found.exact_fit[known]
    sizes = int(known.sum())
    if sooner.all() or not sooner.any():
        ahead = "sooner" if sooner.all() else "later"
        return f"At all {sizes} sizes both ran at, {count(found.n_freqs)} frequencies are fitted {ahead}"
    return f"{count(found.n_freqs)} frequencies are fitted sooner at {int(sooner.sum())} of {sizes} sizes both ran at"


def _reading(found: Cost) -> str:
    words = []
    for values, name in ((found.exact_fit, "the exact method"), (found.features_fit, "ridge on features")):
        power = found.power(values)
        if math.isfinite(power):
            words.append(f"the time to fit {name} grows like N to the power {power:.1f}")
    if not words:
        return f"{found.done} of {found.total} sizes are timed."
    text = sentence(" and ".join(words))
    known = np.flatnonzero(np.isfinite(found.exact_fit) & np.isfinite(found.features_fit))
    if not len(known):
        return f"{text}."
    g = int(known[-1])
    times = found.exact_fit[g] / found.features_fit[g]
    compare = f"{times:.2g} times as long" if times >= 1 else f"only {times:.2g} of the time"
    return f"{text}; at N = {count(found.n_points[g])} the exact method takes {compare}."
