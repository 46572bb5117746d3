"""The words and the mathematics of the view “Error field”."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import ErrorField
from rffviz.explorer.views.schemes.words import words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.explorer.words.numbers import measured, number, plural
from rffviz.explorer.words.readout import Readout


def largest_error(records: Sequence[ErrorField]) -> str:
    """The largest error of all samples, and its distance from 0."""
    worst = max(records, key=lambda record: record.largest)
    return f"largest error {measured(worst.largest)} at ‖δ‖ = {number(math.hypot(*worst.worst))}"


def field_words(record: ErrorField) -> Words:
    """The words of the error of one draw over a plane, or a line."""
    where, figure, marks = "plane", "Heat map", "colours symmetric about 0"
    if record.d == 1:
        where, figure, marks = "line", "Line", "band: Monte Carlo ± 2 SD (standard deviations)"
    if record.plane == "oblique":
        marks += ", two random orthogonal directions"
    elif record.d > 2:
        marks += ", the other coordinates 0"
    marks += ", ring: the largest"
    largest, rms, ratio = measured(record.largest), measured(record.rms), number(record.times_monte_carlo)
    return words_of(
        record,
        title=f"The largest error over the {where} is {largest}, at ‖δ‖ = {number(math.hypot(*record.worst))}",
        subtitle=(plural(record.n_freqs, "frequency"), "k̂(δ) − k(δ) for one draw", marks),
        alt=f"{figure} of the error of the {record.kernel.label} kernel's estimate over differences up to "
        f"{number(float(record.along[-1]))}: at most {largest}, root mean square {rms}.",
        readout=Readout(
            ("", "largest |k̂ − k|", "RMS error", "RMS ÷ expected (Monte Carlo)"), [("", largest, rms, f"{ratio}×")]
        ),
        origin=(f"plane: {record.plane}",),
    )


def field_mathematics(record: ErrorField) -> Mathematics:
    """The error over the plane, and its largest value relative to Monte Carlo's standard deviation there."""
    at = np.unravel_index(np.argmax(np.abs(record.error)), record.error.shape)
    sigma = record.sigma[at]
    return Mathematics(
        "The estimate depends on δ = x − y alone, so its error is a field over the plane of differences.",
        (
            Formula(r"e(\delta)=\sum_jp_j\cos(\omega_j^\top\delta)-k(\delta),\qquad e(-\delta)=e(\delta)"),
            kernel_formula(record.kernel),
            "For D independent draws of equal weight the field has mean 0, is 0 at δ = 0, and has the variance",
            PAIRED_VARIANCE,
            said("The maximum of the field shown, with $D=<m>$, is", m=record.n_freqs),
            formula(r"\max|e|=<e>,\qquad\sigma\text{ there}=<s>", e=record.largest, s=sigma),
            formula(r"\mathrm{RMS}(e)=<r>", r=record.rms),
        ),
        "Sutherland & Schneider 2015, section 2 (not verified against the paper)",
    )
