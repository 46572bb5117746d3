"""What a figure hands to whoever shows it: the plot, its words and its numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go


@dataclass(frozen=True)
class Scrub:
    """A row of frames that the browser moves through without the server.

    Attributes
    ----------
    label : str
        What is scrubbed, with its unit: "D, frequencies".
    names : sequence of str
        The frames' names, in order; the plot's frames carry them.
    values : sequence of str
        What the control says at each frame.
    readings : sequence of str
        The sentence that reads the figure at each frame.
    start : int
        The frame the figure is drawn at first.
    redraw : bool
        Whether the traces need a full redraw (heat maps do, lines do not).
    """

    label: str
    names: Sequence[str]
    values: Sequence[str]
    readings: Sequence[str]
    start: int = 0
    redraw: bool = False

    @classmethod
    def over_freqs(cls, n_freqs, readings: Sequence[str], start: int, redraw: bool = False) -> Scrub:
        """Frames of growing numbers of frequencies."""
        names = [str(int(m)) for m in n_freqs]
        return cls("D, frequencies", names, [f"D = {int(m):,}" for m in n_freqs], readings, start, redraw)


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes
    ----------
    title : str
    cells : sequence
        Numbers or words; None where there is nothing.
    spec : str
        How numbers are written, in a way that Python's `format` and C's `printf` both read: ".2f".
    width : int, optional
        In pixels, on a page.
    status : sequence of (str, str)
        For each cell "fine", "property", "fault" or "unknown", which sets the colour, and the word that is coloured.
    """

    title: str
    cells: Sequence[Any]
    spec: str = ""
    width: int | None = None
    status: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Table:
    """Rows of numbers or words for the eye; the first column says what a row is about."""

    columns: Sequence[Column]

    @property
    def wordy(self) -> bool:
        """Whether cells hold a status and a sentence, which need more room."""
        return any(column.status for column in self.columns)


@dataclass(frozen=True)
class Picture:
    """A figure or a table with everything that travels with it.

    Attributes
    ----------
    name : str
        Stem of the files it is exported to.
    title, subtitle : str
        What is seen, from the numbers; what was measured, on what, and what lines and bands are.
    figure : plotly Figure or None
        None where it is a table.
    alt : str
        One sentence that says what is seen, for those who do not see it.
    reading : str
        One sentence that reads the figure, computed from its numbers; shown under it.
    columns : mapping of str to sequence
        The numbers, as the columns of a table: what the CSV export holds.
    provenance : sequence of str
        Lines that say where the numbers come from (data, kernel, seeds); the head of the CSV.
    scrub : Scrub, optional
        Where the figure has frames: its `reading` is then the one at the first frame shown.
    notes : sequence of str
        Sentences below the figure: what else a reader should know.
    table : Table, optional
        In place of a figure.
    """

    name: str
    title: str
    subtitle: str
    figure: go.Figure | None
    alt: str
    reading: str
    columns: Mapping[str, Sequence[Any]]
    provenance: Sequence[str] = field(default=())
    scrub: Scrub | None = None
    notes: Sequence[str] = field(default=())
    table: Table | None = None

    def csv(self) -> str:
        """The table as comma-separated values, with the provenance in `#` lines above."""
        text = io.StringIO()
        text.writelines(f"# {line}\n" for line in self.provenance)
        table = csv.writer(text, lineterminator="\n")
        table.writerow(self.columns)
        table.writerows(map(_written, row) for row in zip(*self.columns.values(), strict=True))
        return text.getvalue()


def by_column(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, list]:
    """Rows of numbers or words as the columns of these names."""
    rows = list(rows)
    return {name: [row[k] for row in rows] for k, name in enumerate(names)}


def _written(value: Any) -> Any:
    return f"{value:.9g}" if isinstance(value, float | np.floating) else value
