"""What several views of this page share: their settings, data and jobs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from rffviz.datasets import Points, normal_points
from rffviz.datasets.uploads import MAX_MEGABYTES
from rffviz.diagnose import (
    SPECIMENS,
    SampleDiagnostics,
    Samples,
    diagnose,
    error_field,
    error_field_of_scheme,
    read_frequencies,
    read_frequencies_file,
    stage_verdicts,
)
from rffviz.diagnose.practice import PRACTICE, diagnose_practised, error_field_of_practised, practised
from rffviz.explorer.report import scheme_report
from rffviz.explorer.report.document import report_html
from rffviz.explorer.views.schemes.picture import verdict_picture
from rffviz.explorer.views.schemes.words import STATUS
from rffviz.explorer.web.editing.versions import places_of_changes, versions_changed, versions_strip
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.jobs.longer_export import LongerExport
from rffviz.explorer.web.lecture.present import REVEALED
from rffviz.explorer.web.script.calls import made, remember
from rffviz.explorer.web.settings.inputs import resolve_file, resolve_kernel_by_hand
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import OWN
from rffviz.explorer.web.shell import explain
from rffviz.explorer.web.view import View
from rffviz.explorer.words import refusals
from rffviz.explorer.words.cases import CASES
from rffviz.explorer.words.mathematics.record import of_each
from rffviz.explorer.words.practice import SPECIMEN
from rffviz.foundation.about import About
from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal, looks_transposed
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS, FrequencySample
from rffviz.samplers.own import OwnScheme

_TRIED = 3  # draws to test a user's own scheme, so that its failure does not affect the other side
_STAND_IN = 500  # standard normal points, in place of data for data-dependent schemes
_INSTEAD = ("monte_carlo", "sobol_scrambled")  # of a scheme that is not defined here, but not twice the same
_FEW = 4  # ratio of coordinates to frequencies above which a file may be transposed
_LOOKING, DRAWING = "Running the diagnostics …", "Drawing more seeds …"


class Side(NamedTuple):
    """Sample A or B: its dimension, the job of the report on it, what makes that of its error over a `plane`, whether
    there are other seeds, the scheme's name or the frequencies, the data they depend on, where given ones are from, and
    the job of its stages.
    """

    d: int
    report: Job
    field: Callable[..., Job]
    seeds: bool
    scheme: str | FrequencySample = ""
    X: Any = None
    about: About | None = None
    stages: Job | None = None


def draw_sides(settings: Settings) -> dict[str, Side]:
    """The sides with samples, by letter; also draws the controls for files and the notice of a case."""
    if settings[SPECIMEN]:
        return _practised_sides(settings)
    for letter, column in zip(
        "AB", st.columns(2) if OWN in (settings["a"], settings["b"]) else (None, None), strict=True
    ):
        if settings[letter.lower()] == OWN:
            with column:
                _own_frequencies(letter, settings)
    for case in CASES:
        if settings.holds(case.query):
            st.caption(case.words)
    d = _own_dimension(settings) or settings["dimension"]
    kernel = resolve_kernel_by_hand(settings, d)
    a = _resolve_side("A", settings, kernel, d, settings["b"])
    b = _resolve_side("B", settings, kernel, d, a.scheme if a else settings["a"])
    return {letter: side for letter, side in (("A", a), ("B", b)) if side}


def side_jobs(settings: Settings, sides: Mapping[str, Side]) -> dict[tuple[str, str], Job]:
    """The job of the report on each side, by (letter, "report")."""
    return {(letter, "report"): side.report for letter, side in sides.items()}


def diagnosed(
    of: str | Callable[[Settings, SampleDiagnostics], Any],
    settings: Settings,
    sides: Mapping[str, Side],
    given: Mapping,
) -> Samples:
    """The records of this name in the diagnoses of the sides, or the results of `of`."""
    take = (lambda settings, sample: getattr(sample, of)) if isinstance(of, str) else of
    letters = standing(sides, given, "report")
    return samples_of(
        settings, given, letters, {letter: take(settings, given[letter, "report"].found) for letter in letters}
    )


def measured(what: str, settings: Settings, sides: Mapping[str, Side], given: Mapping) -> Samples:
    """The additional measurements: the "field", or the estimate over "seeds"."""
    if what == "field":
        letters = standing(sides, given, "report", what)
        return samples_of(settings, given, letters, {letter: given[letter, what] for letter in letters})
    letters = standing(sides, given, "report")
    taken = {letter: given[letter, "report"].bias for letter in letters if sides[letter].seeds}
    if not taken:  # a scheme was refused at one of its seeds
        raise Refusal(refusals.NO_OTHER_SEEDS)
    return samples_of(settings, given, letters, taken)


def standing(sides: Mapping[str, Side], given: Mapping[tuple[str, str], Any], *what: str) -> list[str]:
    """The letters of the sides that were not refused."""
    return [letter for letter in sides if all((letter, each) in given for each in what)]


def samples_of(
    settings: Settings, given: Mapping[tuple[str, str], Any], letters: list[str], records: Mapping
) -> Samples:
    """The `records` of the sides by letter, with their verdicts."""
    judged = {letter: given[letter, "report"] for letter in letters}
    first = practised(settings[SPECIMEN]).found_by if settings[SPECIMEN] else ()
    return Samples(records, judged, all(report.finished for report in judged.values()), first)


def _practised_sides(settings: Settings) -> dict[str, Side]:
    """A specimen by its number, and Monte Carlo for comparison."""
    number, specimen = settings[SPECIMEN], practised(settings[SPECIMEN])
    seeds = {"seeds": settings["n_draws"], "random_state": settings["seed"]}
    hidden = Side(
        specimen.d,
        Job(diagnose_practised, DRAWING, number=number, **seeds),
        partial(Job, error_field_of_practised, _LOOKING, number=number, seed=settings["seed"]),
        True,
    )
    return {"A": hidden, "B": _of_scheme("monte_carlo", settings, specimen.kernel, specimen.d, specimen.n_freqs)}


def practice_and_cases(settings: Settings) -> None:
    """The button that opens the first specimen, and the control that takes the settings of a case, and no others."""
    if settings[SPECIMEN]:
        return
    st.button("Find the bug", icon=":material/search:", key="practice", on_click=_go, args=(settings, 1))
    by_title = {case.title: case for case in CASES}
    st.selectbox(
        "Failing cases",
        list(by_title),
        index=None,
        placeholder="Failing cases",
        label_visibility="collapsed",
        key="case",
        on_change=lambda: settings.open(by_title[st.session_state.pop("case")].query),
    )


def _own_frequencies(letter: str, settings: Mapping) -> None:
    """The control that takes a viewer's own frequencies, which are kept in the session only."""
    file = st.file_uploader(
        f"Frequencies of {letter}: text, NPY or NPZ",
        max_upload_size=MAX_MEGABYTES,
        help="One frequency per row, in radians per unit of the data; a column called “weight” holds the weights. "
        "NPY files with Python objects are refused.",
        key=f"frequencies-{letter}",
    )
    if kept := resolve_file(letter, file, read_frequencies):
        other = "B" if letter == "A" else "A"
        beside = resolve_file(other) if settings[other.lower()] == OWN else None
        m, d = kept.read.W.shape
        said = looks_transposed((m, d), beside.read.W.shape[1] if beside else settings["dimension"]).strip()
        if said := said or (refusals.ROWS_OR_COLUMNS if _FEW * m <= d else ""):
            name = disarmed(kept.file.name) or "your file"
            st.warning(f"{refusals.read_as(name, m, d)} {said}", icon=":material/swap_horiz:")


