"""The words of the view “Precision”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, about_words, provenance
from rffviz.explorer.words.numbers import count, measured, of_seeds, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.precision import FLOAT, PrecisionStudy

PANELS = ("at equal D", "at equal memory")


def precision_words(record: PrecisionStudy) -> Words:
    """The title compares the best precision with the highest, at equal memory."""
    about, memory = record.about, record.memory
    errors, best = record.at_equal_memory, record.best
    title = f"At {count(memory)} bits per point the smallest error is {measured(errors[best])}, of {best}-bit features"
    if len({measured(each) for each in errors.values()}) == 1 < len(errors):
        title = f"At {count(memory)} bits per point all precisions have the error {measured(errors[best])}"
    frequencies = "frequencies as drawn"
    if record.frequency_bits < 64:
        frequencies = f"frequencies rounded to {plural(2**record.frequency_bits, 'value')} of a coordinate"
    rounded = (
        "Rounding keeps the mean: k̂ of few bits is as unbiased as k̂ of many, and only varies more. A point with itself "
        "is left out, where rounding makes k̂ too large."
    )
    floor = "Frequencies of few values give k̂ the mean of another kernel: the error has a floor, whatever D."
    return Words(
        title=title,
        subtitle=about_words(
            about,
            f"{count(record.n_used)} of the points" if record.n_used < about.n_points else "",
            f"Monte Carlo, cos/sin pairs, {FLOAT} bits: not rounded",
            frequencies,
            f"line: median over {of_seeds(record.n_seeds, len(about.seeds))}, band: 10–90 % of them",
        ),
        readout=_readout(record),
        alt=f"The error of the kernel matrix against D and against the bits of a point's features. {title}.",
        notes=(rounded, *([floor] if record.frequency_bits < 64 else []), about.note),
        provenance=provenance(
            about,
            "error: sqrt(sum (k_hat - k)^2 / sum k^2) over pairs of different points",
            f"points used: {record.n_used}; bits of a frequency's coordinates: {record.frequency_bits}",
        ),
    )


def _readout(record: PrecisionStudy) -> Readout:
    """The error of each number of bits at the common memory, and at the largest D."""
    same = {of.bits: (count(of.n_freqs[g]), measured(of.median[g])) for of, g in record.at_memory(record.memory)}
    rows = [
        (plural(each.bits, "bit"), *same.get(each.bits, ("–", "–")), measured(each.median[-1]))
        for each in record.curves
    ]
    memory, largest = f"at {count(record.memory)} bits per point", count(record.curves[0].n_freqs[-1])
    return Readout(("per feature", f"D {memory}", f"error {memory}", f"error at D = {largest}"), rows)
