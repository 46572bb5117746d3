"""Predictors: ridge regression on features, and the exact kernel regression it approximates."""

from rffviz.predict.classifier import FeatureRidgeClassifier
from rffviz.predict.comparison import Comparison, Contender, Run, comparison_steps
from rffviz.predict.cost import Cost, cost_steps
from rffviz.predict.descent import Descent, descent_steps, ridge_solutions, sizes_about
from rffviz.predict.exact import MAX_EXACT_POINTS, ExactKernelRidge
from rffviz.predict.image import ImageFits, image_fit_steps
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
from rffviz.predict.surfaces import Surface, Surfaces, surface_steps
from rffviz.predict.unsupervised import Unsupervised, unsupervised_steps

__all__ = [
    "MAX_EXACT_POINTS",
    "Choice",
    "Comparison",
    "Contender",
    "Cost",
    "Descent",
    "ExactKernelRidge",
    "FeatureRidge",
    "FeatureRidgeClassifier",
    "FoldErrors",
    "ImageFits",
    "PenaltyPath",
    "Posterior",
    "RidgePath",
    "Run",
    "Surface",
    "Surfaces",
    "Unsupervised",
    "choose_scale_and_penalty",
    "comparison_steps",
    "cost_steps",
    "descent_steps",
    "image_fit_steps",
    "k_fold_errors",
    "penalty_path",
    "ridge_path_over_freqs",
    "ridge_path_steps",
    "ridge_solutions",
    "ridge_weights",
    "sizes_about",
    "surface_steps",
    "unsupervised_steps",
]
