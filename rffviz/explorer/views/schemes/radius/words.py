"""The words of the view “Radius”."""

from __future__ import annotations

from collections.abc import Sequence

from rffviz.diagnose import RadiusDistribution
from rffviz.explorer.views.schemes.words import p_words, words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.numbers import count, measured, number, plural
from rffviz.explorer.words.readout import Readout


def largest_distance(reports: Sequence[RadiusDistribution]) -> str:
    """The largest KS distance of all samples."""
    return f"largest KS distance {measured(max(report.distance for report in reports))}"


def radius_words(report: RadiusDistribution) -> Words:
    """The words of the frequency norms against their distribution."""
    gap = measured(report.distance)
    if report.constant:
        title = f"All frequencies have norm {number(report.radius[0])}"
    elif report.off:
        title = f"The norms are too {'large' if report.too_long else 'small'}: KS distance {gap}"
    else:
        title = f"The norms match the target distribution: KS distance {gap}"
    seeds = f" for each of {report.n_samples} seeds" if report.n_samples > 1 else ""
    cells = map(measured, (report.median, report.expected_median, report.distance, report.limit))
    return words_of(
        report,
        title=title,
        subtitle=(
            f"{plural(report.n_freqs, 'frequency')}{seeds}, {count(report.n_effective)} independent norms",
            "solid: empirical CDF, dotted: target distribution, dashed: largest gap",
        ),
        alt=f"Empirical distribution function of {plural(len(report.radius), 'norm')} beside the target distribution; "
        f"KS distance {gap}, at norm {number(report.at)}.",
        readout=Readout(
            ("", "median norm", "expected", "KS distance", "limit", "p"), [("", *cells, p_words(report.p_value))]
        ),
    )
