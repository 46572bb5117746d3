"""Files of results: what is written is read again, what is broken is named, and nobody's records are lost."""

import json
import math
import multiprocessing
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rffviz.explorer.views.papers.table import words
from rffviz.foundation.validation import Refusal
from rffviz.papers import TABLES, Cell, Measured, Record, Results
from rffviz.papers.beside import CellBeside, Entry, TableBeside
from rffviz.papers.kept_tables import every_cell
from rffviz.papers.options import writable
from rffviz.papers.results import read, written

ROOT = Path(__file__).parents[2]
CELL = Cell("table2", "wine_quality", "SAMPLE", 50, 10.0)


def a_record(cell=CELL, seeds=(0, 1, 4), settings=None):
    record = Record(cell)
    for seed in seeds:
        record = record.plus(seed, Measured(0.1 + seed, 2.5, settings or {"d": 11, "scheme": "ö"}, {"ridge": 1e-5}))
    return record


def test_mean_and_spread_are_those_of_the_values():
    record = a_record(seeds=(0, 2, 7))
    assert (record.mean, record.spread) == (pytest.approx(3.1), pytest.approx(math.sqrt(13)))
    assert a_record(seeds=(3,)).spread is None and Record(CELL).mean is None


def test_fewer_than_three_seeds_show_the_mean_alone(tmp_path):
    """No ± in a table, a line of the terminal or on the page; a file that was written with one is still read."""
    two, three = a_record(seeds=(0, 2)), a_record(seeds=(0, 2, 7))
    assert two.mean == pytest.approx(1.1) and two.spread is None
    table = TABLES["table2"]
    for record, shown in ((two, False), (three, True)):
        entry = Entry(CELL, 0.3, record)
        found = CellBeside(table.title, "error", "Wine", "", entry, 10)
        assert ("±" in every_cell(table, {CELL: record}).partition("|")[2]) == shown
        assert (
            "±" in words.hover(TableBeside(*[""] * 3, (entry,), {}, {}, {CELL.dataset: "Wine"}, {}), entry)
        ) == shown
        assert ("±" in words.settings(found)["measured"]) == shown
        assert (entry.spreads is not None) == shown
        assert ("± 1 SD" in words.cell_beside_words(found)["subtitle"]) == shown
    as_before = written([two]).replace('"spread": null', f'"spread": {math.sqrt(2)}')
    (tmp_path / "r.json").write_text(as_before)
    assert Results(tmp_path / "r.json").records == {CELL: two}


def test_seeds_stand_in_order_and_the_last_measurement_counts():
    record = a_record(seeds=(4, 0)).plus(0, Measured(7.0, 1.0, {"d": 11, "scheme": "ö"}))
    assert record.seeds == (0, 4) and record.values == (7.0, 4.1) and record.details == ({}, {"ridge": 1e-5})
    assert record.versions["numpy"] and record.date.startswith("20") and "cores" in record.machine


def test_seeds_of_other_settings_are_refused_and_digits_of_another_machine_are_not():
    record = a_record(settings={"d": 11, "choice": {"ridge": [1e-5]}})
    assert record.plus(9, Measured(1.0, 1.0, {"d": 11, "choice": {"ridge": [1e-5 * (1 + 1e-9)]}})).seeds[-1] == 9
    with pytest.raises(Refusal, match=r"^d must be what the seeds before were .*, got .*12.* instead of .*11"):
        record.plus(9, Measured(1.0, 1.0, {"d": 12, "choice": {"ridge": [1e-5]}}))


def test_a_file_is_read_as_it_was_written(tmp_path):
    file = tmp_path / "r.json"
    refused = Record(Cell("table2", "mnist01", "MM", 50)).plus(0, "In 784 dimensions …")
    results = Results(file)
    for record in (a_record(), refused):
        results.add(record)
    assert Results(file).records == results.records
    assert results.records[CELL].values == a_record().values and results.records[refused.cell].refused
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["format"] == "rffviz results" and [held["method"] for held in data["records"]] == ["MM", "SAMPLE"]
    assert data["records"][1]["mean"] == a_record().mean and [path.name for path in tmp_path.iterdir()] == ["r.json"]


