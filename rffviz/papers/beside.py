"""The kept results of a table beside what was published: cell by cell, and one cell measured again."""

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
from rffviz.file_content import file_content
from rffviz.papers import results
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.reasons import reason
from rffviz.papers.results import Record
from rffviz.papers.sweep import measured
from rffviz.papers.tables import TABLES
from rffviz.progress import Progress, study
from rffviz.validation import Refusal, listed, one_of, whole_number

MET, SMALLER, LARGER, OPEN = "met", "smaller", "larger", "open"
_SIX_DIGITS = 1e-6


@dataclass(frozen=True)
class Entry:
    """A cell with what was published of it and what is kept of it.

    Attributes
    ----------
    cell : Cell
    published : float or None
        As printed; None where the paper has no number.
    record : Record or None
        What is kept of it; None where nothing is.
    decimals : int
        Digits behind the point that the paper prints for this dataset.
    reason : str
        Why the two differ, as far as was found out; empty where it was not.
    best : bool
        Whether no method has a smaller mean here, of those with as many frequencies, and all of them were measured.
    """

    cell: Cell
    published: float | None = None
    record: Record | None = None
    decimals: int = 2
    reason: str = ""
    best: bool = False

    @property
    def mean(self) -> float | None:
        """Measured here, mean over the seeds."""
        return self.record.mean if self.record else None

    @property
    def spread(self) -> float | None:
        """Standard deviation over the seeds; None with fewer than three."""
        return self.record.spread if self.record else None

    @property
    def refused(self) -> str:
        """Why nothing is measured; empty where something is, or nobody tried."""
        return self.record.refused if self.record and not self.record.values else ""

    @property
    def printed(self) -> tuple[float, float] | None:
        """The least and the largest number that are printed as the published one."""
        if self.published is None:
            return None
        half = 0.5 * 10.0**-self.decimals
        return self.published - half, self.published + half

    @property
    def difference(self) -> float | None:
        """Measured minus published: from the nearest number that is printed as the published one."""
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
        """Whether the published number is met within one spread, is larger or smaller here, or it is open."""
        if self.spreads is None:
            return OPEN
        if abs(self.spreads) <= 1:
            return MET
        return LARGER if self.spreads > 0 else SMALLER

    @property
    def open_for(self) -> str:
        """Why nothing is judged: it is refused, not measured or not published, of few seeds or without a spread."""
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
        """Of the processor, for a seed; nan where it is not known."""
        return float(np.mean(self.record.seconds)) if self.record and self.record.seconds else math.nan


@dataclass(frozen=True, eq=False)
class KeptTable:
    """All cells of a table, and what is kept of them.

    Attributes
    ----------
    name : str
        Key of the table.
    entries : tuple of Entry
        In the order of the page.
    problems : tuple of str
        What of the file of results cannot be used, in sentences.
    content_hash : str
        Of the file.
    """

    name: str
    entries: tuple[Entry, ...]
    problems: tuple[str, ...] = ()
    content_hash: str = ""

    def entry(self, cell: Cell) -> Entry | None:
        """What is kept of a cell; None for one that the table does not have."""
        return next((entry for entry in self.entries if entry.cell == cell), None)


@dataclass(frozen=True, eq=False)
class TableBeside:
    """Cells of a table beside what was published.

    Attributes
    ----------
    name, title, protocol : str
        As in `rffviz.papers.PublishedTable`.
    entries : tuple of Entry
        Those shown, in the order of the page.
    units, notes : dict of str to str
        As in `rffviz.papers.PublishedTable`, of the datasets and methods shown.
    labels : dict of str to str
        The datasets shown, and what they are called.
    without : dict of str to str
        The datasets shown that cannot be had, and why.
    problems : tuple of str
        As in `KeptTable`.
    measured_as : str
        Which of the table's protocols is shown, as its label has it; empty where all are, or there is one.
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

    def of(self, *verdicts: str) -> list[Entry]:
        """The entries with these verdicts, those that differ most first."""
        found = [entry for entry in self.entries if entry.verdict in verdicts]
        return sorted(found, key=lambda entry: -abs(entry.spreads or 0.0))

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
        """Those of them that nobody has measured yet, though their data can be had."""
        return [entry for entry in self.published if entry.cell.dataset not in self.without and entry.record is None]

    @property
    def winner(self) -> tuple[str, int, int] | None:
        """The method that is the best of most columns, of how many, and how many columns are complete; or None."""
        best = Counter(entry.cell.method for entry in self.entries if entry.best)
        return (*best.most_common(1)[0], best.total()) if best else None

    @property
    def sized(self) -> bool:
        """Whether a method stands in the table with several numbers of frequencies."""
        return _varies(self.entries)


@dataclass(frozen=True, eq=False)
class CellBeside:
    """One cell: what is kept of it, and what is measured of it again.

    Attributes
    ----------
    title, unit, label, note : str
        Of the table; of the dataset, and what it is called; of the method.
    entry : Entry
    n_seeds : int
        How many seeds the table is measured with.
    n_again : int
        Seeds that were asked for again.
    again : Record or None
        What they gave so far.
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
    def apart(self) -> float | None:
        """How far a seed that was measured again is from what was kept of it, at most; None where no seed is both."""
        kept = dict(zip(self.entry.record.seeds, self.entry.record.values, strict=True)) if self.entry.record else {}
        again = zip(self.again.seeds, self.again.values, strict=True) if self.again else ()
        return max((abs(value - kept[seed]) for seed, value in again if seed in kept), default=None)

    @property
    def agrees(self) -> bool:
        """Whether the seeds measured again give what was kept of them, to six digits."""
        return self.apart is not None and self.apart <= _SIX_DIGITS * max(map(abs, self.again.values))


