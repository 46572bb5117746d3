"""Cost against the number of points, measured here and now: exact kernel ridge regression and ridge on features."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.base import clone

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Kernel
from rffviz.predict.exact import MAX_EXACT_POINTS, ExactKernelRidge
from rffviz.predict.gaussian_process import labelled_points
from rffviz.predict.ridge import FeatureRidge
from rffviz.validation import positive_number, whole_number

_ASKED = 1000  # points predicted at


@dataclass(frozen=True)
class PowerLaw:
    """seconds = constant · N^exponent.

    Attributes
    ----------
    constant : float
        Seconds at N = 1.
    exponent : float
    """

    constant: float
    exponent: float

    def at(self, n_points) -> np.ndarray:
        """Seconds for N points, of any shape."""
        return self.constant * np.asarray(n_points, dtype=np.float64) ** self.exponent


@dataclass(frozen=True)
class CostCurve:
    """Seconds of fitting and of predicting against N, of the exact method and of features.

    Attributes
    ----------
    n_points : ndarray of int, shape (g,)
    exact_fit, exact_predict : ndarray of shape (g,)
        Seconds, the least of the repeats; nan above `max_exact`, where the exact method was not run.
    feature_fit, feature_predict : ndarray of shape (g,)
    n_asked : int
        Points predicted at.
    n_features : int
    exact_law, feature_law : PowerLaw or None
        Through the seconds of fitting, by least squares of logarithms; None with fewer than two sizes.
    crossing : float or None
        N at which the two laws cross, above which features are the faster to fit; None where they do not cross, or
        cross the other way.
    extrapolated : bool
        Whether the crossing lies outside the sizes at which both were measured.
    """

    n_points: np.ndarray
    exact_fit: np.ndarray
    exact_predict: np.ndarray
    feature_fit: np.ndarray
    feature_predict: np.ndarray
    n_asked: int
    n_features: int
    exact_law: PowerLaw | None
    feature_law: PowerLaw | None
    crossing: float | None
    extrapolated: bool


def cost_curve_steps(
    X,
    y,
    n_points: Sequence[int],
    kernel: Kernel,
    features=None,
    ridge: float = 1e-3,
    max_exact: int = 4000,
    repeats: int = 3,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[CostCurve]:
    """Measure fit and predict at several N, smallest first; the record so far after each.

    Parameters
    ----------
    X : array of shape (n, d) or (n,)
    y : array of shape (n,)
    n_points : increasing sequence of int
        Each is the number of first rows of X to fit; shuffle them beforehand.
    kernel : Kernel
        Of the exact method, and of the features where they are None.
    features : transformer, optional
        Cloned; None is `RandomFourierFeatures(kernel)`.
    ridge : float
        λ > 0 of both.
    max_exact : int
        The exact method, O(N³), is not run above it.
    repeats : int
        The least of them is kept: what else runs on the machine only adds.
    clock : function
        Seconds, increasing.

    Yields
    ------
    CostCurve

    Raises
    ------
    ValueError
        For arguments outside their ranges, or n_points above the rows of X.

    Notes
    -----
    Known bias: at small N the overhead of a call flattens the curves, and the exponents come out below those of the
    operations (3 for the exact method, 1 for features).
    """
    if not isinstance(kernel, Kernel):
        raise ValueError(f"kernel must be a kernel of rffviz.kernels, got {kernel!r}.")
    X, y = labelled_points("train", X, y, min_points=2)
    sizes = [whole_number("n_points", size, low=2, high=len(X)) for size in n_points]
    if not sizes or sorted(set(sizes)) != sizes:
        raise ValueError(f"n_points must be strictly increasing and not empty, got {sizes}.")
    ridge = positive_number("ridge", ridge)
    max_exact = whole_number("max_exact", max_exact, low=0, high=MAX_EXACT_POINTS)
    repeats = whole_number("repeats", repeats)
    features = RandomFourierFeatures(kernel) if features is None else features
    asked = X[np.arange(_ASKED) % len(X)]

    def seconds(model, size):
        fits, predictions = [], []
        for _ in range(repeats):
            fresh = clone(model)
            begun = clock()
            fresh.fit(X[:size], y[:size])
            fitted = clock()
            fresh.predict(asked)
            fits.append(fitted - begun)
            predictions.append(clock() - fitted)
        return min(fits), min(predictions), fresh

    rows = []
    for size in sizes:
        exact = seconds(ExactKernelRidge(kernel, ridge), size)[:2] if size <= max_exact else (np.nan, np.nan)
        *approximate, model = seconds(FeatureRidge(features, ridge), size)
        rows.append((*exact, *approximate))
        columns = np.array(rows).T
        reached = np.array(sizes[: len(rows)])
        laws = power_law(reached, columns[0]), power_law(reached, columns[2])
        crossing = crossing_of(*laws)
        both = reached[np.isfinite(columns[0])]
        yield CostCurve(
            reached,
            *columns,
            n_asked=len(asked),
            n_features=len(model.coef_),
            exact_law=laws[0],
            feature_law=laws[1],
            crossing=crossing,
            extrapolated=crossing is not None and not both[0] <= crossing <= both[-1],
        )


def power_law(n_points, seconds) -> PowerLaw | None:
    """The law through (log N, log seconds) by least squares, over what was measured; None below two sizes."""
    n_points, seconds = np.asarray(n_points, dtype=np.float64), np.asarray(seconds, dtype=np.float64)
    known = np.isfinite(seconds) & (seconds > 0)
    if known.sum() < 2:
        return None
    slope, level = np.polyfit(np.log(n_points[known]), np.log(seconds[known]), 1)
    return PowerLaw(float(np.exp(level)), float(slope))


def crossing_of(exact: PowerLaw | None, features: PowerLaw | None) -> float | None:
    """N from which the law of features is the lower: (c_f/c_e)^(1/(a_e − a_f)); None unless a_e > a_f."""
    if exact is None or features is None or exact.exponent <= features.exponent:
        return None
    logarithm = np.log(features.constant / exact.constant) / (exact.exponent - features.exponent)
    return float(np.exp(logarithm)) if logarithm < np.log(np.finfo(np.float64).max) else None
