"""A full lecture hall: many viewers at once, compared with as many on an empty Streamlit app."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rffviz.bench.page import ROOT, no_clone, serve
from rffviz.bench.record import Row, spread

_NOTHING = "import streamlit as st\n\nst.write(st.slider('x', 0, 10_000, 5, key='x', bind='query-params'))\n"
_MOVES = 3
_SLOWEST = 0.95
_TRAINING = "prediction", [f"view=real_data&dataset=digits&n_splits=5&seed={seed}" for seed in range(8)]
_BEGUN = 10.0  # seconds after which all eight train


def bench_load(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: 100 viewers open Convergence and move D, then 200; then one viewer while eight others train."""
    if missing := no_clone():
        yield Row("a full hall", note=f"skipped: {missing}")
        return
    n_viewers, rounds = (5, 1) if quick else (100, min(repeats, 3))
    first, moves, kilobytes, failed = [], [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        nothing = Path(folder) / "nothing.py"
        nothing.write_text(_NOTHING)
        for _ in range(rounds):
            with serve(nothing, Path(folder), Path(folder)) as (port, _):
                floor = _hall(port, n_viewers, "", [f"x={i}" for i in range(_MOVES + 1)])
            with serve(ROOT / "app.py", Path(folder)) as (port, _):
                ours = _hall(port, n_viewers, "convergence", ["", "n_freqs=64", "n_freqs=128", "n_freqs=512"])
            first.append(_slow(ours, False) / _slow(floor, False))
            moves.append(_slow(ours, True) / _slow(floor, True))
            kilobytes += [each["bytes"] / 1024 for each in ours if each["step"]]
            failed += sum(bool(each["failed"]) for each in ours)
        yield spread(f"{n_viewers} viewers, first page, slowest 5 %: ours / nothing", first, at_most=1.5)
        yield spread(f"{n_viewers} viewers, a move of D, slowest 5 %: ours / nothing", moves, at_most=1.5)
        yield spread("    a move sends", kilobytes, unit="KB")
        yield spread("    runs that failed", [failed], unit="", at_most=0)
        if quick:
            return
        with serve(ROOT / "app.py", Path(folder)) as (port, pid):
            ours = _hall(port, 200, "convergence", ["", "n_freqs=64", "n_freqs=128", "n_freqs=512"])
            yield spread("200 viewers, runs that failed", [sum(bool(e["failed"]) for e in ours)], unit="", at_most=0)
            yield spread("    the server's largest memory", [_peak_megabytes(pid)], unit="MB", at_most=1500)
        alone, beside = [], []
        for turn in range(rounds):
            with serve(ROOT / "app.py", Path(folder)) as (port, _):
                asked = f"seed={turn + 1}"
                _send(port, 1, 1, "convergence", ["seed=77"])  # warms up imports and data
                alone.append(_send(port, 1, 1, "convergence", [f"seed={turn + 20}"])[0]["seconds"])
                others = threading.Thread(target=_send, args=(port, 8, 1, *_TRAINING, "--own"))
                others.start()
                time.sleep(_BEGUN)
                beside.append(_send(port, 1, 1, "convergence", [asked])[0]["seconds"])
            others.join()
        ratios = [a / b for a, b in zip(beside, alone, strict=True)]
        yield spread("Convergence whole: beside eight who train / alone", ratios, at_most=2)
        yield spread("    of which alone takes", alone, unit="s")


def _hall(port: int, n_viewers: int, page: str, queries: Sequence[str]) -> list[dict[str, Any]]:
    """The measurements of the viewers on a server warmed up by one visit."""
    _send(port, 1, len(queries), page, queries)
    return _send(port, n_viewers, len(queries), page, queries)


def _send(
    port: int, n_viewers: int, n_runs: int, page: str, queries: Sequence[str], *more: str
) -> list[dict[str, Any]]:
    """Run viewers in a separate process."""
    command = [sys.executable, "-m", "tests.hall.crowd", str(port), "--viewers", str(n_viewers), "--page", page]
    command += ["--moves", str(n_runs - 1), *(f"--query={query}" for query in queries), *more]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def _slow(met: Sequence[dict[str, Any]], moved: bool) -> float:
    """The 95 % quantile of seconds per first page, or per move; lost viewers count as infinite."""
    waited = [math.inf if each["failed"] else each["seconds"] for each in met if bool(each["step"]) == moved]
    return float(np.quantile(waited, _SLOWEST, method="higher"))


def _peak_megabytes(pid: int) -> float:
    """Peak memory of a process; nan where the system does not report it."""
    status = Path(f"/proc/{pid}/status")
    if os.name != "posix" or not status.exists():
        return math.nan
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
