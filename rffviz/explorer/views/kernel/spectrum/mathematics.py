"""The mathematics of the view “Spectrum”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.views.kernel.mathematics import DRAWN, SOURCE, VARIANCE_FOLLOWS, density_of, estimate_of
from rffviz.explorer.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula
from rffviz.studies.spectrum import Spectra


def spectra_mathematics(record: Spectra) -> Mathematics:
    """Bochner's theorem in one dimension, the density of each kernel, and the variance of k̂ one length scale from 0."""
    m = record.n_freqs[record.start]
    near = int(np.argmin(np.abs(record.delta - record.about.kernel.length_scale)))
    at = record.delta[[near]]
    lines = [
        "k is continuous and positive definite with $k(0)=1$ if and only if there is a symmetric probability measure "
        "p with",
        Formula(r"k(\delta)=\int_{-\infty}^{\infty}p(\omega)\cos\omega\delta\,d\omega=\mathbb{E}\cos\omega\delta"),
        "If k is integrable, p is its cosine transform:",
        Formula(r"p(\omega)=\frac{1}{2\pi}\int_{-\infty}^{\infty}k(\delta)\cos\omega\delta\,d\delta"),
        DRAWN,
        Formula(r"\hat k(\delta)=\frac1D\sum_{j=1}^{D}\cos\omega_j\delta"),
        VARIANCE_FOLLOWS,
        PAIRED_VARIANCE,
    ]
    for kind in record.kinds:
        lines += [
            f"**The {kind.kernel.label} kernel**",
            *density_of(kind.kernel, 1),
            "The second moment of p is minus the second derivative of k at 0, and infinite if p has heavy tails:",
            formula(r"\mathbb{E}\,\omega^2=-k''(0)=<s>", s=kind.kernel.second_moment(1)),
            *estimate_of(kind.kernel, at, m, kind.approximate[record.start, near]),
        ]
    return Mathematics(
        "A kernel on the line is the mean of the waves cos ωδ over frequencies drawn from its spectrum p.",
        tuple(lines),
        SOURCE,
    )
