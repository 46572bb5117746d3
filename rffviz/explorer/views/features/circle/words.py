"""The words and the mathematics of the view “Circle”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.features.words import signed
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
from rffviz.explorer.words.numbers import listed, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.circle import Wrapped


def circle_words(record: Wrapped) -> Words:
    """The words of the figure; its readouts are `circle_readouts`."""
    about, m = record.about, len(record.W)
    return {
        "title": "One frequency gives two features: (cos ω·x, sin ω·x) on the unit circle",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"the first {plural(m, 'frequency')} of {scheme_words(about)}",
            "colours: cos(ω·x)",
            "after Figure 1 of Rahimi & Recht (2007)",
        ),
        "alt": "Left two points x and y in the plane with the wave of a frequency and their projections onto the line "
        "along it, in the middle cosine and sine over that line, right the line wrapped onto the unit circle: over "
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
    """The angle ω·(x − y) and the inner product of the feature vectors of x and y, for each frequency."""
    return [_readout(record, j) for j in range(len(record.W))]


def vector(point) -> str:
    """(0.13, −1.2)."""
    return f"({', '.join(number(value).replace('-', '−') for value in point)})"


def _readout(record: Wrapped, j: int) -> Readout:
    angle = abs(float(record.angles[j, 0] - record.angles[j, 1]))
    return Readout(
        (f"frequency {j + 1} of {len(record.W)}", "|ω·(x − y)|", "inner product"),
        (
            ("this frequency", f"{measured(angle)} rad", signed(record.products[j])),
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


def circle_mathematics(record: Wrapped) -> Mathematics:
    """The two features of one frequency, and their product with this frequency's angles."""
    j = record.shown - 1
    (x, y), w, (a, b) = record.points[:2], record.W[j], record.angles[j, :2]
    values = {"a": a, "b": b, "difference": a - b, "product": record.products[j], "j": record.shown}
    values |= {"w1": w[0], "w2": w[1], "x1": x[0], "x2": x[1], "y1": y[0], "y2": y[1]}
    values |= {"ca": math.cos(a), "sa": math.sin(a), "cb": math.cos(b), "sb": math.sin(b)}
    values |= {"length": np.hypot(*w), "turn": 2 * math.pi / np.hypot(*w)}
    values |= {"mean": record.means[j], "k": record.exact}
    return Mathematics(
        "One frequency maps a point to the unit circle; the inner product of two images depends on x − y alone.",
        (
            "The features of one frequency are the coordinates of a point on the circle:",
            Formula(r"x\ \to\ (\cos\omega^\top x,\ \sin\omega^\top x)"),
            said(r"Write a and b for the angles of x and y. For frequency $<j>$ they are, in radians,", **values),
            formula(r"a=\omega^\top x=<w1>\times <x1>+<w2>\times <x2>=<a>", **values),
            formula(r"b=\omega^\top y=<w1>\times <y1>+<w2>\times <y2>=<b>", **values),
            r"The image goes round the circle once every $2\pi/\|\omega\|$ along ω:",
            formula(r"\frac{2\pi}{\|\omega\|}=\frac{2\pi}{<length>}=<turn>", **values),
            "Each image has norm 1, and the inner product of the two is the cosine of the difference:",
            formula(r"\cos^2a+\sin^2a=<ca>^2+<sa>^2=1", **values),
            Formula(r"\cos a\cos b+\sin a\sin b=\cos(a-b)=\cos\omega^\top(x-y)"),
            formula(r"\cos a\cos b+\sin a\sin b=<ca>\times <cb>+<sa>\times <sb>=<product>", **values),
            formula(r"\cos(a-b)=\cos(<difference>)=<product>", **values),
            "By Bochner's theorem, the mean of this inner product over the spectrum is the kernel:",
            kernel_formula(record.about.kernel),
            formula(r"\mathbb{E}\cos\omega^\top(x-y)=k(x-y)=<k>", **values),
            said(r"The mean over frequencies 1 to $<j>$ is $<mean>$.", **values),
        ),
        "Rahimi & Recht 2007, Theorem 1 and Figure 1",
    )
