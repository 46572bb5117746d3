"""The words of a report: its headline, and the tables that have no picture of their own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rffviz.diagnose import COMPARED, DIAGNOSTICS, FAMILY, Comparison, Samples
from rffviz.diagnose.verdict import Finding, called
from rffviz.explorer.report.record import SchemeReport
from rffviz.explorer.report.study import BASELINES, N_POINTS, SURVEY_SEEDS
from rffviz.explorer.views.prediction.kernel_error.words import ratio_words
from rffviz.explorer.views.schemes.difference.words import STATUS as DIFFERENCE
from rffviz.explorer.views.schemes.difference.words import difference_title
from rffviz.explorer.views.schemes.words import STATUS, folded, heading
from rffviz.explorer.views.schemes.words import headline as verdict_in_short
from rffviz.explorer.words.about import scheme_label
from rffviz.explorer.words.labels import MACHINES, data_label
from rffviz.explorer.words.numbers import count, kernel_words, measured, number, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.measure import ErrorRatio
from rffviz.papers.survey_record import SeenSurvey

_COLOUR = {"different": "fault", "same": "fine"}


class Check(NamedTuple):
    """A row of the table of checks."""

    name: str
    status: str  # the class that colours it
    word: str
    quantity: str
    observed: str
    expected: str
    test: str
    sentence: str

    @property
    def passed(self) -> bool:
        """Whether it is folded."""
        return self.status == "fine"


class Headline(NamedTuple):
    """What meets the eye first."""

    over: str
    chip: tuple[str, str]  # status and its word
    title: str
    lead: str


def headline(record: SchemeReport) -> Headline:
    """The verdict on the scheme, or the comparison if there is one."""
    report, comparison = record.report, record.comparison
    about = report.about
    name = heading(about)
    if comparison is not None:
        names = f"A: {heading(comparison.about)}, B: {heading(comparison.reference)}"
        status = ("fine", STATUS["fine"]) if comparison.same else ("fault", DIFFERENCE["different"])
        first = comparison.differences[0]
        lead = first.sentence if first.status == "different" else ""
        return Headline(names, status, difference_title(comparison), lead)
    worst = report.worst
    status = worst.status if worst.accuses else "fine"
    passed = folded(len(report.of("fine")), len(report.verdicts), 0)
    lead = worst.sentence if worst.accuses else f"{passed}."
    title = verdict_in_short(Samples({}, {"": report}))
    return Headline(name, (status, STATUS[status]), title, lead)


def by_itself(record: SchemeReport) -> str:
    """Above the report on A, below the comparison."""
    _, (_, word), title, _ = headline(replace(record, comparison=None))
    return f"A by itself: {word}. {title}"


def settings(record: SchemeReport) -> str:
    """'Gaussian, ℓ = 1, d = 64, D = 256, seeds 0–59'."""
    about = record.report.about
    return f"{kernel_words(about.kernel)}, d = {about.d}, D = {count(about.settings['n_freqs'])}, {seeds(record)}"


def seeds(record: SchemeReport) -> str:
    """The seeds of the checks."""
    return seed_words(record.report.seeds)


def seed_words(numbers: Sequence[int]) -> str:
    """'seeds 0–59', or all of them."""
    if list(numbers) == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 1:
        return f"seeds {numbers[0]}–{numbers[-1]}"
    return f"{'seeds' if len(numbers) > 1 else 'seed'} {', '.join(map(str, numbers))}"


def facts(record: SchemeReport) -> list[tuple[str, str]]:
    """What the scheme is and declares."""
    report = record.report
    fs, about = report.found.sample, report.about
    weights = fs.weights
    even = math.isclose(weights.min(), weights.max(), rel_tol=1e-9)
    one = f"1/{len(weights):,}" if math.isclose(weights[0] * len(weights), 1) else number(weights[0])
    said = f"equal, {one} each" if even else f"from {number(weights.min())} to {number(weights.max())}"
    rows = [
        ("Scheme", heading(about) if len(heading(about)) > len(called(about)) else called(about)),
        ("Description", record.explanation),
        ("Declared unbiased", "yes" if fs.unbiased else "no"),
        ("Nested", "yes: the first D′ frequencies are its draw of D′" if fs.nested else "no: each D is drawn anew"),
        ("Weights", f"{said}; sum {number(weights.sum())}"),
        ("Seed", "" if not record.called else "other seeds give other frequencies" if record.randomised else "ignored"),
        ("Data", f"depends on {plural(about.n_points, 'point')}" if about.n_points else ""),
        ("Notes", " ".join(map(str, fs.notes))),
        ("Memory of a draw", report.cost),
    ]
    return [(name, value) for name, value in rows if value]


def checks(record: SchemeReport) -> list[Check]:
    """All checks, failed ones first."""
    return [_check(each, DIAGNOSTICS, STATUS, {}) for each in record.report.verdicts]


def comparison_checks(comparison: Comparison) -> list[Check]:
    """The differences, significant ones first."""
    return [_check(each, COMPARED, DIFFERENCE, _COLOUR) for each in comparison.differences]


def _check(each: Finding, names, words, colours) -> Check:
    return Check(
        names[each.diagnostic], colours.get(each.status, each.status), words[each.status], *each.cells, each.sentence
    )


def checks_title(rows: Sequence[Check], before: str = "") -> str:
    """'3 of 16 checks flagged'."""
    n = sum(row.status in ("fault", "costly", "design") for row in rows)
    return sentence(f"{before}{n or 'none'} of {plural(len(rows), 'check')} flagged")


def false_alarms() -> str:
    """What the number of flags means."""
    return f"At most {100 * FAMILY:g} % of correct schemes are flagged at all."


def curve_title(record: SchemeReport) -> str:
    """The scheme's error relative to that of Monte Carlo at D."""
    own = next((each for each in record.ratios if each.sampler == record.called), None)
    n_freqs = record.convergence.n_freqs
    if own is None or own.sampler == own.baseline:
        return f"RMSE over pairs falls to {number(record.convergence.readings[0].median)} at D = {count(n_freqs)}"
    at = list(own.n_freqs).index(n_freqs)
    return f"At D = {count(n_freqs)} the RMSE is {_ratio(own, at)} that of Monte Carlo"


