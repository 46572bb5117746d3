"""Bias and variance of a scheme's estimate over seeds, compared with 0 and the Monte Carlo variance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from rffviz.diagnose.over_seeds import calmed
from rffviz.diagnose.sample import ALARM, Diagnosed, checked, of_sample
from rffviz.diagnose.specimens import SPECIMENS, replicate
from rffviz.diagnose.wording import NO_VARIANCE
from rffviz.foundation.about import About
from rffviz.foundation.jobs import in_jobs
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.sincos import cosines
from rffviz.foundation.validation import Refusal, Seed, one_of, points, seed_number, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import SAMPLERS, FrequencySample
from rffviz.theory import OrthogonalGain, map_variance, orthogonal_gain, orthogonal_variance

SampleOf = Callable[[int], FrequencySample]
OBLIQUE, AXIS = "oblique", "axis"
_FALLEN = 0.03  # distances extend to where the kernel has decayed to this value
_ROUNDING = 1e-13  # rounding of a sum of cosines
_LEAST = 0.1  # smallest standard error, relative to that of Monte Carlo
_FEWEST = 3  # seeds needed for a spread
_FEWEST_JUDGED = 20  # seeds needed for a verdict
_FEWEST_EVENTS = 30  # with fewer cosines that differ from 1, over all seeds, a mean is far from normal


@dataclass(frozen=True, eq=False)
class BiasAndVariance(Diagnosed):
    """Mean error and variance of k̂ over seeds, at distances along an oblique direction and along the first axis.

    Arrays have one entry per place; places are ordered by line, then by distance.

    Attributes
    ----------
    line : tuple of str
        The line of each place: "oblique" or "axis" (for d = 1 only "axis").
    distance : ndarray of shape (t,)
        ‖δ‖, in units of the data.
    exact : ndarray of shape (t,)
        k(δ).
    mean_error : ndarray of shape (t,)
        Mean over seeds of k̂ − k.
    standard_error : ndarray of shape (t,)
        Of the mean: s/√R. nan for a deterministic scheme.
    z : ndarray of shape (t,)
        mean_error/standard_error.
    threshold : float
        Exceeded by |z| somewhere with probability `ALARM` for an unbiased scheme.
    variance : ndarray of shape (t,)
        Sample variance of k̂ over seeds.
    monte_carlo : ndarray of shape (t,)
        (½ + ½k(2δ) − k(δ)²)/m.
    ratio, ratio_low, ratio_high : ndarray of shape (t,)
        variance/monte_carlo, with simultaneous intervals of coverage 1 − `ALARM`.
    tested : ndarray of shape (t,), bool
        Whether the estimate differs from 1 often enough to test its mean: m·R·(1 − k) ≥ 30.
    radii, weights : ndarray of shape (R, m)
        ‖ω_j‖ and p_j of every seed, for `radius_distribution_over_seeds`; empty where m differs between seeds.
    n_seeds : int
        R, so far.
    randomised : bool
        False if every seed gives the same frequencies: the error is then deterministic and no bias can be tested.
    direction : ndarray of shape (d,)
        The oblique unit vector.
    """

    line: tuple[str, ...]
    distance: np.ndarray
    exact: np.ndarray
    mean_error: np.ndarray
    standard_error: np.ndarray
    z: np.ndarray
    threshold: float
    variance: np.ndarray
    monte_carlo: np.ndarray
    ratio: np.ndarray
    ratio_low: np.ndarray
    ratio_high: np.ndarray
    tested: np.ndarray
    radii: np.ndarray
    weights: np.ndarray
    n_seeds: int
    randomised: bool
    direction: np.ndarray

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of the lines, each once."""
        return tuple(dict.fromkeys(self.line))

    def on(self, line: str) -> np.ndarray:
        """Which places lie on a line, bool of shape (t,)."""
        return np.array([name == line for name in self.line])

    @property
    def judged(self) -> bool:
        """Whether there are enough data for a verdict: at least 20 seeds, and a tested place."""
        return self.randomised and self.n_seeds >= _FEWEST_JUDGED and bool(self.tested.any())

    @property
    def worst(self) -> int:
        """The tested place with the largest |z|; without a verdict, the place with the largest error."""
        return int(np.argmax(np.abs(self.z) * self.tested if self.judged else np.abs(self.mean_error)))

    @property
    def biased(self) -> bool:
        """Whether k̂ is significantly biased somewhere; False without a verdict."""
        return self.judged and bool(abs(self.z[self.worst]) > self.threshold)

    @property
    def largest(self) -> int:
        """The place with the largest error; if k̂ is biased, among those with significant bias."""
        off = self.tested & (np.abs(self.z) > self.threshold) if self.biased else True
        return int(np.argmax(np.abs(self.mean_error) * off))

    @property
    def ratios(self) -> tuple[float, float]:
        """The smallest and the largest ratio at the tested places, or at all if none is; 0 if within rounding error."""
        ratio = self.ratio[self.tested] if self.tested.any() else self.ratio
        low, high = (float(edge) if edge >= NO_VARIANCE else 0.0 for edge in (ratio.min(), ratio.max()))
        return low, high

    def mean_ratio(self, low: float, high: float) -> float:
        """The mean ratio over the tested places with low ≤ k ≤ high; nan if there is none."""
        at = self.tested & (low <= self.exact) & (self.exact <= high)
        return float(self.ratio[at].mean()) if at.any() else float("nan")

    @property
    def gain(self) -> OrthogonalGain | None:
        """The exact ratio at ℓ and 3ℓ, of orthogonal frequencies of the Gaussian kernel."""
        return orthogonal_gain(self.about.sampler, self.kernel, self.d, self.n_freqs)

    @property
    def exact_ratio(self) -> np.ndarray | None:
        """The exact ratio at every place, where `gain` is known."""
        return self.exact_ratio_in(self.d)

    def exact_ratio_in(self, d: int) -> np.ndarray | None:
        """The exact ratio at the same distances in d dimensions, where `gain` is known."""
        if self.gain is None:
            return None
        orthogonal, independent = (
            orthogonal_variance(self.distance, each, self.n_freqs, self.kernel.length_scale) for each in (d, 1)
        )
        return np.asarray(orthogonal / independent)

    @property
    def lines_agree(self) -> bool:
        """Whether, at the same distances, the ratio on each line lies in the intervals of all."""
        distance, ratio, low, high = (
            np.array([each[self.on(line)] for line in self.lines])
            for each in (self.distance, self.ratio, self.ratio_low, self.ratio_high)
        )
        inside = (low.max(axis=0) <= ratio) & (ratio <= high.min(axis=0)) | np.isnan(ratio)
        return bool(np.allclose(distance, distance[0]) and inside.all())

    @property
    def least_line(self) -> str:
        """The line on which the ratio is smallest, of places significantly below 1; "" if the lines agree."""
        below = self.tested & (self.ratio_high < 1)
        if self.lines_agree or not below.any():
            return ""
        return self.line[int(np.argmin(np.where(below, self.ratio, np.inf)))]

    @property
    def spreads_more(self) -> bool:
        """Whether the variance is significantly above that of Monte Carlo somewhere."""
        return self.judged and bool((self.tested & (self.ratio_low > 1)).any())

    @property
    def spreads_less(self) -> bool:
        """Whether the variance is significantly below that of Monte Carlo somewhere."""
        return self.judged and bool((self.tested & (self.ratio_high < 1)).any())


