"""What a page says where it cannot show what was asked for, and shows something else instead."""

from __future__ import annotations

from rffviz.samplers import SAMPLERS

BOX_IS_FOR_PAIRED_MAP = (
    "The largest error over pairs of points is shown: the search over the box is for the paired map alone, whose error "
    "depends only on x − y."
)
PAIRED_MAP_FOR_PAIRS = "The cos and sin map is shown: the ±2σ band here does not hold for positive features."
NO_OTHER_SEEDS = "Frequencies from a file have no other seeds, so there is no bias to test."


def not_defined(label: str, reason: str) -> str:
    """A scheme that is not defined here, and has no stand-in."""
    return f"{label} is not defined here. {reason}"


def too_few_frequencies(least: int, d: int) -> str:
    """Why a scheme is not defined for fewer frequencies."""
    return f"It needs at least {least:,} frequencies for d = {d}."


def left_out(label: str, reason: str) -> str:
    """A scheme or a method that is not defined here."""
    return f"{label} is left out. {reason}"


def monte_carlo_instead(scheme: str, reason: str) -> str:
    """A scheme that is not defined here, where one must be shown."""
    return f"Monte Carlo is shown instead of {SAMPLERS[scheme].label}. {reason}"


def positive_map_is_for_gaussian(kernel) -> str:
    """The map of the Gaussian kernel, asked for with another."""
    return f"The cos and sin map is shown: positive features are for the Gaussian kernel, not the {kernel.label} one."


def all_points_are_landmarks(n_points: int, asked: int) -> str:
    """More landmarks than points were asked for."""
    return f"All {n_points:,} points are landmarks: there are fewer of them than the {asked:,} landmarks asked for."
