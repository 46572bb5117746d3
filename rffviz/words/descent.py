"""What the figure of the double descent says, in words."""

from __future__ import annotations

import numpy as np

from rffviz.studies.descent import Descent
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import count, measured, number, plural, sentence


def descent_words(found: Descent, highest: float | None) -> Words:
    """The title says whether there is a peak, and where; `highest` is where the axis ends, if it cuts lines off."""
    band = ", band: 10–90 %" if found.n_seeds > 1 else ""
    cut = f"; the axis ends at {highest:g}" if highest else ""
    reading = _reading(found)
    if found.interpolates:
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
        title=_title(found),
        subtitle=about_words(
            found.about,
            scheme_words(found.about),
            f"line: median of {plural(found.n_seeds, 'seed')}{band}",
            f"error: root mean square over the standard deviation of the answers{cut}",
            n_test=found.n_test,
        ),
        reading=reading,
        alt="Test error against the number of frequencies, for λ of "
        f"{', '.join(number(ridge) for ridge in found.ridges)}. {reading}",
        provenance=provenance(found.about),
        notes=(f"{why} A penalty takes the peak away, where there is one.", found.about.note),
    )


def line_name(ridge: float) -> str:
    """A line's name: 'least squares', or 'λ = 0.01'."""
    return "least squares" if ridge == 0 else f"λ = {number(ridge)}"


def _method(found: Descent) -> str:
    """The method with the smallest penalty, which peaks if any does."""
    return "least squares" if found.ridges[0] == 0 else f"ridge with λ = {number(found.ridges[0])}"


def _title(found: Descent) -> str:
    plain, name = found.median_test[0], sentence(_method(found))
    peak, where = float(plain[found.peak]), count(found.n_freqs[found.peak])
    if found.descends_twice:
        return f"{name} peaks at {measured(peak)} where D = {where}, then descends to {measured(plain[-1])}"
    if found.peak == len(plain) - 1:
        best = measured(plain.min())
        return f"{name} still rises where D = {where}: its error is {measured(peak)} there, {best} at best"
    return f"{name} has no second descent here: its error ends at {measured(plain[-1])}"


def _reading(found: Descent) -> str:
    """The error before, at and after the peak, and the penalty that has none."""
    plain = found.median_test[0]
    end = f"{measured(plain[-1])} at D = {count(found.n_freqs[-1])}"
    if found.descends_twice:
        peak = f"{measured(plain[found.peak])} at D = {count(found.n_freqs[found.peak])}"
        values = f"{measured(plain[: found.peak].min())} at best before the peak, {peak} and {end}"
    else:
        best = int(np.argmin(plain))
        values = f"{measured(plain[best])} at best, where D = {count(found.n_freqs[best])}, and {end}"
    words = f"The median test error of {_method(found)} is {values}"
    if len(found.ridges) == 1:
        return f"{words}."
    k = int(np.argmin(found.median_test.max(axis=1)))
    if k == 0:
        return f"{words}; no larger penalty here keeps it lower throughout."
    return f"{words}; with {line_name(found.ridges[k])} it never exceeds {measured(found.median_test[k].max())}."
