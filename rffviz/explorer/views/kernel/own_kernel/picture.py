"""A user-defined function beside its numerical spectrum, with negative mass shaded or frequencies drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.lines import band, line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.kernel.own_kernel.words import frequency_name, own_kernel_readouts, own_kernel_words
from rffviz.studies.own_kernel import OwnKernel


def own_kernel_picture(record: OwnKernel, theme: Theme) -> Picture:
    """Left k, right p; if k is a kernel, also k̂ and the frequencies drawn, and D is scrubbed."""
    spectrum = "spectrum" if record.about.d == 1 else "density of ‖ω‖"
    if record.verdict.decided and not record.is_kernel:
        spectrum = "spectrum: p < 0 somewhere"
    figure = side_by_side(theme, ("kernel", spectrum), 390, 760, horizontal_spacing=0.13)
    left, right = panel_place(theme, 0), panel_place(theme, 1)
    _axes(figure, record, theme)
    readouts, scrub, start = own_kernel_readouts(record), None, 0
    kernel = line(record.delta, record.exact, theme.exact, "k", "k(%{x:.3g}) = %{y:.3g}", dash="dot")
    density = line(record.omega, record.density, theme.exact, None, "p(%{x:.3g}) = %{y:.3g}", width=2.5)
    figure.add_trace(kernel, **left)
    figure.add_trace(density, **right)
    if record.is_kernel:
        start = record.start
        for place, trace in zip((left, right), _moving(record, start, theme), strict=True):
            figure.add_trace(trace, **place)
        scrub = Scrub.over_freqs(record.n_freqs, readouts, start)
        scrub.frames(figure, [2, 3], lambda g: _moving(record, g, theme))
    else:
        zero = np.zeros_like(record.omega)
        below = band(record.omega, np.minimum(record.density, 0), zero, theme.soft(theme.bound, 0.45), "negative mass")
        figure.add_trace(below, **right)
    legend_under(figure, -0.13 if theme.narrow else -0.24, legend_font_size=16, margin={"b": 90})
    return Picture(
        name="own-kernel",
        figure=figure,
        columns=by_column(("series", "n_freqs", "place", "value"), _rows(record)),
        **own_kernel_words(record),
        readout=readouts[start],
        scrub=scrub,
    )


def _axes(figure: go.Figure, record: OwnKernel, theme: Theme) -> None:
    left, right, name = panel_place(theme, 0), panel_place(theme, 1), frequency_name(record)
    drawn = np.concatenate([record.exact, record.approximate.ravel(), [0.0]])
    low, high = max(float(drawn.min()), -3.0), min(float(drawn.max()), 3.0)
    difference = "δ = x − y" if record.about.d == 1 else "δ<sub>1</sub> of δ = x − y = (δ<sub>1</sub>, 0, …)"
    figure.update_xaxes(title={"text": difference}, range=[float(record.delta[0]), float(record.delta[-1])], **left)
    figure.update_yaxes(title={"text": "k(δ)"}, range=[low - 0.08, high + 0.12], **left)
    figure.update_xaxes(
        title={"text": f"{name}, radians per unit"}, range=[float(record.omega[0]), float(record.omega[-1])], **right
    )
    top, bottom = float(record.density.max()), min(float(record.density.min()), 0.0)
    room = 0.08 * (top - bottom)
    figure.update_yaxes(title={"text": f"p({name})"}, range=[bottom - room * (bottom < 0), top + room], **right)
    figure.add_hline(y=0, line={"color": theme.muted, "width": 1}, **right)
    if record.verdict.decided and not record.is_kernel:
        figure.layout.annotations[1].font.color = theme.bound


def _moving(record: OwnKernel, g: int, theme: Theme) -> list[go.Scatter]:
    """k̂ and the frequencies drawn, as points that fill the area under p."""
    m, colour = int(record.n_freqs[g]), theme.scheme("monte_carlo")[0]
    rows = np.column_stack([record.drawn, record.share * record.height])[:m]
    shown = dots(
        rows,
        colour,
        size=12 if m <= 16 else 7 if m <= 256 else 5,
        hover=f"{frequency_name(record)} = %{{x:.3g}}",
        opacity=0.6,
    )
    estimate = line(record.delta, record.approximate[g], colour, "k̂", "k̂(%{x:.3g}) = %{y:.3g}")
    return [estimate, shown.update(name="frequency")]


def _rows(record: OwnKernel) -> Iterator[tuple]:
    """Long form, since the quantities have different abscissae."""
    yield from (("kernel", "", *row) for row in zip(record.delta, record.exact, strict=True))
    yield from (("density", "", *row) for row in zip(record.omega, record.density, strict=True))
    for m, estimate in zip(record.n_freqs, record.approximate, strict=True):
        yield from (("estimate", int(m), *row) for row in zip(record.delta, estimate, strict=True))
    rows = zip(record.drawn, record.height, strict=True)
    yield from (("drawn frequency and its density", j, *row) for j, row in enumerate(rows, start=1))
