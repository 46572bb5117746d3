"""The words of the view “Precision”."""

from __future__ import annotations

from rffviz.studies.precision import FLOAT, PrecisionStudy
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, listed, measured, of_seeds, plural

PANELS = ("at equal D", "at equal memory")


def precision_words(record: PrecisionStudy) -> Words:
    """The title compares the best precision with the highest, at equal memory."""
    about, memory = record.about, record.memory
    same, errors = record.at_memory(memory), record.at_equal_memory
    best, most = record.best, max(errors)
    title = f"In {count(memory)} bits a point, {best}-bit features have an error of {measured(errors[best])}"
    title += f", {most}-bit ones {measured(errors[most])}" if most != best else ": no fewer bits have a smaller one"
    each = [f"{measured(errors[of.bits])} for {plural(of.bits, 'bit')} (D = {count(of.n_freqs[g])})" for of, g in same]
    largest = count(record.curves[0].n_freqs[-1])
    at_equal = [f"{measured(curve.median[-1])} for {plural(curve.bits, 'bit')}" for curve in record.curves]
    reading = f"At {count(memory)} bits a point the error is {listed(each)}. At D = {largest} it is {listed(at_equal)}."
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
            f"Monte Carlo, cos and sin, {FLOAT} bits: not rounded",
            frequencies,
            f"line: median over {of_seeds(record.n_seeds, len(about.seeds))}, band: 10–90 % of them",
        ),
        reading=reading,
        alt=f"The error of the kernel matrix against D and against the bits of a point's features. {reading}",
        notes=(rounded, *([floor] if record.frequency_bits < 64 else []), about.note),
        provenance=provenance(
            about,
            "error: sqrt(sum (k_hat - k)^2 / sum k^2) over pairs of different points",
            f"points used: {record.n_used}; bits of a frequency's coordinates: {record.frequency_bits}",
        ),
    )
