"""The mathematics of the Prediction page: ridge on features, kernel machines, cost, double descent, components."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from rffviz.explorer.words.mathematics.record import Formula, Lines, formula, said
from rffviz.studies.timings import Timings

RIDGE = Formula(r"w=\arg\min_w\ \frac1n\|Zw-y\|^2+\lambda\|w\|^2=(Z^\top Z+n\lambda I)^{-1}Z^\top y")
RIDGE_SOURCE = "Rahimi & Recht 2007, section 5 (there nλ is called λ)"


def measured_lines(record: Timings, counted: float, beside: str, methods: Mapping[str, np.ndarray]) -> Lines:
    """Where the times cross beside where the operations do, and the exponent of each method's time.

    `beside` says what is timed but not counted; `methods` are the seconds of each by its name.
    """
    lines: Lines = []
    if math.isfinite(record.crossing):
        crossing = {"c": record.crossing, "n": counted, "r": record.crossing / counted}
        lines += [f"{beside} They cross at", formula(r"n=<c>,\qquad\frac{<c>}{<n>}=<r>", **crossing)]
    for name, seconds in methods.items():
        if math.isfinite(power := record.power(seconds)):
            lines.append(
                said(rf"The seconds of {name} grow as $n^b$ with $b=<b>$ over the larger half of the sizes.", b=power)
            )
    return lines
