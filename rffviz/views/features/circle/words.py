"""The words of the view “Circle”."""

from __future__ import annotations

import numpy as np

from rffviz.studies.circle import Wrapped
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import listed, measured, number, plural


def circle_words(record: Wrapped) -> Words:
    """The words of the figure; its reading is `circle_readings`."""
    about, m = record.about, len(record.W)
    return {
        "title": "One frequency, two features: project on ω, wrap the line on a circle, read cosine and sine",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"the first {plural(m, 'frequency')} of {scheme_words(about)}",
            "colours of the plane: the wave cos(ω·x)",
            "after Figure 1 of Rahimi and Recht (2007)",
        ),
        "alt": "Left two points x and y in the plane with the wave of a frequency and their projections on the line "
        "along it, in the middle cosine and sine over that line, right the line wrapped on the unit circle: over "
        f"{plural(m, 'frequency')} the mean inner product of x and y is {measured(record.means[-1])}, where the kernel "
        f"is {measured(record.exact)}.",
        "notes": _too_fast(record),
        "provenance": provenance(
            about,
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", record.points, strict=False)),
            f"kernel at x − y: {record.exact:.9g}",
        ),
    }


def circle_readings(record: Wrapped) -> list[str]:
    """The sentences under the figure, for each frequency."""
    return [_reading(record, j) for j in range(len(record.W))]


def vector(point) -> str:
    """(0.13, −1.2)."""
    return f"({', '.join(number(value).replace('-', '−') for value in point)})"


def _reading(record: Wrapped, j: int) -> str:
    apart = abs(float(record.angles[j, 0] - record.angles[j, 1]))
    mean = "over the whole spectrum the mean is"
    if j:
        mean = f"the mean over the first {j + 1} frequencies is {_signed(record.means[j])}, and over the spectrum it is"
    return (
        f"On the circle of frequency {j + 1}, x and y are {measured(apart)} radians apart. The inner product of their "
        f"features is the cosine of that, {_signed(record.products[j])}; {mean} k(x − y) = {measured(record.exact)}."
    )


def _signed(value: float) -> str:
    return measured(value).replace("-", "−")


def _too_fast(record: Wrapped) -> tuple[str, ...]:
    lost = [f"{j}" for j in np.flatnonzero(np.isnan(record.waves).any(axis=(1, 2))) + 1]
    if not lost:
        return ()
    which = f"wave of frequency {lost[0]} is" if len(lost) == 1 else f"waves of frequencies {listed(lost)} are"
    return (f"The {which} too fast to be drawn over the plane.",)
