"""How an error of the kernel matrix affects predictions of ridge regression and support vector machines."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rffviz.foundation.notes import note
from rffviz.foundation.validation import non_negative_number, positive_number, whole_number


@dataclass(frozen=True)
class PredictionBound:
    """An upper bound of the change of a prediction.

    `value` is that of the formula, in the units of y for ridge regression. It is `vacuous`, with the `reason` in one
    sentence, if two such predictions can never differ by as much.
    """

    name: str
    value: float
    vacuous: bool
    reason: str


def ridge_prediction_bound(
    matrix_error: float,
    n_points: int,
    ridge: float,
    target_size: float,
    row_error: float = 0.0,
    kappa: float = 1.0,
) -> PredictionBound:
    """Bound |h̃(x) − h(x)| for kernel ridge regression: κM‖K̃ − K‖₂/(λ²n) + M‖k̃_x − k_x‖₂/(λ√n).

    h(x) = k_xᵀα with α = (K + nλI)⁻¹y, and the same with K̃ and k̃_x for h̃.

    Parameters
    ----------
    matrix_error : float
        ‖K̃ − K‖₂ over the n training points: not relative.
    n_points : int
        n.
    ridge : float
        λ > 0 as in `ExactKernelRidge`, which adds nλ to the diagonal.
    target_size : float
        M ≥ 0: √(Σ y²/n), or anything above it such as max |y|; of the centred y if its mean is subtracted first.
    row_error : float
        ‖k̃_x − k_x‖₂ over the n kernel values of x with the training points, at most √n times their largest error. 0 is
        the published case: K̃ for training, but the exact row of K at x.
    kappa : float
        κ ≥ |k(x, x_i)| for all i; 1 for the kernels of this package.

    Returns
    -------
    PredictionBound

    Notes
    -----
    Derived here: h̃(x) − h(x) = k_xᵀ(α̃ − α) + (k̃_x − k_x)ᵀα̃. There α̃ − α = −(K̃ + nλI)⁻¹(K̃ − K)(K + nλI)⁻¹y; (K +
    nλI)⁻¹ and (K̃ + nλI)⁻¹ have norm at most 1/(nλ), ‖y‖ ≤ √n M and ‖k_x‖ ≤ √n κ. Equality is approached for large λ
    with K, K̃ − K and y in one direction; for small λ it is loose by a factor of up to λ⁻². The difference is also
    limited by |h̃(x)| ≤ κM/λ with the row of K at x (√(κ/λ) M/2 with that of K̃) and |h(x)| ≤ √(κ/λ) M/2.

    Source: Cortes, Mohri & Talwalkar 2010, Proposition 1 (not verified against the paper), whose λ₀ is this λ; the
    row's part is derived here.
    """
    error, row = non_negative_number("matrix_error", matrix_error), non_negative_number("row_error", row_error)
    n, ridge = whole_number("n_points", n_points), positive_number("ridge", ridge)
    size, kappa = non_negative_number("target_size", target_size), positive_number("kappa", kappa)
    value = kappa * size * error / (ridge**2 * n) + size * row / (ridge * math.sqrt(n))
    # max over μ of √μ/(μ + nλ) is 1/(2√(nλ)): ‖h‖ ≤ √n M/(2√(nλ)) in the kernel's space
    own = math.sqrt(kappa / ridge) * size / 2
    return _bound("cortes_ridge", value, own + (own if row > 0 else kappa * size / ridge))


def ridge_training_bound(matrix_error: float, n_points: int, ridge: float, target_size: float) -> PredictionBound:
    """Bound the RMS of h̃ − h over the n training points, K̃ used throughout: M‖K̃ − K‖₂/(nλ).

    The arguments are those of `ridge_prediction_bound`. At a single training point the bound is √n times this.

    Notes
    -----
    Derived here: the fitted values are y − nλα, so those of K̃ and K differ by nλ(α − α̃), of norm at most ‖K̃ −
    K‖₂‖y‖/(nλ), without the factor 1/λ of the bound at a new point. The difference is at most M, because the hat
    matrices have eigenvalues from 0 to 1.
    """
    error, n = non_negative_number("matrix_error", matrix_error), whole_number("n_points", n_points)
    ridge, size = positive_number("ridge", ridge), non_negative_number("target_size", target_size)
    return _bound("ridge_training", size * error / (n * ridge), size)


def svm_prediction_bound(matrix_error: float, n_points: int, C: float, kappa: float = 1.0) -> PredictionBound:
    """Bound |h̃(x) − h(x)| for a support vector machine without intercept: √2 κ^¾ C₀ e^¼ (1 + (e/4κ)^¼).

    Parameters
    ----------
    matrix_error : float
        e = ‖K̃ − K‖₂ over the n training points *and* x, n + 1 in all.
    n_points : int
        n.
    C : float
        As in `ExactSVC`: ½‖w‖² + C Σ max(0, 1 − y_i h(x_i)); C₀ = nC. `ExactSVC` also fits an intercept, which this
        bound does not cover.
    kappa : float
        κ at least k(x, x) and k̃(x, x) at all n + 1 points: 1 for the paired map; the offset map's can reach 2.

    Returns
    -------
    PredictionBound

    Notes
    -----
    Rederived: let Φ_i and Φ̃_i be the columns of K^½ and K̃^½. Both objectives are strongly convex, so that
    ‖w̃ − w‖² ≤ C Σ (‖w‖ + ‖w̃‖)‖Φ̃_i − Φ_i‖ ≤ 2C₀²√κ √e, since ‖w‖ ≤ C₀√κ and ‖K̃^½ − K^½‖ ≤ √e; and
    |h̃(x) − h(x)| ≤ ‖w̃ − w‖√κ + C₀√κ √e. Both predictions are at most κC₀.

    Source: Cortes, Mohri & Talwalkar 2010, Proposition 2 (not verified against the paper).
    """
    error, n = non_negative_number("matrix_error", matrix_error), whole_number("n_points", n_points)
    C, kappa = positive_number("C", C), positive_number("kappa", kappa)
    value = math.sqrt(2) * kappa**0.75 * n * C * error**0.25 * (1 + (error / (4 * kappa)) ** 0.25)
    return _bound("cortes_svm", value, 2 * kappa * n * C)


def _bound(name: str, value: float, largest: float) -> PredictionBound:
    reason = str(note("prediction_beyond_any", largest=largest)) if value >= largest else ""
    return PredictionBound(name, value, bool(reason), reason)
