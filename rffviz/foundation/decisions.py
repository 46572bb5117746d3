"""From decision values to class predictions, shared by all classifiers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin

from rffviz.foundation.matrix_like import MatrixLike

_BLOCK_VALUES = 2**22


class LargestValueClassifier(ClassifierMixin):
    """Predicts one of `classes_`: the second if a single value is above 0, or the class with the largest value.

    A subclass has `_values(X)`, of shape (n,), (n, 1) or (n, n_classes).
    """

    def decision_function(self, X: MatrixLike) -> np.ndarray:
        """f at the rows of X: shape (n,), above 0 for the second of two classes; else (n, n_classes)."""
        values = self._values(X)
        return values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values

    def predict(self, X: MatrixLike) -> np.ndarray:
        """The class of each row of X."""
        values = self.decision_function(X)
        return self.classes_[(values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)]


def as_classes(y: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Classes as given, real numbers as their places among them: a map that looks at y takes reals for a regression."""
    return np.searchsorted(classes, y) if y.dtype.kind == "f" else y


def against_the_rest(y: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """±1 of shape (n, 1), + for the second of two classes; of shape (n, n_classes), each against the rest, for more."""
    return np.where(y[:, None] == (classes[1:] if len(classes) == 2 else classes), 1.0, -1.0)


def in_blocks(function: Callable[[Any], np.ndarray], X: Any, width: int) -> np.ndarray:
    """`function` applied to blocks of rows of X and concatenated; it may need `width` numbers per row."""
    height = max(1, _BLOCK_VALUES // width)
    return np.concatenate([function(X[i : i + height]) for i in range(0, X.shape[0], height)])
