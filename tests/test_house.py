"""The order of the house: who imports whom, what things are called, and that every public part says what it is."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import rffviz

PACKAGE = Path(rffviz.__file__).parent
ROOT = PACKAGE.parent
TESTS = Path(__file__).parent

# What each part of the library may import of the others; each may import itself and FREE.
FREE = ("validation", "notes", "progress")
NUMERICAL = ("radius", "kernels", "samplers", "features", "about")
RECORDS = (*NUMERICAL, "theory", "measure", "diagnose", "adaptive", "predict", "datasets")
ARROWS = {
    **{name: () for name in FREE},
    "radius": (),
    "kernels": ("radius",),
    "about": ("kernels",),
    "theory": ("radius", "kernels"),
    "samplers": ("radius", "kernels", "theory"),
    "features": ("radius", "kernels", "samplers"),
    "measure": (*NUMERICAL, "theory"),
    "adaptive": (*NUMERICAL, "theory"),
    "predict": (*NUMERICAL, "theory", "measure", "adaptive"),
    "datasets": (),
    "diagnose": (*NUMERICAL, "theory", "measure", "datasets"),
    "papers": (*NUMERICAL, "theory", "measure", "adaptive", "predict", "datasets"),
    "studies": (*NUMERICAL, "theory", "measure", "adaptive", "predict", "datasets"),
    "words": (*RECORDS, "studies", "papers"),
    "figures": (*RECORDS, "studies", "papers", "words"),  # see below: records
    "bench": (*RECORDS, "studies", "papers", "figures"),
    "__main__": (*RECORDS, "studies", "papers", "figures", "bench"),
    "web": (*RECORDS, "studies", "papers", "words", "figures", "__main__"),
    "__init__": (),
}
COMPUTING = ("scipy", "sklearn", "joblib", "numpy.linalg", "numpy.random", "numpy.fft")


def sources(folder, *, but=()):
    return [path for path in sorted(folder.rglob("*.py")) if not set(path.relative_to(folder).parts) & set(but)]


LIBRARY = sources(PACKAGE, but=("web",))
PAGES = [path for path in (ROOT / "app.py", *sources(ROOT / "pages")) if path.exists()]
TEST_FILES = sources(TESTS)


def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def part(path):
    """The part of the library that a file belongs to: its first folder, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path):
    """Full dotted names of everything a file imports, wherever in it: `from a import b` is a.b."""
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = [PACKAGE.name, *path.relative_to(PACKAGE).parts[: -node.level]]
                base = ".".join([*here, base] if base else here)
            names |= {f"{base}.{alias.name}" for alias in node.names}
    return names


def parts_imported(path):
    return {name.split(".")[1] for name in imported(path) if name.startswith("rffviz.")}


def labelled(paths, root):
    return [pytest.param(path, id=str(path.relative_to(root))) for path in paths]


every_library_file = pytest.mark.parametrize("path", labelled(LIBRARY, PACKAGE))
every_test_file = pytest.mark.parametrize("path", labelled(TEST_FILES, TESTS))


# --- imports ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", labelled(sources(PACKAGE), PACKAGE))
def test_imports_follow_the_arrows(path):
    here = part(path)
    assert here in ARROWS, f"say in ARROWS what {here} may import"
    wrong = parts_imported(path) - {here, *FREE, *ARROWS[here], "__version__"}
    assert not wrong, f"{here} must not import {', '.join(sorted(wrong))}"


def test_the_arrows_have_no_cycle():
    order = list(ARROWS)
    for name, allowed in ARROWS.items():
        assert all(order.index(other) < order.index(name) for other in allowed)


@every_library_file
def test_the_library_does_not_know_streamlit(path):
    assert not {name.split(".")[0] for name in imported(path)} & {"streamlit"}


@pytest.mark.parametrize("path", labelled([path for path in LIBRARY if part(path) == "figures"], PACKAGE))
def test_figures_take_records_and_compute_nothing(path):
    """A figure may name a record's class or read a registry; what has a small letter is a function that computes."""
    for name in imported(path):
        assert not name.startswith(COMPUTING), f"a figure must not compute, and {name} does"
        pieces = name.split(".")
        if pieces[0] == "rffviz" and pieces[1] not in ("figures", "words"):
            assert pieces[-1][0].isupper(), f"a figure takes records, and {name} is none"
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy"):
            assert node.attr not in ("linalg", "random", "fft"), f"a figure must not compute: np.{node.attr}"


