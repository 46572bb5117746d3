"""Predictors: ridge regression and other machines on features, beside the exact kernel methods they approximate."""

from rffviz.predict.compressed import CompressedRegression, compression
from rffviz.predict.core_vector import CoreVectorClassifier, CoreVectorRegressor, core_vector_steps
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
from rffviz.predict.kitchen_sinks import KitchenSinkClassifier, KitchenSinkRegressor, bounded_weights
from rffviz.predict.path import RidgePath, ridge_path_over_freqs, ridge_path_steps
from rffviz.predict.ridge import FeatureRidge, ridge_weights

__all__ = [
    "MAX_EXACT_POINTS",
    "MAX_SVM_POINTS",
    "BallStep",
    "CompressedRegression",
    "CoreVectorClassifier",
    "CoreVectorRegressor",
    "ExactKernelRidge",
    "ExactSVC",
    "ExactSVR",
    "FeatureRidge",
    "FeatureSVC",
    "KitchenSinkClassifier",
    "KitchenSinkRegressor",
    "Posterior",
    "RidgePath",
    "VarianceStarvation",
    "bounded_weights",
    "compression",
    "core_vector_steps",
    "enclosing_ball_steps",
    "exact_posterior",
    "feature_posterior",
    "ridge_path_over_freqs",
    "ridge_path_steps",
    "ridge_weights",
    "variance_starvation",
]
