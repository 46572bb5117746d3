"""Measures what a report shows: verdicts, error curves, cost, and the cells of the survey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rffviz.datasets import Points
from rffviz.diagnose import SPECIMENS, Comparison, Report, compare, diagnose
from rffviz.diagnose.source import examined_sizes, source
from rffviz.explorer.report.again import command, line_of_python, reference
from rffviz.explorer.report.cost import DrawCost, draw_cost
from rffviz.explorer.report.record import SchemeReport
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, Seed, seed_number, seed_numbers
from rffviz.kernels import Gaussian, Kernel, Laplacian
from rffviz.measure import Convergence, ErrorCurve, convergence, error_curve, error_ratio
from rffviz.papers import Cell
from rffviz.papers.results import KEPT, Record, Results, here
from rffviz.papers.survey import RATIOS, inputs, measure_scheme, n_freqs_at
from rffviz.papers.survey_record import SeenSurvey, survey_record
from rffviz.samplers import SAMPLERS, Scheme
from rffviz.samplers.own import OwnScheme

BASELINES = ("monte_carlo", "orthogonal", "sobol_scrambled")
"""The schemes that every scheme is compared with."""
SETS = ("diabetes", "breast_cancer")
"""The survey's datasets of a report: small ones that come with scikit-learn, of numbers and of classes."""
SURVEY_SEEDS = 5
N_POINTS = 400
"""Points of the error curve."""
_LABEL = "Normal points, E‖x − y‖² = ℓ²"
_CURVE_SEEDS, _SMALLEST = 20, 16
_CURVE_SECONDS = 30.0  # for the draws of a scheme's curve: slow schemes have fewer seeds
_SURVEYED = (Gaussian.name, Laplacian.name)
_SLOW_DRAW = 1.0  # seconds from which a scheme's cells of the survey would take minutes
STAGES = (("Comparing with the other scheme", 0.15), ("Running the checks", 0.4), ("Timing draws", 0.43))
STAGES = (*STAGES, ("Measuring error curves", 0.75), ("Measuring the cells of the survey", 1.0))
"""What is done up to which share of the work."""
GIVEN = "Frequencies from a file or an array are a single sample: other numbers of frequencies cannot be drawn."
HIDDEN = "What was examined is not kept with this record, so no further frequencies can be drawn."


def doing(share: float) -> str:
    """What is done at a share of the work, in words."""
    return next((words for words, end in STAGES if share < end), STAGES[-1][0])


def curve_points(kernel: Kernel, d: int, random_state: int = 0) -> Points:
    """Normal points with E‖x − y‖² = ℓ², where the kernel takes all its values, for error curves in any dimension."""
    X = np.random.default_rng([random_state, 7]).standard_normal((N_POINTS, d))
    key = ("normal points of a report", N_POINTS, d, random_state, kernel.length_scale)
    return Points(X * kernel.length_scale / np.sqrt(2 * d), _LABEL, N_POINTS, content_hash=key)


@study(slow=lambda: True)
def scheme_report(
    scheme,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
    X=None,
    about: About | None = None,
    against=None,
    against_about: About | None = None,
    references: tuple[str, str] = ("", ""),
    file: str = "",
) -> Iterator[Progress[SchemeReport]]:
    """Measure all that a report shows of a sampling scheme.

    Parameters
    ----------
    scheme, kernel, d, n_freqs, seeds, random_state, X, about
        As in `rffviz.diagnose.diagnose`. Without X a scheme that requires data is given the points of the error curve.
    against : str, callable or array, optional
        Another scheme to compare it with; see `rffviz.diagnose.compare`.
    against_about : About, optional
        Origin of given frequencies of the other one.
    references : tuple of str
        What the command line calls the two schemes, where that is known.
    file : str
        The file that the report is for.

    Returns
    -------
    SchemeReport
        In steps: only at the end.

    Raises
    ------
    ValueError
        As `diagnose` and `compare`. What cannot be measured beside the verdicts is left out, with the reason.
    """
    d, n_freqs = examined_sizes(d, n_freqs)
    random_state = seed_number("random_state", random_state)
    seeds = seed_numbers("seeds", seeds, least=3, first=random_state)
    needing = [each for each in (scheme, against) if getattr(_registered(each), "needs_data", False)]
    if X is None and needing:
        X = curve_points(kernel, d, seeds[0])
    examined = diagnose.steps(scheme, kernel, d, n_freqs, seeds, X=X, about=about, watched=False)
    compared: Iterator[Progress[Comparison]] = iter(())
    if against is not None:
        compared = compare.steps(scheme, against, kernel, d, n_freqs, seeds, X=X, abouts=(about, against_about))
    return _steps(examined, compared, references, file)


def _registered(what) -> Scheme | None:
    return SAMPLERS.get(what) if isinstance(what, str) else None


