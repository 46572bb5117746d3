"""What the verdicts on a sample come to, in words."""

from __future__ import annotations

from collections.abc import Sequence

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
