"""Points for studies of the kernel alone: scaled, optionally whitened, with their classes where there are some."""

from __future__ import annotations

from rffviz.datasets import Dataset, Points, standardize
from rffviz.features import Whitening


def scaled_points(data: Dataset, whiten: bool = False) -> Points:
    """All points of a dataset with mean 0 and variance 1 in every column, or with unit covariance.

    Raises
    ------
    ValueError
        Where all columns are constant, or the covariance of points to be whitened has no inverse.
    """
    scaled = standardize(data.X, feature_names=data.feature_names)
    X, label = scaled.X, data.label
    if whiten:
        X, label = Whitening().fit_transform(X), f"{label}, whitened"
    note = " ".join([scaled.note, *data.notes]).strip()
    source = "" if data.notes or data.name == "own" else data.source  # a file's source only repeats its notes
    return Points(X, label, len(X), note, source, (data.content_hash, data.class_names, whiten), data.classes)
