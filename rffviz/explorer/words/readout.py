"""The small table of numbers under a figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Readout:
    """The numbers at the position in sight: a row for each scheme or method. `Readout()` is empty."""

    columns: Sequence[str] = ()  # headings; the first says where: "D = 256"
    rows: Sequence[Sequence[str]] = ()  # the row's name and its cells as they are shown: "0.031", "0.19–0.24", "–"

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))


def readout_of_each(each: Mapping[str, Readout]) -> Readout:
    """One readout of several sides: the rows of each, with its letter in front; headings too where they differ."""
    rows = [
        (" ".join(filter(None, [letter, name])), *cells)
        for letter, readout in each.items()
        for name, *cells in readout.rows
    ]
    headings = zip(*(readout.columns for readout in each.values()), strict=False)
    return Readout([_heading(dict(zip(each, names, strict=True))) for names in headings], rows)


def _heading(each: Mapping[str, str]) -> str:
    names = [*dict.fromkeys(each.values())]
    return names[0] if len(names) == 1 else ", ".join(f"{letter}: {name}" for letter, name in each.items())
