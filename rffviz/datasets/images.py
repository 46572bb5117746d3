"""A photograph as a regression problem: brightness as a function of pixel position."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_sample_image

from rffviz.datasets.points import Points
from rffviz.foundation.validation import one_of, whole_number

IMAGES = {"china": "A Chinese roof", "flower": "A flower"}
_GREY = np.array([0.299, 0.587, 0.114])  # weights of red, green and blue (Rec. 601 luma)
_CREDIT = {  # both CC BY 2.0, shipped with scikit-learn
    "china": "china.jpg of scikit-learn, by danielbuechele (Flickr, CC BY 2.0)",
    "flower": "flower.jpg of scikit-learn, by vultilion (Flickr, CC BY 2.0)",
}


def grey_image(name: str = "china", height: int = 80) -> Points:
    """One of scikit-learn's two sample photographs in grey, downsampled by block averages to `height` rows.

    Parameters
    ----------
    name : {"china", "flower"}
    height : int
        From 8 to 427; the width keeps the proportions.

    Returns
    -------
    Points
        X of shape (height, width) holds brightness from 0 to 1, rows from the top.
    """
    one_of("name", name, IMAGES)
    height = whole_number("height", height, low=8, high=427)
    grey = load_sample_image(f"{name}.jpg").astype(np.float64) @ _GREY / 255
    width = round(height * grey.shape[1] / grey.shape[0])
    pixels = _averaging(len(grey), height) @ grey @ _averaging(grey.shape[1], width).T
    source = f"{_CREDIT[name]}, averaged to {width} × {height} pixels"
    return Points(pixels, IMAGES[name], pixels.size, source=source)


def _averaging(many: int, few: int) -> np.ndarray:
    """The matrix of shape (few, many) that averages `many` cells into `few`; cells on a border are split
    proportionally."""
    edges = np.linspace(0, many, few + 1)
    cells = np.arange(many)
    overlap = np.minimum(edges[1:, None], cells + 1) - np.maximum(edges[:-1, None], cells)
    return overlap.clip(0) * few / many
