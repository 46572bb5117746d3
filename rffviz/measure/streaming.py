"""Errors of a whole kernel matrix that is never held in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from rffviz.foundation.matrix_like import transformed
from rffviz.foundation.validation import Refusal, as_fitted, points
from rffviz.kernels import Kernel, a_kernel

_BLOCK = 2048  # a block of pairs holds 4 million values: 16 MB in float32, 32 MB in float64
_FEATURE_BUDGET = 256 * 2**20  # bytes of features cached; above this they are recomputed for each block


def relative_error(features: Any, X: ArrayLike, kernel: Kernel) -> float:
    """‖K̂ − K‖_F/‖K‖_F over all N² pairs of the points X, in memory that does not grow as N².

    Parameters
    ----------
    features : fitted transformer
        x → z(x), such as `RandomFourierFeatures`; if not fitted yet, it is fitted on X.
    X : array of shape (N, d)
    kernel : Kernel
        The exact kernel.

    Returns
    -------
    float

    Notes
    -----
    O(N²(d + n_features)) operations on N²/2 pairs (the matrices are symmetric). Memory: O(N·n_features) up to 256 MB,
    and blocks of pairs. K̂ in float32, K in float64, sums in float64.

    Source: the error of Li et al. 2019, Table 2.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.features import RandomFourierFeatures
    >>> from rffviz.kernels import Gaussian
    >>> from rffviz.measure import relative_error
    >>> X = np.random.default_rng(0).standard_normal((100, 3))
    >>> few, many = (RandomFourierFeatures(Gaussian(), n_freqs, random_state=0) for n_freqs in (50, 5000))
    >>> round(relative_error(few, X, Gaussian()) / relative_error(many, X, Gaussian()))
    10
    """
    return float(relative_errors([features], X, kernel)[0])


def relative_errors(maps: Sequence[Any], X: ArrayLike, kernel: Kernel) -> np.ndarray:
    """`relative_error` of several maps on the same points; K, the most expensive part, is computed once.

    Parameters
    ----------
    maps : sequence of fitted transformers
    X : array of shape (N, d)
    kernel : Kernel

    Returns
    -------
    ndarray of shape (len(maps),)
        The same numbers as from separate calls.

    Notes
    -----
    Memory: the features of all maps, cached as in `relative_error`.
    """
    difference_sums, exact_sum = np.zeros(len(maps)), 0.0
    for exact, differences, twice in _blocks(maps, X, kernel):
        exact_sum += twice * float(np.vdot(exact, exact))
        difference_sums += [twice * float(np.vdot(difference, difference)) for difference in differences]
    return np.sqrt(difference_sums / exact_sum)


def largest_error(features: Any, X: ArrayLike, kernel: Kernel) -> float:
    """max_ij |K̂_ij − K_ij| over all N² pairs of the points X, like METRICS["sup"].

    Arguments, cost and memory are as in `relative_error`.
    """
    return max(float(np.abs(difference).max()) for _, (difference,), _ in _blocks([features], X, kernel))


def _blocks(
    maps: Sequence[Any], X: ArrayLike, kernel: Kernel
) -> Iterator[tuple[np.ndarray, Iterator[np.ndarray], int]]:
    """Blocks of K, of each map's K̂ − K, on and below the diagonal, and how often each counts in the whole matrix."""
    given, X, kernel = X, points("X", X), a_kernel(kernel)
    if wrong := [each for each in maps if isinstance(each, type) or not hasattr(each, "transform")]:
        raise Refusal(f"features must be a transformer x → z(x), got {wrong[0]!r}.")
    fitted = [features if _is_fitted(features) else features.fit(X) for features in maps]
    each_features = [_features_of_block(features, as_fitted(features, given, X)) for features in fitted]

    def differences(rows: list[Any], j: int | None, exact: np.ndarray) -> Iterator[np.ndarray]:
        for Zi, block_features in zip(rows, each_features, strict=True):
            product = Zi @ (Zi if j is None else block_features(j)).T
            yield (product.toarray() if sparse.issparse(product) else product) - exact

    for i in range(0, len(X), _BLOCK):
        rows = [block_features(i) for block_features in each_features]
        for j in range(0, i + 1, _BLOCK):
            exact = kernel(X[i : i + _BLOCK], X[j : j + _BLOCK])
            yield exact, differences(rows, None if i == j else j, exact), 1 if i == j else 2


def _is_fitted(features: Any) -> bool:
    """Whether a transformer was fitted, by what it stores, or has no `fit`."""
    stores = any(name.endswith("_") and not name.startswith("__") for name in getattr(features, "__dict__", ()))
    return stores or hasattr(features, "n_features_in_") or not hasattr(features, "fit")


def _features_of_block(features: Any, X: Any) -> Callable[[int], Any]:
    """Start of a block → its features: cached if all fit the budget, otherwise recomputed."""

    def made(start: int) -> Any:
        return transformed(features, X[start : start + _BLOCK])  # of a frame, as of an array, rows

    first = made(0)
    n_bytes = sum(each.nbytes for each in (first.data, first.indices)) if sparse.issparse(first) else first.nbytes
    if n_bytes / first.shape[0] * len(X) > _FEATURE_BUDGET:
        return made
    return {0: first, **{start: made(start) for start in range(_BLOCK, len(X), _BLOCK)}}.__getitem__
