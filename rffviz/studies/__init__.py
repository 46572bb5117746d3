"""Experiments over seeds, sizes, splits and landmarks: what the views show, as records that grow."""

from rffviz.studies.comparison import Comparison, Run, comparison_steps
from rffviz.studies.contenders import Contender
from rffviz.studies.cost import Cost, cost_steps
from rffviz.studies.descent import Descent, descent_steps, ridge_solutions, sizes_about
from rffviz.studies.image import ImageFits, image_fit_steps
from rffviz.studies.kernel_term import KernelTermStudy, kernel_term_steps
from rffviz.studies.landmark_study import LandmarkStudy, landmark_counts, landmark_study_steps
from rffviz.studies.learning import LearningProgress, learning_progress_steps
from rffviz.studies.maps import MapComparison, Spread, map_comparison_steps
from rffviz.studies.pairs import Band, KernelMatrices, PairErrors, kernel_matrices, pair_errors
from rffviz.studies.plane import (
    Plane,
    PlaneView,
    SeenLearning,
    coordinate_plane,
    plane_view,
    principal_plane,
    wave_over,
)
from rffviz.studies.profile import Profile, kernel_profile
from rffviz.studies.radial_study import LearnedLengths, LengthLaw, RadialStudy, radial_study_steps
from rffviz.studies.ridge_path import RidgePath, ridge_path_steps
from rffviz.studies.surfaces import Surface, Surfaces, surface_steps
from rffviz.studies.unsupervised import Unsupervised, unsupervised_steps
from rffviz.studies.weight_maps import WeightMaps, weight_maps

__all__ = [
    "Band",
    "Comparison",
    "Contender",
    "Cost",
    "Descent",
    "ImageFits",
    "KernelMatrices",
    "KernelTermStudy",
    "LandmarkStudy",
    "LearnedLengths",
    "LearningProgress",
    "LengthLaw",
    "MapComparison",
    "PairErrors",
    "Plane",
    "PlaneView",
    "Profile",
    "RadialStudy",
    "RidgePath",
    "Run",
    "SeenLearning",
    "Spread",
    "Surface",
    "Surfaces",
    "Unsupervised",
    "WeightMaps",
    "comparison_steps",
    "coordinate_plane",
    "cost_steps",
    "descent_steps",
    "image_fit_steps",
    "kernel_matrices",
    "kernel_profile",
    "kernel_term_steps",
    "landmark_counts",
    "landmark_study_steps",
    "learning_progress_steps",
    "map_comparison_steps",
    "pair_errors",
    "plane_view",
    "principal_plane",
    "radial_study_steps",
    "ridge_path_steps",
    "ridge_solutions",
    "sizes_about",
    "surface_steps",
    "unsupervised_steps",
    "wave_over",
    "weight_maps",
]
