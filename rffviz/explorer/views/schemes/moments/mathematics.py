"""The mathematics of the view “Moments”."""

from __future__ import annotations

from rffviz.diagnose import ALARM, Moments
from rffviz.explorer.words.mathematics.record import Mathematics, formula


def moments_mathematics(record: Moments) -> Mathematics:
    """The second moments, a measure of scale that also exists for heavy tails, and the thresholds of both tests."""
    d, worst = record.d, record.worst
    lines = [
        formula(r"\mathbb{E}\omega_i^2=\frac{\sigma_p^2}{d}=<t>", t=record.target),
        formula(r"\frac1d\sum_i\sum_jp_j\omega_{ji}^2=<m>,\qquad d=<d>", m=float(record.second.mean()), d=d),
        "Heavy tails have no second moment, but the probability integral transform always has moments. With F the "
        r"target distribution function of $|\omega_i|$, $F(|\omega_i|)$ is uniform:",
        formula(
            r"s_i=\sum_jp_jF(|\omega_{ji}|)\ \text{ should be }\ \tfrac12;\qquad s_{<i>}=<s>,\quad z_{<i>}=<z>",
            i=worst + 1,
            s=record.spread[worst],
            z=record.spread_z[worst],
        ),
        f"For the target distribution |z| exceeds its threshold at any of the d coordinates in one of "
        f"{1 / ALARM:,.0f} samples:",
        formula(
            r"\Phi^{-1}\Big(1-\frac{<alarm>}{2\times <d>}\Big)=<limit>", alarm=ALARM, d=d, limit=record.spread_threshold
        ),
    ]
    if record.pair is not None:
        i, j = record.pair
        lines += [
            r"Correlations are those of $v_i=2F(\omega_i)-1$, with F the distribution function of $\omega_i$. The "
            "largest over all pairs of coordinates, in standard errors, and its threshold are",
            formula(
                r"r_{<i>,<j>}=\frac{\sum_jp_jv_iv_l}{\sqrt{\sum_jp_jv_i^2\,\sum_jp_jv_l^2}}=<r>,\quad z=<z>",
                i=i + 1,
                j=j + 1,
                r=record.largest,
                z=record.correlation_z[i, j],
            ),
            formula(
                r"\Phi^{-1}\Big(1-\frac{<alarm>}{<d>\times(<d>-1)}\Big)=<limit>",
                alarm=ALARM,
                d=d,
                limit=record.correlation_threshold,
            ),
        ]
    return Mathematics(
        "All coordinates of a frequency have the same scale, and no two are correlated.",
        tuple(lines),
        "Thresholds: Bonferroni; sums over symmetric terms: Efron 1969",
    )
