"""The site is built without a warning, holds every public name, and says of each what its signature says."""

import dataclasses
import doctest
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numpydoc.docscrape import FunctionDoc
from sphinx.util.inventory import InventoryFile

import rffviz

ROOT = Path(rffviz.__file__).parents[1]
SOURCES = ROOT / "docs"
PACKAGES = """
    adaptive certify datasets diagnose features kernels measure papers predict explorer.report samplers teaching theory
""".split()
MODULES = ("explorer.figures.show",)  # no __all__: what they define and do not hide


def public(module):
    """The public names of a module or package, with what they name."""
    held = importlib.import_module(f"rffviz.{module}")
    own = [name for name, value in vars(held).items() if getattr(value, "__module__", "") == held.__name__]
    names = getattr(held, "__all__", None) or [name for name in own if not name.startswith("_")]
    return {f"rffviz.{module}.{name}": getattr(held, name) for name in names}


NAMES = {name: thing for module in (*PACKAGES, *MODULES) for name, thing in public(module).items()}
EXCEPTIONS = {name for name, thing in NAMES.items() if isinstance(thing, type) and issubclass(thing, Exception)}
CALLABLE = {name: thing for name, thing in NAMES.items() if callable(thing) and name not in EXCEPTIONS}
EXAMPLES = [name for name, thing in CALLABLE.items() if ">>> " in (thing.__doc__ or "")]
RELIED_ON = """
    kernels.Matern kernels.RationalQuadratic kernels.median_length_scale samplers.draw features.RandomFourierFeatures
    features.RandomBinningFeatures theory.rahimi_recht theory.sutherland_schneider theory.hoeffding theory.epsilon_at
    theory.frequencies_needed theory.epsilon_on_pairs theory.frequencies_needed_on_pairs measure.relative_error
    measure.error_curve measure.bootstrap_error adaptive.AdaptiveFourierFeatures adaptive.SupervisedFourierFeatures
    datasets.load diagnose.diagnose diagnose.compare certify.certify explorer.figures.show.show papers.measured
""".split()


def sections(thing):
    """The names in the parameters and attributes of a docstring."""
    doc = FunctionDoc(thing, doc=inspect.getdoc(thing))
    found = {}
    for section in ("Parameters", "Attributes"):
        lines = [entry for entry in doc[section] if entry.type or entry.desc]
        found[section] = {name.lstrip("*") for entry in lines for name in entry.name.split(", ")}
    return found


@pytest.mark.release
def test_it_is_built_without_a_warning_and_holds_every_public_name(tmp_path):
    before = set(SOURCES.iterdir())
    built = tmp_path / "html-pages"  # no identifier: Sphinx would take a folder here for a module that `name` names
    build = subprocess.run(
        [*f"{sys.executable} -m sphinx -W --keep-going -n -q -d".split(), tmp_path / "doc-trees", SOURCES, built],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert build.returncode == 0, build.stderr
    assert set(SOURCES.iterdir()) - {SOURCES / "__pycache__"} <= before
    told = InventoryFile.loads((built / "objects.inv").read_bytes(), uri="")
    told = {name for kind, held in told.data.items() if kind.startswith("py:") for name in held}
    assert len(NAMES) > 200 and set(NAMES) <= told, sorted(set(NAMES) - told)
    pages = {path: path.read_text(encoding="utf-8") for path in built.rglob("*.html")}
    for path, page in pages.items():
        asked = re.search(r"(?:src|href)=\"(?:https?:)?//(?!127\.0\.0\.1:8501)", page)  # the explorer itself is linked
        assert not asked, f"{path.name} asks another machine"
    theory = re.sub(r"<[^>]*>", "", pages[built / "reference" / "theory.html"])
    assert "P(sup |z(x)·z(y) − k(x, y)| ≥ ε)" in theory, "formulas stand as they are written"
    assert "<strong>frequencies_</strong>" in pages[built / "reference" / "features.html"]
    assert "--epsilon EPSILON" in pages[built / "reference" / "command_line.html"]
    assert "Scene by scene" in pages[built / "instructors.html"], "the guide that `rffviz teach` copies"
    assert "What nothing else does" in pages[built / "index.html"], "the README is the first page"


def test_documented_parameters_are_those_of_the_signature():
    for name, thing in CALLABLE.items():
        told = sections(thing)
        taken = {each.name: each.kind for each in inspect.signature(thing).parameters.values()}
        options = {each for each, kind in taken.items() if kind == inspect.Parameter.VAR_KEYWORD}
        if not dataclasses.is_dataclass(thing):
            told = told["Parameters"]
            agree = not told or (taken.keys() - told <= options and (told <= taken.keys() or options))
            assert agree, (name, set(taken) ^ told)
        elif told := told["Parameters"] | {each for each in told["Attributes"] if not each.endswith("_")}:
            inherited = {each for base in thing.__mro__[1:] for each in getattr(base, "__annotations__", ())}
            computed = {each for each, value in inspect.getmembers(thing) if isinstance(value, property)}
            assert taken.keys() - inherited <= told <= taken.keys() | computed, (name, set(taken) ^ told)


def test_the_names_that_scripts_rely_on_list_their_parameters():
    silent = [name for name in RELIED_ON if not sections(NAMES[f"rffviz.{name}"])["Parameters"]]
    assert not silent


def test_examples_are_there():
    assert {"rffviz.kernels.Gaussian", "rffviz.samplers.draw", "rffviz.diagnose.diagnose"} <= set(EXAMPLES)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_in_docstrings_give_what_they_say(name, capsys):
    (example,) = doctest.DocTestFinder(recurse=False).find(CALLABLE[name], name, globs={})
    result = doctest.DocTestRunner().run(example)
    assert result.attempted and not result.failed, capsys.readouterr().out
