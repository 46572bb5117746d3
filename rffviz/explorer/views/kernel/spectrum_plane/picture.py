"""A kernel of two coordinates, the mean of plane waves, and the spectrum that their frequencies are drawn from."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.figures.axes import colour_axis, diverging
from rffviz.explorer.figures.lines import line
from rffviz.explorer.figures.panels import panel_place, side_by_side
from rffviz.explorer.figures.picture import Picture, Scrub
from rffviz.explorer.figures.theme import Theme, legend_under
from rffviz.explorer.figures.traces import dots, heat
from rffviz.explorer.views.kernel.spectrum_plane.words import plane_spectrum_readouts, plane_spectrum_words
from rffviz.studies.spectrum_plane import PlaneSpectrum

_TITLES = ("kernel k", "estimate k̂", "spectrum p and frequencies")
_LINES = 8  # frequencies drawn with a line from 0
_DECADES = 4  # decades of p covered by the colour scale


def plane_spectrum_picture(record: PlaneSpectrum, theme: Theme) -> Picture:
    """k and k̂ in the same colours beside p with the frequencies drawn; D is scrubbed."""
    figure = side_by_side(theme, _TITLES, 395, 1150, horizontal_spacing=0.075, vertical_spacing=0.1)
    _axes(figure, record, theme)
    start = record.start
    shades = heat(_shades(record), "p", record.omega, record.omega, "coloraxis2", hoverinfo="skip", hovertemplate=None)
    figure.add_trace(_field(record, record.exact, "k"), **panel_place(theme, 0))
    figure.add_trace(shades, **panel_place(theme, 2))
    for panel, trace in zip((1, 2, 2), _moving(record, start, theme), strict=True):
        figure.add_trace(trace, **panel_place(theme, panel))
    readouts = plane_spectrum_readouts(record)
    scrub = Scrub.over_freqs(record.n_freqs, readouts, start, redraw=True)
    first, second = np.meshgrid(record.delta, record.delta)
    columns = {"delta_1": first.ravel(), "delta_2": second.ravel(), "kernel": record.exact.ravel()}
    return Picture(
        name=f"spectrum-plane-{record.about.kernel.name}",
        figure=figure,
        columns=columns
        | {f"estimate_{m}": k.ravel() for m, k in zip(record.n_freqs.tolist(), record.approximate, strict=True)},
        **plane_spectrum_words(record),
        readout=readouts[start],
        scrub=scrub.frames(figure, [2, 3, 4], lambda g: _moving(record, g, theme)),
    )


def _axes(figure: go.Figure, record: PlaneSpectrum, theme: Theme) -> None:
    for panel, letter in enumerate("δδω"):
        ends = record.omega if letter == "ω" else record.delta
        place = panel_place(theme, panel)
        look = {"range": [float(ends[0]), float(ends[-1])], "nticks": 5, "showgrid": False, "constrain": "domain"}
        figure.update_xaxes(title={"text": f"{letter}<sub>1</sub>"}, **look, **place)
        anchor = f"x{panel + 1}" if panel else "x"
        figure.update_yaxes(title={"text": f"{letter}<sub>2</sub>"}, scaleanchor=anchor, **look, **place)
    bar = {"orientation": "h", "yanchor": "top", "thickness": 12}
    places = [{"x": 0.14, "y": -0.27, "len": 0.28}, {"x": 0.86, "y": -0.27, "len": 0.28}]
    if theme.narrow:
        places = [{"x": 0.5, "y": -0.07, "len": 0.9}, {"x": 0.5, "y": -0.14, "len": 0.9}]
    low, high = (-_DECADES, 0) if record.scale == "log" else (0, 1)
    k, p = (bar | place for place in places)
    k |= {"tickvals": [-1, 0, 1], "ticktext": ["k = −1", "0", "1"]}
    p |= {"tickvals": [low, high], "ticktext": ["10⁻⁴ max p" if record.scale == "log" else "p = 0", "max p"]}
    legend_under(figure, -0.2 if theme.narrow else -0.27, legend_font_size=16, legend_x=0 if theme.narrow else 0.34)
    figure.update_layout(
        margin={"b": 260 if theme.narrow else 110, "l": 60},
        coloraxis=colour_axis(diverging(theme), -1, 1, **k),
        coloraxis2=colour_axis(theme.scale, low, high, **p),
    )


def _field(record: PlaneSpectrum, values: np.ndarray, what: str) -> go.Heatmap:
    return heat(values, f"{what}(%{{x:.2g}}, %{{y:.2g}}) = %{{z:.3f}}", record.delta, record.delta)


def _shades(record: PlaneSpectrum) -> np.ndarray:
    """p as a share of its largest value, or the logarithm of that; a pole at 0 does not darken the rest."""
    share = np.minimum(record.density / np.quantile(record.density, 0.998), 1)
    return np.log10(np.maximum(share, 10.0**-_DECADES)) if record.scale == "log" else share


def _moving(record: PlaneSpectrum, g: int, theme: Theme) -> list[go.Heatmap | go.Scatter]:
    """k̂, the lines to the first frequencies, and the frequencies drawn."""
    m = int(record.n_freqs[g])
    first = record.W[: min(m, _LINES)]
    from_zero = np.stack([np.zeros_like(first), first, np.full_like(first, np.nan)], axis=1).reshape(-1, 2)
    edge = {"width": 1, "color": theme.ink}
    return [
        _field(record, record.approximate[g], "k̂"),
        line(
            *from_zero.T,
            theme.hues["amber"],
            f"first {len(first)} frequencies",
            width=2,
            legendrank=1001,
            hoverinfo="skip",
        ),
        dots(record.W[:m], theme.paper, size=8 if m <= 64 else 5, hover="ω = (%{x:.3g}, %{y:.3g})", line=edge).update(
            name="frequencies", showlegend=True
        ),
    ]
