"""What the comparison of a scheme with a reference says."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import DIAGNOSTICS, Comparison
from rffviz.views.schemes.words import sample_words
from rffviz.words.about import Words, dotted, provenance
from rffviz.words.numbers import kernel_words, listed, number, plural

STATUS = {"different": "different", "same": "no difference found", "unknown": "cannot tell"}
"""What the screen calls the status of a difference."""


def difference_words(found: Comparison) -> Words:
    """The words of the errors of A and B against distance."""
    names = dict(zip("AB", _names(found), strict=True))
    seeds = plural(len(found.seeds), "seed") if len(found.seeds) > 1 else ""
    together = "A and B are drawn from the same seeds, and the differences A − B are tested, one from each"
    apart = "The differences A − B are tested, one from each group of rows"
    spread = bool(np.isfinite([found.margin, found.margin_reference]).any())
    bands = "band: 95 % interval over seeds; " if spread else ""
    reading = [f"{_ratio(found)} over the lines tried"]
    reading[0] += f", from {seeds}." if seeds else "."
    if found.same_stream:
        reading.append(f"From one seed A and B differ by at most {number(found.furthest)} of the largest coordinate.")
    if found.grouped:
        those = listed(found.grouped)
        has = "have" if len(found.grouped) > 1 else "has"
        reading.append(f"{those} {has} no other seeds: rows are compared in groups, as if they were independent.")
    return {
        "title": difference_title(found),
        "subtitle": dotted(
            *(f"{letter}: {name}" for letter, name in names.items()),
            f"{kernel_words(found.about.kernel)}, d = {found.about.d}",
            f"{plural(_n_freqs(found), 'frequency')}{seeds and f', {seeds}'}",
            f"{bands}dotted: Monte Carlo, by its formula",
        ),
        "alt": f"Root mean square error of the estimate against distance for {listed([*names.values()])}; "
        f"{_ratio(found)}.",
        "reading": " ".join(reading),
        "provenance": tuple(
            line
            for letter, about in (("A", found.about), ("B", found.reference))
            for line in provenance(about, f"sample {letter}: {sample_words(about)}; dimension: {about.d}")
        ),
        "notes": (
            f"{apart if found.grouped else together} (Student, paired). Two right schemes follow one law; their rows "
            "may depend on each other differently, and their errors may differ.",
        ),
    }


def difference_title(found: Comparison) -> str:
    """What differs, or by how much the error does."""
    if found.identical:
        seeds = "for every seed" if found.finished else f"for the first {plural(len(found.seeds), 'seed')}"
        return f"A and B give the same frequencies{'' if found.grouped else f' {seeds}'}"
    if found.mean_alone:
        return "A and B differ in mean alone, as where signs are turned, which the cosine does not see"
    if law := [DIAGNOSTICS[name].lower() for name in found.in_law]:
        more = [f"{len(law) - 2} more"] if len(law) > 3 else law[2:]
        return f"A and B follow different laws: they differ in {listed([*law[:2], *more])}"
    if found.errors_apart:
        return f"No difference in law found; {_ratio(found)}"
    yet = "" if found.finished else " yet"
    return f"No difference found{yet}; {_ratio(found)}"


def _ratio(found: Comparison) -> str:
    if found.equal_errors:
        return "A's mean square error equals B's"
    interval = f" ({number(found.low)} to {number(found.high)})" if found.low < found.high else ""
    return f"A's mean square error is {number(found.ratio)} times B's{interval}"


def _names(found: Comparison) -> tuple[str, str]:
    return sample_words(found.about), sample_words(found.reference)


def _n_freqs(found: Comparison) -> int:
    return found.about.settings["n_freqs"]
