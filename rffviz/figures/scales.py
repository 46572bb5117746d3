"""Colours for signed values."""

from __future__ import annotations

from rffviz.figures.theme import Theme


def diverging(theme: Theme) -> list[list]:
    """From blue through the paper to amber: colours that deepen fast near 0, so that late, small errors are seen."""
    below, above = theme.hues["blue"], theme.hues["amber"]
    depth = ((0.0, 1.0), (0.3, 0.8), (0.44, 0.45), (0.5, 0.0))
    scale = [[place, theme.soft(below, opacity)] for place, opacity in depth]
    return scale + [[1 - place, theme.soft(above, opacity)] for place, opacity in reversed(depth)]
