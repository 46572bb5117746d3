"""The command line: what it runs, prints, writes and refuses. Nothing here depends on how fast anything is."""

import json
import math
import os
import re
import socket
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from rffviz.__main__ import COMMANDS, HELP_WIDTH, STORED_HELP, full_help, main
from rffviz.bench import BENCHES
from rffviz.bench import attention as attention_module
from rffviz.bench import page as page_module
from rffviz.bench import peers as peers_module
from rffviz.bench import ridge as ridge_module
from rffviz.bench import transform as transform_module
from rffviz.bench.curve import loop
from rffviz.bench.peers import _ratio
from rffviz.bench.record import Row, interleaved, on_one_and_all_threads, spread, text_of
from rffviz.bench.structured import _crossing
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.threads import blas_threads
from rffviz.kernels import Gaussian
from rffviz.papers import TABLES
from rffviz.predict import attention


@pytest.mark.slow
def test_bench_prints_its_rows_and_writes_them(tmp_path, capsys):
    assert (
        main(["bench", "curve", "transform", "--quick", "--threads", "1", "--json", str(tmp_path / "rows.json")]) == 0
    )
    printed = capsys.readouterr().out
    written = json.loads((tmp_path / "rows.json").read_text(encoding="utf-8"))
    assert written["machine"]["BLAS threads"] == "1" and written["repeats"] == 1 and written["quick"] is True
    assert {row["bench"] for row in written["rows"]} == {"curve", "transform"}
    for row in written["rows"]:
        assert row["what"] in printed and row["note"] in printed
        if row["target"]:
            assert row["value"] > 0 and row["low"] <= row["value"] <= row["high"] and row["met"] in (True, False)
    assert len([row for row in written["rows"] if row["target"]]) >= 12
    assert re.search(r"\d+ of \d+ targets met", printed)
    assert f"numpy {np.__version__}" in printed


@pytest.mark.release
def test_bench_measures_the_same_numbers_as_what_it_competes_with():
    with threadpool_limits(2, user_api="blas"):
        rows = [row for row in BENCHES["curve"](True, 1) if "error" in row.what]
        differences = [row for row in BENCHES["transform"](True, 1) if "difference of K̂" in row.what]
    assert [row.what.split(",")[0] for row in rows] == ["1 thread"] * 4 + ["2 threads"] * 4
    for row in rows:
        assert row.low <= 1 <= row.high and "the same within" in row.note
    assert len(differences) == 2 and all(row.met and row.value < 1e-5 for row in differences)


@pytest.mark.release
def test_transform_bench_names_the_precisions_that_come_out(monkeypatch):
    def checked(runs, repeats):
        for name, run in runs.items():
            if name.startswith(("ours", "RBFSampler")):
                assert run().dtype.name == ("float32" if name == "ours, float64 in" else name.split()[-1]), name
        return interleaved(runs, repeats)

    monkeypatch.setattr(transform_module, "interleaved", checked)
    with threadpool_limits(1, user_api="blas"):
        speeds = [row.what for row in BENCHES["transform"](True, 1) if "RBFSampler" in row.what]
        curves = [row.what for row in BENCHES["curve"](True, 1) if "RBFSampler / ours" in row.what]
    precisions = ["float64 in, each as it comes", "both in float64", "both in float32"]
    assert [what.split("ours, ")[1] for what in speeds] == precisions
    assert [what.split("ours, ")[1] for what in curves] == 3 * precisions


def test_benches_run_on_one_thread_and_on_as_many_as_blas_may_use():
    def bench(quick, repeats):
        yield Row("threads", blas_threads())

    for most, measured in ((1, [1]), (3, [1, 3])):
        with threadpool_limits(most, user_api="blas"):
            assert [row.value for row in on_one_and_all_threads(bench)(True, 1)] == measured
            assert blas_threads() == most


def test_structured_bench_names_the_crossing():
    rows = list(BENCHES["structured"](True, 1))
    crossings = [row for row in rows if "crossing" in row.what]
    assert [row.what.split(",")[0] for row in crossings] == ["Fastfood", "SORF", "Signed circulant"]
    assert all("faster" in row.note and "takes the structured way nowhere" in row.note for row in crossings)
    measured = [row for row in rows if not math.isnan(row.value)]
    assert len(measured) == 12 and all(row.low > 0 for row in measured)
    assert all(re.match(r"\d+ threads?, float32, ", row.what) for row in measured)


