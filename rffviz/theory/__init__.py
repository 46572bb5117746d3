"""Variances and error bounds of random features; each bound says where it is vacuous, and why."""

from rffviz.theory.attention_variance import AttentionErrors, attention_errors, relative_weight_variance
from rffviz.theory.bounds import hoeffding, rahimi_recht, sriperumbudur_szabo, sutherland_schneider
from rffviz.theory.equivalent import EquivalentError, equivalent_error, signal_and_noise, spectrum_on_points
from rffviz.theory.expected_error import ExpectedError, expected_error
from rffviz.theory.inversion import epsilon_at, epsilon_curve, frequencies_needed
from rffviz.theory.kernel_matrix import KernelMatrix, degrees_of_freedom, kernel_matrix
from rffviz.theory.matrix_bounds import (
    MATRIX_BOUNDS,
    MatrixBound,
    matrix_epsilon_at,
    matrix_epsilon_curve,
    matrix_frequencies_needed,
    matrix_probability,
    theorems_of,
)
from rffviz.theory.on_pairs import epsilon_on_pairs, frequencies_needed_on_pairs, probability_on_pairs
from rffviz.theory.optimal_density import optimal_log_density, optimal_radius_cdf, optimal_radius_pdf
from rffviz.theory.orthogonal_variance import (
    OrthogonalGain,
    orthogonal_covariance,
    orthogonal_gain,
    orthogonal_root_mean_square,
    orthogonal_variance,
)
from rffviz.theory.pairs import Pairs, pairs_of
from rffviz.theory.prediction_bounds import (
    PredictionBound,
    ridge_prediction_bound,
    ridge_training_bound,
    svm_prediction_bound,
)
from rffviz.theory.records import Bound, EpsilonAt, EpsilonCurve
from rffviz.theory.registry import BOUNDS, BoundEntry
from rffviz.theory.variance import largest_variance, map_variance, offset_variance, paired_variance

__all__ = [
    "BOUNDS",
    "MATRIX_BOUNDS",
    "AttentionErrors",
    "Bound",
    "BoundEntry",
    "EpsilonAt",
    "EpsilonCurve",
    "EquivalentError",
    "ExpectedError",
    "KernelMatrix",
    "MatrixBound",
    "OrthogonalGain",
    "Pairs",
    "PredictionBound",
    "attention_errors",
    "degrees_of_freedom",
    "epsilon_at",
    "epsilon_curve",
    "epsilon_on_pairs",
    "equivalent_error",
    "expected_error",
    "frequencies_needed",
    "frequencies_needed_on_pairs",
    "hoeffding",
    "kernel_matrix",
    "largest_variance",
    "map_variance",
    "matrix_epsilon_at",
    "matrix_epsilon_curve",
    "matrix_frequencies_needed",
    "matrix_probability",
    "offset_variance",
    "optimal_log_density",
    "optimal_radius_cdf",
    "optimal_radius_pdf",
    "orthogonal_covariance",
    "orthogonal_gain",
    "orthogonal_root_mean_square",
    "orthogonal_variance",
    "paired_variance",
    "pairs_of",
    "probability_on_pairs",
    "rahimi_recht",
    "relative_weight_variance",
    "ridge_prediction_bound",
    "ridge_training_bound",
    "signal_and_noise",
    "spectrum_on_points",
    "sriperumbudur_szabo",
    "sutherland_schneider",
    "svm_prediction_bound",
    "theorems_of",
]
