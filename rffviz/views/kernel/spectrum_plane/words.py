"""The words of the view “Spectrum in the plane”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.studies.spectrum_plane import PlaneSpectrum
from rffviz.words.about import Words, about_words, provenance, scheme_words
from rffviz.words.numbers import count, from_to, measured, number, plural


def plane_spectrum_words(record: PlaneSpectrum) -> Words:
    """The words of the figure; its reading is `plane_spectrum_readings`."""
    about, label = record.about, record.about.kernel.label
    round_ = math.isclose(record.along_axis, record.along_diagonal, rel_tol=1e-9)
    if about.kernel.axes is not None:
        wide, narrow = ("first", "second") if about.kernel.axes[0] > about.kernel.axes[1] else ("second", "first")
        title = f"The {label} kernel is wide along the {wide} axis, its spectrum along the {narrow}"
    elif round_:
        title = f"The {label} kernel is round and so is its spectrum: waves run in all directions alike"
    else:
        title = (
            f"The {label} kernel is not round: at distance ℓ it is {measured(record.along_axis)} along an axis, "
            f"{measured(record.along_diagonal)} on a diagonal"
        )
    return {
        "title": title,
        "subtitle": about_words(
            about,
            "two dimensions",
            f"frequencies by {scheme_words(about)}",
            "each dot ω is a plane wave that runs along ω; lines from 0 show the first eight",
            "colours of p: " + ("four powers of ten" if record.scale == "log" else "from 0 to its largest value here"),
        ),
        "alt": f"Three heat maps over squares: the {label} kernel, its estimate from D plane waves, and the spectral "
        f"density with the frequencies drawn: the largest gap goes {from_to(record.n_freqs, record.largest)}.",
        "notes": _too_fast(record),
        "provenance": provenance(
            about, "k and its estimates over differences; the frequencies drawn are those of the scheme under this seed"
        ),
    }


def plane_spectrum_readings(record: PlaneSpectrum) -> list[str]:
    """The sentences under the figure, for each number of frequencies."""
    return [_reading(record, g) for g in range(len(record.n_freqs))]


def _reading(record: PlaneSpectrum, g: int) -> str:
    m = int(record.n_freqs[g])
    gap = f"at most {measured(record.largest[g])} away from the kernel over this square"
    if m == 1:
        period = 2 * math.pi / float(np.hypot(*record.W[0]))
        return f"At D = 1 the estimate is one plane wave with crests {number(period)} apart along ω; it is {gap}."
    outside = int(record.outside[:m].sum())
    beyond = f" {plural(outside, 'frequency')} of {count(m)} {'lies' if outside == 1 else 'lie'} beyond the picture."
    return f"At D = {count(m)} the mean of {count(m)} plane waves is {gap}.{beyond if outside else ''}"


def _too_fast(record: PlaneSpectrum) -> tuple[str, ...]:
    """Waves too short for the grid of the maps."""
    if not (fast := int(record.too_fast.sum())):
        return ()
    return (
        f"The cells of the maps are too coarse for waves shorter than {number(record.shortest)}, whose stripes look "
        f"wider than they are: those of {count(fast)} of the {plural(len(record.W), 'frequency')} at the largest D.",
    )
