"""Feature maps x → z(x): scikit-learn transformers, and the plain functions beneath them."""

from rffviz.features.binning import RandomBinningFeatures
from rffviz.features.fourier import MAPS, RandomFourierFeatures, offset_map, paired_map
from rffviz.features.mixed import fourier_and_binning
from rffviz.features.nystrom import NystromFeatures
from rffviz.features.positive import positive_map
from rffviz.features.whitening import Whitening

__all__ = [
    "MAPS",
    "NystromFeatures",
    "RandomBinningFeatures",
    "RandomFourierFeatures",
    "Whitening",
    "fourier_and_binning",
    "offset_map",
    "paired_map",
    "positive_map",
]
