"""The words of the view “Cost”."""

from __future__ import annotations

import math

from rffviz.studies.cost import Cost
from rffviz.words.about import Words, dotted, provenance
from rffviz.words.numbers import count, kernel_words, number, plural, sentence


def cost_words(record: Cost) -> Words:
    """The title says from how many points on, or at how many sizes, ridge on features fits faster."""
    reading = _reading(record)
    return Words(
        title=_title(record),
        subtitle=dotted(
            f"Exact kernel ridge, and ridge on {plural(record.n_freqs, 'frequency')} "
            f"({plural(2 * record.n_freqs, 'feature')})",
            f"{kernel_words(record.about.kernel)}, d = {record.about.d}",
            f"predict: {plural(record.n_asked, 'point')}",
            "seconds on this machine, the faster of two runs, one thread",
        ),
        reading=reading,
        alt=f"Seconds to fit and to predict against the number of points. {reading}",
        provenance=provenance(
            record.about,
            f"d: {record.about.d}; frequencies: {record.n_freqs}",
            "seconds are wall-clock: they differ from run to run under the same seed",
        ),
        notes=(
            "Both methods run here, one after the other. The exact method stores N² numbers and takes N³/3 operations; "
            "ridge on D frequencies, two features each, stores (2·D)² numbers and takes about N·(2·D)² operations. The "
            f"exact method is not run beyond {record.most_exact:,} points.",
        ),
    )


def _title(record: Cost) -> str:
    features = f"ridge on {plural(record.n_freqs, 'frequency')}"
    if math.isfinite(record.crossing):
        return f"From {number(record.crossing)} points on, {features} fits faster"
    faster, sizes = record.n_faster, len(record.shared)
    if not sizes:
        return "Timing both methods"
    if faster in (0, sizes):
        return f"At every size where both ran, {features} fits {'faster' if faster else 'more slowly'}"
    return sentence(f"{features} fits faster at {faster} of the {sizes} sizes where both ran")


def _reading(record: Cost) -> str:
    """The growth of the times, and their ratio at the largest size."""
    words = []
    for values, name in ((record.exact_fit, "the exact method"), (record.features_fit, "ridge on features")):
        power = record.power(values)
        if math.isfinite(power):
            words.append(f"the time to fit {name} grows like N to the power {power:.1f}")
    if not words:
        return f"So far {record.n_timed} of {plural(len(record.n_points), 'size')} are timed."
    text = sentence(" and ".join(words))
    if not len(record.shared):
        return f"{text}."
    n, times = count(record.n_points[record.shared[-1]]), number(record.last_ratio)
    return f"{text}; at N = {n} the exact method takes {times} times as long."
