"""The stored claims with their verdicts: ratio, standard error and verdict on each dataset; and their remeasurement."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, one_of, seed_number, whole_number
from rffviz.papers import results as files
from rffviz.papers.attributions import MARK
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.claims import CLAIMS, Claim
from rffviz.papers.results import Record, Results
from rffviz.papers.sweep import measured

SEEN, NOT_SEEN, CONTRADICTED = "seen", "not seen", "contradicted"
"""Of a ratio: below the claim's limit by more than two standard errors, neither, or above it by as much. Of a claim:
seen on all its data, seen on none but not contradicted on all, or contradicted on all."""
NOT_JUDGED = "not judged"
"""Where the method is no better than a trivial one: its ratio does not test the claim."""
PARTLY = "seen on some"
"""Of a claim that is seen on some of its data, not on all."""
CERTAIN = 2.0
"""Standard errors of the mean logarithm from which a ratio counts as below or above."""
OURS = "extended here"
"""How a claim is marked that extends its source's."""
ALL = "all"
_SIX_DIGITS = 2e-6  # relative rounding of a ratio of two numbers stored with six digits


@dataclass(frozen=True)
class OnData:
    """A claim on one dataset.

    Attributes
    ----------
    dataset : str
    n_seeds : int
    method, baseline : float
        Means over the seeds.
    ratio, low, high : float
        exp of the mean of log(method/baseline), and two standard errors of that mean to both sides.
    verdict : {"seen", "not seen", "contradicted", "not judged"}
        By where low and high lie relative to the claim's limit; not judged where the method is not below `trivial`.
    ratios : tuple of float
        method/baseline of each seed, from seed 0 on.
    seconds : float
        Processor time per seed; nan if unknown.
    trivial : float
        Mean number of a trivial method; inf where there is none.
    """

    dataset: str
    n_seeds: int
    method: float
    baseline: float
    ratio: float
    low: float
    high: float
    verdict: str
    ratios: tuple[float, ...] = ()
    seconds: float = math.nan
    trivial: float = math.inf

    def at(self, limit: float) -> str:
        """The verdict at another limit."""
        if not self.method < self.trivial:
            return NOT_JUDGED
        return SEEN if self.high < limit else CONTRADICTED if self.low > limit else NOT_SEEN


@dataclass(frozen=True)
class Judged:
    """A claim with its verdicts on all its datasets.

    Attributes
    ----------
    claim : str
        A key of `CLAIMS`.
    on : tuple of OnData
        In the order of the claim's datasets.
    """

    claim: str
    on: tuple[OnData, ...]

    def of(self, verdict: str) -> tuple[OnData, ...]:
        """The datasets with this verdict."""
        return tuple(each for each in self.on if each.verdict == verdict)

    @property
    def judged(self) -> tuple[OnData, ...]:
        """The datasets on which the method is better than a trivial one."""
        return tuple(each for each in self.on if each.verdict != NOT_JUDGED)

    @property
    def verdict(self) -> str:
        """Over the datasets on which it is judged; `SEEN` only if that is all of them, `NOT_JUDGED` if it is none."""
        found = _over_all([each.verdict for each in self.judged]) if self.judged else NOT_JUDGED
        return PARTLY if found == SEEN and len(self.judged) < len(self.on) else found

    @property
    def ends(self) -> tuple[OnData, OnData]:
        """Datasets of smallest and largest ratio, among those on which it is seen, or among all if on none."""
        on = self.of(SEEN) or self.on
        return min(on, key=_ratio), max(on, key=_ratio)

    @property
    def seconds(self) -> float:
        """Processor time per seed on all its datasets; nan if unknown."""
        return sum(each.seconds for each in self.on)

    def at(self, limit: float) -> Judged:
        """The claim with verdicts at another limit."""
        return replace(self, on=tuple(replace(each, verdict=each.at(limit)) for each in self.on))

    @property
    def counted(self) -> str:
        """The verdict with counts of datasets: 'seen on 3 of 5, contradicted on 1', 'seen on 2 of 2 judged'."""
        n, n_seen, n_against = len(self.judged), len(self.of(SEEN)), len(self.of(CONTRADICTED))
        if self.verdict == SEEN or n == n_against or not (n_seen or n_against):
            return self.verdict
        of, against = f"{n} judged" if n < len(self.on) else f"{n}", f"{CONTRADICTED} on {n_against}"
        if not n_seen:
            return f"{NOT_SEEN}, {against} of {of}"
        return f"{SEEN} on {n_seen} of {of}" + (f", {against}" if n_against else "")

    @property
    def summary(self) -> str:
        """The verdict, by dataset if it is not the same on all: "seen on iris; contradicted on digits"."""
        if len({each.verdict for each in self.on}) == 1:
            return self.verdict
        verdicts = SEEN, NOT_SEEN, CONTRADICTED, NOT_JUDGED
        those = {verdict: [each.dataset for each in self.of(verdict)] for verdict in verdicts}
        return "; ".join(f"{verdict} on {', '.join(names)}" for verdict, names in those.items() if names)


