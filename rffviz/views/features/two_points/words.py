"""The words of the view “Two points”."""

from __future__ import annotations

import math

from rffviz.studies.two_points import TwoPoints
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import count, from_to, measured, number, plural

MOST_BARS = 20  # most features drawn individually


def two_points_words(record: TwoPoints) -> Words:
    """The words of the figure; its reading is `two_points_readings`."""
    about, k = record.about, measured(record.exact)
    each = "a cosine and a sine" if record.map == "paired" else "a cosine with a random phase"
    gaps = abs(record.inner[record.n_freqs - 1] - record.exact)
    return {
        "title": f"The inner product of two feature vectors settles on k(x − y) = {k}",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"each frequency gives {each}",
            scheme_words(about),
            f"bars: the first {MOST_BARS} features, without their factor 1/√D; the inner product is the sum of all "
            "products, divided by D",
            "band: ±2 standard deviations, by the formula",
        ),
        "alt": "Left the first features of two points x and y as bars and their products below them, right their inner "
        f"product against the number of frequencies: its distance from the {about.kernel.label} kernel, {k}, goes "
        f"{from_to(record.n_freqs, gaps)}.",
        "provenance": provenance(
            about,
            f"map: {record.map}; features are without their factor 1/√D",
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", record.pair, strict=True)),
            f"kernel at x − y: {record.exact:.9g}",
        ),
    }


def two_points_readings(record: TwoPoints) -> list[str]:
    """The sentences under the figure, for each number of frequencies."""
    return [_reading(record, int(m)) for m in record.n_freqs]


def _reading(record: TwoPoints, m: int) -> str:
    inner, length = record.inner[m - 1], record.squared_length[m - 1]
    features = plural(m * record.features.shape[2], "feature")
    far = "" if math.isnan(away := record.deviations(m)) else f", or {number(away)} standard deviations"
    paired = record.map == "paired"
    own = "z(x)·z(x) is 1, as k(0) is" if paired else f"z(x)·z(x) is {measured(length)}, where k(0) is 1"
    return (
        f"At D = {count(m)}, with {features} for each point, z(x)·z(y) is {measured(inner).replace('-', '−')} and "
        f"k(x − y) is {measured(record.exact)}: {measured(abs(inner - record.exact))} apart{far}. {own}."
    )
