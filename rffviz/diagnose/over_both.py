"""Two schemes over the same seeds: sums of their differences, and the errors of both."""

from __future__ import annotations

import numpy as np
from scipy import stats

from rffviz.diagnose.elsewhere import ErrorsAlong, random_lines
from rffviz.diagnose.over_seeds import (
    QUANTILES,
    Correlations,
    OverSeeds,
    Products,
    Sums,
    Transformed,
    statistics,
    transformed,
)
from rffviz.diagnose.source import SampleSource
from rffviz.samplers import FrequencySample

_CALM = 0.2  # fraction of the spread of independent rows in `Sums`: draws of A and B may share random numbers
_GROUP = 8  # least rows per group of a file
_CONFIDENCE = 0.95
_SAME_DIGITS = 1e-12
_PHASE_LINES = 8
_DISTANCES = 24  # distances of the error profile
_SCALES = {"pairs": 3.0, "sizes": 12.0}  # of products of coordinates, as in `OverSeeds`


class DrawnTogether:
    """One side: its draws, one per seed, or groups of rows of its single draw.

    `habit` is "seed_ignored" for a scheme that claims to be random and is not, "not_reproducible" where the seed does
    not determine the draw, else empty.
    """

    def __init__(self, of: SampleSource, seeds: tuple[int, ...]) -> None:
        self.source, self.seeds = of, seeds
        self.first = of.sample(seeds[0])
        rule = of.scheme is not None and not of.scheme.randomised
        ignored = not of.given and self._alike(self.seeds[1])
        self.single = of.given or rule or ignored
        self.habit = "seed_ignored" if ignored and self.first.unbiased else ""
        if not self.single and not self._alike(seeds[0], phases=True):
            self.habit = "not_reproducible"
        rng = np.random.default_rng([seeds[0], 5])
        m = self.first.n_freqs
        n_groups = min(len(seeds), m // _GROUP)
        self.groups = np.array_split(rng.permutation(m), n_groups) if self.single and n_groups else []
        self.n = len(self.groups) if self.single else len(seeds)

    def _alike(self, seed: int, phases: bool = False) -> bool:
        """Whether a seed gives the first draw, with its `phases` or without."""
        one, other = self.first, self.source.sample(seed)
        same = np.array_equal(one.W, other.W) and np.array_equal(one.weights, other.weights)
        if not phases or one.phases is None or other.phases is None:
            return same
        return same and np.array_equal(one.phases, other.phases)

    def draw(self, number: int) -> FrequencySample:
        """The draw for one seed."""
        return self.first if self.single or number == 0 else self.source.sample(self.seeds[number])

    def observed(self, number: int, fs: FrequencySample) -> tuple[np.ndarray, np.ndarray]:
        """Rows and weights that count as one observation."""
        if not self.single:
            return fs.W, fs.weights
        rows = self.groups[number]
        return fs.W[rows], fs.weights[rows] * len(self.groups)


class OverBoth:
    """The sums of A − B over seeds, and the errors of both."""

    def __init__(self, one: DrawnTogether, two: DrawnTogether) -> None:
        self.one, self.two = one, two
        kernel, d = one.source.kernel, one.source.about.d
        self.kernel, self.d = kernel, d
        m = [side.first.n_freqs for side in (one, two)]
        lines = random_lines(d, one.seeds[0])
        self.along = ErrorsAlong(kernel, lines, min(m))
        oblique = [line for line in lines if line.kind == "random"] or lines
        self.profile = ErrorsAlong(kernel, oblique, min(m), _DISTANCES)
        self.sums: dict[str, Sums] = {}
        self._products = {
            name: tuple(Products(scale, signed=name == "pairs") for _ in range(2)) for name, scale in _SCALES.items()
        }
        self.errors: list[list[np.ndarray]] = [[], []]  # squared errors at the profile's distances, per draw
        self.excess: list[list[float]] = [[], []]
        self.axis_mean = OverSeeds(kernel, d).axis_mean
        self.same_draws, self.furthest, self.n_drawn = 0, 0.0, 0
        self._weights = np.zeros((2, 2))  # sums of weights and of squared weights, for A and B
        self.n_effective = np.inf  # effective sample size of one observation, on the worse side

    def add(self, number: int, samples: list[FrequencySample], tested: bool, drawn: bool) -> None:
        """Add the draws for one seed: to the tests of the distribution, to the errors, or both."""
        sides = (self.one, self.two)
        if drawn:
            self.n_drawn += 1
            for k, fs in enumerate(samples):
                if len(self.errors[k]) and sides[k].single:
                    continue
                self.errors[k].append(np.mean(np.square(self.profile.of(fs)), axis=0))
                standard = np.square(self.along.of(fs) / self.along.sigma)
                self.excess[k].append(float(np.mean(standard[self.along.exact < 0.9])))
            self._numbers(*samples)
        if tested:
            values = [self._values(side, number, fs) for side, fs in zip(sides, samples, strict=True)]
            self._weights += [(fs.weights.sum(), np.square(fs.weights).sum()) for fs in samples]
            spread = float(np.hypot(values[0][1], values[1][1]))
            for name, value in values[0][0].items():
                other = values[1][0].get(name, ())
                if np.shape(value) != np.shape(other):  # lags differ between draw sizes, and are lost in groups
                    continue
                sums = self.sums.setdefault(name, Sums())
                sums.independent = _CALM * _one_row(name, value, self.along) * spread
                sums.add(np.asarray(value) - other)

    def correlations(self, name: str, level: float) -> Correlations:
        """Correlations in A less those in B, of "pairs" or "sizes".

        Where a coordinate's mean or scale differs between A and B, each side has its own (`Products.correlations`). The
        standard error is then the sum of both, at least that of the paired difference; where both sides are correlated
        with one sign it is infinite, since a correlation depends on the scale, too.
        """
        sides, sums, scale = self._products[name], self.sums[name], _SCALES[name]
        limit = stats.t.isf(level / (4 * self.d), max(sums.n - 1, 1))
        off = (np.abs(self.sums["mean"].z) > limit) | (np.abs(self.sums["scale"].z) > limit)
        apart = off[:, None] | off
        one, two = (products.correlations(level) for products in sides)
        alike = (np.minimum(np.abs(one.z), np.abs(two.z)) > limit) & (one.z * two.z > 0)
        error = np.where(alike, np.inf, one.error + two.error)
        mean = np.where(apart, one.mean - two.mean, scale * sums.mean)
        error = np.where(apart, error, scale * sums.error)
        return Correlations(sums.n, mean, error, np.where(apart, mean / np.maximum(error, 1e-13), sums.z))

    def add_phases(self) -> None:
        """Add the second term of the offset map's estimate, which depends on x + y, at several sums.

        Of a side with phases of its own also its mean square: Σp² if the phases are independent.
        """
        if self.one.single or self.two.single:
            return
        sides, places = (self.one.source, self.two.source), self.along.delta[:_PHASE_LINES, ::2].reshape(-1, self.d)
        for seed in self.one.seeds:
            both = [side.sample(seed, with_phases=True) for side in sides]
            if any(fs.phases is None for fs in both):
                return
            one, two = (_offset(fs, places) for fs in both)
            self.sums.setdefault("offset", Sums()).add(one - two)
            if not self.own_phases:
                continue
            sizes = [np.mean(each**2) / np.sum(fs.weights**2) for each, fs in zip((one, two), both, strict=True)]
            self.sums.setdefault("turned", Sums()).add(np.array(sizes[0] - sizes[1]))

    @property
    def own_phases(self) -> bool:
        """Whether A or B gives phases of its own; others are independent."""
        return any(side.first.phases is not None for side in (self.one, self.two))

    @property
    def total(self) -> float:
        """The mean sum of a draw's weights, on the side where it is larger."""
        return float(np.max(self._weights[:, 0])) / max(self.sums["weight"].n, 1)

    @property
    def n_worth(self) -> float:
        """Effective sample size over all draws, on the worse side; a single draw split into groups counts in each."""
        return float(np.min(np.square(self._weights[:, 0]) / np.maximum(self._weights[:, 1], 1e-300)))

    def _values(self, side: DrawnTogether, number: int, fs: FrequencySample) -> tuple[dict[str, np.ndarray], float]:
        W, p = side.observed(number, fs)
        rows, p = transformed(np.asarray(W, dtype=np.float64), self.kernel), np.asarray(p, dtype=np.float64)
        values = statistics(rows, p, self.kernel, self.axis_mean)
        if self.d > 1:
            self._add_products(side is self.two, rows, values, p)
        if side.single:  # dependence between rows is lost when a draw is split into groups
            values = {name: value for name, value in values.items() if name not in ("aligned", "lags")}
        part = FrequencySample(W=W, weights=p, unbiased=True, nested=False)
        squares = float(np.square(p).sum())
        self.n_effective = min(self.n_effective, float(np.sum(p)) ** 2 / max(squares, 1e-300))
        return values | {"bias": self.along.of(part)}, squares**0.5

    def _add_products(self, of_b: bool, rows: Transformed, values: dict[str, np.ndarray], p: np.ndarray) -> None:
        spread = float(np.square(p).sum()) ** 0.5
        for name, factors in (("pairs", rows.marginal), ("sizes", np.abs(rows.cube) - 0.5)):
            to = self._products[name][of_b]
            to.products.independent, to.factors.independent = spread / to.scale, spread / to.scale**0.5
            to.add(values[name], p @ factors, float(p.sum()))

    def _numbers(self, one: FrequencySample, two: FrequencySample) -> None:
        if one.W.shape != two.W.shape:
            self.furthest = float("nan")
            return
        scale = max(float(np.abs(one.W).max()), float(np.abs(two.W).max()), 1e-300)
        gap = max(float(np.abs(one.W - two.W).max()) / scale, float(np.abs(one.weights - two.weights).max()))
        self.same_draws += gap <= _SAME_DIGITS
        self.furthest = max(self.furthest, gap)

    def rms(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Root mean square of the errors of A (0) or B (1), and half the width of its interval; nan for few draws."""
        squares = np.array(self.errors[k])
        rms, n = np.sqrt(squares.mean(axis=0)), len(squares)
        if n < 3:
            return rms, np.full(len(rms), np.nan)
        half = stats.t.ppf((1 + _CONFIDENCE) / 2, n - 1) * squares.std(axis=0, ddof=1) / np.sqrt(n)
        return rms, half / np.maximum(2 * rms, 1e-300)

    def ratio(self) -> tuple[float, float, float, float]:
        """MSE of A over MSE of B, its 95 % interval and the p-value of 1."""
        a, b = (np.array(each) for each in self.excess)
        ratio = float(a.mean() / max(b.mean(), 1e-300))
        if ratio <= 0 or (np.array_equal(a, b) and len(a) > 1):
            return ratio, ratio, ratio, 1.0
        if len(a) == len(b) > 2:  # paired; the logarithm of a ratio of means, linearised
            influence = a / a.mean() - b / b.mean()
            error, degrees = influence.std(ddof=1) / np.sqrt(len(a)), len(a) - 1
        elif max(len(a), len(b)) > 2:  # one draw against many: its rank among them
            many = np.log(a if len(a) > len(b) else b)
            centre = float(many.mean())
            alone = float(np.log(b if len(a) > len(b) else a)[0])
            error, degrees = many.std(ddof=1) * np.sqrt(1 + 1 / len(many)), len(many) - 1
            ratio = float(np.exp(centre - alone if len(a) > len(b) else alone - centre))
        else:
            return ratio, float("nan"), float("nan"), float("nan")
        half = float(stats.t.ppf((1 + _CONFIDENCE) / 2, degrees) * error)
        p_value = 2 * float(stats.t.sf(abs(np.log(ratio)) / max(error, 1e-300), degrees))
        return ratio, float(ratio * np.exp(-half)), float(ratio * np.exp(half)), p_value


def _offset(fs: FrequencySample, places: np.ndarray) -> np.ndarray:
    """Σ p e^{i(ω·s + 2b)} at sums s, which the offset map adds to k̂, real and imaginary."""
    turned = (fs.weights * np.exp(2j * np.asarray(fs.phases, dtype=np.float64))) @ np.exp(1j * (fs.W @ places.T))
    return np.concatenate([turned.real, turned.imag])


def _one_row(name: str, value: np.ndarray, along: ErrorsAlong) -> np.ndarray | float:
    """The standard deviation of a statistic of one row under the correct distribution."""
    if name == "bias":
        return along.sigma * along.n_freqs**0.5
    spread = {"mean": 3**-0.5, "scale": 12**-0.5, "pairs": 1 / 3, "sizes": 1 / 12, "coupling": 0.1, "weight": 0.0}
    if name == "norms":
        return np.concatenate([np.sqrt(QUANTILES * (1 - QUANTILES)), [12**-0.5, 180**-0.5]])
    return spread.get(name, 0.0)
