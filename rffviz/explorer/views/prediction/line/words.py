"""The words and the mathematics of the view “On a line”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.prediction.mathematics import RIDGE, RIDGE_SOURCE
from rffviz.explorer.words.about import Words, about_words, data_words, provenance, scheme_words
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.explorer.words.numbers import count, from_to, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.line import RidgePath


def prediction_words(path: RidgePath) -> Words:
    """The title gives the distance to exact kernel ridge regression at the D shown first."""
    start = path.start
    return Words(
        title=f"RMSE to exact kernel ridge is {number(path.rmse_to_exact[start])} at D = {count(path.n_freqs[start])}",
        subtitle=about_words(
            path.about, scheme_words(path.about), f"λ = {number(path.about.settings['ridge'])}", _draws(path)
        ),
        readout=prediction_readout(path, start),
        alt=f"{data_words(path.about)}, with the exact kernel ridge prediction and that of random features: the "
        f"distance between the two (root mean square) goes {from_to(path.n_freqs, path.rmse_to_exact)}.",
        provenance=provenance(
            path.about,
            "bands: the exact Gaussian process, and Bayesian linear regression on the features, same prior and noise",
        ),
        notes=(
            f"RMSE is taken over x from {span_words(path)}. Each frequency gives two "
            "features, and both methods use the same λ.",
            "Bands are ±2 posterior standard deviations of the function, without noise, under one prior. “Off data” is "
            "where the exact band keeps 95 % of its prior variance; a much narrower band there is variance "
            "starvation.",
            *map(str, path.notes),
        ),
    )


def span_words(path: RidgePath) -> str:
    """'−3 to 3': where the errors are taken."""
    return " to ".join(number(edge).replace("-", "−") for edge in path.span)


def prediction_readout(path: RidgePath, g: int) -> Readout:
    """The errors of features and of the exact method, and their bands, for one number of frequencies."""
    columns = [f"D = {count(path.n_freqs[g])}", "RMSE to exact kernel ridge", "max error"]
    features = ["features", measured(path.rmse_to_exact[g]), measured(path.max_to_exact[g])]
    exact = ["exact kernel ridge", "–", "–"]
    if path.test_rmse is not None:
        columns.append("RMSE to truth")
        features.append(measured(path.test_rmse[g]))
        exact.append(measured(path.exact_test_rmse))
    for name, ratios in (("band", path.starvation), ("spread of draws", path.pathwise_starvation)):
        if ratios is not None and np.isfinite(ratios).any():
            columns.append(f"{name} / exact, off data")
            low = ", too narrow" * (name == "band" and bool(path.starved[g]))
            features.append(f"{measured(ratios[g])}{low}")
            exact.append("1")
    return Readout(columns, (features, exact))


def _draws(path: RidgePath) -> str:
    if path.draws is None:
        return ""
    drawn = plural(path.draws.shape[1], "draw")
    if path.drawn_by == "features":
        return f"thin lines: {drawn} from each posterior"
    return f"thin lines: {drawn} of the exact posterior, and of the features' prior with the exact update"


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
