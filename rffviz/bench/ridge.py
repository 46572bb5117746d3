"""Ridge regression at millions of rows in bounded memory, against `RBFSampler` and `Ridge` on the rows that fit."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from sklearn.kernel_approximation import RBFSampler
from sklearn.linear_model import Ridge
from sklearn.pipeline import Pipeline, make_pipeline
from threadpoolctl import threadpool_limits

from rffviz.bench.record import Row, spread
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.threads import blas_threads
from rffviz.kernels import Gaussian
from rffviz.predict import FeatureRidge

ROWS, COLUMNS = 4_900_000, 127  # KDD Cup 1999 in Rahimi & Recht 2007, Table 1
_MEMORY = 1000  # MB
CHUNK = 16_384  # rows generated at a time
_RIDGE = 1e-3
_FACTOR = 5.0
_TEST_ROWS = 20_000


def bench_ridge(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: time per row and peak memory for 50 and 100 features, with rows in both precisions.

    Each run has its own process, for its own peak memory; the time is that of the fit alone, without generating rows.
    The competitor gets as many rows as keep it below the same memory, found by trial runs.
    """
    n, d = (3000, 6) if quick else (ROWS, COLUMNS)
    threads = blas_threads()
    note = f"{n:,} × {d} made in chunks of {CHUNK:,}; ours sees each once, theirs holds all it fits"
    yield Row("data", note=note)
    for m in (25, 50):
        for dtype in ("float64", "float32"):
            held = _most_rows(n, d, m, dtype, threads)
            runs: dict[str, list[dict[str, float]]] = {"ours": [], "theirs": []}
            for turn in range(min(repeats, 3)):
                for side in ("ours", "theirs") if turn % 2 == 0 else ("theirs", "ours"):
                    runs[side].append(_run(side, n if side == "ours" else held, d, m, dtype, threads, turn))
            what = f"{m} frequencies, {2 * m} features, {dtype} in"
            ours, theirs = (_per_row(runs[side], "seconds") for side in ("ours", "theirs"))
            processor = np.median(_per_row(runs["theirs"], "processor") / _per_row(runs["ours"], "processor"))
            yield spread(f"{what}: ours", ours, unit="μs per row")
            peaks = [run["megabytes"] for run in runs["ours"]]
            yield spread(f"{what}: peak memory of ours, {n:,} rows", peaks, unit="MB", at_most=_MEMORY)
            wrong = {side: np.mean([run["wrong"] for run in runs[side]]) for side in runs}
            note = (
                f"{processor:.1f} × in processor time, which other work on the machine does not lengthen; "
                f"theirs: {held:,} rows in {runs['theirs'][0]['megabytes']:,.0f} MB; "
                f"{wrong['ours']:.1f} % wrong on new rows, theirs {wrong['theirs']:.1f} % wrong, means over draws"
            )
            ratios = theirs / ours
            yield spread(
                f"{what}: RBFSampler and Ridge in {dtype} / ours in float32, per row",
                ratios,
                at_least=_FACTOR,
                note=note,
            )


def _per_row(runs: Sequence[Mapping[str, float]], name: str) -> np.ndarray:
    """Microseconds per row of every run."""
    return np.array([run[name] / run["rows"] * 1e6 for run in runs])


def _most_rows(n: int, d: int, m: int, dtype: str, threads: int) -> int:
    """The most rows, up to n, that the competitor fits in the memory: a secant through trial runs, then fewer."""
    small, large = min(n, 40_000), min(n, 120_000)
    if small == n:
        return n
    peaks = [_run("theirs", rows, d, m, dtype, threads)["megabytes"] for rows in (small, large)]
    slope = max((peaks[1] - peaks[0]) / (large - small), 1e-6)
    rows = min(n, int(small + (_MEMORY - peaks[0]) / slope))
    while rows > small and _run("theirs", rows, d, m, dtype, threads)["megabytes"] > _MEMORY:
        rows = int(0.95 * rows)
    return rows


