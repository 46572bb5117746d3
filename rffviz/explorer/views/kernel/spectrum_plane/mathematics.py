"""The mathematics of the view “Spectrum in the plane”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.kernel.mathematics import DRAWN, SOURCE, VARIANCE_FOLLOWS, density_of, estimate_of
from rffviz.explorer.words.mathematics.estimate import ESTIMATE, PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula
from rffviz.kernels import Kernel
from rffviz.studies.spectrum_plane import PlaneSpectrum


def plane_spectrum_mathematics(record: PlaneSpectrum) -> Mathematics:
    """Bochner's theorem in the plane, one plane wave, and the variance of k̂ one length scale from 0 along an axis."""
    kernel, m = record.about.kernel, record.n_freqs[record.start]
    first = kernel.length_scale if kernel.axes is None else kernel.axes[0]
    near, zero = (int(np.argmin(np.abs(record.delta - place))) for place in (first, 0.0))
    at = record.delta[[near, zero]]
    length = float(np.hypot(*record.W[0]))
    values = {"ell": first, "axis": record.along_axis, "diagonal": record.along_diagonal}
    shape = (
        "k depends on the norm of δ alone if and only if p depends on the norm of ω alone: both are isotropic."
        if kernel.isotropic
        else "k and p are products over the coordinates. Neither is isotropic, so k depends on the direction of δ:"
    )
    return Mathematics(
        "A kernel in the plane is a mean of plane waves, each constant in the direction orthogonal to its frequency ω.",
        (
            r"By Bochner's theorem, with $\omega=(\omega_1,\omega_2)$ and $\delta=(\delta_1,\delta_2)$,",
            Formula(r"k(\delta)=\int\!\!\int p(\omega)\cos(\omega_1\delta_1+\omega_2\delta_2)\,d\omega_1\,d\omega_2"),
            "If k is integrable,",
            Formula(
                r"p(\omega)=\frac{1}{(2\pi)^2}\int\!\!\int k(\delta)\cos(\omega_1\delta_1+\omega_2\delta_2)"
                r"\,d\delta_1\,d\delta_2"
            ),
            *density_of(kernel if kernel.axes is None else kernel.with_length_scale(1.0), 2),
            *(
                (
                    shape,
                    formula(
                        r"k(\ell,0)=<axis>,\qquad k(\ell/\sqrt2,\ \ell/\sqrt2)=<diagonal>,\qquad\ell=<ell>", **values
                    ),
                )
                if kernel.axes is None
                else _each_axis(kernel)
            ),
            r"The wave $\cos(\omega^\top\delta)$ has wavelength $2\pi/\|\omega\|$; for the first wave this is",
            formula(
                r"\frac{2\pi}{\|\omega\|}=\frac{2\pi}{<length>}=<wave>",
                length=length,
                wave=2 * math.pi / length,
            ),
            DRAWN,
            ESTIMATE,
            VARIANCE_FOLLOWS,
            PAIRED_VARIANCE,
            *estimate_of(kernel, at, m, record.approximate[record.start, zero, near]),
        ),
        SOURCE,
    )


def _each_axis(kernel: Kernel) -> tuple[str | Formula, ...]:
    """How kernel and spectrum follow from those with length scale 1."""
    return (
        "Each axis has its own length scale, by which points and frequencies are divided:",
        formula(
            r"k_{\ell_1,\ell_2}(\delta)=k\Big(\frac{\delta_1}{\ell_1},\frac{\delta_2}{\ell_2}\Big),\qquad "
            r"p_{\ell_1,\ell_2}(\omega)=\ell_1\ell_2\,p(\ell_1\omega_1,\ell_2\omega_2),\qquad "
            r"\ell_1=<one>,\ \ell_2=<two>",
            one=kernel.axes[0],
            two=kernel.axes[1],
        ),
    )
