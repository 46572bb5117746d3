"""The directions of the frequencies: angles between them, and how evenly they cover the sphere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import stats

from rffviz.diagnose.sample import ALARM, Diagnosed, Merged, checked, merged, of_sample
from rffviz.foundation.validation import Seed, random_generator, whole_number
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample

_BINS = 40
_RIGHT = 1e-6  # |cosine| up to which an angle counts as right
_MOST_ROWS = 2000  # rows for the pairwise sums that unequal weights need


@dataclass(frozen=True, eq=False)
class Directions(Diagnosed):
    """Cosines between frequencies compared with independent uniform directions, and a test of uniformity.

    Attributes
    ----------
    edges : ndarray of shape (41,)
        Bin edges of the cosines, from −1 to 1.
    independent : ndarray of shape (40,)
        Probability of each bin for independent uniform directions: (1 + t)/2 ~ Beta((d−1)/2, (d−1)/2).
    between_blocks : ndarray of shape (40,)
        Fraction of pairs of frequencies from different blocks of d rows in each bin.
    within : ndarray of shape (40,)
        The same for pairs within a block of d consecutive rows, which some schemes make orthogonal.
    n_between, n_within : int
        Number of pairs examined; if 0, the fractions are 0, too.
    largest_within : float
        The largest |cosine| within a block; nan where there is none.
    largest_eigenvalue : float
        Largest eigenvalue of d Σ p_j u_j u_jᵀ, u_j the unit directions; 1 for perfect isotropy.
    expected_eigenvalue : float
        Approximate value for independent uniform directions: (1 + √(d/m))², m the effective sample size.
    statistic, degrees : float
        Bingham's test of uniformity, scaled to its mean and variance for this m; nearly χ² with `degrees` of freedom.
    p_value : float
        For independent uniform directions. Near 1 for directions more even than those, which are not flagged; nan in
        one dimension, for anisotropic kernels and for fewer than 5 frequencies.
    isotropic : bool
        Whether the kernel is isotropic; only then are the directions uniform.
    """

    edges: np.ndarray
    independent: np.ndarray
    between_blocks: np.ndarray
    within: np.ndarray
    n_between: int
    n_within: int
    largest_within: float
    largest_eigenvalue: float
    expected_eigenvalue: float
    statistic: float
    degrees: float
    p_value: float
    isotropic: bool

    @property
    def right_angles(self) -> bool:
        """Whether the frequencies of a block are orthogonal."""
        return self.n_within > 0 and self.largest_within < _RIGHT

    @property
    def uneven(self) -> bool:
        """Whether the directions are significantly less even than independent ones."""
        return self.p_value < ALARM

    @property
    def more_even(self) -> bool:
        """Whether the directions are significantly more even than independent ones."""
        return self.p_value > 1 - ALARM


def directions(fs: FrequencySample, kernel: Kernel, random_state: Seed = 0, most_pairs: int = 2000) -> Directions:
    """Angles between the frequencies of a sample, and the uniformity of their directions.

    Of more than `most_pairs` pairs between or within blocks, that many are chosen at random.

    Notes
    -----
    Evenness is measured by Σ_{i≠j} p_i p_j (cos²θ_ij − 1/d). For independent uniform directions its terms are
    uncorrelated with mean 0 and variance 2(d−1)/(d²(d+2)); scaled to mean ν and variance 2ν, ν = (d−1)(d+2)/2, it is
    Bingham's statistic and nearly χ²(ν). With unequal weights, which may depend on the direction, the variance is
    estimated from the terms. Source: Bingham 1974; Mardia & Jupp 2000, section 10.7.1 (not verified against the paper).
    """
    checked(fs, kernel)
    rng = random_generator("random_state", random_state)
    d, W = fs.W.shape[1], np.asarray(fs.W, dtype=np.float64)
    units = _units(W)
    first, second = _pairs(len(W), whole_number("most_pairs", most_pairs), rng)
    same = first // d == second // d
    block_first, block_second = _block_pairs(len(W), d, most_pairs, rng)
    between = np.einsum("ij,ij->i", units[first[~same]], units[second[~same]])
    within = np.einsum("ij,ij->i", units[block_first], units[block_second])
    edges = np.linspace(-1, 1, _BINS + 1)
    once = merged(fs)
    statistic, degrees, p_value = _evenness(once, kernel, rng)
    half = np.sqrt(once.weights)[:, None] * _units(once.W)
    spread = half.T @ half if d <= len(half) else half @ half.T  # the same non-zero eigenvalues
    return Directions(
        edges=edges,
        independent=_distribution(edges, d),
        between_blocks=_shares(between, edges),
        within=_shares(within, edges),
        n_between=len(between),
        n_within=len(within),
        largest_within=float(np.abs(within).max()) if len(within) else float("nan"),
        largest_eigenvalue=float(d * np.linalg.eigvalsh(spread)[-1]),
        expected_eigenvalue=float((1 + np.sqrt(d / once.n_effective)) ** 2) if d > 1 else 1.0,
        statistic=statistic,
        degrees=degrees,
        p_value=p_value,
        isotropic=kernel.isotropic,
        **of_sample(fs, kernel),
    )


def _units(W: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(W, axis=1, keepdims=True)
    return W / np.where(length > 0, length, 1.0)


def _pairs(n: int, most: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """All pairs i < j if there are at most `most`, else that many drawn at random without replacement."""
    total = n * (n - 1) // 2
    if total <= 4 * most:
        first, second = np.triu_indices(n, 1)
        if total > most:
            chosen = rng.permutation(total)[:most]
            first, second = first[chosen], second[chosen]
        return first, second
    drawn = rng.integers(0, n, size=(3 * most, 2))
    drawn = np.unique(np.sort(drawn[drawn[:, 0] != drawn[:, 1]], axis=1), axis=0)
    drawn = drawn[rng.permutation(len(drawn))[:most]]
    return drawn[:, 0], drawn[:, 1]


def _block_pairs(n: int, d: int, most: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Pairs inside the blocks of d consecutive rows, at most `most`."""
    if d == 1 or n == 1:
        return np.empty(0, dtype=int), np.empty(0, dtype=int)
    first, second = np.triu_indices(min(d, n), 1)
    if len(first) > most:
        chosen = rng.permutation(len(first))[:most]
        first, second = first[chosen], second[chosen]
    starts = np.arange(0, n, d)
    if len(first) * len(starts) > 4 * most:
        starts = np.sort(rng.permutation(starts)[: max(1, -(-most // len(first)))])
    first, second = (np.add.outer(starts, side).ravel() for side in (first, second))
    inside = second < n
    first, second = first[inside], second[inside]
    chosen = rng.permutation(len(first))[:most]
    return first[chosen], second[chosen]


def _distribution(edges: np.ndarray, d: int) -> np.ndarray:
    if d == 1:  # the same direction or the opposite one
        shares = np.zeros(len(edges) - 1)
        shares[[0, -1]] = 0.5
        return shares
    return np.diff(stats.beta((d - 1) / 2, (d - 1) / 2).cdf((1 + edges) / 2))


def _shares(cosines: np.ndarray, edges: np.ndarray) -> np.ndarray:
    counts, _ = np.histogram(np.clip(cosines, -1, 1), edges)
    return counts / max(1, len(cosines))


def _evenness(once: Merged, kernel: Kernel, rng: np.random.Generator) -> tuple[float, float, float]:
    d = once.W.shape[1]
    degrees = (d - 1) * (d + 2) / 2
    W, weights = once.W, once.weights
    if len(W) > _MOST_ROWS and not once.equal:
        chosen = rng.permutation(len(W))[:_MOST_ROWS]
        W, weights = W[chosen], weights[chosen] / weights[chosen].sum()
    nonzero = np.abs(W).max(axis=1) > 0
    W, weights = W[nonzero], weights[nonzero]
    if d == 1 or not kernel.isotropic or len(W) < 5:
        return float("nan"), degrees, float("nan")
    units, square = _units(W), np.square(weights)
    if once.equal:
        smaller = units.T @ (weights[:, None] * units) if d < len(W) else units @ units.T * weights[0]
        total = np.square(smaller).sum() - square.sum()  # Σ_{i≠j} p_i p_j cos²
        variance = 2 * (square.sum() ** 2 - np.square(square).sum()) * 2 * (d - 1) / (d**2 * (d + 2))
        excess = total - (weights.sum() ** 2 - square.sum()) / d
    else:
        gap = np.square(units @ units.T) - 1 / d
        np.fill_diagonal(gap, 0.0)
        excess = float(weights @ gap @ weights)
        variance = 2 * float(square @ np.square(gap) @ square)
    statistic = degrees + excess * np.sqrt(2 * degrees / variance)
    return float(statistic), degrees, float(stats.chi2.sf(max(statistic, 0.0), degrees))
