"""The words of the view “Spectrum”."""

from __future__ import annotations

from rffviz.studies.spectrum import Spectra, Spectrum
from rffviz.words.about import Words, dotted, provenance
from rffviz.words.numbers import count, from_to, listed, measured, number, shape_words

_CROSSED = "Mind the names: the Laplacian kernel has a Cauchy spectrum, and the Cauchy kernel has a Laplace spectrum."
_AT_ZERO = {
    "kink": "even the mean of |ω| is infinite and k has a kink at 0",
    "no curvature": "the mean of ω² is infinite and k has no second derivative at 0",
    "curved": "k has a second derivative at 0",
}


def spectra_words(spectra: Spectra) -> Words:
    """The words of the figure; its reading is `spectra_readings`."""
    kinds, about = spectra.kinds, spectra.about
    labels = [shape_words(kind.kernel) for kind in kinds]
    crossed = {"laplacian", "cauchy"} & {kind.kernel.name for kind in kinds}
    return {
        "title": _title(spectra),
        "subtitle": dotted(
            f"{listed(labels)}, ℓ = {number(about.kernel.length_scale)}",
            "one dimension",
            f"frequencies drawn independently from p, seed {about.seeds[0]}",
            f"each dot is a frequency ω{', at a random height under p' if spectra.scale == 'linear' else ''}, and each "
            "frequency a wave cos(ωδ); k̂ is the mean of the waves"
            + (f", and the first {len(kinds[0].waves)} of them are drawn thin" if len(kinds) == 1 else ""),
        ),
        "alt": f"Left the {listed(labels)} kernel against the difference of two points with its estimate from D waves, "
        f"right the spectral density with the frequencies drawn: {_gaps(spectra)}.",
        "notes": (*map(_tail, kinds), *([_CROSSED] if crossed else [])),
        "provenance": provenance(
            about,
            *(f"spectrum of {kind.kernel}: {kind.kernel.spectrum}" for kind in kinds),
            "series: the quantity that `value` is at `place`, a difference or a frequency",
        ),
    }


def spectra_readings(spectra: Spectra) -> list[str]:
    """The sentences under the figure, for each number of frequencies."""
    return [_reading(spectra, g) for g in range(len(spectra.n_freqs))]


def _title(spectra: Spectra) -> str:
    if len(spectra.kinds) > 1:
        fast = listed([f"{number(kind.fast)} ({kind.kernel.label})" for kind in spectra.kinds])
        return f"One frequency in 100 exceeds {fast}"
    (kind,) = spectra.kinds
    if kind.at_zero == "kink":
        return f"Rare, fast waves make the kink of the {kind.kernel.label} kernel"
    return f"The {kind.kernel.label} kernel is the mean of waves drawn from its spectrum"


def _reading(spectra: Spectra, g: int) -> str:
    m = int(spectra.n_freqs[g])
    what = "one wave" if m == 1 else f"the mean of {count(m)} waves"
    if len(spectra.kinds) == 1:
        (kind,) = spectra.kinds
        fastest = f"|ω| = {number(float(abs(kind.drawn[:m]).max()))} radians per unit"
        return (
            f"At D = {count(m)} {what} is at most {measured(kind.largest[g])} away from the kernel. "
            f"{'It has' if m == 1 else 'The fastest has'} {fastest}; one wave in 100 is faster than "
            f"{number(kind.fast)}."
        )
    gaps = [f"{measured(kind.largest[g])} away from the {kind.kernel.label} kernel" for kind in spectra.kinds]
    fastest = [number(float(abs(kind.drawn[:m]).max())) for kind in spectra.kinds]
    return (
        f"At D = {count(m)} {what} is at most {listed(gaps)}. The fastest waves have |ω| = {listed(fastest)} radians "
        "per unit."
    )


def _gaps(spectra: Spectra) -> str:
    return listed(
        [
            f"the largest gap to the {kind.kernel.label} kernel goes {from_to(spectra.n_freqs, kind.largest)}"
            for kind in spectra.kinds
        ]
    )


def _tail(kind: Spectrum) -> str:
    """The relation between the spectrum's tail and the kernel at 0."""
    whose = f"The spectrum of the {kind.kernel.label} kernel ({kind.kernel.spectrum})"
    if kind.at_zero == "unknown":
        return f"{whose} is lost in rounding before it can be told how fast it falls."
    if kind.at_zero == "smooth":
        return f"{whose} falls faster than any power of ω, so k is smooth at 0."
    return f"{whose} falls as |ω| to the power −{number(kind.tail_power)}, so {_AT_ZERO[kind.at_zero]}."