def ratio_table(record: SchemeReport) -> Readout:
    """The error relative to that of Monte Carlo, with its 95 % interval, by scheme and D."""
    if not record.ratios:
        return Readout()
    sizes = [g for g, m in enumerate(record.ratios[0].n_freqs) if m <= record.convergence.n_freqs]
    sizes = sizes[-4:]
    names = [f"D = {count(record.ratios[0].n_freqs[g])}" for g in sizes]
    rows = [
        (scheme_label(each.sampler), *(_with_interval(each, g) for g in sizes))
        for each in record.ratios
        if each.sampler != each.baseline
    ]
    return Readout(("RMSE ÷ that of Monte Carlo (approximate 95 %)", *names), rows)


def _ratio(each: ErrorRatio, g: int) -> str:
    return f"{measured(each.ratio[g])}×"


def _with_interval(each: ErrorRatio, g: int) -> str:
    if math.isnan(each.ratio[g]):
        return "–"
    low, high = measured(each.low[g]), measured(each.high[g])
    return measured(each.ratio[g]) if low == "–" else f"{measured(each.ratio[g])} ({low}–{high})"


def cost_title(record: SchemeReport) -> str:
    """The ratio to the time of Monte Carlo."""
    return f"A draw takes {number(record.cost.ratio)}× the time of Monte Carlo"


def cost_table(record: SchemeReport) -> Readout:
    """Medians of the repeated draws."""
    cost = record.cost
    low, high = map(_seconds, cost.quartiles)
    rows = [
        (scheme_label(record.called), _seconds(cost.median), f"{low}–{high}", f"{number(cost.ratio)}×"),
        ("Monte Carlo", _seconds(cost.baseline_median), "–", "1×"),
    ]
    return Readout(("processor time of a draw", "median", "quartiles", "ratio"), rows)


def cost_words(record: SchemeReport) -> str:
    """How it was measured."""
    about = record.report.about
    return (
        f"Processor time of one thread for D = {count(about.settings['n_freqs'])} frequencies, "
        f"{plural(len(record.cost.seconds), 'draw')} of each in turn; {record.machine}."
    )


