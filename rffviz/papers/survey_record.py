"""The survey as a record: kernel error and test error by scheme, and how far their ranks agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np
from scipy.stats import rankdata, spearmanr

from rffviz.foundation.validation import Refusal, one_of
from rffviz.papers.cell import Cell
from rffviz.papers.results import KEPT, Record, Results
from rffviz.papers.survey import SURVEY

MACHINES = ("ridge", "svm")
"""Ridge regression, and the linear SVM; the second for classes alone."""
FEWEST = 4
"""Pairs from which a rank correlation is told."""
SOME, STRONG = 0.3, 0.6
"""Mean rank correlations from which one error tells something of the other, and much."""


@dataclass(frozen=True)
class SurveyPoint:
    """One scheme at one size on one dataset with one kernel; means over the seeds.

    Attributes
    ----------
    dataset, kernel, scheme : str
    ratio : float
        D/d, features per input dimension.
    n_freqs, n_seeds : int
    error : float
        Relative error of the kernel matrix of the test points.
    tests : dict of str to float
        Test error by machine.
    seconds : float
        Of the processor, for frequencies and features.
    """

    dataset: str
    kernel: str
    scheme: str
    ratio: float
    n_freqs: int
    n_seeds: int
    error: float
    tests: Mapping[str, float]
    seconds: float


@dataclass(frozen=True)
class RankCorrelation:
    """Spearman's correlation of kernel error and test error on one dataset with one kernel.

    Attributes
    ----------
    dataset, kernel, machine : str
    ratio : float
        D/d, where it is over the schemes at that one; 0 where it is over schemes and sizes.
    value, low, high : float
        The correlation, and an approximate 95 % interval.
    n_pairs : int
    """

    dataset: str
    kernel: str
    machine: str
    ratio: float
    value: float
    low: float
    high: float
    n_pairs: int


@dataclass(frozen=True)
class SurveyVerdict:
    """What the debugger says of a scheme for a kernel: the worst status, and the headline of its report."""

    scheme: str
    kernel: str
    status: str
    found: str


@dataclass(frozen=True)
class Standing:
    """The ranking of a scheme with a kernel: mean ranks at equal D/d, 0 the best of all and 1 the worst.

    Attributes
    ----------
    scheme : str
    error, test : float
        Of kernel error and of test error, over datasets, sizes and machines.
    seconds : float
        For frequencies and features, as a multiple of that of Monte Carlo at the same size, the median; nan without it.
    n_places : int
        Number of datasets and sizes at which it was measured.
    """

    scheme: str
    error: float
    test: float
    seconds: float
    n_places: int


@dataclass(frozen=True)
class Survey:
    """All measurements of the survey.

    Attributes
    ----------
    points : tuple of SurveyPoint
    correlations : tuple of RankCorrelation
        At each D/d, and over all of them (`ratio` 0); none if there are too few pairs, or all are tied.
    verdicts : tuple of SurveyVerdict
    exact : dict of (dataset, kernel, machine) to float
        Test errors of the exact kernel.
    sizes : dict of str to (int, int, int)
        Training points, test points and inputs of each dataset.
    refused : dict of (scheme, kernel) to str
        Why a scheme was never measured with a kernel.
    dates : (str, str)
        Of the first and the last cell.
    """

    points: tuple[SurveyPoint, ...]
    correlations: tuple[RankCorrelation, ...]
    verdicts: tuple[SurveyVerdict, ...]
    exact: Mapping[tuple[str, str, str], float]
    sizes: Mapping[str, tuple[int, int, int]]
    refused: Mapping[tuple[str, str], str]
    dates: tuple[str, str]

    @property
    def kernels(self) -> tuple[str, ...]:
        """Those with measurements, in the order of the survey."""
        return tuple(dict.fromkeys(point.kernel for point in self.points))

    @property
    def datasets(self) -> tuple[str, ...]:
        """Those with measurements, in the order of the survey."""
        return tuple(dict.fromkeys(point.dataset for point in self.points))

    def found(self, kernel: str = "", machine: str = "", equal: bool = True) -> tuple[RankCorrelation, ...]:
        """The correlations at equal D/d, or those over schemes and sizes, of one kernel and machine or of all."""
        return tuple(
            each
            for each in self.correlations
            if (each.ratio > 0) is equal and kernel in ("", each.kernel) and machine in ("", each.machine)
        )

    def mean(self, kernel: str = "", machine: str = "", equal: bool = True) -> float:
        """The mean of `found`; nan where there is none."""
        values = [each.value for each in self.found(kernel, machine, equal)]
        return float(np.mean(values)) if values else math.nan

    @property
    def tells(self) -> str:
        """How much the kernel error predicts the test error at equal D/d: "little", "something", "much", or ""."""
        value = self.mean()
        return "little" if value < SOME else "something" if value < STRONG else "much" if value >= STRONG else ""

    @property
    def n_above(self) -> int:
        """In how many comparisons at equal D/d the whole interval of the correlation is above 0."""
        return sum(each.low > 0 for each in self.found())

    def first(self, kernel: str) -> tuple[Standing, Standing]:
        """The schemes that rank first with a kernel: by kernel error, and by test error."""
        standings = self.standings(kernel)
        return standings[0], min(standings, key=attrgetter("test"))

    def standings(self, kernel: str) -> tuple[Standing, ...]:
        """Each scheme's mean ranks with a kernel, the smallest kernel error first."""
        one_of("kernel", kernel, self.kernels)
        ranks: dict[str, list[tuple[float, float, float]]] = {}
        for _, place in _places([point for point in self.points if point.kernel == kernel]):
            if len(place) < 2:
                continue
            error = _shares([point.error for point in place])
            test = np.mean([_shares([p.tests[machine] for p in place]) for machine in place[0].tests], axis=0)
            usual = next((point.seconds for point in place if point.scheme == "monte_carlo"), math.nan)
            for k, point in enumerate(place):
                ranks.setdefault(point.scheme, []).append((error[k], test[k], point.seconds / usual if usual else 1.0))
        standings = [
            Standing(
                scheme,
                float(np.mean([entry[0] for entry in each])),
                float(np.mean([entry[1] for entry in each])),
                _median([entry[2] for entry in each]),
                len(each),
            )
            for scheme, each in ranks.items()
        ]
        return tuple(sorted(standings, key=lambda standing: standing.error))

    def seen(self, dataset: str = "", kernel: str = "", machine: str = "ridge") -> SeenSurvey:
        """The survey with a selected dataset, kernel and machine, by default the first measured.

        Raises
        ------
        Refusal
            For a dataset and kernel without measurements, or a machine that does not apply to them.
        """
        dataset = one_of("dataset", dataset or self.datasets[0], self.datasets)
        there = dict.fromkeys(point.kernel for point in self.points if point.dataset == dataset)
        kernel = kernel or next(iter(there))
        if kernel not in there:
            raise Refusal(f"kernel must be surveyed on {dataset}, as {', '.join(there)} is, got {kernel}.")
        points = tuple(point for point in self.points if (point.dataset, point.kernel) == (dataset, kernel))
        if machine not in points[0].tests:
            raise Refusal(f"machine must be surveyed on {dataset}, as {', '.join(points[0].tests)} is, got {machine}.")
        return SeenSurvey(self, dataset, kernel, machine, points)


