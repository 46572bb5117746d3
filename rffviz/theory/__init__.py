"""Variances and error bounds of random features: values that say where they promise nothing, and why."""

from rffviz.theory.bounds import (
    hoeffding,
    rahimi_recht,
    sriperumbudur_szabo,
    sutherland_schneider,
)
from rffviz.theory.inversion import epsilon_at, epsilon_curve, frequencies_needed
from rffviz.theory.optimal_density import optimal_log_density, optimal_radius_cdf, optimal_radius_pdf
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
    "epsilon_at",
    "epsilon_curve",
    "frequencies_needed",
    "hoeffding",
    "largest_variance",
    "map_variance",
    "offset_variance",
    "optimal_log_density",
    "optimal_radius_cdf",
    "optimal_radius_pdf",
    "paired_variance",
    "rahimi_recht",
    "sriperumbudur_szabo",
    "sutherland_schneider",
]
