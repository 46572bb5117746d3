"""`python -m rffviz report`: the file, what it prints, its exit status, and what it refuses."""

import json
import re

import numpy as np
import pytest

import rffviz.explorer.report.command as reported
import rffviz.explorer.report.study as studied
from rffviz.__main__ import main
from rffviz.explorer.report.study import STAGES
from tests.diagnose.test_command import SCHEMES


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "of_theirs.py").write_text(SCHEMES)
    np.savetxt(tmp_path / "rows.csv", np.random.default_rng(3).standard_normal((256, 3)) / 1.5, delimiter=",")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(studied, "SETS", ("diabetes",))
    return tmp_path


def asked(*arguments):
    return main(["report", *arguments, "-d", "3", "-n", "32", "--seeds", "20", "--html", "found.html"])


def again(folder):
    return re.search("<pre><code>(.*?)</code></pre>", (folder / "found.html").read_text(encoding="utf-8"))[1]


@pytest.mark.release
def test_the_status_of_a_right_scheme_is_0_and_its_report_is_written(folder, capsys):
    assert asked("of_theirs:right") == 0
    said = capsys.readouterr()
    assert said.out.startswith("right: No problems found")
    assert [line[8:-2] for line in said.err.splitlines()[:-2]] == [words for words, _ in STAGES[1:]]
    assert re.fullmatch(r"found\.html: \d\.\d MB", said.err.splitlines()[-1])
    assert again(folder).startswith("rffviz report of_theirs:right -d 3 -n 32 ")


@pytest.mark.release
def test_the_status_says_whether_a_scheme_is_wrong(folder, capsys):
    assert asked("of_theirs:long", "--json") == 1
    assert not json.loads(capsys.readouterr().out)["ok"]
    assert asked("root_two_twice", "--kernel", "matern", "--nu", "1.5") == 1
    assert " --kernel matern --length-scale 1.5 --nu 1.5 " in again(folder)
    assert not list(folder.glob("*.part"))


@pytest.mark.release
def test_against_another_scheme_the_status_is_that_of_the_comparison(folder, capsys):
    assert asked("of_theirs:right", "--against", "rows.csv") == 0
    assert again(folder).endswith("--against rows.csv --seeds 20 --random-state 0 --html found.html")
    assert asked("of_theirs:long", "--against", "of_theirs:right") == 1
    assert capsys.readouterr().out.count("A: long, B: right") == 1
    assert asked("rows.csv") == 0
    assert '<p class="over">rows.csv</p>' in (folder / "found.html").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [[], ["--results", "folder"], ["--docs", "a.md"], ["--readme", "a.md"], ["orthogonal", "--docs", "a.md"]],
)
def test_the_old_usage_names_the_command_of_today(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["report", *arguments])
    assert ended.value.code == 2
    (said,) = [line for line in capsys.readouterr().err.splitlines() if "error: " in line]
    assert said.endswith("SCHEME must be given: stored results are written by `tables`, as this command once did.")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["orthogonal", "-d", "3"], "argument --html: must be given"),
        (["orthogonal", "-d", "3", "--html", "none/found.html"], "argument --html: cannot write none/found.html"),
        (["orthogonal", "--html", "found.html"], "-d must be given"),
        (["orthogonall", "-d", "3", "--html", "found.html"], "did you mean 'orthogonal'"),
        (["orthogonal", "-d", "3", "--html", "found.html", "--seeds", "2"], "seeds must"),
        (["orthogonal", "-d", "3", "--html", "found.html", "--kernel", "laplacian"], "is not defined here"),
    ],
)
def test_what_it_refuses(folder, arguments, words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["report", *arguments])
    assert ended.value.code == 2 and words in capsys.readouterr().err
    assert not (folder / "found.html").exists()


def test_a_full_disk_leaves_the_old_file(folder, monkeypatch, capsys):
    (folder / "found.html").write_text("kept")

    def full(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(reported, "_measured", lambda arguments, asked: None)
    monkeypatch.setattr("rffviz.explorer.report.document.report_html", lambda record: "new")
    monkeypatch.setattr("rffviz.foundation.file_content.new_file", full)
    with pytest.raises(SystemExit):
        asked("orthogonal")
    assert "argument --html: cannot write found.html: Permission denied" in capsys.readouterr().err
    assert (folder / "found.html").read_text() == "kept"
