"""Nyström features: a low-rank approximation from landmarks among the data, the main alternative to random features."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy import linalg
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from rffviz.features.clustering import k_means
from rffviz.foundation.validation import Seed, new_points, one_of, seed_number, training_data, whole_number
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel

LANDMARKS = ("sample", "kmeans")
_BLOCK_VALUES = 2**22
_MAX_LANDMARKS = 10_000  # their kernel matrix is 800 MB


class NystromFeatures(HoldsKernel, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Nyström features z(x) = Λ^(−½) Uᵀ k(L, x), where K_LL = U Λ Uᵀ for landmarks L.

    z(x)·z(y) = k(x, L) K_LL⁺ k(L, y): exact if x or y is a landmark, and never above k(x, x) for x = y, since it is the
    inner product of projections onto the span of the landmarks.

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    n_landmarks : int, default 100
        From 1 to 10,000; if there are no more points than that, each is used once.
    landmarks : {"sample", "kmeans"}, default "sample"
        "sample": points drawn without replacement. "kmeans": the centres of k-means, which are not data points (in
        mini-batches beyond 2·10⁷ distances per round); empty clusters are dropped.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    landmarks_ : ndarray of shape (l, d)
    landmark_indices_ : ndarray of int, shape (l,), or None
        Their rows in the data, None where they are centres.
    normalisation_ : ndarray of shape (l, rank_)
        U Λ^(−½).
    eigenvalues_ : ndarray of shape (rank_,)
        The retained eigenvalues of K_LL, largest first.
    rank_ : int
        Number of features: eigenvalues above l·2⁻⁵²·λ_max. The rest is rounding error, whose inverse root would be
        noise.

    Raises
    ------
    ValueError
        In `fit`, for arguments outside their ranges.

    Notes
    -----
    O(l³) to fit, O(nl(d + l)) to transform; features are float64, since Λ^(−½) reaches 10⁷. Known bias: K̂ ⪯ K (Loewner
    order); the missing trace is the sum of squared distances from the span. Unlike random features these depend on the
    data.

    Source: Williams & Seeger 2001, "Using the Nyström method to speed up kernel machines"; k-means landmarks: Zhang,
    Tsang & Kwok 2008, "Improved Nyström low-rank approximation and error analysis".
    """

    def __init__(
        self, kernel: Kernel | None = None, n_landmarks: int = 100, landmarks: str = "sample", random_state: Seed = None
    ) -> None:
        self.kernel = kernel
        self.n_landmarks = n_landmarks
        self.landmarks = landmarks
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> Self:
        """Choose the landmarks and decompose their kernel matrix; y is not used."""
        X = training_data(self, X, dtype=np.float64)
        kernel = a_kernel(self.kernel, Gaussian())
        count = min(whole_number("n_landmarks", self.n_landmarks, high=_MAX_LANDMARKS), len(X))
        one_of("landmarks", self.landmarks, LANDMARKS)
        rng = np.random.default_rng(seed_number("random_state", self.random_state))
        self.kernel_ = kernel
        if self.landmarks == "sample" or count == len(X):
            # nested: more landmarks under one seed extend fewer
            self.landmark_indices_: np.ndarray | None = rng.permutation(len(X))[:count]
            self.landmarks_ = X[self.landmark_indices_]
        else:
            self.landmark_indices_ = None
            self.landmarks_ = k_means(X, count, rng)[0]
        eigenvalues, vectors = linalg.eigh(kernel(self.landmarks_))
        keep = eigenvalues > len(eigenvalues) * np.finfo(np.float64).eps * eigenvalues[-1]
        self.eigenvalues_ = eigenvalues[keep][::-1]
        self.normalisation_ = (vectors[:, keep] / np.sqrt(eigenvalues[keep]))[:, ::-1]
        self.rank_ = len(self.eigenvalues_)
        self._n_features_out = self.rank_
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Features of X, float64 of shape (n, rank_), in blocks of rows."""
        X = new_points(self, X)
        Z = np.empty((len(X), self.rank_))
        height = max(1, _BLOCK_VALUES // len(self.landmarks_))
        for start in range(0, len(X), height):
            rows = slice(start, start + height)
            np.matmul(self.kernel_(X[rows], self.landmarks_), self.normalisation_, out=Z[rows])
        return Z
