"""How figures look: light and dark, the same colour and marker for the same scheme everywhere."""

from __future__ import annotations

import math
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

_HUES = {  # of schemes and methods, on light and dark backgrounds; contrast at least 4.5 : 1
    "blue": ("#1f5fa8", "#7db1f0"),
    "amber": ("#a05a00", "#f2b24f"),
    "green": ("#1b7a4f", "#4fd1a1"),
    "pink": ("#a8327d", "#f08cc8"),
    "violet": ("#6a4bb0", "#b9a2f2"),
    "teal": ("#00707d", "#4dd0e1"),
    "olive": ("#666600", "#cfcf4a"),
    "slate": ("#566070", "#aab2bd"),
}
_STYLES = {  # the scheme's hue and marker: related schemes share a hue and differ by the marker
    "monte_carlo": ("blue", "circle"),
    "importance": ("blue", "star"),
    "leverage": ("blue", "hourglass"),
    "orthogonal": ("green", "square"),
    "orthogonal_pairs": ("green", "circle"),
    "orthogonal_strata": ("green", "triangle-up"),
    "orthogonal_strata_all": ("green", "triangle-down"),
    "simplex": ("green", "triangle-up-open"),
    "sorf": ("green", "square-open"),
    "rom": ("green", "circle-open"),
    "fastfood": ("olive", "hexagon"),
    "spherical_structured": ("teal", "circle"),
    "circulant": ("olive", "circle"),
    "sobol": ("amber", "diamond-open"),
    "sobol_scrambled": ("amber", "diamond"),
    "halton": ("pink", "triangle-up-open"),
    "halton_scrambled": ("pink", "triangle-up"),
    "lattice": ("teal", "pentagon-open"),
    "lattice_scrambled": ("teal", "pentagon"),
    "digital_net": ("violet", "cross-open"),
    "digital_net_scrambled": ("violet", "cross"),
    "moment_matching": ("slate", "triangle-down"),
    "quadrature": ("slate", "x"),
    "spherical_radial": ("green", "star-diamond"),
}
_METHODS = {  # the predictor's hue and marker
    "fourier": ("blue", "circle"),
    "binning": ("amber", "square"),
    "fourier_binning": ("olive", "hexagon"),
    "nystrom": ("green", "diamond"),
    "meka": ("green", "diamond-open"),
    "linear_svm": ("blue", "x"),
    "arc_cosine": ("olive", "triangle-up"),
    "polynomial": ("amber", "cross"),
    "spherical": ("amber", "star-diamond"),
    "additive_chi2": ("slate", "triangle-up"),
    "intersection": ("slate", "triangle-down"),
    "supervised": ("pink", "triangle-up"),
    "aligned": ("violet", "triangle-down"),
    "sinks": ("teal", "cross"),
    "compressed": ("slate", "star"),
    "sparse_spectrum": ("pink", "diamond-open"),
    "a_la_carte": ("violet", "diamond-open"),
    "metropolis": ("teal", "diamond-open"),
}
_GUARANTEES = {  # the bound's hue (by default the colour of bounds) and its dash
    "rahimi_recht": ("", "dash"),
    "sutherland_schneider": ("teal", "dashdot"),
    "sriperumbudur_szabo": ("pink", "longdash"),
    "hoeffding": ("slate", "dot"),
    "cramer_pairs": ("violet", "dash"),
    "bernstein_pairs": ("olive", "dashdot"),
    "hoeffding_pairs": ("amber", "dot"),
    "avron_leverage": ("olive", "dashdot"),
}
_SYMBOLS = ("triangle-up", "triangle-down", "cross", "x", "star", "hexagon", "pentagon", "bowtie")


