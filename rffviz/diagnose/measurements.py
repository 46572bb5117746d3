"""All measurements of a scheme, draw by draw, on which verdicts are based."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

import numpy as np
from scipy import stats

from rffviz.diagnose.bias import BiasAndVariance, ErrorsOverSeeds, reach
from rffviz.diagnose.elsewhere import ErrorsAlong, accused_lines, pair_lines, random_lines
from rffviz.diagnose.over_seeds import OverSeeds, Sums, marginal_transform
from rffviz.diagnose.reproducible import Reproducibility, reproducibility
from rffviz.diagnose.rows_over_seeds import RowsOverSeeds
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sample_diagnostics import SampleDiagnostics, sample_diagnostics
from rffviz.diagnose.source import MOST_DRAWN_NUMBERS, SampleSource
from rffviz.foundation.about import About
from rffviz.foundation.jobs import in_jobs
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample

FEWEST = 20  # seeds needed for a verdict over seeds
FEWEST_WORTH = 60  # effective sample size needed over all draws
_RATE_SEEDS, _RATE_SMALLEST = 20, 16
_SECOND = 1.7  # the second length scale over the first: no power of it is a known factor
_SHIFT_SEEDS = 400  # which tell a shift of 0.1 SDs of a draw from none; fewer of large draws
_FEWEST_SHIFT_SEEDS = 100
_PHASE_SEEDS, _PHASE_LINES = 20, 8
_RENEWED = 20  # seeds between two records of the bias


@dataclass(frozen=True)
class Rate:
    """The convergence rate: RMSE ∝ n_freqs^slope.

    Attributes
    ----------
    n_freqs : tuple of int
    rmse : tuple of float
    slope, low, high : float
        With a 95 % interval from the spread over seeds.
    """

    n_freqs: tuple[int, ...]
    rmse: tuple[float, ...]
    slope: float
    low: float
    high: float


@dataclass
class Phases:
    """Statistics over seeds of the phases that a scheme returns.

    Attributes
    ----------
    moments : Sums
        Σ p cos 2b and Σ p sin 2b. 2 cos(ω·x + b) cos(ω·y + b) = cos ω·(x − y) + cos(ω·(x + y) + 2b): the offset map is
        unbiased if they are 0 on average, given ω.
    coupled : Sums
        Σ p v_i e^{2ib} and Σ p (|v_i| − ½) e^{2ib}, real and imaginary: 0 on average if phases are independent of ω.
    offset : Sums
        Σ p e^{i(ω·s + 2b)}, real and imaginary, at several s: the offset map's mean error at x + y = s.
    once : Sums
        Σ p cos b and Σ p sin b, which do not affect products of features.
    spread : float
        Mean over seeds of |Σ p e^{2ib}|²/Σ p², 1 for independent phases.
    """

    moments: Sums = field(default_factory=Sums)
    coupled: Sums = field(default_factory=Sums)
    offset: Sums = field(default_factory=Sums)
    once: Sums = field(default_factory=Sums)
    spread: float = 0.0


@dataclass
class Measurements:
    """The measurements behind a `Report`.

    Attributes
    ----------
    source : SampleSource
    found : SampleDiagnostics
        Of the first draw.
    seeds : tuple of int
        Those drawn so far.
    fixed : bool
        Whether every seed gives the same frequencies, or there is a single sample.
    """

    source: SampleSource
    found: SampleDiagnostics
    seeds: tuple[int, ...]
    fixed: bool
    over: OverSeeds
    rows: RowsOverSeeds
    along: ErrorsAlong
    accused: ErrorsAlong | None
    bias: BiasAndVariance | None
    reproducible: Reproducibility | None
    phases: Phases | None = None
    rate: Rate | None = None
    shift: tuple[float, float, float] | None = None  # of `ErrorsAlong`, over further seeds; None where it is not needed

    @property
    def n_seeds(self) -> int:
        """The number of draws so far."""
        return len(self.seeds)

    @property
    def sample(self) -> FrequencySample:
        """The first draw."""
        return self.found.sample

    @property
    def about(self) -> About:
        """The origin of the sample."""
        return self.found.about

    @property
    def kernel(self) -> Kernel:
        """The kernel whose spectral measure the sample should follow."""
        return self.found.cloud.kernel


def second(source: SampleSource) -> SampleSource | None:
    """The same scheme at another length scale; None where it cannot be drawn there."""
    kernel = source.kernel
    other = kernel.with_length_scale(_SECOND * kernel.length_scale)
    if source.given or not source.able(other):
        return None
    return replace(source, about=replace(source.about, kernel=other), sample=partial(source.sample, kernel=other))


def measured_shift(e: Measurements) -> tuple[float, float, float]:
    """`ErrorsAlong.shift` over seeds of its own, along all lines, and those that the first ones suggest."""
    d, kernel = e.about.d, e.kernel
    along = ErrorsAlong(kernel, [*random_lines(d, e.seeds[0]), *accused_lines(e.over, ALARM)], e.sample.n_freqs)
    start, numbers = max(e.seeds) + 1, e.sample.W.size
    n_seeds = int(np.clip(_SHIFT_SEEDS * MOST_DRAWN_NUMBERS / numbers, _FEWEST_SHIFT_SEEDS, _SHIFT_SEEDS))
    for fs in in_jobs(e.source.sample, range(start, start + n_seeds)):
        along.add(fs)
    return along.shift


def gather(
    source: SampleSource, seeds: tuple[int, ...], with_rate: bool = False, again: Measurements | None = None
) -> Iterator[tuple[float, Measurements]]:
    """Draw from each seed and accumulate: yields the fraction done and the measurements so far.

    `again` are the measurements at another length scale: what does not depend on it is not measured again.
    """
    kernel, d = source.kernel, source.about.d
    one = source.sample(seeds[0])
    about = replace(source.about, seeds=() if source.given else (seeds[0],))
    of_first = sample_diagnostics(one, kernel, about)
    m = one.n_freqs
    fixed = source.given or (source.scheme is not None and not source.scheme.randomised)
    repeated = None if source.given or again else reproducibility(source, seeds[0])
    fixed = again.fixed if again else fixed
    if repeated and not repeated.moves and repeated.same:
        fixed = True
    over, rows = OverSeeds(kernel, d, dependence=again is None), RowsOverSeeds(kernel, d)
    along = ErrorsAlong(kernel, random_lines(d, seeds[0]), m)
    errors = ErrorsOverSeeds(replace(about, seeds=seeds))
    measurements = Measurements(source, of_first, (), fixed, over, rows, along, None, None, repeated)
    half = len(seeds) // 2
    others = () if fixed else seeds[1:]
    for done, fs in enumerate(chain([one], in_jobs(source.sample, others)), 1):
        rows.add(fs)
        over.add(fs, gather=fixed or done <= half)
        along.add(fs)
        errors.add(fs)
        if measurements.accused is not None:
            measurements.accused.add(fs)
        elif d > 1 and done == half >= FEWEST // 2:
            measurements.accused = ErrorsAlong(kernel, accused_lines(over, ALARM), m)
        measurements.seeds = seeds[:done]
        if done == 3 or done % _RENEWED == 1 < done:
            measurements.bias = errors.record()
        yield 0.8 * done / len(seeds), measurements
    if fixed and d > 1 and of_first.moments.pair:  # a single draw: the lines it suggests itself
        measurements.accused = ErrorsAlong(kernel, pair_lines(*of_first.moments.pair, d), m)
        measurements.accused.add(one)
    if not again:
        measurements.phases = _phases(source, seeds[:1] if fixed else seeds[:_PHASE_SEEDS])
        yield 0.9, measurements
        if with_rate and not fixed:
            sizes, squares = _rate_sizes(source, m), []
            for size in sizes:
                if not source.able(n_freqs=size):
                    break
                try:
                    squares.append(along.squares if size == m else _mean_squares(source, seeds[:_RATE_SEEDS], size))
                except Refusal:  # a size that the user did not choose
                    break
                yield 0.9 + 0.09 * len(squares) / len(sizes), measurements
            if sizes and len(squares) == len(sizes):
                measurements.rate = _rate(sizes, squares)
    measurements.bias = errors.record(fixed=fixed)
    yield 1.0, measurements


def _phases(source: SampleSource, seeds: tuple[int, ...]) -> Phases | None:
    """Phases over seeds; None if the scheme returns none."""
    kernel, phases = source.kernel, Phases()
    lines = random_lines(source.about.d, seeds[0])[:_PHASE_LINES]
    places = np.array(
        [share * reach(kernel, line.unit) * line.unit for line in lines for share in (-2, -1, -0.5, 0.5, 1, 2)]
    )
    for fs in in_jobs(partial(source.sample, with_phases=True), seeds):
        if fs.phases is None:
            return None
        p, b = fs.weights, np.asarray(fs.phases, dtype=np.float64)
        turns = np.exp(2j * b)
        twice, spread = p @ turns, float(np.square(p).sum()) ** 0.5
        phases.moments.independent = spread / 2**0.5
        phases.coupled.independent = spread / 24**0.5
        phases.offset.independent = phases.once.independent = spread / 2**0.5
        phases.moments.add(np.array([twice.real, twice.imag]))
        W, once = np.asarray(fs.W, dtype=np.float64), p @ np.exp(1j * b)
        phases.once.add(np.array([once.real, once.imag]))
        off = (p * turns) @ np.exp(1j * (W @ places.T))
        phases.offset.add(np.concatenate([off.real, off.imag]))
        V = marginal_transform(W, kernel)
        tied = (p * turns) @ np.hstack([V, np.abs(V) - 0.5])
        phases.coupled.add(np.concatenate([tied.real, tied.imag]))
        phases.spread += abs(twice) ** 2 / float(np.square(p).sum()) / len(seeds)
    return phases


def _rate_sizes(source: SampleSource, m: int) -> list[int]:
    """Numbers of frequencies, each four times the previous; empty if m is too small."""
    least = source.scheme.least(source.kernel, source.about.d) if source.scheme else 1
    sizes = [size for size in (m // 16, m // 4, m) if size >= max(_RATE_SMALLEST, least)]
    return sizes if len(sizes) > 1 else []


def _mean_squares(source: SampleSource, seeds: tuple[int, ...], size: int) -> list[float]:
    """The mean squared error of each seed, over lines."""
    along = ErrorsAlong(source.kernel, random_lines(source.about.d, seeds[0]), size)
    for fs in in_jobs(partial(source.sample, n_freqs=size), seeds):
        along.add(fs)
    return along.squares


def _rate(sizes: list[int], squares: list[list[float]]) -> Rate:
    """The slope of the error over numbers of frequencies, from the mean squares of each size, one for each seed."""
    of, n_seeds = [np.array(each) for each in squares], np.array([len(each) for each in squares])
    mean = np.array([each.mean() for each in of])
    rmse = np.sqrt(mean)
    x = np.log(np.array(sizes, dtype=np.float64))
    contrast = (x - x.mean()) / np.square(x - x.mean()).sum()
    slope = float(contrast @ np.log(rmse))
    relative = np.array([each.std(ddof=1) for each in of]) / mean / np.sqrt(n_seeds) / 2
    half = float(stats.t.ppf(0.975, n_seeds.min() - 1) * np.sqrt(np.square(contrast) @ np.square(relative)))
    return Rate(tuple(sizes), tuple(map(float, rmse)), slope, slope - half, slope + half)
