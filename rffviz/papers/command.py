"""`python -m rffviz reproduce TABLE`: measure a paper's table here, and print it beside the published one."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import joblib
import numpy as np

from rffviz.datasets import DatasetUnavailable
from rffviz.foundation.validation import Refusal
from rffviz.papers.cell import Cell, PublishedTable
from rffviz.papers.options import at_hand, jobs, numbers, seeds, sizes, some_of, whole_from, writable, write
from rffviz.papers.results import Record, Results, here
from rffviz.papers.survey import survey_table
from rffviz.papers.sweep import sweep
from rffviz.papers.table2 import LEARNED, OWN, STEPS, learner_label
from rffviz.papers.tables import TABLES

_ALL = "all"
_STOPPED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The tables, each with its own options."""
    tables = parser.add_subparsers(dest="table", required=True, metavar="TABLE")

    def add(name: str, summary: str, measure: Callable[..., int]) -> argparse.ArgumentParser:
        one = tables.add_parser(name, help=summary.replace("%", "%%"), description=summary.replace("%", "%%"))
        one.set_defaults(measure=measure, parser=one)
        return one

    parsers = {}
    for table in TABLES.values():
        parsers[table.name] = one = add(table.name, f"{table.title}: {table.protocol}", _run)
        one.add_argument("--dataset", **some_of("dataset", table.data))
        methods = some_of("method", dict.fromkeys(cell.method for cell in table.cells))
        if table.protocols:
            methods["default"] = list(dict.fromkeys(cell.method for cell in table.by_default))
            methods["help"] = methods["help"].replace("or all (default)", "or all (default: those published)")
        one.add_argument("--methods", **methods)
        if kernels := dict.fromkeys(cell.kernel for cell in table.cells if cell.kernel):
            one.add_argument("--kernel", **some_of("kernel", kernels))
        if "samplers" in table.options:
            told = "a scheme of your own to measure as well; may be given several times"
            one.add_argument(
                "--sampler", metavar="package.module:function", dest="samplers", action="append", help=told
            )
        if "n_points" in table.options:
            one.add_argument("--n-freqs", type=sizes, help="such as 50,100,200 (default: those of the table)")
            told = "n/D where a method learns, such as 1,10 (default: as published)"
            one.add_argument("--landmarks-factor", type=numbers, help=told)
            one.add_argument("--n-points", type=whole_from(2), help="a random part of the data only")
            told = (
                "of SAMPLE, CLUSTER and NEAREST: algorithm1, the paper's; algorithm1_100, with S = 100, not 10; or "
                "quasi_newton, our learner, which also uses points that are not landmarks (default: as published)"
            )
            one.add_argument("--optimizer", **some_of("optimizer", (*STEPS, OWN)) | {"default": None, "help": told})
        _add_shared(one, table.n_seeds)
    every = add(_ALL, "all tables and figures, one after the other", _run_all)
    _add_shared(every, None)
    every.set_defaults(parsers=parsers)


def _add_shared(parser: argparse.ArgumentParser, n_seeds: int | None) -> None:
    said = "as many as each table wants" if n_seeds is None else str(n_seeds)
    parser.add_argument("--seeds", type=seeds, default=n_seeds, help=f"a count, or 3,5,8 (default: {said})")
    parser.add_argument(
        "--results", metavar="FILE", type=writable, help="store each cell here at once, and resume from what is stored"
    )
    parser.add_argument("--json", metavar="FILE", type=writable, help="write the results, with the published numbers")
    parser.add_argument("--download", action="store_true", help="fetch data that are not on this machine")
    parser.add_argument("--n-jobs", type=jobs, default=-1, help="seeds measured at once (default: one a core)")
    parser.add_argument("--backend", help="a backend of joblib to spread them over, such as loky, dask or ray")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the dask scheduler, for --backend dask")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Measure the requested cells; returns 0 if all were measured or refused with a reason, 2 if data are missing."""
    return arguments.measure(arguments, arguments.parser)


