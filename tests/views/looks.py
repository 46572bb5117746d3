"""The looks that a figure has, and pairs of cases and looks that cover both."""

from dataclasses import replace
from itertools import cycle

from rffviz.figures.theme import DARK, LIGHT

LOOKS = {"light": LIGHT, "dark": DARK, "narrow": replace(LIGHT, narrow=True)}


def covered(cases, others=("dark", "narrow")):
    """Every case in the light, and in turn one of the other looks."""
    return [pair for case, other in zip(cases, cycle(others)) for pair in ((case, "light"), (case, other))]
