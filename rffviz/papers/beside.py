"""Stored results of a table compared with the published ones: cell by cell, and one cell measured again."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from rffviz.datasets import DATASETS
from rffviz.foundation.file_content import file_content
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, listed, one_of, whole_number
from rffviz.papers import results
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.reasons import reason
from rffviz.papers.results import Record
from rffviz.papers.sweep import measured
from rffviz.papers.tables import TABLES

MET, SMALLER, LARGER, OPEN = "met", "smaller", "larger", "open"
_SIX_DIGITS = 1e-6


@dataclass(frozen=True)
class Entry:
    """A cell with its published number and its stored measurement.

    Attributes
    ----------
    cell : Cell
    published : float or None
        As printed; None where the paper has no number.
    record : Record or None
        The stored measurement, if any.
    decimals : int
        Digits behind the point that the paper prints for this dataset.
    reason : str
        Why the two differ; empty if unexplained.
    best : bool
        Whether all methods with as many frequencies were measured and none has a smaller mean.
    """

    cell: Cell
    published: float | None = None
    record: Record | None = None
    decimals: int = 2
    reason: str = ""
    best: bool = False

    @property
    def mean(self) -> float | None:
        """Our measurement, mean over the seeds."""
        return self.record.mean if self.record else None

    @property
    def spread(self) -> float | None:
        """Standard deviation over the seeds; None with fewer than three."""
        return self.record.spread if self.record else None

    @property
    def refused(self) -> str:
        """Why there is no measurement; empty if there is one or none was attempted."""
        return self.record.refused if self.record and not self.record.values else ""

    @property
    def printed(self) -> tuple[float, float] | None:
        """The smallest and largest numbers that round to the published one."""
        if self.published is None:
            return None
        half = 0.5 * 10.0**-self.decimals
        return self.published - half, self.published + half

    @property
    def difference(self) -> float | None:
        """Measured minus the nearest number that rounds to the published one."""
        if self.mean is None or self.printed is None:
            return None
        low, high = self.printed
        return self.mean - min(max(self.mean, low), high)

    @property
    def spreads(self) -> float | None:
        """The difference in units of the spread; None where there is a difference and no spread."""
        if self.difference is None or not self.difference:
            return self.difference
        return self.difference / self.spread if self.spread else None

    @property
    def verdict(self) -> str:
        """Whether ours is within one spread of the published number, larger or smaller; or open."""
        if self.spreads is None:
            return OPEN
        if abs(self.spreads) <= 1:
            return MET
        return LARGER if self.spreads > 0 else SMALLER

    @property
    def open_for(self) -> str:
        """Why there is no verdict: refused, not measured, not published, too few seeds or no spread."""
        if self.refused:
            return "refused"
        if self.mean is None:
            return "not_measured"
        if self.published is None:
            return "not_published"
        if self.spreads is None:
            return "few_seeds" if self.spread is None else "no_spread"
        return ""

    @property
    def rounds(self) -> bool:
        """Whether the mean here rounds to the published number."""
        return self.difference == 0

    @property
    def seconds(self) -> float:
        """Processor time per seed; nan if unknown."""
        return float(np.mean(self.record.seconds)) if self.record and self.record.seconds else math.nan


@dataclass(frozen=True, eq=False)
class KeptTable:
    """All cells of a table with their stored results.

    Attributes
    ----------
    name : str
        Key of the table.
    entries : tuple of Entry
        In the order of the page.
    problems : tuple of str
        One sentence for each unusable part of the results file.
    content_hash : str
        Hash of the results file.
    """

    name: str
    entries: tuple[Entry, ...]
    problems: tuple[str, ...] = ()
    content_hash: str = ""

    def entry(self, cell: Cell) -> Entry | None:
        """The entry of a cell; None if the table does not have it."""
        return next((entry for entry in self.entries if entry.cell == cell), None)


@dataclass(frozen=True, eq=False)
class TableBeside:
    """Cells of a table compared with the published numbers.

    Attributes
    ----------
    name, title, protocol : str
        As in `rffviz.papers.PublishedTable`.
    entries : tuple of Entry
        Those shown, in the order of the page.
    units, notes : dict of str to str
        As in `rffviz.papers.PublishedTable`, for the datasets and methods shown.
    labels : dict of str to str
        The display names of the datasets shown.
    without : dict of str to str
        The datasets shown that are not available, and why.
    problems : tuple of str
        As in `KeptTable`.
    measured_as : str
        Label of the protocol shown; empty if all are shown or there is only one.
    varied : str
        As in `rffviz.papers.PublishedTable`.
    """

    name: str
    title: str
    protocol: str
    entries: tuple[Entry, ...]
    units: dict[str, str]
    notes: dict[str, str]
    labels: dict[str, str]
    without: dict[str, str]
    problems: tuple[str, ...] = ()
    measured_as: str = ""
    varied: str = ""

    def of(self, *verdicts: str) -> list[Entry]:
        """The entries with these verdicts, largest differences first."""
        matching = [entry for entry in self.entries if entry.verdict in verdicts]
        return sorted(matching, key=lambda entry: -abs(entry.spreads or 0.0))

    @property
    def compared(self) -> list[Entry]:
        """The entries with a published and a measured number."""
        return [entry for entry in self.entries if entry.difference is not None]

    @property
    def published(self) -> list[Entry]:
        """The entries with a published number."""
        return [entry for entry in self.entries if entry.published is not None]

    @property
    def waiting(self) -> list[Entry]:
        """Published entries not measured yet, though their data are available."""
        return [entry for entry in self.published if entry.cell.dataset not in self.without and entry.record is None]

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest number measured here; nan where there is none."""
        means = [entry.mean for entry in self.entries if entry.mean is not None] or [math.nan]
        return min(means), max(means)

    @property
    def winner(self) -> tuple[str, int, int] | None:
        """The method that is best in most columns, in how many, and how many columns are complete; or None."""
        best = Counter(entry.cell.method for entry in self.entries if entry.best)
        return (*best.most_common(1)[0], best.total()) if best else None

    @property
    def sized(self) -> bool:
        """Whether a method is in the table with several numbers of frequencies."""
        return _varies(self.entries)


