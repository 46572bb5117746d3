"""The words and the mathematics of the view “Profile”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.words.about import Words, about_words, provenance
from rffviz.explorer.words.mathematics.estimate import BOCHNER, ESTIMATE, PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula, kernel_formula, said
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
        "title": f"The average of D random cosines approaches the {about.kernel.label} kernel as D grows",
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
    """The largest error at each D and at D/128, the part inside the band and the frequencies outside."""
    sizes = profile.n_freqs.tolist()
    error_at = dict(zip(sizes, profile.largest, strict=True))
    made = []
    for m, inside, beyond in zip(sizes, profile.inside, profile.beyond, strict=True):
        cells = {
            "max |k̂ − k|": measured(error_at[m]),
            "max at D/128": measured(error_at[m // 128]) if m // 128 in error_at else "–",
            "within ± 2 SD": f"{math.floor(100 * inside)} %",
            f"|ω| above {number(profile.window)}": f"{count(beyond)} of {count(m)}",
        }
        made.append(Readout((f"D = {count(m)}", *cells), [("k̂", *cells.values())]))
    return made


def profile_mathematics(record: KernelProfile) -> Mathematics:
    """Bochner's theorem, the resulting features, and their variance one length scale from 0."""
    kernel, g = record.about.kernel, record.start
    near = int(np.argmin(np.abs(record.distance - kernel.length_scale)))
    twice = int(np.argmin(np.abs(record.distance - 2 * record.distance[near])))
    return Mathematics(
        "A shift-invariant kernel is the mean of a cosine over random frequencies; the mean of D such cosines "
        "estimates it.",
        (
            "Bochner: k is continuous and positive definite with $k(0)=1$ if and only if there is a symmetric "
            "probability measure p with",
            BOCHNER,
            kernel_formula(kernel),
            r"Since $\cos(a-b)=\cos a\cos b+\sin a\sin b$, a mean of cosines is an inner product:",
            ESTIMATE,
            Formula(r"z(x)=\tfrac{1}{\sqrt D}\big[\cos\omega_j^\top x,\ \sin\omega_j^\top x\big]_{j=1}^{D}"),
            r"With $\mathbb{E}\cos^2(\omega^\top\delta)=\tfrac12+\tfrac12k(2\delta)$ the variance of D independent "
            "draws follows:",
            PAIRED_VARIANCE,
            said(
                r"At $\|\delta\|=<t>$ and $D=<m>$ the standard deviation is",
                t=record.distance[near],
                m=record.n_freqs[g],
            ),
            formula(
                r"\sigma=\sqrt{\frac{\tfrac12+\tfrac12\times <k2>-<k>^2}{<m>}}=<sigma>",
                k=record.exact[near],
                k2=record.exact[twice],
                m=record.n_freqs[g],
                sigma=record.sigma[g, near],
            ),
        ),
        "Rahimi & Recht 2007, Theorem 1 and Algorithm 1; the variance: Sutherland & Schneider 2015, section 2"
        " (not verified against the paper)",
    )
