"""Colours of heat maps."""

from __future__ import annotations

from rffviz.figures.theme import Theme


def diverging(theme: Theme) -> list[list]:
    """Colours for signed values, from blue through the paper's to amber; they deepen fast near 0, so that small errors
    are seen."""
    below, above = theme.hues["blue"], theme.hues["amber"]
    depth = ((0.0, 1.0), (0.3, 0.8), (0.44, 0.45), (0.5, 0.0))
    scale = [[place, theme.soft(below, opacity)] for place, opacity in depth]
    return scale + [[1 - place, theme.soft(above, opacity)] for place, opacity in reversed(depth)]


def colour_axis(scale: str | list, low: float, high: float, **bar) -> dict:
    """A colour axis from `low` to `high` with its bar, placed by Plotly's names."""
    look = {"tickfont": {"size": 16}, "thickness": 16, "nticks": 5, "outlinewidth": 0}
    return {"colorscale": scale, "cmin": low, "cmax": high, "colorbar": look | bar}
