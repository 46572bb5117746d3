"""Weights for given frequencies by least squares on the kernel values of landmark pairs (WEIGHT)."""

from __future__ import annotations

import numpy as np
from scipy import linalg

from rffviz.adaptive.landmarks import Landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.weights import solve_weights
from rffviz.kernels import Kernel
from rffviz.validation import Refusal, flag, non_negative_number, of_dimension, points

DEFAULT_RIDGE = 1e-3


def kernel_weights(W, landmarks: Landmarks, kernel: Kernel, ridge: float = DEFAULT_RIDGE, signed: bool = False):
    """Weights p that minimise Σ_st q_s² q_t² (Σ_j p_j cos(ω_j·(x_s − x_t)) − k(x_s − x_t))² + λ‖p‖².

    Parameters
    ----------
    W : array of shape (r, d)
        Frequencies, radians per unit of the data; they stay.
    landmarks : Landmarks
        n points x_s with weights q_s², in d dimensions.
    kernel : Kernel
    ridge : float
        λ ≥ 0. The sum over pairs is a mean, so that λ does not depend on n.
    signed : bool
        False asks for p ≥ 0, which a feature map needs: √p_j stands before its waves. True allows any sign; the
        loss is then smaller, but Σ_j p_j cos(ω_j·δ) need not be a kernel and there are no features.

    Returns
    -------
    ndarray of shape (r,)

    Raises
    ------
    ValueError
        Where dimensions do not agree, or λ = 0 and the signed problem has no unique solution.

    Notes
    -----
    O(n²r + nr² + r³). Biased: the weights belong to the landmarks. They do not sum to 1 exactly.

    Source: Chang, Li, Yang & Póczos 2017, whose weights have any sign; Li, Zhang, Wang & Kumar 2019 compare it as
    WEIGHT. The non-negative form is the quadratic programme of the latter at fixed frequencies.
    """
    W, ridge = points("W", W), non_negative_number("ridge", ridge)
    of_dimension("W", W, landmarks.points.shape[1], "the landmarks")
    flag("signed", signed)
    A, b = EmpiricalLoss(landmarks, kernel).quadratic(W)
    A[np.diag_indices_from(A)] += ridge
    if not signed:
        return solve_weights(A, b)
    try:
        return linalg.solve(A, b, assume_a="pos")
    except linalg.LinAlgError:
        raise Refusal(
            f"ridge must be above 0 where {len(b)} signed weights are not determined by "
            f"{landmarks.n_landmarks} landmarks, got {ridge:g}."
        ) from None
