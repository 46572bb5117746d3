"""`python -m rffviz reproduce table1` and `table3`: test errors, row by row, beside the published ones."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from rffviz.datasets import load
from rffviz.papers.options import at_hand, envelope, write
from rffviz.papers.published import LI_TABLE_3
from rffviz.papers.supervised import SUPERVISE_SETTINGS, supervise_test_error
from rffviz.papers.table1 import TABLE_1_METHODS, TABLE_1_SETTINGS, table1_cell


@dataclass(frozen=True)
class ErrorRow:
    """Test errors of one method on one dataset, one per seed, in `unit`.

    `seconds` is the median time of a fit; `settings` holds those given, and those chosen on the training part.
    """

    dataset: str
    method: str
    unit: str
    published: float
    errors: tuple[float, ...]
    seconds: float
    settings: dict


@dataclass(frozen=True)
class ErrorTable:
    """A table of test errors.

    `data` names the dataset of `rffviz.datasets` behind each row; `rows` goes from a row's name and the seeds to an
    `ErrorRow` for each method.
    """

    name: str
    summary: str
    protocol: str
    data: dict[str, str]
    rows: Callable[[str, Sequence[int]], Iterator[ErrorRow]]


def _table1(dataset: str, seeds: Sequence[int]) -> Iterator[ErrorRow]:
    unit = "%, ‖f − y‖/‖y‖" if load(TABLE_1_SETTINGS[dataset].data).task == "regression" else "% wrong"
    for method in TABLE_1_METHODS:
        cell = table1_cell(dataset, method, 1 if method == "exact_svm" else len(seeds))
        found = asdict(cell)
        errors, seconds, published = (found.pop(name) for name in ("errors", "seconds", "published"))
        yield ErrorRow(dataset, method, unit, published, errors, seconds, found)


def _table3(dataset: str, seeds: Sequence[int]) -> Iterator[ErrorRow]:
    results = [supervise_test_error(dataset, seed) for seed in seeds]
    unit = "RMSE" if load(dataset).task == "regression" else "% wrong"
    settings = asdict(results[0].settings) | {"n_freqs": results[0].n_freqs, "splits": list(seeds)}
    seconds = float(np.median([result.seconds for result in results]))
    errors = tuple(result.error for result in results)
    yield ErrorRow(dataset, "SUPERVISE", unit, LI_TABLE_3[dataset, "SUPERVISE"], errors, seconds, settings)


TABLES = {
    "table1": ErrorTable(
        "Rahimi & Recht 2007, Table 1",
        "test errors of features and of the exact machine",
        "the source's split; length scale and penalty by three folds of the training part; a seed draws the features",
        {name: setting.data for name, setting in TABLE_1_SETTINGS.items()},
        _table1,
    ),
    "table3": ErrorTable(
        "Li et al. 2019, Table 3, column SUPERVISE",
        "test errors of features learned with the answers",
        "n = r = 200; the test part is a third drawn by the seed, or the source's; settings from the training part",
        {name: name for name in SUPERVISE_SETTINGS},
        _table3,
    ),
}


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Measure the rows asked for; 0 where all were measured, 2 where data are missing."""
    table = TABLES[arguments.table]
    here, missing = at_hand([table.data[name] for name in arguments.dataset], arguments.download)
    rows, start = [], time.perf_counter()
    settings = {"seeds": arguments.seeds, "left_out": missing, "protocol": table.protocol}
    written = envelope(table.name, settings)
    for name in arguments.dataset:
        if table.data[name] not in here:
            continue
        for row in table.rows(name, range(arguments.seeds)):
            rows.append(row)
            seconds = time.perf_counter() - start
            print(f"[{len(rows)}, {seconds:.0f} s] {_line(row)}", file=sys.stderr, flush=True)
            if arguments.json:
                write(arguments.json, {**written, "seconds": seconds, "rows": [asdict(each) for each in rows]})
    if rows:
        head = f"{'dataset':<13}{'method':<12}{'published':>9}{'measured':>10}{'spread':>8}{'seeds':>7}{'s a fit':>9}"
        print("\n".join([f"{head}  unit", *map(_line, rows)]))
    return 2 if missing else 0


def _line(row: ErrorRow) -> str:
    spread = f"{np.std(row.errors, ddof=1):.3f}" if len(row.errors) > 1 else "–"
    return (
        f"{row.dataset:<13}{row.method:<12}{row.published:>9g}{np.mean(row.errors):>10.3f}{spread:>8}"
        f"{len(row.errors):>7}{row.seconds:>9.1f}  {row.unit}"
    )