@dataclass(frozen=True, eq=False)
class CellBeside:
    """One cell: its stored results, and seeds measured again.

    Attributes
    ----------
    title, unit, label, note : str
        The table's title; the dataset's unit and display name; the method's note.
    entry : Entry
    n_seeds : int
        Number of seeds of the table.
    n_again : int
        Number of seeds to measure again.
    again : Record or None
        Their results so far.
    """

    title: str
    unit: str
    label: str
    note: str
    entry: Entry
    n_seeds: int
    n_again: int = 0
    again: Record | None = None

    @property
    def deviation(self) -> float | None:
        """Largest difference between a seed's repeated and stored values; None if no seed has both."""
        kept = dict(zip(self.entry.record.seeds, self.entry.record.values, strict=True)) if self.entry.record else {}
        again = zip(self.again.seeds, self.again.values, strict=True) if self.again else ()
        return max((abs(value - kept[seed]) for seed, value in again if seed in kept), default=None)

    @property
    def agrees(self) -> bool:
        """Whether the seeds measured again reproduce the stored values to six digits."""
        return self.deviation is not None and self.deviation <= _SIX_DIGITS * max(map(abs, self.again.values))  # type: ignore[union-attr]


def kept_table(name: str) -> KeptTable:
    """A table with the stored results that come with the package; without a file, only the published numbers.

    Raises
    ------
    ValueError
        For an unknown table.
    """
    table = TABLES[one_of("name", name, TABLES)]
    file = results.KEPT / f"{table.name}.json"
    try:
        status = file.stat()
        records, problems, digest = _read(file, status.st_mtime_ns, status.st_size)
    except FileNotFoundError:
        records, problems, digest = {}, (), ""
    except (Refusal, OSError) as problem:
        records, problems, digest = {}, (str(problem),), str(problem)
    decimals: dict[str, int] = {}
    for cell, value in table.published.items():
        decimals[cell.dataset] = max(decimals.get(cell.dataset, 0), len(f"{value:.10g}".partition(".")[2]))
    entries = tuple(
        Entry(
            cell,
            table.published.get(cell),
            records.get(cell),
            decimals.get(cell.dataset, 2),
            reason(cell) or table.without.get(cell.dataset, ""),
        )
        for cell in table.cells
    )
    return KeptTable(table.name, entries, problems, f"{table.name} {digest}")


