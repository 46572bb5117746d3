"""Predictors: ridge regression and other machines on features, beside the exact kernel methods they approximate."""

from rffviz.predict.exact import MAX_EXACT_POINTS, ExactKernelRidge
from rffviz.predict.gaussian_process import (
    Posterior,
    VarianceStarvation,
    exact_posterior,
    feature_posterior,
    variance_starvation,
)
from rffviz.predict.path import RidgePath, ridge_path_over_freqs, ridge_path_steps
from rffviz.predict.ridge import FeatureRidge, ridge_weights

__all__ = [
    "MAX_EXACT_POINTS",
    "ExactKernelRidge",
    "FeatureRidge",
    "Posterior",
    "RidgePath",
    "VarianceStarvation",
    "exact_posterior",
    "feature_posterior",
    "ridge_path_over_freqs",
    "ridge_path_steps",
    "ridge_weights",
    "variance_starvation",
]
