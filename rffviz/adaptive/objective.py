"""The empirical kernel approximation loss (EKAL), its gradient, and its quadratic form in the weights."""

from __future__ import annotations

import numpy as np

from rffviz.adaptive.landmarks import Landmarks
from rffviz.kernels import Kernel


class EmpiricalLoss:
    """L(W, p) = Σ_st q_s² q_t² (Σ_j p_j cos(ω_j·(x_s − x_t)) − k(x_s − x_t))² over landmarks x_s of weights q_s².

    In matrices L = ‖E ⊙ qqᵀ‖_F², E = C diag(p) Cᵀ + S diag(p) Sᵀ − K with C = cos(XWᵀ), S = sin(XWᵀ).
    K is computed once, here.

    Parameters
    ----------
    landmarks : Landmarks
        n points in d dimensions.
    kernel : Kernel

    Attributes
    ----------
    points : ndarray of shape (n, d)
        The landmarks about their mean: L depends on differences alone, and smaller angles lose fewer digits.
    exact : ndarray of shape (n, n)
        K.
    pair_weights : ndarray of shape (n, n)
        q_s² q_t².
    scale : float
        ‖K ⊙ qqᵀ‖_F², the loss at p = 0; √(L/scale) is the relative error on the landmarks.

    Notes
    -----
    Everything in float64. With r frequencies a value costs O(n²r + nrd) and a gradient as much again, in matrix
    products; memory O(n² + nr).

    Source: Li, Zhang, Wang & Kumar 2019, equation (5) without its penalty, and equation (6).
    """

    def __init__(self, landmarks: Landmarks, kernel: Kernel):
        self.points = landmarks.points - landmarks.points.mean(axis=0)
        self.exact = kernel(self.points)
        self.pair_weights = np.outer(landmarks.weights, landmarks.weights)
        self.scale = float(np.vdot(self.pair_weights, np.square(self.exact)))
        self._root_weights = np.sqrt(landmarks.weights)[:, None]

    def value(self, W, p) -> float:
        """L at frequencies W (r, d) and weights p (r,)."""
        error = self._error(*self._waves(W), p)
        return float(np.vdot(self.pair_weights, np.square(error)))

    def relative_error(self, W, p) -> float:
        """√(L/‖K ⊙ qqᵀ‖_F²): the relative Frobenius error on the weighted landmarks."""
        return float(np.sqrt(self.value(W, p) / self.scale))

    def value_and_gradient(self, W, p) -> tuple[float, np.ndarray]:
        """L and dL/dW, the latter of shape (r, d).

        dL/dC = 4 (R ⊙ qqᵀ) C diag(p) with R = E ⊙ qqᵀ, and the same for S; dL/dW = (−S ⊙ dL/dC + C ⊙ dL/dS)ᵀ X.
        (The paper prints 2 for the 4: C enters E twice.)
        """
        C, S = self._waves(W)
        error = self._error(C, S, p)
        weighted = self.pair_weights * error
        slope = 4 * p * (C * (weighted @ S) - S * (weighted @ C))
        return float(np.vdot(weighted, error)), slope.T @ self.points

    def weight_gradient(self, W, p) -> np.ndarray:
        """dL/dp_j = 2 Σ_st q_s² q_t² E_st cos(ω_j·(x_s − x_t)), shape (r,)."""
        C, S = self._waves(W)
        weighted = self.pair_weights * self._error(C, S, p)
        return 2 * (np.einsum("sj,sj->j", C, weighted @ C) + np.einsum("sj,sj->j", S, weighted @ S))

    def quadratic(self, W) -> tuple[np.ndarray, np.ndarray]:
        """A (r, r) and b (r,) with L = pᵀAp − 2bᵀp + scale.

        A_jk = Σ_st q_s² q_t² cos(ω_j·δ_st) cos(ω_k·δ_st), b_j = Σ_st q_s² q_t² k(δ_st) cos(ω_j·δ_st).
        The paper's A less its λI; O(nr² + n²r).
        """
        C, S = self._waves(W)
        weighted = self.pair_weights * self.exact
        b = np.einsum("sj,sj->j", C, weighted @ C) + np.einsum("sj,sj->j", S, weighted @ S)
        C, S = C * self._root_weights, S * self._root_weights
        cross = np.square(C.T @ S)
        return np.square(C.T @ C) + np.square(S.T @ S) + cross + cross.T, b

    def _waves(self, W):
        angles = self.points @ np.asarray(W, dtype=np.float64).T
        return np.cos(angles), np.sin(angles)

    def _error(self, C, S, p):
        error = (C * p) @ C.T
        error += (S * p) @ S.T
        error -= self.exact
        return error
