"""Nyström features: a low-rank approximation from landmarks among the data, the main alternative to random features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg, sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import Tags

from rffviz.features.clustering import k_means
from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    new_points,
    of_dimension,
    one_of,
    points,
    seed_number,
    training_data,
    whole_number,
)
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel

LANDMARKS = ("sample", "kmeans")
_BLOCK_VALUES = 2**22
_MAX_LANDMARKS = 10_000  # their kernel matrix is 800 MB


@dataclass(eq=False, repr=False)
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
    landmarks : {"sample", "kmeans"} or array of shape (l, d), default "sample"
        "sample": points drawn without replacement. "kmeans": the centres of k-means, which are not data points (in
        mini-batches beyond 2·10⁷ distances per round); empty clusters are dropped. An array is taken as it is, and
        n_landmarks and random_state are ignored.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    landmarks_ : ndarray of shape (l, d)
    landmark_indices_ : ndarray of int, shape (l,), or None
        Their rows in the data, None where they are centres or given.
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
    X may be sparse; only the landmarks and blocks of rows are made dense. O(l³) to fit, O(nl(d + l)) to transform;
    features are float64, since Λ^(−½) reaches 10⁷. Known bias: K̂ ⪯ K (Loewner order); the missing trace is the sum of
    squared distances from the span. Unlike random features these depend on the data.

    Source: Williams & Seeger 2001, "Using the Nyström method to speed up kernel machines"; k-means landmarks: Zhang,
    Tsang & Kwok 2008, "Improved Nyström low-rank approximation and error analysis".
    """

    kernel: Kernel | None = None
    n_landmarks: int = 100
    landmarks: str | ArrayLike = "sample"
    random_state: Seed = None

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Choose the landmarks and decompose their kernel matrix; y is not used."""
        X = training_data(self, X, dtype=np.float64)
        kernel = a_kernel(self.kernel, Gaussian())
        count = min(whole_number("n_landmarks", self.n_landmarks, high=_MAX_LANDMARKS), X.shape[0])
        given = None if isinstance(self.landmarks, str) else self._given(X.shape[1])
        if given is None:
            one_of("landmarks", self.landmarks, LANDMARKS)
        rng = np.random.default_rng(seed_number("random_state", self.random_state))
        self.kernel_ = kernel
        self.landmark_indices_: np.ndarray | None = None
        if given is not None:
            self.landmarks_ = given
        elif self.landmarks == "sample" or count == X.shape[0]:
            # nested: more landmarks under one seed extend fewer
            self.landmark_indices_ = rng.permutation(X.shape[0])[:count]
            self.landmarks_ = _dense(X[self.landmark_indices_])
        else:
            self.landmarks_ = k_means(X, count, rng)[0]
        eigenvalues, vectors = linalg.eigh(kernel(self.landmarks_))
        keep = eigenvalues > len(eigenvalues) * np.finfo(np.float64).eps * eigenvalues[-1]
        self.eigenvalues_ = eigenvalues[keep][::-1]
        self.normalisation_ = (vectors[:, keep] / np.sqrt(eigenvalues[keep]))[:, ::-1]
        self.rank_ = len(self.eigenvalues_)
        self._n_features_out = self.rank_
        return self

    def _given(self, d: int) -> np.ndarray:
        """Landmarks that are an array, checked."""
        landmarks = points("landmarks", self.landmarks)
        if len(landmarks) > _MAX_LANDMARKS:
            raise Refusal(f"landmarks must be at most {_MAX_LANDMARKS} points, got {len(landmarks)}.")
        return of_dimension("landmarks", landmarks, d, "X").copy()

    def transform(self, X: MatrixLike) -> np.ndarray:
        """Features of X, float64 of shape (n, rank_), in blocks of rows."""
        X = new_points(self, X)
        n, d = X.shape
        Z = np.empty((n, self.rank_))
        height = max(1, _BLOCK_VALUES // max(len(self.landmarks_), d if sparse.issparse(X) else 1))
        for start in range(0, n, height):
            rows = slice(start, start + height)
            np.matmul(self.kernel_(_dense(X[rows]), self.landmarks_), self.normalisation_, out=Z[rows])
        return Z

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _dense(X: Any) -> np.ndarray:
    return X.toarray() if sparse.issparse(X) else X
