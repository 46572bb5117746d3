"""The mathematics of the view “Radius”."""

from __future__ import annotations

import math

from rffviz.diagnose import RadiusDistribution
from rffviz.explorer.views.schemes.mathematics import density_of
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula


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
