"""Arc-cosine kernels (infinite layers of random step or ramp units) and their random features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    new_points,
    of_dimension,
    points,
    seed_number,
    training_data,
    whole_number,
)
from rffviz.kernels import Gaussian
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme, draw
from rffviz.samplers.own import given_sample, scheme_of
from rffviz.samplers.parameter import TakesSampler


def arc_cosine_kernel(X: ArrayLike, Y: ArrayLike | None = None, order: int = 0) -> np.ndarray:
    """Arc-cosine kernel k_n(x, y) = (1/π) ‖x‖ⁿ ‖y‖ⁿ J_n(θ), θ the angle between x and y.

    J_0 = π − θ and J_1 = sin θ + (π − θ) cos θ, so that k_0(x, x) = 1 and k_1(x, x) = ‖x‖². Not shift invariant: it
    depends on angles and norms alone. The zero vector counts as orthogonal to every point, itself included, consistent
    with the features: there k_0 = ½ and k_1 = 0.

    Parameters
    ----------
    X : array of shape (n, d)
    Y : array of shape (m, d), optional
        X where not given.
    order : {0, 1}
        n: steps or ramps.

    Returns
    -------
    ndarray of shape (n, m), float64

    Raises
    ------
    ValueError
        For points that are not finite or of unequal dimension, or another order.

    Notes
    -----
    θ = 2 atan2(‖u − v‖, ‖u + v‖) with u = x/‖x‖ and v = y/‖y‖ keeps all digits of small angles (Kahan); the arc cosine
    of u·v keeps half of them.

    Source: Cho & Saul 2009, "Kernel methods for deep learning", equations (1), (3) and (4) (not verified against the
    paper).
    """
    order, X = _order(order), points("X", X)
    Y = X if Y is None else of_dimension("Y", points("Y", Y), X.shape[1], "X")
    (u, long), (v, wide) = _directions(X), _directions(Y)
    theta = 2 * np.arctan2(cdist(u, v), cdist(u, -v))
    theta[(long == 0)[:, None] | (wide == 0)] = np.pi / 2
    if order == 0:
        return 1 - theta / np.pi
    return long[:, None] * wide * (np.sin(theta) + (np.pi - theta) * np.cos(theta)) / np.pi


@dataclass(eq=False, repr=False)
class ArcCosineFeatures(TakesSampler, TransformerMixin, BaseEstimator):
    """Random features of the arc-cosine kernel: a layer of random units, as a scikit-learn transformer.

    z_j(x) = √(2p_j) Θ(ω_j·x) (ω_j·x)ⁿ with ω_j ~ N(0, I), p_j = 1/m, Θ(u) = 0, ½ or 1 for u below, at and above 0:
    E z(x)·z(y) = k_n(x, y).

    Parameters
    ----------
    order : {0, 1}, default 0
        n: steps, or ramps max(0, ω·x).
    n_freqs : int, default 100
        Number of frequencies m, which is the number of features.
    sampler : str, callable, Scheme, array, tuple or FrequencySample, default "monte_carlo"
        As for `RandomFourierFeatures`; it draws for `rffviz.kernels.Gaussian(1.0)`, whose spectrum is N(0, I). Given
        frequencies must be meant for that kernel.
    random_state : int, RandomState, Generator or None, default None
        Seed of the draw.

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d), float64
    weights_ : ndarray of shape (m,)
    sample_ : FrequencySample
        The full record of the draw. Its `unbiased` refers to the Gaussian kernel's cosines.

    Notes
    -----
    Features have the precision of X, float32 or float64. There is no length scale, since it would only change a factor
    ℓ⁻²ⁿ.

    Source: Cho & Saul 2009, "Kernel methods for deep learning", section 2.1 (not verified against the paper).

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.features import ArcCosineFeatures, arc_cosine_kernel
    >>> X = np.random.default_rng(0).standard_normal((50, 3))
    >>> Z = ArcCosineFeatures(order=1, n_freqs=5000, sampler="orthogonal", random_state=0).fit_transform(X)
    >>> Z.shape
    (50, 5000)
    >>> K = arc_cosine_kernel(X, order=1)
    >>> bool(np.linalg.norm(Z @ Z.T - K) < 0.05 * np.linalg.norm(K))
    True
    """

    _features_each = 1

    order: int = 0
    n_freqs: int = 100
    sampler: str | Callable[..., Any] | Scheme | FrequencySample | ArrayLike | tuple[Any, ...] = "monte_carlo"
    random_state: Seed = None

    def fit(self, X: MatrixLike, y: ArrayLike | None = None) -> Self:
        """Draw the frequencies for data of X's dimension; y is not used."""
        X = training_data(self, X, dtype=(np.float64, np.float32))
        _order(self.order)
        sample = given_sample(self.sampler)
        if sample is not None:
            of_dimension("X", X, sample.W.shape[1], "the frequencies in sampler")
        else:
            scheme = scheme_of(self.sampler, SAMPLERS)
            n_freqs = whole_number("n_freqs", self.n_freqs)
            rng = np.random.default_rng(seed_number("random_state", self.random_state))
            sample = draw(scheme, Gaussian(1.0), X.shape[1], n_freqs, rng, X=X)
        self.sample_ = sample
        self.frequencies_ = sample.W
        self.weights_ = sample.weights
        return self

    def transform(self, X: MatrixLike) -> np.ndarray:
        """Features of X, of shape (n, m) and X's precision."""
        X = new_points(self, X, (np.float64, np.float32))
        with np.errstate(over="ignore", invalid="ignore"):
            Z = X @ self.frequencies_.T.astype(X.dtype)  # dense, also of sparse X
            if self.order == 0:
                Z = np.heaviside(Z, np.array(0.5, Z.dtype))
            else:
                np.maximum(Z, 0, out=Z)
            Z *= np.sqrt(2 * self.weights_).astype(Z.dtype)
        if not np.isfinite(Z).all():
            largest = float(abs(X).max())
            raise Refusal(f"X must hold numbers whose products with the frequencies have a {Z.dtype}, got {largest:g}.")
        return Z

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """step0 … step{m−1}, or ramp0 … for order 1."""
        check_is_fitted(self)
        kind = ("step", "ramp")[self.order]
        return np.array([f"{kind}{j}" for j in range(len(self.weights_))], dtype=object)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _order(order: object) -> int:
    return whole_number("order", order, low=0, high=1)


def _directions(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Unit vectors (0 for the zero vector) and norms, without overflow or underflow of squares."""
    largest = np.abs(X).max(axis=1, keepdims=True)
    scaled = X / np.where(largest > 0, largest, 1.0)
    norms = np.linalg.norm(scaled, axis=1, keepdims=True)
    return scaled / np.where(norms > 0, norms, 1.0), (largest * norms)[:, 0]
