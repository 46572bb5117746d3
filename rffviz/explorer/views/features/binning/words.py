"""The words of the view “Random binning”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, about_words, provenance
from rffviz.explorer.words.numbers import count, measured, number, plural
from rffviz.explorer.words.readout import Readout
from rffviz.studies.binning import Grids

_NOT_GAUSSIAN = (
    "The bin width u has the density u·k″(u). The Gaussian kernel has no random binning: k″ is negative near 0."
)


def grids_words(record: Grids) -> Words:
    """The words of the figure; its readouts are `grids_readouts`."""
    about, k = record.about, measured(record.exact)
    return {
        "title": f"x and y share a bin with probability k(x − y) = {k}",
        "subtitle": about_words(
            about,
            f"‖x − y‖ = {number(about.settings['distance'])} in the plane",
            f"random bin widths and shifts, seed {about.seeds[0]}",
            "shaded: the bins of x and of y in the last grid",
            "band: ± 2 SD, SD = √(k(1 − k)/P)",
        ),
        "alt": "Left two points in the plane under a random grid with their bins shaded, right the fraction of grids "
        f"in which they share a bin: of {plural(len(record.met), 'grid')} it is {measured(record.share[-1])}; the "
        f"Laplacian kernel is {k}.",
        "notes": (_NOT_GAUSSIAN,),
        "provenance": provenance(
            about,
            *(f"{name}: {point.tolist()}" for name, point in zip("xy", record.pair, strict=True)),
            f"kernel at x − y: {record.exact:.9g}",
        ),
    }


def grids_readouts(record: Grids) -> list[Readout]:
    """The fraction of grids in which x and y share a bin, for each number of grids."""
    return [_readout(record, int(n)) for n in record.n_grids]


def _readout(record: Grids, n_grids: int) -> Readout:
    fraction = record.share[n_grids - 1]
    return Readout(
        (f"P = {count(n_grids)}", "last grid", "shared", "fraction", "k(x − y)", "error"),
        (
            (
                "x and y",
                "same bin" if record.met[n_grids - 1] else "different bins",
                f"{count(record.met[:n_grids].sum())} of {count(n_grids)}",
                measured(fraction),
                measured(record.exact),
                measured(abs(fraction - record.exact)),
            ),
        ),
    )
