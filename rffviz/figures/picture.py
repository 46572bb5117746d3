"""What a figure hands to whoever shows it: the plot, its words and its numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from rffviz.words.spreadsheet import no_formula

ANSWER = "answer"  # the `name` of annotations, and the `meta` of traces, that a hall sees only when it is revealed


@dataclass(frozen=True)
class Scrub:
    """A row of frames that the browser moves through without the server."""

    label: str  # what is scrubbed, with its unit: "D, frequencies"
    names: Sequence[str]  # of the plot's frames, in their order
    values: Sequence[str]  # what the control says at each frame
    readings: Sequence[str]  # the sentence that reads the figure at each frame
    start: int = 0  # the frame the figure is drawn at first
    redraw: bool = False  # whether the traces need a full redraw (heat maps do, lines do not)
    settings: Sequence[Any] = ()  # what the setting that is scrubbed is at each frame; None where it has no value

    @classmethod
    def over_freqs(cls, n_freqs, readings: Sequence[str], start: int, redraw: bool = False) -> Scrub:
        """Frames of growing numbers of frequencies."""
        sizes = [int(m) for m in n_freqs]
        names, values = [str(m) for m in sizes], [f"D = {m:,}" for m in sizes]
        return cls("D, frequencies", names, values, readings, start, redraw, sizes)

    def frames(self, figure: go.Figure, places: Sequence[int], state: Callable[[int], Sequence]) -> Scrub:
        """Give the figure its frames, and return this: `state(g)` is what the traces at `places` are in the g-th."""
        figure.frames = [go.Frame(name=name, data=state(g), traces=list(places)) for g, name in enumerate(self.names)]
        return self


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    title: str
    cells: Sequence[Any]  # numbers or words; None where there is nothing
    spec: str = ""  # how numbers are written, as Python's `format` and C's `printf` both read it: ".2f"
    width: int | None = None  # in pixels, on a page
    status: Sequence[tuple[str, str]] = ()  # one of the statuses of verdicts, and its word


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
    """A figure or a table with everything that travels with it."""

    name: str  # stem of the files it is exported to
    title: str  # what is seen, from the numbers
    subtitle: str  # what was measured, on what, and what lines and bands are
    figure: go.Figure | None  # None where it is a table
    alt: str  # one sentence that says what is seen, for those who do not see it
    reading: str  # the sentence under the figure, computed from its numbers; of the first frame where there are frames
    columns: Mapping[str, Sequence[Any]]  # the numbers, as the CSV export holds them
    provenance: Sequence[str] = ()  # where the numbers come from (data, kernel, seeds): the head of the CSV
    scrub: Scrub | None = None
    notes: Sequence[str] = ()  # what else a reader should know, below the figure
    table: Table | None = None  # in place of a figure
    here: Sequence[str] = ()  # what was measured by this run alone, such as seconds: on the page, and in no export

    def csv(self) -> str:
        """The table as comma-separated values, with the provenance in `#` lines above.

        No text in it is a formula to a spreadsheet: names come from files and links, too.
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
    """Tables one below the other, the column `what` naming each; where one has no such column, nothing."""
    if list(tables) == [""]:
        return dict(tables[""])
    lengths = {letter: len(next(iter(table.values()))) for letter, table in tables.items()}
    found = {what: [letter for letter, n in lengths.items() for _ in range(n)]}
    for name in dict.fromkeys(name for table in tables.values() for name in table):
        found[name] = [cell for letter, n in lengths.items() for cell in tables[letter].get(name, [""] * n)]
    return found


def _written(value: Any) -> Any:
    if isinstance(value, float | np.floating):
        return f"{value:.9g}"
    return value if isinstance(value, int | np.integer | None) else no_formula(str(value))
