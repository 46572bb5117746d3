"""Variances and error bounds of random features: values that say where they promise nothing, and why."""

from rffviz.theory.binning import random_binning
from rffviz.theory.bounds import (
    hoeffding,
    rahimi_recht,
    sriperumbudur_szabo,
    sriperumbudur_szabo_deviation,
    sutherland_schneider,
)
from rffviz.theory.inversion import epsilon_at, epsilon_curve, frequencies_needed
from rffviz.theory.landmarks import landmark_clustering_gap, landmark_sampling_gap
from rffviz.theory.optimal_density import optimal_log_density, optimal_radius_cdf, optimal_radius_pdf
from rffviz.theory.records import Bound, EpsilonAt, EpsilonCurve, Gap
from rffviz.theory.registry import BOUNDS, BoundEntry
from rffviz.theory.variance import (
    largest_variance,
    map_variance,
    offset_variance,
    offset_variance_at_equal_features,
    paired_variance,
    paired_variance_at_equal_features,
)

__all__ = [
    "BOUNDS",
    "Bound",
    "BoundEntry",
    "EpsilonAt",
    "EpsilonCurve",
    "Gap",
    "epsilon_at",
    "epsilon_curve",
    "frequencies_needed",
    "hoeffding",
    "landmark_clustering_gap",
    "landmark_sampling_gap",
    "largest_variance",
    "map_variance",
    "offset_variance",
    "offset_variance_at_equal_features",
    "optimal_log_density",
    "optimal_radius_cdf",
    "optimal_radius_pdf",
    "paired_variance",
    "paired_variance_at_equal_features",
    "rahimi_recht",
    "random_binning",
    "sriperumbudur_szabo",
    "sriperumbudur_szabo_deviation",
    "sutherland_schneider",
]
