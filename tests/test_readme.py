"""The README keeps its word: its example runs, its commands stand alone, its files exist."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_example_runs_and_gives_what_its_comments_say():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    room = {}
    exec(compile(code, "README.md", "exec"), room)
    assert room["X"].shape == (442, 10)
    assert room["Z"].shape == (442, 512)
    assert room["curve"].errors.shape == (5, 4)


@pytest.mark.parametrize("mark", ["run", "test"])
def test_each_command_is_one_line(mark):
    (block,) = re.findall(rf"<!-- {mark} -->\n```bash\n(.*?)```", README, re.S)
    assert block.count("\n") == 1 and block.startswith("python3 -m venv .venv && ")


def test_files_named_exist():
    for name in re.findall(r"\]\((\.?[\w/.-]+)\)|`((?:rffviz|pages|tests)/[\w/.]*)`|`(app\.py)`", README):
        path = next(part for part in name if part)
        assert (ROOT / path).exists(), path


def test_packages_named_exist():
    for name in set(re.findall(r"`rffviz\.(\w+)`", README)):
        assert (ROOT / "rffviz" / name).is_dir() or (ROOT / "rffviz" / f"{name}.py").is_file(), name
