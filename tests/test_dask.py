"""On a real cluster of two processes: sums merged by a tree, and a sweep that loses a worker in the middle."""

import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from joblib import parallel_config

from rffviz.bench.merge import bench_merge, summed, tree
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.jobs import in_jobs
from rffviz.kernels import Gaussian
from rffviz.measure import error_curve
from rffviz.papers import Cell, Measured, PublishedTable, Results, sweep
from rffviz.predict import FeatureRidge

distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install 'rffviz[dask]'")
pytestmark = pytest.mark.release
CLUSTERS = Path(__file__).parents[1] / "docs" / "clusters.md"


@pytest.fixture(scope="module")
def cluster():
    """Two worker processes with a thread each; a nanny starts another where one dies."""
    with (
        distributed.LocalCluster(2, processes=True, threads_per_worker=1, dashboard_address=None) as workers,
        distributed.Client(workers) as client,
    ):
        yield client


@pytest.fixture
def client(cluster):
    """Of two workers: with one joblib would work here."""
    cluster.wait_for_workers(2, timeout=60)
    return cluster


def chunks_of(file):
    """Two chunks of a block of rows that is made here, in the process that `file` gets to know."""
    folder, block = file
    (folder / str(os.getpid())).touch()
    rng = np.random.default_rng([9, block])
    for n in (400, 300 + 10 * block):
        X = rng.standard_normal((n, 5), dtype=np.float32)
        yield X, np.sin(X[:, :2]) + block


def test_a_tree_over_blocks_is_the_answer_of_one_pass(client, tmp_path):
    """That of the documents, on a map that looks at the data."""
    (code,) = re.findall(r"<!-- merge -->\n```python\n(.*?)```", CLUSTERS.read_text(), re.S)
    files = [(tmp_path, block) for block in range(7)]
    X = np.concatenate([X for X, _ in chunks_of(files[0])])
    (tmp_path / str(os.getpid())).unlink()
    room = {"client": client, "files": files, "chunks_of": chunks_of, "X": X, "kernel": Gaussian(3.0)}
    room["RandomFourierFeatures"] = partial(RandomFourierFeatures, sampler="leverage")
    exec(compile(code.replace("X[:1]", "X"), "clusters.md", "exec"), room)
    assert {int(path.name) for path in tmp_path.iterdir()} == set(client.run(os.getpid).values())
    merged, whole = room["model"], FeatureRidge(room["features"], room["model"].ridge)
    for file in files:
        for chunk in chunks_of(file):
            whole.partial_fit(*chunk)
    np.testing.assert_allclose(merged.target_mean_, whole.target_mean_, rtol=1e-13)
    np.testing.assert_allclose(merged.coef_, whole.coef_, rtol=0, atol=1e-8 * np.abs(whole.coef_).max())


def test_the_bench_merges_all_blocks(client):
    blocks, whole = [(6, seed, 200 + seed) for seed in range(5)], None
    for block in blocks:
        whole = summed(block, whole)
    coef = tree(client, blocks).coef_
    np.testing.assert_allclose(coef, whole.coef_, rtol=0, atol=1e-9 * np.abs(whole.coef_).max())
    assert np.ptp(coef) > 0


def test_a_curve_loses_a_worker_and_no_number(client, tmp_path):
    """The worker of the fourth seed is killed while it draws; what it held and what it had done are measured again."""
    here, mark = os.getpid(), tmp_path / "killed"

    def deadly(kernel, d, n_freqs, rng):
        if rng.bit_generator.seed_seq.entropy == 103 and os.getpid() != here and not mark.exists():
            mark.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return rng.standard_normal((n_freqs, d)) / kernel.length_scale

    X = np.random.default_rng(0).standard_normal((300, 4))  # large enough to be kept on a worker as data
    asked = (X, Gaussian(), deadly, (16, 64), range(100, 110), "rmse")
    before = set(client.run(os.getpid).values())
    with parallel_config("dask"):
        spread = error_curve(*asked)
    assert int(mark.read_text()) in before
    alone = error_curve(*asked)
    np.testing.assert_array_equal(spread.errors, alone.errors)
    assert spread.seeds == alone.seeds == tuple(range(100, 110)) and np.ptp(alone.errors[:, 0]) > 0


def total(mark, here, item):
    if item[0] == 3 and os.getpid() != here and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return float(item.sum())


def test_large_items_are_not_lost_with_their_worker(client, tmp_path):
    items = [np.full(5000, number) for number in range(8)]
    with parallel_config("dask"):
        found = list(in_jobs(partial(total, tmp_path / "killed", os.getpid()), items))
    assert found == [5000.0 * number for number in range(8)] and (tmp_path / "killed").exists()


def measured(mark, here, cell, seed):
    """A number of its own for each cell and seed; before one of them its worker is killed, once."""
    if (cell.size, seed) == (3, 1) and os.getpid() != here and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return Measured(cell.size + np.random.default_rng(seed).normal(), 0.1)


def test_a_table_loses_a_worker_and_no_number(client, tmp_path):
    cells = [Cell("made", "set", "method", size) for size in range(1, 7)]
    measure = partial(measured, tmp_path / "killed", os.getpid())
    table = PublishedTable("made", "Made", "by hand", tuple(cells), {}, {"set": "%"}, {"set": "iris"}, measure)
    results = Results(tmp_path / "r.json")
    with parallel_config("dask"):
        n_steps = len(list(sweep(table, cells, range(3), results)))
    assert n_steps == 18 and (tmp_path / "killed").exists()
    alone = {step.record.cell: step.record.values for step in sweep(table, cells, range(3))}
    assert {cell: record.values for cell, record in Results(results.file).records.items()} == alone


def test_the_bench_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    (row,) = bench_merge(True, 1)
    assert row.note == "skipped: dask.distributed is not installed (the extra dask)"


def test_dask_is_imported_only_where_it_is_asked_for():
    code = "import sys, rffviz.bench, rffviz.papers, rffviz.diagnose, rffviz.studies.real_data, rffviz.__main__ as m; "
    code += "m.main(['certify', '--help'])"
    code = f"try:\n    {code}\nexcept SystemExit:\n    assert not {{'dask', 'distributed'}} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