def _resolve_side(letter: str, settings: Mapping, kernel: Kernel, d: int, beside: str | FrequencySample) -> Side | None:
    """One side in d dimensions; without a sample None, with a notice that says why.

    A scheme of the library that is not defined here is replaced by another than the one `beside`.
    """
    name, n_freqs, seed = settings[letter.lower()], settings["n_freqs"], settings["seed"]
    if name == OWN:
        if (kept := resolve_file(letter)) is None:
            st.info(f"Choose a file with frequencies for {letter}.", icon=":material/upload_file:")
            return None
        remember(kept.read, read_frequencies_file, kept.file.name)
        asked = {"kernel": kernel, "about": About(data=disarmed(kept.file.name) or "your file")}
        d = kept.read.W.shape[1]
        return Side(
            d,
            Job(diagnose, _LOOKING, scheme=kept.read, d=d, rate=False, **asked),
            partial(Job, error_field, _LOOKING, fs=kept.read, **asked),
            False,
            kept.read,
            about=asked["about"],
        )
    scheme = (SAMPLERS | SPECIMENS)[name]
    if isinstance(scheme, OwnScheme):
        try:
            for k in range(_TRIED):
                scheme.draw(kernel, d, n_freqs, np.random.default_rng(seed + k), False)
        except Refusal as failed:
            explain(Refusal(refusals.not_defined(scheme.label, str(failed))), failed.__cause__)
            return None
    reason = scheme.refusal(kernel, d)
    if not reason and n_freqs < (least := scheme.least(kernel, d)):
        reason = refusals.too_few_frequencies(least, d)
    if reason and (name in SPECIMENS or isinstance(scheme, OwnScheme)):
        st.info(refusals.not_defined(scheme.label, reason), icon=":material/block:")
        return None
    if reason:
        shown = next(each for each in _INSTEAD if each != beside or each == _INSTEAD[-1])
        st.info(refusals.shown_instead_of(scheme.label, reason, shown), icon=":material/block:")
        name, scheme = shown, SAMPLERS[shown]
    X = None
    if scheme.takes_data:
        X = made(normal_points, _STAND_IN, d, seed)
    return _of_scheme(name, settings, kernel, d, n_freqs, X)


