"""Exercise 2: do the frequencies come from the spectrum of the kernel? Their mean cosine must be the kernel."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy import stats

from rffviz.kernels import Cauchy, Gaussian, Kernel, Laplacian, Matern
from rffviz.teaching.attempt import Attempt, Objection
from rffviz.theory.variance import paired_variance

_N_FREQS, _D, _LENGTH, _NU = 40_000, 3, 0.7, 1.5
_SIMULATED = 50_000
_FARTHEST = 5.5  # σ, over 20 differences: a correct answer exceeds it once in a million
Values = Callable[[np.ndarray], np.ndarray]

_CYCLES = "The frequencies are divided by 2π: ω is angular, in radians per unit, so the spectrum is used as it stands."


def laplacian_frequencies(attempt: Attempt, seed: int) -> str:
    """Test `laplacian_frequencies(n_freqs, d, length_scale, rng)` of k(δ) = exp(−‖δ‖₁/ℓ)."""
    W = attempt.drawn((_N_FREQS, _D), seed, _N_FREQS, _D, _LENGTH)
    swapped = (
        "These frequencies are Laplace-distributed, which gives the Cauchy kernel; the names swap: the Laplacian "
        "kernel has the Cauchy spectrum."
    )
    return _compared(
        attempt,
        W,
        Laplacian(_LENGTH),
        {
            swapped: Cauchy(_LENGTH).of_difference,
            f"{swapped} The scale is ℓ where it must be 1/ℓ, too.": Cauchy(1 / _LENGTH).of_difference,
            "The frequencies are scaled by ℓ where it must be 1/ℓ: a short length scale needs fast waves.": (
                Laplacian(1 / _LENGTH).of_difference
            ),
            "The length scale is not used: divide the frequencies by ℓ.": Laplacian(1.0).of_difference,
            "These frequencies are normal, the Gaussian kernel's spectrum; a kink at 0 needs heavy tails.": (
                Gaussian(_LENGTH).of_difference
            ),
            "One heavy-tailed factor for each frequency gives exp(−‖δ‖₂/ℓ), of the Euclidean distance; for the L1 "
            "distance draw the coordinates independently.": Matern(_LENGTH, 0.5).of_difference,
            "All coordinates of a frequency hold the same number: draw d independent ones.": (
                lambda delta: np.exp(-np.abs(delta.sum(axis=1)) / _LENGTH)
            ),
            _CYCLES: Laplacian(2 * math.pi * _LENGTH).of_difference,
        },
        seed,
    )


def matern_frequencies(attempt: Attempt, seed: int) -> str:
    """Test `matern_frequencies(n_freqs, d, length_scale, nu, rng)`: multivariate t with 2ν degrees of freedom."""
    W = attempt.drawn((_N_FREQS, _D), seed, _N_FREQS, _D, _LENGTH, _NU)
    right = Matern(_LENGTH, _NU)

    def product(delta: np.ndarray) -> np.ndarray:
        return right.of_difference(delta[..., None]).prod(axis=1)

    def mixed(df: float, factor: Values) -> Values:
        """Normal rows times a function of one χ² each, simulated."""

        def draw(rng: np.random.Generator) -> np.ndarray:
            u = rng.chisquare(df, (_SIMULATED, 1))
            return rng.standard_normal((_SIMULATED, _D)) * factor(u) / _LENGTH

        return _of_draw(draw, seed)

    # one u for all frequencies gives normal ones of some scale, which the median length reveals
    scale = float(np.median(np.linalg.norm(W, axis=1)) / stats.chi(_D).median())
    return _compared(
        attempt,
        W,
        right,
        {
            "There is one χ² for each coordinate, which gives a product of one-dimensional Matérn kernels; draw one "
            "for each frequency, of shape (n_freqs, 1).": product,
            "These frequencies are normal, the Gaussian kernel's spectrum: divide each by √(u/2ν), with its own "
            "u ~ χ²(2ν); one u for all of them only changes their scale.": (
                Gaussian(1 / scale).of_difference if scale > 0 else Gaussian(_LENGTH).of_difference
            ),
            "The χ² has ν degrees of freedom where it must have 2ν.": mixed(_NU, lambda u: np.sqrt(2 * _NU / u)),
            "The degrees of freedom are ν where they must be 2ν, in the χ² and under the root.": (
                Matern(_LENGTH, _NU / 2).of_difference
            ),
            "Under the root stands ν/u where it must be 2ν/u.": Matern(_LENGTH * math.sqrt(2), _NU).of_difference,
            "Under the root stands 1/u where it must be 2ν/u.": Matern(_LENGTH * math.sqrt(2 * _NU), _NU).of_difference,
            "The root is forgotten: the factor is √(2ν/u), not 2ν/u.": mixed(2 * _NU, lambda u: 2 * _NU / u),
            "The factor is upside down: it is √(2ν/u), not √(u/2ν), and large where u is small.": (
                mixed(2 * _NU, lambda u: np.sqrt(u / (2 * _NU)))
            ),
            "The frequencies are scaled by ℓ where it must be 1/ℓ: a short length scale needs fast waves.": (
                Matern(1 / _LENGTH, _NU).of_difference
            ),
            "The length scale is not used: divide the frequencies by ℓ.": Matern(1.0, _NU).of_difference,
            "These frequencies are a Matérn kernel's with ν = ½, whatever the argument: the χ² must have 2ν degrees "
            "of freedom.": Matern(_LENGTH, 0.5).of_difference,
            "The coordinates are independent Cauchy numbers, which gives the Laplacian kernel.": (
                Laplacian(_LENGTH).of_difference
            ),
            "The coordinates are independent Laplace numbers, which gives the Cauchy kernel.": (
                Cauchy(_LENGTH).of_difference
            ),
            _CYCLES: Matern(2 * math.pi * _LENGTH, _NU).of_difference,
        },
        seed,
    )


def _compared(attempt: Attempt, W: np.ndarray, right: Kernel, mistakes: Mapping[str, Values], seed: int) -> str:
    """The mean cosine minus the kernel at 20 differences, in units of its standard deviation."""
    directions = np.array([[1, 0, 0], [0, 1, -1], [1, 1, 1], [1, -2, 0.5], [-1, 0.5, 2]])
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    delta = (np.array([0.2, 0.5, 1.0, 2.0])[:, None, None] * _LENGTH * directions).reshape(-1, _D)
    mean = np.cos(W @ delta.T).mean(axis=0)

    def farthest(values: Values) -> float:
        k, k_twice = values(delta), values(2 * delta)
        bracket = np.maximum(0.5 + 0.5 * k_twice - k**2, 1e-6)
        return float(np.max(np.abs(mean - k) / np.sqrt(bracket * (1 / len(W) + 1 / _SIMULATED))))

    k = right.of_difference(delta)
    off = (mean - k) / np.sqrt(paired_variance(k, right.of_difference(2 * delta), len(W)))
    at = int(np.argmax(np.abs(off)))
    if abs(off[at]) <= _FARTHEST:
        return (
            f"the mean cosine of {len(W):,} frequencies is the {right.label} kernel at {len(delta)} differences, "
            f"the farthest {abs(off[at]):.1f} σ away."
        )
    distances = {sentence: farthest(values) for sentence, values in mistakes.items()}
    nearest = min(distances, key=lambda sentence: distances[sentence])
    if distances[nearest] <= _FARTHEST:
        raise Objection(nearest)
    raise Objection(
        f"{attempt.name} draws from another spectrum: at δ = {np.round(delta[at], 2).tolist()} the mean cosine is "
        f"{mean[at]:.3f}, {abs(off[at]):.0f} σ from the kernel's {k[at]:.3f}."
    )


def _of_draw(draw: Callable[[np.random.Generator], np.ndarray], seed: int) -> Values:
    """The mean cosine of simulated frequencies, as a function of the difference."""

    def values(delta: np.ndarray) -> np.ndarray:
        W = draw(np.random.default_rng([seed, 1]))
        return np.cos(W @ delta.T).mean(axis=0)

    return values
