"""The mathematics of the view “Kernel regularizer”."""

from __future__ import annotations

from rffviz.explorer.views.adaptive.mathematics import LI, LOSS
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.kernel_term import KernelTermStudy


def kernel_term_mathematics(record: KernelTermStudy) -> Mathematics:
    """The objective of SUPERVISE with and without the kernel regularizer, and the test of its gain."""
    eta, gain, spread = record.gain()
    n, others = len(record.whole), len(record.etas) - 1
    cost = r"c(g,y)=(g-y)^2" if record.task == "regression" else r"c(g,y)=\max(0,1-yg)^2"
    values = {
        "g": record.decay,
        "r": record.n_freqs,
        "N": record.about.n_points,
        "eta": eta,
        "gain": gain,
        "n": n,
        "k": others,
    }
    lines = [
        r"The predictor is linear in unweighted features: $g(x)=\alpha^\top[\cos Wx;\ \sin Wx]+\beta$. Its "
        "coefficients and frequencies are trained jointly:",
        Formula(
            r"\min_{W,\alpha,\beta,\,p\ge0}\ \frac1N\sum_{i=1}^{N}c(g(x_i),y_i)+\gamma\|\alpha\|^2"
            r"+\eta\big(L(W,p)+\lambda\|p\|^2\big)"
        ),
        Formula(cost),
        "L is the loss on landmarks:",
        LOSS,
        said(
            r"Here $N=<N>$, $D=<r>$ and $\gamma=<g>$. At $\eta=0$ the frequencies are unconstrained (Yu et al. "
            "2015); a larger η keeps the approximation closer to the kernel.",
            **values,
        ),
        said(
            "The best η above 0 is $<eta>$; it lowers the test error by $<gain>$ on average over $<n>$ splits.",
            **values,
        ),
    ]
    if n > 1 and spread > 0:
        values |= {"spread": spread, "t": record.t, "f": n - 1, "share": 0.025, "limit": record.critical}
        lines += [
            "The paired t statistic and its critical value, Bonferroni-corrected for the number of η compared:",
            formula(r"t=\frac{<gain>}{<spread>/\sqrt{<n>}}=<t>", **values),
            formula(r"t_{<f>}^{-1}\Big(1-\frac{<share>}{<k>}\Big)=<limit>", **values),
        ]
    return Mathematics(
        "SUPERVISE trains a predictor and its frequencies jointly; η is the weight of the kernel regularizer.",
        tuple(lines),
        f"{LI}, equation (9) and Algorithm 2; η = 0: Yu, Kumar, Rowley & Chang 2015",
    )
