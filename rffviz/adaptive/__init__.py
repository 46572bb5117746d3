"""Fourier features adapted to data: landmarks, the kernel approximation loss on them, and its minimisers."""

from rffviz.adaptive.algorithm1 import algorithm1, algorithm1_steps
from rffviz.adaptive.aligned import AlignedFourierFeatures
from rffviz.adaptive.alignment import alignment_scores, alignment_weights
from rffviz.adaptive.estimator import OPTIMIZERS, AdaptiveFourierFeatures
from rffviz.adaptive.gap import LandmarkGap, landmark_gap
from rffviz.adaptive.grid import Ellipse, WeightMap, default_extent, spectral_weight_map
from rffviz.adaptive.hybrid import HybridLoss, SupervisedStep
from rffviz.adaptive.kernel_term import KernelTermStudy, kernel_term_steps
from rffviz.adaptive.kernel_weights import kernel_weights
from rffviz.adaptive.landmark_study import LandmarkStudy, LandmarkStudyStep, landmark_counts, landmark_study_steps
from rffviz.adaptive.landmarks import LANDMARK_KINDS, Landmarks, choose_landmarks
from rffviz.adaptive.learners import STUDY_LEARNERS, Learner
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.plane import Plane, PlaneView, Wave, coordinate_plane, plane_view, principal_plane, wave_over
from rffviz.adaptive.prediction_loss import PREDICTION_LOSSES, PredictionLoss
from rffviz.adaptive.progress import LEARNERS, KeptStep, LearningProgress, learning_progress_steps
from rffviz.adaptive.quasi_newton import RIDGE_PATH, quasi_newton, quasi_newton_steps
from rffviz.adaptive.radial_study import (
    LearnedLengths,
    LengthLaw,
    RadialStudy,
    RadialStudyStep,
    radial_study_steps,
)
from rffviz.adaptive.record import LearnedFeatures, LearningStep
from rffviz.adaptive.supervise import adam_steps, algorithm2_steps, projected_steps
from rffviz.adaptive.supervised_estimator import (
    SUPERVISED_OPTIMIZERS,
    SupervisedFourierClassifier,
    SupervisedFourierFeatures,
    SupervisedFourierRegressor,
)
from rffviz.adaptive.weighted import WeightedFourierFeatures
from rffviz.adaptive.weights import solve_weights

__all__ = [
    "LANDMARK_KINDS",
    "LEARNERS",
    "OPTIMIZERS",
    "PREDICTION_LOSSES",
    "RIDGE_PATH",
    "STUDY_LEARNERS",
    "SUPERVISED_OPTIMIZERS",
    "AdaptiveFourierFeatures",
    "AlignedFourierFeatures",
    "Ellipse",
    "EmpiricalLoss",
    "HybridLoss",
    "KeptStep",
    "KernelTermStudy",
    "LandmarkGap",
    "LandmarkStudy",
    "LandmarkStudyStep",
    "Landmarks",
    "LearnedFeatures",
    "LearnedLengths",
    "Learner",
    "LearningProgress",
    "LearningStep",
    "LengthLaw",
    "Plane",
    "PlaneView",
    "PredictionLoss",
    "RadialStudy",
    "RadialStudyStep",
    "SupervisedFourierClassifier",
    "SupervisedFourierFeatures",
    "SupervisedFourierRegressor",
    "SupervisedStep",
    "Wave",
    "WeightMap",
    "WeightedFourierFeatures",
    "adam_steps",
    "algorithm1",
    "algorithm1_steps",
    "algorithm2_steps",
    "alignment_scores",
    "alignment_weights",
    "choose_landmarks",
    "coordinate_plane",
    "default_extent",
    "kernel_term_steps",
    "kernel_weights",
    "landmark_counts",
    "landmark_gap",
    "landmark_study_steps",
    "learning_progress_steps",
    "plane_view",
    "principal_plane",
    "projected_steps",
    "quasi_newton",
    "quasi_newton_steps",
    "radial_study_steps",
    "solve_weights",
    "spectral_weight_map",
    "wave_over",
]