def _run(side: str, n: int, d: int, m: int, dtype: str, threads: int, seed: int = 0) -> dict[str, float]:
    """Measure in a new process; the seed is that of the frequencies."""
    settings = {"side": side, "n": n, "d": d, "m": m, "dtype": dtype, "threads": threads, "seed": seed}
    code = "import sys; from rffviz.bench.ridge import measure; measure(sys.argv[1])"
    root = Path(__file__).resolve().parents[2]
    run = subprocess.run([sys.executable, "-c", code, json.dumps(settings)], capture_output=True, text=True, cwd=root)
    if run.returncode:
        raise RuntimeError(f"the run of {side} on {n:,} rows failed: {run.stderr.strip()[-500:]}")
    return json.loads(run.stdout)


def measure(settings: str) -> None:
    """Fit one side in this process, and print its seconds, its peak memory and its share of wrong signs as JSON."""
    given = json.loads(settings)
    n, d, m = given["n"], given["d"], given["m"]
    with threadpool_limits(given["threads"]):
        fit = _fit_ours if given["side"] == "ours" else _fit_theirs
        model, spent = fit(RowSource(d, given["dtype"]), n, d, m, given["seed"])
        megabytes = peak_megabytes()
        X, y = RowSource(d, given["dtype"], seed=1).rows(_TEST_ROWS)
        wrong = 100 * float(np.mean(np.sign(model.predict(X)) != y))
    times = {"seconds": spent[0], "processor": spent[1]}
    print(json.dumps({"rows": n, **times, "megabytes": megabytes, "wrong": wrong}))


def _fit_ours(source: RowSource, n: int, d: int, m: int, seed: int) -> tuple[FeatureRidge, np.ndarray]:
    model = FeatureRidge(RandomFourierFeatures(Gaussian((d / 2) ** 0.5), m, random_state=seed), _RIDGE)
    spent = np.zeros(2)
    for start in range(0, n, CHUNK):
        spent += _spent(model.partial_fit, *source.rows(min(CHUNK, n - start)))
    return model, spent + _spent(getattr, model, "coef_")


def _fit_theirs(source: RowSource, n: int, d: int, m: int, seed: int) -> tuple[Pipeline, np.ndarray]:
    X, y = np.empty((n, d), dtype=source.dtype), np.empty(n)
    for start in range(0, n, CHUNK):
        rows = slice(start, min(start + CHUNK, n))
        X[rows], y[rows] = source.rows(rows.stop - start)
    model = make_pipeline(RBFSampler(gamma=1 / d, n_components=2 * m, random_state=seed), Ridge(alpha=n * _RIDGE))
    return model, _spent(model.fit, X, y)


def _spent(run: Callable[..., object], *arguments: object) -> np.ndarray:
    """Wall-clock and processor seconds of a call."""
    wall, processor = time.perf_counter(), time.process_time()
    run(*arguments)
    return np.array([time.perf_counter() - wall, time.process_time() - processor])


class RowSource:
    """An endless stream of rows: five hidden coordinates mixed into d, a curved border between the classes ±1."""

    def __init__(self, d: int, dtype: str, seed: int = 0) -> None:
        self.dtype = np.dtype(dtype)
        self.rng = np.random.default_rng([7, seed])
        self.mix = np.random.default_rng(0).standard_normal((5, d)).astype(self.dtype)

    def rows(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """The next n rows: X of shape (n, d), and the classes."""
        hidden = self.rng.standard_normal((n, 5), dtype=np.float32)
        with threadpool_limits(1):  # idle BLAS threads spin, which would slow down what runs next
            X = hidden.astype(self.dtype, copy=False) @ self.mix / 2
        noise = self.rng.standard_normal(n, dtype=np.float32)
        return X, np.where(hidden[:, 0] + hidden[:, 1] ** 2 - 0.5 + 0.3 * noise > 0, 1.0, -1.0)


def peak_megabytes() -> float:
    """Peak memory of this process, without its parent's where the system reports it."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6
    except (OSError, IndexError):
        import resource  # not on Windows

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
