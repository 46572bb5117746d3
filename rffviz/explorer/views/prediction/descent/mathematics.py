"""The mathematics of the view “Double descent”."""

from __future__ import annotations

import math

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.descent import Descent


def descent_mathematics(record: Descent) -> Mathematics:
    """Why least squares fails with as many features as points, and the effect of λ."""
    n, ridge = record.about.n_points, float(record.ridges[-1])
    at = record.peak
    values = {
        "n": n,
        "half": n / 2,
        "m": record.n_freqs[at],
        "F": 2 * record.n_freqs[at],
        "e": record.median_test[0, at],
    }
    values |= {"lam": ridge, "shift": n * ridge, "gain": 1 / (2 * math.sqrt(n * ridge)) if ridge else math.inf}
    lines = [
        r"Write $Z=\sum_i s_iu_iv_i^\top$ with singular values $s_i$. Minimum-norm least squares and ridge "
        "regression are",
        Formula(
            r"w_0=\sum_{s_i>0}\frac{1}{s_i}v_iu_i^\top y,\qquad w_\lambda=\sum_i\frac{s_i}{s_i^2+n\lambda}v_iu_i^\top y"
        ),
        r"Noise of variance $\sigma^2$ in y adds $\sigma^2\sum_i s_i^{-2}$ to the mean of $\|w_0\|^2$. A nearly "
        "square matrix has singular values near 0; with fewer or more columns the smallest one is larger.",
        said("Z is square for $n=<n>$ points if", **values),
        formula(r"2D=n,\qquad D=\frac{<n>}{2}=<half>", **values),
        said(r"The median test error of least squares is largest, $<e>$, at $D=<m>$, with $<F>$ features.", **values),
    ]
    theory = record.equivalents[-1][at]
    z, kappa, p = theory.degrees_of_freedom, theory.kappa, 2 * record.n_freqs[at]
    if ridge:
        lines += [
            said(r"With $\lambda=<lam>$ every direction is amplified by at most", **values),
            formula(
                r"\max_s\frac{s}{s^2+n\lambda}=\frac{1}{2\sqrt{n\lambda}}=\frac{1}{2\sqrt{<n>\times <lam>}}=<gain>",
                **values,
            ),
        ]
    lines += [
        r"The dashed lines are the theory from the eigenvalues $\xi_i$ of the kernel matrix, divided by n, and the "
        r"components $v_i$ of y along its eigenvectors. For $p=2D$ features an effective penalty $\kappa$ solves a "
        "fixed-point equation and gives the test error, before division by the variance of the test targets:",
        Formula(
            r"\kappa(n-z)\Big(1-\frac{z}{p}\Big)=n\lambda,\qquad z=\sum_i\frac{\xi_i}{\xi_i+\kappa},\qquad "
            r"q=\sum_i\frac{\xi_i^2}{(\xi_i+\kappa)^2}"
        ),
        Formula(
            r"b=\sum_iv_i^2\Big[\frac{\kappa}{\xi_i+\kappa}-\frac{\kappa\xi_i}{(\xi_i+\kappa)^2}\,\frac{p-z}{p-q}\Big],"
            r"\qquad A=\Big[1-\frac{q(p-2z)+z^2}{n(p-q)}\Big]^{-1},\qquad\text{error}^2=A(b+\sigma^2)"
        ),
    ]
    if not theory.vacuous:
        values |= {"kappa": kappa, "z": z, "p": p, "A": theory.amplification, "b": theory.bias, "v": record.variance}
        values |= {"s2": record.noise, "error": record.predicted[-1, at], "seen": record.median_test[-1, at]}
        lines += [
            said(r"With $\lambda=<lam>$ and $p=<p>$ the prediction is as follows; measured is $<seen>$:", **values),
            formula(r"<kappa>\times(<n>-<z>)\times\Big(1-\frac{<z>}{<p>}\Big)=<shift>", **values),
            formula(r"\sqrt{\frac{<A>\times(<b>+<s2>)}{<v>}}=<error>", **values),
        ]
    return Mathematics(
        "Least squares amplifies noise by the inverse of the smallest singular value, which is nearly 0 with as many "
        "features as points.",
        tuple(lines),
        "Belkin, Hsu, Ma & Mandal 2019; Hastie, Montanari, Rosset & Tibshirani 2022; the prediction: Mei & Montanari "
        "2022, Simon, Karkada, Ghosh & Belkin 2023",
    )
