"""The words of the view “Double descent”."""

from __future__ import annotations

import math

from rffviz.studies.descent import Descent, LineFits
from rffviz.words.about import Words, about_words, data_words, provenance, scheme_words
from rffviz.words.numbers import count, kernel_words, listed, measured, number, plural, sentence

PANELS = ("test error (1: best constant)", "three fits to other data")
_PREDICTED = "The prediction is exact, in the limit, for independent normal features, which Fourier features are not."


def descent_words(record: Descent, highest: float | None) -> Words:
    """The title says whether there is a peak, and where; `highest` is the end of the axis, if it clips lines."""
    band = ", band: 10–90 %" if record.n_seeds > 1 else ""
    cut = f"; the axis ends at {highest:g}" if highest else ""
    reading = f"{_reading(record)} {_prediction(record)} {_fits_reading(record.line)}"
    if record.interpolates:
        why = (
            "With as many features as points, least squares passes through every point for the first time, and must "
            "bend wildly to do so; with more features it can choose the smallest of many solutions."
        )
    else:
        why = (
            "Here least squares does not pass through every point yet with as many features as points: many features "
            "are nearly the same."
        )
    return Words(
        title=_title(record),
        subtitle=about_words(
            record.about,
            scheme_words(record.about),
            f"line: median of {plural(record.n_seeds, 'seed')}{band}, dashed: predicted",
            f"error: root mean square over the standard deviation of the answers{cut}",
            n_test=record.n_test,
        ),
        reading=reading,
        alt="Test error against the number of frequencies, for λ of "
        f"{', '.join(number(ridge) for ridge in record.ridges)}; beside it three fits on a line. {reading}",
        provenance=(*provenance(record.about), *(f"fits on a line: {said}" for said in provenance(record.line.about))),
        notes=(
            f"{why} A penalty takes the peak away, where there is one.",
            _PREDICTED,
            _fits_note(record.line),
            record.about.note,
        ),
    )


def line_name(ridge: float) -> str:
    """A line's name: 'least squares', or 'λ = 0.01'."""
    return "least squares" if ridge == 0 else f"λ = {number(ridge)}"


def _method(record: Descent) -> str:
    """The method with the smallest penalty, the most likely to have a peak."""
    return "least squares" if record.ridges[0] == 0 else f"ridge with λ = {number(record.ridges[0])}"


def _title(record: Descent) -> str:
    plain, name = record.median_test[0], sentence(_method(record))
    peak, where = float(plain[record.peak]), count(record.n_freqs[record.peak])
    if record.descends_twice:
        return f"{name} peaks at {measured(peak)} where D = {where}, then descends to {measured(plain[-1])}"
    if record.still_rises:
        best = measured(plain[record.best])
        return f"{name} still rises where D = {where}: its error is {measured(peak)} there, {best} at best"
    return f"{name} has no second descent here: its error ends at {measured(plain[-1])}"


def _reading(record: Descent) -> str:
    """The error before, at and after the peak, and the penalty without a peak."""
    plain = record.median_test[0]
    end = f"{measured(plain[-1])} at D = {count(record.n_freqs[-1])}"
    if record.descends_twice:
        peak = f"{measured(plain[record.peak])} at D = {count(record.n_freqs[record.peak])}"
        values = f"{measured(plain[: record.peak].min())} at best before the peak, {peak} and {end}"
    else:
        best = f"{measured(plain[record.best])} at best, where D = {count(record.n_freqs[record.best])}"
        values = f"{best}, and {end}"
    words = f"The median test error of {_method(record)} is {values}"
    if len(record.ridges) == 1:
        return f"{words}."
    if (k := record.flattest) == 0:
        return f"{words}; no larger penalty here keeps it lower throughout."
    return f"{words}; with {line_name(record.ridges[k])} it never exceeds {measured(record.median_test[k].max())}."


def _prediction(record: Descent) -> str:
    """The largest deviation of the prediction from the measured error, for the smallest and the largest λ."""
    last = len(record.ridges) - 1
    words = f"Predicted from the kernel's eigenvalues, the error of {_method(record)} is {_off(record, 0)}"
    return f"{words}; with {line_name(record.ridges[last])} it is {_off(record, last)}." if last else f"{words}."


def _off(record: Descent, k: int) -> str:
    """'within 12 % at every D', or 'too low by a factor of 3.1 at D = 62'."""
    g, ratio = record.furthest(k)
    off = max(ratio, 1 / ratio)
    if record.near(k):
        return f"within {math.ceil(100 * (off - 1))} % at every D"
    return (
        f"too {'low' if ratio > 1 else 'high'} by a factor of {number(round(off, 1))} at D = {count(record.n_freqs[g])}"
    )


def _fits_reading(fits: LineFits) -> str:
    """The oscillation between the points of the fit with as many features as points, and of the other two."""
    n, (few, peak, many) = len(fits.x_train), fits.swings
    says = "swings to" if fits.swings_most_at_n else "reaches"
    return (
        f"On the right, on other data, the fit with {plural(2 * fits.n_freqs[1], 'feature')} for {n} points "
        f"{says} ±{measured(peak)} between them; with {plural(2 * fits.n_freqs[0], 'feature')} it stays within "
        f"±{measured(few)}, with {2 * fits.n_freqs[2]:,} within ±{measured(many)}."
    )


def _fits_note(fits: LineFits) -> str:
    """The data of the one-dimensional fits, and which fits pass through every point."""
    passing = [f"D = {count(m)}" for m in fits.n_freqs[fits.passes]]
    words = (
        f"The three fits are least squares without penalty: {data_words(fits.about)}, {kernel_words(fits.about.kernel)}"
        f", {scheme_words(fits.about)}."
    )
    return f"{words} Those of {listed(passing)} pass through every point." if len(passing) > 1 else words
