"""The empirical kernel approximation loss (EKAL), its gradient, and its quadratic form in the weights."""

from __future__ import annotations

import copy

import numpy as np
from numpy.typing import DTypeLike

from rffviz.adaptive.landmarks import Landmarks
from rffviz.adaptive.weights import solve_weights
from rffviz.kernels import Kernel


class EmpiricalLoss:
    """L(W, p) = Σ_st q_s² q_t² (Σ_j p_j cos(ω_j·(x_s − x_t)) − k(x_s − x_t))² over landmarks x_s with weights q_s².

    In matrices L = ‖E ⊙ qqᵀ‖_F², E = C diag(p) Cᵀ + S diag(p) Sᵀ − K with C = cos(XWᵀ), S = sin(XWᵀ).
    The constructor computes K, once.

    Parameters
    ----------
    landmarks : Landmarks
        n points in d dimensions.
    kernel : Kernel
    dtype : dtype, default float64
        Of the matrices. float32 halves the time of a gradient, with an error of about 10⁻⁶ of the scale; sums over
        pairs are float64 in any case.

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
    Weights p must not be negative. With r frequencies a value costs O(n²r + nrd) and a gradient as much again, in
    matrix products; memory O(n² + nr).

    Source: Li, Zhang, Wang & Kumar 2019, equation (5) without its penalty, and equation (6).
    """

    def __init__(self, landmarks: Landmarks, kernel: Kernel, dtype: DTypeLike = np.float64) -> None:
        centred = landmarks.points - landmarks.points.mean(axis=0)
        exact, pair_weights = kernel(landmarks.points), np.outer(landmarks.weights, landmarks.weights)
        self.scale = float(np.vdot(pair_weights, np.square(exact)))
        self.points = centred.astype(dtype)
        self.exact = exact.astype(dtype)
        self.pair_weights = pair_weights.astype(dtype)
        self._root_weights = np.sqrt(landmarks.weights)[:, None]

    def at_points(self, points: np.ndarray) -> EmpiricalLoss:
        """The same kernel values and weights, with angles ω·x in other coordinates x of the landmarks, (n, k)."""
        other = copy.copy(self)
        other.points = np.asarray(points, dtype=self.points.dtype)
        return other

    def value(self, W: np.ndarray, p: np.ndarray) -> float:
        """L at frequencies W (r, d) and weights p (r,)."""
        error = self._error(waves(self.points, W), p)
        return self._sum(self.pair_weights * error, error)

    def relative_error(self, W: np.ndarray, p: np.ndarray) -> float:
        """√(L/‖K ⊙ qqᵀ‖_F²): the relative Frobenius error on the weighted landmarks."""
        return float(np.sqrt(self.value(W, p) / self.scale))

    def gradients(self, W: np.ndarray, p: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """L, dL/dW of shape (r, d) and dL/dp of shape (r,).

        dL/dC = 4 (E ⊙ Q) C diag(p) with Q = q²q²ᵀ, and the same for S; dL/dW = (−S ⊙ dL/dC + C ⊙ dL/dS)ᵀ X.
        (The paper prints 2 for the 4: C enters E twice.)
        dL/dp_j = 2 Σ_st q_s² q_t² E_st cos(ω_j·(x_s − x_t)).
        """
        Z = waves(self.points, W)
        C, S = Z[:, : len(W)], Z[:, len(W) :]
        error = self._error(Z, p)
        weighted = self.pair_weights * error
        value = self._sum(weighted, error)
        C_error, S_error = weighted @ C, weighted @ S
        weight_slope = 2 * (np.einsum("sj,sj->j", C, C_error) + np.einsum("sj,sj->j", S, S_error))
        slope = C * S_error - S * C_error
        slope *= (4 * np.asarray(p)).astype(slope.dtype)
        return value, (slope.T @ self.points).astype(np.float64), weight_slope.astype(np.float64)

    def quadratic(self, W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A (r, r) and b (r,) with L = pᵀAp − 2bᵀp + scale.

        A_jk = Σ_st q_s² q_t² cos(ω_j·δ_st) cos(ω_k·δ_st), b_j = Σ_st q_s² q_t² k(δ_st) cos(ω_j·δ_st).
        The paper's A less its λI; O(nr² + n²r).
        """
        Z = waves(self.points, W)
        C, S = Z[:, : len(W)], Z[:, len(W) :]
        weighted = self.pair_weights * self.exact
        b = np.einsum("sj,sj->j", C, weighted @ C) + np.einsum("sj,sj->j", S, weighted @ S)
        C, S = C * self._root_weights, S * self._root_weights
        cross = np.square(C.T @ S)
        return np.square(C.T @ C) + np.square(S.T @ S) + cross + cross.T, b

    def best_weights(self, W: np.ndarray, ridge: float | np.ndarray) -> np.ndarray:
        """The p ≥ 0 that minimises L + Σ λ_j p_j² at frequencies W (`solve_weights`); `ridge` is one λ or r of them."""
        A, b = self.quadratic(W)
        A[np.diag_indices_from(A)] += ridge
        return solve_weights(A, b)

    def _error(self, Z: np.ndarray, p: np.ndarray) -> np.ndarray:
        features = Z * np.sqrt(np.concatenate([p, p])).astype(Z.dtype)
        error = features @ features.T  # a matrix times its own transpose costs half a product
        error -= self.exact
        return error

    @staticmethod
    def _sum(a: np.ndarray, b: np.ndarray) -> float:
        """Σ a_st b_st, added up in float64."""
        return float(np.einsum("st,st->", a, b, dtype=np.float64) if a.dtype == np.float32 else np.vdot(a, b))


def waves(X: np.ndarray, W: np.ndarray) -> np.ndarray:
    """[cos(XWᵀ) | sin(XWᵀ)], (n, 2r) in the type of X, from the tangent t of half of each angle.

    cos = (1 − t²)/(1 + t²) and sin = 2t/(1 + t²): only one function is evaluated, and a fast one. No float is so near
    an odd multiple of π that t² overflows.
    """
    r = len(W)
    tangent = np.tan(X @ (np.asarray(W, dtype=X.dtype).T / 2))
    square = np.square(tangent)
    scale = 1 + square
    Z = np.empty((len(X), 2 * r), dtype=X.dtype)
    np.divide(1 - square, scale, out=Z[:, :r])
    np.divide(2 * tangent, scale, out=Z[:, r:])
    return Z
