"""Classification by ridge regression on features: targets of −1 and +1."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.multiclass import check_classification_targets

from rffviz.foundation.decisions import LargestValueClassifier, against_the_rest, as_classes
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import Refusal, at_least_two_classes, sorted_classes, training_data
from rffviz.predict.ridge import RidgeOnFeatures


class FeatureRidgeClassifier(LargestValueClassifier, RidgeOnFeatures):
    """Least squares on a feature map with targets ±1: the sign of f for two classes, the largest f_c for more.

    With two classes the target is +1 for the second of `classes_`; with more there is a target for each class, +1 in it
    and −1 elsewhere. Parameters are those of `FeatureRidge`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Sorted.
    features_ : transformer
    coef_ : ndarray of shape (n_features,) for two classes, else (n_classes, n_features)
    target_mean_ : float or ndarray of shape (n_classes,)

    Source: Rahimi & Recht 2007, section 5.
    """

    def fit(self, X: MatrixLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit the map on X and the weights on the classes y of shape (n,); `sample_weight` as in `FeatureRidge`."""
        X, y = training_data(self, X, y, dtype=(np.float64, np.float32))
        self.classes_ = at_least_two_classes(y)
        return self._fit_targets(X, as_classes(y, self.classes_), self._targets(y), sample_weight)

    def partial_fit(
        self, X: MatrixLike, y: ArrayLike, classes: Any = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """As `FeatureRidge.partial_fit`; the first call names all `classes`, unless its y contains them."""
        first = getattr(self, "_equations", None) is None
        X, y = training_data(self, X, y, dtype=(np.float64, np.float32), reset=first)
        check_classification_targets(y)
        if first:
            self.classes_ = sorted_classes(y if classes is None else classes)
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise Refusal(f"classes must be those of the first call, {list(self.classes_)}, got {list(classes)}.")
        strange = y[~np.isin(y, self.classes_)]
        if len(strange):
            raise Refusal(f"y must hold classes among {list(self.classes_)}, got {strange[0]!r}.")
        return self._partial_fit_targets(X, as_classes(y, self.classes_), self._targets(y), sample_weight)

    def predict_proba(self, X: MatrixLike) -> np.ndarray:
        """Probabilities of the classes at the rows of X, shape (n, n_classes).

        The probability of a class is (1 + f)/2, where f is its value, negative ones 0, in proportion so that they sum
        to 1. Least squares with targets ±1 calibrate it: f estimates the mean of the target, 2p − 1, and no other
        function of these features has a smaller Brier score on the training rows, but for the penalty. For labels held
        out see scikit-learn's `CalibratedClassifierCV`.
        """
        values = self._values(X)
        shares = np.maximum(1 + (np.stack([-values, values], axis=1) if values.ndim == 1 else values), 0.0)
        return shares / shares.sum(axis=1, keepdims=True)

    def predict_log_proba(self, X: MatrixLike) -> np.ndarray:
        """Logarithms of `predict_proba`, −∞ where it is 0."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def _targets(self, y: np.ndarray) -> np.ndarray:
        targets = against_the_rest(y, self.classes_)
        return targets[:, 0] if len(self.classes_) == 2 else targets