@pytest.mark.slow
def test_attention_bench_compares_the_same_outputs(monkeypatch):
    rows = {row.what: row for row in attention_module.bench_attention(True, 1)}
    held = ["n = 96: linear / its two products and exp(XW)", "n = 64: our exact / linear", "n = 96: our exact / linear"]
    assert all(rows[what].value > 0 for what in held) and rows[held[0]].target == "≤ 1.3"
    assert "n = 96, causal: our exact / linear" in rows
    monkeypatch.setitem(sys.modules, "torch", None)
    *_, before, last = attention_module.bench_attention(True, 1)
    assert before.note == "skipped: PyTorch is not installed (pip install torch)"
    assert last.note.startswith("relative error")
    Q, K, V = attention_module._tokens(50, 8, 3)
    features = RandomFourierFeatures(Gaussian(1.0), 32, map="positive", random_state=0).fit(Q, keys=K)
    features.centre_ = np.zeros(8)  # the formula has none
    theirs = attention_module.performer(Q, K, V, features.frequencies_.T.astype(np.float32))
    np.testing.assert_allclose(attention(Q, K, V, features), theirs, atol=1e-5)


def test_a_bench_prepares_each_run_and_repeats_its_call():
    done = []
    seconds = interleaved(
        {"a": lambda: done.append("a"), "b": lambda: done.append("b")}, 2, lambda: done.append("|"), 3
    )
    assert "".join(done) == "ab|aaa|bbb|bbb|aaa" and {name: len(taken) for name, taken in seconds.items()} == {
        "a": 2,
        "b": 2,
    }


@pytest.mark.slow
def test_missed_targets_are_named_last_on_screen_and_first_in_the_file(monkeypatch, capsys, tmp_path):
    rows = [Row("good", 2.0, 2.0, 2.0, at_least=1.0), Row("bad", 0.5, 0.5, 0.5, at_least=1.0), Row("plain", 1.0)]
    monkeypatch.setitem(BENCHES, "curve", lambda quick, repeats: iter(rows))
    assert main(["bench", "curve", "--quick", "--json", str(tmp_path / "rows.json")]) == 0
    *_, missed, total = capsys.readouterr().out.splitlines()
    assert "bad" in missed and "MISSED" in missed and total == "1 of 2 targets met"
    assert [row["what"] for row in json.loads((tmp_path / "rows.json").read_text())["rows"]] == ["bad", "good", "plain"]


@pytest.mark.slow
def test_learning_bench_measures_growth_and_the_race():
    rows = list(BENCHES["learning"](True, 1))
    growth = [row for row in rows if "→" in row.what]
    assert [row.what.split(", ")[2] for row in growth] == ["gradient", "quasi-Newton", "Algorithm 1"]
    assert all(re.match(r"\d+ threads?, float64, ", row.what) for row in growth)
    assert all(row.value > 0 and row.target == "≤ 8.8" for row in growth)
    numbers, time = (row for row in rows if "À la Carte" in row.what)
    assert numbers.value == (16 * 16 + 2) / (16 + 2 * 16 + 16 + 2) and time.value > 0
    try:
        import torch  # noqa: F401
    except ImportError:
        assert rows[-1].note.startswith("skipped: PyTorch is not installed")
    else:
        race = [row for row in rows if "Adam at" in row.what]
        assert len(race) == 4 and all(row.value > 0 and row.target == "≥ 5" for row in race)
        assert all(" of quasi-Newton; " in row.note for row in race)


@pytest.mark.slow
def test_peers_bench_compares_errors_and_times_with_what_is_installed(monkeypatch):
    """scikit-learn's exact machines and χ² features are here without what else may be installed."""
    monkeypatch.setattr(peers_module, "PEERS", {"no-such-package": "no.such.package", "broken": "rffviz.broken"})
    monkeypatch.setattr(peers_module, "importlib", SimpleNamespace(import_module=_refuse))
    with threadpool_limits(1, user_api="blas"):
        rows = list(BENCHES["peers"](True, 1))
    assert all(row.what.startswith("1 thread, ") for row in rows if not math.isnan(row.value))
    skipped = {row.what: row.note for row in rows if math.isnan(row.value)}
    assert skipped["no-such-package"].startswith("skipped: no-such-package is not installed (pip install ")
    assert skipped["broken"].startswith("skipped: broken does not run beside numpy ")
    same = [row for row in rows if "test error" in row.what and "features" not in row.what]
    assert len(same) == 4 and all(row.value == pytest.approx(1, abs=1e-3) and row.met for row in same)
    errors = [row for row in rows if "error of K" in row.what]
    assert len(errors) == 10 and all(row.low <= row.value <= row.high for row in errors)
    assert all(row.value > 2 for row in errors if "χ²" in row.what)
    times = [row for row in rows if "transform" in row.what or "fit" in row.what]
    precisions = [row.what.partition("transform, ")[2] for row in times if "Monte Carlo" in row.what]
    assert precisions == [f"theirs in float64, ours in {ours}" for ours in ("float32", "float64")] * 2
    assert len(times) == 19 and all(row.value > 0 and row.target == "≥ 0.9" for row in times)


