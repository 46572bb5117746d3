"""How figures look: light and dark, the same colour and marker for the same scheme everywhere."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import plotly.graph_objects as go

_HUES = ("blue", "amber", "green", "pink", "violet", "teal", "olive", "slate")
_STYLES = {  # the scheme's hue and marker: related schemes share a hue and differ by the marker
    "monte_carlo": ("blue", "circle"),
    "importance": ("blue", "star"),
    "leverage": ("blue", "hourglass"),
    "orthogonal": ("green", "square"),
    "sorf": ("green", "square-open"),
    "fastfood": ("olive", "hexagon"),
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
    "linear_svm": ("blue", "x"),
    "supervised": ("pink", "triangle-up"),
    "aligned": ("violet", "triangle-down"),
    "sinks": ("teal", "cross"),
    "compressed": ("slate", "star"),
}
_PROMISES = {  # the bound's hue, the bound colour where there is none, and its dash
    "rahimi_recht": ("", "dash"),
    "sutherland_schneider": ("violet", "dashdot"),
    "sriperumbudur_szabo": ("teal", "longdash"),
    "hoeffding": ("slate", "dot"),
}
_SYMBOLS = ("triangle-up", "triangle-down", "cross", "x", "star", "hexagon", "pentagon", "bowtie")


@dataclass(frozen=True)
class Theme:
    """How figures look in one browser: the colours of one of the two appearances, and how much room there is.

    Attributes
    ----------
    name : {"light", "dark"}
    paper, ink, muted, grid : str
        Background, text, secondary text, grid lines.
    bound : str
        What theory promises.
    exact : str
        The exact method.
    hues : dict
        The named colours of schemes and methods; each at least 4.5 : 1 against the paper.
    scale : str
        Sequential colours for heat maps, from nothing to much.
    narrow : bool
        A phone's width: names go under the figure and labels are short.
    """

    name: str
    paper: str
    ink: str
    muted: str
    grid: str
    bound: str
    exact: str
    hues: dict[str, str]
    scale: str = "Viridis"
    narrow: bool = False

    def scheme(self, name: str) -> tuple[str, str]:
        """Colour and marker of a sampling scheme, the same on every page."""
        if name in _STYLES:
            hue, symbol = _STYLES[name]
            return self.hues[hue], symbol
        index = zlib.crc32(name.encode())
        return self.hues[_HUES[index % len(_HUES)]], _SYMBOLS[index // len(_HUES) % len(_SYMBOLS)]

    def method(self, name: str) -> tuple[str, str]:
        """Colour and marker of a predictor, the same on every page."""
        hue, symbol = _METHODS.get(name, ("slate", "bowtie"))
        return self.hues[hue], symbol

    def promise(self, name: str) -> tuple[str, str]:
        """Colour and dash of a bound."""
        hue, dash = _PROMISES.get(name, ("", "dash"))
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
    hues={
        "blue": "#1f5fa8",
        "amber": "#a05a00",
        "green": "#1b7a4f",
        "pink": "#a8327d",
        "violet": "#6a4bb0",
        "teal": "#00707d",
        "olive": "#666600",
        "slate": "#566070",
    },
)
DARK = Theme(
    "dark",
    paper="#0e1117",
    ink="#f2f4f8",
    muted="#b4bcc8",
    grid="#2a303b",
    bound="#ff8094",
    exact="#f2f4f8",
    hues={
        "blue": "#7db1f0",
        "amber": "#f2b24f",
        "green": "#4fd1a1",
        "pink": "#f08cc8",
        "violet": "#b9a2f2",
        "teal": "#4dd0e1",
        "olive": "#cfcf4a",
        "slate": "#aab2bd",
    },
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

FONT = "Source Sans, Source Sans Pro, Segoe UI, Helvetica, Arial, sans-serif"


def blank(theme: Theme, height: int = 470) -> go.Figure:
    """An empty figure in the theme. Titles stand outside, where they can wrap; exports put them in."""
    figure = go.Figure()
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
    figure.update_layout(
        template="none",
        font={"family": FONT, "size": 16, "color": theme.ink},
        paper_bgcolor=theme.paper,
        plot_bgcolor=theme.paper,
        xaxis=axis,
        yaxis=axis,
        height=height,
        margin={"l": 70, "r": 20, "t": 14, "b": 64},
        showlegend=False,
        hoverlabel={"font": {"size": 15}},
        hovermode="closest",
    )
    return figure


def legend_under(y: float = -0.2) -> dict:
    """A legend in a row under the plot."""
    return {"orientation": "h", "x": 0, "y": y}
