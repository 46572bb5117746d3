"""The words and the mathematics of the view “Norms and directions”."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import Directions, RadiusDistribution
from rffviz.explorer.views.schemes.mathematics import density_of
from rffviz.explorer.views.schemes.words import p_words, words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula
from rffviz.explorer.words.numbers import count, measured, number, plural
from rffviz.explorer.words.readout import Readout


def norms_or_directions_mathematics(record: RadiusDistribution | Directions) -> Mathematics:
    """That of the norms, or of the directions."""
    return (radius_mathematics if isinstance(record, RadiusDistribution) else directions_mathematics)(record)


def largest_distance(records: Sequence[RadiusDistribution]) -> str:
    """The largest KS distance of all samples."""
    return f"largest KS distance {measured(max(record.distance for record in records))}"


def radius_words(record: RadiusDistribution) -> Words:
    """The words of the frequency norms against their distribution."""
    gap = measured(record.distance)
    if record.constant:
        title = f"All frequencies have norm {number(record.radius[0])}"
    elif record.off:
        title = f"The norms are too {'large' if record.too_long else 'small'}: KS distance {gap}"
    else:
        title = f"The norms match the target distribution: KS distance {gap}"
    seeds = f" for each of {record.n_samples} seeds" if record.n_samples > 1 else ""
    cells = map(measured, (record.median, record.expected_median, record.distance, record.limit))
    return words_of(
        record,
        title=title,
        subtitle=(
            f"{plural(record.n_freqs, 'frequency')}{seeds}, {count(record.n_effective)} independent norms",
            "solid: empirical CDF, dotted: target distribution, dashed: largest gap",
        ),
        alt=f"Empirical distribution function of {plural(len(record.radius), 'norm')} beside the target distribution; "
        f"KS distance {gap}, at norm {number(record.at)}.",
        readout=Readout(
            ("", "median norm", "expected", "KS distance", "limit", "p"), [("", *cells, p_words(record.p_value))]
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


def largest_mass(records: Sequence[Directions]) -> str:
    """The largest eigenvalue of all samples; none on a line."""
    if any(record.d == 1 for record in records):
        return ""
    return f"largest eigenvalue {measured(max(record.largest_eigenvalue for record in records))}"


def directions_words(record: Directions) -> Words:
    """The words of the angles between frequencies."""
    many, share = plural(record.n_freqs, "frequency"), measured(record.largest_eigenvalue)
    pairs = plural(record.n_between, "pair")
    bars = f"bars: {pairs} of different blocks, line: {plural(record.n_within, 'pair')} within blocks of "
    bars += plural(record.d, "consecutive frequency")
    flat = record.d == 1
    cells = ("–", "–") if flat else map(measured, (record.largest_eigenvalue, record.expected_eigenvalue))
    within = measured(record.largest_within) if record.n_within else "–"
    return words_of(
        record,
        title=_directions_title(record, many, share),
        subtitle=(bars + ("; dotted: independent uniform directions" if record.isotropic else ""),),
        alt=f"Histogram of cosines between {many} in {plural(record.d, 'dimension')}, {pairs} of different blocks and "
        f"{count(record.n_within)} within blocks.",
        readout=Readout(
            ("", "largest eigenvalue", "expected", "p", "max |cos| within blocks"),
            [("", *cells, p_words(record.p_value), within)],
        ),
    )


def _directions_title(record: Directions, many: str, share: str) -> str:
    if record.d == 1:
        return "In one dimension a frequency has only a sign"
    if not record.isotropic:
        return f"The {record.kernel.label} kernel is anisotropic: its directions are not uniform"
    if record.right_angles:
        return f"Frequencies are orthogonal within blocks of {record.d}"
    if np.isnan(record.p_value):
        return f"{many}: too few to test the directions"
    if record.uneven:
        return f"The directions are uneven: one axis gets {share} times its expected mass"
    how = "more even than" if record.more_even else "as even as"
    return f"The directions are {how} independent ones"


def directions_mathematics(record: Directions) -> Mathematics:
    """The distribution of the cosines, the largest eigenvalue of the axes, and Bingham's test."""
    if record.d == 1:
        return Mathematics(
            "In one dimension a frequency has a sign but no direction, and the cosine does not depend on the sign.",
            (Formula(r"\cos(-\omega\delta)=\cos(\omega\delta)"),),
            "Rahimi & Recht 2007, Theorem 1",
        )
    lines = [
        r"For independent uniform directions $u_j=\omega_j/\|\omega_j\|$ the cosine $t=u_i^\top u_j$ has the "
        "distribution",
        Formula(r"\tfrac{1+t}{2}\sim\mathrm{Beta}\big(\tfrac{d-1}{2},\tfrac{d-1}{2}\big)"),
        formula(r"\operatorname{Var}t=\frac1d=\frac{1}{<d>}=<v>", d=record.d, v=1 / record.d),
        "For uniform directions the second-moment matrix is the identity. Its largest eigenvalue is the relative "
        "mass on one axis:",
        formula(
            r"\lambda_{\max}\Big(d\sum_jp_ju_ju_j^\top\Big)=<top>,\qquad\text{expected: "
            r"}\Big(1+\sqrt{d/n_{\mathrm{eff}}}\Big)^2=<usual>",
            top=record.largest_eigenvalue,
            usual=record.expected_eigenvalue,
        ),
    ]
    if not math.isnan(record.p_value):
        lines += [
            r"Bingham's statistic S is the excess of $\sum_{i\ne j}p_ip_j(u_i^\top u_j)^2$ over its mean, scaled to "
            r"have the mean and variance of $\chi^2$:",
            formula(
                r"\frac{(d-1)(d+2)}{2}=\frac{(<d>-1)(<d>+2)}{2}=<nu>",
                d=record.d,
                nu=record.degrees,
            ),
            formula(
                r"S=<s>,\qquad\Pr(\chi^2_{<nu>}\ge S)=<p>", s=record.statistic, nu=record.degrees, p=record.p_value
            ),
        ]
    return Mathematics(
        "The frequencies of an isotropic kernel have uniform directions."
        if record.isotropic
        else "This kernel is anisotropic: its directions are not uniform, and the distribution below does not apply.",
        tuple(lines),
        "Bingham 1974; Mardia & Jupp 2000, section 10.7.1 (not verified against the paper)",
    )