def _refuse(name):
    raise ImportError(name) if name.startswith("no.") else ValueError("made for another numpy")


@pytest.mark.release
def test_ratio_of_means_has_the_standard_error_of_repeated_samples():
    rng = np.random.default_rng(0)
    shared = rng.normal(0, 0.3, (4000, 20))
    above, below = 6 + shared + rng.normal(0, 0.2, (4000, 20)), 3 + shared / 2 + rng.normal(0, 0.2, (4000, 20))
    ratios, twice = np.array([_ratio(a, b) for a, b in zip(above, below, strict=True)]).T
    assert ratios.mean() == pytest.approx(2, abs=0.005)
    assert np.sqrt(np.mean(twice**2)) == pytest.approx(2 * ratios.std(), rel=0.06)  # 4 standard errors of a deviation


@pytest.mark.release
def test_ridge_bench_measures_time_and_memory_of_both():
    with threadpool_limits(1, user_api="blas"):
        rows = list(BENCHES["ridge"](True, 1))
    ratios = [row for row in rows if "RBFSampler and Ridge in float" in row.what]
    assert len(ratios) == 4 and all(row.value > 0 and row.target == "≥ 5" for row in ratios)
    memory = [row for row in rows if "peak memory" in row.what]
    assert len(memory) == 4 and all(20 < row.value < 1000 and row.met for row in memory)
    assert all("% wrong" in row.note for row in ratios)


def test_ridge_bench_finds_the_most_rows_that_fit(monkeypatch):
    """Memory of 100 MB and a kilobyte a row, with a step that a straight line does not see."""
    asked = []

    def run(side, n, *_):
        asked.append(n)
        return {"megabytes": 100 + n / 1000 + (50 if n > 700_000 else 0)}

    monkeypatch.setattr(ridge_module, "_run", run)
    most = ridge_module._most_rows(10**7, 127, 25, "float64", 1)
    assert 700_000 < most <= 850_000 and run("", most)["megabytes"] <= 1000
    assert len(asked) < 12
    assert ridge_module._most_rows(3000, 127, 25, "float64", 1) == 3000


@pytest.mark.parametrize(
    ("faster", "words"),
    [
        ([], "dense is faster up to d = 1,024; "),
        ([64, 512, 1024], "structured is faster from d = 64 on; "),
        ([512, 1024], "structured is faster at d = 512, 1024, dense at d = 64; "),
    ],
)
def test_crossing_in_words(faster, words):
    assert _crossing((64, 512, 1024), faster, [512, 1024]).startswith(words)
    assert _crossing((64, 512, 1024), faster, [512, 1024]).endswith("takes the structured way from d = 512 on")


def test_hand_written_loop_is_the_error_of_the_sampler():
    X = np.random.default_rng(0).standard_normal((12, 3))
    errors = loop(X, 0.3, (5000, 8), (0, 1), 1)
    assert errors.shape == (2, 2)
    assert (errors[:, 0] < math.sqrt(2 * math.log(2 * 66 / 1e-5) * 4 / 5000)).all()  # Hoeffding, offset map
    assert (errors[:, 1] > errors[:, 0]).all()


@pytest.mark.slow
def test_page_bench_says_what_is_missing(monkeypatch, capsys):
    assert main(["bench", "page", "--quick"]) == 0
    assert "skipped: " in capsys.readouterr().out
    monkeypatch.setattr(page_module.shutil, "which", lambda name: None)
    (row,) = page_module.bench_page(False, 1)
    assert row.note.startswith("skipped: ") and row.met is None


def test_competitors_take_turns():
    calls = []
    seconds = interleaved({name: lambda name=name: calls.append(name) for name in "abc"}, 4)
    assert "".join(calls) == "abc" + "abc" + "bca" + "cab" + "abc"
    assert set(seconds) == set("abc")
    assert all(times.shape == (4,) and (times >= 0).all() for times in seconds.values())
    with pytest.raises(ValueError, match=r"^repeats must be a whole number of at least 1, got 0"):
        interleaved({"a": list}, 0)


