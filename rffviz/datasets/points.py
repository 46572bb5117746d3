"""Points with their label and origin, which studies take in place of a bare array."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike

from rffviz.foundation.validation import seed_number


@dataclass(frozen=True, eq=False)
class Points:
    """Scaled points with a name; numpy, and so every function of the library, accepts them as an array.

    Attributes
    ----------
    X : ndarray of shape (n, d)
    label : str
        For the screen: "Diabetes".
    n_whole : int
        How many points there are; these are some or all of them.
    note, source : str
        What was left out (empty if nothing was) and where the points come from, each in a sentence.
    content_hash : hashable, optional
        A short key that determines the points; replaces them in cache keys.
    classes : ndarray of shape (n,), optional
        The class of each point, by name, of dtype object.
    """

    X: np.ndarray
    label: str
    n_whole: int
    note: str = ""
    source: str = ""
    content_hash: Hashable = None
    classes: np.ndarray | None = None

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.X, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        return len(self.X)

    @property
    def d(self) -> int:
        """Number of dimensions."""
        return self.X.shape[1]


def normal_points(n_points: int, d: int, random_state: int = 0) -> Points:
    """Standard normal points, a substitute for data in data-dependent schemes."""
    random_state = seed_number("random_state", random_state)
    X = np.random.default_rng([random_state, 2]).standard_normal((n_points, d))
    return Points(X, "standard normal points", n_points, content_hash=("standard normal", n_points, d, random_state))
