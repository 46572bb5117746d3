"""The words of the view “Directions”."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import Directions
from rffviz.explorer.views.schemes.words import p_words, words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.numbers import count, measured, plural
from rffviz.explorer.words.readout import Readout


def largest_mass(reports: Sequence[Directions]) -> str:
    """The largest eigenvalue of all samples; none on a line."""
    if any(report.d == 1 for report in reports):
        return ""
    return f"largest eigenvalue {measured(max(report.largest_eigenvalue for report in reports))}"


def directions_words(report: Directions) -> Words:
    """The words of the angles between frequencies."""
    many, share = plural(report.n_freqs, "frequency"), measured(report.largest_eigenvalue)
    pairs = plural(report.n_apart, "pair")
    bars = f"bars: {pairs} of different blocks, line: {plural(report.n_within, 'pair')} within blocks of "
    bars += plural(report.d, "consecutive frequency")
    flat = report.d == 1
    cells = ("–", "–") if flat else map(measured, (report.largest_eigenvalue, report.expected_eigenvalue))
    within = measured(report.largest_within) if report.n_within else "–"
    return words_of(
        report,
        title=_directions_title(report, many, share),
        subtitle=(bars + ("; dotted: independent uniform directions" if report.isotropic else ""),),
        alt=f"Histogram of cosines between {many} in {plural(report.d, 'dimension')}, {pairs} of different blocks and "
        f"{count(report.n_within)} within blocks.",
        readout=Readout(
            ("", "largest eigenvalue", "expected", "p", "max |cos| within blocks"),
            [("", *cells, p_words(report.p_value), within)],
        ),
    )


def _directions_title(report: Directions, many: str, share: str) -> str:
    if report.d == 1:
        return "In one dimension a frequency has only a sign"
    if not report.isotropic:
        return f"The {report.kernel.label} kernel is anisotropic: its directions are not uniform"
    if report.right_angles:
        return f"Frequencies are orthogonal within blocks of {report.d}"
    if np.isnan(report.p_value):
        return f"{many}: too few to test the directions"
    if report.uneven:
        return f"The directions are uneven: one axis gets {share} times its expected mass"
    how = "more even than" if report.more_even else "as even as"
    return f"The directions are {how} independent ones"
