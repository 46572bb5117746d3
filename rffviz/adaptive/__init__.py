"""Fourier features adapted to data: landmarks, the kernel approximation loss on them, and its minimisers.

Arguments outside their ranges are refused by a `Refusal`, a ValueError that names the argument and what is allowed.
"""

from rffviz.adaptive.algorithm1 import algorithm1_steps
from rffviz.adaptive.alignment import AlignedFourierFeatures, alignment_scores, alignment_weights
from rffviz.adaptive.estimator import OPTIMIZERS, AdaptiveFourierFeatures, Optimizer
from rffviz.adaptive.grid import Ellipse, WeightMap, default_extent, spectral_weight_map
from rffviz.adaptive.landmarks import LANDMARK_KINDS, Landmarks, choose_landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.prediction_loss import PredictionLoss
from rffviz.adaptive.quasi_newton import RIDGE_OF_MANY, RIDGE_PATH, quasi_newton_steps
from rffviz.adaptive.supervised_estimator import (
    HybridLoss,
    SupervisedFourierClassifier,
    SupervisedFourierFeatures,
    SupervisedFourierRegressor,
    adam_steps,
    algorithm2_steps,
    projected_steps,
)
from rffviz.adaptive.weighted import WeightedFourierFeatures, kernel_weights
from rffviz.adaptive.weights import solve_weights

__all__ = [
    "LANDMARK_KINDS",
    "OPTIMIZERS",
    "RIDGE_OF_MANY",
    "RIDGE_PATH",
    "AdaptiveFourierFeatures",
    "AlignedFourierFeatures",
    "Ellipse",
    "EmpiricalLoss",
    "HybridLoss",
    "Landmarks",
    "Optimizer",
    "PredictionLoss",
    "SupervisedFourierClassifier",
    "SupervisedFourierFeatures",
    "SupervisedFourierRegressor",
    "WeightMap",
    "WeightedFourierFeatures",
    "adam_steps",
    "algorithm1_steps",
    "algorithm2_steps",
    "alignment_scores",
    "alignment_weights",
    "choose_landmarks",
    "default_extent",
    "kernel_weights",
    "projected_steps",
    "quasi_newton_steps",
    "solve_weights",
    "spectral_weight_map",
]
