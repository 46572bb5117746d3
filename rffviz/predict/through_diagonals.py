"""Fastfood's angles from its diagonals, and derivatives from the angles back to these: no frequency is formed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rffviz.samplers.structured import Structured, hadamard_times


@dataclass(frozen=True, eq=False)
class Angles:
    """X Vᵀ for V = S H G Π H B, with the intermediate products.

    Attributes
    ----------
    fast : Structured
        V, of two diagonals B and G in blocks of p rows.
    points : ndarray of shape (p, n)
        X, padded by zeros; a point is a column.
    inner : ndarray of shape (blocks, p, n)
        Π H B x.
    outer : ndarray of shape (blocks · p, n)
        H G Π H B x.
    """

    fast: Structured
    points: np.ndarray
    inner: np.ndarray
    outer: np.ndarray

    def paired(self) -> np.ndarray:
        """Paired features of equal weights, of shape (n, 2m), as `rffviz.features.paired_map` has them."""
        angles = self.outer[: self.fast.n_freqs] * self.fast.scale[:, None]
        Z = np.concatenate([np.cos(angles), np.sin(angles)])
        Z /= math.sqrt(self.fast.n_freqs)
        return Z.T

    def derivatives(self, by_angles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Derivatives by S, G and the first d of B from that by the angles, of shape (n, m).

        Notes
        -----
        The angles of a point are a = S u, u = H v, v = G w, w = Π H B x. With A the derivative by a, sums over points::

            ∂/∂S = Σ A ∘ u,   t = H(S ∘ A),   ∂/∂G = Σ t ∘ w,   ∂/∂B = Σ (H Πᵀ(G ∘ t)) ∘ x,

        since H is symmetric and Πᵀ inverts Π. Like the angles themselves this takes two products with H: O(nm log d) by
        a butterfly and O(nm√d) as in `hadamard_times`, where the derivative by V takes O(nmd).
        """
        fast, d, m = self.fast, self.fast.d, self.fast.n_freqs
        back = np.zeros_like(self.outer)
        back[:m] = by_angles.T
        by_scale = np.einsum("jn,jn->j", back[:m], self.outer[:m])
        back[:m] *= fast.scale[:, None]
        back = hadamard_times(back.reshape(self.inner.shape))
        by_normal = np.einsum("bin,bin->bi", back, self.inner)
        back *= fast.diagonals[:, 1, :, None]
        permuted = np.empty_like(back)
        permuted[_rows(fast)] = back
        by_signs = np.einsum("bin,in->bi", hadamard_times(permuted)[:, :d], self.points[:d])
        return by_scale, by_normal, by_signs


def angles_of(fast: Structured, X: np.ndarray) -> Angles:
    """The angles of the rows of X, float64 of shape (n, d), for `fast` with two diagonals and a permutation."""
    points = np.zeros((fast.size, len(X)))
    points[: fast.d] = X.T
    signs, normal = fast.diagonals[:, 0, :, None], fast.diagonals[:, 1, :, None]
    inner = hadamard_times(signs * points)[_rows(fast)]
    return Angles(fast, points, inner, hadamard_times(normal * inner).reshape(-1, len(X)))


def _rows(fast: Structured) -> tuple[np.ndarray, np.ndarray | None]:
    """The index that takes ΠA from the matrices A, shape (blocks, p, n)."""
    return np.arange(len(fast.diagonals))[:, None], fast.order