@dataclass(frozen=True)
class SeenSurvey:
    """The survey, with the selected part of it.

    Attributes
    ----------
    survey : Survey
    dataset, kernel, machine : str
    points : tuple of SurveyPoint
        Of this dataset and kernel.
    shown : float
        The D/d shown first.
    """

    survey: Survey
    dataset: str
    kernel: str
    machine: str
    points: tuple[SurveyPoint, ...]
    shown: float = 8.0

    @property
    def ratios(self) -> tuple[float, ...]:
        """D/d, increasing."""
        return tuple(sorted({point.ratio for point in self.points}))

    @property
    def start(self) -> int:
        """Index into `ratios` of the one nearest to `shown`."""
        return int(np.argmin(np.abs(np.log(self.ratios) - np.log(self.shown))))

    @property
    def schemes(self) -> tuple[str, ...]:
        """Schemes with measurements, ordered as at the largest D/d, where the most are defined."""
        return tuple(dict.fromkeys(point.scheme for point in sorted(self.points, key=lambda point: -point.ratio)))

    @property
    def exact(self) -> float:
        """Test error of the exact kernel."""
        return self.survey.exact[self.dataset, self.kernel, self.machine]

    @property
    def classes(self) -> bool:
        """Whether the test error is a share of wrong classes."""
        return "svm" in self.points[0].tests

    def best(self, ratio: float) -> tuple[SurveyPoint, SurveyPoint]:
        """The schemes with the smallest kernel error and with the smallest test error at one D/d."""
        here = [point for point in self.points if point.ratio == ratio]
        return min(here, key=attrgetter("error")), min(here, key=lambda point: point.tests[self.machine])

    def correlation(self, ratio: float = 0.0) -> RankCorrelation | None:
        """The correlation at one D/d, or over all; None if there is none."""
        at = (self.dataset, ratio)
        here = self.survey.found(self.kernel, self.machine, ratio > 0)
        return next((each for each in here if (each.dataset, each.ratio) == at), None)


def seen_survey(dataset: str = "", kernel: str = "", machine: str = "ridge") -> SeenSurvey:
    """The stored survey that comes with the package, with a selected dataset, kernel and machine (`Survey.seen`).

    Raises
    ------
    Refusal
        If nothing is stored, or not for this selection.
    """
    return survey_record(Results(KEPT / "survey.json")).seen(dataset, kernel, machine)


