"""The mathematics of the survey: its two errors, and the correlation of their ranks."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula
from rffviz.papers.survey_record import SeenSurvey

_KERNELS = {
    "arc_cosine_0": Formula(r"k(x,y)=\frac{\pi-\theta}{\pi}"),
    "arc_cosine_1": Formula(r"k(x,y)=\frac{\|x\|\|y\|}{\pi}\big(\sin\theta+(\pi-\theta)\cos\theta\big)"),
}


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
