"""What the figures of the estimate's error say: one draw over a plane, and bias and variance over seeds."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import LINES, BiasAndVariance, ErrorField
from rffviz.words.about import Words
from rffviz.words.diagnose import words_of
from rffviz.words.numbers import measured, number, plural


def field_words(report: ErrorField) -> Words:
    """Of one draw's error over a plane, or a line."""
    where, figure, marks = "plane", "Heat map", "colours symmetric about 0"
    if report.d == 1:
        where, figure, marks = "line", "Line", "band: ±2σ of Monte Carlo"
    if report.plane == "oblique":
        marks += ", two random directions at right angles"
    elif report.d > 2:
        marks += ", the other coordinates 0"
    ratio = report.rms / float(np.sqrt(np.mean(np.square(report.sigma))))
    largest, rms = measured(report.largest), measured(report.rms)
    return words_of(
        report,
        title=f"Over the {where} the estimate is off by at most {largest}",
        subtitle=(plural(report.n_freqs, "frequency"), "k̂(δ) − k(δ) for one draw", marks),
        alt=f"{figure} of the error of the {report.kernel.label} kernel's estimate over differences up to "
        f"{number(float(report.along[-1]))}: at most {largest}, root mean square {rms}.",
        reading=f"The largest error is {largest}, the root mean square {rms}: {number(ratio)} times what the variance "
        "formula gives for as many Monte Carlo frequencies.",
        origin=(f"plane: {report.plane}",),
    )


def bias_words(report: BiasAndVariance) -> Words:
    """Of the mean error and the variance over seeds."""
    seeds = plural(report.n_seeds, "seed") if report.randomised else "every seed"
    tested = report.tested if report.tested.any() else np.ones_like(report.tested)
    low, high = (measured(float(of(report.ratio[tested]))) for of in (np.min, np.max))
    error, worst = measured(float(abs(report.mean_error[report.worst]))), report.worst
    at = f"at distance {number(report.distance[worst])} along {LINES[report.line[worst]]}"
    alt = f"Mean error of the estimate against distance over {seeds}, at most "
    alt += measured(float(np.abs(report.mean_error).max()))
    if report.randomised:
        bands = (
            f"upper band: what chance allows at all {int(report.tested.sum())} distances at once (99.9 %), lower band: "
            "where the true ratio lies, as surely"
        )
        alt += f", above the ratio of its variance to Monte Carlo's, {low} to {high}"
        z = abs(float(report.z[worst]))
        reading = (
            f"The largest |z|, the mean error in its standard errors, is {f'{z:.1f}' if z < 1000 else 'above 1,000'}, "
            f"{at}; above {report.threshold:.1f} it is a bias. The variance is {low} to {high} times Monte Carlo's."
        )
    else:
        bands = "one fixed value, the same for every seed"
        reading = f"The frequencies are the same for every seed: the error is at most {error}, and there is no spread "
        reading += "to compare."
    direction = ", ".join(f"{u:.6g}" for u in report.direction)
    return words_of(
        report,
        title=_bias_title(report, error, at, low, high),
        subtitle=(f"{plural(report.n_freqs, 'frequency')}, {seeds}", bands),
        alt=f"{alt}.",
        reading=reading,
        origin=(f"seeds done: {report.n_seeds}", f"oblique direction: {direction}"),
    )


def _bias_title(report: BiasAndVariance, error: str, at: str, low: str, high: str) -> str:
    if not report.randomised:
        return f"One fixed value, off by at most {error}, {at}"
    if not report.judged:
        return f"{plural(report.n_seeds, 'seed')}: too few draws to tell bias from chance"
    if report.biased:
        kind = "large" if report.mean_error[report.worst] > 0 else "small"
        return f"Biased: on average k̂ is too {kind}, by {error} {at}"
    if report.spreads_more:
        return f"No bias found; the variance is up to {high} times Monte Carlo's"
    if report.spreads_less:
        return f"No bias found; the variance is as little as {low} times Monte Carlo's"
    return "No bias found; the variance is Monte Carlo's"
