"""The mathematics of the view “Frequency cloud”."""

from __future__ import annotations

from rffviz.diagnose import ALARM, FrequencyCloud
from rffviz.explorer.views.schemes.mathematics import density_of
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula


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