def report_of(record: Report | Comparison) -> SchemeReport:
    """The report that starts from a record of `diagnose` or `compare`: what it has is not measured again.

    Raises
    ------
    ValueError
        If the record of a comparison does not keep what was compared.
    """
    examined, compared = iter(()), iter(())
    if isinstance(record, Report):
        examined = iter([Progress(1, 1, record)])
    else:
        scheme, against, X = record.drawn
        if scheme is None or against is None:
            raise Refusal(f"drawn must hold what was compared, got {record.drawn!r}.")
        n_freqs, d = record.about.settings["n_freqs"], record.about.d
        about = None if record.about.sampler else record.about
        examined = diagnose.steps(
            scheme, record.about.kernel, d, n_freqs, record.seeds, X=X, about=about, watched=False
        )
        compared = iter([Progress(1, 1, record)])
    *_, last = _steps(examined, compared, ("", ""), "")
    return last.record


def _steps(examined, compared, references, file):
    comparison: Comparison | None = None
    for step in compared:
        comparison = step.record
        yield Progress(STAGES[0][1] * step.done / step.total, 1.0)
    for step in examined:
        report = step.record
        start, end = STAGES[0][1], STAGES[1][1]
        yield Progress(start + (end - start) * step.done / step.total, 1.0)
    about = report.about
    kernel, d, n_freqs = about.kernel, about.d, about.settings["n_freqs"]
    left_out, remarks = {}, []
    scheme = _scheme_of(report.scheme, kernel, d, n_freqs, report.X)
    if scheme is None:
        reason = HIDDEN if report.scheme is None else GIVEN
        left_out = dict.fromkeys(("curve", "cost", "survey"), reason)
    other = None if comparison is None else _scheme_of(comparison.drawn[1], kernel, d, n_freqs, report.X)
    taken: list[str] = [name for name in BASELINES if scheme is not SAMPLERS[name] and other is not SAMPLERS[name]]
    scheme, other = _told_apart(scheme, taken), _told_apart(other, [*taken, getattr(scheme, "name", "")])

    cost: DrawCost | None = None
    if scheme is not None:
        try:
            cost = draw_cost(scheme, kernel, d, n_freqs, report.seeds[0], report.X)
        except Refusal as refused:
            left_out = dict.fromkeys(("curve", "cost", "survey"), str(refused))
    yield Progress(STAGES[2][1], 1.0)

    curves: list[ErrorCurve] = []
    if scheme is not None and cost is not None:
        points = curve_points(kernel, d, report.seeds[0])
        others = [other, *(SAMPLERS[name] for name in BASELINES)]
        schemes = {each.name: each for each in (scheme, *others) if each is not None}
        sizes = _sizes([scheme, other], kernel, d, n_freqs)
        fit = int(_CURVE_SECONDS / (len(sizes) * max(cost.median, 1e-9)))
        seeds = report.seeds[: max(3, min(_CURVE_SEEDS, fit))]
        for place, each in enumerate(schemes.values()):
            start, end = (STAGES[2][1] + (STAGES[3][1] - STAGES[2][1]) * k / len(schemes) for k in (place, place + 1))
            try:
                if reason := each.refusal(kernel, d):
                    raise Refusal(reason)
                for step in error_curve.steps(points, kernel, each, sizes, seeds, "rmse"):
                    curve = step.record
                    yield Progress(start + (end - start) * step.done / step.total, 1.0)
                curves.append(curve)
            except Refusal as refused:
                if each is scheme:
                    left_out["curve"] = f"The error curve could not be measured: {refused}"
                    break
                remarks.append(f"{each.label} is not in the curves: {refused}")
    converged, ratios = None, ()
    if curves:
        converged = _converged(curves, points, n_freqs)
        ratios = tuple(
            error_ratio(curve, baseline) for baseline in curves if baseline.sampler == BASELINES[0] for curve in curves
        )
    surveys, own_errors = (), {}
    if scheme is not None and cost is not None:
        if kernel.name not in _SURVEYED:
            left_out["survey"] = (
                f"The survey has the Gaussian and the Laplacian kernel; this report is on the {kernel.label} kernel."
            )
        elif cost.median > _SLOW_DRAW:
            left_out["survey"] = f"A draw takes {cost.median:.2g} s, so its cells would take minutes."
        else:
            start = STAGES[3][1]
            for share, found in _survey(scheme, kernel.name, report):
                surveys, own_errors, reason = found
                yield Progress(start + (1 - start) * min(share, 0.99), 1.0)
            if not surveys:
                left_out["survey"] = f"The cells of the survey could not be measured: {reason}"
    again = _again(report, comparison, references, file)
    yield Progress(
        1.0,
        1.0,
        SchemeReport(
            report=report,
            comparison=comparison,
            called=scheme.name if scheme else "",
            explanation=scheme.explanation if scheme else "",
            randomised=scheme is not None and scheme.randomised,
            convergence=converged,
            ratios=ratios,
            cost=cost,
            surveys=surveys,
            own_errors=own_errors,
            left_out=left_out,
            remarks=tuple(remarks),
            again=again,
            **here(),
        ),
    )


