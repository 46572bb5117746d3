"""The rows of a bench, one for each measured number with its target, and comparable timings."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from threadpoolctl import threadpool_limits  # comes with scikit-learn, which requires it

from rffviz.foundation.threads import blas_threads
from rffviz.foundation.validation import whole_number

Bench = Callable[[bool, int], "Iterator[Row]"]
Name = TypeVar("Name")


@dataclass(frozen=True)
class Row:
    """One measured number.

    Attributes
    ----------
    what : str
        What the number is.
    value, low, high : float
        Median, smallest and largest over the repetitions; nan where nothing was measured.
    at_least, at_most : float or None
        The target, where there is one.
    note : str
        A remark, or why nothing was measured.
    """

    what: str
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    unit: str = "×"
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def target(self) -> str:
        """The target in words; empty where there is none."""
        bounds = (("≥", self.at_least), ("≤", self.at_most))
        return " and ".join(f"{sign} {bound:g}" for sign, bound in bounds if bound is not None)

    @property
    def met(self) -> bool | None:
        """Whether the value meets its target; None without a target or a value."""
        if not self.target or math.isnan(self.value):
            return None
        return (self.at_least is None or self.value >= self.at_least) and (
            self.at_most is None or self.value <= self.at_most
        )

    def as_dict(self) -> dict[str, object]:
        """The row for a JSON file: null where nothing was measured."""
        names = ("what", "value", "low", "high", "unit", "target", "met", "note")
        row = {name: getattr(self, name) for name in names}
        return {name: None if value != value else value for name, value in row.items()}  # nan is not equal to itself


def spread(
    what: str,
    values: Iterable[float],
    unit: str = "×",
    at_least: float | None = None,
    at_most: float | None = None,
    note: str = "",
) -> Row:
    """A row of the median of `values` and their range."""
    numbers = np.asarray(list(values), dtype=np.float64)
    low, high = float(numbers.min()), float(numbers.max())
    return Row(what, float(np.median(numbers)), low, high, unit, at_least, at_most, note)


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def text_of(row: Row) -> str:
    """The row as a line of text, with its note below."""
    if math.isnan(row.value):
        return f"  {row.what}: {row.note or 'not measured'}"
    measured = f"{_number(row.value):>8} {row.unit:<3} ({_number(row.low)} to {_number(row.high)})"
    verdict = {None: "", True: "met", False: "MISSED"}[row.met]
    line = f"  {row.what:<84} {measured:<34} {row.target:<10} {verdict}".rstrip()
    return f"{line}\n      {row.note}" if row.note else line


def interleaved(
    runs: Mapping[Name, Callable[[], object]],
    repeats: int,
    before: Callable[[], object] = lambda: None,
    n_calls: int = 1,
) -> dict[Name, np.ndarray]:
    """Seconds of a call of every run in every round, shape (repeats,) each, after a warm-up round.

    Each round starts with a different competitor, so that none always runs after the same one. `before` is called
    before each run: threads of OpenBLAS spin for about 25 ms after a product, on a core the next may need. A run is
    the mean of `n_calls` calls, one after the other.
    """
    repeats = whole_number("repeats", repeats)
    names = list(runs)
    seconds = {name: np.empty(repeats) for name in names}
    for name in names:
        runs[name]()
    for turn in range(repeats):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            before()
            start = time.perf_counter()
            for _ in range(n_calls):
                runs[name]()
            seconds[name][turn] = (time.perf_counter() - start) / n_calls
    return seconds


def saying_threads(bench: Bench, dtype: str = "") -> Bench:
    """The bench, whose numbers name their BLAS threads, and the `dtype` where both sides have the same."""
    of = f"{dtype}, " if dtype else ""

    def rows(quick: bool, repeats: int) -> Iterator[Row]:
        threads = blas_threads()
        for row in bench(quick, repeats):
            said = "" if math.isnan(row.value) else f"{threads} thread{'s' * (threads > 1)}, {of}"
            yield replace(row, what=f"{said}{row.what}")

    return rows


def on_one_and_all_threads(bench: Bench, dtype: str = "") -> Bench:
    """The bench, as `saying_threads` has it, with both sides on one BLAS thread, and again on all threads."""

    def both(quick: bool, repeats: int) -> Iterator[Row]:
        for threads in sorted({1, blas_threads()}):
            with threadpool_limits(threads, user_api="blas"):
                yield from saying_threads(bench, dtype)(quick, repeats)

    return both
