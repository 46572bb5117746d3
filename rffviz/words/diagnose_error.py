"""What the figures of the estimate's error say, in words: one draw's over a plane, and bias and variance over seeds."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import LINES, BiasAndVariance, ErrorField
from rffviz.words.diagnose import n_frequencies, origin, start_of_subtitle
from rffviz.words.numbers import measured, number, plural

# --- error field ------------------------------------------------------------------------------------------------------


def field_title(report: ErrorField) -> str:
    """The largest error."""
    return f"Over the {_where(report)} the estimate is at most {measured(report.largest)} off"


def field_subtitle(report: ErrorField) -> str:
    """What was drawn, and what the colours or the band are."""
    marks = "band: ±2σ of Monte Carlo" if report.d == 1 else "colours symmetric about 0"
    if report.plane == "oblique":
        marks += ", two random directions at right angles"
    elif report.d > 2:
        marks += ", the other coordinates 0"
    return start_of_subtitle(report, n_frequencies(report.n_freqs), "k̂(δ) − k(δ) for one draw", marks)


def field_alt(report: ErrorField) -> str:
    """What is seen, for those who do not see it."""
    return (
        f"{'Line' if report.d == 1 else 'Heat map'} of the error of the {report.kernel.label} kernel's estimate over "
        f"differences up to {number(float(report.along[-1]))}: at most {measured(report.largest)}, root mean square "
        f"{measured(report.rms)}."
    )


def field_reading(report: ErrorField) -> str:
    """The errors beside Monte Carlo's variance."""
    ratio = report.rms / float(np.sqrt(np.mean(np.square(report.sigma))))
    return (
        f"The largest error is {measured(report.largest)}, the root mean square {measured(report.rms)}: "
        f"{number(ratio)} times what the variance formula gives for as many Monte Carlo frequencies."
    )


def field_origin(report: ErrorField) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    return origin(report, f"plane: {report.plane}")


def _where(report: ErrorField) -> str:
    return "line" if report.d == 1 else "plane"


# --- bias and variance ------------------------------------------------------------------------------------------------


def bias_title(report: BiasAndVariance) -> str:
    """Whether the scheme is biased, and how much it varies."""
    worst = report.worst
    at = f"at distance {number(report.distance[worst])} along {LINES[report.line[worst]]}"
    if not report.randomised:
        return f"One fixed value, off by at most {measured(float(abs(report.mean_error[worst])))}, {at}"
    if not report.judged:
        return f"{plural(report.n_seeds, 'seed')}: too few draws to tell bias from chance"
    if report.biased:
        kind = "large" if report.mean_error[worst] > 0 else "small"
        return f"Biased: on average k̂ is too {kind}, by {measured(abs(report.mean_error[worst]))} {at}"
    seen = report.ratio[report.tested]
    if report.spreads_more:
        return f"No bias found; the variance is up to {measured(float(seen.max()))} times Monte Carlo's"
    if report.spreads_less:
        return f"No bias found; the variance is as little as {measured(float(seen.min()))} times Monte Carlo's"
    return "No bias found; the variance is Monte Carlo's"


def bias_subtitle(report: BiasAndVariance) -> str:
    """What was drawn, and what the bands are."""
    bands = "one fixed value, the same for every seed"
    if report.randomised:
        bands = (
            f"upper band: what chance allows at all {int(report.tested.sum())} distances at once (99.9 %), lower band: "
            "where the true ratio lies, as surely"
        )
    return start_of_subtitle(report, f"{n_frequencies(report.n_freqs)}, {_seeds(report)}", bands)


def bias_alt(report: BiasAndVariance) -> str:
    """What is seen, for those who do not see it."""
    ratios = f", above the ratio of its variance to Monte Carlo's, {_ratios(report)}" if report.randomised else ""
    return (
        f"Mean error of the estimate against distance over {_seeds(report)}, at most "
        f"{measured(float(np.abs(report.mean_error).max()))}{ratios}."
    )


def bias_reading(report: BiasAndVariance) -> str:
    """The largest |z| beside its limit, and the variances."""
    worst = report.worst
    if not report.randomised:
        return (
            "The frequencies are the same for every seed: the error is at most "
            f"{measured(abs(report.mean_error[worst]))}, and there is no spread to compare."
        )
    z = abs(float(report.z[worst]))
    size = f"{z:.1f}" if z < 1000 else "above 1,000"
    return (
        f"The largest |z|, the mean error in its standard errors, is {size}, at distance "
        f"{number(report.distance[worst])} along {LINES[report.line[worst]]}; above {report.threshold:.1f} it is a "
        f"bias. The variance is {_ratios(report)} times Monte Carlo's."
    )


def bias_origin(report: BiasAndVariance) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    direction = ", ".join(f"{u:.6g}" for u in report.direction)
    return origin(report, f"seeds done: {report.n_seeds}", f"oblique direction: {direction}")


def _ratios(report: BiasAndVariance) -> str:
    seen = report.ratio[report.tested] if report.tested.any() else report.ratio
    return f"{measured(float(seen.min()))} to {measured(float(seen.max()))}"


def _seeds(report: BiasAndVariance) -> str:
    return plural(report.n_seeds, "seed") if report.randomised else "every seed"