def _ratio(each: OnData) -> float:
    return each.ratio


def _over_all(verdicts: Sequence[str]) -> str:
    if SEEN in verdicts:
        return SEEN if set(verdicts) == {SEEN} else PARTLY
    return CONTRADICTED if set(verdicts) == {CONTRADICTED} else NOT_SEEN


@dataclass(frozen=True)
class Claims:
    """All claims that were tested.

    Attributes
    ----------
    judged : tuple of Judged
        In the order of `CLAIMS`.
    dates : (str, str)
        Of the first and the last cell.
    chosen : str
        The claim shown: a key of `CLAIMS`, or "all".
    problems : tuple of str
        One sentence for each unusable part of the stored results.
    again : dict of str to tuple of float
        By dataset, the ratios of the chosen claim's seeds that were measured again, from seed 0 on.
    """

    judged: tuple[Judged, ...]
    dates: tuple[str, str]
    chosen: str = ALL
    problems: tuple[str, ...] = ()
    again: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    def of(self, verdict: str) -> tuple[Judged, ...]:
        """The claims with this verdict."""
        return tuple(each for each in self.judged if each.verdict == verdict)

    @property
    def shown(self) -> tuple[Judged, ...]:
        """The claims shown: the chosen one, or all."""
        return tuple(each for each in self.judged if self.chosen in (ALL, each.claim))

    @property
    def one(self) -> Judged | None:
        """The chosen claim; None if all are shown or it has no stored result."""
        return self.shown[0] if self.chosen != ALL and self.shown else None

    @property
    def ends(self) -> tuple[tuple[Judged, OnData], tuple[Judged, OnData]]:
        """The claim and dataset with the smallest ratio of all, and those with the largest."""
        places = [(one, each) for one in self.judged for each in one.on]
        return min(places, key=lambda place: place[1].ratio), max(places, key=lambda place: place[1].ratio)

    @property
    def agrees(self) -> bool:
        """Whether the seeds measured again reproduce the stored ratios to six digits."""
        return self.deviation is not None and self.deviation <= _SIX_DIGITS

    @property
    def deviation(self) -> float | None:
        """Largest relative difference between repeated and stored ratios; None if none was repeated."""
        kept = {each.dataset: each.ratios for one in self.shown for each in one.on}
        pairs = (
            pair for name, repeated in self.again.items() for pair in zip(repeated, kept.get(name, ()), strict=False)
        )
        return max((abs(again / before - 1) for again, before in pairs), default=None)


def judged_on(
    dataset: str, methods: Sequence[float], baselines: Sequence[float], limit: float = 1.0, trivial: float = math.inf
) -> OnData:
    """Judge a claim on one dataset from the numbers of its seeds.

    Parameters
    ----------
    dataset : str
    methods, baselines : sequences of n ≥ 2 numbers above 0
        Paired, one for each seed.
    limit : float
        The claim is that method/baseline is below it.
    trivial : float
        The number of a trivial method: nothing is judged where the mean of `methods` is not below it.

    Raises
    ------
    Refusal
        For fewer than two pairs, and numbers that have no logarithm.

    Notes
    -----
    With l_s = log(method_s/baseline_s) and n seeds the ratio is exp(l̄), its standard error on the logarithm that of
    the mean, √(Σ(l_s − l̄)²/(n(n − 1))). Two standard errors to both sides are an interval of about 95 %, or 92 % for
    10 seeds.
    """
    numbers = np.array([methods, baselines], dtype=np.float64)
    if numbers.shape[1] < 2 or not (np.isfinite(numbers) & (numbers > 0)).all():
        raise Refusal("methods and baselines must be two or more finite numbers above 0 each, in pairs.")
    logs = np.log(numbers[0] / numbers[1])
    mean, error = float(logs.mean()), float(logs.std(ddof=1)) / math.sqrt(len(logs))
    low, high = mean - CERTAIN * error, mean + CERTAIN * error
    method, baseline = (float(each) for each in numbers.mean(axis=1))
    ratios = tuple(float(each) for each in numbers[0] / numbers[1])
    numbers_of = method, baseline, math.exp(mean), math.exp(low), math.exp(high)
    result = OnData(dataset, len(logs), *numbers_of, NOT_SEEN, ratios, trivial=trivial)
    return replace(result, verdict=result.at(limit))


