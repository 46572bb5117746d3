"""k̂ beside k, pair by pair, while D is scrubbed: as matrices, against each other, and as residuals over distance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.panels import panel_place, panels, side_by_side
from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.scales import diverging
from rffviz.figures.theme import Theme, blank
from rffviz.samplers import SAMPLERS
from rffviz.studies import Band, KernelMatrices, PairErrors
from rffviz.words.numbers import count, kernel_words, measured, number

_DISTANCES = {"euclidean": "distance ‖x − y‖", "cityblock": "distance ‖x − y‖₁"}


def matrices_picture(
    report: KernelMatrices, n_freqs: int, data: str, theme: Theme, beside: Sequence[KernelMatrices] = ()
) -> Picture:
    """K, K̂ and K̂ − K as heat maps; D is scrubbed, the colours stay.

    Parameters
    ----------
    report : KernelMatrices
    n_freqs : int
        The number of frequencies shown first, where it is one of the report's (else the nearest).
    data : str
        What the points are.
    theme : Theme
    beside : sequence of KernelMatrices
        Other reports whose figures stand beside this one: all get the colours that hold them all.
    """
    start = _nearest(report.n_freqs, n_freqs)
    figure = _heat_panels((report, *beside), theme)
    panels = [(row, 1) for row in (1, 2, 3)] if theme.narrow else [(1, column) for column in (1, 2, 3)]
    traces = [_heat(report.exact, "coloraxis", "k"), *_heat_frame(report, start)]
    for trace, (row, column) in zip(traces, panels, strict=True):
        figure.add_trace(trace, row=row, col=column)
    figure.frames = [
        go.Frame(name=str(int(m)), data=_heat_frame(report, g), traces=[1, 2]) for g, m in enumerate(report.n_freqs)
    ]
    n_pairs = len(report.rows) * (len(report.rows) - 1) // 2
    readings = [
        f"With D = {count(m)} frequencies the largest error of the matrix is {measured(report.largest[g])}, the root "
        f"mean square {measured(report.rms[g])}, over {count(n_pairs)} pairs of points."
        for g, m in enumerate(report.n_freqs)
    ]
    shown = f"{len(report.rows)} of {count(report.n_points)} points, " if len(report.rows) < report.n_points else ""
    return Picture(
        name=f"kernel-matrix-{report.kernel.name}",
        title=_fall("The error of the kernel matrix", "root mean square", report.n_freqs, report.rms),
        subtitle=(
            f"{data} · {_setting(report)} · {shown}ordered by clustering, so that near points stand together · colours "
            "are the same at every D, the error's symmetric about 0"
        ),
        figure=figure,
        alt=(
            f"Heat maps of the {report.kernel.label} kernel matrix of {len(report.rows)} points, of its estimate from "
            f"D frequencies and of their difference, whose root mean square goes from {number(report.rms[0])} at "
            f"D = {count(report.n_freqs[0])} to {number(report.rms[-1])} at D = {count(report.n_freqs[-1])}."
        ),
        reading=readings[start],
        columns=_matrix_columns(report),
        provenance=_provenance(report, data),
        scrub=_scrub(report.n_freqs, readings, start, redraw=True),
    )


def agreement_picture(
    report: PairErrors, n_freqs: int, data: str, theme: Theme, beside: Sequence[PairErrors] = ()
) -> Picture:
    """k̂ against k at each pair, with the diagonal and ±2σ of Monte Carlo; D is scrubbed.

    Parameters
    ----------
    report : PairErrors
    n_freqs : int
        The number of frequencies shown first, where it is one of the report's (else the nearest).
    data : str
        What the points are.
    theme : Theme
    beside : sequence of PairErrors
        Other reports whose figures stand beside this one: all get the axes that hold them all.
    """
    views = [
        _View(each.exact, each.approximate, each.over_kernel, each.over_kernel.along) for each in (report, *beside)
    ]
    low = min(0.0, *(float(view.place.min()) for view in views))
    figure = _scatter(report, views, (low, 1.0), _nearest(report.n_freqs, n_freqs), theme)
    ends = np.array([low, 1.0], dtype=np.float32)
    figure.add_trace(_reference(ends, ends, "k̂ = k", theme))
    figure.update_xaxes(title={"text": "k, the kernel"})
    figure.update_yaxes(title={"text": "k̂, the features' inner product"})
    readings = [
        f"With D = {count(m)} frequencies k̂ is within {measured(report.largest[g])} of k at every pair shown, root "
        f"mean square {measured(report.rms[g])}; {_inside(report, g)}."
        for g, m in enumerate(report.n_freqs)
    ]
    return _scatter_picture(
        report,
        n_freqs,
        data,
        figure,
        name="agreement",
        title=_fall("k̂ against k", "largest error", report.n_freqs, report.largest),
        band=report.over_kernel,
        readings=readings,
        alt=f"Scatter plot of the estimate k̂ against the {report.kernel.label} kernel k",
    )


def residual_picture(
    report: PairErrors, n_freqs: int, data: str, theme: Theme, beside: Sequence[PairErrors] = ()
) -> Picture:
    """k̂ − k against distance at each pair, inside ±2σ of Monte Carlo; D is scrubbed.

    Parameters
    ----------
    report, n_freqs, data, theme, beside
        As in `agreement_picture`.
    """
    views = [
        _View(each.distance, each.approximate - each.exact, each.over_distance, np.zeros_like(each.over_distance.along))
        for each in (report, *beside)
    ]
    end = max(float(view.place.max()) for view in views)
    figure = _scatter(report, views, (0.0, end), _nearest(report.n_freqs, n_freqs), theme)
    figure.add_trace(_reference(np.array([0, end], dtype=np.float32), np.zeros(2, dtype=np.float32), "no error", theme))
    figure.update_xaxes(title={"text": _DISTANCES.get(report.kernel.distance, "distance")})
    reach = max(map(abs, figure.layout.yaxis.range))
    figure.update_yaxes(title={"text": "k̂ − k"}, range=[-reach, reach])
    shares = " to ".join(dict.fromkeys(f"{100 * share:.0f}" for share in (report.inside.min(), report.inside.max())))
    who, whose = "", ""
    if not _monte_carlo(report):
        who, whose = f" of {SAMPLERS[report.sampler].label}", " of Monte Carlo"
    return _scatter_picture(
        report,
        n_freqs,
        data,
        figure,
        name="residuals",
        title=f"{_at_every(report)}{shares} % of the errors{who} lie inside ±2σ{whose}",
        band=report.over_distance,
        readings=[f"With D = {count(m)} frequencies {_inside(report, g)}." for g, m in enumerate(report.n_freqs)],
        alt=f"Scatter plot of the error k̂ − k of the {report.kernel.label} kernel against distance",
    )


@dataclass(frozen=True)
class _View:
    """What one scatter plot shows of a report: points, and a band about a level."""

    place: np.ndarray
    values: np.ndarray
    band: Band
    level: np.ndarray

    def edge(self, m: int) -> np.ndarray:
        """The band's outline at m frequencies."""
        half = 2 * self.band.sigma / float(m) ** 0.5
        return np.concatenate([self.level + half, (self.level - half)[::-1]]).astype(np.float32)


