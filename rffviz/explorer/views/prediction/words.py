"""Words that several views of this page share: what is faster."""

from __future__ import annotations

import math

from rffviz.explorer.words.numbers import sentence
from rffviz.studies.timings import Timings

CLOCKED = "seconds are processor time: they differ from run to run under the same seed"


def timings_title(record: Timings, crossing: str, faster: str, slower: str) -> str:
    """From which size on features are faster, or at how many sizes: a headline; empty where no size is timed.

    `crossing` is that size with its unit, '316 points'; `faster` and `slower` say so with their subject: 'linear
    attention is faster'.
    """
    if math.isfinite(record.crossing):
        return f"Beyond {crossing}, {faster}"
    n_faster, n_sizes = record.n_faster, len(record.shared)
    if n_faster in (0, n_sizes):
        return f"At every size where both ran, {faster if n_faster else slower}" if n_sizes else ""
    return sentence(f"{faster} at {n_faster} of the {n_sizes} sizes where both ran")
