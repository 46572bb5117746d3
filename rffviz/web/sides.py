"""From settings to diagnosed samples: the two sides of the page on sampling schemes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from rffviz.about import About
from rffviz.datasets import Points, normal_points
from rffviz.datasets.uploads import MAX_MEGABYTES
from rffviz.diagnose import (
    SPECIMENS,
    Diagnosis,
    FrequencyCloud,
    Samples,
    compare_steps,
    diagnose_steps,
    error_field,
    error_field_of_scheme,
    read_frequencies,
    read_frequencies_file,
)
from rffviz.diagnose.practice import (
    compare_practised_steps,
    diagnose_practised_steps,
    error_field_of_practised,
    practised,
)
from rffviz.kernels import Kernel
from rffviz.names import disarmed
from rffviz.samplers import SAMPLERS, FrequencySample
from rffviz.samplers.own import OwnScheme
from rffviz.validation import Refusal, looks_transposed
from rffviz.web.apart import job
from rffviz.web.inputs import kept_file, kernel_by_hand, two_axes
from rffviz.web.job import Job
from rffviz.web.link import Settings
from rffviz.web.made import made, remember
from rffviz.web.shell import explain
from rffviz.web.table import OWN
from rffviz.words import refusals
from rffviz.words.cases import CASES
from rffviz.words.practice import SPECIMEN

_TRIED = 3  # draws of a scheme of one's own: one that fails leaves the other side standing
_STAND_IN = 500  # standard normal points, for schemes whose frequencies depend on the data
_FEW = 4  # times as many coordinates as frequencies: the file may be transposed
_MANY = 2**15  # numbers of a draw: to look through more takes longer than a moment
_LOOKING, _DRAWING = "Looking at the frequencies …", "Drawing more seeds …"


class Side(NamedTuple):
    """Sample A or B: its dimension, the job of the report on it, what makes that of its error over a `plane`, whether
    there are other seeds, the scheme's name or the frequencies, the data they depend on, and where given ones are from.
    """

    d: int
    report: Job
    field: Callable[..., Job]
    seeds: bool
    scheme: str | FrequencySample = ""
    X: Any = None
    about: About | None = None


def chosen_sides(now: Settings) -> dict[str, Side]:
    """The sides by their letters, as far as there are samples; files are taken here, and a case says what it shows."""
    if now[SPECIMEN]:
        return _practised_sides(now)
    for letter, column in zip("AB", st.columns(2) if OWN in (now["a"], now["b"]) else (None, None), strict=True):
        if now[letter.lower()] == OWN:
            with column:
                _own_frequencies(letter, now)
    for case in CASES:
        if now.holds(case.query):
            st.caption(case.words)
    d = _own_dimension(now) or now["dimension"]
    kernel = kernel_by_hand(now, d)
    sides = {letter: _chosen_side(letter, now, kernel, d) for letter in "AB"}
    return {letter: side for letter, side in sides.items() if side}


def side_jobs(now: Settings, sides: Mapping[str, Side]) -> dict[tuple[str, str], Job]:
    """The report on each side, by letter and by what it is."""
    return {(letter, "report"): side.report for letter, side in sides.items()}


def field_jobs(now: Settings, sides: Mapping[str, Side]) -> dict[tuple[str, str], Job]:
    """Beside them the error of each side over the chosen plane."""
    fields = {(letter, "field"): side.field(plane=two_axes(now, side.d)) for letter, side in sides.items()}
    return fields | side_jobs(now, sides)


def bias_jobs(now: Settings, sides: Mapping[str, Side]) -> dict[tuple[str, str], Job]:
    """The reports where a side has other seeds, with a notice where one has none."""
    if not all(side.seeds for side in sides.values()):
        st.info(refusals.NO_OTHER_SEEDS, icon=":material/info:")
    return side_jobs(now, sides) if any(side.seeds for side in sides.values()) else {}


def difference_job(now: Settings, sides: Mapping[str, Side]) -> Job | dict:
    """The comparison of A with B; nothing where one is missing or they differ in dimension."""
    if len(sides) < 2:
        return {}
    seeds = {"seeds": now["n_draws"], "random_state": now["seed"]}
    if now[SPECIMEN]:
        return Job(compare_practised_steps, _DRAWING, number=now[SPECIMEN], **seeds)
    a, b = sides["A"], sides["B"]
    if a.d != b.d:
        st.info(refusals.other_dimensions(a.d, b.d), icon=":material/info:")
        return {}
    sizes = {"d": a.d, "n_freqs": now["n_freqs"]}
    given = {"X": b.X if a.X is None else a.X, "abouts": (a.about, b.about)}
    both = {"scheme": a.scheme, "reference": b.scheme, "kernel": a.report.arguments["kernel"]}
    return job(a.d * now["n_freqs"] > _MANY, compare_steps, _DRAWING, **both, **sizes, **seeds, **given)


def diagnosed(
    of: str | Callable[[Settings, Diagnosis], Any], now: Settings, sides: Mapping[str, Side], found: Mapping
) -> Samples:
    """What the diagnoses of the sides hold under this name, or what `of` makes of them."""
    take = (lambda now, sample: getattr(sample, of)) if isinstance(of, str) else of
    letters = _standing(sides, found, "report")
    return _samples(now, found, letters, {letter: take(now, found[letter, "report"].found) for letter in letters})


def measured(what: str, now: Settings, sides: Mapping[str, Side], found: Mapping) -> Samples:
    """What was measured beside the diagnoses: the "field", or the estimate over "seeds"."""
    if what == "field":
        letters = _standing(sides, found, "report", what)
        return _samples(now, found, letters, {letter: found[letter, what] for letter in letters})
    letters = _standing(sides, found, "report")
    taken = {letter: found[letter, "report"].bias for letter in letters if sides[letter].seeds}
    if not taken:  # what has other seeds was refused at one of them
        raise Refusal(refusals.NO_OTHER_SEEDS)
    return _samples(now, found, letters, taken)


def _standing(sides: Mapping[str, Side], found: Mapping[tuple[str, str], Any], *what: str) -> list[str]:
    """The letters of the sides that were not refused."""
    return [letter for letter in sides if all((letter, each) in found for each in what)]


def _samples(now: Settings, found: Mapping[tuple[str, str], Any], letters: list[str], reports: Mapping) -> Samples:
    """The `reports` of the sides, by letter, with the verdicts on them."""
    judged = {letter: found[letter, "report"] for letter in letters}
    first = practised(now[SPECIMEN]).found_by if now[SPECIMEN] else ()
    return Samples(reports, judged, all(report.finished for report in judged.values()), first)


def shown_cloud(now: Mapping, found: Diagnosis) -> FrequencyCloud:
    """The frequencies in the chosen plane, or their points in the cube."""
    return made(replace, found.cloud, shown=two_axes(now, found.about.d), in_cube=now["points"] == "cube")


def _practised_sides(now: Settings) -> dict[str, Side]:
    """A specimen by its number, and Monte Carlo beside it."""
    number, specimen = now[SPECIMEN], practised(now[SPECIMEN])
    seeds = {"seeds": now["n_draws"], "random_state": now["seed"]}
    hidden = Side(
        specimen.d,
        Job(diagnose_practised_steps, _DRAWING, number=number, **seeds),
        partial(Job, error_field_of_practised, _LOOKING, number=number, seed=now["seed"]),
        True,
    )
    return {"A": hidden, "B": _of_scheme("monte_carlo", now, specimen.kernel, specimen.d, specimen.n_freqs)}


def failing_cases(now: Settings) -> None:
    """The control that takes the settings of a case, and resets all others of this page."""
    by_title = {case.title: case for case in CASES}
    st.selectbox(
        "Failing cases",
        list(by_title),
        index=None,
        placeholder="Failing cases",
        label_visibility="collapsed",
        key="case",
        on_change=lambda: now.open(by_title[st.session_state.pop("case")].query),
    )


def _own_frequencies(letter: str, now: Mapping) -> None:
    """The control that takes a viewer's own frequencies, which stay in the session."""
    file = st.file_uploader(
        f"Frequencies of {letter}, CSV, NPY or NPZ",
        type=["csv", "tsv", "txt", "npy", "npz"],
        max_upload_size=MAX_MEGABYTES,
        help="One frequency per row, in radians per unit of the data; a column called “weight” holds the weights. "
        "NPY files with Python objects are refused.",
        key=f"frequencies-{letter}",
    )
    if kept := kept_file(letter, file, read_frequencies):
        other = "B" if letter == "A" else "A"
        beside = kept_file(other) if now[other.lower()] == OWN else None
        m, d = kept.read.W.shape
        said = looks_transposed((m, d), beside.read.W.shape[1] if beside else now["dimension"]).strip()
        if said := said or (refusals.ROWS_OR_COLUMNS if _FEW * m <= d else ""):
            name = disarmed(kept.file.name) or "your file"
            st.warning(f"{refusals.read_as(name, m, d)} {said}", icon=":material/swap_horiz:")