def _scatter(report: PairErrors, views: Sequence[_View], reach: tuple[float, float], start: int, theme: Theme):
    """Points and band of the first view on axes that hold all; the frames carry what moves, which is heights alone."""
    view = views[0]
    edges, heights = [view.edge(m) for m in report.n_freqs], view.values.astype(np.float32)
    figure = blank(theme, height=510 if theme.narrow else 470)
    figure.add_scatter(
        x=view.place.astype(np.float32),
        y=heights[start],
        mode="markers",
        marker={"size": 6, "color": theme.scheme(report.sampler)[0], "opacity": 0.6},
        name="a pair of points",
        hovertemplate="%{x:.3g}: %{y:.3g}<extra></extra>",
    )
    figure.add_scatter(
        x=np.concatenate([view.band.along, view.band.along[::-1]]).astype(np.float32),
        y=edges[start],
        fill="toself",
        fillcolor=theme.soft(theme.ink, 0.08),
        line={"width": 1.5, "color": theme.ink},
        mode="lines",
        hoverinfo="skip",
        name="±2σ of Monte Carlo",
    )
    figure.frames = [
        go.Frame(name=str(int(m)), data=[go.Scatter(y=heights[g]), go.Scatter(y=edges[g])], traces=[0, 1])
        for g, m in enumerate(report.n_freqs)
    ]
    # the band is widest at the smallest number of frequencies
    drawn = [part for each in views for part in (each.values, each.edge(report.n_freqs[0]))]
    lowest, highest = min(float(part.min()) for part in drawn), max(float(part.max()) for part in drawn)
    room, aside = 0.04 * (highest - lowest), 0.02 * (reach[1] - reach[0])
    figure.update_xaxes(range=[reach[0] - aside, reach[1] + aside])
    figure.update_yaxes(range=[lowest - room, highest + room])
    return figure.update_layout(showlegend=True, legend={"orientation": "h", "y": -0.2, "x": 0})