LISTS = ("seeds", "values", "seconds", "details")
LINE = json.dumps(a_record().as_dict())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d | {"mean": 3.0}, "mean must be that of the values, 1.766.*, got 3.0"),
        (lambda d: d | {"spread": None}, "spread must be that of the values, .*, got None"),
        (lambda d: d | {"seeds": [0, 1]}, "values, seconds and details must be as many as seeds"),
        (lambda d: d | {"seeds": [1, 0, 4]}, r"seeds must be increasing whole numbers of at least 0, got \[1, 0, 4\]"),
        (lambda d: d | {"seeds": [-1, 0, 4]}, "seeds must be increasing whole numbers of at least 0"),
        (lambda d: d | {"seeds": [0, True, 4]}, "seeds must be a whole number, got True"),
        (lambda d: d | {"values": "many"}, "values must be a list, got 'many'"),
        (lambda d: d | {"values": [0.1, "x", 1]}, "values must be a finite number, got 'x'"),
        (lambda d: d | {"values": [0.1, float("inf"), 1]}, "a record must hold finite numbers, got Infinity"),
        (lambda d: d | {"size": 5.5}, "size must be a whole number, got 5.5"),
        (lambda d: d | {"dataset": None}, "dataset must be text, got None"),
        (lambda d: d | {"settings": []}, "settings must be an object, got"),
        (lambda d: d | {"versions": {"numpy": 2}}, "versions must be text"),
        (lambda d: d | {"colour": 1}, "a record must have no other fields than table, .*, got 'colour'"),
        (lambda d: {k: v for k, v in d.items() if k != "date"}, "date must be text, got None"),
        (
            lambda d: d | {name: [] for name in LISTS} | {"mean": None, "spread": None},
            "a record must have a seed, or a reason why there is none",
        ),
        (lambda d: [d], "a record must be a JSON object, got something else"),
    ],
)
def test_a_record_that_cannot_be_is_named_with_its_line_and_the_others_are_kept(change, message):
    good = a_record(Cell("table2", "cpu", "MC", 50))
    text = written([good]).replace("\n]}", ",\n" + json.dumps(change(json.loads(LINE))) + "\n]}")
    records, (problem,) = read(text.encode(), "here/r.json")
    assert list(records) == [good.cell]
    assert problem.startswith("here/r.json, line 3: ")
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(problem)


def test_a_half_written_file_keeps_its_whole_lines():
    text = written([a_record(), a_record(Cell("table2", "cpu", "MC", 50))])
    for cut in range(len(text.splitlines()[0]) + 1, len(text) - 3, 7):
        records, problems = read(text[:cut].encode(), "r.json")
        n_whole = sum(text[:cut].count(end) for end in ('"}' + ",\n", '"}\n'))
        assert len(records) >= n_whole and problems
        assert all(problem.startswith("r.json, line ") for problem in problems)


def test_a_second_record_of_a_cell_and_what_comes_after_the_end_are_named():
    text = written([a_record()])
    doubled = text.replace("\n]}", ",\n" + text.splitlines()[1] + "\n]}\nmore")
    records, problems = read(doubled.encode(), "r.json")
    assert len(records) == 1
    assert problems == (
        "r.json, line 3: each cell must have one record, got a second.",
        "r.json, line 5: nothing must come after the records.",
    )


@pytest.mark.parametrize("content", [b"", b"[]", b'{"format": "rffviz lecture"}', b"\xff\xfe\x00", b"PK\x03\x04" * 9])
def test_what_is_no_file_of_results_is_refused_and_not_overwritten(content, tmp_path):
    file = tmp_path / "foreign.json"
    file.write_bytes(content)
    with pytest.raises(Refusal, match=r"results must be a file that `reproduce` wrote, version 1, got .*foreign\.json"):
        Results(file)
    assert file.read_bytes() == content


def test_lines_that_cannot_be_used_are_kept_beside_the_file(tmp_path):
    file = tmp_path / "r.json"
    broken = written([a_record()]).replace("\n]}", ',\n{"table": "tab\n')
    file.write_text(broken, encoding="utf-8")
    results = Results(file)
    assert len(results.problems) == 2 and "line 3" in results.problems[0]
    results.add(a_record(Cell("table2", "cpu", "MC", 50)))
    assert len(Results(file).records) == 2 and not Results(file).problems
    assert (tmp_path / "r.json.broken").read_text(encoding="utf-8") == broken


