"""Additive homogeneous kernels of non-negative data, the χ² and the intersection kernel, and their features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from rffviz.foundation.arguments import NamesArguments
from rffviz.foundation.validation import (
    Refusal,
    new_points,
    of_dimension,
    one_of,
    points,
    positive_number,
    training_data,
    whole_number,
)

_CELLS = 2**22  # entries per block of sums over inputs


@dataclass(frozen=True)
class Homogeneous:
    """A kernel Σ_i k(x_i, y_i) with k(cx, cy) = c·k(x, y), so that k(x, y) = √(xy) K(ln y − ln x).

    Attributes
    ----------
    of : callable
        k of arrays x, y ≥ 0, of one shape.
    signature : callable
        K(ω).
    spectrum : callable
        κ(λ) = (1/2π) ∫ K(ω) cos(λω) dω.
    tail : callable
        ∫ κ over |λ| > t.
    """

    of: Callable[[np.ndarray, np.ndarray], np.ndarray]
    signature: Callable[[np.ndarray], np.ndarray]
    spectrum: Callable[[np.ndarray | float], np.ndarray]
    tail: Callable[[float], float]


def _harmonic(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    total = x + y
    return 2 * x * (y / np.where(total > 0, total, 1.0))


def _sech(x: np.ndarray | float) -> np.ndarray:
    return 2 * np.exp(-np.abs(x)) / (1 + np.exp(-2 * np.abs(x)))


HOMOGENEOUS = {
    "additive_chi2": Homogeneous(
        of=_harmonic,
        signature=lambda omega: _sech(omega / 2),
        spectrum=lambda frequency: _sech(np.pi * frequency),
        tail=lambda t: 1 - 4 / np.pi * np.arctan(np.tanh(np.pi * t / 2)),
    ),
    "intersection": Homogeneous(
        of=np.minimum,
        signature=lambda omega: np.exp(-np.abs(omega) / 2),
        spectrum=lambda frequency: 2 / (np.pi * (1 + 4 * np.square(frequency))),
        tail=lambda t: 1 - 2 / np.pi * np.arctan(2 * t),
    ),
}


def additive_chi2_kernel(X: ArrayLike, Y: ArrayLike | None = None) -> np.ndarray:
    """Additive χ² kernel k(x, y) = Σ_i 2x_i y_i/(x_i + y_i) of non-negative points, 0/0 counted as 0.

    scikit-learn's function of this name is the distance's negative, −Σ (x_i − y_i)²/(x_i + y_i), which is
    2k(x, y) − Σ x_i − Σ y_i; its `AdditiveChi2Sampler` approximates the kernel here.

    Parameters
    ----------
    X : array of shape (n, d)
        Non-negative.
    Y : array of shape (m, d), optional
        X where not given.

    Returns
    -------
    ndarray of shape (n, m), float64

    Raises
    ------
    ValueError
        For points that are negative, not finite or not of one dimension.

    Source: Vedaldi & Zisserman 2012, "Efficient additive kernels via explicit feature maps", Table 1 (not verified
    against the paper).
    """
    return _summed("additive_chi2", X, Y)


def intersection_kernel(X: ArrayLike, Y: ArrayLike | None = None) -> np.ndarray:
    """Intersection kernel k(x, y) = Σ_i min(x_i, y_i) of non-negative points, such as histograms.

    Parameters
    ----------
    X : array of shape (n, d)
        Non-negative.
    Y : array of shape (m, d), optional
        X where not given.

    Returns
    -------
    ndarray of shape (n, m), float64

    Raises
    ------
    ValueError
        For points that are negative, not finite or not of one dimension.

    Source: Vedaldi & Zisserman 2012, "Efficient additive kernels via explicit feature maps", Table 1 (not verified
    against the paper).
    """
    return _summed("intersection", X, Y)


@dataclass(eq=False, repr=False)
class HomogeneousFeatures(TransformerMixin, NamesArguments, BaseEstimator):
    """Deterministic features of the additive χ² or the intersection kernel, as a scikit-learn transformer.

    For each input x ≥ 0 of a point they are √(xLκ(0)) and √(2xLκ(jL)) [cos(jL ln x), sin(jL ln x)], j = 1 … n − 1: the
    spectrum κ of the kernel is sampled at n multiples of L. κ(λ) = 1/cosh(πλ) for χ² and 2/(π(1 + 4λ²)) for the
    intersection kernel.

    Parameters
    ----------
    kernel : {"additive_chi2", "intersection"}, default "intersection"
    n_steps : int, default 5
        n; d inputs have (2n − 1)d features.
    interval : float, default None
        L > 0; by default, the one that minimises the sum of the truncation error, ∫ κ over |λ| > (n − ½)L, and the
        aliasing error, 2K(2π/L). K is `Homogeneous.signature`.

    Attributes
    ----------
    interval_ : float
        L.

    Raises
    ------
    ValueError
        In `fit` and `transform`, for points with a negative number, which has no root.

    Notes
    -----
    Known bias: features are deterministic, and z(x)·z(y) is not k. For one input the error is at most about max(x, y)
    times the two terms above. With the default interval it falls as exp(−π√n) for χ² and as ln(n)/n for the
    intersection kernel, whose spectrum has heavy tails since min has a kink.

    With the same interval the χ² features are those of scikit-learn's `AdditiveChi2Sampler`, which has intervals for 1
    to 3 steps only. Features have the precision of X, float32 or float64.

    Source: Vedaldi & Zisserman 2012, "Efficient additive kernels via explicit feature maps", sections 3 and 4, Table 1
    (not verified against the paper).

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.features import HomogeneousFeatures, intersection_kernel
    >>> X = np.random.default_rng(0).random((50, 3))
    >>> Z = HomogeneousFeatures("intersection", n_steps=20).fit_transform(X)
    >>> Z.shape
    (50, 117)
    >>> K = intersection_kernel(X)
    >>> bool(np.linalg.norm(Z @ Z.T - K) < 0.05 * np.linalg.norm(K))
    True
    """

    kernel: str = "intersection"
    n_steps: int = 5
    interval: float | None = None

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Choose the interval and check X; y is not used."""
        _not_negative("X", training_data(self, X, dtype=(np.float64, np.float32)))
        of = HOMOGENEOUS[one_of("kernel", self.kernel, HOMOGENEOUS)]
        n_steps = whole_number("n_steps", self.n_steps)
        given = self.interval is not None
        self.interval_ = positive_number("interval", self.interval) if given else _best_interval(of, n_steps)
        return self

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Features of X, of shape (n, (2n_steps − 1)d) and X's precision."""
        X = _not_negative("X", new_points(self, X, (np.float64, np.float32)))
        n, d = X.shape
        spectrum, L = HOMOGENEOUS[self.kernel].spectrum, self.interval_
        log = np.log(np.where(X > 0, X, 1), dtype=np.float64)
        root = np.sqrt(X, dtype=np.float64)
        Z = np.empty((n, (2 * self.n_steps - 1) * d), dtype=X.dtype)
        Z[:, :d] = root * np.sqrt(L * spectrum(0.0))
        turn = np.exp(1j * L * log) if self.n_steps > 1 else np.ones(1)
        wave = turn
        for j in range(1, self.n_steps):
            if j > 1:
                wave = wave * turn  # by recurrence: new cosines and sines would cost many times as much
            height, start = root * np.sqrt(2 * L * spectrum(j * L)), (2 * j - 1) * d
            np.multiply(height, wave.real, out=Z[:, start : start + d], casting="same_kind")
            np.multiply(height, wave.imag, out=Z[:, start + d : start + 2 * d], casting="same_kind")
        return Z

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """root0 … root{d−1}, cos1_0 … cos1_{d−1}, sin1_0 …, in the order of the features."""
        check_is_fitted(self)
        waves = ["root", *(f"{wave}{j}_" for j in range(1, self.n_steps) for wave in ("cos", "sin"))]
        return np.array([f"{wave}{i}" for wave in waves for i in range(self.n_features_in_)], dtype=object)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _summed(name: str, X: ArrayLike, Y: ArrayLike | None) -> np.ndarray:
    X = _not_negative("X", points("X", X))
    Y = X if Y is None else _not_negative("Y", of_dimension("Y", points("Y", Y), X.shape[1], "X"))
    K, step = np.empty((len(X), len(Y))), max(1, _CELLS // Y.size)
    for start in range(0, len(X), step):
        rows = slice(start, start + step)
        K[rows] = HOMOGENEOUS[name].of(X[rows, None], Y).sum(axis=-1)
    return K


def _best_interval(of: Homogeneous, n_steps: int) -> float:
    def errors(log_interval: float) -> float:
        L = np.exp(log_interval)
        return float(of.tail((n_steps - 0.5) * L) + 2 * of.signature(2 * np.pi / L))

    return float(np.exp(minimize_scalar(errors, bounds=(np.log(1e-3), np.log(2.0)), method="bounded").x))


def _not_negative(name: str, X: np.ndarray) -> np.ndarray:
    if X.size and X.min() < 0:
        row, column = np.argwhere(X < 0)[0]
        raise Refusal(
            f"{name} must hold numbers of at least 0 (Negative values in data have no root), got {X[row, column]:g} "
            f"in row {row}, column {column}."
        )
    return X
