"""A scheme beside a reference, such as its older version: do they follow one law, and which has the smaller error?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from rffviz.about import About
from rffviz.diagnose.elsewhere import ErrorsAlong, random_lines
from rffviz.diagnose.evidence import FEWEST
from rffviz.diagnose.naming import factor_by_name
from rffviz.diagnose.over_seeds import QUANTILES, OverSeeds, Sums, Tested, statistics, tested, transformed
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Remark, remark
from rffviz.diagnose.source import Source, source
from rffviz.diagnose.verdict import DIAGNOSTICS
from rffviz.kernels import Kernel, a_kernel
from rffviz.progress import Progress, last_record
from rffviz.samplers import FrequencySample
from rffviz.validation import whole_number

DIFFERENT, SAME, UNKNOWN = "different", "same", "unknown"
_STATUSES = (DIFFERENT, UNKNOWN, SAME)
_LAW = ("weights", "radius", "mean", "scale", "correlations", "coupling", "directions", "bias")
_CALM = 0.2  # of the spread that `Sums` takes for independent rows: draws of A and B may share their random numbers
_GROUP = 8  # the fewest rows that a file's groups have
_CONFIDENCE = 0.95
_SAME_DIGITS = 1e-12
_DISTANCES = 24  # of the profile of the error
COMPARED = DIAGNOSTICS | {"error": "Mean square error"}
"""What the screen calls each diagnostic where A is compared with B."""


@dataclass(frozen=True)
class Difference:
    """What one diagnostic says of A beside B.

    Attributes
    ----------
    diagnostic : str
        A key of `DIAGNOSTICS`.
    status : {"different", "same", "unknown"}
        "same": no difference found; the sentence says how large a one would have been.
    p_value : float
        Of Student's test over seeds, Bonferroni over all that the diagnostic looks at; nan where there is no test.
    remarks : tuple of Remark
    """

    diagnostic: str
    status: str
    p_value: float
    remarks: tuple[Remark, ...]

    @property
    def sentence(self) -> str:
        """All of it in plain words."""
        return " ".join(map(str, self.remarks))


@dataclass(frozen=True)
class Comparison:
    """A beside B.

    Attributes
    ----------
    about, reference : About
        What A and B are, with kernel, d and n_freqs.
    seeds : tuple of int
        Those drawn from both.
    grouped : tuple of str
        Which of "A" and "B" has no other seeds: its rows were cut into groups, each taken as a draw.
    differences : tuple of Difference
        Those that differ first.
    ratio, low, high : float
        A's mean square error of k̂ divided by B's, with a 95 % interval; where one side has no other seeds, an interval
        for one draw of the other; nan where neither has.
    distance : ndarray of shape (t,)
        ‖δ‖, averaged over the lines.
    rms, rms_reference, monte_carlo : ndarray of shape (t,)
        Root mean square of k̂ − k over lines and seeds for A, for B, and what Monte Carlo has.
    margin, margin_reference : ndarray of shape (t,)
        Half the width of their 95 % intervals over seeds; nan where there is one draw.
    same_draws : int
        Seeds that give the same frequencies in A and in B, to 12 digits.
    furthest : float
        Over the seeds, the largest difference of a coordinate, as a share of the largest coordinate; nan where the
        shapes differ.
    finished : bool
        Whether no more seeds are drawn.
    """

    about: About
    reference: About
    seeds: tuple[int, ...]
    grouped: tuple[str, ...]
    differences: tuple[Difference, ...]
    ratio: float
    low: float
    high: float
    distance: np.ndarray
    rms: np.ndarray
    rms_reference: np.ndarray
    monte_carlo: np.ndarray
    margin: np.ndarray
    margin_reference: np.ndarray
    same_draws: int
    furthest: float
    finished: bool = True

    @property
    def same(self) -> bool:
        """Whether no diagnostic of the law differs: two versions of one scheme pass, whatever their error is."""
        return not any(map(self.of_the_law, self.differences))

    @property
    def identical(self) -> bool:
        """Whether every seed gives the same frequencies in both."""
        return self.same_draws == len(self.seeds) > 0

    @property
    def better(self) -> str:
        """ "A" or "B": which has the smaller error, beyond chance; empty where neither has."""
        if self["error"].status != DIFFERENT:
            return ""
        return "A" if self.ratio < 1 else "B"

    def of_the_law(self, each: Difference) -> bool:
        """Whether it is a difference of the law, which of two right schemes there is none."""
        return each.status == DIFFERENT and each.diagnostic in _LAW

    def __getitem__(self, diagnostic: str) -> Difference:
        """What one diagnostic says, by its name."""
        for each in self.differences:
            if each.diagnostic == diagnostic:
                return each
        raise KeyError(diagnostic)

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain numbers, words and lists; what is not known is None."""
        names = ("diagnostic", "status", "p_value", "sentence")
        return {
            "scheme": self.about.sampler or self.about.data,
            "reference": self.reference.sampler or self.reference.data,
            "kernel": self.about.kernel.name,
            "parameters": self.about.kernel.get_params(),
            "d": self.about.d,
            "n_freqs": self.about.settings["n_freqs"],
            "seeds": list(self.seeds),
            "same": self.same,
            "identical": self.identical,
            "mean_square_error_ratio": _known(self.ratio),
            "interval": [_known(self.low), _known(self.high)],
            "differences": [
                dict(zip(names, (d.diagnostic, d.status, _known(d.p_value), d.sentence), strict=True))
                for d in self.differences
            ],
        }

    def __str__(self) -> str:
        """A line for each diagnostic, for a terminal."""
        wide = max(len(name) for name in COMPARED.values())
        a, b = self.about.sampler or self.about.data, self.reference.sampler or self.reference.data
        where = f"{self.about.kernel!r}, d = {self.about.d}, {self.about.settings['n_freqs']} frequencies"
        rows = [f"  {COMPARED[v.diagnostic]:<{wide}}  {v.status:<9}  {v.sentence}" for v in self.differences]
        return "\n".join([f"A: {a}, B: {b} ({where}, {len(self.seeds)} seeds)", *rows])

    def _repr_html_(self) -> str:
        """The same, for a notebook."""
        from html import escape

        first, *rows = str(self).splitlines()
        return f"<p><b>{escape(first)}</b></p><pre>{escape(chr(10).join(rows))}</pre>"


