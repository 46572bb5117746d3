"""From settings to diagnosed samples: the two sides of the page on sampling schemes."""

from __future__ import annotations

import hashlib
import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from rffviz.datasets.uploads import disarmed
from rffviz.diagnose import (
    DIAGNOSTICS,
    MAX_BYTES,
    SPECIMENS,
    BiasAndVariance,
    Verdict,
    bias_and_variance_steps,
    directions,
    discrepancy,
    error_field,
    frequency_cloud,
    moments,
    radius_law,
    read_frequencies,
    verdicts,
)
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme, draw
from rffviz.validation import Refusal
from rffviz.web.measuring import Jobs, at_once
from rffviz.web.table import OWN

_FILES = "_frequencies"  # by side: the file's id, its name disarmed and what was read from it
_STAND_IN = 500  # standard normal points, for schemes whose frequencies depend on the data
_STATUS = {"fine": "in order", "property": "by design", "fault": "fault", "unknown": "cannot tell"}


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two samples that are compared.

    Attributes
    ----------
    letter : {"A", "B"}
    name : str
        The scheme's key; `OWN` for frequencies from a file.
    what : str
        Scheme and seed, or the file, in words.
    sample : FrequencySample
        The one that is looked at.
    scheme : Scheme or None
        None for frequencies from a file.
    key : tuple
        What the sample depends on, for caches.
    kernel : Kernel
    draw : callable or None
        Seed → FrequencySample, the replicates.
    """

    letter: str
    name: str
    what: str
    sample: FrequencySample
    scheme: Scheme | None
    key: tuple
    kernel: Kernel
    draw: Callable[[int], FrequencySample] | None

    @property
    def listed(self) -> str:
        """The scheme's key where it is one of the registry's, for colours and verdicts; empty elsewhere."""
        return self.name if self.name in SAMPLERS else ""

    @property
    def d(self) -> int:
        """Dimension of the frequencies."""
        return self.sample.W.shape[1]


def own_frequencies(letter: str) -> None:
    """The control that takes a viewer's own frequencies. They stay in their session and are sent nowhere."""
    file = st.file_uploader(
        f"Frequencies of {letter}, CSV or NPY",
        type=["csv", "tsv", "txt", "npy"],
        max_upload_size=MAX_BYTES // 2**20,
        help="One frequency a row, in radians per unit of the data; a column called weight holds weights. "
        "NPY files with Python objects are refused.",
        key=f"frequencies-{letter}",
    )
    kept = st.session_state.setdefault(_FILES, {})
    if file is not None and kept.get(letter, ("",))[0] != file.file_id:
        try:
            sample = read_frequencies(file.getvalue(), file.name)
            kept[letter] = (file.file_id, disarmed(file.name) or "your file", sample)
        except Refusal as refusal:
            st.warning(str(refusal), icon=":material/info:")


def chosen_side(letter: str, settings: Mapping, kernel: Kernel, d: int) -> Side | None:
    """The sample of one side in d dimensions; None where there is none, and the page says why."""
    name, n_freqs, seed = settings[letter.lower()], settings["n_freqs"], settings["seed"]
    if name == OWN:
        return _given(letter, kernel)
    scheme = (SAMPLERS | SPECIMENS)[name]
    reason = scheme.refusal(kernel, d)
    least = 1 if reason else scheme.least(kernel, d)
    if n_freqs < least:
        reason = f"It needs at least {least:,} frequencies for d = {d}."
    if reason:
        st.info(f"{scheme.label} is not defined here. {reason}", icon=":material/block:")
        return None
    X = np.random.default_rng([seed, 2]).standard_normal((_STAND_IN, d)) if scheme.takes_data else None

    def replicate(of: int) -> FrequencySample:
        rng = np.random.default_rng(of)
        return draw(name, kernel, d, n_freqs, rng, X=X) if name in SAMPLERS else scheme.draw(kernel, d, n_freqs, rng, 0)

    what = f"{scheme.label}, seed {seed}" if scheme.randomised else f"{scheme.label}, the same for every seed"
    if scheme.takes_data:
        what += f", for {_STAND_IN} standard normal points"
    sample = at_once(("sample", name, kernel, d, n_freqs, seed), lambda: replicate(seed), "Drawing …")
    return Side(letter, name, what, sample, scheme, (name, kernel, d, n_freqs, seed), kernel, replicate)


