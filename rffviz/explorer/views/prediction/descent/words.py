"""The words of the view “Double descent”."""

from __future__ import annotations

import math

from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.numbers import count, listed, measured, number, plural, power_of_ten_above, sentence, times
from rffviz.explorer.words.readout import Readout
from rffviz.studies.descent import Descent

PANELS = ("test RMSE / std(y)", "norm of the weights, ‖w‖")


def descent_words(record: Descent, highest: float | None) -> Words:
    """The title says whether there is a peak, and where; `highest` is the end of the axis, if it clips lines."""
    band = ", band: 10–90 %" if record.n_seeds > 1 else ""
    cut = f"; the left axis ends at {highest:g}" if highest else ""
    if record.interpolates:
        why = (
            "With as many features as points, least squares first passes through every point, at the price of large "
            "weights; with more features it can choose the smallest of many solutions."
        )
    else:
        why = (
            "Here least squares with as many features as points does not yet pass through every point: many features "
            "are nearly the same."
        )
    return Words(
        title=_title(record),
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            f"line: median of {plural(record.n_seeds, 'seed')}{band}, dashed: theory, dotted: training error of "
            f"{_method(record)}{cut}",
            n_test=record.n_test,
        ),
        readout=descent_readout(record),
        alt="Test error and norm of the weights against the number of frequencies, for λ of "
        f"{listed([number(ridge) for ridge in record.ridges])}: {_title(record)}.",
        provenance=provenance(record.about),
        notes=(
            f"{why} A penalty removes the peak, where there is one.",
            "The prediction, from the kernel's eigenvalues, is exact in the limit for independent normal features, "
            "which Fourier features are not.",
            record.about.note,
        ),
    )


def descent_readout(record: Descent) -> Readout:
    """For each λ the smallest, largest and last median error, the largest norm, and how far the prediction is off."""
    last, rows = f"at D = {count(record.n_freqs[-1])}", []
    for k, ridge in enumerate(record.ridges):
        errors = record.median_test[k]
        ends = [f"{measured(errors[g])} at D = {count(record.n_freqs[g])}" for g in (errors.argmin(), errors.argmax())]
        norm = number(record.median_norms[k].max())
        rows.append((line_name(ridge), *ends, measured(errors[-1]), norm, _off(record, k)))
    columns = ("median test error", "smallest", "largest", last, "largest ‖w‖", "theory is")
    return Readout(columns, rows)


def line_name(ridge: float) -> str:
    """A line's name: 'least squares', or 'λ = 10⁻⁴'."""
    if ridge == 0:
        return "least squares"
    return f"λ = {power_of_ten_above(ridge) if math.log10(ridge).is_integer() else number(ridge)}"


def _method(record: Descent) -> str:
    """The method with the smallest penalty, the most likely to have a peak."""
    return "least squares" if record.ridges[0] == 0 else f"ridge with λ = {number(record.ridges[0])}"


def _title(record: Descent) -> str:
    plain, name = record.median_test[0], _method(record)
    peak, at = measured(plain[record.peak]), f"At D = {count(record.n_freqs[record.peak])}"
    if record.descends_twice:
        return f"{at} the error of {name} peaks at {peak}, then falls"
    if record.still_rises and not record.peaks_at_the_points and record.ridges[0] == 0:
        return f"Least squares has no peak at 2·D = {count(record.about.n_points)}; its error still rises at the end"
    if record.still_rises:
        return f"{at} the error of {name} is {peak} and still rises"
    return f"{sentence(name)} has no second descent here: its error ends at {measured(plain[-1])}"


def _off(record: Descent, k: int) -> str:
    """The largest deviation of the prediction from the measured error: 'within 12 %', or '3.1× too low at D = 62'."""
    g, ratio = record.furthest(k)
    off = max(ratio, 1 / ratio)
    if record.near(k):
        return f"within {math.ceil(100 * (off - 1))} %"
    return f"{times(off)} too {'low' if ratio > 1 else 'high'} at D = {count(record.n_freqs[g])}"
