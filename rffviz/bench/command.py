"""`python -m rffviz bench`: run the benches, print their rows and save them."""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import os
import platform
from dataclasses import replace

import numpy as np
from threadpoolctl import threadpool_limits  # comes with scikit-learn, which requires it

from rffviz.bench import BENCHES, LONG
from rffviz.bench.record import text_of
from rffviz.foundation.threads import blas_threads
from rffviz.foundation.validation import or_nearest
from rffviz.papers.options import whole_from, writable, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument(
        "benches",
        nargs="*",
        metavar="bench",
        help=f"which ones, of {', '.join(BENCHES)} (default: all but {', '.join(LONG)})",
    )
    parser.add_argument(
        "--repeats", type=whole_from(1, 1000), help="rounds, in which competitors take turns (default: 7)"
    )
    parser.add_argument("--threads", type=whole_from(1), help="the most BLAS threads (default: as many as BLAS takes)")
    parser.add_argument("--quick", action="store_true", help="tiny sizes and one round, to see that it runs")
    parser.add_argument("--json", metavar="FILE", type=writable, help="also write the rows here")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Run the requested benches; returns 0 even if targets are missed, which the rows report."""
    for name in arguments.benches:
        if name not in BENCHES:
            parser.error(f"bench must be one of {', '.join(BENCHES)}, got {name!r}{or_nearest(name, BENCHES)}")
    repeats = arguments.repeats or (1 if arguments.quick else 7)
    with threadpool_limits(arguments.threads) if arguments.threads else contextlib.nullcontext():
        machine = _machine()
        print(", ".join(f"{name} {value}" for name, value in machine.items()))
        print("Median over rounds (smallest to largest); the competitors take turns.")
        rows = []
        for name in arguments.benches or [name for name in BENCHES if name not in LONG]:
            print(f"\n{name}", flush=True)
            for row in BENCHES[name](arguments.quick, repeats):
                print(text_of(row), flush=True)
                rows.append((name, row))
    held = [row for _, row in rows if row.met is not None]
    print()
    for row in held:
        if not row.met:
            print(text_of(replace(row, note="")))
    print(f"{sum(bool(row.met) for row in held)} of {len(held)} targets met" if held else "no target was measured")
    if arguments.json:
        missed_first = sorted(rows, key=lambda each: each[1].met is not False)
        measured = [{"bench": name, **row.as_dict()} for name, row in missed_first]
        found = {"machine": machine, "quick": arguments.quick, "repeats": repeats, "rows": measured}
        write(arguments.json, found, parser)
    return 0


def _machine() -> dict[str, object]:
    """Versions, and the current number of BLAS threads."""
    packages = ("scipy", "scikit-learn", "streamlit", "plotly")
    return {
        "Python": platform.python_version(),
        "numpy": np.__version__,
        **{name: importlib.metadata.version(name) for name in packages},
        "cores": os.cpu_count(),
        "BLAS threads": str(blas_threads()),
    }
