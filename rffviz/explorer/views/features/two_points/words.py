"""The words of the view “Two points”."""

from __future__ import annotations

from rffviz.explorer.views.features.words import signed
from rffviz.explorer.words.about import Words, about_words, provenance, scheme_words
from rffviz.explorer.words.numbers import count, from_to, measured, number
from rffviz.explorer.words.readout import Readout
from rffviz.studies.two_points import TwoPoints

MOST_BARS = 20  # most features drawn individually


def two_points_words(record: TwoPoints) -> Words:
    """The words of the figure; its readouts are `two_points_readouts`."""
    about, k = record.about, measured(record.exact)
    each = "a cosine and a sine" if record.map == "paired" else "a cosine with a random phase"
    gaps = abs(record.inner[record.n_freqs - 1] - record.exact)
    return {
        "title": f"The inner product z(x)·z(y) converges to k(x − y) = {k}",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"features of a frequency: {each}",
            scheme_words(about),
            f"bars: the first {MOST_BARS} features times √D, and their products",
            "band: ± 2 SD by the variance formula",
        ),
        "alt": "Left the first features of two points x and y as bars and their products below them, right their inner "
        f"product against the number of frequencies: its distance from the {about.kernel.label} kernel, {k}, goes "
        f"{from_to(record.n_freqs, gaps)}.",
        "provenance": provenance(
            about,
            f"map: {record.map}",
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", record.pair, strict=True)),
            f"kernel at x − y: {record.exact:.9g}",
        ),
    }


def two_points_readouts(record: TwoPoints) -> list[Readout]:
    """The inner product beside the kernel, and that of x with itself, for each number of frequencies."""
    return [_readout(record, int(m)) for m in record.n_freqs]


def _readout(record: TwoPoints, m: int) -> Readout:
    inner, own, away = record.inner[m - 1], record.squared_length[m - 1], record.deviations(m)
    of_x = ("1", "1", "0") if record.map == "paired" else (measured(own), "1", measured(abs(own - 1)))
    return Readout(
        (f"D = {count(m)}", "inner product", "kernel", "error", "error / σ"),
        (
            ("z(x)·z(y)", signed(inner), measured(record.exact), measured(abs(inner - record.exact)), number(away)),
            ("z(x)·z(x)", *of_x, "–"),
        ),
    )
