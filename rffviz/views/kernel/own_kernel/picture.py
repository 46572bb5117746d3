"""A function of one's own beside its numerical spectrum, with negative mass shaded or frequencies drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import plotly.graph_objects as go

from rffviz.figures.lines import band, line
from rffviz.figures.panels import panel_place, side_by_side
from rffviz.figures.picture import Picture, Scrub, by_column
from rffviz.figures.theme import Theme, legend_under
from rffviz.figures.traces import dots
from rffviz.studies.own_kernel import OwnKernel
from rffviz.views.kernel.own_kernel.words import frequency_name, own_kernel_readings, own_kernel_words


def own_kernel_picture(found: OwnKernel, theme: Theme) -> Picture:
    """Left k, right p; where k is a kernel k̂ and the frequencies drawn too, and D is scrubbed."""
    spectrum = "its spectrum, p(ω)" if found.about.d == 1 else "the density p of ‖ω‖"
    if found.verdict.decided and not found.is_kernel:
        spectrum = "its spectrum: p < 0 somewhere"
    figure = side_by_side(theme, ("k(δ)", spectrum), 390, 760, horizontal_spacing=0.13)
    left, right = panel_place(theme, 0), panel_place(theme, 1)
    _axes(figure, found, theme)
    readings, scrub, start = own_kernel_readings(found), None, 0
    kernel = line(found.delta, found.exact, theme.exact, "k", "k(%{x:.3g}) = %{y:.3g}", dash="dot")
    density = line(found.omega, found.density, theme.exact, None, "p(%{x:.3g}) = %{y:.3g}", width=2.5)
    figure.add_trace(kernel, **left)
    figure.add_trace(density, **right)
    if found.is_kernel:
        start = found.start
        for place, trace in zip((left, right), _moving(found, start, theme), strict=True):
            figure.add_trace(trace, **place)
        scrub = Scrub.over_freqs(found.n_freqs, readings, start)
        scrub.frames(figure, [2, 3], lambda g: _moving(found, g, theme))
    else:
        zero = np.zeros_like(found.omega)
        below = band(found.omega, np.minimum(found.density, 0), zero, theme.soft(theme.bound, 0.45), "negative mass")
        figure.add_trace(below, **right)
    legend_under(figure, -0.13 if theme.narrow else -0.24, legend_font_size=16, margin={"b": 90})
    return Picture(
        name="own-kernel",
        figure=figure,
        columns=by_column(("series", "n_freqs", "place", "value"), _rows(found)),
        **own_kernel_words(found),
        reading=readings[start],
        scrub=scrub,
    )


def _axes(figure: go.Figure, found: OwnKernel, theme: Theme) -> None:
    left, right, name = panel_place(theme, 0), panel_place(theme, 1), frequency_name(found)
    drawn = np.concatenate([found.exact, found.approximate.ravel(), [0.0]])
    low, high = max(float(drawn.min()), -3.0), min(float(drawn.max()), 3.0)
    difference = "δ = x − y" if found.about.d == 1 else "δ₁ of δ = x − y = (δ₁, 0, …)"
    figure.update_xaxes(title={"text": difference}, range=[float(found.delta[0]), float(found.delta[-1])], **left)
    figure.update_yaxes(title={"text": "similarity"}, range=[low - 0.08, high + 0.12], **left)
    figure.update_xaxes(
        title={"text": f"{name}, radians per unit"}, range=[float(found.omega[0]), float(found.omega[-1])], **right
    )
    top, bottom = float(found.density.max()), min(float(found.density.min()), 0.0)
    room = 0.08 * (top - bottom)
    figure.update_yaxes(title={"text": f"p({name})"}, range=[bottom - room * (bottom < 0), top + room], **right)
    figure.add_hline(y=0, line={"color": theme.muted, "width": 1}, **right)
    if found.verdict.decided and not found.is_kernel:
        figure.layout.annotations[1].font.color = theme.bound


def _moving(found: OwnKernel, g: int, theme: Theme) -> list[go.Scatter]:
    """k̂ and the frequencies drawn, as points that fill the area under p."""
    m, colour = int(found.n_freqs[g]), theme.scheme("monte_carlo")[0]
    rows = np.column_stack([found.drawn, found.share * found.height])[:m]
    shown = dots(
        rows,
        colour,
        size=12 if m <= 16 else 7 if m <= 256 else 5,
        hover=f"{frequency_name(found)} = %{{x:.3g}}",
        opacity=0.6,
    )
    estimate = line(found.delta, found.approximate[g], colour, "k̂, the mean of D waves", "k̂(%{x:.3g}) = %{y:.3g}")
    return [estimate, shown.update(name="a frequency drawn")]


def _rows(found: OwnKernel) -> Iterator[tuple]:
    """Long form: the quantities have different places."""
    yield from (("kernel", "", *row) for row in zip(found.delta, found.exact, strict=True))
    yield from (("density", "", *row) for row in zip(found.omega, found.density, strict=True))
    for m, estimate in zip(found.n_freqs, found.approximate, strict=True):
        yield from (("estimate", int(m), *row) for row in zip(found.delta, estimate, strict=True))
    rows = zip(found.drawn, found.height, strict=True)
    yield from (("drawn frequency and its density", j, *row) for j, row in enumerate(rows, start=1))