def _run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    table = TABLES[arguments.table]
    if samplers := getattr(arguments, "samplers", None):
        try:
            table = survey_table(samplers)
        except Refusal as reason:
            parser.error(f"argument --sampler: {reason}")
        built_in = {cell.method for cell in TABLES[table.name].cells}
        own = dict.fromkeys(cell.method for cell in table.cells if cell.method not in built_in)
        arguments.methods = [*arguments.methods, *own]
    return _reproduce(table, arguments, parser)


def _run_all(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    given = {name: value for name, value in vars(arguments).items() if value is not None and name != "table"}
    statuses = []
    for table in TABLES.values():
        print(table.title, file=sys.stderr)
        every = vars(arguments.parsers[table.name].parse_args([]))
        statuses.append(_reproduce(table, argparse.Namespace(**every | given), parser))
        if statuses[-1] == _STOPPED:
            break
    return max(statuses)


def _reproduce(table: PublishedTable, arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if arguments.scheduler is not None and arguments.backend != "dask":
        parser.error("argument --scheduler: goes with --backend dask")
    names = dict.fromkeys(table.data[dataset] for dataset in arguments.dataset)
    here, missing = at_hand(names, arguments.download)
    cells = [cell for cell in _asked(table, arguments) if table.data[cell.dataset] in here]
    if not cells:
        return 2
    options = {name: value for name in table.options if (value := getattr(arguments, name, None)) is not None}
    try:
        results = Results(arguments.results) if arguments.results else None
    except Refusal as reason:
        parser.error(f"argument --results: {reason}")
    for problem in results.problems if results else ():
        print(problem, file=sys.stderr)
    try:
        parallel = _parallel(arguments)
    except (ValueError, OSError, ImportError) as problem:  # an unknown backend, or a scheduler that is not there
        parser.error(f"argument --backend: {' '.join(str(problem).split())}")
    kept = {cell: results.records[cell] for cell in cells if cell in results.records} if results else {}
    records: dict[Cell, Record] = dict(kept)
    began = time.perf_counter()
    try:
        with parallel, _ended_alike():
            for record in _measured(table, cells, arguments, results, options):
                records[record.cell] = record
    except DatasetUnavailable as reason:  # on the machine of a worker
        print(reason, file=sys.stderr)
        return 2
    except Refusal as reason:
        parser.error(f"argument --results: {reason}")
    except KeyboardInterrupt:
        where = f"; {arguments.results} holds what was measured" if results else ""
        print(f"stopped{where}", file=sys.stderr)
        return _STOPPED
    done = [records[cell] for cell in cells if cell in records]
    print(printed(table, done))
    if arguments.json:
        seconds = time.perf_counter() - began
        found = _as_json(table, done, missing, options) | {"of_cells": len(cells), "seconds": seconds}
        write(arguments.json, found, parser)
    return 2 if missing else 0


def _asked(table: PublishedTable, arguments: argparse.Namespace) -> list[Cell]:
    """The requested cells, selected by dataset, kernel, method, size, number of landmarks and learner.

    Unspecified options are as published; a method that is not published is measured with n = r.
    """
    published, usual = set(table.by_default), {cell.method for cell in table.by_default}
    cells = [c for c in table.cells if c in published or (c.method not in usual and c.landmarks_factor == 1)]
    cells = [cell for cell in cells if cell.dataset in arguments.dataset and cell.method in arguments.methods]
    if factors := getattr(arguments, "landmarks_factor", None):
        cells = [replace(c, landmarks_factor=n if c.landmarks_factor else 0.0) for c in cells for n in factors]
    if optimizers := getattr(arguments, "optimizer", None):
        learners = ["" if name == OWN else name for name in optimizers]
        cells = [replace(c, learner=name) if c.method in LEARNED else c for c in cells for name in learners]
    if kernels := getattr(arguments, "kernel", None):
        cells = [cell for cell in cells if cell.kernel in kernels]
    if n_freqs := getattr(arguments, "n_freqs", None):
        cells = [replace(cell, size=size) for cell in cells for size in n_freqs]
    datasets, kernels, methods = (
        list(dict.fromkeys(getattr(cell, name) for cell in table.cells)) for name in ("dataset", "kernel", "method")
    )
    return sorted(
        set(cells),
        key=lambda c: (
            datasets.index(c.dataset),
            kernels.index(c.kernel),
            c.size,
            methods.index(c.method),
            c.landmarks_factor,
            not c.learner,
            c.learner,
        ),
    )


def _measured(
    table: PublishedTable,
    cells: Sequence[Cell],
    arguments: argparse.Namespace,
    results: Results | None,
    options: Mapping[str, Any],
) -> Iterator[Record]:
    """Measure what is not in the results yet; prints a line for each complete cell."""
    began, n_whole = time.perf_counter(), 0
    for step in sweep(table, cells, arguments.seeds, results, **options):
        if step.whole:
            n_whole += 1
            left = f", {_duration(step.seconds_left)} left" if step.done < step.total else ""  # type: ignore[arg-type]
            spent = _duration(time.perf_counter() - began)
            line = _line(table, step.record)
            print(f"[{step.done}/{step.total} seeds, {spent}{left}] {line}", file=sys.stderr, flush=True)
        yield step.record


@contextlib.contextmanager
def _ended_alike() -> Iterator[None]:
    """SIGTERM, as sent by a queue, stops the run as Ctrl-C does: results are written and workers ended."""

    def stop(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _parallel(arguments: argparse.Namespace) -> Any:
    """joblib's configuration as requested; with a scheduler, all its workers."""
    if arguments.backend == "ray":  # joblib needs it registered
        from ray.util.joblib import register_ray

        register_ray()
    more = {"scheduler_host": arguments.scheduler} if arguments.scheduler is not None else {"n_jobs": arguments.n_jobs}
    return joblib.parallel_config(backend="loky" if arguments.backend is None else arguments.backend, **more)


def _as_json(
    table: PublishedTable, records: Sequence[Record], missing: list[str], options: Mapping[str, Any]
) -> dict[str, Any]:
    cells = [
        {
            "published": table.published.get(record.cell),
            "n_freqs": record.cell.size,
            "errors": record.values,
            **record.as_dict(),
        }
        for record in records
    ]
    settings = {"protocol": table.protocol, "left_out": missing, **options}
    return {"table": table.title, "settings": settings, **here(), "cells": cells}


def printed(table: PublishedTable, records: Sequence[Record]) -> str:
    """The table for a terminal, with published and measured numbers."""
    head = (
        f"{'dataset':<13}{'size':>5}{'n/r':>6}  {'method':<20}{'published':>9}{'measured':>10}{'spread':>8}{'seeds':>7}"
        f"{'s each':>9}"
    )
    methods = dict.fromkeys(record.cell.method for record in records)
    notes = [f"{name}: {table.notes[name]}" for name in methods if name in table.notes]
    units = dict.fromkeys(table.units[record.cell.dataset] for record in records)
    notes += table.without.values()
    notes += table.judge({record.cell: record for record in records}) if table.judge else []
    return "\n".join([f"{table.title}, {' or '.join(units)}", head, *(_line(table, r) for r in records), *notes])


def _line(table: PublishedTable, record: Record) -> str:
    cell = record.cell
    factor = f"{cell.landmarks_factor:g}" if cell.landmarks_factor else ""
    published = table.published.get(cell)
    shown = "–" if published is None else f"{published:g}"
    place = f"{cell.dataset}, {cell.kernel}" if cell.kernel else cell.dataset
    method = ", ".join(filter(None, [cell.method, learner_label(cell) if factor else ""]))
    start = f"{place:<13}{cell.size or '–':>5}{factor:>6}  {method:<20}{shown:>9}"
    if not record.values:
        return f"{start}  {record.refused}"
    spread = "–" if record.spread is None else f"{record.spread:.3f}"
    seconds = float(np.mean(record.seconds))
    return f"{start}{record.mean:>10.3f}{spread:>8}{len(record.values):>7}{seconds:>9.1f}  {record.refused}".rstrip()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
