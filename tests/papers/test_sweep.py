"""Many cells: each seed once, kept as it is done, and the same numbers however many are measured at once."""

from dataclasses import replace

import joblib
import pytest

from rffviz.datasets import DatasetUnavailable
from rffviz.foundation.validation import Refusal
from rffviz.papers import Cell, Measured, PublishedTable, Results, measured, sweep

MEASURED = []


def measure(cell, seed, shift=0.0):
    """A number of its own for every cell and seed."""
    MEASURED.append((cell, seed))
    if cell.method == "never":
        raise Refusal("never must be something else, got never.")
    if cell.method == "at two" and seed == 2:
        raise ValueError("A must be better conditioned.")
    if seed == 99:
        raise KeyboardInterrupt
    return Measured(cell.size + seed / 10 + shift, 0.5, {"shift": shift}, {"seed": seed})


CELLS = tuple(Cell("made", "set", method, size) for size in (1, 2, 3) for method in ("a", "never", "at two"))
TABLE = PublishedTable(
    "made", "Made, Table 0", "made here", CELLS, {}, {"set": "per cent"}, {"set": "iris"}, measure, options=("shift",)
)


@pytest.fixture(autouse=True)
def nothing_measured():
    MEASURED.clear()


def values(steps):
    return {step.record.cell: step.record.values for step in steps}


def test_one_cell():
    record = measured(TABLE, CELLS[0], (0, 3), shift=1.0)
    assert (record.seeds, record.values) == ((0, 3), (2.0, pytest.approx(2.3))) and record.settings == {"shift": 1.0}
    assert measured(TABLE, CELLS[1]).refused == "never must be something else, got never." and len(MEASURED) == 3
    stopped = measured(TABLE, CELLS[2], range(4))
    assert stopped.seeds == (0, 1) and stopped.refused == "seed 2: A must be better conditioned."


@pytest.mark.parametrize("seeds", [(), (1, 1), (-1,), (0.5,), (True,), 0])
def test_seeds_that_cannot_be(seeds):
    with pytest.raises(ValueError, match="seeds must"):
        measured(TABLE, CELLS[0], seeds)
    with pytest.raises(ValueError, match="seeds must"):
        list(sweep(TABLE, CELLS, seeds))


def test_every_step_is_told():
    steps = list(sweep(TABLE, CELLS[:1] * 2 + CELLS[3:4], range(2)))
    assert [(step.done, step.total, step.whole) for step in steps] == [(i, 4, i % 2 == 0) for i in (1, 2, 3, 4)]
    assert [step.record.seeds for step in steps] == [(0,), (0, 1), (0,), (0, 1)]
    assert steps[-1].seconds_left == 0 and all(step.seconds_left > 0 for step in steps[:3])


@pytest.mark.release
def test_what_is_there_is_not_measured_again(tmp_path):
    file = tmp_path / "r.json"
    first = values(sweep(TABLE, CELLS, range(2), Results(file)))
    n_first = len(MEASURED)
    assert not list(sweep(TABLE, CELLS, range(2), Results(file))) and len(MEASURED) == n_first == 18
    more = list(sweep(TABLE, CELLS, range(4), Results(file)))
    assert {seed for _, seed in MEASURED[n_first:]} == {2, 3}
    assert not any(step.record.cell.method == "never" for step in more)
    kept = Results(file).records
    assert kept[CELLS[0]].seeds == (0, 1, 2, 3) and kept[CELLS[0]].values[:2] == first[CELLS[0]]
    assert kept[CELLS[2]].seeds == (0, 1, 3) and "seed 2" in kept[CELLS[2]].refused


def test_other_settings_do_not_join(tmp_path):
    file = tmp_path / "r.json"
    list(sweep(TABLE, CELLS[:1], range(2), Results(file)))
    before = file.read_bytes()
    with pytest.raises(Refusal, match="shift must be what the seeds before were measured with"):
        list(sweep(TABLE, CELLS[:1], range(3), Results(file), shift=2.0))
    assert file.read_bytes() == before


def test_a_run_that_is_stopped_keeps_what_it_measured(tmp_path):
    results = Results(tmp_path / "r.json")
    with pytest.raises(KeyboardInterrupt):
        list(sweep(TABLE, CELLS[:1], (0, 1, 99), results))
    assert Results(results.file).records[CELLS[0]].seeds == (0, 1)
    left = sweep(TABLE, CELLS[3:4], range(5), results)
    next(left), next(left)
    left.close()
    assert Results(results.file).records[CELLS[3]].seeds == (0, 1)


def _together(cells, seed):
    MEASURED.append(len(cells))
    return [
        Refusal("no") if cell.method == "never" else Measured(cell.size + seed, 0.1, {"shift": 0.0}) for cell in cells
    ]


def test_cells_of_a_dataset_and_size_are_measured_together_where_the_table_can(tmp_path):
    table = replace(TABLE, together=_together)
    results = Results(tmp_path / "r.json")
    list(sweep(table, CELLS[:2], range(1), results))
    MEASURED.clear()
    found = values(sweep(table, CELLS, range(2), results))
    # size 1: seed 0 lacks one cell, seed 1 two, and the one that was refused is left alone; sizes 2 and 3: all three
    assert MEASURED == [(CELLS[2], 0), 2, 3, 3, 3, 3]
    assert found[CELLS[3]] == (2, 3) and results.records[CELLS[0]].seeds == (0, 1)


def _unavailable(cell, seed):
    raise DatasetUnavailable("iris is not on this machine.")


def test_data_that_lack_are_no_refusal_that_is_kept(tmp_path):
    results = Results(tmp_path / "r.json")
    with pytest.raises(DatasetUnavailable, match="iris is not"):
        list(sweep(replace(TABLE, measure=_unavailable), CELLS, range(2), results))
    assert not results.records


@pytest.mark.release
@pytest.mark.parametrize("backend", ["threading", "multiprocessing", pytest.param("loky", marks=pytest.mark.release)])
def test_numbers_do_not_depend_on_where_they_are_measured(backend, tmp_path):
    serial = values(sweep(TABLE, CELLS, range(3)))
    with joblib.parallel_config(backend=backend, n_jobs=2):
        spread = values(sweep(TABLE, CELLS, range(3), Results(tmp_path / "r.json")))
    assert serial == spread
    assert {c: r.values for c, r in Results(tmp_path / "r.json").records.items()} == serial