def _reference(x: np.ndarray, y: np.ndarray, name: str, theme: Theme) -> go.Scatter:
    look = {"color": theme.exact, "width": 2, "dash": "dot"}
    return go.Scatter(x=x, y=y, mode="lines", line=look, name=name, hoverinfo="skip")


def _scatter_picture(
    report: PairErrors,
    n_freqs: int,
    data: str,
    figure: go.Figure,
    *,
    name: str,
    title: str,
    band: Band,
    readings: list[str],
    alt: str,
) -> Picture:
    start = _nearest(report.n_freqs, n_freqs)
    first, last = (
        f"{number(report.largest[g])} at D = {count(report.n_freqs[g])}" for g in (0, len(report.n_freqs) - 1)
    )
    return Picture(
        name=f"{name}-{report.kernel.name}",
        title=title,
        subtitle=f"{data} · {_setting(report)} · {count(len(report.rows))} pairs of points · {_band_words(band)}",
        figure=figure,
        alt=f"{alt} at {count(len(report.rows))} pairs of points: the largest error goes from {first} to {last}.",
        reading=readings[start],
        columns=_pair_columns(report),
        provenance=_provenance(report, data),
        scrub=_scrub(report.n_freqs, readings, start, redraw=False),
    )


def _at_every(report: PairErrors) -> str:
    return "At every D shown, " if len(report.n_freqs) > 1 else f"At D = {count(report.n_freqs[0])}, "


def _nearest(sizes: np.ndarray, n_freqs: int) -> int:
    return int(np.argmin(np.abs(np.log(sizes / n_freqs))))


def _scrub(sizes: np.ndarray, readings: list[str], start: int, redraw: bool) -> Scrub:
    return Scrub(
        label="D, frequencies",
        names=[str(int(m)) for m in sizes],
        values=[f"D = {count(m)}" for m in sizes],
        readings=readings,
        start=start,
        redraw=redraw,
    )


def _monte_carlo(report: PairErrors) -> bool:
    return SAMPLERS[report.sampler].monte_carlo


def _fall(what: str, measure: str, sizes: np.ndarray, values: np.ndarray) -> str:
    verb = "falls" if values[-1] < values[0] else "goes"
    if len(sizes) == 1:
        return f"{what}: {measure} {measured(values[0])} at D = {count(sizes[0])}"
    return (
        f"{what}: {measure} {verb} from {measured(values[0])} at D = {count(sizes[0])} to {measured(values[-1])} at "
        f"D = {count(sizes[-1])}"
    )


def _inside(report: PairErrors, g: int) -> str:
    """The share inside ±2σ, and what to expect of it."""
    words = f"{100 * report.inside[g]:.0f} % of the {count(len(report.rows))} pairs are inside ±2σ"
    if _monte_carlo(report):
        return f"{words}; about 95 % is expected, but the pairs share their frequencies, so that they err together"
    return (
        f"{words}, which is promised for Monte Carlo only (about 95 %): {SAMPLERS[report.sampler].label} may do better "
        "or worse"
    )


def _setting(report: KernelMatrices | PairErrors) -> str:
    scheme = SAMPLERS[report.sampler]
    seed = f"seed {report.random_state}" if scheme.randomised else "the same for every seed"
    return f"{kernel_words(report.kernel)} · {scheme.label}, {seed} · {report.map} map"


