"""Feature maps x → z(x): scikit-learn transformers, and the plain functions beneath them."""

from rffviz.features.fourier import MAPS, RandomFourierFeatures, offset_map, paired_map
from rffviz.features.nystrom import NystromFeatures
from rffviz.features.positive import positive_map, positive_variance
from rffviz.features.whitening import Whitening

__all__ = [
    "MAPS",
    "NystromFeatures",
    "RandomFourierFeatures",
    "Whitening",
    "offset_map",
    "paired_map",
    "positive_map",
    "positive_variance",
]
