"""The picture of the view “Matrices”."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.axes import colour_axis, diverging
from rffviz.figures.panels import panel_place, side_by_side
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme
from rffviz.figures.traces import heat
from rffviz.studies.pairs import KernelMatrices
from rffviz.views.convergence.matrices import words
from rffviz.views.convergence.picture import growing_picture


def matrices_picture(report: KernelMatrices, theme: Theme, beside: Sequence[KernelMatrices] = ()) -> Picture:
    """K, K̂ and K̂ − K as heat maps; D is scrubbed; colours are fixed, and shared with the reports `beside` it."""
    start = report.start
    figure = _heat_panels((report, *beside), theme)
    for panel, trace in enumerate([_heat(report.exact, "coloraxis", "k"), *_heat_frame(report, start)]):
        figure.add_trace(trace, **panel_place(theme, panel))
    figure.frames = [
        go.Frame(name=str(int(m)), data=_heat_frame(report, g), traces=[1, 2]) for g, m in enumerate(report.n_freqs)
    ]
    first, second = np.triu_indices(len(report.rows))
    columns = {"row": report.rows[first], "other_row": report.rows[second], "kernel": report.exact[first, second]}
    estimates = report.approximate[:, first, second]
    said, readings = words.matrices_words(report), words.matrices_readings(report)
    return growing_picture("kernel-matrix", figure, report, said, readings, columns, estimates, redraw=True)


def _heat_panels(reports: Sequence[KernelMatrices], theme: Theme) -> go.Figure:
    """Three square panels, side by side or, on a phone, one above the other; a colour bar each for k and the error."""
    titles, gaps = ("K, the kernel", "K̂, from D frequencies", "K̂ − K, the error"), {"vertical_spacing": 0.05}
    figure = side_by_side(theme, titles, 400, 960, horizontal_spacing=0.03, **gaps)
    figure.update_layout(margin={"l": 8, "r": 8, "b": 12 if theme.narrow else 70})
    n = len(reports[0].rows)
    for panel in range(3):
        place = panel_place(theme, panel)
        look = {"visible": False, "constrain": "domain", **place}
        figure.update_xaxes(range=[-0.5, n - 0.5], **look)
        figure.update_yaxes(
            range=[n - 0.5, -0.5], scaleanchor=f"x{panel + 1}" if panel else "x", constraintoward="top", **look
        )
    if theme.narrow:
        values, errors = ({"len": 0.62, "y": 1.0, "yanchor": "top"}, {"len": 0.3, "y": 0.0, "yanchor": "bottom"})
    else:
        flat = {"orientation": "h", "y": -0.03, "yanchor": "top", "lenmode": "fraction"}
        values, errors = flat | {"x": 0.33, "len": 0.5}, flat | {"x": 0.845, "len": 0.3}
    low = min(0.0, *(float(part.min()) for each in reports for part in (each.exact, each.approximate)))
    high = max(1.0, *(float(each.approximate.max()) for each in reports))
    largest = max(float(each.largest.max()) for each in reports) or 1.0
    return figure.update_layout(
        coloraxis=colour_axis(theme.scale, low, high, **values),
        coloraxis2=colour_axis(diverging(theme), -largest, largest, **errors),
    )


def _heat(matrix: np.ndarray, axis: str, what: str) -> go.Heatmap:
    return heat(matrix, f"points %{{x}} and %{{y}}<br>{what} = %{{z:.3g}}", axis=axis)


def _heat_frame(report: KernelMatrices, g: int) -> list[go.Heatmap]:
    estimate = report.approximate[g]
    return [_heat(estimate, "coloraxis", "k̂"), _heat(estimate - report.exact, "coloraxis2", "k̂ − k")]