@dataclass(frozen=True)
class Theme:
    """The look of figures in one browser: light or dark colours, and narrow or wide."""

    name: str  # "light" or "dark"
    paper: str
    ink: str
    muted: str  # secondary text
    grid: str
    bound: str  # colour of bounds
    exact: str  # colour of the exact method
    hues: dict[str, str]
    scale: str = "Viridis"  # sequential colours for heat maps
    faint: float = 0.1  # opacity of a band behind others, still seen on the paper
    narrow: bool = False  # a phone's width: names go under the figure and labels are short
    presented: bool = False  # to a hall: half of the page has room for two names in a row

    @property
    def half(self) -> bool:
        """Whether it is half of a presented page."""
        return self.narrow and self.presented

    def scheme(self, name: str) -> tuple[str, str]:
        """Colour and marker of a sampling scheme, the same on every page; Monte Carlo's colour is kept for its own."""
        if name in _STYLES:
            hue, symbol = _STYLES[name]
            return self.hues[hue], symbol
        index, others = zlib.crc32(name.encode()), [hue for hue in self.hues if hue != _STYLES["monte_carlo"][0]]
        return self.hues[others[index % len(others)]], _SYMBOLS[index // len(others) % len(_SYMBOLS)]

    def method(self, name: str) -> tuple[str, str]:
        """Colour and marker of a predictor, the same on every page."""
        hue, symbol = _METHODS.get(name, ("slate", "bowtie"))
        return self.hues[hue], symbol

    def guarantee(self, name: str) -> tuple[str, str]:
        """Colour and dash of a bound."""
        hue, dash = _GUARANTEES.get(name, ("", "dash"))
        return self.hues.get(hue, self.bound), dash

    def soft(self, colour: str, opacity: float) -> str:
        """`colour` (#rrggbb) with an opacity, for bands."""
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        return f"rgba({red},{green},{blue},{opacity})"


LIGHT = Theme(
    "light",
    paper="#ffffff",
    ink="#1b1f27",
    muted="#4d5562",
    grid="#e3e6ec",
    bound="#b0233f",
    exact="#1b1f27",
    hues={name: hue[0] for name, hue in _HUES.items()},
)
DARK = Theme(
    "dark",
    paper="#0e1117",
    ink="#f2f4f8",
    muted="#b4bcc8",
    grid="#2a303b",
    bound="#ff8094",
    exact="#f2f4f8",
    hues={name: hue[1] for name, hue in _HUES.items()},
    faint=0.22,
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

FONT = "Source Sans, Source Sans Pro, Segoe UI, Helvetica, Arial, sans-serif"


def blank(theme: Theme, height: int = 450) -> go.Figure:
    """An empty figure in the theme. Titles are outside it, where they can wrap; exports include them."""
    return go.Figure(layout=look(theme, height))


def look(theme: Theme, height: int) -> dict[str, Any]:
    """The layout of an empty figure. Plotly takes it ten times as fast at once as in an update."""
    axis = {
        "gridcolor": theme.grid,
        "linecolor": theme.muted,
        "tickcolor": theme.muted,
        "zeroline": False,
        "showline": True,
        "ticks": "outside",
        "automargin": True,
        "title": {"standoff": 12, "font": {"size": 18}},
        "tickfont": {"size": 16},
    }
    return {
        "template": "none",
        "font": {"family": FONT, "size": 16, "color": theme.ink},
        "paper_bgcolor": theme.paper,
        "plot_bgcolor": theme.paper,
        "xaxis": axis,
        "yaxis": axis,
        "height": height,
        "margin": {"l": 70, "r": 20, "t": 14, "b": 64},
        "showlegend": False,
        "hoverlabel": {"font": {"size": 15}},
        "hovermode": "closest",
    }


def legend_under(figure: go.Figure, y: float = -0.2, **layout) -> go.Figure:
    """A legend in rows under the plots, at `y` as a share of their height."""
    return figure.update_layout(showlegend=True, legend={"orientation": "h", "x": 0, "y": y}, **layout)


def legend_in_rows(figure: go.Figure, below: int, in_a_row: int = 1, but: Collection[str] = ()) -> go.Figure:
    """A legend of all named traces `but` some, `below` pixels under the plot, in a figure tall enough for it.

    Used where names at the lines' ends have no room.
    """
    figure.for_each_trace(lambda trace: trace.update(showlegend=bool(trace.name) and trace.name not in but))
    room = below + 26 * math.ceil(sum(bool(trace.showlegend) for trace in figure.data) / in_a_row)
    return legend_under(figure, -below / 400, legend_yanchor="top", height=390 + room, margin={"b": room})
