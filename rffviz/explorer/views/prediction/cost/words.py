"""The words and the mathematics of the view “Cost”."""

from __future__ import annotations

import math

from rffviz.explorer.views.prediction.mathematics import measured_lines
from rffviz.explorer.views.prediction.words import CLOCKED, timings_title
from rffviz.explorer.words.about import Words, dotted, provenance
from rffviz.explorer.words.mathematics.record import Formula, Lines, Mathematics, formula
from rffviz.explorer.words.numbers import count, kernel_words, number, plural, times
from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.waiting import duration
from rffviz.studies.cost import Cost


def cost_words(record: Cost) -> Words:
    """The title says from how many points on, or at how many sizes, ridge on features fits faster."""
    return Words(
        title=_title(record),
        subtitle=dotted(
            f"Exact kernel ridge, and ridge on {plural(record.n_freqs, 'frequency')} "
            f"({plural(2 * record.n_freqs, 'feature')})",
            f"{kernel_words(record.about.kernel)}, d = {record.about.d}",
            f"predict: {plural(record.n_asked, 'point')}",
            "processor seconds on this machine, one thread, the faster of two runs",
        ),
        readout=cost_readout(record),
        alt=f"Processor seconds to fit and to predict against the number of points: {_title(record)}.",
        provenance=provenance(
            record.about,
            f"d: {record.about.d}; frequencies: {record.n_freqs}",
            CLOCKED,
        ),
        notes=(
            "Both methods run here, one after the other. The exact method stores N² numbers and takes N³/3 operations; "
            "ridge on 2·D features stores (2·D)² numbers and takes about N·(2·D)² operations. The "
            f"exact method is not run beyond {record.most_exact:,} points.",
        ),
    )


def cost_readout(record: Cost) -> Readout:
    """The seconds of both methods at the largest size at which both ran."""
    at = int(record.shared[-1]) if len(record.shared) else max(record.n_timed - 1, 0)
    rows = []
    for name, fit, predict in (
        ("exact", record.exact_fit, record.exact_predict),
        ("features", record.features_fit, record.features_predict),
    ):
        rows.append((name, number(fit[at]), number(predict[at])))
    if len(record.shared):
        pairs = (record.exact_fit, record.features_fit), (record.exact_predict, record.features_predict)
        rows.append(("exact / features", *(_ratio(float(exact[at]), float(ours[at])) for exact, ours in pairs)))
    return Readout((f"N = {count(record.n_points[at])}", "seconds to fit", "seconds to predict"), rows)


def _ratio(exact: float, ours: float) -> str:
    if not ours > 0:  # below the clock's resolution
        return "–"
    return times(exact / ours) if exact >= ours else f"{number(exact / ours)}×"


def beyond_words(record: Cost) -> str:
    """'30,000 points: ≈ 2 min, 7.2 GB': time and memory of the exact method at the largest size."""
    n = int(record.n_points[-1])
    return f"{count(n)} points: ≈ {duration(record.exact_at(n))}, {number(8 * n**2 / 1e9)} GB"


def _title(record: Cost) -> str:
    features = f"ridge on {plural(record.n_freqs, 'frequency')}"
    crossing, waiting = f"{number(record.crossing)} points", "Timing both methods"
    return timings_title(record, crossing, f"{features} fits faster", f"{features} fits more slowly") or waiting


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
