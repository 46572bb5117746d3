"""The words of the view “Error field”."""

from __future__ import annotations

from collections.abc import Sequence

from rffviz.diagnose import ErrorField
from rffviz.explorer.views.schemes.words import words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.numbers import measured, number, plural
from rffviz.explorer.words.readout import Readout


def largest_error(reports: Sequence[ErrorField]) -> str:
    """The largest error of all samples."""
    return f"largest error {measured(max(report.largest for report in reports))}"


def field_words(report: ErrorField) -> Words:
    """The words of the error of one draw over a plane, or a line."""
    where, figure, marks = "plane", "Heat map", "colours symmetric about 0"
    if report.d == 1:
        where, figure, marks = "line", "Line", "band: Monte Carlo ± 2 SD (standard deviations)"
    if report.plane == "oblique":
        marks += ", two random orthogonal directions"
    elif report.d > 2:
        marks += ", the other coordinates 0"
    largest, rms, ratio = measured(report.largest), measured(report.rms), number(report.times_monte_carlo)
    return words_of(
        report,
        title=f"The largest error over the {where} is {largest}",
        subtitle=(plural(report.n_freqs, "frequency"), "k̂(δ) − k(δ) for one draw", marks),
        alt=f"{figure} of the error of the {report.kernel.label} kernel's estimate over differences up to "
        f"{number(float(report.along[-1]))}: at most {largest}, root mean square {rms}.",
        readout=Readout(("", "largest |k̂ − k|", "RMS error", "RMS / Monte Carlo"), [("", largest, rms, f"{ratio}×")]),
        origin=(f"plane: {report.plane}",),
    )
