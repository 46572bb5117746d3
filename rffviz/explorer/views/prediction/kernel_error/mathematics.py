"""The mathematics of the view “Kernel error”: a bound on the change of prediction, and the correlation of ranks."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.papers.survey_record import SeenSurvey
from rffviz.studies.kernel_error import KernelError

_KERNELS = {
    "arc_cosine_0": Formula(r"k(x,y)=\frac{\pi-\theta}{\pi}"),
    "arc_cosine_1": Formula(r"k(x,y)=\frac{\|x\|\|y\|}{\pi}\big(\sin\theta+(\pi-\theta)\cos\theta\big)"),
}


def error_mathematics(record: KernelError | SeenSurvey) -> Mathematics:
    """That of the fits, or of the survey."""
    return (survey_mathematics if isinstance(record, SeenSurvey) else kernel_error_mathematics)(record)


def kernel_error_mathematics(record: KernelError) -> Mathematics:
    """Cortes, Mohri and Talwalkar's bound with a fit's numbers, why it is loose, and the degrees of freedom."""
    n, ridge = record.about.n_points, record.ridge
    i, s, g = np.argwhere(record.here if record.here.any() else record.measured)[0]
    error, row = float(record.matrix_errors[i, s, g]), float(record.row_errors[i, s, g])
    values = {"n": n, "lam": ridge, "e": error, "r": row, "m": record.n_freqs[g], "bound": record.bounds[i, s, g]}
    values |= {"change": record.changes[i, s, g], "many": record.bounds[i, s, g] / record.changes[i, s, g]}
    values |= {"shift": n * ridge, "d": record.freedom, "rest": n - record.freedom}
    return Mathematics(
        "A better kernel changes the prediction less in the worst case, not always: the bound depends on the norm of "
        "the error, not on its direction.",
        (
            "With y centred and M its standard deviation, the exact prediction and that on features are",
            Formula(
                r"f(x)=k_x^\top\alpha,\quad\alpha=(K+n\lambda I)^{-1}y,\qquad"
                r"\hat f(x)=\hat k_x^\top\hat\alpha,\quad\hat\alpha=(\hat K+n\lambda I)^{-1}y"
            ),
            Formula(
                r"\hat f(x)-f(x)=-k_x^\top(\hat K+n\lambda I)^{-1}(\hat K-K)(K+n\lambda I)^{-1}y"
                r"+(\hat k_x-k_x)^\top\hat\alpha"
            ),
            r"Both inverses have norm at most $1/(n\lambda)$, y has norm $\sqrt nM$, and $k_x$ has norm at most "
            r"$\sqrt n$:",
            Formula(r"|\hat f(x)-f(x)|\le\frac{M\|\hat K-K\|_2}{n\lambda^2}+\frac{M\|\hat k_x-k_x\|}{\lambda\sqrt n}"),
            said(
                r"For the first fit at $D=<m>$, with $\|\hat K-K\|_2=<e>$ and $\|\hat k_x-k_x\|$ at most $<r>$, the "
                "bound divided by M is",
                **values,
            ),
            formula(r"\frac{<e>}{<n>\times <lam>^2}+\frac{<r>}{<lam>\times\sqrt{<n>}}=<bound>", **values),
            said("The largest change over the test points, divided by M, is $<change>$, so the bound is", **values),
            formula(r"\frac{<bound>}{<change>}=<many>", **values),
            "times as large. It assumes that the whole error lies along both y and $k_x$. The effective degrees of "
            "freedom of the exact method are the trace of its hat matrix:",
            Formula(r"d_\lambda=\operatorname{tr}K(K+n\lambda I)^{-1}=\sum_i\frac{\mu_i}{\mu_i+n\lambda}"),
            formula(r"n\lambda=<n>\times <lam>=<shift>,\qquad d_\lambda=<n>-<rest>=<d>", **values),
        ),
        "Cortes, Mohri & Talwalkar 2010, Proposition 1 (not verified against the paper); the term of the rows"
        " is derived here. Degrees of freedom: "
        "Hastie & Tibshirani 1990",
    )


def survey_mathematics(seen: SeenSurvey) -> Mathematics:
    """The kernel error, the correlation of ranks, and its value at the D/d shown."""
    lines: list[str | Formula] = [
        "The kernel error is measured on the test points; the test error is that of a learner on the same features:",
        Formula(r"e=\frac{\|\hat K-K\|_F}{\|K\|_F},\qquad \hat K_{ij}=z(x_i)^\top z(x_j)"),
    ]
    if seen.kernel in _KERNELS:
        lines += [r"The kernel depends on the angle $\theta$ between x and y:", _KERNELS[seen.kernel]]
    lines += [
        "Let the i-th of n schemes have rank $r_i$ by kernel error and $s_i$ by test error. Without ties, Spearman's "
        "rank correlation is",
        Formula(r"\rho=1-\frac{6\sum_i(r_i-s_i)^2}{n(n^2-1)}"),
    ]
    study = seen.correlation(seen.ratios[seen.start])
    if study is not None:
        lines.append(formula(r"\rho=<rho>,\qquad n=<n>", rho=study.value, n=study.n_pairs))
    return Mathematics(
        "Schemes that approximate the kernel better need not predict better.",
        tuple(lines),
        "Spearman 1904; Cho & Saul 2009, section 2 (not verified against the paper)",
    )
