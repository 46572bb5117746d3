"""The properties of a kernel matrix that the theorems on whole matrices use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from rffviz.foundation.validation import Refusal, one_of, points, positive_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.theory.variance import MAPS

MAX_POINTS = 5000  # eigenvalues of larger matrices take minutes


@dataclass(frozen=True, eq=False)
class KernelMatrix:
    """The kernel matrix K of n points, k(0) = 1, represented by its eigenvalues and the mean of k(2δ).

    Attributes
    ----------
    eigenvalues : ndarray of shape (n,)
        Of K, decreasing and non-negative.
    mean_at_twice : float
        Mean of k(2δ) over all n² ordered pairs, including each point with itself.
    """

    eigenvalues: np.ndarray
    mean_at_twice: float

    @property
    def n_points(self) -> int:
        """n."""
        return len(self.eigenvalues)

    @property
    def spectral_norm(self) -> float:
        """‖K‖₂."""
        return float(self.eigenvalues[0])

    @property
    def frobenius_norm(self) -> float:
        """‖K‖_F."""
        return float(np.linalg.norm(self.eigenvalues))

    @property
    def intrinsic_dimension(self) -> float:
        """tr K/‖K‖₂, from 1 to n."""
        return self.n_points / self.spectral_norm

    def mean_variance(self, map: str = "paired") -> float:
        """Mean over all n² ordered pairs of m Var z(x)·z(y) for independent frequencies: the bracket of `map_variance`.

        The diagonal is included; it is 0 for the paired map and ½ for the offset map.
        """
        start = 0.5 if one_of("map", map, MAPS) == "paired" else 1.0
        return max(0.0, start + 0.5 * self.mean_at_twice - (self.frobenius_norm / self.n_points) ** 2)

    def degrees_of_freedom(self, ridge: float) -> float:
        """d_λ = tr K(K + nλI)⁻¹, as in `degrees_of_freedom`."""
        return degrees_of_freedom(self.eigenvalues, ridge)


def kernel_matrix(kernel: Kernel, X: ArrayLike) -> KernelMatrix:
    """The `KernelMatrix` of the points X, shape (n, d), with n from 2 to 5,000; O(n²d + n³) operations."""
    a_kernel(kernel)
    X = points("X", X, min_points=2)
    if len(X) > MAX_POINTS:
        raise Refusal(f"X must hold at most {MAX_POINTS} points, whose kernel matrix has n² entries, got {len(X)}.")
    with np.errstate(over="ignore"):
        mean_at_twice = float(kernel(2 * X).mean())
    eigenvalues = linalg.eigvalsh(kernel(X), overwrite_a=True)[::-1]
    return KernelMatrix(np.maximum(eigenvalues, 0.0), mean_at_twice)


def degrees_of_freedom(eigenvalues: ArrayLike, ridge: float) -> float:
    """Effective degrees of freedom d_λ = tr K(K + nλI)⁻¹ = Σ_i μ_i/(μ_i + nλ) of kernel ridge regression.

    Parameters
    ----------
    eigenvalues : array of shape (n,)
        μ_i ≥ 0 of the kernel matrix of n points, all of them.
    ridge : float
        λ > 0, as in `ExactKernelRidge`. Avron et al. 2017 write λ for this nλ.

    Returns
    -------
    float
        From 0 to n: the trace of the matrix that maps y to the fitted values (Hastie & Tibshirani 1990).
    """
    mu = _eigenvalues(eigenvalues)
    return float(np.sum(mu / (mu + len(mu) * positive_number("ridge", ridge))))


def _eigenvalues(value: ArrayLike) -> np.ndarray:
    array = points("eigenvalues", np.reshape(value, (-1, 1)))[:, 0]
    if array.min() < 0:
        raise Refusal(f"eigenvalues must be at least 0, got {array.min():g}.")
    return array