def compare(
    scheme, reference, kernel: Kernel, d: int, n_freqs: int = 256, seeds: int = 60, random_state: int = 0, X=None
) -> Comparison:
    """Test whether two schemes follow one law, and which has the smaller error.

    Parameters
    ----------
    scheme, reference : str, callable or array
        A and B, each as `diagnose` takes it: a name, a function, such as an older version of the same, or frequencies.
    kernel : Kernel
    d, n_freqs : int
        Where one of them is an array, the other is drawn with as many frequencies.
    seeds : int
        Draws of each, at least 3; 20 or more for a test.
    random_state : int
        The first seed.
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them.

    Returns
    -------
    Comparison
        `assert compare(mine, "orthogonal", Gaussian(), 16).same` tests that both follow one law.

    Raises
    ------
    ValueError
        For bad arguments, and where a scheme is not defined for the kernel and d.

    Notes
    -----
    Both are drawn from the same seeds, and each statistic is tested on its differences A − B, one for each seed
    (Student's test, paired): valid however rows depend on each other, and however much A and B share of their random
    numbers. What has no other seeds, an array or a fixed rule, is cut into random groups of rows, as if they were
    independent; then the error of its one draw is compared with the spread of the other's.
    The largest of many statistics pays for their number (Bonferroni), and each diagnostic finds a difference between
    equal laws in a share `ALARM` of comparisons, in the long run.
    """
    return last_record(compare_steps(scheme, reference, kernel, d, n_freqs, seeds, random_state, X))


