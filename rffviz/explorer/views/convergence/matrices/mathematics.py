"""The mathematics of the view “Matrices”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.convergence.mathematics import VARIANCES, variance_of
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.pairs import KernelMatrices, PairErrors


def estimates_mathematics(record: KernelMatrices | PairErrors) -> Mathematics:
    """Of the matrices or of the pairs."""
    return (pairs_mathematics if isinstance(record, PairErrors) else matrices_mathematics)(record)


def matrices_mathematics(record: KernelMatrices) -> Mathematics:
    """The estimate as a product of thin matrices, and its errors at the D shown first."""
    g = record.start
    n, columns = len(record.rows), record.n_freqs[g] * (1 if record.map == "offset" else 2)
    first = {"m": record.n_freqs[0], "rms": record.rms[0], "c": record.rms[0] * math.sqrt(record.n_freqs[0])}
    shown = {"m": record.n_freqs[g], "rms": record.rms[g], "c": record.rms[g] * math.sqrt(record.n_freqs[g])}
    return Mathematics(
        "The estimated matrix has low rank, and for Monte Carlo its error falls as 1/√D.",
        (
            Formula(r"K_{st}=k(x_s-x_t),\qquad \hat K=ZZ^\top,\qquad Z=\big[z(x_1),\dots,z(x_n)\big]^\top"),
            said(r"Here Z has $n=<n>$ rows and $<c>$ columns, so the rank of $\hat K$ is at most", n=n, c=columns),
            formula(r"\min(<n>,<c>)=<r>", n=n, c=columns, r=min(n, columns)),
            *variance_of(record),
            "For Monte Carlo the expected root mean square (RMS) error of the matrix times √D is the same at every "
            "D. In this draw, at the smallest D and at the D shown first, it is",
            formula(r"\mathrm{RMS}\times\sqrt D=<rms>\times\sqrt{<m>}=<c>", **first),
            formula(r"\mathrm{RMS}\times\sqrt D=<rms>\times\sqrt{<m>}=<c>", **shown),
            said("At the D shown first the largest error of an entry is $<largest>$.", largest=record.largest[g]),
        ),
        f"Rahimi & Recht 2007, section 3; {VARIANCES}",
    )


def pairs_mathematics(record: PairErrors) -> Mathematics:
    """The band of ± 2 SD, and the pair with the largest error at the D shown first."""
    g = record.start
    gap = record.approximate[g] - record.exact
    worst = int(np.argmax(np.abs(gap)))
    sigma = record.sigma[worst] / math.sqrt(record.n_freqs[g])
    values = {"m": record.n_freqs[g], "k": record.exact[worst], "hat": record.approximate[g, worst], "gap": gap[worst]}
    values |= {"one": record.sigma[worst], "sigma": sigma, "inside": record.inside[g], "n": len(record.rows)}
    return Mathematics(
        "At each pair the error of Monte Carlo has mean 0 and a variance that depends on the kernel alone.",
        (
            *variance_of(record),
            r"Write σ for its square root. By Chebyshev's inequality $|\hat k-k|\le2\sigma$ has probability at least "
            "¾; for many frequencies the mean is nearly normal, and the probability is about 95 %.",
            said("At $D=<m>$ the pair with the largest error shown has", **values),
            formula(r"\hat k-k=<hat>-<k>=<gap>", **values),
            formula(r"\sigma=\frac{<one>}{\sqrt{<m>}}=<sigma>", **values),
            said("A fraction of $<inside>$ of the $<n>$ pairs lies within ±2σ.", **values),
        ),
        VARIANCES[0].upper() + VARIANCES[1:],
    )
