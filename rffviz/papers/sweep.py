"""Measures cells seed by seed, in parallel if joblib is configured so, and stores them as they are done."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from threadpoolctl import threadpool_limits

from rffviz.datasets import DatasetUnavailable
from rffviz.foundation.jobs import in_jobs
from rffviz.foundation.validation import Refusal, seed_numbers
from rffviz.papers.cell import Cell, Measured, PublishedTable
from rffviz.papers.results import Record, Results

_TOGETHER = 8  # cells of a dataset and size measured together, with all their features in memory
_WRITTEN = 10.0  # seconds after which an incomplete cell is written


@dataclass(frozen=True)
class SweepStep:
    """Progress: a seed of a cell is done.

    Attributes
    ----------
    record : Record
        The cell's record, with this seed.
    whole : bool
        Whether it has all requested seeds of the cell.
    done, total : int
        Seeds measured so far in this run, and all that it has to measure.
    seconds_left : float or None
        Estimated from the seeds done: each other seed takes as long as stored ones of its cell, or else the mean.
    """

    record: Record
    whole: bool
    done: int
    total: int
    seconds_left: float | None = None


def measured(table: PublishedTable, cell: Cell, seeds: int | Sequence[int] = 3, **options: Any) -> Record:
    """Measure one cell now.

    Parameters
    ----------
    table : PublishedTable
    cell : Cell
    seeds : int or sequence of int
        A count n is range(n).
    **options
        Options of the table's `measure`; those it does not take are ignored.

    Returns
    -------
    Record
        Without values and with the reason in `refused` if the method is not defined for the cell.

    Raises
    ------
    ValueError
        For seeds that are not different whole numbers of at least 0.
    DatasetUnavailable
        Where the data are not on this machine.
    """
    record = Record(cell)
    for seed in seed_numbers("seeds", seeds):
        record = record.plus(seed, _one(table, cell, seed, options))
        if record.refused:
            break
    return record


def sweep(
    table: PublishedTable,
    cells: Sequence[Cell],
    seeds: int | Sequence[int],
    results: Results | None = None,
    **options: Any,
) -> Iterator[SweepStep]:
    """Measure many cells, here or in joblib's jobs (`in_jobs`); a `SweepStep` for each seed, in the order they end.

    BLAS has one thread for each seed, so that a number does not depend on how many are measured at once.

    Parameters
    ----------
    table : PublishedTable
    cells : sequence of Cell
        All of this table.
    seeds : int or sequence of int
        A count n is range(n).
    results : Results, optional
        Seeds of a cell that are in it are not measured again, nor is a cell that was refused; each cell is written to
        it when complete; incomplete cells are written every ten seconds and when the run is stopped.
    **options
        Options of the table's `measure`.

    Raises
    ------
    Refusal
        If the file has seeds of a cell measured with other settings.
    DatasetUnavailable
        Where data are not on this machine.
    """
    seeds = seed_numbers("seeds", seeds)
    records = {cell: results.records.get(cell, Record(cell)) if results else Record(cell) for cell in cells}
    lacking = {
        cell: [] if record.refused else [seed for seed in seeds if seed not in record.seeds]
        for cell, record in records.items()
    }
    left = {cell: len(lacks) for cell, lacks in lacking.items()}
    total = sum(left.values())
    began, expected = time.perf_counter(), _Expected(records)
    waiting: dict[Cell, Record] = {}  # measured but not written yet
    looked = began
    tasks = in_jobs(partial(_outcomes, table, options), _tasks(table, lacking), ordered=False)
    try:
        for done, (cell, seed, outcome) in enumerate(chain.from_iterable(tasks), 1):
            left[cell] -= 1
            if not (isinstance(outcome, str) and records[cell].refused):
                records[cell] = records[cell].plus(seed, outcome)
            waiting[cell] = records[cell]
            if results and (not left[cell] or time.perf_counter() - looked > _WRITTEN):
                results.add(*waiting.values())
                waiting, looked = {}, time.perf_counter()
            expected.saw(cell, outcome)
            remaining = expected.of(left) * (time.perf_counter() - began) / expected.spent
            yield SweepStep(records[cell], not left[cell], done, total, remaining)
    finally:
        if results and waiting:
            results.add(*waiting.values())
        if isinstance(tasks, Generator):
            tasks.close()


class _Expected:
    """Estimates seconds per seed for each cell from the seeds measured."""

    def __init__(self, records: Mapping[Cell, Record]) -> None:
        self._of = {cell: record.seconds[-1] for cell, record in records.items() if record.seconds}
        self._n = 0
        self.spent = 1e-9  # seconds spent on the seeds of this run

    def saw(self, cell: Cell, outcome: Measured | str) -> None:
        seconds = 0.0 if isinstance(outcome, str) else outcome.seconds
        self._of[cell] = seconds
        self._n += 1
        self.spent += seconds

    def of(self, left: Mapping[Cell, int]) -> float:
        usual = self.spent / max(self._n, 1)
        return sum(n * self._of.get(cell, usual) for cell, n in left.items())


def _tasks(table: PublishedTable, lacking: Mapping[Cell, Sequence[int]]) -> Iterator[tuple[list[Cell], int]]:
    """Yield (cells, seed): single cells, or several of a dataset and size measured together."""
    by_place: dict[tuple[str, int], list[Cell]] = {}
    for cell in lacking:
        by_place.setdefault((cell.dataset, cell.size), []).append(cell)
    for cells in by_place.values():
        n = _TOGETHER if table.together else 1
        for some in (cells[i : i + n] for i in range(0, len(cells), n)):
            for seed in sorted({seed for cell in some for seed in lacking[cell]}):
                yield [cell for cell in some if seed in lacking[cell]], seed


def _outcomes(
    table: PublishedTable, options: Any, task: tuple[list[Cell], int]
) -> list[tuple[Cell, int, Measured | str]]:
    cells, seed = task
    if table.together is None or len(cells) == 1:
        return [(cell, seed, _one(table, cell, seed, options)) for cell in cells]
    with threadpool_limits(1, user_api="blas"):
        outcomes = table.together(cells, seed, **options)
    return [
        (cell, seed, _said(each, seed) if isinstance(each, ValueError) else each)
        for cell, each in zip(cells, outcomes, strict=True)
    ]


def _one(table: PublishedTable, cell: Cell, seed: int, options: Any) -> Measured | str:
    """The seed's result or error: a failed seed is recorded; missing data stop the sweep."""
    with threadpool_limits(1, user_api="blas"):
        try:
            return table.measure(cell, seed, **options)
        except DatasetUnavailable:
            raise
        except ValueError as problem:
            return _said(problem, seed)


def _said(problem: ValueError, seed: int) -> str:
    return str(problem) if isinstance(problem, Refusal) else f"seed {seed}: {problem}"
