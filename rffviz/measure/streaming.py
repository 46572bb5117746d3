"""The relative error of a whole kernel matrix that is never held in memory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rffviz.kernels import Kernel
from rffviz.validation import points

_BLOCK = 2048  # a block of pairs holds 4 million values: 16 MB in float32, 32 MB in float64
_FEATURE_BUDGET = 256 * 2**20  # bytes of features kept; above it they are computed again for each block


def relative_error(features, X, kernel: Kernel) -> float:
    """‖K̃ − K‖_F/‖K‖_F over all N² pairs of the points X, in memory that does not grow with N².

    Parameters
    ----------
    features : fitted transformer
        x → z(x), say `RandomFourierFeatures`; one that is not fitted yet is fitted on X first.
    X : array of shape (N, d)
    kernel : Kernel
        The exact kernel.

    Returns
    -------
    float

    Notes
    -----
    O(N²(d + n_features)) operations on N²/2 pairs (the matrices are symmetric). Memory: O(N·n_features) up to 256 MB,
    and blocks of pairs. K̃ in float32, K in float64, sums in float64.

    Source: the error of Li et al. 2019, Table 2.
    """
    X = points("X", X)
    if not hasattr(features, "n_features_in_"):
        features = features.fit(X)
    n = len(X)
    starts = range(0, n, _BLOCK)
    block_features = _features_of_block(features, X)
    difference_sum = exact_sum = 0.0
    for i in starts:
        Zi = block_features(i)
        for j in starts:
            if j > i:
                break
            exact = kernel(X[i : i + _BLOCK], X[j : j + _BLOCK])
            difference = Zi @ (Zi if j == i else block_features(j)).T - exact
            twice = 1 if i == j else 2
            difference_sum += twice * float(np.vdot(difference, difference))
            exact_sum += twice * float(np.vdot(exact, exact))
    return float(np.sqrt(difference_sum / exact_sum))


def _features_of_block(features, X) -> Callable[[int], np.ndarray]:
    """Start of a block → its features: kept where they all fit the budget, computed anew where they do not."""
    first = features.transform(X[:_BLOCK])
    if first.shape[1] * first.itemsize * len(X) > _FEATURE_BUDGET:
        return lambda start: features.transform(X[start : start + _BLOCK])
    blocks = {0: first}
    for start in range(_BLOCK, len(X), _BLOCK):
        blocks[start] = features.transform(X[start : start + _BLOCK])
    return blocks.__getitem__
