"""What the kernel and its estimate along a line say, in words: computed from their record, nothing drawn."""

from __future__ import annotations

import math

from rffviz.samplers import SAMPLERS
from rffviz.studies import Profile
from rffviz.words.about import about_words
from rffviz.words.numbers import count, measured, number


def title(profile: Profile) -> str:
    """What the figure shows."""
    return f"A sum of random waves becomes the {profile.about.kernel.label} kernel"


def subtitle(profile: Profile) -> str:
    """What was measured, and what the band is."""
    about = profile.about
    return about_words(
        about,
        f"d = {about.d}",
        f"frequencies by {SAMPLERS[about.sampler].label}, seed {about.seeds[0]}",
        "band: ±2 standard deviations of Monte Carlo, by the formula",
    )


def readings(profile: Profile) -> list[str]:
    """The sentence under the figure, for each number of frequencies."""
    return [
        f"At D = {count(m)} the estimate is at most {measured(largest)} away from the kernel, and inside the band at "
        f"{'every distance' if inside == 1 else f'{math.floor(100 * inside)} % of the distances'} shown."
        for m, largest, inside in zip(profile.n_freqs, profile.largest, profile.inside, strict=True)
    ]


def alt(profile: Profile) -> str:
    """What the figure shows, for those who do not see it."""
    first, last = (f"{number(profile.largest[g])} at D = {count(profile.n_freqs[g])}" for g in (0, -1))
    return (
        f"The {profile.about.kernel.label} kernel against distance with its estimate from D random waves: the largest "
        f"gap goes from {first} to {last}."
    )
