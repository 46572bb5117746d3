"""The words of the view “Frequency cloud”."""

from __future__ import annotations

from rffviz.diagnose import FrequencyCloud
from rffviz.views.schemes.words import signed, words_of
from rffviz.words.about import Words
from rffviz.words.numbers import count, number, plural


def cloud_words(report: FrequencyCloud, n_outside: int) -> Words:
    """The words of the cloud of frequencies, `n_outside` of which the panel leaves out."""
    many = plural(report.n_freqs, "frequency")
    repeats = f"{count(report.n_repeats)} of {many} {'repeats' if report.n_repeats == 1 else 'repeat'} another"
    worth = f"worth {count(report.n_effective)} of equal weight"
    if report.n_repeats:
        title, said = repeats, f"{repeats} up to the sign; together they are {worth}"
    elif report.n_freqs == 1:
        title, said = "A single frequency, so nothing repeats", "There is 1 frequency"
    else:
        title = f"{many} of unequal weight are {worth}" if report.unequal else f"{many}, no two of them the same"
        said = f"The {many} all differ{f'; together they are {worth}' if report.unequal else ''}"
    axes = f"coordinates {report.shown[0] + 1} and {report.shown[1] + 1} of {report.d}"
    if report.d == 1:
        axes, related = "coordinate 1 against the row", ""
    else:
        i, j = report.shown
        related = f" The correlation of coordinates {i + 1} and {j + 1} is {signed(report.correlation)}."
    outside = f"{plural(n_outside, 'frequency')} beyond the edges" if n_outside else ""
    joint = "" if report.kernel.factorises or report.d == 1 else "; this kernel's coordinates depend on each other"
    cube = f"unit cube: each coordinate through its distribution function, uniform for draws from the spectrum{joint}"
    return words_of(
        report,
        title=title,
        subtitle=(axes, cube if report.in_cube else outside),
        alt=f"Scatter plot of {many}{' as points of the unit cube' if report.in_cube else ''}, {axes}; {repeats}.",
        reading=f"{said}; k̂(0) is {number(report.total_weight)}, where 1 is right.{related}",
    )
