"""The words of the view “Bias and variance”."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rffviz.diagnose import LINES, BiasAndVariance, Samples
from rffviz.explorer.views.schemes.words import headline_of, words_of, words_of_samples
from rffviz.explorer.words.about import Words
from rffviz.explorer.words.numbers import measured, plural
from rffviz.explorer.words.readout import Readout

CHANCE, CONFIDENCE = "expected by chance", "confidence band"
NEAR, FAR = 0.5, 0.1  # of the kernel: pairs are near from the first on, far up to the second


def bias_or_variance(records: Sequence[BiasAndVariance]) -> str:
    """The largest mean error of all samples; where the variance is shown, how it stands to that of Monte Carlo."""
    if any(record.biased or not record.randomised for record in records):
        return f"mean error at most {measured(max(float(np.abs(record.mean_error).max()) for record in records))}"
    if all(record.judged and not record.spreads_more and not record.spreads_less for record in records):
        return "variance as for Monte Carlo"
    return ""


def bias_words(record: BiasAndVariance) -> Words:
    """The words of the mean error and the variance over seeds."""
    seeds = plural(record.n_seeds, "seed") if record.randomised else "every seed"
    low, high = map(measured, record.ratios)
    error = measured(float(abs(record.mean_error[record.largest])))
    most = f"mean error of the estimate over {seeds}, at most {measured(float(np.abs(record.mean_error).max()))}"
    alt = f"M{most[1:]}, against distance"
    bands = "one fixed value, the same for every seed"
    cells = ["–"] * 3
    if record.randomised:
        exact = "line: exact ratio, dashed in 2 dimensions, " if record.gain else ""
        along = f" along {LINES['oblique']}" if len(record.lines) > 1 and record.lines_agree else ""
        bands = (
            f"band of the mean error: {CHANCE}"
            if record.biased
            else f"dots: measured{along}, {exact}band: {CONFIDENCE} of the ratio"
        )
        bands += f" at all {int(record.tested.sum())} distances at once, |z| up to {record.threshold:.1f}"
        if not record.biased:
            alt = f"Variance of the estimate ÷ that of Monte Carlo against distance, {low} to {high}; {most}"
        z = abs(float(record.z[record.worst]))
        near, far = (record.mean_ratio(*edges) for edges in ((NEAR, 1), (-1, FAR)))
        ratios = ("–" if math.isnan(ratio) else f"{measured(ratio)}×" for ratio in (near, far))
        cells = [f"{z:.1f}" if z < 1000 else "> 1,000", *ratios]
    exact = "1×" if record.about.sampler == "monte_carlo" else "–"
    if record.gain:
        exact = f"{measured(record.gain.near)}× and {measured(record.gain.far)}×"
    direction = ", ".join(f"{u:.6g}" for u in record.direction)
    return words_of(
        record,
        title=_bias_title(record, error, low, high),
        subtitle=(f"{plural(record.n_freqs, 'frequency')}, {seeds}", bands),
        alt=f"{alt}.",
        readout=Readout(
            (
                "measured over",
                "max |bias|",
                "max |z|",
                f"variance, near (k ≥ {NEAR:g})",
                f"far (k ≤ {FAR:g})",
                "exact, ℓ and 3ℓ",
            ),
            [(seeds, error, *cells, exact)],
        ),
        origin=(f"seeds done: {record.n_seeds}", f"oblique direction: {direction}"),
    )


def biased_words(samples: Samples) -> Words:
    """As for all samples; where the mean error is shown, the verdict on it comes before that on the variance."""
    said = words_of_samples(samples, bias_words, "bias", "variance", helps=True, measure=bias_or_variance)
    (letter, gravest), *_ = samples.gravest("bias", "variance").items() or [("", None)]
    if gravest and gravest.status == "costly" and (bias := samples.judged[letter]["bias"]).accuses:
        said |= {"title": headline_of({letter: bias})}
    return said


def _bias_title(record: BiasAndVariance, error: str, low: str, high: str) -> str:
    if not record.randomised:
        return f"Every seed gives the same estimate; its largest error is {error}"
    if not record.judged:
        return f"{plural(record.n_seeds, 'seed')}: too few draws to test for bias"
    if record.biased:
        kind = "large" if record.mean_error[record.largest] > 0 else "small"
        return f"Biased: k̂ is up to {error} too {kind} on average"
    if record.spreads_more:
        return f"No bias found; the variance is up to {high}× that of Monte Carlo"
    if record.spreads_less and record.least_line:
        return f"No bias found; {low}× the variance of Monte Carlo along {LINES[record.least_line]}"
    if record.spreads_less:
        return f"No bias found; the variance is down to {low}× that of Monte Carlo"
    return "No bias found; the variance matches that of Monte Carlo"
