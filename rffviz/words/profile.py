"""What the kernel and its estimate along a line say."""

from __future__ import annotations

import math

from rffviz.samplers import SAMPLERS
from rffviz.studies.profile import Profile
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, from_to, measured


def profile_words(profile: Profile) -> Words:
    """The words of the figure; its reading is `profile_readings`."""
    about = profile.about
    return {
        "title": f"A sum of random waves becomes the {about.kernel.label} kernel",
        "subtitle": about_words(
            about,
            f"d = {about.d}",
            f"frequencies by {SAMPLERS[about.sampler].label}, seed {about.seeds[0]}",
            "band: ±2 standard deviations of Monte Carlo, by the formula",
        ),
        "alt": f"The {about.kernel.label} kernel against distance with its estimate from D random waves: the largest "
        f"gap goes {from_to(profile.n_freqs, profile.largest)}.",
        "provenance": provenance(about),
    }


def profile_readings(profile: Profile) -> list[str]:
    """The sentence under the figure, for each number of frequencies."""
    return [
        f"At D = {count(m)} the estimate is at most {measured(largest)} away from the kernel, and inside the band at "
        f"{'every distance' if inside == 1 else f'{math.floor(100 * inside)} % of the distances'} shown."
        for m, largest, inside in zip(profile.n_freqs, profile.largest, profile.inside, strict=True)
    ]
