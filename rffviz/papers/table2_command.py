"""`python -m rffviz reproduce table2`: errors of kernel matrices, cell by cell, beside the published ones."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time

import joblib
import numpy as np

from rffviz.adaptive import OPTIMIZERS
from rffviz.papers.options import add_shared, at_hand, envelope, factor, jobs, sizes, some_of, whole_from, write
from rffviz.papers.table2 import TABLE_2_DATASETS, TABLE_2_METHODS, TABLE_2_SIZES, Table2Cell, table2_cells

SUMMARY = "Li et al. 2019, Table 2: errors of kernel matrices"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    add_shared(parser, TABLE_2_DATASETS)
    parser.add_argument("--n-freqs", type=sizes, default=list(TABLE_2_SIZES), help="such as 50,100,200 (default)")
    parser.add_argument("--methods", **some_of("method", TABLE_2_METHODS))
    parser.add_argument(
        "--landmarks-factor",
        type=factor,
        default=1.0,
        help="n = factor · r landmarks where a method learns (default: 1, as in the paper), or auto",
    )
    parser.add_argument("--n-points", type=whole_from(2), help="a random part of the data only (default: all of it)")
    parser.add_argument(
        "--optimizer", choices=OPTIMIZERS, help="of SAMPLE, CLUSTER and NEAREST (default: the library's)"
    )
    parser.add_argument("--n-jobs", type=jobs, default=1, help="cells measured at once (default: 1)")
    parser.add_argument("--backend", help="a backend of joblib to spread the cells over, such as loky or dask")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the dask scheduler, for --backend dask")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Measure the cells asked for; 0 where all were measured or refused with a reason, 2 where data are missing."""
    if arguments.scheduler and arguments.backend != "dask":
        parser.error("argument --scheduler: goes with --backend dask")
    here, missing = at_hand(arguments.dataset, arguments.download)
    if not here:
        return 2
    kept = ("n_freqs", "methods", "seeds", "landmarks_factor", "n_points", "optimizer", "n_jobs", "backend")
    settings = {
        "datasets": here,
        "left_out": missing,
        **{name: getattr(arguments, name) for name in kept},
        "protocol": "z-scored over the whole data set; Gaussian, 2 l^2 = d; ||K~ - K||_F/||K||_F over all pairs",
    }
    try:
        parallel = _parallel(arguments)
    except (ValueError, OSError) as problem:  # an unknown backend, or a scheduler that is not there
        parser.error(f"argument --backend: {' '.join(str(problem).split())}")
    with parallel:
        cells = _measure(arguments, here, settings)
    print(_table(cells, settings))
    return 2 if missing else 0


def _measure(arguments, datasets, settings) -> list[Table2Cell]:
    total = len(datasets) * len(arguments.n_freqs) * len(arguments.methods)
    written = envelope("Li, Zhang, Wang & Kumar 2019, Table 2", settings)
    cells, start = [], time.perf_counter()
    done = table2_cells(
        datasets,
        arguments.n_freqs,
        arguments.methods,
        arguments.n_jobs,
        seeds=range(arguments.seeds),
        landmarks_factor=arguments.landmarks_factor,
        n_points=arguments.n_points,
        optimizer=arguments.optimizer,
    )
    for cell in done:
        cells.append(cell)
        seconds = time.perf_counter() - start
        print(f"[{len(cells)}/{total}, {seconds:.0f} s] {_line(cell)}", file=sys.stderr, flush=True)
        if arguments.json:
            in_order = [each.as_dict() for each in _sorted(cells, settings)]
            write(arguments.json, {**written, "seconds": seconds, "of_cells": total, "cells": in_order})
    return cells


def _parallel(arguments):
    """joblib's configuration for the backend asked for, if any."""
    if arguments.backend is None:
        return contextlib.nullcontext()
    more = {"scheduler_host": arguments.scheduler} if arguments.scheduler else {}
    return joblib.parallel_config(backend=arguments.backend, **more)


def _sorted(cells, settings):
    orders = [settings[key] for key in ("datasets", "n_freqs", "methods")]

    def place(cell):
        values = (cell.dataset, cell.n_freqs, cell.method)
        return [order.index(value) for order, value in zip(orders, values, strict=True)]

    return sorted(cells, key=place)


def _number(value, digits) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _line(cell: Table2Cell) -> str:
    start = f"{cell.dataset:<13}{cell.n_freqs:>5}  {cell.method:<9}{_number(cell.published, 2):>9}"
    if not cell.errors:
        return f"{start}  {cell.refused}"
    measured = f"{_number(cell.mean, 3):>10}{_number(cell.spread, 3):>8}{len(cell.errors):>7}"
    return f"{start}{measured}{np.mean(cell.seconds):>9.1f}  {cell.refused}".rstrip()


def _table(cells, settings) -> str:
    head = (
        f"{'dataset':<13}{'r':>5}  {'method':<9}{'published':>9}{'measured':>10}{'spread':>8}{'seeds':>7}{'s each':>9}"
    )
    cells = _sorted(cells, settings)
    notes = dict.fromkeys(f"{cell.method}: {note}" for cell in cells for note in cell.notes)
    if settings["n_points"]:
        notes[f"Measured on at most {settings['n_points']:,} points of each set; the paper has all of them."] = None
    return "\n".join([head, *map(_line, cells), *notes])
