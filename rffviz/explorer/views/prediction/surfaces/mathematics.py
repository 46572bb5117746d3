"""The mathematics of the view “Decision surfaces”."""

from __future__ import annotations

from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.studies.surfaces import Surfaces


def plane_mathematics(record: Surfaces) -> Mathematics:
    """The kernel machine, its form as an enclosing ball, and the linear machine on features."""
    n, size = len(record.X), record.size
    lines = [
        r"A support vector machine separates the classes by $f(x)=\sum_i\alpha_iy_ik(x_i,x)+\beta$; α solves",
        Formula(
            r"\max_{0\le\alpha\le C,\ y^\top\alpha=0}\ "
            r"\sum_i\alpha_i-\tfrac12\sum_{i,j}\alpha_i\alpha_jy_iy_jk(x_i,x_j)"
        ),
        "With squared slacks and a penalised β the dual is that of a minimum enclosing ball in the feature space of "
        r"the kernel, since the diagonal of $\tilde k$ is constant. The core vector machine adds the point furthest "
        r"outside the ball until all lie within $(1+\varepsilon)$ times its radius:",
        Formula(r"\tilde k_{ij}=y_iy_jk(x_i,x_j)+y_iy_j+\frac{\mathbf{1}[i=j]}{C}"),
        Formula(r"\max_{\alpha\ge0,\ \sum_i\alpha_i=1}\ \sum_i\alpha_i\tilde k_{ii}-\alpha^\top\tilde K\alpha"),
        r"On features the same boundary is linear, $f(x)=w^\top z(x)+\beta$, since $z(x)^\top z(y)\approx k(x,y)$.",
    ]
    for each in record.compared[:1]:
        values = {"n": n, "m": size, "w": record.n_wrong(each), "t": record.n_test}
        values |= {"e": each.test_error, "a": each.agreement}
        lines += [
            said(
                rf"{each.label}, of size $<m>$ on $<n>$ training points, agrees with the first exact method on a "
                r"fraction of $<a>$ of the plane. Its test error, in percent, is",
                **values,
            ),
            formula(r"100\times\frac{<w>}{<t>}=<e>", **values),
        ]
    return Mathematics(
        "A linear boundary in the space of the features approximates the boundary of the kernel machine.",
        (kernel_formula(record.about.kernel), *lines),
        "Cortes & Vapnik 1995; Tsang, Kwok & Cheung 2005, section 3 (not verified against the paper); Rahimi "
        "& Recht 2007, section 3",
    )
