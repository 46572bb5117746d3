"""The mathematics of the view “On a line”."""

from __future__ import annotations

import math

from rffviz.explorer.views.prediction.mathematics import RIDGE, RIDGE_SOURCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.line import RidgePath

_PUSH = Formula(r"(Z^\top Z+n\lambda I)^{-1}Z^\top=Z^\top(ZZ^\top+n\lambda I)^{-1}")
_SHIFT = "So the prediction is that of kernel ridge regression with $ZZ^\\top$ in place of K: the same λ, the "


def line_mathematics(record: RidgePath) -> Mathematics:
    """Ridge on features, the posterior band of the same model, and why its variance starves far from the data."""
    n, ridge, s2 = record.about.n_points, record.about.settings["ridge"], record.exact.signal_variance
    m = int(record.n_freqs[record.start])
    values = {
        "n": n,
        "lam": ridge,
        "shift": n * ridge,
        "s2": s2,
        "noise": math.sqrt(n * ridge * s2),
        "m": m,
        "F": 2 * m,
    }
    values |= {"rmse": record.rmse_to_exact[record.start], "rank": min(2 * m, n)}
    starved = ()
    if record.starvation is not None and math.isfinite(wide := record.starvation[record.start]):
        starved = (said("Far from the data the band is $<wide>$ times as wide as the exact band.", wide=wide),)
    if record.pathwise_starvation is not None:
        starved += (
            r"Matheron's rule draws a function from the prior on the features, $w\sim N(0,I)$, and updates it with "
            r"the exact kernel, with noise $\varepsilon\sim N(0,n\lambda s^2I)$:",
            Formula(r"f(x)=s\,z(x)^\top w+k(x,X)(K+n\lambda I)^{-1}\big[y-\bar y-sZw-\varepsilon\big]+\bar y"),
        )
    return Mathematics(
        "Ridge regression on the features is kernel ridge regression with the estimated kernel; both predict the "
        "posterior mean of a Gaussian model.",
        (
            RIDGE,
            _PUSH,
            _SHIFT,
            formula(r"n\lambda=<n>\times <lam>=<shift>", **values),
            r"With the prior $w\sim N(0,s^2I)$ and noise of variance $n\lambda s^2$ the posterior variance of "
            r"$f(x)$, with $f(x)=z(x)^\top w$ and with the exact kernel, is",
            Formula(r"\operatorname{Var}f(x)=s^2n\lambda\;z(x)^\top(Z^\top Z+n\lambda I)^{-1}z(x)"),
            Formula(r"s^2\big[k(x,x)-k(x,X)(K+n\lambda I)^{-1}k(X,x)\big]"),
            formula(r"s^2=\tfrac1n(y-\bar y)^\top(K+n\lambda I)^{-1}(y-\bar y)=<s2>", **values),
            formula(r"\sqrt{n\lambda s^2}=\sqrt{<n>\times <lam>\times <s2>}=<noise>", **values),
            said(
                "With $D=<m>$ w has only $2D=<F>$ directions, and the data determine up to $<rank>$ of them: far "
                "from the data the band cannot widen as the exact band does. The RMSE between the predictions is",
                **values,
            ),
            formula(r"\sqrt{\text{mean}_x(\hat f-f)^2}=<rmse>", **values),
            *starved,
        ),
        f"{RIDGE_SOURCE}; the posterior: Rasmussen & Williams 2006, sections 2.1 and 2.2 (not verified "
        f"against the paper)",
    )
