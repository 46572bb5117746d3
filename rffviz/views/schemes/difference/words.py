"""The words of the view “Difference”."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import DIAGNOSTICS, Comparison
from rffviz.views.schemes.words import sample_words
from rffviz.words.about import Words, dotted, provenance
from rffviz.words.numbers import kernel_words, listed, number, plural

STATUS = {"different": "different", "same": "no difference found", "unknown": "cannot tell"}
"""What the screen calls the status of a difference."""


def difference_words(record: Comparison) -> Words:
    """The words of the errors of A and B against distance."""
    names = dict(zip("AB", _names(record), strict=True))
    seeds = plural(len(record.seeds), "seed") if len(record.seeds) > 1 else ""
    together = "A and B are drawn from the same seeds, and the differences A − B are tested, one from each"
    apart = "The differences A − B are tested, one from each group of rows"
    spread = bool(np.isfinite([record.margin, record.margin_reference]).any())
    bands = "band: 95 % interval over seeds; " if spread else ""
    reading = [f"{_ratio(record)} over the lines tried"]
    reading[0] += f", from {seeds}." if seeds else "."
    if record.same_stream:
        reading.append(f"From one seed A and B differ by at most {number(record.furthest)} of the largest coordinate.")
    if record.grouped:
        those = listed(record.grouped)
        has = "have" if len(record.grouped) > 1 else "has"
        reading.append(f"{those} {has} no other seeds: rows are compared in groups, as if they were independent.")
    return {
        "title": difference_title(record),
        "subtitle": dotted(
            *(f"{letter}: {name}" for letter, name in names.items()),
            f"{kernel_words(record.about.kernel)}, d = {record.about.d}",
            f"{plural(_n_freqs(record), 'frequency')}{seeds and f', {seeds}'}",
            f"{bands}dotted: Monte Carlo, by its formula",
        ),
        "alt": f"Root mean square error of the estimate against distance for {listed([*names.values()])}; "
        f"{_ratio(record)}.",
        "reading": " ".join(reading),
        "provenance": tuple(
            line
            for letter, about in (("A", record.about), ("B", record.reference))
            for line in provenance(about, f"sample {letter}: {sample_words(about)}; dimension: {about.d}")
        ),
        "notes": (
            f"{apart if record.grouped else together} (Student, paired). Two right schemes follow one law; their rows "
            "may depend on each other differently, and their errors may differ.",
        ),
    }


def difference_title(record: Comparison) -> str:
    """What differs, or the ratio of the errors."""
    if record.identical:
        seeds = "for every seed" if record.finished else f"for the first {plural(len(record.seeds), 'seed')}"
        return f"A and B give the same frequencies{'' if record.grouped else f' {seeds}'}"
    if record.mean_alone:
        return "A and B differ in mean alone, as where signs are turned, which the cosine does not see"
    if law := [DIAGNOSTICS[name].lower() for name in record.in_law]:
        more = [f"{len(law) - 2} more"] if len(law) > 3 else law[2:]
        return f"A and B follow different laws: they differ in {listed([*law[:2], *more])}"
    if record.errors_apart:
        return f"No difference in law found; {_ratio(record)}"
    yet = "" if record.finished else " yet"
    return f"No difference found{yet}; {_ratio(record)}"


def _ratio(record: Comparison) -> str:
    if record.equal_errors:
        return "A's mean square error equals B's"
    interval = f" ({number(record.low)} to {number(record.high)})" if record.low < record.high else ""
    return f"A's mean square error is {number(record.ratio)} times B's{interval}"


def _names(record: Comparison) -> tuple[str, str]:
    return sample_words(record.about), sample_words(record.reference)


def _n_freqs(record: Comparison) -> int:
    return record.about.settings["n_freqs"]
