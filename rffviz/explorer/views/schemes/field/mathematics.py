"""The mathematics of the view “Error field”."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import ErrorField
from rffviz.explorer.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said


def field_mathematics(record: ErrorField) -> Mathematics:
    """The error over the plane, and its largest value relative to Monte Carlo's standard deviation there."""
    at = np.unravel_index(np.argmax(np.abs(record.error)), record.error.shape)
    sigma = record.sigma[at]
    return Mathematics(
        "The estimate depends on δ = x − y alone, so its error is a field over the plane of differences.",
        (
            Formula(r"e(\delta)=\sum_jp_j\cos(\omega_j^\top\delta)-k(\delta),\qquad e(-\delta)=e(\delta)"),
            kernel_formula(record.kernel),
            "For D independent draws of equal weight the field has mean 0, is 0 at δ = 0, and has the variance",
            PAIRED_VARIANCE,
            said("The maximum of the field shown, with $D=<m>$, is", m=record.n_freqs),
            formula(r"\max|e|=<e>,\qquad\sigma\text{ there}=<s>", e=record.largest, s=sigma),
            formula(r"\mathrm{RMS}(e)=<r>", r=record.rms),
        ),
        "Sutherland & Schneider 2015, section 2 (not verified against the paper)",
    )
