"""The claims as they are kept and judged: ratio, standard error and verdict on each dataset; and measured again."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rffviz.papers import results as files
from rffviz.papers.attributions import MARK
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.claims import CLAIMS
from rffviz.papers.results import Record, Results
from rffviz.papers.sweep import measured
from rffviz.progress import Progress, study
from rffviz.validation import Refusal, one_of, seed_number, whole_number

SEEN, NOT_SEEN, CONTRADICTED = "seen", "not seen", "contradicted"
"""Of a ratio: below the claim's limit by more than two standard errors, neither, or above it by as much. Of a claim:
seen on all its data, seen on none but not contradicted on all, or contradicted on all."""
PARTLY = "seen on some"
"""Of a claim that is seen on some of its data, not on all."""
CERTAIN = 2.0
"""Standard errors of the mean logarithm from which a ratio counts as below or above."""
ALL = "all"
_SIX_DIGITS = 2e-6  # a ratio of two numbers that are kept with six digits


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
    verdict : {"seen", "not seen", "contradicted"}
        Where low and high lie beside the claim's limit.
    ratios : tuple of float
        method/baseline of each seed, from seed 0 on.
    seconds : float
        Of the processor, for a seed; nan where it is not known.
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

    def at(self, limit: float) -> str:
        """The verdict that another limit would give."""
        return SEEN if self.high < limit else CONTRADICTED if self.low > limit else NOT_SEEN


@dataclass(frozen=True)
class Judged:
    """A claim on all its data.

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
        """The data on which it has this verdict."""
        return tuple(each for each in self.on if each.verdict == verdict)

    @property
    def verdict(self) -> str:
        """`SEEN`, `PARTLY`, `NOT_SEEN` or `CONTRADICTED`, over all data."""
        return _over_all([each.verdict for each in self.on])

    @property
    def ends(self) -> tuple[OnData, OnData]:
        """The data with the smallest and the largest ratio, of those on which it is seen, or of all where on none."""
        on = self.of(SEEN) or self.on
        return min(on, key=_ratio), max(on, key=_ratio)

    @property
    def seconds(self) -> float:
        """Of the processor, for a seed on all its data; nan where it is not known."""
        return sum(each.seconds for each in self.on)

    def at(self, limit: float) -> Judged:
        """The claim judged at another limit."""
        return replace(self, on=tuple(replace(each, verdict=each.at(limit)) for each in self.on))

    @property
    def counted(self) -> str:
        """The verdict with the numbers of data: 'seen on 3 of 5, contradicted on 1', 'not seen'."""
        n, n_seen, n_against = len(self.on), len(self.of(SEEN)), len(self.of(CONTRADICTED))
        if n in (n_seen, n_against) or not (n_seen or n_against):
            return self.verdict
        against = f"{CONTRADICTED} on {n_against}"
        if not n_seen:
            return f"{NOT_SEEN}, {against} of {n}"
        return f"{SEEN} on {n_seen} of {n}" + (f", {against}" if n_against else "")

    @property
    def summary(self) -> str:
        """The verdict, with the data where it is not the same on all: "seen on iris; contradicted on digits"."""
        if len({each.verdict for each in self.on}) == 1:
            return self.verdict
        those = {verdict: [each.dataset for each in self.of(verdict)] for verdict in (SEEN, NOT_SEEN, CONTRADICTED)}
        return "; ".join(f"{verdict} on {', '.join(names)}" for verdict, names in those.items() if names)


def _ratio(each: OnData) -> float:
    return each.ratio


def _over_all(verdicts: Sequence[str]) -> str:
    if SEEN in verdicts:
        return SEEN if set(verdicts) == {SEEN} else PARTLY
    return CONTRADICTED if set(verdicts) == {CONTRADICTED} else NOT_SEEN


