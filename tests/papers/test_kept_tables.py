"""The report: every number is a kept one, and docs/results.md says what the kept results say."""

import errno
import re
from pathlib import Path

import pytest

from rffviz.__main__ import main
from rffviz.papers import TABLES, Cell, Measured, Record, Results
from rffviz.papers.kept_tables import every_cell, summary, with_summaries
from rffviz.papers.results import KEPT

ROOT = Path(__file__).parents[2]
TABLE = TABLES["table2"]


def a_record(method, values, size=50, factor=0.0, learner=""):
    record = Record(Cell("table2", "cpu", method, size, factor, learner=learner))
    for seed, value in enumerate(values):
        record = record.plus(seed, Measured(value, 1.0))
    return record


@pytest.fixture
def records():
    found = [
        a_record("MC", (0.1, 0.2, 0.15)),
        a_record("CLUSTER", (0.09,), factor=1.0, learner="algorithm1"),
        a_record("CLUSTER", (0.075,), factor=1.0, learner="algorithm1_100"),
        a_record("CLUSTER", (0.08,), factor=1.0),
        a_record("NEAREST", (0.07,), factor=1.0),
        a_record("CLUSTER", (0.0601, 0.0603, 0.0605), factor=10.0),
        Record(Cell("table2", "cpu", "MM", 100)).plus(0, "It is not defined."),
    ]
    return {record.cell: record for record in found}


def test_a_row_for_each_method_with_what_was_published(records):
    told, _, head, _, *rows = every_cell(TABLE, records).splitlines()
    assert told.startswith("Li et al. 2019, Table 2: ‖K̂") and "over 1 to 3 seeds" in told and "numpy" in told
    assert head == "|  | cpu, 50 | cpu, 100 |"
    assert rows == [
        "| MC | 0.150 ± 0.050 (0.17) |  |",
        "| MM |  | not defined (0.09) |",
        "| CLUSTER, Algorithm 1, n = D | 0.0900 (0.09) |  |",
        "| CLUSTER, Algorithm 1 (S = 100), n = D | 0.0750 (0.09) |  |",
        "| CLUSTER, our learner, n = D | 0.0800 |  |",
        "| CLUSTER, our learner, n = 10 D | 0.0603 ± 0.0002 |  |",
        "| NEAREST, our learner, n = D | 0.0700 |  |",
    ]


def test_the_lowest_of_each_protocol_and_none_beside_another(records):
    """NEAREST, which the paper's table does not have, is never beside what it prints."""
    _, _, head, _, row = summary(TABLE, records).splitlines()
    here = [f"lowest here, {protocol.label}" for protocol in TABLE.protocols.values()]
    assert here[1].endswith("S = 100 instead of 10") and head == f"|  | lowest published | {' | '.join(here)} |"
    assert row == (
        "| cpu, 50 | 0.09 (CLUSTER) | 0.0900 (CLUSTER) | 0.0750 (CLUSTER) | 0.0700 (NEAREST) "
        "| 0.0603 ± 0.0002 (CLUSTER) |"
    )
    assert "No stored results yet." in summary(TABLE, {})


def test_it_prints_and_writes_between_marks(records, tmp_path, capsys):
    results = Results(tmp_path / "table2.json")
    for record in records.values():
        results.add(record)
    assert main(["tables", "--results", str(tmp_path)]) == 0
    assert "0.150 ± 0.050 (0.17)" in capsys.readouterr().out
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- results of table2 -->\nold\n<!-- end of results -->\nafter\n", encoding="utf-8")
    for option in ("--docs", "--docs", "--readme"):  # the last as it was called once
        assert main(["tables", "--results", str(tmp_path), option, str(page)]) == 0
        text = page.read_text(encoding="utf-8")
        assert text.startswith("before\n<!-- results of table2 -->\nLi et al.") and "old" not in text
        assert text.endswith("(CLUSTER) |\n<!-- end of results -->\nafter\n")


@pytest.mark.slow
def test_what_it_refuses(tmp_path, capsys):
    (tmp_path / "table2.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["tables", "--results", str(tmp_path)])
    assert "argument --results: results must be a file that `reproduce` wrote" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["tables", "--docs", str(tmp_path / "none" / "R.md")])
    assert "argument --docs: cannot write" in capsys.readouterr().err


@pytest.mark.release
def test_a_page_is_not_lost_on_a_full_disk(tmp_path, monkeypatch, capsys):
    page = tmp_path / "page.md"
    page.write_text("kept", encoding="utf-8")

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SystemExit):
        main(["tables", "--docs", str(page)])
    assert f"argument --docs: cannot write {page}: No space left on device" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == "kept" and [*tmp_path.iterdir()] == [page]


@pytest.mark.slow
def test_the_documents_say_what_is_kept():
    text = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    assert with_summaries(text) == text, "python -m rffviz tables --docs docs/results.md writes it"
    marked = set(re.findall(r"<!-- results of (\w+) -->", text))
    assert marked == {name for name in TABLES if (KEPT / f"{name}.json").exists()} - {"figure2", "survey"}


@pytest.mark.release
def test_kept_files_are_whole():
    files = list(KEPT.glob("*.json"))
    assert {file.stem for file in files} == set(TABLES)
    for file in files:
        results = Results(file)
        assert not results.problems and results.records
        assert {cell.table for cell in results.records} == {file.stem}
        assert set(results.records) <= set(TABLES[file.stem].cells)
