"""Kept results beside published numbers: differences in spreads, the best of a column, cells measured again."""

import math
import os
from dataclasses import replace

import pytest

from rffviz.datasets import DatasetUnavailable
from rffviz.foundation.validation import Refusal
from rffviz.papers import TABLES, Cell, Measured, PublishedTable, Record, Results, results
from rffviz.papers.beside import LARGER, MET, OPEN, SMALLER, CellBeside, Entry, cell_beside, kept_table, table_beside
from rffviz.papers.cell import Protocol
from rffviz.papers.reasons import REASONS, reason

MC, HALTON, CLUSTER, MM = (Cell("small", "iris", name, 50) for name in ("MC", "HALTON", "CLUSTER", "MM"))
FAR = Cell("small", "iris", "CLUSTER", 50, 10.0)
OTHER = Cell("small", "wine", "MC", 50)
LARGE = Cell("small", "iris", "MC", 100)
NEAR = Cell("small", "iris", "CLUSTER", 50, 1.0)


def outcome(cell, seed):
    if cell == MM:
        raise Refusal("MM is not defined here.")
    if cell.dataset == "wine":
        raise DatasetUnavailable("wine is not on this machine.")
    return Measured(cell.size / 100 + seed, 0.5, {"d": 4}, {"seed": seed})


def a_record(cell, *values):
    record = Record(cell)
    for seed, value in enumerate(values):
        record = record.plus(seed, Measured(value, 0.5, {"d": 4}))
    return record


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path):
    """A small table, and a folder for what is kept of it."""
    table = PublishedTable(
        "small",
        "Nobody 2019, Table 9",
        "as nobody does",
        (MC, HALTON, NEAR, FAR, MM, LARGE, OTHER),
        {MC: 0.3, HALTON: 0.24, NEAR: 0.1, MM: 0.89, LARGE: 0.19, OTHER: 16.0},
        {"iris": "error", "wine": "RMSE"},
        {"iris": "iris", "wine": "wine"},
        outcome,
        n_seeds=3,
        protocols={
            "near": Protocol("as published", (MC, HALTON, NEAR, MM, LARGE, OTHER)),
            "far": Protocol("at n = 10 r", (FAR,)),
        },
    )
    monkeypatch.setitem(TABLES, "small", table)
    monkeypatch.setattr(results, "KEPT", tmp_path)
    return table


def keep(tmp_path, *records):
    file = Results(tmp_path / "small.json")
    for record in records:
        file.add(record)


def entry(published, *values, decimals=2):
    return Entry(MC, published, a_record(MC, *values), decimals)


@pytest.mark.parametrize(
    ("values", "difference", "verdict"),
    [
        ((0.234, 0.246), 0.0, MET),  # the mean rounds to 0.24
        ((0.2449, 0.2449), 0.0, MET),
        ((0.25, 0.255, 0.26), 0.01, LARGER),
        ((0.24, 0.25, 0.26), 0.005, MET),
        ((0.21, 0.215, 0.22), -0.02, SMALLER),
        ((0.3,), 0.055, OPEN),  # fewer than three seeds have no spread
        ((0.25, 0.26), 0.01, OPEN),
        ((0.3, 0.3, 0.3), 0.055, OPEN),
        ((0.24,), 0.0, MET),
    ],
)
def test_a_difference_counts_from_the_nearest_number_that_rounds_to_the_published_one(values, difference, verdict):
    found = entry(0.24, *values)
    assert found.difference == pytest.approx(difference, abs=1e-12) and found.verdict == verdict
    if verdict == OPEN:
        assert found.spreads is None
    elif difference:
        assert found.spreads == pytest.approx(difference / (abs(values[2] - values[0]) / 2))


def test_why_nothing_is_judged_is_asked_of_the_record():
    refused = Record(MC, refused="No.")
    found = (Entry(MC, 0.2, refused), Entry(MC, 0.2), entry(None, 1, 2, 3), entry(0.2, 1, 2), entry(0.2, 1, 1, 1))
    reasons = ["refused", "not_measured", "not_published", "few_seeds", "no_spread"]
    assert [each.open_for for each in found] == reasons and {each.verdict for each in found} == {OPEN}
    judged = entry(0.24, 0.24, 0.25, 0.26), entry(0.24, 0.244)
    assert [(each.open_for, each.rounds) for each in judged] == [("", False), ("", True)]
    assert judged[0].seconds == 0.5 and math.isnan(Entry(MC, 0.2).seconds) and not found[1].rounds


