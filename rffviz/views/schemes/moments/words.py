"""The words of the view “Moments”."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import Moments
from rffviz.views.schemes.words import signed, words_of
from rffviz.words.about import Words
from rffviz.words.numbers import measured, number, plural


def moments_words(report: Moments, n_shown: int) -> Words:
    """The words of the moments of the coordinates, `n_shown` of which are in the heat map."""
    largest, off = signed(report.largest), number(float(np.abs(report.spread_z).max()))
    limit = number(report.spread_threshold)
    reading = f"The scales are at most {off} standard errors off; above {limit} they are off beyond chance."
    if report.pair:
        i, j = report.pair
        reading += (
            f" The most telling correlation is {largest}, of coordinates {i + 1} and {j + 1}; about "
            f"{measured(report.expected_largest)} is the largest to expect by chance."
        )
    if np.isfinite(report.target):
        mean = number(float(report.second.mean()))
        reading += f" The second moments average {mean}; they should be near σ_p²/d = {number(report.target)}."
    else:
        reading += " This kernel's second moment is infinite."
    return words_of(
        report,
        title=_moments_title(report, largest),
        subtitle=(
            f"the {n_shown} coordinates with the most telling correlations" if n_shown < report.d else "",
            "correlations: of the coordinates' probabilities; scale: mean probability of a coordinate's size minus ½, "
            "in standard errors; band: holds all coordinates of 99.9 % of samples",
        ),
        alt=f"Heat map of correlations between {plural(n_shown, 'coordinate')}, the most telling {largest}, and the "
        f"scale of {plural(report.d, 'coordinate')}, at most {off} standard errors off.",
        reading=reading,
    )


def _moments_title(report: Moments, largest: str) -> str:
    if report.n_repeated:
        i, j = report.repeated[0]
        return f"Coordinates {i + 1} and {j + 1} hold the same values"
    if report.correlated:
        i, j = report.pair
        return f"Coordinates {i + 1} and {j + 1} are correlated: {largest}"
    if report.scale_off:
        z = report.spread_z[report.worst]
        return (
            f"Coordinate {report.worst + 1} is too {'large' if z > 0 else 'small'}, by {number(abs(z))} standard errors"
        )
    if report.pair is None:
        return "The one coordinate has the right scale"
    return "Every coordinate has the right scale, and no two are correlated beyond chance"
