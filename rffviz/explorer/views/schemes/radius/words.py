"""The words and the mathematics of the view “Radius”."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rffviz.diagnose import RadiusDistribution
from rffviz.explorer.views.schemes.mathematics import density_of
from rffviz.explorer.views.schemes.words import p_words, words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula
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


def radius_mathematics(record: RadiusDistribution) -> Mathematics:
    """The distribution of the norms, the largest gap to it, and the p-value of the test."""
    lines = [
        kernel_formula(record.kernel),
        *density_of(record, 1),
        formula(
            r"\mathbb{E}\|\omega\|^2=\sigma_p^2=<s>,\qquad d=<d>", s=record.kernel.second_moment(record.d), d=record.d
        ),
        "The test statistic is the KS distance between the weighted empirical CDF of the norms and their target CDF F:",
        formula(
            r"\Delta=\sup_r\Big|\sum_jp_j\mathbf{1}[\|\omega_j\|\le r]-F(r)\Big|=<gap>,\quad\text{at } r=<at>",
            gap=record.distance,
            at=record.at,
        ),
    ]
    if not math.isnan(record.p_value):
        root = math.sqrt(record.n_effective)
        lines += [
            Formula(r"\Pr(\text{gap}\ge\Delta)\approx Q(t)=2\sum_{i\ge1}(-1)^{i-1}e^{-2i^2t^2}"),
            formula(
                r"t=\Big(\sqrt{<n>}+0.12+\frac{0.11}{\sqrt{<n>}}\Big)\times <gap>=<t>",
                n=record.n_effective,
                gap=record.distance,
                t=(root + 0.12 + 0.11 / root) * record.distance,
            ),
            formula(r"Q(t)=<p>", p=record.p_value),
        ]
    return Mathematics(
        "If the estimate is unbiased, the frequency norms match the spectral density: the Fourier transform "
        "determines the measure.",
        tuple(lines),
        "Kolmogorov 1933; the finite-sample correction: Stephens 1970",
    )