def test_who_wins_and_what_waits_are_asked_of_the_record(tmp_path):
    """Of two columns Halton is the best of the one at r = 50; that at r = 100 has one method."""
    assert table_beside(kept_table("small")).winner is None
    keep(tmp_path, *(a_record(cell, value) for cell, value in ((MC, 0.3), (HALTON, 0.2), (NEAR, 0.4), (LARGE, 0.1))))
    keep(tmp_path, Record(MM).plus(0, "MM is not defined here."))
    found = table_beside(kept_table("small"), measured_as="near")
    assert found.winner == (HALTON.method, 1, 2)
    assert table_beside(kept_table("small"), ["iris"], ["HALTON"], "near").winner == ("HALTON", 1, 1)
    assert [each.cell for each in found.published] == [MC, HALTON, NEAR, MM, LARGE, OTHER]
    assert [each.cell for each in found.waiting] == [OTHER]
    assert replace(found, without={"wine": "It cannot be had."}).waiting == []
    kept = kept_table("small")
    assert kept.entry(HALTON).mean == 0.2 and kept.entry(Cell("small", "iris", "MC", 7)) is None


def test_digits_that_a_paper_prints_decide_what_is_met():
    assert entry(11.0, 11.4, 11.41, 11.42, decimals=0).verdict == MET
    assert entry(11.0, 11.4, 11.41, 11.42, decimals=1).verdict == LARGER


def test_without_a_number_on_one_side_there_is_no_difference():
    for found in (Entry(MC, None, a_record(MC, 0.1, 0.2)), Entry(MC, 0.3), Entry(MC, 0.3, Record(MC, refused="No."))):
        assert found.difference is None and found.spreads is None and found.verdict == OPEN
    assert Entry(MM, 0.3, Record(MM, refused="No.")).refused == "No."


def test_without_a_file_a_table_is_what_was_published():
    found = kept_table("small")
    assert [each.cell for each in found.entries] == [MC, HALTON, NEAR, FAR, MM, LARGE, OTHER]
    assert all(each.record is None and not each.best for each in found.entries) and found.problems == ()
    assert [each.decimals for each in found.entries] == [2] * 6 + [0]  # 0.3 is printed as 0.30, beside 0.24


def test_what_is_kept_stands_beside_it_and_a_changed_file_is_read_again(tmp_path):
    keep(tmp_path, a_record(MC, 0.3, 0.32))
    before = kept_table("small")
    assert before.entries[0].mean == pytest.approx(0.31) and before.entries[1].record is None
    keep(tmp_path, a_record(HALTON, 0.2))
    after = kept_table("small")
    assert after.entries[1].mean == 0.2 and after.content_hash != before.content_hash


def test_a_file_that_cannot_be_used_is_told(tmp_path):
    keep(tmp_path, a_record(MC, 0.3, 0.32), a_record(HALTON, 0.2))
    file = tmp_path / "small.json"
    file.write_text(file.read_text().replace('"mean": 0.2,', '"mean": 0.9,'))
    found = kept_table("small")
    assert found.entries[0].record and not found.entries[1].record
    assert len(found.problems) == 1 and "line 2: mean must be that of the values" in found.problems[0]
    file.write_text("nothing of ours")
    found = kept_table("small")
    assert not any(each.record for each in found.entries) and "must be a file" in found.problems[0]


@pytest.mark.release
def test_a_file_that_grows_while_it_is_read_is_read_no_further_than_allowed(tmp_path, monkeypatch):
    keep(tmp_path, a_record(MC, 0.3))

    def then_grows(file):
        found = Results(file)
        os.truncate(file, 10**12)  # no blocks on the disk
        return found

    monkeypatch.setattr(results, "Results", then_grows)
    (problem,) = kept_table("small").problems
    assert problem.startswith("file must have at most 50,000,000 bytes, got ")


def test_the_best_of_a_column_has_as_many_frequencies_and_the_landmarks_that_are_shown(tmp_path):
    keep(
        tmp_path,
        a_record(MC, 0.3),
        a_record(HALTON, 0.2),
        a_record(NEAR, 0.25),
        a_record(FAR, 0.05),
        a_record(LARGE, 0.01),
        Record(MM, refused="No."),
    )
    found = kept_table("small")
    near, far = (table_beside(found, measured_as=name) for name in ("near", "far"))
    assert [each.cell for each in near.entries if each.best] == [HALTON, LARGE] and near.measured_as == "as published"
    assert [each.cell for each in far.entries if each.best] == [FAR, LARGE]
    assert not any(each.best for each in table_beside(found).entries)  # what is measured differently has no best
    assert not any(each.best for each in table_beside(found, methods=["MC"]).entries if each.cell == MC)


