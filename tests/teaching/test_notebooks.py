"""The notebooks are notebooks, run from end to end with right answers, and say what is missing without."""

import ast
import json
import re

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from solutions import SOLUTIONS

from rffviz.__main__ import main
from rffviz.explorer.words.scenes import SCENES
from rffviz.foundation.validation import Refusal
from rffviz.teaching import CHECKS
from rffviz.teaching.command import materials, write

NOTEBOOKS = [path for path in materials() if path.parent.name == "exercises"]
ROOT = materials()[0].parents[2]
SHOWN = [path for path in materials() if path.parent.name == "notebooks"]
WRONG_AS_GIVEN = ("repaired",)  # its cell holds a wrong version, to be repaired


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def text(cell):
    return "".join(cell["source"])


def to_fill_in(cell):
    return "fill-in" in cell["metadata"].get("tags", ())


def asked(cell):
    """The name of the function that a cell asks for."""
    (function,) = ast.parse(text(cell)).body
    return function.name


def run(path, solved):
    """Run the code of a notebook in its order; returns what its names hold at the end."""
    room = {}
    for cell in cells(path):
        if cell["cell_type"] == "code":
            source = SOLUTIONS[asked(cell)] if solved and to_fill_in(cell) else text(cell)
            exec(compile(source, path.name, "exec"), room)
    return room


def test_there_are_five_and_they_ask_for_every_function_that_is_checked():
    assert len(NOTEBOOKS) == 5
    names = [asked(cell) for path in NOTEBOOKS for cell in cells(path) if to_fill_in(cell)]
    assert names == list(CHECKS)
    stars = [re.match(r"# (\d) (★+) ", text(cells(path)[0])).groups() for path in NOTEBOOKS]
    assert stars == [(str(n), "★" * n) for n in range(1, 6)]


@pytest.mark.parametrize("path", NOTEBOOKS + SHOWN, ids=lambda path: path.stem)
def test_it_is_a_notebook_of_version_four(path):
    book = json.loads(path.read_text(encoding="utf-8"))
    assert set(book) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5) and book["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in ids)
    for cell in book["cells"]:
        shared = {"cell_type", "id", "metadata", "source"}
        assert set(cell) == shared | ({"execution_count", "outputs"} if cell["cell_type"] == "code" else set())
        assert cell["cell_type"] in ("markdown", "code") and all(isinstance(line, str) for line in cell["source"])
        assert text(cell).strip() and not any("\n" in line[:-1] for line in cell["source"])
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            ast.parse(text(cell))
        else:
            assert text(cell).count("$") % 2 == 0 and text(cell).count("`") % 2 == 0
    scenes = re.search(r"Scenes? in the explorer: (.*)\.", text(book["cells"][0]))
    named = re.findall("`(.*?)`", scenes[1]) if scenes else []
    assert set(named) <= {scene.name for scene in SCENES}


@pytest.mark.release
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_with_the_right_answers(path, capsys):
    room = run(path, solved=True)
    printed = capsys.readouterr().out.splitlines()
    wanted = [asked(cell) for cell in cells(path) if to_fill_in(cell)]
    assert sum(line.startswith("Passed: ") for line in printed) == len(wanted)
    assert len(printed) >= len(wanted) + 3, "what follows the checks prints what it measures"
    assert not re.search(r"\bnan\b|None", "\n".join(printed).replace("mean squared norm inf", ""))
    assert set(wanted) <= set(room)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_without_answers_it_says_what_is_missing(path, capsys):
    run(path, solved=False)
    printed = capsys.readouterr().out.splitlines()
    wanted = [asked(cell) for cell in cells(path) if to_fill_in(cell)]
    assert len(printed) == len(wanted)
    for name, line in zip(wanted, printed, strict=True):
        assert line.startswith("The norms scale the columns" if name in WRONG_AS_GIVEN else f"{name} is not written")


def test_every_cell_to_fill_in_stands_before_its_check():
    for path in NOTEBOOKS:
        given = cells(path)
        for at, cell in enumerate(given):
            if to_fill_in(cell):
                assert f'check("{asked(cell)}", {asked(cell)})' in text(given[at + 1])
                body = ast.parse(text(cell)).body[0].body
                assert isinstance(body[-1], ast.Raise) or asked(cell) in WRONG_AS_GIVEN


@pytest.mark.release
def test_the_measurements_of_the_third_and_fourth_notebook_show_what_they_are_there_for(capsys):
    third, fourth = (run(path, solved=True) for path in NOTEBOOKS[2:4])
    capsys.readouterr()
    # the slope of a quantile of 500 draws, over six sizes: its standard error is a little over 0.02
    assert abs(third["slope"](third["n_freqs"], third["errors"]) + 0.5) < 0.1
    assert third["needed"] < third["guaranteed"]
    assert np.round(fourth["ratios"], 1)[1] < 0.3 < np.round(fourth["ratios"], 1)[3]  # d = 64: near pairs gain


TELLS = {
    "first_steps": (r"all pairs: largest error 0\.\d+", r"exact kernel: \d+"),
    "debug_your_sampler": (
        r"an extra factor 1/√2\?",
        r"No problems found",
        r"same distribution as Monte Carlo: True",
    ),
    "reproduce_a_table": (r"CLUSTER +50 +0\.\d+ ± 0\.\d+ +0\.13", r"learning leaves 0\.[2-6]\d of the error"),
}


@pytest.mark.release
@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_what_shows_the_library_runs_from_any_folder_and_says_what_its_text_says(path, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PLOTLY_RENDERER", "json")
    book = nbformat.read(path, 4)
    NotebookClient(book, timeout=100, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [each for cell in book.cells if cell.cell_type == "code" for each in cell.outputs]
    assert not [each.text for each in outputs if each.get("name") == "stderr"]
    printed = "".join(each.text for each in outputs if each.output_type == "stream")
    assert not re.search(r"\bnan\b|None|\binf\b", printed)
    for wanted in TELLS[path.stem]:
        assert re.search(wanted, printed), printed
    figures = [each for each in outputs if "application/json" in each.get("data", {})]
    assert len(figures) == sum(text(cell).count("\nshow(") + text(cell).startswith("show(") for cell in cells(path))
    assert not list(tmp_path.iterdir())


def test_the_command_copies_everything_and_leaves_work_alone(tmp_path, capsys):
    folder = tmp_path / "course"
    assert main(["teach", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in materials())
    assert len(capsys.readouterr().out.splitlines()) == 9
    for path in materials():
        assert (folder / path.name).read_bytes() == path.read_bytes()
    assert main(["teach", str(folder)]) == 0  # untouched copies are no obstacle
    assert capsys.readouterr().out == ""
    (folder / "guide.md").unlink()
    mine = folder / NOTEBOOKS[1].name
    mine.write_text("my work", encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["teach", str(folder)])
    said = capsys.readouterr().err
    assert stop.value.code == 2 and f"DIR must not hold a changed {mine.name}" in said
    assert mine.read_text(encoding="utf-8") == "my work" and not (folder / "guide.md").exists()


def test_a_folder_of_other_files_is_welcome_and_a_file_is_not(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert len(write(tmp_path)) == 9 and (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"
    with pytest.raises(Refusal, match=r"^DIR must be a folder, got the file"):
        write(tmp_path / "notes.txt")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "guide.md").mkdir()
    with pytest.raises(Refusal, match=r"^DIR must not hold a changed guide.md"):
        write(tmp_path / "new")