def table_beside(
    kept: KeptTable,
    datasets: Sequence[str] | None = None,
    methods: Sequence[str] | None = None,
    measured_as: str | None = None,
) -> TableBeside:
    """A part of a table compared with the published numbers.

    Parameters
    ----------
    kept : KeptTable
    datasets, methods : sequence of str, optional
        Those of the table that are shown; all by default.
    measured_as : str, optional
        The protocol to show, with the methods that learn nothing; all by default, in which case no best of a column is
        marked, since protocols are not comparable.

    Raises
    ------
    ValueError
        If no cell of the table is left, and for a protocol that it does not have.
    """
    table = TABLES[kept.name]
    protocol = None if measured_as is None else table.protocols[one_of("measured_as", measured_as, table.protocols)]
    alike = [e for e in kept.entries if not (protocol and e.cell.landmarks_factor) or e.cell in protocol.cells]
    entries = tuple(
        entry
        for entry in (_with_best(alike) if protocol or not (_several_ways(table) or table.varied) else alike)
        if (datasets is None or entry.cell.dataset in datasets) and (methods is None or entry.cell.method in methods)
    )
    if not entries:
        allowed = listed(list(dict.fromkeys(entry.cell.dataset for entry in kept.entries)))
        raise Refusal(f"datasets and methods must be some of {table.title}, whose datasets are {allowed}.")
    shown = dict.fromkeys(entry.cell.dataset for entry in entries)
    return TableBeside(
        table.name,
        table.title,
        table.protocol,
        entries,
        {name: table.units[name] for name in shown},
        {name: table.notes[name] for name in dict.fromkeys(e.cell.method for e in entries) if name in table.notes},
        {name: dataset_label(name) for name in shown},
        {name: table.without[name] for name in shown if name in table.without},
        kept.problems,
        protocol.label if protocol else "",
        table.varied,
    )


@study(slow=lambda n_again: n_again > 0)
def cell_beside(kept: KeptTable, cell: Cell, n_again: int = 0) -> Iterator[Progress[CellBeside]]:
    """One cell of a table compared with the published number, and measured again.

    Parameters
    ----------
    kept : KeptTable
    cell : Cell
        A cell of the table.
    n_again : int
        How many seeds to measure again, from seed 0.

    Returns
    -------
    CellBeside
        In steps: the stored results at once, then after each seed.

    Raises
    ------
    ValueError
        For a cell that the table does not have.
    DatasetUnavailable
        If seeds are requested and the data are not on this machine.
    """
    table, n_again = TABLES[kept.name], whole_number("n_again", n_again, low=0)
    entry = next((entry for entry in kept.entries if entry.cell == cell), None)
    if entry is None:
        raise Refusal(f"cell must be one of {table.title}, got {cell}.")
    unit, label, note = table.units[cell.dataset], dataset_label(cell.dataset), table.notes.get(cell.method, "")
    record = CellBeside(table.title, unit, label, note, entry, table.n_seeds, n_again)
    total = 1 + n_again  # the lookup counts as one step
    yield Progress(1, total, record)
    again = Record(cell)
    for seed in range(n_again):
        one = measured(table, cell, (seed,))
        if one.refused:
            again = again.plus(seed, one.refused)
        else:
            again = again.plus(seed, Measured(one.values[0], one.seconds[0], one.settings, one.details[0]))
        record = replace(record, again=again)
        yield Progress(total if one.refused else seed + 2, total, record)
        if one.refused:
            return


def dataset_label(dataset: str) -> str:
    """Display name of a dataset, without its parenthesis."""
    entry = DATASETS.get(dataset)
    return entry.label.partition(" (")[0] if entry else dataset.replace("_", " ").capitalize()


@lru_cache(maxsize=8)
def _read(file: Path, changed: int, size: int) -> tuple[dict[Cell, Record], tuple[str, ...], str]:
    """The records of a file at this modification time and size, its problems, and a digest."""
    stored = results.Results(file)
    content = file_content(file, results.MOST_BYTES)
    return stored.records, stored.problems, hashlib.blake2b(content, digest_size=16).hexdigest()


def _several_ways(table: PublishedTable) -> bool:
    """Whether a method is in the table with several numbers of landmarks or learners."""
    ways = {(cell.method, cell.learner, cell.landmarks_factor) for cell in table.cells}
    return len(ways) > len({method for method, *_ in ways})


def _varies(entries: Sequence[Entry]) -> bool:
    sizes: dict[tuple[str, str], set[int]] = {}
    for entry in entries:
        sizes.setdefault((entry.cell.dataset, entry.cell.method), set()).add(entry.cell.size)
    return any(len(each) > 1 for each in sizes.values())


def _with_best(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with the best of each column (dataset and number of frequencies) marked."""
    sized = _varies(entries)
    columns: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        columns.setdefault(_column(entry, sized), []).append(entry)
    least = {
        column: min((entry.mean for entry in those if entry.mean is not None), default=None)
        for column, those in columns.items()
        if all(entry.record for entry in those)
    }
    return [
        replace(entry, best=entry.mean is not None and entry.mean == least.get(_column(entry, sized)))
        for entry in entries
    ]


def _column(entry: Entry, sized: bool) -> tuple[str, int]:
    return entry.cell.dataset, entry.cell.size if sized else 0