def _seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"


def survey_title(record: SchemeReport, seen: SeenSurvey) -> str:
    """The kernel error at the D/d shown, relative to that of Monte Carlo."""
    ratio = seen.ratios[seen.start]
    own, usual = (_point(seen, name, ratio) for name in (record.called, BASELINES[0]))
    label, where = data_label(seen.dataset), ratio_words(ratio)
    if own is None:
        return f"{label}: not defined at {where}"
    if usual is None or record.called == BASELINES[0]:
        return f"{label}: kernel error {measured(own.error)} at {where}"
    return f"{label}: at {where} the kernel error is {number(own.error / usual.error)}× that of Monte Carlo"


def survey_readout(record: SchemeReport, seen: SeenSurvey, ratio: float) -> Readout:
    """The scheme's own row beside those of the schemes for comparison and the exact kernel, at one D/d."""
    machines = list(seen.points[0].tests)
    rows = []
    for name in dict.fromkeys((record.called, *BASELINES)):
        point = _point(seen, name, ratio)
        if point is None:
            rows.append((scheme_label(name), *["–"] * (2 + len(machines))))
            continue
        spread = record.own_errors.get((seen.dataset, ratio), (0, None))[1] if name == record.called else None
        error = measured(point.error) + (f" ± {number(spread)}" if spread is not None else "")
        tests = (_test(seen, point.tests[machine]) for machine in machines)
        rows.append((scheme_label(name), error, *tests, plural(point.n_seeds, "seed")))
    exact = (_test(seen, seen.survey.exact[seen.dataset, seen.kernel, machine]) for machine in machines)
    rows.append(("exact kernel", "0", *exact, "–"))
    heads = (f"{MACHINES[machine]}, test error" for machine in machines)
    return Readout((ratio_words(ratio), "kernel error", *heads, "mean over"), rows)


def survey_table(record: SchemeReport, seen: SeenSurvey) -> Readout:
    """Kernel errors at every D/d, for paper."""
    rows = []
    for name in dict.fromkeys((record.called, *BASELINES)):
        cells = []
        for ratio in seen.ratios:
            point = _point(seen, name, ratio)
            cells.append("–" if point is None else measured(point.error))
        rows.append((scheme_label(name), *cells))
    return Readout((f"{data_label(seen.dataset)}: kernel error", *map(ratio_words, seen.ratios)), rows)


def survey_words(record: SchemeReport, seen: SeenSurvey) -> str:
    """What the cells are."""
    n_train, n_test, d = seen.survey.sizes[seen.dataset]
    return (
        f"{data_label(seen.dataset)}, {n_train:,} points to train and {n_test:,} to test, d = {d}, median length "
        f"scale. The scheme was measured now with {plural(SURVEY_SEEDS, 'seed')}; the others are the stored survey. "
        "Kernel error: ‖K̂ − K‖/‖K‖ (Frobenius) on the test points."
    )


def _test(seen: SeenSurvey, value: float) -> str:
    return f"{100 * value:.1f} %" if seen.classes else f"{value:.3f}"


def _point(seen: SeenSurvey, scheme: str, ratio: float):
    return next((p for p in seen.points if (p.scheme, p.ratio) == (scheme, ratio)), None)


def curve_words(record: SchemeReport) -> str:
    """What the curves are measured on."""
    first = record.convergence.curves[0]
    return (
        f"{N_POINTS} normal points with E‖x − y‖² = ℓ², so that the kernel takes all its values; "
        f"{seed_words(first.seeds)}. Intervals are paired over seeds."
    )


def origin(record: SchemeReport) -> list[tuple[str, str]]:
    """Seeds, versions, date and machine."""
    versions = ", ".join(f"{name} {value}" for name, value in record.versions.items())
    rows = [("Checks", sentence(seeds(record)))]
    if record.convergence is not None:
        rows.append(("Error curves", sentence(seed_words(record.convergence.curves[0].seeds))))
    if record.surveys:
        first = record.report.seeds[0]
        rows.append(("Survey", sentence(seed_words(range(first, first + SURVEY_SEEDS)))))
    return [*rows, ("Versions", versions), ("Date", record.date), ("Machine", record.machine)]
