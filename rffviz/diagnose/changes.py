"""What changed from one version of a scheme to the next."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rffviz.diagnose.diagnose import Report
from rffviz.diagnose.difference import Comparison
from rffviz.diagnose.verdict import DIAGNOSTICS, ERROR
from rffviz.foundation.validation import listed


def changes(report: Report, before: Report | None, comparison: Comparison | None, name: str) -> str:
    """In a line: checks mended, checks newly failed, and how distribution and error differ from the version `name`.

    Parameters
    ----------
    report, before : Report
        Of the version and of the one before; None if there is none.
    comparison : Comparison
        Of the version (A) with the one before (B), from the same seeds.
    name : str
        What the one before is called.

    Returns
    -------
    str
        Such as "Mended: Norms. Same distribution as version 2, error 0.81× [0.76, 0.86]."; the error is the root of the
        ratio of mean squared errors, with its 95 % interval.
    """
    return " ".join(_parts(report, before, comparison, name))


def _parts(report: Report, before: Report | None, comparison: Comparison | None, name: str) -> Iterator[str]:
    if before is not None:
        failed, once = ([each.diagnostic for each in one.of(ERROR)] for one in (report, before))
        if mended := [DIAGNOSTICS[each] for each in once if each not in failed]:
            yield f"Mended: {listed(mended)}."
        if new := [DIAGNOSTICS[each] for each in failed if each not in once]:
            yield f"New error{'s' * (len(new) > 1)}: {listed(new)}."
    if comparison is None:
        return
    if comparison.identical:
        yield f"Same frequencies as {name}."
        return
    if comparison.seed_apart:  # the checks above say it, and one draw has no distribution
        return
    same = f"{'Same' if comparison.same else 'Different'} distribution {'as' if comparison.same else 'from'} {name}"
    of_squares = (comparison.ratio, comparison.low, comparison.high)
    ratio, low, high = (math.sqrt(each) if each >= 0 else math.nan for each in of_squares)
    within = f" [{low:.2f}, {high:.2f}]" if math.isfinite(low) and math.isfinite(high) else ""
    yield f"{same}, error {ratio:.2f}×{within}." if math.isfinite(ratio) else f"{same}."
