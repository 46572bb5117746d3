"""The linear support vector machine of the squared hinge at every penalty of a grid, by Newton's method."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from rffviz.foundation.validation import Refusal, one_number_each, points, positive_number

_STEPS = 100
_HALVINGS = 30
_TOLERANCE = 1e-10  # stop when a step lowers the loss by a smaller share


def squared_hinge_path(Z: ArrayLike, y: ArrayLike, ridges: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Minimise (1/n) Σ max(0, 1 − y_i(w·z_i + b))² + λ‖w‖² for every λ.

    Parameters
    ----------
    Z : array of shape (n, n_features)
        Dense features.
    y : array of shape (n,)
        −1 and +1.
    ridges : sequence of float
        λ > 0; g of them. With C of a machine that minimises ½‖w‖² + C Σ max(0, …)² it is 1/(2nC).

    Returns
    -------
    w, b : ndarray of shapes (n_features, g) and (g,)
        b is not penalised.

    Notes
    -----
    The loss is least squares on the points within the margin. A step solves that, O(n·n_features²), and moves towards
    the solution while the loss falls; the set of these points settles after a few steps, and the last one is exact.
    Larger λ come first, and each starts at the previous solution.

    Source: Keerthi & DeCoste 2005, "A modified finite Newton method for fast solution of large scale linear SVMs".
    """
    Z = points("Z", Z)
    y = one_number_each("y", y, len(Z))
    if not np.isin(y, (-1, 1)).all():
        raise Refusal(f"y must be −1 or +1, got {y[~np.isin(y, (-1, 1))][0]:g}.")
    ridges = np.array([positive_number("ridges", ridge) for ridge in np.ravel(ridges).tolist()])
    with_one = np.column_stack([Z, np.ones(len(Z))])
    weights, w = np.empty((with_one.shape[1], len(ridges))), np.zeros(with_one.shape[1])
    for place in np.argsort(-ridges):
        weights[:, place] = w = _newton(with_one, y, ridges[place], w)
    return weights[:-1], weights[-1]


def _newton(Z: np.ndarray, y: np.ndarray, ridge: float, w: np.ndarray) -> np.ndarray:
    penalty = np.full(len(w), len(y) * ridge)
    penalty[-1] = 0.0

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        margins = y * (Z @ w)
        short = np.maximum(1 - margins, 0)
        return float(short @ short + penalty @ np.square(w)), margins

    value, margins = loss(w)
    for _ in range(_STEPS):
        within = margins < 1
        kept = Z[within]
        gram = kept.T @ kept
        gram[np.diag_indices_from(gram)] += penalty
        direction = _solved(gram, kept.T @ y[within]) - w
        for halving in range(_HALVINGS):
            trial = w + 0.5**halving * direction
            trial_value, trial_margins = loss(trial)
            if trial_value < value:
                break
        else:
            return w
        gained = value - trial_value
        w, value, margins = trial, trial_value, trial_margins
        if gained <= _TOLERANCE * value:
            break
    return w


def _solved(gram: np.ndarray, moment: np.ndarray) -> np.ndarray:
    try:
        return linalg.solve(gram, moment, assume_a="pos")
    except linalg.LinAlgError:  # no point within the margin, so b is undetermined
        return linalg.lstsq(gram, moment)[0]
