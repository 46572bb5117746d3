"""Predictors: ridge regression and other models on features, and the exact kernel methods they approximate.

Arguments outside their ranges are refused by a `Refusal`, a ValueError that names the argument and what is allowed;
classifiers refuse a target of one class.
"""

from rffviz.predict.a_la_carte import AlaCarteRegressor
from rffviz.predict.attention import attention
from rffviz.predict.classifier import FeatureRidgeClassifier
from rffviz.predict.compressed import CompressedRegression
from rffviz.predict.core_vector import CoreVectorClassifier, CoreVectorRegressor
from rffviz.predict.exact import ExactKernelRidge, ExactKernelRidgeClassifier
from rffviz.predict.exact_svm import MAX_SVM_POINTS, ExactSVC, ExactSVR, FeatureSVC
from rffviz.predict.gaussian_process import exact_posterior, variance_starvation
from rffviz.predict.kitchen_sinks import KitchenSinkClassifier, KitchenSinkRegressor, bounded_weights
from rffviz.predict.metropolis import MetropolisRegressor, MetropolisStep
from rffviz.predict.pathwise import pathwise_posterior
from rffviz.predict.penalty import choose_scale_and_penalty, k_fold_errors, penalty_path
from rffviz.predict.ridge import FeatureRidge, ridge_weights
from rffviz.predict.sparse_spectrum import SparseSpectrumRegressor
from rffviz.predict.spectral_mixture import MAX_MIXTURE_POINTS, SpectralMixtureRegressor
from rffviz.predict.squared_hinge import squared_hinge_path

__all__ = [
    "MAX_MIXTURE_POINTS",
    "MAX_SVM_POINTS",
    "AlaCarteRegressor",
    "CompressedRegression",
    "CoreVectorClassifier",
    "CoreVectorRegressor",
    "ExactKernelRidge",
    "ExactKernelRidgeClassifier",
    "ExactSVC",
    "ExactSVR",
    "FeatureRidge",
    "FeatureRidgeClassifier",
    "FeatureSVC",
    "KitchenSinkClassifier",
    "KitchenSinkRegressor",
    "MetropolisRegressor",
    "MetropolisStep",
    "SparseSpectrumRegressor",
    "SpectralMixtureRegressor",
    "attention",
    "bounded_weights",
    "choose_scale_and_penalty",
    "exact_posterior",
    "k_fold_errors",
    "pathwise_posterior",
    "penalty_path",
    "ridge_weights",
    "squared_hinge_path",
    "variance_starvation",
]
