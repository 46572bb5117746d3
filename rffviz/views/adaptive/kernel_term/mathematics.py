"""The mathematics of the view “Kernel term”."""

from __future__ import annotations

from rffviz.studies.kernel_term import KernelTermStudy
from rffviz.views.adaptive.mathematics import LI, LOSS
from rffviz.words.mathematics.record import Formula, Mathematics, formula, said


def kernel_term_mathematics(record: KernelTermStudy) -> Mathematics:
    """The objective of SUPERVISE with and without the kernel term, and the test of its gain."""
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
        r"The predictor is linear in unweighted features: $g(x)=\alpha^\top[\cos Wx;\ \sin Wx]+\beta$. It is trained "
        "together with its frequencies:",
        Formula(
            r"\min_{W,\alpha,\beta,\,p\ge0}\ \frac1N\sum_{i=1}^{N}c(g(x_i),y_i)+\gamma\|\alpha\|^2"
            r"+\eta\big(L(W,p)+\lambda\|p\|^2\big)"
        ),
        Formula(cost),
        "L is the loss on landmarks:",
        LOSS,
        said(
            r"Here $N=<N>$, $r=<r>$ and $\gamma=<g>$. At $\eta=0$ the frequencies are free (Yu et al. 2015); as "
            r"η grows "
            "they must stay near to the kernel's.",
            **values,
        ),
        said(
            r"The best η above 0 is $<eta>$; over $<n>$ splits it lowers the test error on average by $<gain>$.",
            **values,
        ),
    ]
    if n > 1 and spread > 0:
        values |= {"spread": spread, "t": record.t, "f": n - 1, "share": 0.025, "limit": record.critical}
        lines += [
            "The paired t statistic, and what it must exceed, shared among the η that the best was picked from:",
            formula(r"t=\frac{<gain>}{<spread>/\sqrt{<n>}}=<t>", **values),
            formula(r"t_{<f>}^{-1}\Big(1-\frac{<share>}{<k>}\Big)=<limit>", **values),
        ]
    return Mathematics(
        "SUPERVISE trains a predictor and its frequencies at once; η weighs how near they must stay to the kernel.",
        tuple(lines),
        f"{LI}, equation (9) and Algorithm 2; η = 0: Yu, Kumar, Rowley & Chang 2015",
    )
