"""What the verdicts on samples come to, in words: a line for each sample, and the rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rffviz.diagnose import DIAGNOSTICS, Verdict

STATUS = {"fine": "in order", "property": "by design", "fault": "fault", "unknown": "cannot tell"}
"""What a verdict's status is called."""


def summary(letter: str, said: Sequence[Verdict]) -> str:
    """The verdicts on one sample in a line of Markdown."""
    named = {
        status: ", ".join(DIAGNOSTICS[verdict.diagnostic].lower() for verdict in said if verdict.status == status)
        for status in STATUS
    }
    if named["fault"]:
        return f"**{letter}: fault in {named['fault']}.**"
    if named["property"]:
        return f"**{letter}:** no fault; by design: {named['property']}."
    return f"**{letter}:** nothing out of order."


def columns(sides: Mapping[str, Sequence[Verdict]]) -> dict[str, list[str]]:
    """The verdicts on all samples as the columns of a table, a row for each."""
    rows = [(sample, verdict) for sample, said in sides.items() for verdict in said]
    return {
        "sample": [sample for sample, _ in rows],
        "diagnostic": [DIAGNOSTICS[verdict.diagnostic] for _, verdict in rows],
        "status": [STATUS[verdict.status] for _, verdict in rows],
        "sentence": [verdict.sentence for _, verdict in rows],
    }
