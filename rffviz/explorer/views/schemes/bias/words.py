"""The words of the view “Bias and variance”."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import BiasAndVariance, Samples
from rffviz.explorer.views.schemes.words import headline_of, words_of, words_of_samples
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.numbers import measured, plural
from rffviz.explorer.words.readout import Readout

CHANCE, CONFIDENCE = "expected by chance", "confidence band"


def largest_bias(reports: Sequence[BiasAndVariance]) -> str:
    """The largest mean error of all samples."""
    return f"mean error at most {measured(max(float(np.abs(report.mean_error).max()) for report in reports))}"


def bias_words(report: BiasAndVariance) -> Words:
    """The words of the mean error and the variance over seeds."""
    seeds = plural(report.n_seeds, "seed") if report.randomised else "every seed"
    low, high = map(measured, report.ratios)
    error = measured(float(abs(report.mean_error[report.largest])))
    most = f"mean error of the estimate over {seeds}, at most {measured(float(np.abs(report.mean_error).max()))}"
    alt = f"M{most[1:]}, against distance"
    bands = "one fixed value, the same for every seed"
    cells = ["–"] * 3
    if report.randomised:
        exact = "line: exact ratio, dashed in 2 dimensions, " if report.gain else ""
        bands = (
            f"band of the mean error: {CHANCE}"
            if report.biased
            else f"dots: measured, {exact}band: {CONFIDENCE} of the ratio"
        )
        bands += f" at all {int(report.tested.sum())} distances at once, |z| up to {report.threshold:.1f}"
        if not report.biased:
            alt = f"Variance of the estimate ÷ that of Monte Carlo against distance, {low} to {high}; {most}"
        z = abs(float(report.z[report.worst]))
        near, far = (report.mean_ratio(*edges) for edges in ((0.5, 1), (-1, 0.1)))
        ratios = ("–" if math.isnan(ratio) else f"{measured(ratio)}×" for ratio in (near, far))
        cells = [f"{z:.1f}" if z < 1000 else "> 1,000", *ratios]
    exact = "1×" if report.about.sampler == "monte_carlo" else "–"
    if report.gain:
        exact = f"{measured(report.gain.near)}× and {measured(report.gain.far)}×"
    direction = ", ".join(f"{u:.6g}" for u in report.direction)
    return words_of(
        report,
        title=_bias_title(report, error, low, high),
        subtitle=(f"{plural(report.n_freqs, 'frequency')}, {seeds}", bands),
        alt=f"{alt}.",
        readout=Readout(
            (
                "measured over",
                "max |bias|",
                "max |z|",
                "variance, near (k ≥ 0.5)",
                "far (k ≤ 0.1)",
                "exact, ℓ and 3ℓ",
            ),
            [(seeds, error, *cells, exact)],
        ),
        origin=(f"seeds done: {report.n_seeds}", f"oblique direction: {direction}"),
    )


def biased_words(samples: Samples) -> Words:
    """As for all samples; where the mean error is shown, the verdict on it comes before that on the variance."""
    said = words_of_samples(samples, bias_words, "bias", "variance", helps=True, measure=largest_bias)
    (letter, gravest), *_ = samples.gravest("bias", "variance").items() or [("", None)]
    if gravest and gravest.status == "costly" and (bias := samples.judged[letter]["bias"]).accuses:
        said |= {"title": headline_of({letter: bias})}
    return said


def _bias_title(report: BiasAndVariance, error: str, low: str, high: str) -> str:
    if not report.randomised:
        return f"Every seed gives the same estimate; its largest error is {error}"
    if not report.judged:
        return f"{plural(report.n_seeds, 'seed')}: too few draws to test for bias"
    if report.biased:
        kind = "large" if report.mean_error[report.largest] > 0 else "small"
        return f"Biased: k̂ is up to {error} too {kind} on average"
    if report.spreads_more:
        return f"No bias found; the variance is up to {high}× that of Monte Carlo"
    if report.spreads_less:
        return f"No bias found; the variance is down to {low}× that of Monte Carlo"
    return "No bias found; the variance matches that of Monte Carlo"
