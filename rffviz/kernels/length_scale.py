"""Rules for choosing the length scale."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import pdist

from rffviz.foundation.validation import Refusal, Seed, one_of, points, seed_number
from rffviz.kernels.base import Kernel, a_kernel

_TO_1 = 1e-12  # values nearer to 1 are lost when K is centred
LENGTH_RULES = ("median", "dimension", "hand")


def median_length_scale(
    kernel: Kernel | type[Kernel], X: ArrayLike, random_state: Seed = 0, max_points: int = 1000
) -> float:
    """Median heuristic: the median pairwise distance, L1 for the Laplacian kernel and Euclidean for the others.

    Parameters
    ----------
    kernel : Kernel or subclass of it
        Determines the distance.
    X : array of shape (n, d)
    random_state : int, RandomState, Generator or None
        Seed of the random subsample used for more than `max_points` points.
    max_points : int

    Raises
    ------
    ValueError
        With fewer than two points, or if more than half of the pairs coincide (the median is then 0).
    """
    kernel = kernel if isinstance(kernel, type) and issubclass(kernel, Kernel) else a_kernel(kernel)
    X = points("X", X, min_points=2)
    if len(X) > max_points:
        X = X[np.random.default_rng(seed_number("random_state", random_state)).permutation(len(X))[:max_points]]
    median = float(np.median(pdist(X, kernel.distance)))
    if median <= 0:
        raise Refusal(
            f"X must hold at least two distinct points and not mostly repeats, got a median distance of {median:g}."
        )
    return median


def check_told_apart(kernel: Kernel, K: np.ndarray) -> None:
    """Raise a ValueError if all values of K = k(X, X) between different points round to 0, or all to 1."""
    n = len(K)
    rounded = "1" if float(K.min()) > 1 - _TO_1 else "0" if n > 1 and np.count_nonzero(K) <= n else ""
    if rounded:
        raise Refusal(
            f"length_scale must be one at which k tells the points of X apart, got {kernel.length_scale:g}: k "
            f"rounds to {rounded} at every pair."
        )


def kernel_by_rule(kernel: Kernel, rule: str, X: ArrayLike, random_state: Seed = 0) -> Kernel:
    """The kernel with its length scale chosen by a rule for the points X, of shape (n, d).

    Parameters
    ----------
    kernel : Kernel
    rule : {"median", "dimension", "hand"}
        `median_length_scale` under `random_state`; √(d/2), as in Li, Zhang, Wang and Kumar 2019 for scaled data; or the
        kernel's own length scale.
    X : array of shape (n, d)
    random_state : int, RandomState, Generator or None
        Selects the points for the median if there are many.
    """
    if one_of("rule", rule, LENGTH_RULES) == "hand":
        return kernel
    if rule == "dimension":
        return kernel.with_length_scale(math.sqrt(np.asarray(X).shape[1] / 2))
    return kernel.with_length_scale(median_length_scale(kernel, X, random_state))
