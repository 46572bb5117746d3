"""Ridge regression on millions of rows generated and summed by two workers, merged in a tree on a dask cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rffviz.bench.record import Row, spread
from rffviz.bench.ridge import CHUNK, COLUMNS, ROWS, RowSource, peak_megabytes
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.predict import FeatureRidge

if TYPE_CHECKING:
    from distributed import Client

_WORKERS = 2
_BLOCK = 8 * CHUNK  # rows per task
_N_FREQS, _RIDGE = 50, 1e-5  # such a small ridge uses double precision
_MEMORY = 1000  # MB


def bench_merge(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: seconds of the tree and of one pass, memory of each worker, and the difference of the weights."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        yield Row("merging by a tree", note="skipped: dask.distributed is not installed (the extra dask)")
        return
    n, d, block = (3000, 6, 500) if quick else (ROWS, COLUMNS, _BLOCK)
    blocks = [(d, seed, min(block, n - start)) for seed, start in enumerate(range(0, n, block))]
    seconds, alone = [], []
    for _ in range(min(repeats, 1 if quick else 3)):
        with (
            LocalCluster(_WORKERS, processes=True, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            client.wait_for_workers(_WORKERS)
            client.run(summed, (d, 0, 1))  # warms up the imports
            start = time.perf_counter()
            coef = tree(client, blocks).coef_
            seconds.append(time.perf_counter() - start)
            peaks = list(client.run(peak_megabytes).values())
        start, whole = time.perf_counter(), None
        for each in blocks:
            whole = summed(each, whole)
        assert whole is not None  # there are blocks
        away = float(np.abs(coef - whole.coef_).max() / np.abs(whole.coef_).max())
        alone.append(time.perf_counter() - start)
    what = f"{n:,} × {d} in {len(blocks)} blocks, {2 * _N_FREQS} features"
    yield spread(f"{what}: {_WORKERS} processes, making the rows included", seconds, unit="s")
    yield spread("    one process, in one pass", alone, unit="s")
    yield spread("    peak memory of a worker", peaks, unit="MB", at_most=_MEMORY)
    yield spread("    largest difference of a weight / the largest weight", [away], unit="", at_most=1e-9)


def tree(client: Client, blocks: Sequence[tuple[int, int, int]]) -> FeatureRidge:
    """The model of all blocks, merged two by two on the cluster."""
    models = client.map(summed, blocks)
    while len(models) > 1:
        pairs = [client.submit(FeatureRidge.merge, *pair) for pair in zip(models[::2], models[1::2], strict=False)]
        models = pairs + models[2 * len(pairs) :]
    return models[0].result()


def summed(block: tuple[int, int, int], model: FeatureRidge | None = None) -> FeatureRidge:
    """The sums of a block (columns, seed, rows), generated here chunk by chunk, added to those of a model if given."""
    d, seed, n = block
    model = model or FeatureRidge(RandomFourierFeatures(Gaussian((d / 2) ** 0.5), _N_FREQS, random_state=0), _RIDGE)
    source = RowSource(d, "float32", seed)
    for start in range(0, n, CHUNK):
        model.partial_fit(*source.rows(min(CHUNK, n - start)))
    return model
