"""The mathematics of the view “Cost”."""

from __future__ import annotations

import math

from rffviz.explorer.views.prediction.mathematics import measured_lines
from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula
from rffviz.studies.cost import Cost

_COMPLETE = 2 * math.cos(math.pi / 9)  # the positive root of x³ = 3x + 1


def cost_mathematics(record: Cost) -> Mathematics:
    """Operations of both methods, and where they are equal, beside the crossing that was timed."""
    features = 2 * record.n_freqs
    values = {"F": features, "x": _COMPLETE, "n": _COMPLETE * features, "m": record.n_freqs}
    lines: Lines = [
        "The exact method factorises an n × n matrix; ridge on F = 2D features forms an F × F matrix and factorises "
        "it:",
        Formula(r"\text{exact}\approx\tfrac13n^3,\qquad\text{features}\approx nF^2+\tfrac13F^3"),
        Formula(r"\text{memory: }n^2\ \text{against}\ F^2,\qquad\text{a prediction: }n\ \text{against}\ F"),
        r"With $x=n/F$ the two are equal where $x^3=3x+1$, that is at $x=2\cos20°$, for any F:".replace("°", r"^\circ"),
        formula(r"n=2\cos(20^\circ)\,F=<x>\times <F>=<n>", **values),
    ]
    lines += measured_lines(
        record,
        values["n"],
        "Measured times also include the entries of K, the cosines, and how well each step uses the processor.",
        {"the exact method": record.exact_fit, "features": record.features_fit},
    )
    return Mathematics(
        "The cost of the exact method grows as the cube of the number of points, that of features linearly.",
        tuple(lines),
        "Golub & Van Loan 2013, section 4.2 (Cholesky's factor; not verified against the paper); Rahimi & "
        "Recht 2007, section 1",
    )
