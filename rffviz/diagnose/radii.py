"""The norms of the frequencies compared with their distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from rffviz.diagnose.naming import median_norm
from rffviz.diagnose.sample import ALARM, Diagnosed, checked, merged, of_sample, significant
from rffviz.diagnose.uniforms import radius_probability
from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.validation import Refusal, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import FrequencySample

_LINE = 200  # points of the expected CDF's curve


@dataclass(frozen=True, eq=False)
class RadiusDistribution(Diagnosed):
    """The weighted empirical CDF of ‖ω_j‖ compared with P(‖ω‖ ≤ r), and their KS distance.

    Attributes
    ----------
    radius : ndarray of shape (q,)
        The distinct radii, increasing.
    empirical : ndarray of shape (q,)
        Fraction of the weight at or below each radius.
    expected : ndarray of shape (q,)
        P(‖ω‖ ≤ radius) under the spectral measure.
    line_radius, line_probability : ndarray of shape (200,)
        The curve of the expected CDF, from the radius with probability 0.001 (or the smallest in the sample) on.
    distance : float
        The KS distance: the largest gap between the two CDFs.
    at : float
        The radius where the gap is largest.
    too_long : bool
        Whether the sample has too little weight below `at`: its norms are too large and k̂ is too small.
    n_effective : float
        Effective sample size of the empirical CDF: repeated radii count once; unequal weights and, over seeds,
        dependence between rows reduce it.
    p_value : float
        Of the KS test for independent draws. Near 1 for samples more even than independent draws, which are not
        flagged; nan if `n_effective` is below 5.
    n_distinct : int
        The number of different radii.
    n_samples : int
        The number of seeds that are pooled.
    """

    radius: np.ndarray
    empirical: np.ndarray
    expected: np.ndarray
    line_radius: np.ndarray
    line_probability: np.ndarray
    distance: float
    at: float
    too_long: bool
    n_effective: float
    p_value: float
    n_distinct: int
    n_samples: int

    @property
    def median(self) -> float:
        """The weighted median of the norms."""
        return float(self.radius[np.searchsorted(self.empirical, 0.5 * self.empirical[-1])])

    @property
    def expected_median(self) -> float:
        """The median of ‖ω‖ under the spectral measure."""
        return median_norm(self.kernel, self.d)

    @property
    def limit(self) -> float:
        """The KS distance above which norms are flagged; nan if `n_effective` is below 5."""
        root = np.sqrt(self.n_effective)
        return float(special.kolmogi(ALARM) / (root + 0.12 + 0.11 / root)) if self.n_effective >= 5 else float("nan")

    @property
    def off(self) -> bool:
        """Whether the norms differ significantly from their distribution."""
        return self.p_value < ALARM

    @property
    def constant(self) -> bool:
        """Whether all frequencies have the same norm."""
        return self.n_distinct == 1 and self.n_freqs > 1


def radius_distribution(fs: FrequencySample, kernel: Kernel) -> RadiusDistribution:
    """Test the norms of one sample against their distribution by the KS test with weights.

    Notes
    -----
    The test is for independent rows. Its sample size is 1/Σp_j² with the weights of equal radii added, or 1/(4v) where
    that is less, v the largest variance of the weighted CDF. p by Stephens' (1970) approximation to the finite-sample
    distribution.
    """
    checked(fs, kernel)
    once = merged(fs)
    return _of_radii([np.linalg.norm(once.W, axis=1)], [once.weights], **of_sample(fs, kernel))


def radius_distribution_over_seeds(
    radii: np.ndarray, weights: np.ndarray, kernel: Kernel, d: int
) -> RadiusDistribution:
    """The pooled radii of independent samples, of shape (seeds, m): detects smaller deviations than one sample can.

    Notes
    -----
    Rows of one sample may depend on each other. The spread between samples tells by how much: the sample size is
    divided by the ratio of the variance of their distribution functions to that of independent rows, where it is above
    1. A scheme with E k̂ = k has Σ p_j at or below r equal to P(‖ω‖ ≤ r) on average, by the uniqueness of the Fourier
    transform: a significant gap proves a bias.
    """
    radii, weights = np.asarray(radii, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    if radii.ndim != 2 or radii.shape != weights.shape or radii.shape[0] < 2:
        raise Refusal(
            f"radii and weights must have one shape (seeds, m) with at least two seeds, got {radii.shape} and "
            f"{weights.shape}."
        )
    about = About(kernel=kernel, d=whole_number("d", d), settings={"n_freqs": radii.shape[1]})
    return _of_radii(list(radii), list(weights), about, ())


def _of_radii(
    radii: Sequence[np.ndarray], weights: Sequence[np.ndarray], about: About, notes: tuple[Note | str, ...]
) -> RadiusDistribution:
    n_samples, kernel, d = len(radii), a_kernel(about.kernel), about.d
    shares = np.concatenate([w / w.sum() for w in weights]) / n_samples
    pooled = np.concatenate(radii)
    _, places, group = np.unique(significant(pooled), return_index=True, return_inverse=True)
    radius, weight = pooled[places], np.bincount(group.ravel(), weights=shares)
    expected = radius_probability(radius, kernel, d)
    empirical = np.minimum(np.cumsum(weight), 1.0)
    below = empirical - weight
    over, under = empirical - expected, expected - below
    high, low = int(np.argmax(over)), int(np.argmax(under))
    too_long = bool(under[low] > over[high])
    distance, at = (under[low], radius[low]) if too_long else (over[high], radius[high])
    if n_samples == 1:
        n_effective = _effective(weight, empirical, expected)
    else:
        n_effective = _effective_over_samples(radii, weights, radius, expected)
    p_value = float("nan")
    if n_effective >= 5:
        root = np.sqrt(n_effective)
        p_value = float(special.kolmogorov(distance * (root + 0.12 + 0.11 / root)))
    line_radius, line_probability = _line(kernel, d, radius)
    return RadiusDistribution(
        radius=radius,
        empirical=empirical,
        expected=expected,
        line_radius=line_radius,
        line_probability=line_probability,
        distance=float(distance),
        at=float(at),
        too_long=too_long,
        n_effective=float(n_effective),
        p_value=p_value,
        n_distinct=len(radius),
        n_samples=n_samples,
        about=about,
        notes=notes,
    )


def _effective(weight: np.ndarray, empirical: np.ndarray, expected: np.ndarray) -> float:
    """1/Σp², or 1/(4v), v = max over r of Σ p_j² (1[r_j ≤ r] − F(r))²: weights may grow with the radius."""
    square = np.square(weight)
    below = np.cumsum(square)
    variance = below * (1 - expected) ** 2 + (below[-1] - below) * expected**2
    return min(1 / below[-1], 1 / (4 * max(float(variance.max()), 1e-300)))


def _effective_over_samples(
    radii: Sequence[np.ndarray], weights: Sequence[np.ndarray], radius: np.ndarray, expected: np.ndarray
) -> float:
    """Rows over all samples, divided by the variance inflation of the samples' CDFs compared with independent rows."""
    probabilities = np.linspace(0.05, 0.95, 19)
    where = np.interp(probabilities, expected, radius)
    cdf = np.interp(where, radius, expected)
    rows = []
    for r, w in zip(radii, weights, strict=True):
        order = np.argsort(r)
        shares = np.concatenate([[0.0], np.cumsum(w[order]) / w.sum()])
        rows.append(shares[np.searchsorted(r[order], where, side="right")])
    spread = np.var(rows, axis=0, ddof=1).mean()
    independent = np.mean(cdf * (1 - cdf)) / len(radii[0])
    if not independent > 0:
        return float(len(radii))
    return sum(map(len, radii)) / max(1.0, spread / independent)


def _line(kernel: Kernel, d: int, radius: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The expected CDF over the observed and expected range of norms, at logarithmically spaced points."""
    trial = np.geomspace(1e-3, 1e4, 60) / kernel.length_scale
    probability = kernel.radius_cdf(trial, d)
    low = trial[max(0, int(np.searchsorted(probability, 0.001)) - 1)]
    high = trial[min(len(trial) - 1, int(np.searchsorted(probability, 0.995)))]
    seen = radius[radius > 0]
    if seen.size:
        low = min(low, max(float(seen[0]), 1e-2 * low))
        high = max(high, min(float(seen[-1]), 1e2 * high))
    line = np.geomspace(low, high, _LINE)
    return line, np.clip(kernel.radius_cdf(line, d), 0, 1)
