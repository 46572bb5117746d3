"""The mathematics of the view “Directions”."""

from __future__ import annotations

import math

from rffviz.diagnose import Directions
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula


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
