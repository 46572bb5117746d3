"""Norms of learned frequencies against the spectral measure and the optimal density of Claim 1 (Li et al. 2019)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from rffviz.adaptive.estimator import OPTIMIZERS, Optimizer
from rffviz.adaptive.landmarks import LANDMARK_KINDS
from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import one_of, points, seed_numbers, whole_number
from rffviz.kernels import Gaussian, Kernel, a_kernel
from rffviz.theory import optimal_radius_cdf, optimal_radius_pdf

_GRID = 2001  # grid of norms for the densities
_BINS = 24
_LEVELS = (0.5, 0.1, 0.9)  # quantiles for a distribution's median, low and high
_TAIL = 0.005  # mass of the spectral or the learned distribution beyond the bins at either end
_FIRST_LOOK = 25  # the first fit is shown after this many iterations, then after twice as many, and so on
_FURTHEST = 5.0  # the bins end at this multiple of the median, which cuts off heavy tails
_LEFT_OUT = 0.02  # a share beyond the bins that is reported
_MOVED = 0.25  # a difference of medians that is reported, as a share of the range
_WIDER = 1.1  # a ratio of ranges that is reported


@dataclass(frozen=True, eq=False)
class NormDistribution:
    """A distribution of t = ‖ω‖ℓ on the grid of a study.

    Attributes
    ----------
    density, cdf : ndarray of shape (g,)
        At the `norms` of the study.
    shares : ndarray of shape (b,)
        Of each of the study's bins.
    median, low, high : float
        Quantiles at ½, 0.1 and 0.9.
    """

    density: np.ndarray
    cdf: np.ndarray
    shares: np.ndarray
    median: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class LearnedNorms:
    """The norms t_j = ‖ω_j‖ℓ of learned frequencies, each with a mass.

    Attributes
    ----------
    shares, median, low, high
        As in `NormDistribution`, for these masses; norms beyond the bins are left out of `shares`.
    from_kernel, from_claim : float or None
        Kolmogorov distance, the largest difference of the distribution functions, to p and to q; None without q.
    """

    shares: np.ndarray
    median: float
    low: float
    high: float
    from_kernel: float
    from_claim: float | None


@dataclass(frozen=True, eq=False)
class RadialStudy:
    """Norms of learned frequencies, pooled over seeds, and two reference distributions.

    Attributes
    ----------
    edges : ndarray of shape (b + 1,)
        Of the bins of t = ‖ω‖ℓ, equal; from 0, unless all norms lie far from it.
    norms : ndarray of shape (g,)
        Where the densities are given, from the first edge to the last.
    kernel_norms : NormDistribution
        Of ω ~ p, the kernel's spectral measure.
    claim_norms : NormDistribution or None
        Of ω ~ q, the best density of Claim 1; None for a kernel that is not Gaussian.
    counted : LearnedNorms
        Every frequency of weight above 0 with the same mass: their empirical distribution, to compare with q.
    weighted : LearnedNorms
        Σ_j p_j δ_{ω_j} over Σ_j p_j, which approximates the spectral measure, to compare with p.
    between : float or None
        Largest difference of the cumulative distributions of p and q.
    total_weight : float
        Mean of Σ_j p_j over seeds; 1 where the weights keep k̂(0) = 1.
    variance : float
        σ₀², the variance of a coordinate of x − y.
    seeds : tuple of int
        Those learned so far.
    n_used : int
        Number of frequencies of weight above 0 over all seeds, which `counted` contains.
    n_freqs, n_landmarks : int
        r and n of each fit.
    kind, learner : str
        Kind of landmarks, and name of the optimiser.
    about : About
        Points, kernel, and all the requested seeds.
    iteration : int or None
        Iteration of the first seed's unfinished fit; None once it is complete.
    """

    edges: np.ndarray
    norms: np.ndarray
    kernel_norms: NormDistribution
    claim_norms: NormDistribution | None
    counted: LearnedNorms
    weighted: LearnedNorms
    between: float | None
    total_weight: float
    variance: float
    seeds: tuple[int, ...]
    n_used: int
    n_freqs: int
    n_landmarks: int
    kind: str
    learner: str
    about: About
    notes: tuple[Note, ...] = ()
    iteration: int | None = None

    @property
    def scatter(self) -> float:
        """1.358/√m: 95 % quantile of the Kolmogorov distance of m = `n_used` independent draws (its limit)."""
        return 1.358 / self.n_used**0.5

    @property
    def comparable(self) -> tuple[LearnedNorms, NormDistribution, float]:
        """The comparable pair, `counted` and q or, without q, `weighted` and p, with its Kolmogorov distance."""
        if self.claim_norms is None:
            return self.weighted, self.kernel_norms, self.weighted.from_kernel
        return self.counted, self.claim_norms, self.counted.from_claim  # type: ignore[return-value]  # known with q

    @property
    def verdict(self) -> str:
        """How the learned norms differ from the distribution in `comparable`.

        "same" where their distance is at most `scatter`; "longer" or "shorter" where the medians differ by more than a
        quarter of the distribution's central 80 % range; "alike" where the ranges are within a factor of 1.1; else
        "wider" or "narrower".
        """
        learned, distribution, distance = self.comparable
        if distance <= self.scatter:
            return "same"
        shift = (learned.median - distribution.median) / (distribution.high - distribution.low)
        if abs(shift) > _MOVED:
            return "longer" if shift > 0 else "shorter"
        ratio = (learned.high - learned.low) / (distribution.high - distribution.low)
        if 1 / _WIDER <= ratio <= _WIDER:
            return "alike"
        return "narrower" if ratio < 1 else "wider"

    @property
    def norms_differ(self) -> bool:
        """Whether p and q are further apart than `scatter`; False without q."""
        return self.between is not None and self.between >= self.scatter

    @property
    def off_claim(self) -> bool:
        """Whether the learned norms are further from q than `scatter`; False without q."""
        from_claim = self.counted.from_claim
        return self.claim_norms is not None and from_claim is not None and from_claim > self.scatter

    @property
    def beyond(self) -> tuple[float, float]:
        """Shares of p and of the learned weight beyond the bins."""
        return 1 - float(self.kernel_norms.shares.sum()), max(1 - float(self.weighted.shares.sum()), 0.0)

    @property
    def cut_off(self) -> bool:
        """Whether at least a fiftieth of p or of the learned weight lies beyond the bins."""
        return max(self.beyond) >= _LEFT_OUT


@study
def radial_study(
    X: ArrayLike,
    kernel: Kernel,
    n_freqs: int,
    n_landmarks: int,
    seeds: int | Sequence[int],
    kind: str = "sample",
    learner: Optimizer = OPTIMIZERS["quasi_newton"],
) -> Iterator[Progress[RadialStudy]]:
    """Learn frequencies under several seeds and compare their norms with p and, for the Gaussian kernel, q.

    Claim 1 is about random draws: ω_j from q, weighted by p/(rq). So q is compared with the density of the learned
    frequencies, each counted once. The weighted measure Σ p_j δ_{ω_j} has the mean p under any q, so it is compared
    with p.

    Parameters
    ----------
    X : array of shape (N, d)
    n_freqs : int
        r.
    n_landmarks : int
        n, from 2 to N.
    seeds : int or sequence of int
        Whose frequencies are pooled.
    kind : {"sample", "kmeans", "nearest"}

    Returns
    -------
    RadialStudy
        In steps: without a record at first, then with unfinished states of the first fit, then after each fit. Between
        the iterations of a fit the latest record is repeated, so that the caller can stop there.

    Notes
    -----
    Frequencies whose weight has become 0 are no longer features, and are left out. Learned frequencies are not
    independent draws, so these distances are not used as a test. σ₀² is twice the variance of X, averaged over
    coordinates, as in the sampling scheme "importance". q is optimal for normal data; X need not be normal.
    """
    given, X = X, points("X", X, min_points=2)
    a_kernel(kernel)
    r = whole_number("n_freqs", n_freqs)
    n = whole_number("n_landmarks", n_landmarks, low=2, high=len(X))
    seeds = seed_numbers("seeds", seeds)
    one_of("kind", kind, LANDMARK_KINDS)
    about = About.of(given, kernel, seeds=seeds)
    step: Progress[RadialStudy] = Progress(0, len(seeds))
    yield step
    fits: list[tuple[np.ndarray, np.ndarray]] = []
    notes, look = learner.notes, _FIRST_LOOK
    for done, seed in enumerate(seeds, 1):
        fit = learner.fit(X, kernel, r, kind, n, seed)
        while True:
            try:
                state = next(fit)
            except StopIteration as end:
                features = end.value
                break
            if not fits and state is not None and state.iteration >= look:
                by_now = _study(X, r, n, seeds[:1], kind, learner, [(state.W, state.p)], notes, about)
                step, look = Progress(0, len(seeds), replace(by_now, iteration=state.iteration)), 2 * look
            yield step
        fits.append((features.frequencies_, features.weights_))
        notes = tuple(dict.fromkeys((*notes, *features.landmarks_.notes)))
        step = Progress(done, len(seeds), _study(X, r, n, seeds[:done], kind, learner, fits, notes, about))
        yield step


def _study(
    X: np.ndarray,
    r: int,
    n: int,
    seeds: tuple[int, ...],
    kind: str,
    learner: Any,
    fits: list[tuple[np.ndarray, np.ndarray]],
    notes: tuple[Note, ...],
    about: About,
) -> RadialStudy:
    kernel: Any = about.kernel  # there is one
    d = X.shape[1]
    total_weight = float(np.mean([p.sum() for _, p in fits]))
    norms = np.concatenate([np.linalg.norm(W, axis=1) * kernel.length_scale for W, _ in fits])
    weights = np.concatenate([p for _, p in fits])
    norms, weights = norms[weights > 0], weights[weights > 0]
    variance = 2 * float(X.var(axis=0).mean())
    median, low, high, last = (_kernel_quantile(kernel, d, level) for level in (*_LEVELS, 1 - _TAIL))
    ends = ((last, median), (np.quantile(norms, 1 - _TAIL), np.median(norms)))
    last = float(max(min(end, _FURTHEST * middle) for end, middle in ends))
    first = min(_kernel_quantile(kernel, d, _TAIL), float(np.quantile(norms, _TAIL)))
    first = max(first - 0.05 * (last - first), 0.0) if first > last / 3 else 0.0  # in many dimensions no norm is near 0
    edges, grid = np.linspace(first, last, _BINS + 1), np.linspace(first, last, _GRID)

    def kernel_cdf(t: np.ndarray) -> np.ndarray:
        return kernel.radius_cdf(t / kernel.length_scale, d)

    def claim_cdf(t: np.ndarray) -> np.ndarray:
        return optimal_radius_cdf(kernel, t / kernel.length_scale, d, variance)

    def distribution(
        cdf: Callable[[np.ndarray], np.ndarray], density: np.ndarray, quantiles: Iterable[float]
    ) -> NormDistribution:
        return NormDistribution(density / kernel.length_scale, cdf(grid), np.diff(cdf(edges)), *map(float, quantiles))

    inner = np.where(grid > 0, grid, grid[1] / 2) / kernel.length_scale  # a density may be infinite at 0
    kernel_norms = distribution(kernel_cdf, kernel.radius_pdf(inner, d), (median, low, high))
    claim_norms = between = None
    if isinstance(kernel, Gaussian):
        quantiles = np.interp(_LEVELS, claim_cdf(grid), grid)
        claim_norms = distribution(claim_cdf, optimal_radius_pdf(kernel, inner, d, variance), quantiles)
        between = float(np.abs(kernel_norms.cdf - claim_norms.cdf).max())

    def learned(mass: np.ndarray) -> LearnedNorms:
        return _learned(edges, norms, mass / mass.sum(), kernel_cdf, None if claim_norms is None else claim_cdf)

    return RadialStudy(
        edges=edges,
        norms=grid,
        kernel_norms=kernel_norms,
        claim_norms=claim_norms,
        counted=learned(np.ones_like(weights)),
        weighted=learned(weights),
        between=between,
        total_weight=total_weight,
        variance=variance,
        seeds=seeds,
        n_used=len(norms),
        n_freqs=r,
        n_landmarks=n,
        kind=kind,
        learner=learner.label,
        about=about,
        notes=notes,
    )


def _kernel_quantile(kernel: Kernel, d: int, level: float) -> float:
    """t with P(‖ω‖ℓ ≤ t) = level, a root in log t."""

    def excess(log_t: float) -> float:
        return float(kernel.radius_cdf(np.exp([log_t]) / kernel.length_scale, d)[0]) - level

    return float(np.exp(brentq(excess, -28, 28)))


def _learned(
    edges: np.ndarray,
    norms: np.ndarray,
    mass: np.ndarray,
    kernel_cdf: Callable[[np.ndarray], np.ndarray],
    claim_cdf: Callable[[np.ndarray], np.ndarray] | None,
) -> LearnedNorms:
    order = np.argsort(norms, kind="stable")
    norms, mass = norms[order], mass[order]
    up_to = np.cumsum(mass)

    def quantile(level: float) -> float:
        return float(norms[min(int(np.searchsorted(up_to, level * (1 - 1e-12))), len(norms) - 1)])

    def distance(cdf: Callable[[np.ndarray], np.ndarray]) -> float:
        there = cdf(norms)
        return float(max(np.abs(up_to - there).max(), np.abs(up_to - mass - there).max()))

    return LearnedNorms(
        shares=np.histogram(norms, edges, weights=mass)[0],
        median=quantile(0.5),
        low=quantile(0.1),
        high=quantile(0.9),
        from_kernel=distance(kernel_cdf),
        from_claim=None if claim_cdf is None else distance(claim_cdf),
    )
