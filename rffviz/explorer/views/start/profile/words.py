"""The words of the view “Profile”."""

from __future__ import annotations

import math

from rffviz.explorer.words.about import Words, about_words, provenance
from rffviz.explorer.words.numbers import count, from_to, measured, number
from rffviz.explorer.words.readout import Readout
from rffviz.samplers import scheme_called
from rffviz.studies.profile import KernelProfile

PANELS = ("frequencies from p(ω)", "waves cos ωδ", "their average k̂")
"""The headings of the three panels."""


def profile_words(profile: KernelProfile) -> Words:
    """The words of the figure; its readouts are `profile_readouts`."""
    about = profile.about
    return {
        "title": f"The average of random cosines converges to the {about.kernel.label} kernel",
        "subtitle": about_words(
            about,
            f"d = {about.d}",
            f"frequencies by {scheme_called(about.sampler).label}, seed {about.seeds[0]}",
            "bold: the newest frequency and its wave; frequencies can be dragged",
            f"at most {len(profile.waves[-1])} waves drawn",
            "band: Monte Carlo ± 2 SD (standard deviations)",
        ),
        "alt": f"The {about.kernel.label} kernel against distance with the average of D random waves: the largest "
        f"gap goes {from_to(profile.n_freqs, profile.largest)}.",
        "provenance": provenance(about),
    }


def profile_readouts(profile: KernelProfile) -> list[Readout]:
    """The largest error, the part inside the band and the frequencies outside, for each number of frequencies."""
    return [
        Readout(
            (f"D = {count(m)}", "max |k̂ − k|", "within ± 2 SD", f"|ω| above {number(profile.window)}"),
            [("k̂", measured(largest), f"{math.floor(100 * inside)} %", f"{count(beyond)} of {count(m)}")],
        )
        for m, largest, inside, beyond in zip(
            profile.n_freqs, profile.largest, profile.inside, profile.beyond, strict=True
        )
    ]
