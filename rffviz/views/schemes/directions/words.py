"""The words of the view “Directions”."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import Directions
from rffviz.views.schemes.words import share_of, words_of
from rffviz.words.about import Words
from rffviz.words.numbers import count, measured, plural


def directions_words(report: Directions) -> Words:
    """The words of the angles between frequencies."""
    many, share = plural(report.n_freqs, "frequency"), measured(report.largest_eigenvalue)
    pairs = plural(report.n_apart, "pair")
    bars = f"bars: {pairs} of different blocks, line: {plural(report.n_within, 'pair')} within blocks of "
    bars += plural(report.d, "consecutive row")
    said = [f"One axis holds {share} times its share, and about {measured(report.expected_eigenvalue)} times is usual "]
    said[0] += "among independent directions."
    if report.n_within:
        said.append(f"Within blocks the largest |cosine| is {measured(report.largest_within)}.")
    if not np.isnan(report.p_value):
        said.append(f"{share_of(report.p_value)} of independent samples are as uneven.")
    return words_of(
        report,
        title=_directions_title(report, many, share),
        subtitle=(bars + ("; dotted: independent uniform directions" if report.isotropic else ""),),
        alt=f"Histogram of cosines between {many} in {plural(report.d, 'dimension')}, {pairs} of different blocks and "
        f"{count(report.n_within)} within blocks.",
        reading="The cosine between two frequencies is 1 or −1." if report.d == 1 else " ".join(said),
    )


def _directions_title(report: Directions, many: str, share: str) -> str:
    if report.d == 1:
        return "In one dimension frequencies have a sign and no direction"
    if not report.isotropic:
        return f"The {report.kernel.label} kernel's directions are not uniform: there is no law to compare with"
    if report.right_angles:
        return f"Within blocks of {report.d} rows the frequencies are at right angles"
    if np.isnan(report.p_value):
        return f"{many}: too few to tell even directions from uneven ones"
    if report.uneven:
        return f"The directions are uneven: one axis holds {share} times its share"
    how = "more even than" if report.more_even else "as even as"
    return f"The directions are {how} independent ones: no axis holds more than {share} times its share"
