"""The mathematics of the Prediction page: ridge on features, kernel machines, cost, double descent, components."""

from __future__ import annotations

from rffviz.words.mathematics.record import Formula

RIDGE = Formula(r"w=\arg\min_w\ \frac1n\|Zw-y\|^2+\lambda\|w\|^2=(Z^\top Z+n\lambda I)^{-1}Z^\top y")
RIDGE_SOURCE = "Rahimi & Recht 2007, section 5 (there nλ is called λ)"
