"""The picture of the view “Pairs”."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.lines import band, line
from rffviz.figures.picture import Picture
from rffviz.figures.theme import Theme, blank, legend_under
from rffviz.figures.traces import dots
from rffviz.studies.pairs import Band, PairErrors
from rffviz.views.convergence.pairs import words
from rffviz.views.convergence.picture import growing_picture

_DISTANCES = {"euclidean": "distance ‖x − y‖", "cityblock": "distance ‖x − y‖₁"}


def agreement_picture(report: PairErrors, theme: Theme, beside: Sequence[PairErrors] = ()) -> Picture:
    """k̂ against k at each pair, with the diagonal and ±2σ of Monte Carlo; D is scrubbed.

    It shares its axes with the reports `beside` it.
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
    return growing_picture(name, figure, report, said(report), readings(report), columns, report.approximate)


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
    """Points and band of the first view, on common axes; frames contain only what changes, the y values."""
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
