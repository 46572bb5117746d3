"""The mathematics of the view “Matrices”."""

from __future__ import annotations

import math

from rffviz.studies.pairs import KernelMatrices
from rffviz.views.convergence.mathematics import VARIANCES, variance_of
from rffviz.words.mathematics.record import Formula, Mathematics, formula, said


def matrices_mathematics(record: KernelMatrices) -> Mathematics:
    """The estimate as a product of thin matrices, and its errors at the D shown first."""
    g = record.start
    n, columns = len(record.rows), record.n_freqs[g] * (1 if record.map == "offset" else 2)
    first = {"m": record.n_freqs[0], "rms": record.rms[0], "c": record.rms[0] * math.sqrt(record.n_freqs[0])}
    shown = {"m": record.n_freqs[g], "rms": record.rms[g], "c": record.rms[g] * math.sqrt(record.n_freqs[g])}
    return Mathematics(
        "The estimated matrix is a product of thin matrices, and its error falls as 1/√D for Monte Carlo.",
        (
            Formula(r"K_{st}=k(x_s-x_t),\qquad \hat K=ZZ^\top,\qquad Z=\big[z(x_1),\dots,z(x_n)\big]^\top"),
            said(r"Here Z has $n=<n>$ rows and $<c>$ columns, so that the rank of $\hat K$ is at most", n=n, c=columns),
            formula(r"\min(<n>,<c>)=<r>", n=n, c=columns, r=min(n, columns)),
            *variance_of(record),
            "Over Monte Carlo draws the root mean square error (RMS) of the matrix times √D is the same at every D. In "
            "this draw it is, at the smallest D and at the D shown first,",
            formula(r"\mathrm{RMS}\times\sqrt D=<rms>\times\sqrt{<m>}=<c>", **first),
            formula(r"\mathrm{RMS}\times\sqrt D=<rms>\times\sqrt{<m>}=<c>", **shown),
            said(r"There the largest error in the matrix is $<largest>$.", largest=record.largest[g]),
        ),
        f"Rahimi & Recht 2007, section 3; {VARIANCES}",
    )
