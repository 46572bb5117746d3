"""The words of the view “Profile”."""

from __future__ import annotations

import math

from rffviz.samplers import scheme_called
from rffviz.studies.profile import KernelProfile
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, from_to, measured, number

PANELS = ("frequencies drawn from p(ω)", "their waves cos ωδ", "the waves' average k̂")
"""The headings of the three panels."""


def profile_words(profile: KernelProfile) -> Words:
    """The words of the figure; its reading is `profile_readings`."""
    about = profile.about
    return {
        "title": f"The average of random waves becomes the {about.kernel.label} kernel",
        "subtitle": about_words(
            about,
            f"d = {about.d}",
            f"frequencies by {scheme_called(about.sampler).label}, seed {about.seeds[0]}",
            "the newest frequency and its wave are bold; point at a dot to see its wave, at a wave to see its dot",
            f"at most {len(profile.waves[-1])} waves are drawn",
            "band: ±2 standard deviations of Monte Carlo, by the formula",
        ),
        "alt": f"The {about.kernel.label} kernel against distance with the average of D random waves: the largest "
        f"gap goes {from_to(profile.n_freqs, profile.largest)}.",
        "provenance": provenance(about),
    }


def profile_readings(profile: KernelProfile) -> list[str]:
    """The sentence under the figure, for each number of frequencies."""
    return [
        f"At D = {count(m)} the average is at most {measured(largest)} away from the kernel, and inside the band at "
        f"{'every distance' if inside == 1 else f'{math.floor(100 * inside)} % of the distances'} shown"
        f"{_beyond(beyond, m, profile.window)}."
        for m, largest, inside, beyond in zip(
            profile.n_freqs, profile.largest, profile.inside, profile.beyond, strict=True
        )
    ]


def _beyond(beyond: int, m: int, window: float) -> str:
    """The frequencies outside the picture of the spectrum."""
    if not beyond:
        return ""
    which = "its frequency" if m == 1 else f"{count(beyond)} of the {count(m)} frequencies"
    return f"; {which} {'lies' if beyond == 1 else 'lie'} outside the picture, beyond ±{number(window)}"