@dataclass(frozen=True)
class Claims:
    """All claims that were tried.

    Attributes
    ----------
    judged : tuple of Judged
        In the order of `CLAIMS`.
    dates : (str, str)
        Of the first and the last cell.
    chosen : str
        The claim that is looked at: a key of `CLAIMS`, or "all".
    problems : tuple of str
        What of the kept results cannot be used, in sentences.
    again : dict of str to tuple of float
        By dataset, the ratios of the seeds of the chosen claim that were measured again, from seed 0 on.
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
        """The claim that is looked at, or all."""
        return tuple(each for each in self.judged if self.chosen in (ALL, each.claim))

    @property
    def one(self) -> Judged | None:
        """The claim that is looked at; None where all are, or nothing is kept of it."""
        return self.shown[0] if self.chosen != ALL and self.shown else None

    @property
    def ends(self) -> tuple[tuple[Judged, OnData], tuple[Judged, OnData]]:
        """The claim and the data with the smallest ratio of all, and those with the largest."""
        places = [(one, each) for one in self.judged for each in one.on]
        return min(places, key=lambda place: place[1].ratio), max(places, key=lambda place: place[1].ratio)

    @property
    def agrees(self) -> bool:
        """Whether the seeds measured again give what was kept of them, to six digits."""
        return self.apart is not None and self.apart <= _SIX_DIGITS

    @property
    def apart(self) -> float | None:
        """How far a ratio that was measured again is from the kept one, at most, as a share; None where none was."""
        kept = {each.dataset: each.ratios for one in self.shown for each in one.on}
        pairs = (pair for name, found in self.again.items() for pair in zip(found, kept.get(name, ()), strict=False))
        return max((abs(now / before - 1) for now, before in pairs), default=None)


def judged_on(dataset: str, methods: Sequence[float], baselines: Sequence[float], limit: float = 1.0) -> OnData:
    """Judge a claim on one dataset from the numbers of its seeds.

    Parameters
    ----------
    dataset : str
    methods, baselines : sequences of n ≥ 2 numbers above 0
        Of one seed each, in pairs.
    limit : float
        The claim is that method/baseline is below it.

    Raises
    ------
    Refusal
        For fewer than two pairs, and numbers that have no logarithm.

    Notes
    -----
    With l_s = log(method_s/baseline_s) and n seeds the ratio is exp(l̄), its standard error on the logarithm that of
    the mean, √(Σ(l_s − l̄)²/(n(n − 1))). Two of them to both sides are an interval of about 95 %, for 10 seeds of 92 %.
    """
    numbers = np.array([methods, baselines], dtype=np.float64)
    if numbers.shape[1] < 2 or not (np.isfinite(numbers) & (numbers > 0)).all():
        raise Refusal("methods and baselines must be two or more finite numbers above 0 each, in pairs.")
    logs = np.log(numbers[0] / numbers[1])
    mean, error = float(logs.mean()), float(logs.std(ddof=1)) / math.sqrt(len(logs))
    low, high = mean - CERTAIN * error, mean + CERTAIN * error
    method, baseline = (float(each) for each in numbers.mean(axis=1))
    ratios = tuple(float(each) for each in numbers[0] / numbers[1])
    found = OnData(
        dataset, len(logs), method, baseline, math.exp(mean), math.exp(low), math.exp(high), NOT_SEEN, ratios
    )
    return replace(found, verdict=found.at(limit))


def claims_record(results: Results | Mapping[Cell, Record]) -> Claims:
    """What is kept of the claims, judged.

    Parameters
    ----------
    results : Results, or mapping of Cell to Record
        Cells of other tables, of claims that there are no more, and of fewer than two seeds are left out.

    Raises
    ------
    Refusal
        Where nothing is left.
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
            found = judged_on(dataset, methods, baselines, claim.limit)
            on.append(replace(found, seconds=float(np.mean(record.seconds))))
            dates.append(record.date[:10])
        if on:
            judged.append(Judged(claim.name, tuple(on)))
    if not judged:
        raise Refusal("results must hold claims that were tried with two or more seeds, got none.")
    problems = results.problems if isinstance(results, Results) else ()
    return Claims(tuple(judged), (min(dates), max(dates)), problems=tuple(problems))


