"""Variances and error bounds of random features: values that say where they promise nothing, and why."""

from rffviz.theory.bounds import (
    hoeffding,
    rahimi_recht,
    sriperumbudur_szabo,
    sutherland_schneider,
)
from rffviz.theory.inversion import epsilon_at, epsilon_curve, frequencies_needed
from rffviz.theory.on_pairs import epsilon_on_pairs, frequencies_needed_on_pairs, probability_on_pairs
from rffviz.theory.optimal_density import optimal_log_density, optimal_radius_cdf, optimal_radius_pdf
from rffviz.theory.pairs import Pairs, pairs_of
from rffviz.theory.records import Bound, EpsilonAt, EpsilonCurve
from rffviz.theory.registry import BOUNDS, BoundEntry
from rffviz.theory.variance import (
    largest_variance,
    map_variance,
    offset_variance,
    paired_variance,
)

__all__ = [
    "BOUNDS",
    "Bound",
    "BoundEntry",
    "EpsilonAt",
    "EpsilonCurve",
    "Pairs",
    "epsilon_at",
    "epsilon_curve",
    "epsilon_on_pairs",
    "frequencies_needed",
    "frequencies_needed_on_pairs",
    "hoeffding",
    "largest_variance",
    "map_variance",
    "offset_variance",
    "optimal_log_density",
    "optimal_radius_cdf",
    "optimal_radius_pdf",
    "paired_variance",
    "pairs_of",
    "probability_on_pairs",
    "rahimi_recht",
    "sriperumbudur_szabo",
    "sutherland_schneider",
]
