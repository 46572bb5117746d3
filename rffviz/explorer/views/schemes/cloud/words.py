"""The words of the view “Frequency cloud”."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import FrequencyCloud
from rffviz.explorer.views.schemes.words import signed, words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.numbers import count, measured, number, plural
from rffviz.explorer.words.readout import Readout

_INDICES = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def all_repeats(reports: Sequence[FrequencyCloud]) -> str:
    """How many frequencies of all samples repeat another."""
    return plural(sum(report.n_repeats for report in reports), "repeat")


def cloud_words(report: FrequencyCloud, n_outside: int) -> Words:
    """The words of the cloud of frequencies, `n_outside` of which the panel leaves out."""
    many = plural(report.n_freqs, "frequency")
    repeats = f"{count(report.n_repeats)} of {many} {'repeats' if report.n_repeats == 1 else 'repeat'} another"
    if report.n_repeats:
        title = repeats
    elif report.unequal:
        title = f"The effective sample size of {many} is {count(report.n_effective)}"
    else:
        title = "A single frequency, so nothing repeats" if report.n_freqs == 1 else f"All {many} are distinct"
    axes = f"coordinates {report.shown[0] + 1} and {report.shown[1] + 1} of {report.d}"
    if report.d == 1:
        axes, pair, related = "coordinate 1 against the row", "correlation", "–"
        strongest = "–"
    else:
        i, j = report.shown
        pair, related = f"corr(ω{i + 1}, ω{j + 1})".translate(_INDICES), signed(report.correlation)
        strongest = f"{signed(report.moments.largest)} (±{measured(report.moments.expected_largest)})"
    scale = number(float(np.abs(report.moments.spread_z).max()))
    cells = (
        count(report.n_repeats),
        count(report.n_effective),
        f"{scale} ({number(report.moments.spread_threshold)})",
        strongest,
    )
    outside = f"{plural(n_outside, 'frequency')} beyond the edges" if n_outside else ""
    joint = "" if report.kernel.factorises or report.d == 1 else "; this kernel's coordinates are dependent"
    cube = f"unit cube: each coordinate through its CDF, uniform for draws from the spectral density{joint}"
    return words_of(
        report,
        title=title,
        subtitle=(axes, cube if report.in_cube else outside),
        alt=f"Scatter plot of {many}{' as points of the unit cube' if report.in_cube else ''}, {axes}; {repeats}.",
        readout=Readout(
            (
                "",
                "repeats",
                "effective sample size",
                "scale |z| (limit)",
                "correlation (expected)",
                pair,
            ),
            [("", *cells, related)],
        ),
    )
