"""Error against the number of features for the maps of a kernel that is not shift invariant."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import band, line, names_at_ends
from rffviz.explorer.figures.picture import Picture, by_column
from rffviz.explorer.figures.theme import Theme, blank, legend_in_rows
from rffviz.explorer.views.features.other_kernels.words import floor_name, other_kernels_words
from rffviz.explorer.words.about import metric_label
from rffviz.explorer.words.numbers import count
from rffviz.studies.other_kernels import LEAST_ERROR, OtherKernelStudy

_LOOKS = (("blue", "circle"), ("amber", "diamond"))
_TICKS = [factor * 10.0**power for power in range(-9, 6) for factor in (1, 2, 5)]


def other_kernels_picture(study: OtherKernelStudy, theme: Theme) -> Picture:
    """A line and a band for each map, its floor dotted, and a guide of slope −½."""
    figure, ends = blank(theme), []
    shown = [np.maximum(curve.errors, LEAST_ERROR) for curve in study.curves]
    first = min(int(curve.n_features[0]) for curve in study.curves)
    last = max(int(curve.n_features[-1]) for curve in study.curves)
    for curve, errors, (hue, symbol) in zip(study.curves, shown, _LOOKS, strict=False):
        colour, name, sizes = theme.hues[hue], curve.entry.label, curve.n_features
        if curve.entry.randomised and study.n_seeds > 1:
            low, high = np.quantile(errors, [0.1, 0.9], axis=0)
            figure.add_trace(band(sizes, low, high, theme.soft(colour, 0.15)))
        median = np.median(errors, axis=0)
        hover = f"{name}, %{{x:,}} features: %{{y:.3g}}"
        figure.add_trace(line(sizes, median, colour, name, hover, symbol=symbol))
        ends.append((float(sizes[-1]), float(median[-1]), name, colour))
        if curve.floor > LEAST_ERROR:
            hover = f"{floor_name(curve)}: %{{y:.3g}}"
            level = [curve.floor] * 2
            figure.add_trace(line([first, last], level, colour, floor_name(curve), hover, width=2, dash="dot"))
            ends.append((float(last), curve.floor, "bias floor", colour))
    floors = [curve.floor for curve in study.curves if curve.floor > LEAST_ERROR]
    bottom = 0.6 * min([float(errors.min()) for errors in shown] + floors)
    top = 1.6 * max(float(errors.max()) for errors in shown)
    start = max(float(np.median(errors[:, 0])) for errors in shown)
    guide = start * np.sqrt(first / np.array([first, last]))
    look = {"width": 1.5, "dash": "dash", "hoverinfo": "skip"}
    figure.add_trace(line([first, last], guide, theme.muted, "slope −½", **look))
    ends.append((float(last), float(guide[-1]), "slope −½", theme.muted))
    right = last * (1.1 if theme.narrow else (last / first) ** 0.28)
    sizes = [2**k for k in range(0, 13, 2) if 2**k <= last]
    log_axis(figure.update_xaxes, "number of features", first * 0.9, right, sizes, count)
    ticks = _TICKS if top / bottom < 100 else _TICKS[::3]
    log_axis(figure.update_yaxes, metric_label(study.metric), bottom, top, ticks)
    if theme.narrow:
        legend_in_rows(figure, 84)
    else:
        names_at_ends(figure, ends, 0.07)
    return Picture(
        name=f"other-kernels-{study.kernel}",
        figure=figure,
        columns=_columns(study),
        **other_kernels_words(study),
    )


def _columns(study: OtherKernelStudy) -> dict[str, list]:
    rows = (
        (curve.map, seed, int(m), float(curve.errors[s, g]), float(curve.floor))
        for curve in study.curves
        for s, seed in enumerate(study.about.seeds[: study.n_seeds])
        for g, m in enumerate(curve.n_features)
    )
    return by_column(("map", "seed", "n_features", "error", "floor"), rows)
