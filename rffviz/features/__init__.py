"""Feature maps x → z(x): scikit-learn transformers, and the plain functions beneath them."""

from rffviz.features.arc_cosine import ArcCosineFeatures, arc_cosine_kernel
from rffviz.features.binning import RandomBinningFeatures
from rffviz.features.fourier import MAPS, RandomFourierFeatures, offset_map, paired_map
from rffviz.features.homogeneous import HomogeneousFeatures, additive_chi2_kernel, intersection_kernel
from rffviz.features.low_precision import LowPrecisionFeatures, rounded_features, rounded_frequencies
from rffviz.features.meka import MekaFeatures
from rffviz.features.mixed import fourier_and_binning
from rffviz.features.nystrom import NystromFeatures
from rffviz.features.other_kernels import OTHER_KERNELS, OTHER_MAPS, OtherKernel, OtherMap
from rffviz.features.positive import optimal_norm_factor, positive_map
from rffviz.features.spherical import SphericalFeatures, spherical_polynomial_kernel
from rffviz.features.whitening import Whitening

__all__ = [
    "MAPS",
    "OTHER_KERNELS",
    "OTHER_MAPS",
    "ArcCosineFeatures",
    "HomogeneousFeatures",
    "LowPrecisionFeatures",
    "MekaFeatures",
    "NystromFeatures",
    "OtherKernel",
    "OtherMap",
    "RandomBinningFeatures",
    "RandomFourierFeatures",
    "SphericalFeatures",
    "Whitening",
    "additive_chi2_kernel",
    "arc_cosine_kernel",
    "fourier_and_binning",
    "intersection_kernel",
    "offset_map",
    "optimal_norm_factor",
    "paired_map",
    "positive_map",
    "rounded_features",
    "rounded_frequencies",
    "spherical_polynomial_kernel",
]
