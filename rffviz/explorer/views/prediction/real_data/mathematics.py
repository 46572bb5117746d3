"""The mathematics of the view “Real data”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.prediction.mathematics import RIDGE, RIDGE_SOURCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, said
from rffviz.studies.real_data import MethodComparison


def data_mathematics(record: MethodComparison) -> Mathematics:
    """What the error is, how λ is chosen by leave-one-out, and the best method's error over the splits."""
    lines = [
        RIDGE,
        "Each method chooses λ on the training points alone. On dense features the leave-one-out error at point i "
        "follows from a single fit, with the hat matrix H:",
        Formula(r"H=Z(Z^\top Z+n\lambda I)^{-1}Z^\top,\qquad y_i-f_{-i}(x_i)=\frac{y_i-f(x_i)}{1-h_{ii}}"),
        "The test error is",
        Formula(r"\sqrt{\frac{\sum_i(f(x_i)-y_i)^2}{\sum_i(y_i-\bar y)^2}}")
        if record.task == "regression"
        else Formula(r"100\times\frac{\#\{i:f(x_i)\ne y_i\}}{n_{\text{test}}}"),
    ]
    if record.sized:
        best = record.best
        errors = best.errors[:, best.best]
        errors = errors[np.isfinite(errors)]
        values = {
            "size": best.sizes[best.best],
            "R": len(errors),
            "mean": float(errors.mean()),
            "sum": float(errors.sum()),
        }
        lines += [
            said(
                rf"Among methods with a size, the smallest mean error is that of {best.label} at size $<size>$, "
                "over $<R>$ splits:",
                **values,
            ),
            formula(r"\frac{1}{R}\sum_r\text{error}_r=\frac{<sum>}{<R>}=<mean>", **values),
        ]
        if np.isfinite(spread := float(best.spread[best.best])):
            lines += [
                "The standard error of this mean, as if the splits were independent (they share points):",
                formula(r"\frac{<s>}{\sqrt{<R>}}=<se>", s=spread, R=len(errors), se=spread / math.sqrt(len(errors))),
            ]
    return Mathematics(
        "Every method is linear in its features; the exact methods use the kernel itself.",
        tuple(lines),
        f"{RIDGE_SOURCE}; leave-one-out: Golub, Heath & Wahba 1979",
    )