def test_each_file_with_broken_lines_is_kept_under_a_name_of_its_own(tmp_path):
    file = tmp_path / "r.json"
    kept = [written([a_record()]).replace("\n]}", f',\n{{"table": "{each}\n') for each in "abc"]
    for number, broken in enumerate(kept):
        file.write_text(broken, encoding="utf-8")
        Results(file).add(a_record(Cell("table2", "cpu", "MC", number)))
    names = ("r.json.broken", "r.json.broken2", "r.json.broken3")
    assert [(tmp_path / name).read_text(encoding="utf-8") for name in names] == kept
    assert len(list(tmp_path.iterdir())) == 4


_ON_A_FULL_DISK = """
import resource, signal, sys
from rffviz.papers import Results
from rffviz.foundation.validation import Refusal
from tests.papers.test_results import CELL, a_record
results = Results(sys.argv[1])
assert (len(results.records), len(results.problems)) == (12, 1)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    results.add(a_record())
except Refusal as reason:
    print(reason)
"""


@pytest.mark.release
@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files there")
@pytest.mark.parametrize("room", [pytest.param("for neither", marks=pytest.mark.release), "for the new file alone"])
def test_on_a_full_disk_nothing_is_lost(room, tmp_path):
    """Records and broken lines are where they were, and go on as if nothing had been when there is room again."""
    file = tmp_path / "r.json"
    twelve = [a_record(Cell("table2", "cpu", "MC", size)) for size in range(12)]
    content = written(twelve).replace("\n]}", ',\n{"table": "%s"}\n]}' % ("x" * 5000)).encode()
    file.write_bytes(content)
    (tmp_path / "r.json.broken").write_bytes(b"an earlier one")
    most = 2000 if room == "for neither" else len(content) - 1000
    assert (most > len(written([*twelve, a_record()]).encode())) == (room != "for neither")
    command = [sys.executable, "-c", _ON_A_FULL_DISK, str(file), str(most)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stderr == "" and done.stdout.startswith(f"results must be a file that can be written, got {file}: ")
    assert file.read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.json", "r.json.broken"]
    Results(file).add(a_record())
    assert len(Results(file).records) == 13 and (tmp_path / "r.json.broken2").read_bytes() == content
    assert (tmp_path / "r.json.broken").read_bytes() == b"an earlier one"


def test_what_another_run_is_writing_is_left_alone_when_a_file_is_tried(tmp_path):
    part = tmp_path / "r.json.part"
    part.write_bytes(b"half of it")
    assert writable(str(tmp_path / "r.json")) == str(tmp_path / "r.json")
    assert [path.name for path in tmp_path.iterdir()] == ["r.json.part"] and part.read_bytes() == b"half of it"


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path):
    results = Results(tmp_path / "none" / "r.json")
    with pytest.raises(Refusal, match=r"results must be a file that can be written, got .*: No such file or directory"):
        results.add(a_record())
    with pytest.raises(Refusal, match=r"results must be a file that can be read, got .*: Is a directory"):
        Results(tmp_path)


def _write_some(file, first):
    results = Results(file)
    for size in range(first, 40, 2):
        results.add(a_record(Cell("table2", "cpu", "MC", size)))
        results.add(a_record(CELL, seeds=(size,)))


@pytest.mark.release
def test_two_processes_that_write_one_file_lose_nothing(tmp_path):
    file = tmp_path / "r.json"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_some, args=(file, first)) for first in (0, 1)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    records = Results(file).records
    assert {cell.size for cell in records if cell.method == "MC"} == set(range(40))
    assert records[CELL].seeds == tuple(range(40))


@pytest.mark.slow
def test_changed_files_are_read_or_refused():
    rng = random.Random(0)
    text = written([a_record(), a_record(Cell("table2", "cpu", "MC", 50))])
    for _ in range(2000):
        place, length = rng.randrange(len(text)), rng.randrange(8)
        changed = text[:place] + rng.choice(["", "9", '"', "]}", "null", "\n", "-1e999"]) + text[place + length :]
        try:
            records, _ = read(changed.encode(), "r.json")
        except Refusal:
            continue
        assert read(written(records.values()).encode(), "r.json") == (records, ())
