"""Points drawn by a user in the plane, as a dataset of two classes or as values of a function."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rffviz.datasets.record import Dataset
from rffviz.foundation.validation import Refusal


def plane_dataset(points: Sequence[Sequence[float]]) -> Dataset:
    """Points [x₁, x₂, class −1 or 1]; refused if they are too few, or do not vary along both axes."""
    if len(points) < 3:
        raise Refusal(f"Draw at least 3 points, or paste them: there are {len(points)}.")
    table = np.array(points)
    for axis, name in enumerate(("x₁", "x₂")):
        if np.ptp(table[:, axis]) == 0:
            raise Refusal(f"The points must vary along both axes: all {len(table)} have the same {name}.")
    return Dataset(
        name="drawn",
        label="Your own points",
        X=table[:, :2],
        y=table[:, 2].astype(int),
        task="binary",
        source=f"{len(table)} points drawn or given by the viewer.",
        target_name="class",
        class_names=("−1", "+1"),
    )


def line_dataset(data: Dataset) -> Dataset:
    """The points of a plane as values of a function: the first coordinate is x, the second y."""
    return Dataset("drawn", data.label, data.X[:, :1], data.X[:, 1], "regression", data.source)
