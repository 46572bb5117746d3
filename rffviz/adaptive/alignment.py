"""Weights for given frequencies that align the kernel with labels (ALIGN)."""

from __future__ import annotations

import math

import numpy as np

from rffviz.validation import non_negative_number, of_dimension, one_number_each, points

_ROWS = 4096


def alignment_scores(W, X, y) -> np.ndarray:
    """v_j = (Σ_i y_i cos ω_j·x_i)² + (Σ_i y_i sin ω_j·x_i)², shape (m,), for W (m, d), X (N, d) and y (N,).

    Σ_ij y_i y_j Σ_l q_l cos(ω_l·(x_i − x_j)) = q·v is the alignment of the weighted kernel with yyᵀ. O(Nmd).

    Source: Sinha & Duchi 2016, section 3.
    """
    W, X = points("W", W), points("X", X)
    of_dimension("X", X, W.shape[1], "the frequencies")
    y = one_number_each("y", y, len(X))
    cosine, sine = np.zeros(len(W)), np.zeros(len(W))
    for start in range(0, len(X), _ROWS):
        rows = slice(start, start + _ROWS)
        angles = X[rows] @ W.T
        cosine += y[rows] @ np.cos(angles)
        sine += y[rows] @ np.sin(angles)
    return np.square(cosine) + np.square(sine)


def alignment_weights(scores, rho: float) -> np.ndarray:
    """The q that maximises q·v over q ≥ 0, Σq = 1 and ‖q − 1/m‖² ≤ ρ/m.

    Parameters
    ----------
    scores : array of shape (m,)
        v; only its differences matter, up to a factor.
    rho : float
        ρ ≥ 0, how far the weights may go from 1/m each: the χ² divergence (1/m) Σ_j (m q_j − 1)². 0 leaves them at
        1/m, m − 1 and above allows any weights.

    Returns
    -------
    ndarray of shape (m,)
        The weights of the largest v, shared evenly between equals, where ρ allows that; all 1/m where all v are equal.
        Else q is the projection of 1/m + v/λ on the simplex, with the λ > 0 at which ‖q − 1/m‖² = ρ/m.

    Notes
    -----
    The distance falls as λ grows: bisection between a λ at which all the weight is on the largest v, and one at which
    it cannot reach ρ/m because projection brings points no farther apart. O(m log m) for each of some 100 steps.

    Source: Sinha & Duchi 2016, equation (7) and its appendix.
    """
    v, rho = points("scores", np.reshape(scores, (-1, 1)), min_points=1)[:, 0], non_negative_number("rho", rho)
    m = len(v)
    uniform = np.full(m, 1 / m)
    spread = np.ptp(v)
    if spread == 0 or rho == 0:
        return uniform
    below = (v - v.max()) / spread  # from −1 to 0: what is added to all of v does not move the projection
    best = below == 0
    q, most = best / best.sum(), rho / m
    if 1 / best.sum() - 1 / m <= most:
        return q
    low = -below[~best].max() * best.sum() / 2  # below the λ from which on others than the best have weight
    high = math.sqrt(np.square(below - below.mean()).sum() / most)
    while high / low > 1 + 1e-15:
        middle = math.sqrt(low) * math.sqrt(high)
        if not low < middle < high:
            break
        q = _onto_simplex(uniform + below / middle)
        if np.square(q - uniform).sum() > most:
            low = middle
        else:
            high = middle
    return _onto_simplex(uniform + below / high)


def _onto_simplex(point) -> np.ndarray:
    """The nearest q ≥ 0 with Σq = 1: max(point − t, 0) for the t that makes the sum 1."""
    descending = np.sort(point)[::-1]
    levels = (np.cumsum(descending) - 1) / np.arange(1, len(point) + 1)
    positive = np.flatnonzero(descending > levels)[-1]
    q = np.maximum(point - levels[positive], 0.0)
    return q / q.sum()  # to rounding it is 1 already