def _given(letter: str, kernel: Kernel) -> Side | None:
    kept = st.session_state.get(_FILES, {}).get(letter)
    if kept is None:
        st.info(f"Choose a file with frequencies for {letter}.", icon=":material/upload_file:")
        return None
    _, name, sample = kept
    content = hashlib.blake2b(sample.W.tobytes() + sample.weights.tobytes(), digest_size=16).hexdigest()
    return Side(letter, OWN, f"the frequencies of {name}", sample, None, (content, kernel), kernel, None)


def own_dimension(settings: Mapping) -> int | None:
    """The dimension of the viewer's own frequencies where a side shows them: the other side then takes it too."""
    kept = st.session_state.get(_FILES, {})
    return next((kept[s][2].W.shape[1] for s in "AB" if settings[s.lower()] == OWN and s in kept), None)


def records_of(side: Side, plane: tuple[int, int]) -> dict[str, Any]:
    """Every record of one sample, by the name of the diagnostic that shows it."""

    def compute():
        return {
            "cloud": frequency_cloud(side.sample, side.kernel),
            "radius": radius_law(side.sample, side.kernel),
            "directions": directions(side.sample, side.kernel),
            "moments": moments(side.sample, side.kernel),
            "discrepancy": discrepancy(side.sample, side.kernel),
        }

    found = at_once(("diagnosed", *side.key), compute, "Looking at the frequencies …")
    if side.d > 1 and max(plane) >= side.d:
        plane = (0, 1)
    return found | {"field": error_field(side.sample, side.kernel, plane=plane)}


def bias_jobs(sides: Sequence[Side], n_seeds: int, random_state: int) -> Jobs:
    """The replicates to draw for each side that can be drawn again, by the keys their results are kept under."""
    jobs: Jobs = {}
    for side in sides:
        if side.draw is not None:
            of = side.listed and not side.scheme.takes_data and side.name

            def steps(side=side, of=of) -> Iterator[Any]:
                return bias_and_variance_steps(
                    of or side.draw, side.kernel, side.d, side.sample.n_freqs, n_seeds, random_state=random_state
                )

            jobs[("bias", side.letter if not of else "", *side.key, n_seeds)] = steps
    return jobs


def verdicts_of(side: Side, found: Mapping[str, Any], bias: BiasAndVariance | None) -> tuple[Verdict, ...]:
    """What all the diagnostics say of one side."""
    return verdicts(
        side.sample,
        side.kernel,
        scheme=side.listed,
        given=side.scheme is None,
        bias=bias,
        cloud=found["cloud"],
        radius=found["radius"],
        angles=found["directions"],
        moment=found["moments"],
        evenness=found["discrepancy"],
    )


def summary(letter: str, said: Sequence[Verdict]) -> str:
    """What the verdicts of one side come to, in a few words of Markdown."""
    by_status = {
        status: [DIAGNOSTICS[verdict.diagnostic].lower() for verdict in said if verdict.status == status]
        for status in _STATUS
    }
    if by_status["fault"]:
        return f"**{letter}: fault in {', '.join(by_status['fault'])}.**"
    if by_status["property"]:
        return f"**{letter}:** no fault; by design: {', '.join(by_status['property'])}."
    return f"**{letter}:** nothing out of order."


def verdict_table(columns: Mapping[str, tuple[Verdict, ...]]) -> str:
    """The verdicts as an HTML table: a row a diagnostic, a column a side."""
    head = "<th scope='col'>Diagnostic</th>" + "".join(
        f"<th scope='col'>{html.escape(title)}</th>" for title in columns
    )
    rows = []
    for number, words in enumerate(DIAGNOSTICS.values()):
        cells = "".join(
            f"<td><span>{html.escape(title[:1])}: </span><strong class='{said[number].status}'>"
            f"{_STATUS[said[number].status]}</strong> {html.escape(said[number].sentence)}</td>"
            for title, said in columns.items()
        )
        rows.append(f"<tr><th scope='row'>{words}</th>{cells}</tr>")
    return f"<table class='verdicts'><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def verdict_csv(columns: Mapping[str, tuple[Verdict, ...]]) -> str:
    """The same as comma-separated values."""
    lines = ["sample,diagnostic,status,sentence"]
    for title, said in columns.items():
        for verdict in said:
            cells = (title, DIAGNOSTICS[verdict.diagnostic], _STATUS[verdict.status], verdict.sentence)
            lines.append(",".join('"' + cell.replace('"', '""') + '"' for cell in cells))
    return "\n".join(lines) + "\n"
