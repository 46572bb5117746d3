"""The README keeps its word: its example runs, its commands stand alone, its files exist."""

import pathlib
import re

import pytest

from rffviz.diagnose import DIAGNOSTICS, FAMILY, SPECIMENS, diagnose
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.samplers.own import own_scheme
from rffviz.words.scenes import SCENES

ROOT = pathlib.Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_example_runs_and_gives_what_its_comments_say():
    code = re.findall(r"```python\n(.*?)```", README, re.S)[0]
    room = {}
    exec(compile(code, "README.md", "exec"), room)
    assert room["X"].shape == (442, 10)
    assert room["Z"].shape == (442, 512)
    assert room["curve"].errors.shape == (5, 4)


@pytest.mark.slow
def test_own_scheme_is_ten_lines_and_no_diagnostic_finds_a_fault_in_it():
    (code,) = re.findall(r"<!-- own scheme -->\n```python\n(.*?)```", README, re.S)
    assert len([line for line in code.splitlines() if line]) <= 10
    room = {}
    exec(compile(code, "README.md", "exec"), room)
    scheme = own_scheme(room["even_lengths"])
    for kernel, d in ((Gaussian(), 2), (Matern(1.3), 5)):
        report = diagnose(room["even_lengths"], kernel, d, 128, 40, rate=False)
        assert all(verdict.status in ("fine", "unknown") for verdict in report.verdicts), report
    assert "Euclidean distance" in scheme.refusal(Laplacian(), 2)


def test_what_it_counts_is_there():
    words = " ".join(README.split())
    assert f"{len(SPECIMENS)} known mistakes" in words and f"at most {100 * FAMILY:.0f} % are accused" in words
    assert (len(DIAGNOSTICS), len(SCENES)) == (17, 19)
    assert "Seventeen diagnostics" in words and "Nineteen scenes" in words


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