def kept_table(name: str) -> KeptTable:
    """A table with what is kept of it in the file that comes with the package; without one, what was published.

    Raises
    ------
    ValueError
        For a table that there is not.
    """
    table = TABLES[one_of("name", name, TABLES)]
    file = results.KEPT / f"{table.name}.json"
    try:
        found = file.stat()
        records, problems, digest = _read(file, found.st_mtime_ns, found.st_size)
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
    """A part of a table beside what was published.

    Parameters
    ----------
    kept : KeptTable
    datasets, methods : sequence of str, optional
        Those of the table that are shown; all by default.
    measured_as : str, optional
        The one of the table's protocols that is shown, with the methods that learn nothing; all by default, and then
        none is called the best of a column, since they are not comparable.

    Raises
    ------
    ValueError
        Where no cell of the table is left, and for a protocol that it does not have.
    """
    table = TABLES[kept.name]
    protocol = None if measured_as is None else table.protocols[one_of("measured_as", measured_as, table.protocols)]
    alike = [e for e in kept.entries if not (protocol and e.cell.landmarks_factor) or e.cell in protocol.cells]
    entries = tuple(
        entry
        for entry in (_with_best(alike) if protocol or not _several_ways(table) else alike)
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
    )


@study(slow=lambda n_again: n_again > 0)
def cell_beside(kept: KeptTable, cell: Cell, n_again: int = 0) -> Iterator[Progress[CellBeside]]:
    """One cell of a table beside what was published, and measured again.

    Parameters
    ----------
    kept : KeptTable
    cell : Cell
        One of the table's.
    n_again : int
        Seeds that are measured again, from 0 on.

    Returns
    -------
    CellBeside
        In steps: at once what is kept, then after each seed.

    Raises
    ------
    ValueError
        For a cell that the table does not have.
    DatasetUnavailable
        Where seeds are asked for and the data are not on this machine.
    """
    table, n_again = TABLES[kept.name], whole_number("n_again", n_again, low=0)
    entry = next((entry for entry in kept.entries if entry.cell == cell), None)
    if entry is None:
        raise Refusal(f"cell must be one of {table.title}, got {cell}.")
    unit, label, note = table.units[cell.dataset], dataset_label(cell.dataset), table.notes.get(cell.method, "")
    found = CellBeside(table.title, unit, label, note, entry, table.n_seeds, n_again)
    total = 1 + n_again  # looking it up is one
    yield Progress(1, total, found)
    again = Record(cell)
    for seed in range(n_again):
        one = measured(table, cell, (seed,))
        if one.refused:
            again = again.plus(seed, one.refused)
        else:
            again = again.plus(seed, Measured(one.values[0], one.seconds[0], one.settings, one.details[0]))
        found = replace(found, again=again)
        yield Progress(total if one.refused else seed + 2, total, found)
        if one.refused:
            return


def dataset_label(dataset: str) -> str:
    """What a dataset of the tables is called, without what stands in brackets behind it."""
    entry = DATASETS.get(dataset)
    return entry.label.partition(" (")[0] if entry else dataset.replace("_", " ").capitalize()


@lru_cache(maxsize=8)
def _read(file: Path, changed: int, size: int):
    """The records of a file as it stood then, the problems in it, and a digest."""
    found = results.Results(file)
    content = file_content(file, results.MOST_BYTES)
    return found.records, found.problems, hashlib.blake2b(content, digest_size=16).hexdigest()


def _several_ways(table: PublishedTable) -> bool:
    """Whether a method stands in the table with several numbers of landmarks, or learners."""
    ways = {(cell.method, cell.learner, cell.landmarks_factor) for cell in table.cells}
    return len(ways) > len({method for method, *_ in ways})


def _varies(entries: Sequence[Entry]) -> bool:
    sizes: dict[tuple[str, str], set[int]] = {}
    for entry in entries:
        sizes.setdefault((entry.cell.dataset, entry.cell.method), set()).add(entry.cell.size)
    return any(len(each) > 1 for each in sizes.values())


def _with_best(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, those marked that are the best of their column: the dataset's, and the number of frequencies'."""
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
