"""The words of the view “Circle”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.views.features.words import signed
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.numbers import listed, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.circle import Wrapped


def circle_words(record: Wrapped) -> Words:
    """The words of the figure; its readouts are `circle_readouts`."""
    about, m = record.about, len(record.W)
    return {
        "title": "A frequency ω maps x to the angle ω·x on the unit circle",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"the first {plural(m, 'frequency')} of {scheme_words(about)}",
            "colours: cos(ω·x)",
            "after Figure 1 of Rahimi & Recht (2007)",
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


def circle_readouts(record: Wrapped) -> list[Readout]:
    """The angle between x and y and the inner product of their features, for each frequency."""
    return [_readout(record, j) for j in range(len(record.W))]


def vector(point) -> str:
    """(0.13, −1.2)."""
    return f"({', '.join(number(value).replace('-', '−') for value in point)})"


def _readout(record: Wrapped, j: int) -> Readout:
    apart = abs(float(record.angles[j, 0] - record.angles[j, 1]))
    return Readout(
        (f"frequency {j + 1} of {len(record.W)}", "angle between x and y", "inner product"),
        (
            ("this frequency", f"{measured(apart)} rad", signed(record.products[j])),
            ("mean so far", "–", signed(record.means[j])),
            ("k(x − y)", "–", measured(record.exact)),
        ),
    )


def _too_fast(record: Wrapped) -> tuple[str, ...]:
    lost = [f"{j}" for j in np.flatnonzero(np.isnan(record.waves).any(axis=(1, 2))) + 1]
    if not lost:
        return ()
    which = f"wave of frequency {lost[0]} is" if len(lost) == 1 else f"waves of frequencies {listed(lost)} are"
    return (f"The {which} too fast to be drawn.",)
