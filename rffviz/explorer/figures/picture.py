"""A picture: the plot with its words and its numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plotly.graph_objects as go

from rffviz.explorer.words.readout import Readout
from rffviz.explorer.words.spreadsheet import no_formula

ANSWER = "answer"  # `name` of annotations and `meta` of traces that are hidden until the answer is revealed


@dataclass(frozen=True)
class Scrub:
    """Frames that the browser scrubs through without the server."""

    label: str  # the slider's label, with its unit: "D, frequencies"
    names: Sequence[str]  # names of the plot's frames, in order
    values: Sequence[str]  # the control's text at each frame
    readouts: Sequence[Readout]  # the numbers at each frame
    start: int = 0  # the frame the figure is drawn at first
    redraw: bool = False  # whether the traces need a full redraw (heat maps do, lines do not)
    settings: Sequence[Any] = ()  # value of the scrubbed setting at each frame, or None
    plays: int = 0  # the frame up to which a page, or an answer, plays by itself; 0 for none

    @classmethod
    def over_freqs(cls, n_freqs, readouts: Sequence[Readout], start: int, redraw: bool = False) -> Scrub:
        """Frames of growing numbers of frequencies."""
        sizes = [int(m) for m in n_freqs]
        names, values = [str(m) for m in sizes], [f"D = {m:,}" for m in sizes]
        return cls("D, frequencies", names, values, readouts, start, redraw, sizes)

    def frames(self, figure: go.Figure, places: Sequence[int], state: Callable[[int], Sequence]) -> Scrub:
        """Add frames to the figure and return the `Scrub`: `state(g)` gives the traces at `places` in frame g."""
        # as dictionaries: plotly would copy and check each Frame once more
        figure.frames = [{"name": name, "data": state(g), "traces": list(places)} for g, name in enumerate(self.names)]
        return self


@dataclass(frozen=True)
class Grab:
    """What can be dragged in a figure: a line whose height is a setting, or two points whose distance is one."""

    setting: str
    says: str  # its symbol: "ε"
    low: float
    high: float
    level: float | None = None  # height of the line
    points: Sequence[Sequence[float]] = ()  # the two points
    axes: Sequence[str] = ("x", "y")  # of the panel


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    title: str
    cells: Sequence[Any]  # numbers or words; None for an empty cell
    spec: str = ""  # how numbers are written, as Python's `format` and C's `printf` both read it: ".2f"
    width: int | None = None  # width in pixels, on a page
    status: Sequence[tuple[str, str]] = ()  # for each cell a verdict's status and its word


@dataclass(frozen=True)
class Table:
    """A table for display; the first column names the rows."""

    columns: Sequence[Column]

    @property
    def wordy(self) -> bool:
        """Whether cells contain a status and a sentence, which need more room."""
        return any(column.status for column in self.columns)


@dataclass(frozen=True)
class Picture:
    """A figure or a table with everything shown or exported with it."""

    name: str  # stem of exported file names
    title: str  # the headline: at most 14 words, with one number
    subtitle: str  # what was measured, on what, and what lines and bands mean
    figure: go.Figure | None  # None where it is a table
    alt: str  # alt text, one sentence
    readout: Readout  # the numbers of the figure; with frames, those of the first one
    columns: Mapping[str, Sequence[Any]]  # the numbers, as the CSV export holds them
    provenance: Sequence[str] = ()  # where the numbers come from (data, kernel, seeds): the head of the CSV
    scrub: Scrub | None = None
    grab: Grab | None = None
    notes: Sequence[str] = ()  # further remarks below the figure
    table: Table | None = None  # in place of a figure
    chips: Sequence[tuple[str, str]] = ()  # above a table of checks: statuses with their counts in words
    answer: float | tuple[Sequence[float], Sequence[float]] | None = (
        None  # what answers: a number, or x and y of a line
    )
    # what a comparison divides, of every kind the first that both sides have: name on screen, kind, what must agree
    sizes: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    folded: str = ""  # what unfolds the table, which is then folded under chips and readout

    def csv(self) -> str:
        """The table as comma-separated values, with the provenance in `#` lines above.

        No text in it can be executed by a spreadsheet as a formula: names also come from files and links.
        """
        text = io.StringIO()
        text.writelines(f"# {no_formula(' '.join(line.splitlines()))}\n" for line in self.provenance)
        table = csv.writer(text, lineterminator="\n")
        table.writerow(map(_written, self.columns))
        table.writerows(map(_written, row) for row in zip(*self.columns.values(), strict=True))
        return text.getvalue()


def by_column(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, list]:
    """Rows of numbers or words as the columns of these names."""
    rows = list(rows)
    return {name: [row[k] for row in rows] for k, name in enumerate(names)}


def columns_of_each(what: str, tables: Mapping[str, Mapping[str, Sequence]]) -> dict[str, Sequence]:
    """Tables stacked, with a column `what` naming each; cells of missing columns are empty."""
    if list(tables) == [""]:
        return dict(tables[""])
    lengths = {letter: len(next(iter(table.values()))) for letter, table in tables.items()}
    columns = {what: [letter for letter, n in lengths.items() for _ in range(n)]}
    for name in dict.fromkeys(name for table in tables.values() for name in table):
        columns[name] = [cell for letter, n in lengths.items() for cell in tables[letter].get(name, [""] * n)]
    return columns


def _written(value: Any) -> Any:
    if isinstance(value, float | np.floating):
        return f"{value:.9g}"
    return value if isinstance(value, int | np.integer | None) else no_formula(str(value))
