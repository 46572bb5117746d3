"""One sample or two under the same diagnostic: what a figure draws on the same axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rffviz.diagnose.report import Report
from rffviz.diagnose.sample import Diagnosed


@dataclass(frozen=True)
class Samples:
    """Reports of one diagnostic on one sample or several.

    Attributes
    ----------
    reports : mapping of str to Diagnosed
        At least one, by the letters the samples are called; a sample alone may have an empty one.
    judged : mapping of str to Report
        The verdicts of all diagnostics by the same letters; empty where nobody asked for them.
    finished : bool
        Whether the verdicts are final: no more seeds are drawn.
    first : tuple of str
        Diagnostics whose verdicts are told before all others.
    """

    reports: Mapping[str, Diagnosed]
    judged: Mapping[str, Report] = field(default_factory=dict)
    finished: bool = True
    first: tuple[str, ...] = ()
