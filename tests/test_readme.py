"""The README and the documents keep their word: examples run, commands stand alone, files exist, numbers are right."""

import pathlib
import re
import textwrap

import pytest

from rffviz.__main__ import COMMANDS
from rffviz.bench import BENCHES
from rffviz.diagnose import DIAGNOSTICS, FAMILY, SPECIMENS, diagnose
from rffviz.explorer.words.scenes import SCENES
from rffviz.kernels import Gaussian, Laplacian, Matern
from rffviz.samplers.own import own_scheme

ROOT = pathlib.Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
DOCS = ROOT / "docs"
TEXTS = {path: path.read_text() for path in [ROOT / "README.md", *DOCS.rglob("*.md"), *DOCS.rglob("*.rst")]}


@pytest.mark.slow
def test_example_runs_and_gives_what_its_comments_say():
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    room = {}
    exec(compile(code, "README.md", "exec"), room)
    assert room["X"].shape == (442, 10)
    assert room["Z"].shape == (442, 512)
    assert room["curve"].errors.shape == (5, 4)


def test_the_reference_s_example_runs():
    index = TEXTS[DOCS / "reference" / "index.rst"]
    (code,) = re.findall(r"^\.\. code-block:: python\n\n(.*?)(?=^\S)", index, re.S | re.M)
    room = {}
    exec(compile(textwrap.dedent(code), "index.rst", "exec"), room)
    assert 0 < room["error"] < 0.2 and room["needed"] > 256


def test_the_readme_is_one_page():
    assert README.count("\n") <= 150


@pytest.mark.slow
def test_own_scheme_is_ten_lines_and_no_diagnostic_finds_an_error_in_it():
    (code,) = re.findall(r"<!-- own scheme -->\n```python\n(.*?)```", TEXTS[DOCS / "adding.md"], re.S)
    assert len([line for line in code.splitlines() if line]) <= 10
    room = {}
    exec(compile(code, "adding.md", "exec"), room)
    scheme = own_scheme(room["stratified_norms"])
    for kernel, d in ((Gaussian(), 2), (Matern(1.3), 5)):
        report = diagnose(room["stratified_norms"], kernel, d, 128, 40, rate=False)
        assert all(verdict.status in ("fine", "unknown") for verdict in report.verdicts), report
    assert "isotropic" in scheme.refusal(Laplacian(), 2)


def test_what_they_count_is_there():
    words = " ".join(" ".join(TEXTS.values()).split())
    assert f"{len(SPECIMENS)} known bugs" in words and f"at most {100 * FAMILY:.0f} % are flagged" in words
    assert (len(DIAGNOSTICS), len(SCENES)) == (17, 23)
    assert "Seventeen diagnostics" in words and "Twenty-three scenes" in words


@pytest.mark.parametrize("mark", ["run", "test"])
def test_each_command_is_one_line(mark):
    (block,) = re.findall(rf"<!-- {mark} -->\n```bash\n(.*?)```", README, re.S)
    assert block.count("\n") == 1 and block.startswith("python3 -m venv .venv && ")


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_named_exist(text):
    named = r"\]\((\.?[\w/.-]+)(?:#[\w-]+)?\)|`((?:rffviz|pages|tests|docs)/[\w/.]*|app\.py)`"
    for link, path in re.findall(named, TEXTS[text]):
        assert (text.parent / link if link else ROOT / path).exists(), link or path


def test_packages_named_exist():
    named = {name for text in TEXTS.values() for name in re.findall(r"`rffviz\.(\w+)`", text)}
    assert len(named) > 10
    for name in named:
        assert (ROOT / "rffviz" / name).is_dir() or (ROOT / "rffviz" / f"{name}.py").is_file(), name


def test_commands_named_exist():
    words = " ".join(" ".join(TEXTS.values()).split())
    assert set(re.findall(r"python -m rffviz (\w+)", words)) == {*COMMANDS}
    benches = set(re.findall(r"`(?:python -m rffviz )?bench (\w+)`", words))
    assert {"soak", "merge"} <= benches <= {*BENCHES}
