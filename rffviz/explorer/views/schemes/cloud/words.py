"""The words and the mathematics of the view “Frequency cloud”."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import ALARM, FrequencyCloud
from rffviz.explorer.views.schemes.mathematics import density_of
from rffviz.explorer.views.schemes.words import signed, words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula
from rffviz.explorer.words.numbers import count, measured, number, plural
from rffviz.explorer.words.readout import Readout

_INDICES = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def all_repeats(records: Sequence[FrequencyCloud]) -> str:
    """How many frequencies of all samples repeat another."""
    return plural(sum(record.n_repeats for record in records), "repeat")


def cloud_words(record: FrequencyCloud, n_outside: int) -> Words:
    """The words of the cloud of frequencies, `n_outside` of which the panel leaves out."""
    many = plural(record.n_freqs, "frequency")
    repeats = f"{count(record.n_repeats)} of {many} {'repeats' if record.n_repeats == 1 else 'repeat'} another"
    if record.n_repeats:
        title = repeats
    elif record.unequal:
        title = f"The effective sample size of {many} is {count(record.n_effective)}"
    else:
        title = "A single frequency, so nothing repeats" if record.n_freqs == 1 else f"All {many} are distinct"
    axes = f"coordinates {record.shown[0] + 1} and {record.shown[1] + 1} of {record.d}"
    if record.d == 1:
        axes, pair, related = "coordinate 1 against the row", "correlation", "–"
        strongest = "–"
    else:
        i, j = record.shown
        pair, related = f"corr(ω{i + 1}, ω{j + 1})".translate(_INDICES), signed(record.correlation)
        strongest = f"{signed(record.moments.largest)} (±{measured(record.moments.expected_largest)})"
    scale = number(float(np.abs(record.moments.spread_z).max()))
    cells = (
        count(record.n_repeats),
        count(record.n_effective),
        f"{scale} ({number(record.moments.spread_threshold)})",
        strongest,
    )
    outside = f"{plural(n_outside, 'frequency')} beyond the edges" if n_outside else ""
    joint = "" if record.kernel.factorises or record.d == 1 else "; this kernel's coordinates are dependent"
    cube = f"unit cube: each coordinate through its CDF, uniform for draws from the spectral density{joint}"
    return words_of(
        record,
        title=title,
        subtitle=(axes, cube if record.in_cube else outside),
        alt=f"Scatter plot of {many}{' as points of the unit cube' if record.in_cube else ''}, {axes}; {repeats}.",
        readout=Readout(
            (
                "",
                "frequencies that repeat",
                "effective sample size",
                "scale |z| (limit)",
                "correlation (expected)",
                pair,
            ),
            [("", *cells, related)],
        ),
    )


def cloud_mathematics(record: FrequencyCloud) -> Mathematics:
    """Distribution, points in the unit cube, cost of unequal weights and repeats, scale of the coordinates."""
    moments, worst = record.moments, record.moments.worst
    return Mathematics(
        "The distribution function maps each coordinate of a frequency drawn from the spectrum to a uniform variable.",
        (
            kernel_formula(record.kernel),
            *density_of(record, 0),
            Formula(r"u_i=F(\omega_i),\qquad F(t)=\Pr(\omega_i\le t)"),
            formula(r"\Pr(|\omega_i|\le <r>)=0.99", r=record.reach),
            r"The estimate is $\hat k(\delta)=\sum_jp_j\cos\omega_j^\top\delta$. ω and −ω have the same cosine and "
            r"count as one frequency. With independent frequencies its variance is that of $n_{\mathrm{eff}}$ equal "
            "weights:",
            formula(
                r"n_{\mathrm{eff}}=\frac{(\sum_jp_j)^2}{\sum_jp_j^2}=<n>,\qquad D=<m>",
                n=record.n_effective,
                m=record.n_freqs,
            ),
            formula(r"\hat k(0)=\textstyle\sum_jp_j=<w>", w=record.total_weight),
            "The scale of a coordinate exists for heavy tails, too: with F the target distribution function of "
            r"$|\omega_i|$, $F(|\omega_i|)$ is uniform. For the target distribution |z| exceeds its limit at any of "
            f"the d coordinates in one of {1 / ALARM:,.0f} samples:",
            formula(
                r"s_i=\sum_jp_jF(|\omega_{ji}|)\ \text{ should be }\ \tfrac12;\qquad s_{<i>}=<s>,\quad z_{<i>}=<z>",
                i=worst + 1,
                s=moments.spread[worst],
                z=moments.spread_z[worst],
            ),
            formula(
                r"\Phi^{-1}\Big(1-\frac{<alarm>}{2\times <d>}\Big)=<limit>",
                alarm=ALARM,
                d=record.d,
                limit=moments.spread_threshold,
            ),
        ),
        "Rahimi & Recht 2007, Theorem 1; effective sample size: Kish 1965; limit: Bonferroni",
    )