def _chosen_side(letter: str, now: Mapping, kernel: Kernel, d: int) -> Side | None:
    """One side in d dimensions; where there is no sample, None and a notice that says why."""
    name, n_freqs, seed = now[letter.lower()], now["n_freqs"], now["seed"]
    if name == OWN:
        if (kept := kept_file(letter)) is None:
            st.info(f"Choose a file with frequencies for {letter}.", icon=":material/upload_file:")
            return None
        remember(kept.read, read_frequencies_file, kept.file.name)
        asked = {"kernel": kernel, "about": About(data=disarmed(kept.file.name) or "your file")}
        d = kept.read.W.shape[1]
        return Side(
            d,
            job(kept.read.W.size > _MANY, diagnose_steps, _LOOKING, scheme=kept.read, d=d, **asked),
            partial(job, kept.read.W.size > _MANY, error_field, _LOOKING, fs=kept.read, **asked),
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
    if reason:
        st.info(refusals.not_defined(scheme.label, reason), icon=":material/block:")
        return None
    X = None
    if scheme.takes_data:
        X = made(normal_points, _STAND_IN, d, seed)
    return _of_scheme(name, now, kernel, d, n_freqs, X)


def _of_scheme(name: str, now: Mapping, kernel: Kernel, d: int, n_freqs: int, X: Points | None = None) -> Side:
    """The side of a scheme that is defined there."""
    seed = now["seed"]
    asked = {"kernel": kernel, "d": d, "n_freqs": n_freqs, "X": X}
    seeds = {"seeds": now["n_draws"], "random_state": seed, "rate": True}
    long = d * n_freqs > _MANY
    return Side(
        d,
        job(long, diagnose_steps, _DRAWING, scheme=name, **seeds, **asked),
        partial(job, long, error_field_of_scheme, _LOOKING, name=name, seed=seed, **asked),
        True,
        name,
        X,
    )


def _own_dimension(now: Mapping) -> int | None:
    """The dimension of the viewer's own frequencies where a side shows them; the other side then takes it too."""
    kept = [kept_file(letter) for letter in "AB" if now[letter.lower()] == OWN]
    return next((file.read.W.shape[1] for file in kept if file), None)