def claims_record(results: Results | Mapping[Cell, Record]) -> Claims:
    """The stored claims with their verdicts.

    Parameters
    ----------
    results : Results, or mapping of Cell to Record
        Cells of other tables, of claims that no longer exist, and with fewer than two seeds are left out.

    Raises
    ------
    Refusal
        If nothing is left.
    """
    records = results.records if isinstance(results, Results) else results
    judged, dates = [], []
    for claim in CLAIMS.values():
        on = []
        for dataset in claim.datasets:
            record = records.get(Cell("claims", dataset, claim.name))
            if record is None or len(record.values) < 2:
                continue
            methods, baselines = ([one[name] for one in record.details] for name in ("method", "baseline"))
            trivial = float(np.mean([one.get("trivial", math.inf) for one in record.details]))
            result = judged_on(dataset, methods, baselines, claim.limit, trivial)
            on.append(replace(result, seconds=float(np.mean(record.seconds))))
            dates.append(record.date[:10])
        if on:
            judged.append(Judged(claim.name, tuple(on)))
    if not judged:
        raise Refusal("results must hold claims that were tried with two or more seeds, got none.")
    problems = results.problems if isinstance(results, Results) else ()
    return Claims(tuple(judged), (min(dates), max(dates)), problems=tuple(problems))


def kept_claims(claim: str = ALL) -> Claims:
    """The stored claims that come with the package; one is chosen, or all.

    Raises
    ------
    Refusal
        For an unknown claim, and if nothing is stored.
    """
    chosen = one_of("claim", claim, (ALL, *CLAIMS))
    return replace(claims_record(Results(files.KEPT / "claims.json")), chosen=chosen)


def measure(cell: Cell, seed: int) -> Measured:
    """Test one claim on one dataset with one seed.

    Parameters
    ----------
    cell : Cell
        Its `method` is a key of `CLAIMS`, its `dataset` one of that claim's datasets.
    seed : int
        Seed of draws and splits, the same for method and baseline.

    Returns
    -------
    Measured
        The method's number divided by the baseline's; both are in `details`.

    Raises
    ------
    Refusal
        For an unknown claim, or another dataset.
    """
    claim = CLAIMS[one_of("method", cell.method, CLAIMS)]
    dataset, seed = one_of("dataset", cell.dataset, claim.datasets), seed_number("seed", seed)
    start = time.process_time()
    numbers = claim.measure(dataset, seed)
    found = {"method": numbers.method, "baseline": numbers.baseline, "trivial": numbers.trivial}
    details = {name: float(f"{value:.6g}") for name, value in found.items() if value is not None}
    seconds = float(f"{time.process_time() - start:.3g}")
    return Measured(details["method"] / details["baseline"], seconds, numbers.settings, details)


def source_words(claim: Claim) -> str:
    """The source of a claim, marked if it was not read, or if the claim extends it."""
    marks = [OURS] * claim.ours + [MARK] * (not claim.looked_up)
    return f"{claim.source} ({', '.join(marks)})" if marks else claim.source


def _judged(records: Mapping[Cell, Record]) -> list[str]:
    """A line with the verdict of each claim that has at least two seeds."""
    if all(len(record.values) < 2 for record in records.values()):
        return []
    return [f"{one.claim}: {one.summary}" for one in claims_record(records).judged]


_DATA = tuple(dict.fromkeys(dataset for claim in CLAIMS.values() for dataset in claim.datasets))

CLAIMS_TABLE = PublishedTable(
    name="claims",
    title="What the methods' sources claim",
    protocol="the method's number over its baseline's, on z-scored data with the median length scale, or the "
    "temperature of attention; a seed is 40 draws of frequencies, or one split and one fit of a learner",
    cells=tuple(Cell("claims", dataset, claim.name) for claim in CLAIMS.values() for dataset in claim.datasets),
    published={},
    units=dict.fromkeys(_DATA, "method over baseline"),
    data={dataset: dataset for dataset in _DATA},
    measure=measure,
    notes={
        claim.name: f"{source_words(claim)}: {claim.claim} Measured: {claim.quantity}, over that of {claim.baseline}."
        for claim in CLAIMS.values()
    },
    judge=_judged,
)


@study(slow=lambda n_again: n_again > 0)
def claims_again(claim: str = ALL, n_again: int = 0) -> Iterator[Progress[Claims]]:
    """Stored claims; the chosen one is measured again.

    Parameters
    ----------
    claim : str
        A key of `CLAIMS`, or "all", which measures nothing again.
    n_again : int
        How many seeds to measure again, from seed 0, on each of the claim's datasets.

    Returns
    -------
    Claims
        In steps: the stored claims at once, then after each seed on each dataset.

    Raises
    ------
    Refusal
        As `kept_claims`, and if a seed fails.
    """
    claims, n_again = kept_claims(claim), whole_number("n_again", n_again, low=0)
    datasets = () if claim == ALL else CLAIMS[claim].datasets
    total = 1 + n_again * len(datasets)  # the lookup counts as one step
    yield Progress(1, total, claims)
    done = 1
    for seed in range(n_again):
        for dataset in datasets:
            values = measured(CLAIMS_TABLE, Cell("claims", dataset, claim), (seed,)).values
            claims = replace(claims, again={**claims.again, dataset: (*claims.again.get(dataset, ()), *values)})
            done += 1
            yield Progress(done, total, claims)
