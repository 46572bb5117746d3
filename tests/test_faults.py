"""What a machine can do to a run: a folder that cannot be written, another language, a clock that goes back."""

import ast
import builtins
import errno
import io
import locale
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rffviz.datasets.uploads import read_csv
from rffviz.explorer.web.settings.table import TABLE
from rffviz.kernels.formula import TypedFunction

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_no_duration_is_measured_with_a_clock_that_can_go_back():
    """By any name: a clock may be imported under another one, or be handed on without a call."""
    for path in (ROOT / "rffviz").rglob("*.py"):
        assert list(clocks_that_go_back(path.read_text(encoding="utf-8"))) == [], path.name
    for source in ("import time as t\ndef f(clock=t.time): ...", "from time import time", "datetime.now()"):
        assert list(clocks_that_go_back(source)), source


def clocks_that_go_back(source):
    """The lines that name the clock on the wall; a date with its time zone is no duration."""
    nodes = list(ast.walk(ast.parse(source))) if re.search(r"\btime\b|datetime", source) else []
    modules = [alias for node in nodes if isinstance(node, ast.Import) for alias in node.names if alias.name == "time"]
    wall = {f"{alias.asname or alias.name}.time" for alias in modules}
    for node in nodes:
        if isinstance(node, ast.Attribute) and ast.unparse(node) in wall:
            yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module == "time" and any(a.name == "time" for a in node.names):
            yield node.lineno
        elif isinstance(node, ast.Call) and not node.args and ast.unparse(node.func).endswith("datetime.now"):
            yield node.lineno


@pytest.mark.release
def test_a_page_writes_nothing_into_the_project(monkeypatch):
    """It may be installed where nobody can write."""
    really = builtins.open

    def guarded(file, mode="r", *arguments, **keywords):
        if isinstance(file, str | os.PathLike) and set(mode) & set("wax+") and ROOT in Path(file).absolute().parents:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(file))
        return really(file, mode, *arguments, **keywords)

    monkeypatch.setattr(builtins, "open", guarded)
    monkeypatch.setattr(io, "open", guarded)
    with pytest.raises(OSError, match="Read-only"):
        (ROOT / "rffviz" / "new").write_text("")
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=200).run()
    assert not app.exception and not app.error and app.title


@pytest.mark.parametrize("name", ["de_DE.UTF-8", "tr_TR.UTF-8", "C"])
def test_numbers_are_read_and_written_alike_in_every_language(name):
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        pytest.skip(f"this machine does not know {name}")
    try:
        found = read_csv("I,i\n1.5,2\n3,4.25\n")
        assert found.X.tolist() == [[1.5, 2], [3, 4.25]] and found.feature_names == ("I", "i")
        scale = TABLE["length_scale"]
        assert scale.write(0.25) == "0.25" and scale.read("0.25") == 0.25
        assert TypedFunction("1.5 * r")([1.0]) == [1.5]
    finally:
        locale.setlocale(locale.LC_ALL, before)


@pytest.mark.release
@pytest.mark.parametrize("encoding", ["ascii", pytest.param("cp1252", marks=pytest.mark.release)])
def test_a_terminal_that_knows_no_greek_gets_its_table(encoding):
    plain = {name: text for name, text in os.environ.items() if name not in ("HOME", "PYTHONUTF8")}
    done = subprocess.run(
        [sys.executable, "-m", "rffviz", "certify", "--help"],
        cwd=ROOT,
        env=plain | {"LC_ALL": "C", "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr
