"""The words of the view “Moments”."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import Moments
from rffviz.explorer.views.schemes.words import signed, words_of
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.numbers import measured, number, plural
from rffviz.explorer.words.readout import Readout


def strongest(reports: Sequence[Moments]) -> str:
    """The strongest correlation of all samples; on a line the largest deviation of the scale."""
    if any(report.pair is None for report in reports):
        off = max(float(np.abs(report.spread_z).max()) for report in reports)
        return f"largest scale |z| {number(off)}"
    return f"strongest correlation {signed(max((report.largest for report in reports), key=abs))}"


def moments_words(report: Moments, n_shown: int) -> Words:
    """The words of the moments of the coordinates, `n_shown` of which are in the heat map."""
    largest, off = signed(report.largest), number(float(np.abs(report.spread_z).max()))
    limit = number(report.spread_threshold)
    pair = report.pair is not None
    return words_of(
        report,
        title=_moments_title(report, largest),
        subtitle=(
            f"the {n_shown} coordinates with the strongest correlations" if n_shown < report.d else "",
            "correlations of ranks; scale: mean rank of |ω| minus ½, in standard errors; band: expected by chance",
        ),
        alt=f"Heat map of correlations between {plural(n_shown, 'coordinate')}, the strongest {largest}, and the "
        f"scale of {plural(report.d, 'coordinate')}, at most {off} standard errors from expected.",
        readout=Readout(
            ("", "largest scale |z|", "limit", "strongest correlation", "expected", "mean ω² / expected"),
            [
                (
                    "",
                    off,
                    limit,
                    largest if pair else "–",
                    f"±{measured(report.expected_largest)}" if pair else "–",
                    f"{number(float(report.second.mean()))} / {number(report.target)}",
                )
            ],
        ),
    )


def _moments_title(report: Moments, largest: str) -> str:
    if report.n_repeated:
        i, j = report.repeated[0]
        return f"Coordinates {i + 1} and {j + 1} are equal"
    if report.correlated:
        i, j = report.pair
        return f"Coordinates {i + 1} and {j + 1} are correlated: {largest}"
    if report.scale_off:
        z = report.spread_z[report.worst]
        return (
            f"Coordinate {report.worst + 1} is too {'large' if z > 0 else 'small'}, by {number(abs(z))} standard errors"
        )
    if report.pair is None:
        return "The scale of the coordinate matches its target"
    return "All scales match, and no two coordinates are correlated beyond chance"
