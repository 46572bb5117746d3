"""The mathematics of the view “Pairs”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.studies.pairs import PairErrors
from rffviz.views.convergence.mathematics import VARIANCES, variance_of
from rffviz.words.mathematics.record import Mathematics, formula, said


def pairs_mathematics(record: PairErrors) -> Mathematics:
    """The band of ±2σ, and the pair with the largest error at the D shown first."""
    g = record.start
    gap = record.approximate[g] - record.exact
    worst = int(np.argmax(np.abs(gap)))
    sigma = record.sigma[worst] / math.sqrt(record.n_freqs[g])
    values = {"m": record.n_freqs[g], "k": record.exact[worst], "hat": record.approximate[g, worst], "gap": gap[worst]}
    values |= {"one": record.sigma[worst], "sigma": sigma, "inside": record.inside[g], "n": len(record.rows)}
    return Mathematics(
        "At each pair the error of Monte Carlo has mean 0 and a variance that the kernel alone decides.",
        (
            *variance_of(record),
            r"Write σ for its root. By Chebyshev's inequality $|\hat k-k|\le2\sigma$ has a probability of at least ¾; "
            "for many frequencies the mean is nearly normal, and it is about 95 %.",
            said(r"At $D=<m>$ the largest error shown is that of a pair with", **values),
            formula(r"\hat k-k=<hat>-<k>=<gap>", **values),
            formula(r"\sigma=\frac{<one>}{\sqrt{<m>}}=<sigma>", **values),
            said(r"Of the $<n>$ pairs, a share of $<inside>$ lies inside ±2σ.", **values),
        ),
        VARIANCES[0].upper() + VARIANCES[1:],
    )
