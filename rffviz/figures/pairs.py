"""k̂ and k pair by pair, while D is scrubbed: as matrices, against each other, and their difference over distance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.axes import colour_axis, diverging
from rffviz.figures.lines import band, line
from rffviz.figures.panels import panel_place, side_by_side
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.figures.traces import dots, heat
from rffviz.studies.pairs import Band, KernelMatrices, PairErrors
from rffviz.words import pairs as words

_DISTANCES = {"euclidean": "distance ‖x − y‖", "cityblock": "distance ‖x − y‖₁"}


def matrices_picture(report: KernelMatrices, theme: Theme, beside: Sequence[KernelMatrices] = ()) -> Picture:
    """K, K̂ and K̂ − K as heat maps; D is scrubbed, the colours stay, and reports `beside` this one share them."""
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
    return _picture("kernel-matrix", figure, report, said, readings, columns, estimates, redraw=True)


def agreement_picture(report: PairErrors, theme: Theme, beside: Sequence[PairErrors] = ()) -> Picture:
    """k̂ against k at each pair, with the diagonal and ±2σ of Monte Carlo; D is scrubbed.

    Reports that stand `beside` this one share its axes.
    """
    views = [
        _Dots(each.exact, each.approximate, each.over_kernel, each.over_kernel.along) for each in (report, *beside)
    ]
    low = min(0.0, *(float(view.place.min()) for view in views))
    figure = _scatter(report, views, (low, 1.0), theme)
    ends = [low, 1.0]
    figure.add_trace(line(ends, ends, theme.exact, "k̂ = k", width=2, dash="dot", hoverinfo="skip"))
    figure.update_xaxes(title={"text": "k, the kernel"})
    figure.update_yaxes(title={"text": "k̂, the features' inner product"})
    return _picture_of_pairs("agreement", figure, report, words.agreement_words, words.agreement_readings)


def residual_picture(report: PairErrors, theme: Theme, beside: Sequence[PairErrors] = ()) -> Picture:
    """k̂ − k against distance at each pair, inside ±2σ of Monte Carlo; D is scrubbed; axes as in `agreement_picture`."""
    views = [
        _Dots(each.distance, each.approximate - each.exact, each.over_distance, np.zeros_like(each.over_distance.along))
        for each in (report, *beside)
    ]
    end = max(float(view.place.max()) for view in views)
    figure = _scatter(report, views, (0.0, end), theme)
    figure.add_trace(line([0, end], [0, 0], theme.exact, "no error", width=2, dash="dot", hoverinfo="skip"))
    figure.update_xaxes(title={"text": _DISTANCES.get(report.about.kernel.distance, "distance")})
    reach = max(map(abs, figure.layout.yaxis.range))
    figure.update_yaxes(title={"text": "k̂ − k"}, range=[-reach, reach])
    return _picture_of_pairs("residuals", figure, report, words.residual_words, words.residual_readings)


def _picture_of_pairs(name: str, figure: go.Figure, report: PairErrors, said: Callable, readings: Callable) -> Picture:
    columns = {
        "row": report.rows[:, 0],
        "other_row": report.rows[:, 1],
        "distance": report.distance,
        "kernel": report.exact,
        "sigma_of_one_frequency": report.sigma,
    }
    return _picture(name, figure, report, said(report), readings(report), columns, report.approximate)


def _picture(name, figure, report, said, readings, columns, estimates, redraw=False) -> Picture:
    start = report.start
    sizes = map(int, report.n_freqs)
    return Picture(
        name=f"{name}-{report.about.kernel.name}",
        figure=figure,
        columns=columns | {f"estimate_{m}": values for m, values in zip(sizes, estimates, strict=True)},
        **said,
        reading=readings[start],
        scrub=Scrub.over_freqs(report.n_freqs, readings, start, redraw),
    )


@dataclass(frozen=True, eq=False)
class _Dots:
    """Points at `place` with `values` per number of frequencies, and a band about `level`."""

    place: np.ndarray
    values: np.ndarray
    band: Band
    level: np.ndarray

    def area(self, m: int, theme: Theme) -> go.Scatter:
        """The band at m frequencies."""
        half, outline = 2 * self.band.sigma / float(m) ** 0.5, {"width": 1.5, "color": theme.ink}
        edges = self.level - half, self.level + half
        return band(self.band.along, *edges, theme.soft(theme.ink, 0.08), "±2σ of Monte Carlo", line=outline)


def _scatter(report: PairErrors, views: Sequence[_Dots], reach: tuple[float, float], theme: Theme) -> go.Figure:
    """Points and band of the first view, on axes for all; the frames carry what moves, which is heights alone."""
    view, start = views[0], report.start
    areas, heights = [view.area(m, theme) for m in report.n_freqs], view.values.astype(np.float32)
    figure = blank(theme, height=510 if theme.narrow else 415)
    rows, colour = np.column_stack([view.place, heights[start]]), theme.scheme(report.about.sampler)[0]
    points = dots(rows, colour, size=6, hover="%{x:.3g}: %{y:.3g}", opacity=0.6)
    figure.add_traces([points.update(name="a pair of points"), areas[start]])
    figure.frames = [
        go.Frame(name=str(int(m)), data=[go.Scatter(y=heights[g]), go.Scatter(y=areas[g].y)], traces=[0, 1])
        for g, m in enumerate(report.n_freqs)
    ]
    # the band is widest at the smallest number of frequencies
    drawn = [part for each in views for part in (each.values, each.area(report.n_freqs[0], theme).y)]
    lowest, highest = min(float(part.min()) for part in drawn), max(float(part.max()) for part in drawn)
    room, aside = 0.04 * (highest - lowest), 0.02 * (reach[1] - reach[0])
    figure.update_xaxes(range=[reach[0] - aside, reach[1] + aside])
    figure.update_yaxes(range=[lowest - room, highest + room])
    return legend_under(figure)


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
