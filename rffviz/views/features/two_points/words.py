"""What two points and their features say."""

from __future__ import annotations

import math

from rffviz.studies.two_points import TwoPoints
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import count, from_to, measured, number, plural

MOST_BARS = 20  # features drawn one by one


def two_points_words(found: TwoPoints) -> Words:
    """The words of the figure; its reading is `two_points_readings`."""
    about, k = found.about, measured(found.exact)
    each = "a cosine and a sine" if found.map == "paired" else "a cosine with a random phase"
    gaps = abs(found.inner[found.n_freqs - 1] - found.exact)
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
        f"{from_to(found.n_freqs, gaps)}.",
        "provenance": provenance(
            about,
            f"map: {found.map}; features are without their factor 1/√D",
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", found.pair, strict=True)),
            f"kernel at x − y: {found.exact:.9g}",
        ),
    }


def two_points_readings(found: TwoPoints) -> list[str]:
    """The sentences under the figure, for each number of frequencies."""
    return [_reading(found, int(m)) for m in found.n_freqs]


def _reading(found: TwoPoints, m: int) -> str:
    inner, length = found.inner[m - 1], found.squared_length[m - 1]
    features = plural(m * found.features.shape[2], "feature")
    far = "" if math.isnan(away := found.deviations(m)) else f", or {number(away)} standard deviations"
    own = "z(x)·z(x) is 1, as k(0) is" if found.map == "paired" else f"z(x)·z(x) is {measured(length)}, where k(0) is 1"
    return (
        f"At D = {count(m)}, with {features} for each point, z(x)·z(y) is {measured(inner).replace('-', '−')} and "
        f"k(x − y) is {measured(found.exact)}: {measured(abs(inner - found.exact))} apart{far}. {own}."
    )
