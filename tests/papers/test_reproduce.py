"""`reproduce`: what it prints, writes, keeps and refuses."""

import argparse
import json
import re
import signal

import numpy as np
import pytest

from rffviz.__main__ import main
from rffviz.datasets import Dataset, DatasetUnavailable
from rffviz.papers import TABLES, Results, command, options, table2


@pytest.fixture(autouse=True)
def made_data(monkeypatch):
    """Small data under the names of the papers' sets; Covertype is not there."""
    X = np.random.default_rng(5).standard_normal((120, 3))

    def load(name, allow_download=True):
        if name == "covtype":
            raise DatasetUnavailable("covtype is not on this machine: put it there.")
        return Dataset(name, name, X, X[:, 0], "regression", "Made up.")

    for module in (table2, options):
        monkeypatch.setattr(module, "load", load)
    table2._points.cache_clear()
    yield
    table2._points.cache_clear()


def reproduce(asked):
    return main(["reproduce", *asked.split(), "--n-jobs", "1"])


@pytest.mark.slow
def test_it_prints_and_writes(tmp_path, capsys):
    asked = "table2 --dataset cpu,wine_quality --n-freqs 50,4 --methods SAMPLE,MC,MM --seeds 2 --n-points 60"
    assert reproduce(f"{asked} --json {tmp_path}/out.json") == 0
    printed = capsys.readouterr()
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [(c["dataset"], c["size"], c["method"]) for c in written["cells"]] == [
        (dataset, size, method)
        for dataset in ("wine_quality", "cpu")
        for size in (4, 50)
        for method in ("MC", "MM", "SAMPLE")
    ]
    cell = next(c for c in written["cells"] if (c["dataset"], c["size"], c["method"]) == ("cpu", 50, "MC"))
    assert cell["published"] == 0.17 and len(cell["values"]) == 2 and cell["seeds"] == [0, 1]
    assert cell["settings"]["n_points"] == 60 and cell["versions"]["numpy"] == np.__version__
    assert (cell["n_freqs"], cell["errors"]) == (50, cell["values"])
    assert (written["of_cells"], written["versions"]["numpy"]) == (12, np.__version__) and written["date"]
    row = next(line for line in printed.out.splitlines() if line.split()[:3] == ["cpu", "50", "MC"])
    assert row.split()[3:6] == ["0.17", f"{cell['mean']:.3f}", "–"]  # two seeds have no spread
    assert "SAMPLE: Algorithm 1: from the landmarks alone" in printed.out
    assert printed.err.count("\n") == 12 and "[24/24 seeds, " in printed.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


@pytest.mark.release
@pytest.mark.parametrize(
    ("asked", "cells"),
    [
        ("--methods MC,CLUSTER", [("MC", "", 0.0), ("CLUSTER", "algorithm1", 1.0)]),
        ("--methods CLUSTER --optimizer quasi_newton", [("CLUSTER", "", 1.0)]),
        ("--methods WEIGHT,NEAREST", [("WEIGHT", "", 1.0), ("NEAREST", "", 1.0)]),
        (
            "--methods SAMPLE,WEIGHT --optimizer all --landmarks-factor 1,10",
            [("WEIGHT", "", 1.0), ("WEIGHT", "", 10.0)]
            + [("SAMPLE", learner, n) for n in (1.0, 10.0) for learner in ("algorithm1", "algorithm1_100", "")],
        ),
    ],
)
def test_the_published_protocol_is_measured_unless_another_is_asked_for(tmp_path, asked, cells):
    file = tmp_path / "out.json"
    common = f"--dataset wine_quality --n-freqs 4 --seeds 1 --n-points 60 --json {file}"
    assert reproduce(f"table2 {common} {asked}") == 0
    written = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert [(c["method"], c.get("learner", ""), c["landmarks_factor"]) for c in written] == cells


def test_by_default_a_table_is_as_published():
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    for name, table in TABLES.items():
        assert set(command._asked(table, parser.parse_args([name]))) == {
            cell for cell in table.by_default if cell.dataset in table.data
        }
    assert len(TABLES["table2"].by_default) == 6 * 3 * 10


