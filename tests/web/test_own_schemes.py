"""Samplers named on the command line: which arguments name them, and that they reach every list of the app."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from rffviz.explorer.web.settings.own_schemes import references

ROOT = pathlib.Path(__file__).parents[2]
PROGRAM = """import sys
sys.argv = ["app.py", "--sampler", "my_schemes:stratified_norms", "--sampler=nowhere:at_all"]
from rffviz.explorer.web.settings.own_schemes import register_named
(reason,) = register_named()
from rffviz.explorer.web.settings.table import TABLE
for name in ("sampler", "scheme", "a", "b"):
    assert TABLE[name].options["stratified_norms"] == "Stratified norms", name
print(reason)
"""


def test_samplers_are_named_among_other_arguments():
    assert references(["--sampler", "a:b", "other", "--sampler=c:d", "--seed", "3"]) == ["a:b", "c:d"]
    assert references(["run", "app.py", "--server.port=1", "--", "--sampler=a:b"]) == ["a:b"]
    assert references([]) == references(["a:b"]) == []
    assert references(["--sampler"]) == [""]  # nothing named: it is told like any reference that leads nowhere


@pytest.mark.release
def test_the_documented_scheme_stands_in_every_list(tmp_path):
    (code,) = re.findall(r"<!-- own scheme -->\n```python\n(.*?)```", (ROOT / "docs/adding.md").read_text(), re.S)
    (tmp_path / "my_schemes.py").write_text(code)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "sampler = 'nowhere:at_all' cannot be imported: ModuleNotFoundError" in done.stdout
