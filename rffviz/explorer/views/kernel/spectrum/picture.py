"""A kernel beside its spectral density, while frequencies are drawn from it and their waves are averaged."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import log_axis
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub, by_column
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots
from rffviz.explorer.views.kernel.spectrum.words import spectra_readouts, spectra_words
from rffviz.explorer.words.numbers import power_of_ten_above
from rffviz.studies.spectrum import Spectra, Spectrum

_FLOOR = 1e-6  # of the largest density: lower end of a logarithmic axis
_NAMES = {"kernel": "k", "estimate": "k̂", "frequency": "frequency"}


def spectra_picture(spectra: Spectra, theme: Theme) -> Picture:
    """Left k and k̂ with its first waves, right p with the frequencies drawn; D is scrubbed."""
    figure = side_by_side(theme, ("kernel", "spectrum"), 390, 760, horizontal_spacing=0.12)
    top = _axes(figure, spectra, theme)
    start = spectra.start
    for panel, trace in [*_still(spectra, theme), *_moving(spectra, start, top, theme)]:
        figure.add_trace(trace, **panel_place(theme, panel))
    first = len(_still(spectra, theme))
    frames = range(first, len(figure.data))
    lit = _light(figure, spectra, theme) if len(spectra.kinds) == 1 else []
    legend_under(figure, -0.13 if theme.narrow else -0.24, legend_font_size=16, margin={"b": 90})
    readouts = spectra_readouts(spectra)
    scrub = Scrub.over_freqs(spectra.n_freqs, readouts, start)
    nowhere = np.array([np.nan], np.float32)
    cleared = [go.Scatter(x=nowhere, y=nowhere) for _ in lit]
    scrub.frames(figure, [*frames, *lit], lambda g: [*_frame(spectra, g, top, theme), *cleared])
    return Picture(
        name=f"spectrum-{spectra.about.kernel.name}",
        figure=figure,
        columns=by_column(("series", "kernel", "n_freqs", "place", "value"), _rows(spectra)),
        **spectra_words(spectra),
        readout=readouts[start],
        scrub=scrub,
    )


def _light(figure: go.Figure, spectra: Spectra, theme: Theme) -> list[int]:
    """Lit by the pointer: a frequency, which can be pulled along its axis, and its wave, empty before; their places."""
    ring, nothing = {"width": 3, "color": theme.ink}, [np.nan]
    dot = dots([(np.nan, np.nan)], theme.hues["amber"], size=13, line=ring)
    wave = line(nothing, nothing, theme.hues["amber"], width=3, hoverinfo="skip")
    for panel, trace in ((1, dot), (0, wave)):
        figure.add_trace(trace.update(showlegend=False), **panel_place(theme, panel))
    names = [trace.name for trace in figure.data]
    at = {what: names.index(_named(spectra, spectra.kinds[0], what)) for what in _NAMES}
    lit = [len(names) - 2, len(names) - 1]
    light = {"dots": [at["frequency"]], "waves": [], "lit": lit, "still": [], "axis": ""}
    pull = {"dots": at["frequency"], "newest": [], "estimate": at["estimate"], "exact": at["kernel"], "lit": lit}
    figure.update_layout(meta={"light": light, "pull": pull | {"still": []}})
    return lit


def _axes(figure: go.Figure, spectra: Spectra, theme: Theme) -> float:
    """Ranges and titles; returns the top of the density's axis."""
    left, right = panel_place(theme, 0), panel_place(theme, 1)
    half = float(spectra.delta[-1])
    figure.update_xaxes(title={"text": "δ = x − y"}, range=[-half, half], **left)
    figure.update_yaxes(title={"text": "k(δ)"}, range=[-1.08, 1.12], **left)
    omega = spectra.omega
    far = np.abs(omega) >= 0.01 * omega[-1]  # some densities are infinite at 0
    top = 1.1 * max(float(kind.density[far].max()) for kind in spectra.kinds)
    if spectra.scale == "log":
        top = 2 * max(float(kind.density[:2].max()) for kind in spectra.kinds)
        log_axis(figure.update_xaxes, "|ω|, radians per unit", omega[0], omega[-1], 10.0 ** np.arange(-5, 7), **right)
        ticks = 10.0 ** np.arange(-12, 7, 2)
        log_axis(figure.update_yaxes, "p(ω)", _FLOOR * top, top, ticks, power_of_ten_above, **right)
    else:
        figure.update_xaxes(title={"text": "ω, radians per unit"}, range=[omega[0], omega[-1]], **right)
        figure.update_yaxes(title={"text": "p(ω)"}, range=[0, top], **right)
    return top