@pytest.mark.slow
def test_it_goes_on_where_it_was(tmp_path, capsys):
    asked = f"table2 --dataset cpu --n-freqs 3 --methods MC,DIGIT --results {tmp_path}/r.json --seeds"
    assert reproduce(f"{asked} 2") == 0
    assert "[4/4 seeds" in capsys.readouterr().err
    assert reproduce(f"{asked} 3") == 0
    again = capsys.readouterr()
    assert "[2/2 seeds" in again.err
    assert [line.split()[-2] for line in again.out.splitlines()[2:4]] == ["3", "3"]
    assert {record.seeds for record in Results(tmp_path / "r.json").records.values()} == {(0, 1, 2)}
    assert reproduce(f"{asked} 2,7") == 0
    assert "[2/2 seeds" in capsys.readouterr().err
    assert {record.seeds for record in Results(tmp_path / "r.json").records.values()} == {(0, 1, 2, 7)}
    with pytest.raises(SystemExit):
        reproduce(f"{asked} 4 --n-points 50")
    assert "--results: n_points must be what the seeds before were measured with" in capsys.readouterr().err


def test_a_broken_file_is_told_and_a_foreign_one_refused(tmp_path, capsys):
    file = tmp_path / "r.json"
    asked = f"table2 --dataset cpu --n-freqs 3 --methods MC --seeds 1 --results {file}"
    assert reproduce(asked) == 0
    file.write_text(file.read_text(encoding="utf-8").replace("\n]}", ""), encoding="utf-8")
    capsys.readouterr()
    assert reproduce(asked) == 0
    assert capsys.readouterr().err == f"{file}, line 2: the end must be ]}}, got a file that breaks off.\n"
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(SystemExit):
        reproduce(asked)
    assert "results must be a file that `reproduce` wrote" in capsys.readouterr().err and file.read_text() == "{}"


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_says_where_its_numbers_are(tmp_path, capsys, monkeypatch, by):
    monkeypatch.setattr(table2, "relative_errors", lambda *_: signal.raise_signal(by))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    assert reproduce(f"table2 --dataset cpu --n-freqs 3 --methods MC --results {tmp_path}/r.json") == 130
    signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == f"stopped; {tmp_path}/r.json holds what was measured\n"


def test_without_the_data_it_is_one_sentence(capsys):
    assert reproduce("table2 --dataset covtype") == 2
    printed = capsys.readouterr()
    assert printed.err == "covtype is not on this machine: put it there.\n" and printed.out == ""


def test_it_measures_what_is_there_and_still_says_that_something_was_missing(capsys):
    assert reproduce("table2 --dataset all --n-freqs 3 --methods MC --seeds 1") == 2
    printed = capsys.readouterr()
    assert "covtype is not" in printed.err and "[5/5 seeds, " in printed.err and "mnist01" in printed.out


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("table4", "invalid choice: 'table4'"),
        ("table2 --dataset iris", "each dataset must be one of .*, got 'iris'"),
        ("table2 --methods MC,ALIGN", "each method must be one of .*, got 'ALIGN'"),
        ("table2 --dataset wine_qualty", "each dataset .*; did you mean 'wine_quality'"),
        ("table2 --n-freqs 50,x", "must be a whole number of at least 1, got 'x'"),
        ("table2 --seeds 0", "--seeds: seeds must be a whole number from 1 to 1000000, got 0"),
        ("table2 --seeds 1,1", r"--seeds: seeds must be different whole numbers, got \(1, 1\)"),
        ("table2 --n-points 1", "must be a whole number of at least 2, got '1'"),
        ("table2 --landmarks-factor -1", "must be finite numbers above 0 with commas between, got '-1'"),
        ("table2 --n-jobs 0", "must be a whole number of at least 1, got '0'"),
        ("table2 --scheduler tcp://a:1", "goes with --backend dask"),
        ("table2 --backend nonsense", "Invalid backend: nonsense"),
        ("table2 --backend ray", "argument --backend: No module named 'ray'"),
        ("table2 --json /no/such/folder/out.json", "cannot write /no/such/folder/out.json"),
        ("table2 --results /no/such/folder/r.json", "cannot write /no/such/folder/r.json"),
    ],
)
def test_what_it_refuses(asked, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["reproduce", *asked.split()])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert re.search(message, err) and "Traceback" not in err