def survey_record(results: Results | Mapping[Cell, Record]) -> Survey:
    """The record of the stored survey.

    Parameters
    ----------
    results : Results, or mapping of Cell to Record
        Cells of other tables are left out.

    Raises
    ------
    Refusal
        If no cell of the survey has a value.

    Notes
    -----
    The interval of a rank correlation r over n pairs is tanh(artanh r ± 1.96 √(1.06/(n − 3))) (Fieller, Hartley &
    Pearson 1957). It assumes independent pairs, which sizes of one scheme are not.
    """
    records = results.records if isinstance(results, Results) else results
    kept = [record for cell, record in records.items() if cell.table == "survey"]
    measured = [record for record in kept if record.values]
    if not measured:
        raise Refusal("results must hold measured cells of the survey, got none.")
    points = sorted(map(_point, measured), key=_order(measured))
    return Survey(
        points=tuple(points),
        correlations=tuple(_correlations(points)),
        verdicts=tuple(_verdicts(measured)),
        exact={
            (record.cell.dataset, record.cell.kernel, machine): record.settings[f"exact_{machine}"]
            for record in measured
            for machine in MACHINES
            if f"exact_{machine}" in record.settings
        },
        sizes={r.cell.dataset: tuple(r.settings[name] for name in ("n_train", "n_test", "d")) for r in measured},
        refused=_refused(kept),
        dates=(min(record.date[:10] for record in measured), max(record.date[:10] for record in measured)),
    )


def _point(record: Record) -> SurveyPoint:
    cell = record.cell
    machines = [name for name in MACHINES if name in record.details[0]]
    return SurveyPoint(
        cell.dataset,
        cell.kernel,
        cell.method,
        record.settings["ratio"],
        cell.size,
        len(record.seeds),
        float(np.mean(record.values)),
        {name: float(np.mean([one[name] for one in record.details])) for name in machines},
        float(np.mean([one["features"] for one in record.details])),
    )


def _order(records: Iterable[Record]) -> Callable[[SurveyPoint], Any]:
    """Sort key: datasets, kernels and schemes in the order of the survey, unknown ones last."""
    known = {name: list(dict.fromkeys(getattr(c, name) for c in SURVEY.cells)) for name in ("dataset", "kernel")}
    schemes = list(dict.fromkeys(cell.method for cell in SURVEY.cells))

    def place(names: list[str], name: str) -> tuple[int, str]:
        return (names.index(name), "") if name in names else (len(names), name)

    return lambda point: (
        place(known["dataset"], point.dataset),
        place(known["kernel"], point.kernel),
        point.ratio,
        place(schemes, point.scheme),
    )


def _places(points: Iterable[SurveyPoint]) -> list[tuple[tuple[str, str, float], list[SurveyPoint]]]:
    """The points of each dataset, kernel and D/d."""
    place = attrgetter("dataset", "kernel", "ratio")
    return [(at, list(some)) for at, some in groupby(sorted(points, key=place), key=place)]


def _correlations(points: Iterable[SurveyPoint]) -> Iterator[RankCorrelation]:
    for (dataset, kernel, ratio), some in _places(points):
        yield from _of_each_machine(dataset, kernel, ratio, some)
    for (dataset, kernel, _), some in _places(replace(point, ratio=0.0) for point in points):
        yield from _of_each_machine(dataset, kernel, 0.0, some)


def _of_each_machine(dataset: str, kernel: str, ratio: float, some: list[SurveyPoint]) -> Iterator[RankCorrelation]:
    errors = [point.error for point in some]
    for machine in some[0].tests:
        tests = [point.tests[machine] for point in some]
        if len(some) < FEWEST or len(set(errors)) == 1 or len(set(tests)) == 1:
            continue
        value = float(spearmanr(errors, tests).statistic)
        half = 1.96 * math.sqrt(1.06 / (len(some) - 3))
        centre = math.atanh(max(-1 + 1e-12, min(value, 1 - 1e-12)))
        low, high = math.tanh(centre - half), math.tanh(centre + half)
        yield RankCorrelation(dataset, kernel, machine, ratio, value, low, high, len(some))


def _verdicts(records: Iterable[Record]) -> Iterator[SurveyVerdict]:
    last = {(record.cell.method, record.cell.kernel): record.settings for record in records}
    for (scheme, kernel), settings in last.items():
        yield SurveyVerdict(scheme, kernel, settings["verdict"], settings["found"])


def _refused(records: Iterable[Record]) -> dict[tuple[str, str], str]:
    measured = {(record.cell.method, record.cell.kernel) for record in records if record.values}
    at = {(record.cell.method, record.cell.kernel): record.refused for record in records if record.refused}
    return {place: reason for place, reason in at.items() if place not in measured}


def _shares(values: Sequence[float]) -> np.ndarray:
    """Ranks from 0 to 1, ties at their mean."""
    return (rankdata(values) - 1) / (len(values) - 1)


def _median(times: Iterable[float]) -> float:
    times = [each for each in times if not math.isnan(each)]
    return float(np.median(times)) if times else math.nan
