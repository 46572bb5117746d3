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
from rffviz.studies import Band, KernelMatrices, PairErrors
from rffviz.words import pairs as words

_DISTANCES = {"euclidean": "distance ‖x − y‖", "cityblock": "distance ‖x − y‖₁"}


def matrices_picture(report: KernelMatrices, theme: Theme, beside: Sequence[KernelMatrices] = ()) -> Picture:
    """K, K̂ and K̂ − K as heat maps; D is scrubbed, the colours stay.

    Parameters
    ----------
    report : KernelMatrices
    theme : Theme
    beside : sequence of KernelMatrices
        Other reports whose figures stand beside this one: all get the colours that hold them all.
    """
    start = _start(report)
    figure = _heat_panels((report, *beside), theme)
    panels = [(row, 1) for row in (1, 2, 3)] if theme.narrow else [(1, column) for column in (1, 2, 3)]
    traces = [_heat(report.exact, "coloraxis", "k"), *_heat_frame(report, start)]
    for trace, (row, column) in zip(traces, panels, strict=True):
        figure.add_trace(trace, row=row, col=column)
    figure.frames = [
        go.Frame(name=str(int(m)), data=_heat_frame(report, g), traces=[1, 2]) for g, m in enumerate(report.n_freqs)
    ]
    said = words.matrices_readings(report)
    return Picture(
        name=f"kernel-matrix-{report.about.kernel.name}",
        title=words.matrices_title(report),
        subtitle=words.matrices_subtitle(report),
        figure=figure,
        alt=words.matrices_alt(report),
        reading=said[start],
        columns=_matrix_columns(report),
        provenance=words.origin(report),
        scrub=Scrub.over_freqs(report.n_freqs, said, start, redraw=True),
        notes=words.notes(report),
    )


def agreement_picture(report: PairErrors, theme: Theme, beside: Sequence[PairErrors] = ()) -> Picture:
    """k̂ against k at each pair, with the diagonal and ±2σ of Monte Carlo; D is scrubbed.

    Parameters
    ----------
    report : PairErrors
    theme : Theme
    beside : sequence of PairErrors
        Other reports whose figures stand beside this one: all get the axes that hold them all.
    """
    views = [
        _View(each.exact, each.approximate, each.over_kernel, each.over_kernel.along) for each in (report, *beside)
    ]
    low = min(0.0, *(float(view.place.min()) for view in views))
    figure = _scatter(report, views, (low, 1.0), theme)
    ends = np.array([low, 1.0], dtype=np.float32)
    figure.add_trace(_reference(ends, ends, "k̂ = k", theme))
    figure.update_xaxes(title={"text": "k, the kernel"})
    figure.update_yaxes(title={"text": "k̂, the features' inner product"})
    said, start = words.agreement_readings(report), _start(report)
    return Picture(
        name=f"agreement-{report.about.kernel.name}",
        title=words.agreement_title(report),
        subtitle=words.pairs_subtitle(report, report.over_kernel),
        figure=figure,
        alt=words.agreement_alt(report),
        reading=said[start],
        columns=_pair_columns(report),
        provenance=words.origin(report),
        scrub=Scrub.over_freqs(report.n_freqs, said, start),
        notes=words.notes(report),
    )


def residual_picture(report: PairErrors, theme: Theme, beside: Sequence[PairErrors] = ()) -> Picture:
    """k̂ − k against distance at each pair, inside ±2σ of Monte Carlo; D is scrubbed.

    Parameters
    ----------
    report, theme, beside
        As in `agreement_picture`.
    """
    views = [
        _View(each.distance, each.approximate - each.exact, each.over_distance, np.zeros_like(each.over_distance.along))
        for each in (report, *beside)
    ]
    end = max(float(view.place.max()) for view in views)
    figure = _scatter(report, views, (0.0, end), theme)
    figure.add_trace(_reference(np.array([0, end], dtype=np.float32), np.zeros(2, dtype=np.float32), "no error", theme))
    figure.update_xaxes(title={"text": _DISTANCES.get(report.about.kernel.distance, "distance")})
    reach = max(map(abs, figure.layout.yaxis.range))
    figure.update_yaxes(title={"text": "k̂ − k"}, range=[-reach, reach])
    said, start = words.residual_readings(report), _start(report)
    return Picture(
        name=f"residuals-{report.about.kernel.name}",
        title=words.residual_title(report),
        subtitle=words.pairs_subtitle(report, report.over_distance),
        figure=figure,
        alt=words.residual_alt(report),
        reading=said[start],
        columns=_pair_columns(report),
        provenance=words.origin(report),
        scrub=Scrub.over_freqs(report.n_freqs, said, start),
        notes=words.notes(report),
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


def _scatter(report: PairErrors, views: Sequence[_View], reach: tuple[float, float], theme: Theme) -> go.Figure:
    """Points and band of the first view on axes that hold all; the frames carry what moves, which is heights alone."""
    view, start = views[0], _start(report)
    edges, heights = [view.edge(m) for m in report.n_freqs], view.values.astype(np.float32)
    figure = blank(theme, height=510 if theme.narrow else 470)
    figure.add_scatter(
        x=view.place.astype(np.float32),
        y=heights[start],
        mode="markers",
        marker={"size": 6, "color": theme.scheme(report.about.sampler)[0], "opacity": 0.6},
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


def _start(report: KernelMatrices | PairErrors) -> int:
    """The frame that is drawn at first."""
    return int(np.searchsorted(report.n_freqs, report.shown))


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