@pytest.mark.parametrize(
    "bounds, value, target, met",
    [
        ({"at_least": 2}, 2.0, "≥ 2", True),
        ({"at_least": 2}, 1.9, "≥ 2", False),
        ({"at_most": 1.15}, 1.15, "≤ 1.15", True),
        ({"at_most": 1.15}, 1.2, "≤ 1.15", False),
        ({}, 1.0, "", None),
        ({"at_most": 1}, math.nan, "≤ 1", None),
    ],
)
def test_row_is_held_to_its_target(bounds, value, target, met):
    row = Row("a ratio", value, value, value, **bounds)
    assert (row.target, row.met) == (target, met)
    assert row.as_dict()["value"] == (None if math.isnan(value) else value)
    assert ("MISSED" in text_of(row)) == (met is False)


def test_row_is_the_median_and_the_range():
    row = spread("a ratio", [3.0, 1.0, 2.0, 10.0], at_least=2.6)
    assert (row.value, row.low, row.high, row.met) == (2.5, 1.0, 10.0, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "argv, said",
    [
        (["paint"], "invalid choice: 'paint'"),
        (["--port", "80a"], "argument --port: must be a whole number from 0 to 65,535, got '80a'"),
        (["--port", "65536"], "argument --port: must be a whole number from 0 to 65,535, got '65536'"),
        (["--address", "192.0.2.1"], "argument --address: must be an address of this machine, got '192.0.2.1'"),
        (["--sampler", "nowhere:at_all"], "sampler = 'nowhere:at_all' cannot be imported: ModuleNotFoundError"),
        (["--sampler", "math:sqrt"], "sampler sqrt must take (kernel, d, n_freqs, rng)"),
        (["--headless", "bench", "curve"], "argument --headless: goes with the explorer, without a COMMAND"),
        (
            ["bench", "stairs"],
            f"bench must be one of {', '.join(BENCHES)}, got 'stairs'",
        ),
        (["--address", ""], "argument --address: must be an address of this machine, got ''"),
        (["diagnose", "monte_carlo", "-d", "0"], "d must be a whole number of at least 1, got 0."),
        (["diagnose", "monte_carlo"], "-d must be given for a scheme"),
        (
            ["diagnose", "monte_carlo", "-d", "2", "--against", ""],
            "module:function, file.py:function or a file, got ''.",
        ),
        (["bench", "curve", "--json", ""], "argument --json: cannot write ''"),
        (["reproduce", "claims", "--results", ""], "argument --results: cannot write ''"),
        (["reproduce", "claims", "--scheduler", ""], "argument --scheduler: goes with --backend dask"),
        (["reproduce", "claims", "--backend", ""], "argument --backend: Invalid backend: "),
        (["bench", "--repeats", "0"], "must be a whole number from 1 to 1000, got '0'"),
        (["bench", "--threads", "two"], "must be a whole number of at least 1, got 'two'"),
    ],
)
def test_refusals_come_with_the_usage(argv, said, capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])  # where samplers are looked for
    with pytest.raises(SystemExit) as stop:
        main(argv)
    printed = capsys.readouterr().err
    assert stop.value.code == 2
    assert printed.startswith("usage: python -m rffviz") and said in printed


def test_a_port_in_use_is_refused(capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SystemExit) as stop:
            main(["--port", str(port), "--headless"])
    assert stop.value.code == 2
    assert f"argument --port: must be free at 127.0.0.1, got {port}: Address already in use" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["add_arguments", "run"])  # while it is imported, too
def test_interrupted_commands_end_quietly(where, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"rffviz.teaching.command.{where}", interrupted)
    assert main(["teach", "folder"]) == 130


COMMAND = [sys.executable, "-m", "rffviz"]
SPEAKING = {
    "help": ["--help"],
    "version": ["--version"],
    "bench": ["bench", "transform", "--quick", "--threads", "1"],
    "certify": ["certify", "{folder}/points.csv", "--epsilon", "0.5"],
    "diagnose": ["diagnose", "monte_carlo", "-d", "2", "-n", "16", "--seeds", "5"],
    "export": ["export", "{folder}/site", "--scenes", "cost"],
    "report": "report monte_carlo -d 2 -n 16 --seeds 5 --kernel cauchy --html {folder}/report.html".split(),
    "reproduce": ["reproduce", "table2", "--dataset", "wine_quality", "--help"],
    "tables": ["tables"],
    "teach": ["teach", "{folder}/lecture"],
    "watch": ["watch", "--help"],
}


