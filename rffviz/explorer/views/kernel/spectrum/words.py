"""The words and the mathematics of the view “Spectrum”."""

from __future__ import annotations

import numpy as np

from rffviz.explorer.views.kernel.mathematics import DRAWN, SOURCE, VARIANCE_FOLLOWS, density_of, estimate_of
from rffviz.explorer.words.about import Words, dotted, provenance
from rffviz.explorer.words.mathematics.estimate import PAIRED_VARIANCE
from rffviz.explorer.words.mathematics.record import Formula, Mathematics, formula
from rffviz.explorer.words.numbers import count, from_to, listed, measured, number, raised, shape_words, times
from rffviz.explorer.words.readout import Readout
from rffviz.studies.spectrum import Spectra, Spectrum

_CROSSED = "The Laplacian kernel has a Cauchy spectrum, and the Cauchy kernel has a Laplace spectrum."
_AT_ZERO = {
    "kink": "the mean of |ω| is infinite and k has a kink at 0",
    "no curvature": "the mean of ω² is infinite and k has no second derivative at 0",
    "curved": "k has a second derivative at 0",
}


def spectra_words(spectra: Spectra) -> Words:
    """The words of the figure; its readouts are `spectra_readouts`."""
    kinds, about = spectra.kinds, spectra.about
    labels = [shape_words(kind.kernel) for kind in kinds]
    crossed = {"laplacian", "cauchy"} & {kind.kernel.name for kind in kinds}
    return {
        "title": _title(spectra),
        "subtitle": dotted(
            f"{listed(labels)}, ℓ = {number(about.kernel.length_scale)}",
            "one dimension",
            f"frequencies drawn independently from p, seed {about.seeds[0]}",
            f"dots: frequencies{', at random heights under p' if spectra.scale == 'linear' else ''}"
            f"{', to be dragged' if len(kinds) == 1 else ''}",
            "k̂: mean of the waves cos(ωδ)",
            f"thin: the first {len(kinds[0].waves)} waves" if len(kinds) == 1 else "",
        ),
        "alt": f"Left the {listed(labels)} kernel against the difference of two points with its estimate from D waves, "
        f"right the spectral density with the frequencies drawn: {_gaps(spectra)}.",
        "notes": (*map(_tail, kinds), *([_CROSSED] if crossed else [])),
        "provenance": provenance(
            about,
            *(f"spectrum of {kind.kernel}: {kind.kernel.spectrum}" for kind in kinds),
            "series: what “value” is at “place”, a difference or a frequency",
        ),
    }


def spectra_readouts(spectra: Spectra) -> list[Readout]:
    """The largest error and the largest frequency of each kernel, for each number of frequencies."""
    return [
        Readout(
            (f"D = {count(m)}", "max |k̂ − k|", "max |ω|", "99 % of |ω| below"),
            [
                (kind.kernel.label, measured(kind.largest[g]), number(kind.fastest(int(m))), number(kind.fast))
                for kind in spectra.kinds
            ],
        )
        for g, m in enumerate(spectra.n_freqs)
    ]


def _title(spectra: Spectra) -> str:
    first = spectra.by_tail[0]
    if len(spectra.kinds) > 1:
        return f"The 99 % quantile of |ω| is {times(spectra.tails_apart)} as large for the {first.kernel.label} kernel"
    if first.at_zero == "kink":
        return f"A tail ∝ |ω|{raised(-first.tail_power)} gives the {first.kernel.label} kernel a kink at 0"
    below = f"99 % lie below |ω| = {number(first.fast)}"
    return f"Frequencies follow the {first.kernel.label} kernel's Fourier transform: {below}"


def _gaps(spectra: Spectra) -> str:
    return listed(
        [
            f"the largest gap to the {kind.kernel.label} kernel goes {from_to(spectra.n_freqs, kind.largest)}"
            for kind in spectra.kinds
        ]
    )


def _tail(kind: Spectrum) -> str:
    """The relation between the spectrum's tail and the kernel at 0."""
    whose = f"{kind.kernel.label} kernel ({kind.kernel.spectrum} spectrum):"
    if kind.at_zero == "unknown":
        return f"{whose} rounding hides how fast p falls."
    if kind.at_zero == "smooth":
        return f"{whose} p falls faster than any power of ω, so k is smooth at 0."
    return f"{whose} p ∝ |ω|{raised(-kind.tail_power)} for large |ω|, so {_AT_ZERO[kind.at_zero]}."


def spectra_mathematics(record: Spectra) -> Mathematics:
    """Bochner's theorem in one dimension, the density of each kernel, and the variance of k̂ one length scale from 0."""
    m = record.n_freqs[record.start]
    near = int(np.argmin(np.abs(record.delta - record.about.kernel.length_scale)))
    at = record.delta[[near]]
    lines = [
        "k is continuous and positive definite with $k(0)=1$ if and only if there is a symmetric probability measure "
        "p with",
        Formula(r"k(\delta)=\int_{-\infty}^{\infty}p(\omega)\cos\omega\delta\,d\omega=\mathbb{E}\cos\omega\delta"),
        "If k is integrable, p is its cosine transform:",
        Formula(r"p(\omega)=\frac{1}{2\pi}\int_{-\infty}^{\infty}k(\delta)\cos\omega\delta\,d\delta"),
        DRAWN,
        Formula(r"\hat k(\delta)=\frac1D\sum_{j=1}^{D}\cos\omega_j\delta"),
        VARIANCE_FOLLOWS,
        PAIRED_VARIANCE,
    ]
    for kind in record.kinds:
        lines += [
            f"**The {kind.kernel.label} kernel**",
            *density_of(kind.kernel, 1),
            "The second moment of p is minus the second derivative of k at 0, and infinite if p has heavy tails:",
            formula(r"\mathbb{E}\,\omega^2=-k''(0)=<s>", s=kind.kernel.second_moment(1)),
            *estimate_of(kind.kernel, at, m, kind.approximate[record.start, near]),
        ]
    return Mathematics(
        "A kernel on the line is the mean of the waves cos ωδ over frequencies drawn from its spectrum p.",
        tuple(lines),
        SOURCE,
    )