def _colours(theme: Theme) -> tuple[tuple[str, str], ...]:
    """Colour of k and of k̂ for the first kernel and for the one it is compared with."""
    return (theme.exact, theme.scheme("monte_carlo")[0]), (theme.hues["amber"], theme.hues["amber"])


def _named(spectra: Spectra, kind: Spectrum, what: str) -> str:
    if len(spectra.kinds) > 1:
        return f"{_NAMES[what]}, {kind.kernel.label}"
    return _NAMES[what] + " (random height)" * (what == "frequency" and spectra.scale != "log")


def _still(spectra: Spectra, theme: Theme) -> list[tuple[int, go.Scatter]]:
    """k and p of each kernel, by panel."""
    traces = []
    for kind, (exact, _) in zip(spectra.kinds, _colours(theme), strict=False):
        named = _named(spectra, kind, "kernel")
        traces.append((0, line(spectra.delta, kind.exact, exact, named, "k(%{x:.3g}) = %{y:.3g}", dash="dot")))
        traces.append((1, line(spectra.omega, kind.density, exact, None, "p(%{x:.3g}) = %{y:.3g}", 2.5)))
    return traces


def _moving(spectra: Spectra, g: int, top: float, theme: Theme) -> Iterator[tuple[int, go.Scatter]]:
    """The first waves where one kernel is shown, and of each kernel k̂ and the frequencies drawn, by panel."""
    m = int(spectra.n_freqs[g])
    for kind, (_, colour) in zip(spectra.kinds, _colours(theme), strict=False):
        if len(spectra.kinds) == 1:
            # all waves at every D, later ones as gaps, so that frames contain only y values
            waves = np.where(np.arange(len(kind.waves))[:, None] < m, kind.waves, np.nan)
            with_gaps = np.column_stack([waves, np.full(len(waves), np.nan)]).ravel()
            x = np.tile(np.append(spectra.delta, np.nan), len(waves))
            yield 0, line(x, with_gaps, theme.soft(colour, 0.35), None, width=1.2, hoverinfo="skip")
        named = _named(spectra, kind, "estimate")
        yield 0, line(spectra.delta, kind.approximate[g], colour, named, "k̂(%{x:.3g}) = %{y:.3g}")
        place, height = kind.drawn[:m], np.minimum(kind.share * kind.height, top)[:m]
        size = 12 if m <= 16 else 7 if m <= 256 else 5
        if spectra.scale == "log":
            place, height = np.abs(place), np.minimum(kind.height[:m], top)
        shown = dots(np.column_stack([place, height]), colour, size=size, hover="ω = %{x:.3g}", opacity=0.6)
        yield 1, shown.update(name=_named(spectra, kind, "frequency"), showlegend=len(spectra.kinds) == 1)


def _frame(spectra: Spectra, g: int, top: float, theme: Theme) -> list[go.Scatter]:
    """The contents of a frame: only the y values of lines."""
    traces = [trace for _, trace in _moving(spectra, g, top, theme)]
    return [trace if trace.mode == "markers" else go.Scatter(y=trace.y) for trace in traces]


def _rows(spectra: Spectra) -> Iterator[tuple]:
    """Long form, since the quantities have different abscissae."""
    for kind in spectra.kinds:
        name = kind.kernel.name
        yield from (("kernel", name, "", *row) for row in zip(spectra.delta, kind.exact, strict=True))
        for m, estimate in zip(spectra.n_freqs, kind.approximate, strict=True):
            yield from (("estimate", name, int(m), *row) for row in zip(spectra.delta, estimate, strict=True))
        yield from (("density", name, "", *row) for row in zip(spectra.omega, kind.density, strict=True))
        rows = zip(kind.drawn, kind.height, strict=True)
        yield from (("drawn frequency and its density", name, j, *row) for j, row in enumerate(rows, start=1))