def _scheme_of(what, kernel, d, n_freqs, X) -> Scheme | None:
    """The scheme behind what was examined; None for given frequencies."""
    return None if what is None else source(what, kernel, d, n_freqs, X).scheme


def _told_apart(scheme: Scheme | None, taken: Sequence[str]) -> Scheme | None:
    """The scheme under a name that no other one in the figures has."""
    if scheme is None or scheme.name not in (*SAMPLERS, *SPECIMENS, *taken):
        return scheme
    if (SAMPLERS | SPECIMENS).get(scheme.name) is scheme:
        return scheme
    name = f"{scheme.name}_own"
    return _told_apart(replace(scheme, name=name, label=f"{scheme.label} (own)"), taken)


def _sizes(schemes, kernel: Kernel, d: int, n_freqs: int) -> list[int]:
    """Powers of two up to twice n_freqs, and n_freqs; of functions those that they accept."""
    sizes = {n_freqs, *(2**k for k in range(24) if min(_SMALLEST, n_freqs) <= 2**k <= 2 * n_freqs)}
    own = [each for each in schemes if isinstance(each, OwnScheme)]
    return sorted(m for m in sizes if m == n_freqs or all(each.gives(kernel, d, m) for each in own))


def _converged(curves: Sequence[ErrorCurve], points: Points, n_freqs: int) -> Convergence:
    """The curves, with the median error of Monte Carlo at n_freqs as the target."""
    usual = next((curve for curve in curves if curve.sampler == BASELINES[0]), curves[0])
    target = float(usual.median[usual.place(n_freqs)])
    return convergence(curves, points, n_freqs, target if target > 0 else 1.0, bounds=())


def _survey(scheme: Scheme, kernel: str, report: Report):
    """(share done, (surveys, own errors, why a cell is missing)) after each measurement."""
    kept = {
        cell: record
        for cell, record in Results(KEPT / "survey.json").records.items()
        if cell.kernel == kernel and cell.method != scheme.name
    }
    verdict = {"verdict": report.worst.status, "found": report.headline}
    own: dict[Cell, Record] = {}
    reason, total, done = "", len(SETS) * len(RATIOS) * SURVEY_SEEDS, 0
    yield 0.0, ((), {}, "")
    for dataset in SETS:
        for ratio in RATIOS:
            cell = Cell("survey", dataset, scheme.name, n_freqs_at(kernel, ratio, inputs(dataset)), kernel=kernel)
            record = Record(cell)
            for seed in range(report.seeds[0], report.seeds[0] + SURVEY_SEEDS):
                done += 1
                try:
                    outcome = measure_scheme(scheme, cell, seed)
                except Refusal as refused:
                    reason = str(refused)
                    break
                record = record.plus(seed, replace(outcome, settings={**outcome.settings, **verdict}))
                yield done / total, ((), {}, "")
            if record.values:
                own[cell] = record
    errors = {(cell.dataset, record.settings["ratio"]): (record.mean, record.spread) for cell, record in own.items()}
    found: tuple[SeenSurvey, ...] = ()
    if own:
        whole = survey_record(kept | own)
        found = tuple(whole.seen(name, kernel) for name in SETS if any(cell.dataset == name for cell in own))
    yield 1.0, (found, errors, reason)


def _again(report: Report, comparison: Comparison | None, references: tuple[str, str], file: str) -> str:
    about = report.about
    sizes = about.kernel, about.d, about.settings["n_freqs"], report.seeds
    one = references[0] or reference(report.scheme)
    two = "" if comparison is None else references[1] or reference(comparison.drawn[1])
    data = "X" if report.X is not None and not _is_ours(report.X) else ""
    if not data and one and (two or comparison is None) and (said := command(one, *sizes, two, file)):
        return said
    other = "" if comparison is None else _variable(two, comparison.drawn[1], "reference")
    return line_of_python(_variable(one, report.scheme, "scheme"), *sizes, other, file, data)


def _is_ours(X) -> bool:
    """Whether data are those that a scheme is given by default."""
    return isinstance(X, Points) and X.label == _LABEL


def _variable(named: str, what, otherwise: str) -> str:
    """A scheme as an argument in Python."""
    if isinstance(what, str):
        return repr(what)
    name = getattr(what, "__name__", "")
    return name if name.isidentifier() else named.rpartition(":")[2] or otherwise
