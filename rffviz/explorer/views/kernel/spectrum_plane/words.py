"""The words of the view “Spectrum in the plane”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.numbers import count, from_to, measured, number, plural, times
from rffviz.explorer.words.readout import Readout
from rffviz.studies.spectrum_plane import PlaneSpectrum


def plane_spectrum_words(record: PlaneSpectrum) -> Words:
    """The words of the figure; its readouts are `plane_spectrum_readouts`."""
    about, label = record.about, record.about.kernel.label
    return {
        "title": _title(record),
        "subtitle": about_words(
            about,
            f"frequencies by {scheme_words(about)}",
            "dots: frequencies; lines from 0: the first eight",
            "colours of p: " + ("four powers of ten" if record.scale == "log" else "from 0 to the largest value"),
        ),
        "alt": f"Three heat maps over squares: the {label} kernel, its estimate from D plane waves, and the spectral "
        f"density with the frequencies drawn: the largest gap goes {from_to(record.n_freqs, record.largest)}.",
        "notes": (
            *(
                ()
                if record.isotropic or about.kernel.axes is not None
                else (
                    f"At distance ℓ k is {measured(record.along_axis)} along an axis and "
                    f"{measured(record.along_diagonal)} along a diagonal.",
                )
            ),
            *_too_fast(record),
        ),
        "provenance": provenance(about, "k and its estimates over differences"),
    }


def _title(record: PlaneSpectrum) -> str:
    label, axes = record.about.kernel.label, record.about.kernel.axes
    if axes is not None:
        wide, narrow = ("first", "second") if axes[0] > axes[1] else ("second", "first")
        return f"The {label} kernel is wide along the {wide} axis, its spectrum along the {narrow}"
    if record.isotropic:
        return f"The {label} kernel is isotropic, and so is its spectrum"
    return f"At ℓ the {label} kernel on an axis is {times(record.axis_to_diagonal)} that on a diagonal"


def plane_spectrum_readouts(record: PlaneSpectrum) -> list[Readout]:
    """The largest error and the frequencies outside the picture, for each number of frequencies."""
    return [
        Readout(
            (f"D = {count(m)}", "max |k̂ − k|", "frequencies outside"),
            [("k̂", measured(gap), f"{count(record.outside[:m].sum())} of {count(m)}")],
        )
        for m, gap in zip(record.n_freqs, record.largest, strict=True)
    ]


def _too_fast(record: PlaneSpectrum) -> tuple[str, ...]:
    """Waves too short for the grid of the maps."""
    if not (fast := int(record.too_fast.sum())):
        return ()
    return (
        f"{count(fast)} of {plural(len(record.W), 'wave')} {'is' if fast == 1 else 'are'} shorter than "
        f"{number(record.shortest)}, too short for the cells of the maps, where stripes look wider.",
    )
