"""Predictors: ridge regression and other machines on features, beside the exact kernel methods they approximate."""

from rffviz.predict.classifier import FeatureRidgeClassifier
from rffviz.predict.comparison import Comparison, Contender, Run, comparison_steps
from rffviz.predict.compressed import CompressedRegression, compression
from rffviz.predict.core_vector import CoreVectorClassifier, CoreVectorRegressor, core_vector_steps
from rffviz.predict.cost import Cost, cost_steps
from rffviz.predict.descent import Descent, descent_steps, ridge_solutions, sizes_about
from rffviz.predict.enclosing_ball import BallStep, enclosing_ball_steps
from rffviz.predict.exact import MAX_EXACT_POINTS, ExactKernelRidge
from rffviz.predict.exact_svm import MAX_SVM_POINTS, ExactSVC, ExactSVR, FeatureSVC
from rffviz.predict.gaussian_process import (
    Posterior,
    VarianceStarvation,
    exact_posterior,
    feature_posterior,
    variance_starvation,
)
from rffviz.predict.image import ImageFits, image_fit_steps
from rffviz.predict.kitchen_sinks import KitchenSinkClassifier, KitchenSinkRegressor, bounded_weights
from rffviz.predict.path import RidgePath, ridge_path_over_freqs, ridge_path_steps
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
    "MAX_SVM_POINTS",
    "BallStep",
    "Choice",
    "Comparison",
    "CompressedRegression",
    "Contender",
    "CoreVectorClassifier",
    "CoreVectorRegressor",
    "Cost",
    "Descent",
    "ExactKernelRidge",
    "ExactSVC",
    "ExactSVR",
    "FeatureRidge",
    "FeatureRidgeClassifier",
    "FeatureSVC",
    "FoldErrors",
    "ImageFits",
    "KitchenSinkClassifier",
    "KitchenSinkRegressor",
    "PenaltyPath",
    "Posterior",
    "RidgePath",
    "Run",
    "Surface",
    "Surfaces",
    "Unsupervised",
    "VarianceStarvation",
    "bounded_weights",
    "choose_scale_and_penalty",
    "comparison_steps",
    "compression",
    "core_vector_steps",
    "cost_steps",
    "descent_steps",
    "enclosing_ball_steps",
    "exact_posterior",
    "feature_posterior",
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
    "variance_starvation",
]
