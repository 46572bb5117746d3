"""What the verdicts on samples come to."""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.diagnose import DIAGNOSTICS, Judged
from rffviz.words.about import Words, provenance
from rffviz.words.diagnose import sample_words
from rffviz.words.numbers import kernel_words

STATUS = {"fine": "in order", "property": "by design", "fault": "fault", "unknown": "cannot tell"}
"""What the screen calls the status of a verdict."""


def sample_title(letter: str, side: Judged) -> str:
    """'A: Monte Carlo, seed 0'."""
    return f"{letter}: {sample_words(side.about)}"


def summary(letter: str, side: Judged) -> str:
    """The verdicts on one sample in a line of Markdown."""
    if faults := _named(side, "fault"):
        return f"**{letter}: fault in {faults}.**"
    if properties := _named(side, "property"):
        return f"**{letter}:** no fault; by design: {properties}."
    return f"**{letter}:** nothing out of order."


def verdict_words(sides: Mapping[str, Judged]) -> Words:
    """The words of the table of verdicts."""
    first = next(iter(sides.values())).about
    faults = ", ".join(f"{_count(side, 'fault') or 'none'} in {letter}" for letter, side in sides.items())
    order = ", ".join(f"{_count(side, 'fine')} of {len(DIAGNOSTICS)} for {letter}" for letter, side in sides.items())
    return {
        "title": f"Faults found: {faults}",
        "subtitle": " · ".join([*map(sample_title, sides, sides.values()), kernel_words(first.kernel)]),
        "alt": f"Table of the verdicts of {len(DIAGNOSTICS)} diagnostics; faults found: {faults}.",
        "reading": f"Diagnostics in order: {order}.",
        "provenance": tuple(
            line
            for letter, side in sides.items()
            for line in provenance(side.about, f"sample {sample_title(letter, side)}; dimension: {side.about.d}")
        ),
        "notes": (
            "“By design” is what a scheme says of itself, or what one draw of rows that depend on each other may show "
            "without any bias. “Cannot tell” means that the diagnostic has nothing to go by.",
        ),
    }


def _count(side: Judged, status: str) -> int:
    return sum(verdict.status == status for verdict in side.verdicts)


def _named(side: Judged, status: str) -> str:
    """The diagnostics with this status."""
    return ", ".join(DIAGNOSTICS[verdict.diagnostic].lower() for verdict in side.verdicts if verdict.status == status)
