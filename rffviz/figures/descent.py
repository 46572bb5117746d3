"""Test error of least squares as features pass points, and of ridge beside it."""

from __future__ import annotations

import numpy as np

from rffviz.figures.lines import band, mark_at
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank
from rffviz.studies import Descent
from rffviz.words.numbers import count, measured, number, plural

_HUES = (("pink", "circle"), ("amber", "square"), ("green", "diamond"), ("blue", "triangle-up"), ("violet", "cross"))
_HIGHEST = 300.0  # of the axis, in multiples of the best constant: a peak may go on for decades


def descent_picture(found: Descent, data: str, settings: str, provenance: tuple[str, ...], theme: Theme) -> Picture:
    """Median test error and its band for every λ against the number of frequencies, the meeting point marked."""
    figure = blank(theme, height=500)
    low, high = found.band()
    for k, ridge in enumerate(found.ridges):
        hue, symbol = _HUES[k % len(_HUES)]
        colour = theme.hues[hue]
        name = _name(ridge)
        if found.done > 1:
            figure.add_trace(band(found.n_freqs, low[k], high[k], theme.soft(colour, 0.15)))
        figure.add_scatter(
            x=found.n_freqs.astype(np.float32),
            y=found.median_test[k].astype(np.float32),
            mode="lines+markers",
            line={"color": colour, "width": 3},
            marker={"size": 8, "symbol": symbol},
            name=name,
            hovertemplate=f"{name}, D = %{{x:,}}: %{{y:.3g}}<extra></extra>",
        )
    plain = found.median_train[0]
    figure.add_scatter(
        x=found.n_freqs.astype(np.float32),
        y=np.maximum(plain, 1e-9).astype(np.float32),
        mode="lines",
        line={"color": theme.hues[_HUES[0][0]], "width": 2, "dash": "dot"},
        name=f"{_name(found.ridges[0])}: on its own points",
        hovertemplate="own points, D = %{x:,}: %{y:.3g}<extra></extra>",
    )
    bottom = 0.5 * float(found.median_test.min())
    reach = 1.5 * float(max(found.median_test.max(), 1.0))
    top = min(_HIGHEST, reach)
    words = f"2D = {count(found.n_train)}" + ("" if theme.narrow else ":<br>as many features as points")
    mark_at(figure, found.n_train / 2, words, theme)
    ticks = [2**k for k in range(0, 24, 2 if theme.narrow else 1) if 2**k <= found.n_freqs[-1]]
    figure.update_xaxes(
        type="log",
        title={"text": "D, frequencies (2D features)"},
        range=[np.log10(found.n_freqs[0] * 0.85), np.log10(found.n_freqs[-1] * 1.15)],  # else a note would widen it
        tickvals=ticks,
        ticktext=[count(tick) for tick in ticks],
    )
    values = [v for v in (0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10, 30, 100, 300) if bottom <= v <= top]
    figure.update_yaxes(
        type="log",
        title={"text": "test error (1: best constant)"},
        range=[np.log10(bottom), np.log10(top)],
        tickvals=values,
        ticktext=[number(v) for v in values],
    )
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2 if not theme.narrow else -0.24, "x": 0, "font": {"size": 16}},
        margin={"b": 110},
    )
    return Picture(
        name="descent",
        title=_title(found),
        subtitle=(
            f"{data}, {found.n_train:,} points to train and {found.n_test:,} to test · {settings} · line: median of "
            f"{plural(found.done, 'seed')}{', band: 10–90 %' if found.done > 1 else ''} · error: root mean square over "
            f"the standard deviation of the answers{f'; the axis ends at {_HIGHEST:g}' if reach > _HIGHEST else ''}"
        ),
        figure=figure,
        alt=f"Test error against the number of frequencies, for λ of {_listed(found)}. {_reading(found)}",
        reading=_reading(found),
        columns=_columns(found),
        provenance=(f"data: {data}", f"settings: {settings}", *provenance),
    )


def _name(ridge: float) -> str:
    return "least squares" if ridge == 0 else f"λ = {number(ridge)}"


def _listed(found: Descent) -> str:
    return ", ".join(number(ridge) for ridge in found.ridges)


def _title(found: Descent) -> str:
    plain = found.median_test[0]
    name = _name(found.ridges[0]).capitalize()
    peak, where = float(plain[found.peak]), count(found.n_freqs[found.peak])
    if found.descends_twice:
        return f"{name} peaks at {measured(peak)} where D = {where}, then descends to {measured(plain[-1])}"
    if found.peak == len(plain) - 1:
        best = measured(plain.min())
        return f"{name} still rises where D = {where}: its error is {measured(peak)} there, {best} at best"
    return f"{name} has no second descent here: its error ends at {measured(plain[-1])}"


def _reading(found: Descent) -> str:
    plain = found.median_test[0]
    name = _name(found.ridges[0]).capitalize()
    end = f"{measured(plain[-1])} at D = {count(found.n_freqs[-1])}"
    if found.descends_twice:
        before = measured(plain[: found.peak].min())
        words = (
            f"{name}: median test error {before} at best before the peak, {measured(plain[found.peak])} at "
            f"D = {count(found.n_freqs[found.peak])}, {end}"
        )
    else:
        best = int(np.argmin(plain))
        words = (
            f"{name}: median test error {measured(plain[best])} at best, D = {count(found.n_freqs[best])}, and {end}"
        )
    k = len(found.ridges) - 1
    if k == 0:
        return f"{words}."
    k = int(np.argmin(found.median_test.max(axis=1)))
    if k == 0:
        return f"{words}; no penalty here keeps lower throughout."
    return f"{words}; with {_name(found.ridges[k])} it never exceeds {measured(found.median_test[k].max())}."


def _columns(found: Descent) -> dict[str, list]:
    rows = {name: [] for name in ("lambda", "seed", "n_freqs", "train_error", "test_error", "norm")}
    for k, ridge in enumerate(found.ridges):
        for s in range(found.done):
            for g, m in enumerate(found.n_freqs):
                values = (ridge, s, int(m), found.train[k, s, g], found.test[k, s, g], found.norms[k, s, g])
                for name, value in zip(rows, values, strict=True):
                    rows[name].append(value)
    return rows