@study
def bias_and_variance(
    sample_of: str | SampleOf,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    n_seeds: int = 60,
    n_distances: int = 40,
    random_state: Seed = 0,
    X: ArrayLike | None = None,
) -> Iterator[Progress[BiasAndVariance]]:
    """Bias and variance of k̂(δ) = Σ p_j cos(ω_j·δ) over seeds, tested at all distances simultaneously.

    Parameters
    ----------
    sample_of : str or callable
        A key of `SAMPLERS` or `SPECIMENS`, or a function seed → FrequencySample.
    kernel : Kernel
    d : int
    n_freqs : int
        Number of frequencies per draw; ignored for a function of the seed.
    n_seeds : int
        R, at least 3. About a hundred detect a bias of a third of one draw's standard deviation.
    n_distances : int
        On each line, above 0 and up to where the kernel has decayed to 0.03.
    random_state : int, RandomState, Generator or None
        The first seed, or its source; it also determines the oblique direction.
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them.

    Returns
    -------
    BiasAndVariance
        In steps: after each seed, with a record as soon as a spread can be estimated.

    Raises
    ------
    ValueError
        For bad arguments, if the scheme is not defined for the kernel or for so few frequencies, or if a function
        returns anything but a FrequencySample of d dimensions.

    Notes
    -----
    z is compared with Student's t distribution with R − 1 degrees of freedom, with Bonferroni's correction over all
    places, after Johnson's (1978) correction for skewness if that reduces |z|. The variance has a χ² interval whose
    degrees of freedom are lowered for kurtosis.
    """
    d, n_freqs = whole_number("d", d), whole_number("n_freqs", n_freqs)
    n_seeds = whole_number("n_seeds", n_seeds, low=_FEWEST)
    n_distances = whole_number("n_distances", n_distances, low=2)
    random_state = seed_number("random_state", random_state)
    a_kernel(kernel)
    if isinstance(sample_of, str):
        one_of("sample_of", sample_of, SAMPLERS | SPECIMENS)
        if X is not None:
            points("X", X, min_points=2)
        name = sample_of
        sample_of = partial(replicate, name, kernel, d, n_freqs, X=X)
        sample_of(random_state)  # raises a Refusal here rather than at the first step
    elif callable(sample_of):
        name = ""
    else:
        raise Refusal(f"sample_of must be the name of a scheme or a function of a seed, got {sample_of!r}.")
    seeds = tuple(range(random_state, random_state + n_seeds))
    about = About(kernel=kernel, d=d, sampler=name, seeds=seeds) if X is None else About.of(X, kernel, name, seeds)
    return _steps(sample_of, n_distances, about)


