"""The mathematics of the view “Weights”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.views.adaptive.mathematics import LI, LOSS, SHARES
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.weights import WeightMaps

_QUADRATIC = (
    Formula(r"\min_{p\ge0}\ p^\top(A+\Lambda)p-2b^\top p"),
    Formula(r"A_{jl}=\sum_{s,t}q_s^2q_t^2\cos(\omega_j^\top\delta_{st})\cos(\omega_l^\top\delta_{st})"),
    Formula(r"b_j=\sum_{s,t}q_s^2q_t^2\,k(\delta_{st})\cos(\omega_j^\top\delta_{st}),\qquad\delta_{st}=x_s-x_t"),
    "The problem is convex; p solves it if and only if",
    Formula(r"p\ge0,\qquad g=(A+\Lambda)p-b\ge0,\qquad p^\top g=0"),
)


def weights_mathematics(record: WeightMaps) -> Mathematics:
    """The weights over a fixed grid as a quadratic programme, and its solution at the λ shown first."""
    one = record.maps[record.start]
    values = {"n": one.landmarks.n_landmarks, "N": record.about.n_points, "m": len(one.p), "g": len(one.axis)}
    values |= {
        "lam": record.ridges[record.start],
        "error": one.relative_error,
        "sum": float(one.p.sum()),
        "reach": one.axis[-1],
    }
    values |= {"used": int(np.count_nonzero(one.p)), "loss": one.relative_error**2}
    return Mathematics(
        "With the frequencies fixed on a grid, the best weights solve a convex quadratic programme.",
        (
            SHARES[one.landmarks.kind],
            LOSS,
            said(
                r"The grid has $<g>\times <g>$ frequencies with coordinates up to $<reach>$; ω and −ω are the same "
                "frequency, so there are $<m>$ unknown weights. L is quadratic in them:",
                **values,
            ),
            *_QUADRATIC,
            "Λ is diagonal, for the penalty λ times the sum of squares over the whole grid: two cells ±ω share "
            r"$p_j$, so the entry of a pair is $\lambda/2$, and that of the origin λ.",
            said(r"With $n=<n>$ of $N=<N>$ points and $\lambda=<lam>$, $<used>$ weights are positive, and", **values),
            formula(r"\textstyle\sum_jp_j=<sum>", **values),
            formula(r"\frac{L}{\|K\odot qq^\top\|_F^2}=<error>^2=<loss>", **values),
        ),
        f"{LI}, equation (5) and Figure 1 (the programme has D unknowns; the 2r printed there is a slip)",
    )