@pytest.mark.parametrize("path", labelled([path for path in LIBRARY if part(path) == "words"], PACKAGE))
def test_words_draw_nothing(path):
    assert not {name.split(".")[0] for name in imported(path)} & {"plotly"}


@pytest.mark.parametrize("path", labelled(PAGES, ROOT))
def test_pages_stand_on_the_library_alone(path):
    assert not [name for name in imported(path) if name.split(".")[0] in ("tests", "pages")]


def test_the_library_is_imported_without_streamlit():
    modules = sorted({".".join(("rffviz", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in LIBRARY})
    modules = [name.removesuffix(".__init__") for name in modules if not name.endswith("__main__")]
    code = f"""
import importlib, sys

class NoStreamlit:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "streamlit":
            raise ModuleNotFoundError("No module named 'streamlit'", name=name)

sys.meta_path.insert(0, NoStreamlit())
for name in {modules!r}:
    importlib.import_module(name)
assert not [name for name in sys.modules if name.split(".")[0] == "streamlit"]
print(len({modules!r}))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) == len(modules) > 10


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", labelled(sources(PACKAGE), PACKAGE))
def test_files_are_called_by_their_role(path):
    assert not {piece.removesuffix(".py") for piece in path.parts} & {"utils", "util", "helpers", "common", "misc"}


@pytest.mark.parametrize("path", labelled([*sources(PACKAGE), *PAGES], ROOT))
def test_no_bare_d_for_a_number_of_features_or_frequencies(path):
    for node in ast.walk(tree(path)):
        names = {
            ast.Name: lambda node: node.id,
            ast.arg: lambda node: node.arg,
            ast.keyword: lambda node: node.arg,
            ast.Attribute: lambda node: node.attr,
            ast.FunctionDef: lambda node: node.name,
        }
        name = names.get(type(node), lambda node: "")(node)
        assert name != "D", f"line {node.lineno}: n_freqs or n_features"


def test_test_files_have_names_of_their_own():
    names = [path.name for path in TEST_FILES if path.name != "conftest.py"]
    assert sorted(set(names)) == sorted(names)
    assert "__init__.py" not in names


# --- docstrings -------------------------------------------------------------------------------------------------------


def public(body):
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node for node in body if isinstance(node, definitions) and not node.name.startswith("_")]


@every_library_file
def test_modules_functions_and_classes_say_what_they_are(path):
    module = tree(path)
    assert ast.get_docstring(module)
    silent = [f"{node.name} (line {node.lineno})" for node in public(module.body) if not ast.get_docstring(node)]
    assert not silent, f"no docstring: {', '.join(silent)}"


@pytest.mark.parametrize("path", labelled([p for p in LIBRARY if p.name != "__main__.py"], PACKAGE))
def test_methods_say_what_they_do_themselves_or_through_their_base(path):
    classes = [node for node in public(tree(path).body) if isinstance(node, ast.ClassDef)]
    dotted = ".".join(("rffviz", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    silent = []
    for node in classes:
        owner = getattr(importlib.import_module(dotted), node.name)
        if getattr(owner, "_is_protocol", False):  # the class says what it asks for
            continue
        methods = [method.name for method in public(node.body)]
        silent += [f"{node.name}.{name}" for name in methods if not inspect.getdoc(getattr(owner, name))]
    assert not silent, f"no docstring: {', '.join(silent)}"


# --- tests ------------------------------------------------------------------------------------------------------------

ASSERTING = ("assert", "check", "raises", "warns", "fail", "expect", "wait_for")  # a browser waits, or fails


def asserts(function, helpers, seen=()):
    """Whether a function asserts: by itself, by a call that is named for it, or by a function of the same file."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called.lstrip("_").startswith(ASSERTING):
                return True
            if called in helpers and called not in seen and asserts(helpers[called], helpers, (*seen, called)):
                return True
    return False


@every_test_file
def test_every_test_asserts_something(path):
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    helpers = {function.name: function for function in functions}
    tests = [function for function in functions if function.name.startswith("test_")]
    idle = [f"{function.name} (line {function.lineno})" for function in tests if not asserts(function, helpers)]
    assert not idle, f"nothing asserted: {', '.join(idle)}"