def every_command(*daily):
    marks = {name: () if name in daily else pytest.mark.release for name in SPEAKING}
    return pytest.mark.parametrize("name", [pytest.param(name, marks=mark) for name, mark in marks.items()])


def _speaking(name, folder):
    (folder / "points.csv").write_text("a,b\n" + "\n".join(f"{k},{k * k % 7}" for k in range(20)))
    return [*COMMAND, *(word.format(folder=folder) for word in SPEAKING[name])]


def _without_progress(said):
    """What a command says on the standard error beside what it does, and the file that it wrote."""
    return re.sub(r"^( +\d+ s  .*|\S+/report\.html: [\d.]+ MB)\n", "", said, flags=re.M)


@pytest.mark.parametrize(
    "argv", [*([name] for name in COMMANDS), *(["reproduce", name] for name in TABLES)], ids=" ".join
)
def test_every_command_says_what_it_takes(argv, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*argv, "--help"])
    assert ended.value.code == 0 and "usage:" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="argparse of another Python lays the help out in its way")
def test_the_stored_help_is_what_each_parser_writes(monkeypatch):
    monkeypatch.setenv("COLUMNS", str(HELP_WIDTH))
    assert full_help() == json.loads(STORED_HELP.read_text("utf-8")), "python docs/help.py writes it"


def test_help_is_stored_for_a_wide_terminal_and_made_for_a_narrow_one(monkeypatch, capsys):
    shown = {}
    for columns in (HELP_WIDTH - 20, HELP_WIDTH, 3 * HELP_WIDTH):
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit):
            main(["teach", "--help"])
        shown[columns] = capsys.readouterr().out
    narrow, usual, wide = shown.values()
    assert usual == wide and max(map(len, usual.splitlines())) <= HELP_WIDTH
    assert max(map(len, narrow.splitlines())) <= HELP_WIDTH - 20 and narrow.split() == usual.split()


def test_every_command_is_heard():
    assert {*COMMANDS} <= {*SPEAKING}


@pytest.mark.release
@pytest.mark.skipif(sys.platform == "win32", reason="no broken pipes there")
@every_command("certify")
def test_a_pipe_that_nobody_reads_ends_a_command_quietly(name, tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    streams = {"stdout": writing, "stderr": subprocess.PIPE, "env": os.environ | {"PYTHONUNBUFFERED": ""}}
    done = subprocess.run(_speaking(name, tmp_path), **streams, text=True, timeout=120)
    os.close(writing)
    assert (done.returncode, _without_progress(done.stderr)) == (141, "")


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@every_command("version")
def test_a_full_disk_is_one_sentence(name, tmp_path):
    said = "rffviz: what is written must find room on the disk, got: No space left on device.\n"
    command, unbuffered = _speaking(name, tmp_path), "" if name in ("version", "tables") else "1"
    with open("/dev/full", "w") as full:
        streams = {"stdout": full, "stderr": subprocess.PIPE, "env": os.environ | {"PYTHONUNBUFFERED": unbuffered}}
        done = subprocess.run(command, **streams, text=True, timeout=120)
        assert (done.returncode, _without_progress(done.stderr)) == (74, said)
        if name == "version":
            assert subprocess.run(command, **streams | {"stderr": full}, timeout=120).returncode == 74


@pytest.mark.parametrize("typed, name", [("/usr/bin/rffviz", "rffviz"), ("/a/__main__.py", "python -m rffviz")])
def test_help_says_what_was_typed(typed, name, monkeypatch, capsys):
    for argv in (["--help"], ["teach", "--help"]):
        monkeypatch.setattr(sys, "argv", [typed])
        with pytest.raises(SystemExit):
            main(argv)
        assert capsys.readouterr().out.startswith(f"usage: {name} ")


@pytest.mark.slow
def test_it_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "rffviz", "--help"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and all(name in done.stdout for name in COMMANDS)


def test_a_pipe_that_breaks_elsewhere_is_no_quiet_end(monkeypatch):
    """Of a worker, say: standard output is still read."""

    def broken(*_):
        raise BrokenPipeError("a worker has gone")

    monkeypatch.setattr("rffviz.certify.command.run", broken)
    with pytest.raises(BrokenPipeError, match="a worker has gone"):
        main(["certify", "table.csv"])