def test_no_cell_is_the_best_before_all_of_its_column_are_measured(tmp_path):
    keep(tmp_path, a_record(MC, 0.3), a_record(HALTON, 0.2), a_record(NEAR, 0.25))
    assert not any(each.best for each in table_beside(kept_table("small"), measured_as="near").entries)
    keep(tmp_path, Record(MM, refused="No."))
    assert sum(each.best for each in table_beside(kept_table("small"), measured_as="near").entries) == 1


def test_where_each_method_has_one_size_a_column_is_a_dataset(tmp_path, monkeypatch, small):
    grids = Cell("small", "iris", "BINNING", 30)
    monkeypatch.setitem(TABLES, "small", PublishedTable(**{**vars(small), "cells": (MC, grids)}))
    keep(tmp_path, a_record(MC, 0.3), a_record(grids, 0.2))
    found = table_beside(kept_table("small"))
    assert not found.sized and [each.best for each in found.entries] == [False, True]


def test_datasets_that_cannot_be_had_say_why(monkeypatch, small):
    gone = PublishedTable(**{**vars(small), "data": {"iris": "iris"}, "without": {"wine": "it is lost."}})
    monkeypatch.setitem(TABLES, "small", gone)
    found = table_beside(kept_table("small"))
    assert found.without == {"wine": "it is lost."} and found.entries[-1].reason == "it is lost."
    assert table_beside(kept_table("small"), ["iris"]).without == {}


def test_a_part_of_a_table_is_chosen_and_none_is_refused():
    found = table_beside(kept_table("small"), ["iris"], ["MC", "CLUSTER"], "far")
    assert [each.cell for each in found.entries] == [MC, FAR, LARGE] and found.labels == {"iris": "Iris"}
    assert found.units == {"iris": "error"} and found.sized
    with pytest.raises(Refusal, match=r"datasets and methods must be some of Nobody 2019, Table 9"):
        table_beside(kept_table("small"), ["wine"], ["HALTON"])
    with pytest.raises(Refusal, match=r"measured_as must be one of near, far, got 'r'"):
        table_beside(kept_table("small"), measured_as="r")
    with pytest.raises(Refusal, match=r"name must be one of"):
        kept_table("table9")


def test_entries_are_sorted_by_how_far_they_are(tmp_path):
    keep(
        tmp_path, a_record(MC, 0.40, 0.405, 0.41), a_record(HALTON, 0.30, 0.35, 0.40), a_record(NEAR, 0.01, 0.015, 0.02)
    )
    found = table_beside(kept_table("small"))
    assert [each.cell for each in found.of(LARGER)] == [MC, HALTON]
    assert [each.cell for each in found.of(SMALLER)] == [NEAR] and len(found.compared) == 3


def test_a_cell_is_measured_again_seed_by_seed(tmp_path):
    keep(tmp_path, a_record(MC, 0.5, 1.5))
    steps = list(cell_beside.steps(kept_table("small"), MC, 3))
    assert [(step.done, step.total) for step in steps] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert steps[0].record.again is None and steps[0].record.entry.mean == 1.0
    found = steps[-1].record
    assert found.again.values == (0.5, 1.5, 2.5) and found.again.details[2] == {"seed": 2}
    assert found.deviation == 0 and found.n_seeds == 3 and found.label == "Iris"


def test_how_far_seeds_are_from_what_was_kept(tmp_path):
    keep(tmp_path, a_record(MC, 0.5, 1.6))
    assert cell_beside(kept_table("small"), MC, 2).deviation == pytest.approx(0.1)
    assert CellBeside("t", "u", "l", "", Entry(MC), 3, 1, a_record(MC, 0.5)).deviation is None


def test_a_cell_that_is_only_looked_at_is_not_measured():
    (step,) = cell_beside.steps(kept_table("small"), OTHER)
    assert step.finished and step.record.again is None


def test_what_is_refused_ends_at_once_and_missing_data_are_told():
    *_, last = cell_beside.steps(kept_table("small"), MM, 3)
    assert last.finished and last.record.again.refused == "MM is not defined here." and not last.record.again.values
    with pytest.raises(DatasetUnavailable, match="not on this machine"):
        cell_beside(kept_table("small"), OTHER, 1)
    with pytest.raises(Refusal, match="cell must be one of Nobody"):
        cell_beside(kept_table("small"), Cell("small", "iris", "NOBODY"))


def test_reasons_are_of_cells_that_there_are():
    for table, dataset, method in REASONS:
        if table in TABLES:
            assert any(
                cell.method == method and cell.dataset == (dataset or cell.dataset) for cell in TABLES[table].cells
            )
    assert (
        "the kernel is too wide" in reason(Cell("table2", "mnist01", "MM", 50))
        and reason(Cell("table2", "iris", "MC", 50)) == ""
    )
    assert reason(Cell("table2", "cpu", "HALTON", 50)).startswith("The paper does not say how its Halton")