def _steps(sample_of: SampleOf, n_distances: int, about: About) -> Iterator[Progress[BiasAndVariance]]:
    name, n_seeds = about.sampler, len(about.seeds)
    errors = ErrorsOverSeeds(about, n_distances)
    randomised = (SAMPLERS | SPECIMENS)[name].randomised if name else True
    yield Progress(0, n_seeds)
    draws = in_jobs(partial(_one, sample_of, kernel=a_kernel(about.kernel), d=about.d), about.seeds)
    for done, fs in enumerate(draws, 1):
        errors.add(fs)
        if done == 2 and not name:
            randomised = not errors.same_rows
        if not randomised:
            yield Progress(n_seeds, n_seeds, errors.record(fixed=True))
            return
        yield Progress(done, n_seeds, errors.record() if done >= _FEWEST else None)


class ErrorsOverSeeds:
    """Accumulates k̂ − k over draws, along an oblique line and the first axis.

    Parameters
    ----------
    about : About
        With kernel, d and seeds; the first seed determines the oblique direction.
    n_distances : int
        On each line.
    """

    def __init__(self, about: About, n_distances: int = 40) -> None:
        kernel, d = a_kernel(about.kernel), about.d
        rng = np.random.default_rng([about.seeds[0], 1])
        direction = rng.uniform(1, 3, d) * rng.choice(
            [-1.0, 1.0], d
        )  # no coordinate near 0, to stay away from the axes
        direction /= np.linalg.norm(direction)
        units = {AXIS: np.eye(d)[0]} if d == 1 else {OBLIQUE: direction, AXIS: np.eye(d)[0]}
        distances = [np.linspace(0, reach(kernel, unit), n_distances + 1)[1:] for unit in units.values()]
        delta = np.concatenate([np.outer(t, unit) for t, unit in zip(distances, units.values(), strict=True)])
        self._places = (tuple(np.repeat(list(units), n_distances).tolist()), np.concatenate(distances), delta)
        self._about, self._direction, self._exact = about, direction, kernel.of_difference(delta)
        self._estimates: list[np.ndarray] = []
        self._radii: list[np.ndarray] = []
        self._weights: list[np.ndarray] = []
        self._samples: list[FrequencySample] = []

    def add(self, fs: FrequencySample) -> None:
        """Add a draw."""
        self._samples = [*self._samples, fs][:2]
        self._estimates.append(cosines(self._places[2] @ fs.W.T) @ fs.weights - self._exact)
        self._radii.append(np.linalg.norm(fs.W, axis=1))
        self._weights.append(fs.weights)

    @property
    def same_rows(self) -> bool:
        """Whether the first two draws are the same."""
        one, other = self._samples
        return np.array_equal(one.W, other.W) and np.array_equal(one.weights, other.weights)

    def record(self, fixed: bool = False) -> BiasAndVariance:
        """The record so far; `fixed` if all draws are the same."""
        estimates = np.array(self._estimates[:1] if fixed else self._estimates)
        known = (self._samples[0], self._places, self._exact, self._direction, self._about)
        return _record(estimates, self._radii, self._weights, *known)


