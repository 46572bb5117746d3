"""The words of the view “Bias and variance”."""

from __future__ import annotations

import numpy as np

from rffviz.diagnose import LINES, BiasAndVariance
from rffviz.views.schemes.words import words_of
from rffviz.words.about import Words
from rffviz.words.numbers import measured, number, plural


def bias_words(report: BiasAndVariance) -> Words:
    """The words of the mean error and the variance over seeds."""
    seeds = plural(report.n_seeds, "seed") if report.randomised else "every seed"
    low, high = map(measured, report.ratios)
    error = measured(float(abs(report.mean_error[report.largest])))
    at, worst = (
        f"at distance {number(report.distance[place])} along {LINES[report.line[place]]}"
        for place in (report.largest, report.worst)
    )
    alt = f"Mean error of the estimate against distance over {seeds}, at most "
    alt += measured(float(np.abs(report.mean_error).max()))
    if report.randomised:
        bands = (
            f"upper band: what chance allows at all {int(report.tested.sum())} distances at once (99.9 %), lower band: "
            "where the true ratio lies, with the same confidence"
        )
        alt += f", above the ratio of its variance to Monte Carlo's, {low} to {high}"
        z = abs(float(report.z[report.worst]))
        reading = (
            f"The largest |z|, the mean error in its standard errors, is {f'{z:.1f}' if z < 1000 else 'above 1,000'}, "
            f"{worst}; above {report.threshold:.1f} it is a bias. The variance is {low} to {high} times Monte Carlo's."
        )
    else:
        bands = "one fixed value, the same for every seed"
        reading = f"The frequencies are the same for every seed: the error is at most {error}, without any spread."
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
        kind = "large" if report.mean_error[report.largest] > 0 else "small"
        return f"Biased: on average k̂ is too {kind}, by up to {error}, {at}"
    if report.spreads_more:
        return f"No bias found; the variance is up to {high} times Monte Carlo's"
    if report.spreads_less:
        return f"No bias found; the variance is as little as {low} times Monte Carlo's"
    return "No bias found; the variance is Monte Carlo's"
