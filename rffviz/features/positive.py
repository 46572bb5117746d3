"""Positive features of the Gaussian kernel: exponentials in place of cosines."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike
from scipy import sparse

from rffviz.foundation.matrix_like import MatrixLike
from rffviz.foundation.validation import Refusal, feature_dtype, of_dimension, points, positive_number, sparse_or_points

POSITIVE_MAPS = POSITIVE, OPTIMAL_POSITIVE = "positive", "optimal_positive"  # the map with A = 0, and with the best A
_FARTHEST = 1e100  # mean ‖x + y‖²/ℓ² beyond which A brings no gain
_BLOCK = 2**18  # float64 exponents held at a time


def feature_weights(weights: ArrayLike | None, m: int) -> np.ndarray:
    """The weights p_j ≥ 0 of m frequencies, shape (m,), or 1/m each for None; raises a ValueError for others."""
    weights = np.full(m, 1 / m) if weights is None else np.asarray(weights, dtype=np.float64)
    if weights.shape != (m,) or not np.isfinite(weights).all():
        raise Refusal(f"weights must be {m} finite numbers, one for each frequency, got shape {weights.shape}.")
    if weights.min() < 0:
        raise Refusal(f"weights must not be negative: they have no square root, got {weights.min():g}.")
    return weights


def positive_map(
    X: MatrixLike,
    W: ArrayLike,
    length_scale: float = 1.0,
    weights: ArrayLike | None = None,
    centre: ArrayLike | None = None,
    dtype: DTypeLike = np.float32,
    norm_factor: float = 0.0,
) -> np.ndarray:
    """Positive features z(x) = √p_j exp(ω_j·x − ‖x‖²/ℓ²) of the Gaussian kernel exp(−‖δ‖²/2ℓ²), ω ~ N(0, ℓ⁻²I).

    E z(x)·z(y) = k(x − y), since ‖x + y‖² + ‖x − y‖² = 2‖x‖² + 2‖y‖²; every estimate is positive. Its variance
    k²(exp(‖x + y‖²/ℓ²) − 1)/m falls to 0 with the kernel, while that of cosines stays at ½/m, but it grows with the
    distance from the origin: it is not shift invariant, so data should be centred. z(x)·z(x) is not 1.

    With A < ⅛ in place of 0, z(x) = √p_j (1 − 4A)^(d/4) exp(A ℓ²‖ω_j‖² + √(1 − 4A) ω_j·x − ‖x‖²/ℓ²) has the same mean
    and the variance k²((1 − 4A)^d (1 − 8A)^(−d/2) exp(‖x + y‖²/(ℓ²(1 − 8A))) − 1)/m (see `optimal_norm_factor`).

    Parameters
    ----------
    X, W, weights, dtype
        As in `paired_map`, W for the Gaussian kernel of this length scale; exponents are float64.
    length_scale : float
        ℓ > 0.
    centre : array of shape (d,), optional
        Subtracted from every point; the origin by default. It changes the variance, not the mean.
    norm_factor : float
        A < ⅛.

    Returns
    -------
    ndarray of shape (n, m)

    Raises
    ------
    ValueError
        Where shapes do not agree, a value is not finite, a weight is negative, or a feature is too large for `dtype`:
        exponents reach ℓ²‖ω‖²/4, about d/4, at x = ℓ²ω/2. Features that underflow are 0.

    Source: Choromanski et al. 2021, "Rethinking attention with Performers", Lemma 1 (there ℓ = 1 and the softmax
    kernel exp(x·y), which is this one times exp(‖x‖²/2 + ‖y‖²/2)); with A: Likhosherstov et al. 2022, "Chefs' random
    tables: non-trigonometric random features", section 3 (not verified against the paper).
    """
    X, W = sparse_or_points("X", X), points("W", W, largest=np.inf)
    length_scale = positive_number("length_scale", length_scale)
    if not -np.inf < norm_factor < 1 / 8:
        raise Refusal(f"norm_factor must be a number below 1/8, where the variance is finite, got {norm_factor!r}.")
    (n, d), m = X.shape, len(W)
    of_dimension("X", X, W.shape[1], "the frequencies")
    weights = feature_weights(weights, m)
    centre = _checked_centre(centre, d)
    dtype = feature_dtype("dtype", dtype)
    Z = np.empty((n, m), dtype=dtype)
    root, limit = np.sqrt(weights), float(np.log(np.finfo(dtype).max))
    scaled = W.T * length_scale  # points in units of ℓ
    own = norm_factor * np.square(scaled).sum(axis=0) + d / 4 * np.log1p(-4 * norm_factor)
    scaled *= np.sqrt(1 - 4 * norm_factor)
    for start in range(0, n, max(1, _BLOCK // m)):
        rows = slice(start, min(start + max(1, _BLOCK // m), n))
        with np.errstate(over="ignore", invalid="ignore"):  # ‖x‖² dominates ω·x, so that overflow means a feature of 0
            if sparse.issparse(X):
                exponents = (X[rows] @ scaled - centre @ scaled) / length_scale
                squares = _squares(X[rows], centre) / length_scale**2
            else:
                x = (X[rows] - centre) / length_scale
                exponents, squares = x @ scaled, np.square(x).sum(axis=1)
            exponents -= squares[:, None]
            exponents += own
        np.nan_to_num(exponents, copy=False, nan=-np.inf, posinf=np.inf, neginf=-np.inf)
        largest = float(exponents.max(initial=-np.inf))
        if largest > limit:
            raise Refusal(
                f"X must be nearer to the centre, or length_scale larger, for positive features in "
                f"{dtype.name}: they reach exp({largest:.3g}), got length_scale = {length_scale:g}."
            )
        np.multiply(np.exp(exponents, out=exponents), root, out=Z[rows], casting="same_kind")
    return Z


def optimal_norm_factor(
    X: MatrixLike, length_scale: float = 1.0, centre: ArrayLike | None = None, keys: MatrixLike | None = None
) -> float:
    """The A of `positive_map` with the smallest variance at the data's mean φ = E‖x + y‖²/(dℓ²) over pairs of rows.

    A = (1 − 2φ − √((2φ + 1)² + 8φ))/16 ≤ 0, where (1 − 4A)^d (1 − 8A)^(−d/2) exp(φd/(1 − 8A)) is smallest.

    Parameters
    ----------
    X : array or sparse array of shape (n, d)
    length_scale, centre
        As in `positive_map`.
    keys : array or sparse array of shape (m, d), optional
        The rows y of the pairs; those of X by default.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        As `positive_map`.

    Source: Likhosherstov et al. 2022, "Chefs' random tables: non-trigonometric random features", Theorem 3 (not
    verified against the paper).
    """
    X = sparse_or_points("X", X)
    Y = X if keys is None else sparse_or_points("keys", keys)
    of_dimension("keys", Y, X.shape[1], "X")
    centre, unit = _checked_centre(centre, X.shape[1]), positive_number("length_scale", length_scale) ** 2
    with np.errstate(over="ignore", invalid="ignore"):  # E‖x‖² + E‖y‖² + 2 E x·E y
        own = _squares(X, centre).mean() / unit + _squares(Y, centre).mean() / unit
        pairs = own + 2 * np.dot(*(np.ravel(each.mean(axis=0)) - centre for each in (X, Y))) / unit
    if not pairs < _FARTHEST:
        raise Refusal(
            f"X must be nearer to the centre, or length_scale larger, for the best positive features: ‖x + y‖²/ℓ² has "
            f"the mean {pairs:.3g}."
        )
    phi = float(pairs) / X.shape[1]
    return (1 - 2 * phi - np.sqrt((2 * phi + 1) ** 2 + 8 * phi)) / 16


def _squares(X: Any, centre: np.ndarray) -> np.ndarray:
    """‖x − centre‖² of the rows; sparse ones stay sparse."""
    if sparse.issparse(X):
        return np.maximum(X.power(2).sum(axis=1) - 2 * (X @ centre) + centre @ centre, 0.0)
    return np.square(X - centre).sum(axis=1)


def _checked_centre(centre: ArrayLike | None, d: int) -> np.ndarray:
    centre = np.zeros(d) if centre is None else np.asarray(centre, dtype=np.float64)
    if centre.shape != (d,) or not np.isfinite(centre).all():
        raise Refusal(f"centre must be {d} finite numbers, got shape {centre.shape}.")
    return centre
