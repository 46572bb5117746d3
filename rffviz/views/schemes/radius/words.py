"""The words of the view “Radius”."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import RadiusLaw
from rffviz.views.schemes.words import share_of, words_of
from rffviz.words.about import Words
from rffviz.words.numbers import count, measured, number, plural


def radius_words(report: RadiusLaw) -> Words:
    """The words of the frequency norms against their distribution."""
    gap = f"{measured(report.distance)} apart, at length {number(report.at)}"
    if report.constant:
        title = f"All {count(report.n_freqs)} frequencies have the length {number(report.radius[0])}"
    elif report.off:
        kind = "long" if report.too_long else "short"
        title = f"The frequencies are too {kind}: {measured(report.distance)} off their law"
    else:
        title = f"The lengths are within {measured(report.distance)} of their law"
    if np.isnan(report.p_value):
        test = "; there are too few different lengths for a test."
    else:
        size = f"{count(report.n_effective)} independent lengths"
        test = f". {share_of(report.p_value)} of samples of {size} are as far from their law."
    seeds = f" for each of {report.n_samples} seeds" if report.n_samples > 1 else ""
    return words_of(
        report,
        title=title,
        subtitle=(
            f"{plural(report.n_freqs, 'frequency')}{seeds}",
            "line: share of the weight up to a length, dotted: its law, dashed: where they are furthest apart",
        ),
        alt=f"Distribution function of {plural(len(report.radius), 'length')} of frequencies beside its law; they are "
        f"at most {gap}.",
        reading=f"The distribution functions are at most {gap}{test}",
    )
