"""Predictors: ridge regression and other machines on features, beside the exact kernel methods they approximate."""

from rffviz.predict.compressed import CompressedRegression, compression
from rffviz.predict.core_vector import CoreVectorClassifier, CoreVectorRegressor, core_vector_steps
from rffviz.predict.cost import CostCurve, PowerLaw, cost_curve_steps, crossing_of, power_law
from rffviz.predict.descent import DoubleDescent, double_descent, double_descent_steps
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
from rffviz.predict.unsupervised import (
    ClusterComparison,
    ComponentComparison,
    compare_clusters,
    compare_components,
    kernel_kmeans,
)

__all__ = [
    "MAX_EXACT_POINTS",
    "MAX_SVM_POINTS",
    "BallStep",
    "ClusterComparison",
    "ComponentComparison",
    "CompressedRegression",
    "CoreVectorClassifier",
    "CoreVectorRegressor",
    "CostCurve",
    "DoubleDescent",
    "ExactKernelRidge",
    "ExactSVC",
    "ExactSVR",
    "FeatureRidge",
    "FeatureSVC",
    "KitchenSinkClassifier",
    "KitchenSinkRegressor",
    "Posterior",
    "PowerLaw",
    "RidgePath",
    "VarianceStarvation",
    "bounded_weights",
    "compare_clusters",
    "compare_components",
    "compression",
    "core_vector_steps",
    "cost_curve_steps",
    "crossing_of",
    "double_descent",
    "double_descent_steps",
    "enclosing_ball_steps",
    "exact_posterior",
    "feature_posterior",
    "kernel_kmeans",
    "power_law",
    "ridge_path_over_freqs",
    "ridge_path_steps",
    "ridge_weights",
    "variance_starvation",
]
