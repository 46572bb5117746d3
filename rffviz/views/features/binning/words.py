"""The words of the view “Random binning”."""

from __future__ import annotations

from rffviz.studies.binning import Grids
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, measured, number, plural

_NOT_GAUSSIAN = (
    "The pitch of a grid, the width of its bins, has the density pitch · k″(pitch). The Gaussian kernel cannot be "
    "binned: near 0 it bends downwards, so that k″, and with it the density, would be negative there."
)


def grids_words(record: Grids) -> Words:
    """The words of the figure; its reading is `grids_readings`."""
    about, k = record.about, measured(record.exact)
    return {
        "title": f"The share of random grids in which x and y meet settles on k(x − y) = {k}",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"grids with random pitches and shifts, seed {about.seeds[0]}",
            "shaded: the bins of x and of y in the last grid",
            "band: ±2 standard deviations, √(k(1 − k)/P)",
        ),
        "alt": "Left two points in the plane under a random grid with their bins shaded, right the share of grids in "
        f"which they share a bin: of {plural(len(record.met), 'grid')} it is {measured(record.share[-1])}, where the "
        f"Laplacian kernel is {k}.",
        "notes": (_NOT_GAUSSIAN,),
        "provenance": provenance(
            about,
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", record.pair, strict=True)),
            f"kernel at x − y: {record.exact:.9g}",
        ),
    }


def grids_readings(record: Grids) -> list[str]:
    """The sentences under the figure, for each number of grids."""
    return [_reading(record, int(n)) for n in record.n_grids]


def _reading(record: Grids, n_grids: int) -> str:
    last = "share a bin" if record.met[n_grids - 1] else "fall into different bins"
    met = int(record.met[:n_grids].sum())
    return (
        f"In grid {count(n_grids)} x and y {last}. They have met in {count(met)} of {plural(n_grids, 'grid')}, a share "
        f"of {measured(record.share[n_grids - 1])}, where the Laplacian kernel is {measured(record.exact)}."
    )
