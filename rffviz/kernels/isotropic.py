"""Kernels of the Euclidean distance: a frequency is a uniform direction times an independent norm."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.distances import squared_distances
from rffviz.foundation.validation import Refusal, a_generator, points, whole_number
from rffviz.kernels.base import Kernel


class IsotropicKernel(Kernel):
    """A kernel of r = ‖δ‖ alone: ω is a uniform direction times an independent radius.

    With one length scale per axis it is the kernel of the points x_j/ℓ_j, and frequencies are divided by ℓ_j.
    """

    mixes_gaussians: ClassVar[bool] = True  # ω is a standard normal vector times an independent factor

    @property
    def isotropic(self) -> bool:  # type: ignore[override]
        """Whether k depends on ‖δ‖ alone: with one length scale."""
        return self.axes is None

    def of_difference(self, delta: ArrayLike) -> np.ndarray:
        kernel: Any
        kernel, delta = self.in_units(np.asarray(delta, dtype=np.float64))
        return kernel._profile(np.linalg.norm(delta, axis=-1) / kernel.length_scale)

    def _matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        return self._profile_of_square(squared_distances(X, Y, self.length_scale))

    def second_moment(self, d: int) -> float:
        if self.axes is None:
            return self._second_moment(d) / self.length_scale**2
        return self._second_moment(d) / d * float(np.sum(self.axes.of(d) ** -2.0))

    @abstractmethod
    def _second_moment(self, d: int) -> float:
        """E‖ℓω‖²."""

    def log_spectral_density(self, W: ArrayLike) -> np.ndarray:
        W = points("W", W, largest=math.inf)
        scales = np.broadcast_to(self.length_scale if self.axes is None else self.axes.of(W.shape[1]), W.shape[1])
        return self._log_density(np.square(W * scales).sum(axis=1), W.shape[1]) + float(np.log(scales).sum())

    @abstractmethod
    def _log_density(self, square: np.ndarray, d: int) -> np.ndarray:
        """The logarithm of the density of ℓω where ‖ℓω‖² is `square`."""

    def _profile(self, t: np.ndarray) -> np.ndarray:
        """k as a function of t = r/ℓ."""
        with np.errstate(over="ignore"):  # beyond 1e154 length scales k is 0
            return self._profile_of_square(np.square(t))

    def _profile_of_square(self, squared: np.ndarray) -> np.ndarray:
        """k as a function of (r/ℓ)²; may overwrite its argument."""
        return self._profile(np.sqrt(squared, out=squared))

    def sample_radius(self, n_freqs: int, d: int, rng: np.random.Generator) -> np.ndarray:
        """Draw `n_freqs` i.i.d. radii ‖ω‖ of d-dimensional frequencies, nested like `Kernel.sample`."""
        chi_rng, mixing_rng = a_generator("rng", rng).spawn(2)
        return np.sqrt(chi_rng.chisquare(d, n_freqs)) * self._mixing(n_freqs, mixing_rng) / self.length_scale

    def radius_quantile(self, u: ArrayLike, d: int) -> np.ndarray:
        """Quantile function of ‖ω‖ in d dimensions, for 0 < u < 1 of any shape."""
        u = np.asarray(u, dtype=np.float64)
        if u.size and not (u.min() > 0 and u.max() < 1):
            raise Refusal("u must lie strictly between 0 and 1: the radii there are 0 and infinite.")
        return np.sqrt(self._squared_radius(u, whole_number("d", d))) / self.length_scale

    @abstractmethod
    def _squared_radius(self, u: np.ndarray, d: int) -> np.ndarray:
        """The quantile of ‖ℓω‖² at checked u."""

    def normal_scale(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray:
        """Draw the factors that turn standard normal rows into frequencies, one each; shape (n_freqs,)."""
        return np.broadcast_to(self._mixing(n_freqs, rng), n_freqs) / self.length_scale

    def _draw(self, n_freqs: int, d: int, rng: np.random.Generator, mixing_rng: np.random.Generator) -> np.ndarray:
        return rng.standard_normal((n_freqs, d)) * self.normal_scale(n_freqs, mixing_rng)[:, None]

    @abstractmethod
    def _mixing(self, n_freqs: int, rng: np.random.Generator) -> np.ndarray | float:
        """The random factors that turn standard normal rows into ℓω, one per frequency."""