def _one(sample_of: SampleOf, seed: int, kernel: Kernel, d: int) -> FrequencySample:
    fs = sample_of(seed)
    if not isinstance(fs, FrequencySample):
        raise Refusal(f"sample_of must give a FrequencySample, got {type(fs).__name__} for seed {seed}.")
    checked(fs, kernel)
    if fs.W.shape[1] != d:
        raise Refusal(f"sample_of must give frequencies in d = {d} dimensions, got {fs.W.shape[1]} for seed {seed}.")
    return fs


def reach(kernel: Kernel, unit: np.ndarray) -> float:
    """The distance at which the kernel has decayed to 0.03 along a direction, at most 50ℓ: some kernels decay
    slowly."""
    t = np.geomspace(1e-3, 50, 400) * kernel.length_scale
    fallen = np.flatnonzero(kernel.of_difference(t[:, None] * unit) < _FALLEN)
    return float(t[fallen[0]] if fallen.size else t[-1])


def _record(
    errors: np.ndarray,
    radii: list[np.ndarray] | np.ndarray,
    weights: list[np.ndarray] | np.ndarray,
    first: FrequencySample,
    places: tuple[tuple[str, ...], np.ndarray, np.ndarray],
    exact: np.ndarray,
    direction: np.ndarray,
    about: About,
) -> BiasAndVariance:
    (line, distance, delta), kernel = places, a_kernel(about.kernel)
    n_seeds, n_places = errors.shape
    fixed = n_seeds < _FEWEST
    monte_carlo = np.asarray(map_variance(kernel, delta, first.n_freqs))
    mean = errors.mean(axis=0)
    if fixed:
        variance, (standard_error, z, ratio, low, high) = np.zeros(n_places), np.full((5, n_places), np.nan)
    else:
        variance = errors.var(axis=0, ddof=1)
        standard_error = np.sqrt(variance / n_seeds)
        standard = (errors - mean) / np.maximum(np.sqrt(variance), _ROUNDING)
        # a variance far below that of Monte Carlo depends on cosines too rare to be sampled
        least = _LEAST * np.sqrt(monte_carlo / n_seeds)
        z = _z(mean, np.maximum(standard_error, least), np.mean(standard**3, axis=0), n_seeds)
        kurtosis = np.mean(standard**4, axis=0)
        degrees = (n_seeds - 1) * 2 / (np.maximum(kurtosis, 3) - 1)
        tail = ALARM / (2 * n_places)
        ratio = variance / np.maximum(monte_carlo, 1e-300)
        low = ratio * degrees / stats.chi2.isf(tail, degrees)
        high = ratio * degrees / np.maximum(stats.chi2.ppf(tail, degrees), 1e-300)
    if len({len(r) for r in radii}) > 1:
        radii = weights = np.empty((0, 0))
    return BiasAndVariance(
        line=line,
        distance=distance,
        exact=exact,
        mean_error=mean,
        standard_error=standard_error,
        z=z,
        threshold=float(stats.t.isf(ALARM / (2 * n_places), n_seeds - 1)) if n_seeds > 1 else float("nan"),
        variance=variance,
        monte_carlo=monte_carlo,
        ratio=ratio,
        ratio_low=low,
        ratio_high=high,
        tested=first.n_freqs * n_seeds * (1 - exact) >= _FEWEST_EVENTS,
        radii=np.array(radii),
        weights=np.array(weights),
        n_seeds=n_seeds,
        randomised=not fixed,
        direction=direction,
        **of_sample(first, kernel, about),
    )


def _z(mean: np.ndarray, standard_error: np.ndarray, skew: np.ndarray, n_seeds: int) -> np.ndarray:
    """Student's t, corrected for skewness (`calmed`); if k̂ hardly varies, the error is compared with rounding."""
    error = np.maximum(standard_error, _ROUNDING)
    return calmed(mean / error, skew, n_seeds)
