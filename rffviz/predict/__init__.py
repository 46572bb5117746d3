"""Predictors: ridge regression on features, and the exact kernel regression it approximates."""

from rffviz.predict.classifier import FeatureRidgeClassifier
from rffviz.predict.exact import MAX_EXACT_POINTS, ExactKernelRidge
from rffviz.predict.path import Posterior, RidgePath, ridge_path_over_freqs, ridge_path_steps
from rffviz.predict.penalty import (
    Choice,
    FoldErrors,
    PenaltyPath,
    choose_scale_and_penalty,
    k_fold_errors,
    penalty_path,
)
from rffviz.predict.ridge import FeatureRidge, ridge_weights

__all__ = [
    "MAX_EXACT_POINTS",
    "Choice",
    "ExactKernelRidge",
    "FeatureRidge",
    "FeatureRidgeClassifier",
    "FoldErrors",
    "PenaltyPath",
    "Posterior",
    "RidgePath",
    "choose_scale_and_penalty",
    "k_fold_errors",
    "penalty_path",
    "ridge_path_over_freqs",
    "ridge_path_steps",
    "ridge_weights",
]