def compare_steps(
    scheme,
    reference,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int = 60,
    random_state: int = 0,
    X=None,
    abouts: tuple[About | None, About | None] = (None, None),
) -> Iterator[Progress[Comparison]]:
    """`compare`, watched: yields after each seed, with a record from the third one on, now and then renewed.

    `abouts` say where frequencies that are given come from.
    """
    d, n_freqs = whole_number("d", d), whole_number("n_freqs", n_freqs)
    seeds = whole_number("seeds", seeds, low=3)
    random_state = whole_number("random_state", random_state, low=0)
    both = (scheme, reference)
    given = [source(what, a_kernel(kernel), d, n_freqs, X, about) for what, about in zip(both, abouts, strict=True)]
    counts = [each.about.settings["n_freqs"] for each in given if each.given]
    if counts:  # as many frequencies as the file has
        given = [
            each if each.given else source(what, kernel, d, counts[0], X)
            for each, what in zip(given, both, strict=True)
        ]
    return _steps(*given, tuple(range(random_state, random_state + seeds)))


class _Drawn:
    """One side: its draws, one for each seed, or the groups of its one draw's rows."""

    def __init__(self, of: Source, seeds: tuple[int, ...]) -> None:
        self.source, self.seeds = of, seeds
        self.first = of.sample(seeds[0])
        rule = of.scheme is not None and not of.scheme.randomised
        self.single = of.given or rule or self._seed_ignored()
        rng = np.random.default_rng([seeds[0], 5])
        m = self.first.n_freqs
        n_groups = min(len(seeds), m // _GROUP)
        self.groups = np.array_split(rng.permutation(m), n_groups) if self.single and n_groups else []
        self.n = len(self.groups) if self.single else len(seeds)

    def _seed_ignored(self) -> bool:
        other = self.source.sample(self.seeds[1])
        return np.array_equal(self.first.W, other.W) and np.array_equal(self.first.weights, other.weights)

    def draw(self, number: int) -> FrequencySample:
        """The draw of one of the seeds."""
        return self.first if self.single or number == 0 else self.source.sample(self.seeds[number])

    def observed(self, number: int, fs: FrequencySample) -> tuple[np.ndarray, np.ndarray]:
        """Rows and weights that count as one observation of the law."""
        if not self.single:
            return fs.W, fs.weights
        rows = self.groups[number]
        return fs.W[rows], fs.weights[rows] * len(self.groups)


def _steps(a: Source, b: Source, seeds: tuple[int, ...]) -> Iterator[Progress[Comparison]]:
    one, two = _Drawn(a, seeds), _Drawn(b, seeds)
    found = _Found(one, two)
    n_tested = min(one.n, two.n)
    n_draws = 1 if one.single and two.single else len(seeds)
    steps = max(n_tested, n_draws)
    record = None
    for number in range(steps):
        found.add(number, tested=number < n_tested, drawn=number < n_draws)
        last = number == steps - 1
        if last or (number >= 2 and (record is None or number % 20 == 0)):
            record = found.record(finished=last)
        yield Progress(number + 1, steps, record)
    if record is None:  # one group, or none
        yield Progress(steps, steps, found.record(finished=True))


class _Found:
    """The sums of A − B over seeds, and the errors of both."""

    def __init__(self, one: _Drawn, two: _Drawn) -> None:
        self.one, self.two = one, two
        kernel, d = one.source.about.kernel, one.source.about.d
        self.kernel, self.d = kernel, d
        m = [side.first.n_freqs for side in (one, two)]
        lines = random_lines(d, one.seeds[0])
        self.along = ErrorsAlong(kernel, lines, min(m))
        oblique = [line for line in lines if line.kind == "random"] or lines
        self.profile = ErrorsAlong(kernel, oblique, min(m), _DISTANCES)
        self.law: dict[str, Sums] = {}
        self.errors: list[list[np.ndarray]] = [[], []]  # squares at the distances of the profile, draw by draw
        self.excess: list[list[float]] = [[], []]
        self.axis_mean = OverSeeds(kernel, d).axis_mean
        self.same_draws, self.furthest, self.n_drawn = 0, 0.0, 0
        self.n_effective = np.inf  # rows of equal weight that one observation is worth, on the poorer side

    def add(self, number: int, tested: bool, drawn: bool) -> None:
        sides = (self.one, self.two)
        samples = [side.draw(number) for side in sides]
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
            spread = float(np.hypot(*(spread for _, spread in values)))
            for name, value in values[0][0].items():
                other = values[1][0].get(name, ())
                if np.shape(value) != np.shape(other):  # lags of draws of other sizes, or lost in groups
                    continue
                sums = self.law.setdefault(name, Sums())
                sums.independent = _CALM * _one_row(name, value, self.along) * spread
                sums.add(np.asarray(value) - other)

    def _values(self, side: _Drawn, number: int, fs: FrequencySample) -> tuple[dict[str, np.ndarray], float]:
        W, p = side.observed(number, fs)
        rows = transformed(np.asarray(W, dtype=np.float64), self.kernel)
        found = statistics(rows, np.asarray(p, dtype=np.float64), self.kernel, self.axis_mean)
        if side.single:  # how the rows of a draw depend on each other is lost where they are cut into groups
            found = {name: value for name, value in found.items() if name not in ("aligned", "lags")}
        part = FrequencySample(W=W, weights=p, unbiased=True, nested=False)
        squares = float(np.square(p).sum())
        self.n_effective = min(self.n_effective, float(np.sum(p)) ** 2 / max(squares, 1e-300))
        return found | {"bias": self.along.of(part)}, squares**0.5

    def _numbers(self, one: FrequencySample, two: FrequencySample) -> None:
        if one.W.shape != two.W.shape:
            self.furthest = float("nan")
            return
        scale = max(float(np.abs(one.W).max()), float(np.abs(two.W).max()), 1e-300)
        gap = max(float(np.abs(one.W - two.W).max()) / scale, float(np.abs(one.weights - two.weights).max()))
        self.same_draws += gap <= _SAME_DIGITS
        self.furthest = max(self.furthest, gap)

    def record(self, finished: bool) -> Comparison:
        ratio, low, high, p_value = self._ratio()
        sides = (self.one, self.two)
        rms, margin = zip(*(self._rms(k) for k in (0, 1)), strict=True)
        found = [judge(self) for judge in _JUDGES] + [self._error(ratio, low, high, p_value)]
        told = [each for each in found if each is not None]
        told.sort(key=lambda each: _STATUSES.index(each.status))
        sigma = np.sqrt(np.mean(np.square(self.profile.sigma), axis=0))
        return Comparison(
            about=self.one.source.about,
            reference=self.two.source.about,
            seeds=self.one.seeds[: self.n_drawn],
            grouped=tuple(letter for letter, side in zip("AB", sides, strict=True) if side.single),
            differences=tuple(told),
            ratio=ratio,
            low=low,
            high=high,
            distance=self.profile.distance.mean(axis=0),
            rms=rms[0],
            rms_reference=rms[1],
            monte_carlo=sigma,
            margin=margin[0],
            margin_reference=margin[1],
            same_draws=int(self.same_draws),
            furthest=self.furthest,
            finished=finished,
        )

    def _rms(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        squares = np.array(self.errors[k])
        rms, n = np.sqrt(squares.mean(axis=0)), len(squares)
        if n < 3:
            return rms, np.full(len(rms), np.nan)
        half = stats.t.ppf((1 + _CONFIDENCE) / 2, n - 1) * squares.std(axis=0, ddof=1) / np.sqrt(n)
        return rms, half / np.maximum(2 * rms, 1e-300)

    def _ratio(self) -> tuple[float, float, float, float]:
        """MSE of A over MSE of B, its 95 % interval and the p-value of 1."""
        a, b = (np.array(each) for each in self.excess)
        ratio = float(a.mean() / max(b.mean(), 1e-300))
        if ratio <= 0 or (np.array_equal(a, b) and len(a) > 1):
            return ratio, ratio, ratio, 1.0
        if len(a) == len(b) > 2:  # paired; the logarithm of a ratio of means, linearised
            influence = a / a.mean() - b / b.mean()
            error, degrees = influence.std(ddof=1) / np.sqrt(len(a)), len(a) - 1
        elif max(len(a), len(b)) > 2:  # one draw beside many: where it lies among them
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

    def _error(self, ratio: float, low: float, high: float, p_value: float) -> Difference:
        values = {"ratio": ratio, "low": low, "high": high}
        if np.isnan(p_value):
            return Difference("error", UNKNOWN, p_value, (remark("error_single", ratio=ratio),))
        if p_value < ALARM:
            return Difference("error", DIFFERENT, p_value, (remark("error_differs", **values),))
        if low == high:
            return Difference("error", SAME, p_value, (remark("error_equal"),))
        if not low < 1 < high:
            return Difference("error", UNKNOWN, p_value, (remark("error_unsure", **values),))
        return Difference("error", SAME, p_value, (remark("error_same", **values),))


def _one_row(name: str, value, along: ErrorsAlong) -> np.ndarray | float:
    """The spread of a statistic of one row under the law."""
    if name == "bias":
        return along.sigma * along.n_freqs**0.5
    spread = {"mean": 3**-0.5, "scale": 12**-0.5, "pairs": 1 / 3, "sizes": 1 / 12, "coupling": 0.1, "weight": 0.0}
    if name == "lengths":
        return np.concatenate([np.sqrt(QUANTILES * (1 - QUANTILES)), [12**-0.5, 180**-0.5]])
    return spread.get(name, 0.0)


def _told(diagnostic: str, found: Tested, different: Callable[[], Remark], same: Remark) -> Difference:
    status = DIFFERENT if found.p_value < ALARM else UNKNOWN if np.isnan(found.p_value) else SAME
    if status == SAME and found.detectable < 1e-12:
        same = remark("equal_for_every_seed")
    said = different() if status == DIFFERENT else same if status == SAME else remark("too_few_to_compare")
    return Difference(diagnostic, status, found.p_value, (said,))


def _of(e: _Found, name: str, where: np.ndarray | None = None) -> Tested:
    sums = e.law.get(name)
    if sums is None or sums.n < FEWEST:
        return Tested(float("nan"))
    return tested(sums, ALARM, where)


def _weights(e: _Found) -> Difference:
    found = _of(e, "weight")
    return _told(
        "weights",
        found,
        lambda: remark("weights_differ", gap=abs(found.mean), z=abs(found.z)),
        remark("weights_same", detectable=found.detectable),
    )


def _lengths(e: _Found) -> Difference:
    events = (e.law["lengths"].n if "lengths" in e.law else 0) * e.n_effective * np.minimum(QUANTILES, 1 - QUANTILES)
    found = _of(e, "lengths", np.concatenate([events >= 30, [True, True]]))

    def differ() -> Remark:
        means = np.atleast_1d(e.law["lengths"].mean)
        gap = float(np.abs(means[:-2]).max())
        factor = _median_ratio(e, lambda W: np.linalg.norm(W, axis=1))
        name = factor_by_name(factor, e.kernel, e.d, tolerance=0.02) if factor > 0 else ""
        return remark("lengths_differ" + ("_named" if name else ""), gap=gap, factor=factor, name=name, z=abs(found.z))

    return _told("radius", found, differ, remark("lengths_same", detectable=found.detectable))


def _median_ratio(e: _Found, of: Callable[[np.ndarray], np.ndarray]) -> float:
    """The weighted median size of A's rows over that of B's, in the first draws; 0 where there is none."""

    def median(fs: FrequencySample) -> float:
        r = of(fs.W)
        order = np.argsort(r)
        total = np.cumsum(fs.weights[order])
        return float(r[order][np.searchsorted(total, total[-1] / 2)])

    n = min(8, e.n_drawn)
    one, two = (np.mean([median(side.draw(k)) for k in range(1 if side.single else n)]) for side in (e.one, e.two))
    return float(one / two) if two > 0 else 0.0


def _mean(e: _Found) -> Difference:
    found = _of(e, "mean")
    return _told(
        "mean",
        found,
        lambda: remark("mean_differs", coordinate=found.at[0] + 1, z=abs(found.z)),
        remark("mean_same"),
    )


def _scale(e: _Found) -> Difference:
    found = _of(e, "scale")

    def differ() -> Remark:
        factor = _median_ratio(e, lambda W: np.abs(W[:, found.at[0]]))
        return remark("scale_differs", coordinate=found.at[0] + 1, factor=factor, z=abs(found.z))

    return _told("scale", found, differ, remark("scale_same"))


def _correlations(e: _Found) -> Difference | None:
    if e.d == 1:
        return None
    found = _of(e, "pairs", np.triu(np.ones((e.d, e.d), dtype=bool), 1))

    def differ() -> Remark:
        i, j = found.at
        value = min(3 * abs(found.mean), 2.0)  # v² has the mean 1/3
        return remark("correlations_differ", i=i + 1, j=j + 1, value=value, z=abs(found.z))

    return _told("correlations", found, differ, remark("correlations_same", detectable=min(3 * found.detectable, 2.0)))


def _coupling(e: _Found) -> Difference | None:
    if e.d == 1:
        return None
    upper = np.triu(np.ones((e.d, e.d), dtype=bool), 1)
    each = [_of(e, "sizes", upper)]
    if "coupling" in e.law:
        each += [_of(e, "coupling"), _of(e, "cubic", np.array([False, True]))]
    best = min(each, key=lambda found: (np.isnan(found.p_value), found.p_value))
    p_value = min(1.0, best.p_value * len(each)) if not np.isnan(best.p_value) else best.p_value
    found = Tested(p_value, best.at, best.mean, best.z, best.detectable, best.n_tests * len(each))
    if best is each[0]:
        return _told("coupling", found, lambda: _sizes(found), remark("coupling_same"))
    return _told("coupling", found, lambda: remark("lengths_turn", z=abs(found.z)), remark("coupling_same"))


def _sizes(found: Tested) -> Remark:
    i, j = found.at
    return remark("sizes_differ", i=i + 1, j=j + 1, **_which(found))


def _which(found: Tested) -> dict[str, str | float]:
    """Which side has more of it, and by how many standard errors."""
    more, less = "AB" if found.mean > 0 else "BA"
    return {"more": more, "less": less, "z": abs(found.z)}


def _directions(e: _Found) -> Difference | None:
    if e.d == 1 or "cubic" not in e.law:
        return None
    found = _of(e, "cubic", np.array([True, False]))
    return _told("directions", found, lambda: remark("directions_differ", **_which(found)), remark("directions_same"))


def _dependence(e: _Found) -> Difference | None:
    if e.d == 1 or "aligned" not in e.law:
        return None
    lags = _of(e, "lags") if "lags" in e.law else Tested(float("nan"))
    each = [found for found in (_of(e, "aligned"), lags) if not np.isnan(found.p_value)]
    if not each:
        return Difference("dependence", UNKNOWN, float("nan"), (remark("too_few_to_compare"),))
    best = min(each, key=lambda found: found.p_value)
    found = Tested(min(1.0, 2 * best.p_value), best.at, best.mean, best.z, best.detectable, best.n_tests)

    def differ() -> Remark:
        if best is lags:
            return remark("lag_differs", lag=found.at[0] + 1, **_which(found))
        return remark("dependence_differs", **_which(found))

    return _told("dependence", found, differ, remark("dependence_same"))


def _bias(e: _Found) -> Difference:
    n = e.law["bias"].n if "bias" in e.law else 0
    where = e.n_effective * n * (1 - e.along.exact) >= 30
    found = _of(e, "bias", where)

    def differ() -> Remark:
        line, place = found.at
        sigmas = abs(found.mean) / float(e.along.sigma[line, place])
        values = {"error": abs(found.mean), "distance": float(e.along.distance[line, place]), "sigmas": sigmas}
        values |= {"line": e.along.lines[line].name, "z": abs(found.z)}
        return remark("estimate_larger" if found.mean > 0 else "estimate_smaller", **values)

    return _told("bias", found, differ, remark("estimate_same", detectable=found.detectable))


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


_JUDGES = (_weights, _lengths, _mean, _scale, _correlations, _coupling, _directions, _dependence, _bias)
