"""What the transformers of learned frequencies or weights share: the paired map of what was learned."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from rffviz.features import paired_map


class LearnedFourierFeatures(TransformerMixin, BaseEstimator):
    """x → [√p_j cos(ω_j·x) | √p_j sin(ω_j·x)] for the `frequencies_` and `weights_` that `fit` of a subclass learns."""

    def transform(self, X):
        """[√p_j cos(ω_j·x) | √p_j sin(ω_j·x)], float32 of shape (n, 2r)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=(np.float64, np.float32), reset=False)
        return paired_map(X, self.frequencies_, self.weights_)

    def get_feature_names_out(self, input_features=None):
        """cos0 … cos{r−1}, sin0 … sin{r−1}."""
        check_is_fitted(self)
        return np.array([f"{kind}{j}" for kind in ("cos", "sin") for j in range(len(self.weights_))], dtype=object)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags
