"""From settings to diagnosed samples: the two sides of the page on sampling schemes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import streamlit as st

from rffviz.about import About
from rffviz.datasets import Points
from rffviz.datasets.uploads import disarmed
from rffviz.diagnose import (
    MAX_BYTES,
    SPECIMENS,
    Diagnosis,
    FrequencyCloud,
    bias_and_variance_steps,
    diagnosis,
    diagnosis_of_scheme,
    error_field,
    judged,
    read_frequencies,
)
from rffviz.figures.diagnose import verdict_picture
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS
from rffviz.web.chart import Chart
from rffviz.web.inputs import kept_file, kernel_by_hand, two_axes
from rffviz.web.job import Job
from rffviz.web.link import Settings
from rffviz.web.table import OWN
from rffviz.web.unfold import unfold
from rffviz.web.view import View, draw_controls
from rffviz.web.work import watch
from rffviz.words import refusals
from rffviz.words.diagnose import summary

_STAND_IN = 500  # standard normal points, for schemes whose frequencies depend on the data


class Case(NamedTuple):
    """Settings that show a scheme going wrong: what happens, which diagnostic shows it, and the query of its link."""

    title: str
    words: str
    query: Mapping[str, str]


class Side(NamedTuple):
    """Sample A or B: the job of its diagnosis, and of its scheme over seeds; none for frequencies from a file."""

    letter: str
    diagnosis: Job
    bias: Job | None


def show_sides(cases: tuple[Case, ...], view: View, now: Settings) -> None:
    """The chosen diagnostic of both samples on the same axes, and the verdicts of all diagnostics."""
    draw_controls(view, now)
    for letter, column in zip("AB", st.columns(2), strict=True):
        if now[letter.lower()] == OWN:
            with column:
                _own_frequencies(letter)
    words, chooser = st.columns([6, 2], vertical_alignment="bottom")
    with chooser:
        _failing_cases(cases, now)
    with words.container(key="brief"):
        brief = st.empty()
    for case in cases:
        if now.holds(case.query):
            words.caption(case.words)
    kernel, d = kernel_by_hand(now), _own_dimension(now) or now["dimension"]
    sides, charts, below = [], {}, {}
    for letter, column in zip("AB", st.columns(2), strict=True):
        with column:
            if side := _chosen_side(letter, now, kernel, d):
                sides.append(side)
                charts[letter] = Chart(f"scheme-{letter.lower()}", narrow=True)
                below[letter] = st.container()
    if not sides:
        return

    def draw(records: Mapping, finished: bool = True) -> None:
        for letter, record in records.items():
            beside = [other for each, other in records.items() if each != letter]
            build = partial(_narrow, view.pictures[0], record, beside)
            if not finished:
                charts[letter].refine(build, [*records.values()])
                continue
            picture = charts[letter].show(build)
            with below[letter]:
                unfold(view.mathematics and view.mathematics(record), [picture])

    found = _by_letter(sides, [side.diagnosis for side in sides])
    if view.study:
        studied = _by_letter(sides, [view.study(now, found[side.letter]) for side in sides])
        draw({letter: replace(record, about=found[letter].about) for letter, record in studied.items()})
    elif view.name != "bias":
        draw({letter: view.read(now, None, each) for letter, each in found.items()})
    elif any(side.bias is None for side in sides):
        st.info(refusals.NO_OTHER_SEEDS, icon=":material/info:")
    table, biases = Chart("verdicts"), {}
    if drawn := [side for side in sides if side.bias is not None]:
        for growing in watch([side.bias for side in drawn]):
            biases = {side.letter: bias for side, bias in zip(drawn, growing.records, strict=True) if bias is not None}
            if view.name == "bias":
                draw(biases, growing.finished)
    said = {letter: judged(each, biases.get(letter)) for letter, each in found.items()}
    brief.markdown("  \n".join(summary(letter, each) for letter, each in said.items()))
    unfold(None, [table.show(partial(verdict_picture, said))])


def _narrow(picture, record, beside, theme):
    """A picture in half a page's width."""
    return picture(record, replace(theme, narrow=True), beside)


def _by_letter(sides: list[Side], jobs: list[Job]) -> dict:
    """The complete record of each side's job, by the side's letter."""
    *_, complete = watch(jobs)
    return {side.letter: record for side, record in zip(sides, complete.records, strict=True)}


def _failing_cases(cases: tuple[Case, ...], now: Settings) -> None:
    """The control that takes the settings of a case, and resets all others of this page."""
    by_title = {case.title: case for case in cases}
    st.selectbox(
        "Failing cases",
        list(by_title),
        index=None,
        placeholder="Choose one",
        key="case",
        on_change=lambda: now.open(by_title[st.session_state.pop("case")].query),
        help="Settings that show a scheme going wrong, and the diagnostic that shows it.",
    )


def _own_frequencies(letter: str) -> None:
    """The control that takes a viewer's own frequencies, which stay in the session."""
    file = st.file_uploader(
        f"Frequencies of {letter}, CSV, NPY or NPZ",
        type=["csv", "tsv", "txt", "npy", "npz"],
        max_upload_size=MAX_BYTES // 2**20,
        help="One frequency per row, in radians per unit of the data; a column called “weight” holds the weights. "
        "NPY files with Python objects are refused.",
        key=f"frequencies-{letter}",
    )
    kept_file(letter, file, read_frequencies)


def _chosen_side(letter: str, now: Mapping, kernel: Kernel, d: int) -> Side | None:
    """One side in d dimensions; where there is no sample, None and a notice that says why."""
    name, n_freqs, seed = now[letter.lower()], now["n_freqs"], now["seed"]
    if name == OWN:
        if (kept := kept_file(letter)) is None:
            st.info(f"Choose a file with frequencies for {letter}.", icon=":material/upload_file:")
            return None
        asked = {"fs": kept.read, "kernel": kernel, "about": About(data=disarmed(kept.file.name) or "your file")}
        return Side(letter, Job(diagnosis, "Looking at the frequencies …", **asked), None)
    scheme = (SAMPLERS | SPECIMENS)[name]
    reason = scheme.refusal(kernel, d)
    if not reason and n_freqs < (least := scheme.least(kernel, d)):
        reason = refusals.too_few_frequencies(least, d)
    if reason:
        st.info(refusals.not_defined(scheme.label, reason), icon=":material/block:")
        return None
    X = None
    if scheme.takes_data:
        normal = np.random.default_rng([seed, 2]).standard_normal((_STAND_IN, d))
        X = Points(normal, "standard normal points", _STAND_IN, content_hash=("standard normal", _STAND_IN, d, seed))
    seeds = {"n_seeds": now["n_draws"], "random_state": seed}
    asked = {"kernel": kernel, "d": d, "n_freqs": n_freqs, "X": X}
    return Side(
        letter,
        Job(diagnosis_of_scheme, "Looking at the frequencies …", name=name, seed=seed, **asked),
        Job(bias_and_variance_steps, "Drawing more seeds …", sample_of=name, **seeds, **asked),
    )


def _own_dimension(now: Mapping) -> int | None:
    """The dimension of the viewer's own frequencies where a side shows them; the other side then takes it too."""
    kept = [kept_file(letter) for letter in "AB" if now[letter.lower()] == OWN]
    return next((file.read.W.shape[1] for file in kept if file), None)


def shown_cloud(now: Mapping, _, found: Diagnosis) -> FrequencyCloud:
    """The frequencies in the chosen plane."""
    return replace(found.cloud, shown=two_axes(now, found.about.d))


def field_job(now: Mapping, found: Diagnosis) -> Job:
    """The error over the chosen plane."""
    plane = two_axes(now, found.about.d)
    return Job(error_field, "Measuring the error …", fs=found.sample, kernel=found.about.kernel, plane=plane)
