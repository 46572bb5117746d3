"""Half an hour of random moves over all views: detects memory leaks of the server."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rffviz.bench.page import ROOT, no_clone, serve
from rffviz.bench.record import Row, spread

_MINUTES, _VIEWERS, _THINK = 30.0, 8, 2.0
_BETWEEN = 5.0  # seconds between two measurements
_LEFT = 150.0  # seconds: Streamlit keeps the session of a disconnected viewer for two minutes


def bench_soak(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: memory in the second half against the first, and what remains after all viewers have left."""
    missing = no_clone() or ("" if Path("/proc/self/fd").exists() else "the system has no /proc")
    if missing:
        yield Row("half an hour of random moves", note=f"skipped: {missing}")
        return
    seconds = 20.0 if quick else 60 * _MINUTES
    with tempfile.TemporaryDirectory() as folder, serve(ROOT / "app.py", Path(folder)) as (port, pid):
        _wander(port, 2.0 if quick else 60.0)
        time.sleep(2.0 if quick else _LEFT)
        before, memory = _open_files_and_threads(pid), []
        command = [sys.executable, "-m", "tests.hall.crowd", str(port), "--viewers", str(_VIEWERS)]
        command += ["--think", str(_THINK), "--wander", str(seconds)]
        with tempfile.TemporaryFile("w+") as said, subprocess.Popen(command, cwd=ROOT, stdout=said, text=True) as crowd:
            while crowd.poll() is None:
                memory.append(_megabytes(pid))
                time.sleep(_BETWEEN)
            said.seek(0)
            met = [json.loads(line) for line in said]
        time.sleep(_LEFT)
        after, half = _open_files_and_threads(pid), len(memory) // 2
        failed = [each for each in met if each["failed"]]
        yield Row("moves", len(met), len(met), len(met), unit="", note="; ".join(each["asked"] for each in failed[:5]))
        yield spread("    of which failed", [len(failed)], unit="", at_most=0)
        yield spread("largest memory, the server and its workers", [max(memory)], unit="MB", at_most=1500)
        yield spread("largest memory, second half / first", [max(memory[half:]) / max(memory[: half + 1])], at_most=1.1)
        for what, now, then in zip(("open files", "threads"), after, before, strict=True):
            yield spread(f"{what} left behind", [now - then], unit="", at_most=2)


def _wander(port: int, seconds: float) -> None:
    command = [sys.executable, "-m", "tests.hall.crowd", str(port), "--viewers", "4", "--wander", str(seconds)]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)


def _open_files_and_threads(pid: int) -> tuple[int, int]:
    process = Path(f"/proc/{pid}")
    return len(list((process / "fd").iterdir())), len(list((process / "task").iterdir()))


def _megabytes(pid: int) -> float:
    """The memory of a process and of those it has started, now."""
    total = 0.0
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                total += int(line.split()[1]) / 1024
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            total += sum(_megabytes(int(child)) for child in children.read_text().split())
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        pass
    return total