def _of_scheme(name: str, settings: Mapping, kernel: Kernel, d: int, n_freqs: int, X: Points | None = None) -> Side:
    """The side of a scheme, if defined for these settings."""
    seed = settings["seed"]
    asked = {"kernel": kernel, "d": d, "n_freqs": n_freqs, "X": X}
    seeds = {"seeds": settings["n_draws"], "random_state": seed}
    return Side(
        d,
        Job(diagnose, DRAWING, scheme=name, rate=True, **seeds, **asked),
        partial(Job, error_field_of_scheme, _LOOKING, name=name, seed=seed, **asked),
        True,
        name,
        X,
        stages=Job(stage_verdicts, DRAWING, scheme=name, **seeds, **asked),
    )


def versions(settings: Settings) -> Callable[[], None] | None:
    """The versions of schemes that are being edited, and once A is shown what changed since the one before."""
    versions_strip(settings)
    if settings[SPECIMEN]:
        return None
    return partial(
        versions_changed, places_of_changes(settings), lambda *asked: _of_scheme(*asked).report, STATUS, settings
    )


def _own_dimension(settings: Mapping) -> int | None:
    """The dimension of the viewer's own frequencies, if a side shows them; the other side then has it too."""
    kept = [resolve_file(letter) for letter in "AB" if settings[letter.lower()] == OWN]
    return next((file.read.W.shape[1] for file in kept if file), None)


def practised_buttons(settings: Settings) -> None:
    """The buttons that reveal a specimen, lead to the next one and back to the schemes."""
    if not (number := settings[SPECIMEN]):
        return
    words = "Hide the answer" if settings[REVEALED] else "Show the answer"
    st.button(words, key="practice-reveal", on_click=settings.put, args=(REVEALED, not settings[REVEALED]))
    st.button("Next bug", key="practice-next", on_click=_go, args=(settings, number % len(PRACTICE) + 1))
    st.button("All schemes", icon=":material/close:", key="practice", on_click=_go, args=(settings, 0))


def _go(settings: Settings, number: int) -> None:
    """Open a specimen with its answer hidden, in the same view; 0 ends the practice."""
    for name, value in ((SPECIMEN, number), (REVEALED, False)):
        settings.put(name, value)


_REPORTING = "Measuring what the report shows …"
_NONE = "# No errors found.\n"
_OF_REPORTS = ("scheme", "kernel", "d", "n_freqs", "seeds", "random_state", "about")


def reports(settings: Settings, sides: Mapping[str, Side]) -> list[LongerExport]:
    """The report on each side as a file; none while a specimen hides its name."""
    if settings[SPECIMEN]:
        return []
    smallest = [
        _smallest_of(side, f"Smallest error of {letter} (test)") for letter, side in sides.items() if side.seeds
    ]
    return [*(_report_on(side, f"Report on {letter} (HTML)") for letter, side in sides.items()), *smallest]


def _smallest_of(side: Side, label: str) -> LongerExport:
    """The smallest case of an error, as a test function."""
    job = Job(diagnose, _LOOKING, **side.report.arguments, smallest=True)
    return LongerExport(
        label, job, "test_smallest.py", lambda report: report.smallest.test if report.smallest else _NONE
    )


def report_against(settings: Settings, sides: Mapping[str, Side]) -> list[LongerExport]:
    """The report that compares A with B."""
    if len(sides) < 2 or settings[SPECIMEN]:
        return []
    a, b = sides["A"], sides["B"]
    asked = {"against": b.scheme, "against_about": b.about}
    return [_report_on(a, "Report: A against B (HTML)", **asked)]


def _report_on(side: Side, label: str, **asked: Any) -> LongerExport:
    arguments = {name: value for name, value in side.report.arguments.items() if name in _OF_REPORTS}
    name = side.scheme if isinstance(side.scheme, str) else "frequencies"
    return LongerExport(label, Job(scheme_report, _REPORTING, **arguments, **asked), f"report-{name}.html", report_html)


AXES = ("first_axis", "second_axis")


def diagnostic(name, label, question, picture, formulas, further=(), **declared):
    """A view of both samples, from the diagnosis record of the same name."""
    return View(
        name,
        label,
        question,
        controls=("a", "b"),
        options=("dimension", *further, "n_draws"),
        shared=("kernel", "length_scale", "n_freqs", "seed"),
        carried=(SPECIMEN,),
        draw_inputs=draw_sides,
        **{
            "jobs": side_jobs,
            "read": partial(diagnosed, name),
            "pictures": (picture, verdict_picture),
            "mathematics": lambda samples: of_each(formulas, samples.records),
            "drafts": False,
            "refused": explain,
            "compares": False,
            "exports": reports,
        }
        | declared,
    )
