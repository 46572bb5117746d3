"""Random frequencies with weights learned from the kernel on landmarks (WEIGHT)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from rffviz.adaptive.landmarks import PER_FREQUENCY, Landmarks, landmarks_of
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.transformer import LearnedFourierFeatures
from rffviz.foundation.validation import Refusal, Seed, flag, non_negative_number, of_dimension, points, training_data
from rffviz.kernels import Kernel

_RIDGE = 1e-3


def kernel_weights(
    W: ArrayLike, landmarks: Landmarks, kernel: Kernel, ridge: float = _RIDGE, signed: bool = False
) -> np.ndarray:
    """Weights p that minimise Σ_st q_s² q_t² (Σ_j p_j cos(ω_j·(x_s − x_t)) − k(x_s − x_t))² + λ‖p‖².

    Parameters
    ----------
    W : array of shape (r, d)
        Frequencies, radians per unit of the data; they do not change.
    landmarks : Landmarks
        n points x_s with weights q_s², in d dimensions.
    kernel : Kernel
    ridge : float
        λ ≥ 0. The sum over pairs is a weighted mean, so λ does not depend on n.
    signed : bool
        False restricts to p ≥ 0, which a feature map needs: its features have the factor √p_j. True allows any sign;
        the loss is then smaller, but Σ_j p_j cos(ω_j·δ) need not be a kernel, and there are no features.

    Raises
    ------
    ValueError
        Where λ = 0 and the signed problem has no unique solution.

    Notes
    -----
    O(n²r + nr² + r³). Biased: the weights belong to the landmarks. They do not sum to 1 exactly.

    Source: Chang, Li, Yang & Póczos 2017, whose weights have any sign; WEIGHT in Li, Zhang, Wang & Kumar 2019, whose
    quadratic programme at fixed frequencies is the non-negative form.
    """
    W, ridge = points("W", W), non_negative_number("ridge", ridge)
    of_dimension("W", W, landmarks.points.shape[1], "the landmarks")
    flag("signed", signed)
    loss = EmpiricalLoss(landmarks, kernel)
    if not signed:
        return loss.best_weights(W, ridge)
    A, b = loss.quadratic(W)
    A[np.diag_indices_from(A)] += ridge
    try:
        return linalg.solve(A, b, assume_a="pos")
    except linalg.LinAlgError:
        raise Refusal(
            f"ridge must be above 0 where {len(b)} signed weights are not determined by "
            f"{landmarks.n_landmarks} landmarks, got {ridge:g}."
        ) from None


@dataclass(eq=False, repr=False)
class WeightedFourierFeatures(LearnedFourierFeatures):
    """Fourier features at random frequencies, with weights that reproduce the kernel on landmarks of the data.

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        r; there are 2r features, and often many of weight 0 among them.
    landmarks, n_landmarks, sampler, random_state
        As in `AdaptiveFourierFeatures` with "quasi_newton", but "sample" by default; the sampler's own weights are not
        used.
    ridge : float, default 0.001
        λ of the penalty λ‖p‖² on the weights (`kernel_weights`).

    Attributes
    ----------
    frequencies_ : ndarray of shape (r, d), float64
    weights_ : ndarray of shape (r,)
        p ≥ 0; they do not sum to 1 exactly, so z(x)·z(x) is near 1, not 1.
    landmarks_ : Landmarks

    Notes
    -----
    The weights belong to the data they were learned on: unlike random features these are biased, and not nested.

    Source: Chang, Li, Yang & Póczos 2017; WEIGHT in Li, Zhang, Wang & Kumar 2019.
    """

    kernel: Kernel | None = None
    n_freqs: int = 100
    landmarks: str | Landmarks = "sample"
    n_landmarks: int | None = None
    ridge: float = _RIDGE
    sampler: str = "monte_carlo"
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Draw frequencies, choose landmarks of X and solve for the weights; y is not used."""
        X = training_data(self, X, dtype=(np.float64, np.float32), ensure_min_samples=2)
        kernel, n_freqs, (landmark_rng, frequency_rng) = self._settings(2)
        self.landmarks_ = landmarks_of(X, self.landmarks, self.n_landmarks, n_freqs, landmark_rng, PER_FREQUENCY)
        self.frequencies_ = self._draw(kernel, X, n_freqs, frequency_rng)
        self.weights_ = kernel_weights(self.frequencies_, self.landmarks_, kernel, self.ridge)
        return self