def kept_claims(claim: str = ALL) -> Claims:
    """What comes with the package of the claims, with one of them or all to look at.

    Raises
    ------
    Refusal
        For a claim that there is not, and where nothing is kept.
    """
    chosen = one_of("claim", claim, (ALL, *CLAIMS))
    return replace(claims_record(Results(files.KEPT / "claims.json")), chosen=chosen)


def measure(cell: Cell, seed: int) -> Measured:
    """Try one claim on one dataset with one seed.

    Parameters
    ----------
    cell : Cell
        Its `method` is a key of `CLAIMS`, its `dataset` one of the claim's.
    seed : int
        Of draws and splits: the same for method and baseline.

    Returns
    -------
    Measured
        The method's number over the baseline's; both in `details`.

    Raises
    ------
    Refusal
        For a claim that there is not, or another dataset.
    """
    claim = CLAIMS[one_of("method", cell.method, CLAIMS)]
    dataset, seed = one_of("dataset", cell.dataset, claim.datasets), seed_number("seed", seed)
    start = time.process_time()
    found = claim.measure(dataset, seed)
    details = {"method": float(f"{found.method:.6g}"), "baseline": float(f"{found.baseline:.6g}")}
    seconds = float(f"{time.process_time() - start:.3g}")
    return Measured(details["method"] / details["baseline"], seconds, found.settings, details)


def _judged(records: Mapping[Cell, Record]) -> list[str]:
    """A line for each claim that has two seeds: its verdict."""
    if all(len(record.values) < 2 for record in records.values()):
        return []
    return [f"{one.claim}: {one.summary}" for one in claims_record(records).judged]


_DATA = tuple(dict.fromkeys(dataset for claim in CLAIMS.values() for dataset in claim.datasets))

CLAIMS_TABLE = PublishedTable(
    name="claims",
    title="What the methods' sources claim",
    protocol="the method's number over its baseline's, on z-scored data with the median length scale; a seed is 40 "
    "draws of frequencies, or one split and one fit of a learner",
    cells=tuple(Cell("claims", dataset, claim.name) for claim in CLAIMS.values() for dataset in claim.datasets),
    published={},
    units=dict.fromkeys(_DATA, "method over baseline"),
    data={dataset: dataset for dataset in _DATA},
    measure=measure,
    notes={
        claim.name: f"{claim.source}{'' if claim.looked_up else f' ({MARK})'}: {claim.claim} "
        f"Measured: {claim.quantity}, over that of {claim.baseline}."
        for claim in CLAIMS.values()
    },
    judge=_judged,
)


@study(slow=lambda n_again: n_again > 0)
def claims_again(claim: str = ALL, n_again: int = 0) -> Iterator[Progress[Claims]]:
    """What is kept of the claims, with one of them or all to look at, and that one measured again.

    Parameters
    ----------
    claim : str
        A key of `CLAIMS`, or "all", of which nothing is measured again.
    n_again : int
        Seeds that are measured again, from 0 on, on each of the claim's datasets.

    Returns
    -------
    Claims
        In steps: at once what is kept, then after each seed on each dataset.

    Raises
    ------
    Refusal
        As `kept_claims`, and where a seed fails.
    """
    found, n_again = kept_claims(claim), whole_number("n_again", n_again, low=0)
    datasets = () if claim == ALL else CLAIMS[claim].datasets
    total = 1 + n_again * len(datasets)  # looking it up is one
    yield Progress(1, total, found)
    done = 1
    for seed in range(n_again):
        for dataset in datasets:
            values = measured(CLAIMS_TABLE, Cell("claims", dataset, claim), (seed,)).values
            found = replace(found, again={**found.again, dataset: (*found.again.get(dataset, ()), *values)})
            done += 1
            yield Progress(done, total, found)
