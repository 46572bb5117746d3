"""`reproduce table1` and `table3`: the rows are the cells' own numbers, printed, written, and refused with a reason."""

import json
import re

import numpy as np
import pytest

from rffviz.__main__ import main
from rffviz.datasets import Dataset, DatasetUnavailable
from rffviz.papers import error_command, options, supervised, table1
from rffviz.papers.supervised import SuperviseSettings, supervise_test_error


@pytest.fixture(autouse=True)
def made_data(monkeypatch):
    """Small data under the papers' names; Adult is not there."""
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, (160, 3))
    y = np.sin(4 * X[:, 0]) + X[:, 1]
    split = (np.arange(160) % 4 == 0).astype(int)

    def load(name, allow_download=True):
        if name == "adult":
            raise DatasetUnavailable("adult is not on this machine: put it there.")
        if name == "mnist01":
            return Dataset(name, name, X, np.where(y > np.median(y), 1, -1), "binary", "made here", split=split)
        return Dataset(name, name, X, y, "regression", "made here", split=split if name == "cpu_rr2007" else None)

    for module in (error_command, options, supervised, table1):
        monkeypatch.setattr(module, "load", load)
    quick = SuperviseSettings(decay=0.1, eta=1.0, n_iterations=2)
    monkeypatch.setattr(
        supervised, "SUPERVISE_SETTINGS", {name: quick for name in ("wine_quality", "mnist01", "adult")}
    )
    measure = error_command.supervise_test_error
    monkeypatch.setattr(error_command, "supervise_test_error", lambda name, seed: measure(name, seed, 10))


def rows_of(printed):
    return [line.split() for line in printed.splitlines()]


def test_table_three_prints_and_writes(tmp_path, capsys):
    file = tmp_path / "out.json"
    asked = ["--dataset", "wine_quality,mnist01", "--seeds", "2", "--json", str(file)]
    assert main(["reproduce", "table3", *asked]) == 0
    printed = capsys.readouterr()
    written = json.loads(file.read_text(encoding="utf-8"))
    wine, digits = written["rows"]
    assert wine["errors"] == [supervise_test_error("wine_quality", seed, 10).error for seed in (0, 1)]
    assert (wine["published"], wine["unit"], digits["published"], digits["unit"]) == (0.697, "RMSE", 0.378, "% wrong")
    assert wine["settings"]["splits"] == [0, 1] and wine["settings"]["n_iterations"] == 2
    head, row, _ = rows_of(printed.out)
    assert head[:4] == ["dataset", "method", "published", "measured"]
    spread = np.std(wine["errors"], ddof=1)
    assert row[:5] == ["wine_quality", "SUPERVISE", "0.697", f"{np.mean(wine['errors']):.3f}", f"{spread:.3f}"]
    assert written["table"] == "Li et al. 2019, Table 3, column SUPERVISE" and "[2, " in printed.err


@pytest.mark.slow
def test_table_one_prints_every_method(capsys):
    assert main(["reproduce", "table1", "--dataset", "cpu", "--seeds", "2"]) == 0
    rows = rows_of(capsys.readouterr().out)[1:]
    assert [row[:3] for row in rows] == [
        ["cpu", "fourier_ls", "3.6"],
        ["cpu", "binning_ls", "5.3"],
        ["cpu", "exact_svm", "11"],
    ]
    assert [row[5] for row in rows] == ["2", "2", "1"] and rows[2][4] == "–"
    assert float(rows[0][3]) == pytest.approx(table1.table1_cell("cpu", "fourier_ls", 2).error, abs=6e-4)


@pytest.mark.slow
@pytest.mark.parametrize("table", ["table1", "table3"])
def test_what_is_missing_is_said_and_the_rest_measured(table, capsys):
    assert main(["reproduce", table, "--dataset", "adult"]) == 2
    printed = capsys.readouterr()
    assert printed.err == "adult is not on this machine: put it there.\n" and printed.out == ""
    other = "cpu" if table == "table1" else "wine_quality"
    assert main(["reproduce", table, "--dataset", f"adult,{other}", "--seeds", "1"]) == 2
    printed = capsys.readouterr()
    assert "adult is not" in printed.err and other in printed.out and "adult" not in printed.out


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("table3 --dataset iris", "each dataset must be one of .*, got 'iris'"),
        ("table1 --seeds 0", "must be a whole number of at least 1, got '0'"),
        ("table3 --json /no/such/folder/out.json", "cannot write /no/such/folder/out.json"),
        ("table4", "invalid choice: 'table4'"),
    ],
)
def test_what_is_refused(asked, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["reproduce", *asked.split()])
    assert stopped.value.code == 2
    err = capsys.readouterr().err
    assert re.search(message, err) and "Traceback" not in err
