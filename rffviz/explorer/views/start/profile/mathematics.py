"""The mathematics of the view “Profile”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.words.mathematics.estimate import BOCHNER, ESTIMATE, PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.studies.profile import KernelProfile


def profile_mathematics(record: KernelProfile) -> Mathematics:
    """Bochner's theorem, the resulting features, and their variance one length scale from 0."""
    kernel, g = record.about.kernel, record.start
    near = int(np.argmin(np.abs(record.distance - kernel.length_scale)))
    twice = int(np.argmin(np.abs(record.distance - 2 * record.distance[near])))
    return Mathematics(
        "A shift-invariant kernel is the mean of a cosine over random frequencies; the mean of D such cosines "
        "estimates it.",
        (
            "Bochner: k is continuous and positive definite with $k(0)=1$ if and only if there is a symmetric "
            "probability measure p with",
            BOCHNER,
            kernel_formula(kernel),
            r"Since $\cos(a-b)=\cos a\cos b+\sin a\sin b$, a mean of cosines is an inner product:",
            ESTIMATE,
            Formula(r"z(x)=\tfrac{1}{\sqrt D}\big[\cos\omega_j^\top x,\ \sin\omega_j^\top x\big]_{j=1}^{D}"),
            r"With $\mathbb{E}\cos^2(\omega^\top\delta)=\tfrac12+\tfrac12k(2\delta)$ the variance of D independent "
            "draws follows:",
            PAIRED_VARIANCE,
            said(
                r"At $\|\delta\|=<t>$ and $D=<m>$ the standard deviation is",
                t=record.distance[near],
                m=record.n_freqs[g],
            ),
            formula(
                r"\sigma=\sqrt{\frac{\tfrac12+\tfrac12\times <k2>-<k>^2}{<m>}}=<sigma>",
                k=record.exact[near],
                k2=record.exact[twice],
                m=record.n_freqs[g],
                sigma=record.sigma[g, near],
            ),
        ),
        "Rahimi & Recht 2007, Theorem 1 and Algorithm 1; the variance: Sutherland & Schneider 2015, section 2"
        " (not verified against the paper)",
    )