def _band_words(band: Band) -> str:
    if band.exact:
        return "band: ±2 standard deviations of Monte Carlo, by the formula"
    return (
        "band: ±2 standard deviations of Monte Carlo, by the formula, root mean square of the pairs at about one "
        "place: with this kernel each pair has its own"
    )


def _heat_panels(reports: Sequence[KernelMatrices], theme: Theme) -> go.Figure:
    """Three square panels, side by side or, on a phone, one above the other; a colour bar each for k and the error."""
    figure = panels(
        theme,
        960 if theme.narrow else 400,
        **side_by_side(theme, 3),
        titles=("K, the kernel", "K̂, from D frequencies", "K̂ − K, the error"),
        horizontal_spacing=0.03,
        vertical_spacing=0.05,
    )
    figure.update_layout(margin={"l": 8, "r": 8, "b": 12 if theme.narrow else 70})
    n = len(reports[0].rows)
    for panel in range(3):
        place = panel_place(theme, panel)
        look = {"visible": False, "constrain": "domain", **place}
        figure.update_xaxes(range=[-0.5, n - 0.5], **look)
        figure.update_yaxes(
            range=[n - 0.5, -0.5], scaleanchor=f"x{panel + 1}" if panel else "x", constraintoward="top", **look
        )
    bar = {"tickfont": {"size": 16}, "thickness": 16, "nticks": 5, "outlinewidth": 0}
    if theme.narrow:
        values, errors = ({"len": 0.62, "y": 1.0, "yanchor": "top"}, {"len": 0.3, "y": 0.0, "yanchor": "bottom"})
    else:
        flat = {"orientation": "h", "y": -0.03, "yanchor": "top", "lenmode": "fraction"}
        values, errors = flat | {"x": 0.33, "len": 0.5}, flat | {"x": 0.845, "len": 0.3}
    low = min(0.0, *(float(part.min()) for each in reports for part in (each.exact, each.approximate)))
    high = max(1.0, *(float(each.approximate.max()) for each in reports))
    largest = max(float(each.largest.max()) for each in reports) or 1.0
    return figure.update_layout(
        coloraxis={"colorscale": theme.scale, "cmin": low, "cmax": high, "colorbar": bar | values},
        coloraxis2={
            "colorscale": diverging(theme),
            "cmin": -largest,
            "cmax": largest,
            "colorbar": bar | errors,
        },
    )


def _heat(matrix: np.ndarray, axis: str, what: str) -> go.Heatmap:
    return go.Heatmap(
        z=matrix.astype(np.float32),
        coloraxis=axis,
        hovertemplate=f"points %{{x}} and %{{y}}<br>{what} = %{{z:.3g}}<extra></extra>",
    )


def _heat_frame(report: KernelMatrices, g: int) -> list[go.Heatmap]:
    return [
        _heat(report.approximate[g], "coloraxis", "k̂"),
        _heat(report.approximate[g] - report.exact, "coloraxis2", "k̂ − k"),
    ]


def _matrix_columns(report: KernelMatrices) -> dict[str, np.ndarray]:
    first, second = np.triu_indices(len(report.rows))
    columns = {
        "row": report.rows[first],
        "other_row": report.rows[second],
        "kernel": report.exact[first, second],
    }
    return columns | {f"estimate_{int(m)}": report.approximate[g][first, second] for g, m in enumerate(report.n_freqs)}


def _pair_columns(report: PairErrors) -> dict[str, np.ndarray]:
    columns = {
        "row": report.rows[:, 0],
        "other_row": report.rows[:, 1],
        "distance": report.distance,
        "kernel": report.exact,
        "sigma_of_one_frequency": report.sigma,
    }
    return columns | {f"estimate_{int(m)}": report.approximate[g] for g, m in enumerate(report.n_freqs)}


def _provenance(report: KernelMatrices | PairErrors, data: str) -> tuple[str, ...]:
    return (
        f"data: {data}; rows are counted from 0",
        f"kernel: {report.kernel}",
        f"scheme: {report.sampler}; map: {report.map}; seed: {report.random_state}",
        *report.notes,
    )
