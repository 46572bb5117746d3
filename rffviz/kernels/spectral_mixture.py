"""The spectral mixture kernel: frequencies from a mixture of normal distributions that need not be centred at 0."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rffviz.foundation.distances import squared_distances
from rffviz.foundation.sincos import cosines
from rffviz.foundation.validation import Refusal, not_empty, points
from rffviz.kernels.base import Kernel, check_length_scale, use_floats

_SUM = 1e-6  # how far from 1 the weights may sum to


@dataclass(frozen=True)
class SpectralMixture(Kernel):
    """Spectral mixture kernel, k(δ) = Σ_q w_q exp(−½ Σ_i v_qi τ_i²) cos(μ_q·τ) with τ = δ/ℓ; ω is a normal mixture.

    ℓω ~ Σ_q w_q ½[N(μ_q, diag v_q) + N(−μ_q, diag v_q)]: with enough components this approximates any density
    arbitrarily well. k is negative at some distances and not radial; methods that need ‖ω‖ refuse it.

    Parameters
    ----------
    length_scale : float
        ℓ > 0; 1 leaves means and variances in units of the data.
    weights : sequence of Q floats
        w_q > 0, of sum 1.
    means : Q sequences of d floats
        μ_q in radians. Their length is the dimension of the data.
    variances : Q sequences of d floats
        v_qi > 0, in radians².

    Raises
    ------
    ValueError
        If a condition above is violated, or points are not of d dimensions.

    Notes
    -----
    The source measures frequencies in cycles: its means and standard deviations are these divided by 2π. Papers that
    print cos(μ_q·τ) as a product of cosines over the axes mirror each axis separately, which is another kernel for d ≥
    2.

    Source: Wilson & Adams 2013, "Gaussian process kernels for pattern discovery and extrapolation", section 3.1 (not
    verified against the paper).

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.kernels.spectral_mixture import SpectralMixture
    >>> kernel = SpectralMixture(weights=[0.5, 0.5], means=[[0.0], [2 * np.pi]], variances=[[0.1], [0.1]])
    >>> kernel(np.array([[0.0], [0.5], [1.0]])).round(2)
    array([[1.  , 0.  , 0.95],
           [0.  , 1.  , 0.  ],
           [0.95, 0.  , 1.  ]])
    >>> kernel.sample(3, 1, np.random.default_rng(0)).shape
    (3, 1)
    """

    weights: Any = (1.0,)
    means: Any = ((0.0,),)
    variances: Any = ((1.0,),)

    name: ClassVar[str] = "spectral_mixture"
    label: ClassVar[str] = "spectral mixture"
    formula: ClassVar[str] = r"\sum_q w_q\,e^{-\frac12\sum_i v_{qi}\tau_i^2}\cos(\mu_q\cdot\tau),\ \tau=\delta/\ell"
    spectrum: ClassVar[str] = "mixture of normal distributions, each with its mirror image"

    def __post_init__(self) -> None:
        check_length_scale(self.length_scale)
        use_floats(self, "length_scale")
        not_empty("weights", self.weights, "component")
        weights = points("weights", np.reshape(self.weights, (1, -1)))[0]
        if weights.min() <= 0 or abs(weights.sum() - 1) > _SUM:
            raise Refusal(f"weights must be above 0 and of sum 1, got {weights.tolist()}.")
        means, variances = points("means", self.means), points("variances", self.variances)
        if len(means) != len(weights) or variances.shape != means.shape:
            raise Refusal(
                f"means and variances must have one row for each of the {len(weights)} weights and as many columns as "
                f"each other, got shapes {means.shape} and {variances.shape}."
            )
        if variances.min() <= 0:
            raise Refusal(f"variances must be above 0, got {variances.min():g}.")
        for name, value in (("weights", weights), ("means", means), ("variances", variances)):
            kept = getattr(self, name)
            told = _tuples(value)
            if not isinstance(kept, tuple) or kept != told:  # scikit-learn's `clone` compares identities
                object.__setattr__(self, name, told)

    @property
    def dimension(self) -> int:
        """d, the length of each mean."""
        return len(self.means[0])

    def _arrays(self, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """w_q, and means and standard deviations of ω, in radians per unit of the data."""
        if d != self.dimension:
            raise Refusal(f"d must be {self.dimension}, the dimension of this spectral mixture's means, got {d}.")
        means, variances = np.array(self.means), np.array(self.variances)
        return np.array(self.weights), means / self.length_scale, np.sqrt(variances) / self.length_scale

    def of_difference(self, delta: ArrayLike) -> np.ndarray:
        delta = np.asarray(delta, dtype=np.float64)
        w, means, deviations = self._arrays(delta.shape[-1])
        fall = np.square(delta) @ np.square(deviations).T
        return (np.exp(-0.5 * fall) * np.cos(delta @ means.T)) @ w

    def _matrix(self, X: np.ndarray, Y: np.ndarray) -> np.ndarray:
        K = np.zeros((len(X), len(Y)))
        for w, mean, deviation in zip(*self._arrays(X.shape[1]), strict=True):
            turn = np.subtract.outer(X @ mean, Y @ mean)
            K += w * np.exp(-0.5 * squared_distances(X * deviation, Y * deviation, 1.0)) * cosines(turn)
        return K

    def second_moment(self, d: int) -> float:
        w, means, deviations = self._arrays(d)
        return float(w @ (np.square(means) + np.square(deviations)).sum(axis=1))

    def _draw(self, n_freqs: int, d: int, rng: np.random.Generator, mixing_rng: np.random.Generator) -> np.ndarray:
        w, means, deviations = self._arrays(d)
        q, sign = _component(w, mixing_rng.random(n_freqs))
        return sign[:, None] * means[q] + deviations[q] * rng.standard_normal((n_freqs, d))

    def n_uniforms(self, d: int) -> int:
        """d + 1: the last chooses the component and its sign."""
        return d + 1

    def _invert(self, U: np.ndarray, d: int) -> np.ndarray:
        w, means, deviations = self._arrays(d)
        q, sign = _component(w, U[:, -1])
        return sign[:, None] * means[q] + deviations[q] * special.ndtri(U[:, :d])

    def log_spectral_density(self, W: ArrayLike) -> np.ndarray:
        W = points("W", W, largest=math.inf)
        d = W.shape[1]
        parts = [
            math.log(w / 2)
            - 0.5 * np.square((W - sign * mean) / deviation).sum(axis=1)
            - np.log(deviation).sum()
            - d / 2 * math.log(2 * math.pi)
            for w, mean, deviation in zip(*self._arrays(d), strict=True)
            for sign in (1, -1)
        ]
        return special.logsumexp(parts, axis=0)

    def _radius(self, r: ArrayLike, d: int, density: bool) -> np.ndarray:
        raise Refusal(
            "kernel must have a closed-form distribution of ‖ω‖ for this, got a spectral mixture, which has none."
        )


def _component(weights: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The component and the sign of its mean chosen by uniforms: half of each component's probability has −μ_q."""
    ends = np.cumsum(weights)
    ends[-1] = 1.0
    q = np.searchsorted(ends, u, side="right").clip(max=len(weights) - 1)
    return q, np.where(u < ends[q] - weights[q] / 2, 1.0, -1.0)


def _tuples(array: np.ndarray) -> tuple[Any, ...]:
    return tuple(map(_tuples, array)) if array.ndim > 1 else tuple(array.tolist())
