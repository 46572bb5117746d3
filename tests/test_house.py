"""The order of the house: who imports whom, what things are called, and that every public part says what it is."""

import ast
import dataclasses
import gc
import importlib
import inspect
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rffviz

PACKAGE = Path(rffviz.__file__).parent
ROOT = PACKAGE.parent
TESTS = Path(__file__).parent

# The floors, lowest first, and what each part of the package may import of the others; every part may import itself and
# the foundation.
SPECTRAL = ("kernels", "samplers", "features")
METHODS = (*SPECTRAL, "theory", "measure", "datasets")
RECORDS = (*METHODS, "diagnose", "adaptive", "predict", "studies", "papers")
ARROWS = {
    "foundation": (),
    "kernels": (),
    "theory": ("kernels",),
    "samplers": ("kernels", "theory"),
    "features": ("kernels", "samplers"),
    "datasets": (),
    "measure": (*SPECTRAL, "theory"),
    "certify": METHODS,
    "diagnose": METHODS,
    "testing": ("kernels", "diagnose"),
    "adaptive": (*SPECTRAL, "theory"),
    "predict": (*SPECTRAL, "theory", "measure", "adaptive"),
    "studies": (*METHODS, "adaptive", "predict"),
    "papers": (*METHODS, "diagnose", "adaptive", "predict"),
    "teaching": ("kernels", "samplers", "theory", "predict"),
    "words": RECORDS,
    "figures": ("kernels", "words"),
    "views_words": (*RECORDS, "words"),  # words.py and mathematics.py of rffviz/explorer/views
    "views_picture": (*RECORDS, "words", "figures", "views_words"),  # picture.py
    "show": (*RECORDS, "words", "figures", "views_picture"),
    "report": (*RECORDS, "words", "figures", "views_words", "views_picture"),
    "web": (*RECORDS, "words", "figures"),
    "views": (*RECORDS, "words", "figures", "views_words", "views_picture", "report", "web"),  # view.py
    "bench": (*RECORDS, "words"),
    "__main__": (
        *RECORDS,
        "certify",
        "teaching",
        "words",
        "figures",
        "bench",
        "report",
        "web",
    ),  # of web, the export and what serves: they import the rest when they run
    "__init__": (*RECORDS, "certify", "show", "report"),
}
COMPUTING = ("scipy", "sklearn", "joblib", "numpy.linalg", "numpy.random", "numpy.fft")
INTERNALS = PACKAGE / "explorer" / "web" / "streamlit_internals.py"
LISTS = ("rffviz/__init__.py", "rffviz/__main__.py")  # which import what they list
NAMED_AT_RUN_TIME = {  # the only places that import what is named when they run
    *LISTS,
    "rffviz/bench/peers.py",  # other packages, where they are installed
    "rffviz/explorer/web/server/page_list.py",  # the pages of who starts the explorer
    "rffviz/samplers/own.py",  # a user's function
}


def sources(folder, *, but=()):
    return [path for path in sorted(folder.rglob("*.py")) if not set(path.relative_to(folder).parts) & set(but)]


BY_NAME = {"import_module", "__import__", "spec_from_file_location", "run_module", "run_path"}
EVERYWHERE = sources(PACKAGE)
HALF = [path for path in EVERYWHERE if "explorer" not in path.parts]  # that computes
LIBRARY = [path for path in sources(PACKAGE, but=("web",)) if path.name != "view.py"]  # that knows no Streamlit
PAGES = [ROOT / "app.py", *sources(ROOT / "pages")]
TEST_FILES = sources(TESTS)


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes(path):
    """All nodes of a file but loads and stores, in half of `ast.walk`'s time. They stay: no garbage is among them."""
    gc.disable()
    try:
        found = [tree(path)]
        for node in found:
            for name in node._fields:
                value = getattr(node, name, None)
                if isinstance(value, list):
                    found.extend(each for each in value if isinstance(each, ast.AST))
                elif isinstance(value, ast.AST) and name != "ctx":
                    found.append(value)
        return found
    finally:
        gc.freeze()
        gc.enable()


def part(path):
    """The part of the library that a file belongs to: its first folder, or its own name; of a view also its role."""
    first, *rest = (piece.removesuffix(".py") for piece in path.relative_to(PACKAGE).parts)
    if first == "explorer":
        first = rest[0]
    if first == "views":
        return {"view": "views", "picture": "views_picture"}.get(path.stem, "views_words")
    return "show" if rest == ["figures", "show"] else first


@cache
def imported_parts(path):
    """The parts of the library that a file imports."""
    files = {file_of(name) for name in imported(path) if name.startswith("rffviz.")}
    return {part(file) for file in files}


@cache
def imported(path):
    """Full dotted names of everything a file imports, wherever in it, by name too: `from a import b` is a.b."""
    return imports_of(nodes(path), str(path.relative_to(ROOT)))


def last_name(node):
    """`c` of `a.b.c` or `c`."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_made(node):
    """Whether a name is put together when it is used."""
    return isinstance(node, (ast.JoinedStr, ast.BinOp))


def imports_of(code, place):
    names = set()
    checked = (node for node in code if isinstance(node, ast.If) and last_name(node.test) == "TYPE_CHECKING")
    skipped = {id(node) for test in checked for node in ast.walk(test)}
    for node in code:
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{place}: imports are written out in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and any(last_name(each) in BY_NAME for each in (node.func, *node.args)):
            given = [*node.args, *(each.value for each in node.keywords)]
            said = any(isinstance(each, ast.Constant) for each in given) and not any(map(is_made, given))
            assert said or place in NAMED_AT_RUN_TIME, f"{place}:{node.lineno} imports what no reader can follow"
            names |= {each.value for each in given if isinstance(each, ast.Constant)}
        elif isinstance(node, (ast.Assign, ast.NamedExpr)) and last_name(node.value) in BY_NAME:
            raise AssertionError(f"{place}:{node.lineno} gives what imports another name")
        elif isinstance(node, ast.Constant) and place in LISTS:
            names |= {node.value} if re.fullmatch(r"rffviz(\.\w+)+", str(node.value)) else set()
    return names


@cache
def file_of(name):
    """The file of the package that a dotted name stands in, or None."""
    pieces = name.split(".")
    while pieces and pieces[0] == "rffviz":
        place = ROOT.joinpath(*pieces)
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.exists():
                return file
        pieces.pop()
    return None


@cache
def names(path, *kinds):
    """(name, line) of all nodes of the kinds in a file."""
    said = {ast.Name: "id", ast.arg: "arg", ast.keyword: "arg", ast.Attribute: "attr", ast.FunctionDef: "name"}
    found = (node for node in nodes(path) if type(node) in kinds)
    return [(getattr(node, said[type(node)]), node.lineno) for node in found]


def at(path, line=None):
    return f"{path.relative_to(ROOT)}{'' if line is None else f':{line}'}"


# --- imports ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_imports_follow_the_arrows():
    for path in EVERYWHERE:
        here = part(path)
        assert here in ARROWS, f"say in ARROWS what {here} may import"
        wrong = imported_parts(path) - {here, "foundation", *ARROWS[here]}
        assert not wrong, f"{at(path)}: {here} must not import {', '.join(sorted(wrong))}"


def test_no_arrow_points_upward():
    order = list(ARROWS)
    for name, allowed in ARROWS.items():
        assert all(order.index(other) < order.index(name) for other in allowed), name


@pytest.mark.slow
def test_no_files_import_each_other_in_a_circle():
    reached = {path: {file_of(name) for name in imported(path)} - {None, path} for path in EVERYWHERE}
    TopologicalSorter(reached).prepare()  # raises with the circle


@pytest.mark.slow
def test_the_picture_of_the_house_is_drawn_from_its_imports():
    drawn = set(re.findall(r"^ {4}(\w+) --> (\w+)$", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.M))
    parts = set(ARROWS) - {"__init__", "__main__", "foundation"}
    real = {(part(path), other) for path in EVERYWHERE for other in imported_parts(path)}
    known = {(here, other) for here, other in real if here in parts and other in parts and here != other}
    below = {here: {other for one, other in known if one == here} for here in parts}

    def all_below(name):
        return below[name].union(*(all_below(other) for other in below[name])) if below[name] else set()

    # an arrow that leads where others lead already is left out of the picture
    needed = {(one, other) for one, other in known if not any(other in all_below(mid) for mid in below[one] - {other})}
    assert drawn == needed


def test_the_half_that_computes_knows_nothing_of_what_is_seen():
    for path in HALF:
        if path.name not in ("__init__.py", "__main__.py") or path.parent != PACKAGE:
            seen = {name for name in imported(path) if name.startswith("rffviz.explorer")}
            assert not seen or part(path) == "bench", f"{at(path)}: {', '.join(sorted(seen))}"


def test_imports_by_name_are_seen():
    """What closed the two circles that there were, and a name that is put together."""
    for source in (
        'importlib.import_module("rffviz.explorer.report.document")',
        '__import__("rffviz.explorer.report.document")',
        'await asyncio.to_thread(importlib.import_module, "rffviz.explorer.report.document")',
    ):
        found = imports_of([*ast.walk(ast.parse(source))], "rffviz/diagnose/verdict.py")
        assert found == {"rffviz.explorer.report.document"}
    for source in (
        'importlib.import_module(f"pages.{name}")',
        "importlib.util.spec_from_file_location(name, file)",
        "import_module(name=named)",
        'asyncio.to_thread(importlib.import_module, f"pages.{name}")',
        "list(map(importlib.import_module, names))",
    ):
        with pytest.raises(AssertionError, match="no reader can follow"):
            imports_of([*ast.walk(ast.parse(source))], "rffviz/explorer/web/lecture/deck.py")
    with pytest.raises(AssertionError, match="another name"):
        imports_of([*ast.walk(ast.parse("load = importlib.import_module"))], "rffviz/explorer/web/lecture/deck.py")


def test_nothing_below_imports_the_front():
    for path in LIBRARY:
        assert not {"app", "pages"} & {name.split(".")[0] for name in imported(path)}, at(path)


def test_the_library_does_not_know_streamlit():
    for path in LIBRARY:
        assert "streamlit" not in {name.split(".")[0] for name in imported(path)}, at(path)


def test_figures_take_records_and_compute_nothing():
    """A figure may name a record's class or read a registry; what has a small letter is a function that computes."""
    for path in (path for path in LIBRARY if part(path) in ("figures", "views_picture")):
        for name in imported(path):
            assert not name.startswith(COMPUTING), f"{at(path)}: a figure must not compute, and {name} does"
            pieces = name.split(".")
            if pieces[0] == "rffviz" and pieces[1] != "explorer":
                known = pieces[-1][0].isupper() or pieces[-1] == "__version__"
                assert known, f"{at(path)}: a figure takes records, and {name} is none"
        for node in nodes(path):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in ("np", "numpy")
            ):
                assert node.attr not in ("linalg", "random", "fft"), f"{at(path, node.lineno)} must not compute"


def test_words_are_made_from_records_alone():
    for path in (path for path in LIBRARY if part(path) in ("words", "views_words")):
        assert "plotly" not in {name.split(".")[0] for name in imported(path)}, at(path)


@pytest.mark.slow
def test_what_streamlit_keeps_to_itself_is_used_in_one_file():
    """Its public names are those of the package itself, and what its documentation lists beside them."""
    public = ("streamlit.testing", "streamlit.components")
    for path in (*EVERYWHERE, *PAGES):
        deep = [name for name in imported(path) if name.startswith("streamlit.") and not name.startswith(public)]
        assert not deep or path == INTERNALS, f"{at(path)}: {', '.join(deep)}"
        for name, line in names(path, ast.Attribute):
            private_name = re.fullmatch(r"_[a-z]\w*", name) and path != INTERNALS
            assert not private_name or _is_our_own(path.parent, name), f"{at(path, line)}: {name}"
    for path in (*PACKAGE.rglob("*.js"),):
        assert not re.search(r"\._\w", path.read_text()), f"{at(path)}: a private attribute"


@cache
def _is_our_own(folder, name):
    """Whether a private name is defined in the folder of the file that uses it."""
    return bool(re.search(rf"(def |self\.|^\s*|[(,] ?){name}\b ?(\(|=|:|,)", _all_of(folder), flags=re.M))


@cache
def _all_of(folder):
    return "\n".join(path.read_text() for path in folder.glob("*.py"))


@pytest.mark.slow
def test_what_streamlit_keeps_to_itself_is_still_there():
    from streamlit.runtime import app_session, memory_session_storage, runtime
    from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
    from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

    assert "is_history_navigation" in ScriptRunContext.__dataclass_fields__
    kept = [name for name, _ in names(INTERNALS, ast.Attribute) if re.fullmatch(r"_[a-z]\w*", name)]
    sources_of = (runtime.Runtime, app_session.AppSession, memory_session_storage.MemorySessionStorage)
    text = "".join(inspect.getsource(each) for each in (*sources_of, WebsocketSessionManager))
    assert kept and [name for name in kept if name not in text] == []


def test_pages_stand_on_the_library_alone():
    for path in PAGES:
        assert not [name for name in imported(path) if name.split(".")[0] in ("tests", "pages")], at(path)


@pytest.mark.release
def test_the_library_is_imported_without_streamlit():
    below = [path for path in LIBRARY if "web" not in imported_parts(path)]  # what a notebook imports
    modules = sorted({".".join(("rffviz", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in below})
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


def test_files_are_called_by_their_role():
    for path in EVERYWHERE:
        assert not {piece.removesuffix(".py") for piece in path.parts} & {"utils", "util", "helpers", "common", "misc"}


@pytest.mark.slow
def test_no_bare_d_for_a_number_of_features_or_frequencies():
    for path in (*EVERYWHERE, *PAGES):
        for name, line in names(path, ast.Name, ast.arg, ast.keyword, ast.Attribute, ast.FunctionDef):
            assert name != "D", f"{at(path, line)}: n_freqs or n_features"


def test_test_files_have_names_of_their_own():
    files = [path.name for path in TEST_FILES if path.name != "conftest.py"]
    assert sorted(set(files)) == sorted(files)
    assert "__init__.py" not in files


# --- docstrings -------------------------------------------------------------------------------------------------------


def public(body):
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    named = [node for node in body if isinstance(node, definitions) and not node.name.startswith("_")]
    return [node for node in named if "overload" not in map(ast.unparse, node.decorator_list)]


def test_modules_functions_and_classes_say_what_they_are():
    for path in LIBRARY:
        module = tree(path)
        assert ast.get_docstring(module), at(path)
        silent = [f"{node.name} (line {node.lineno})" for node in public(module.body) if not ast.get_docstring(node)]
        assert not silent, f"{at(path)}: no docstring: {', '.join(silent)}"


@pytest.mark.slow
def test_headings_of_docstrings_stand_on_lines_of_their_own():
    for path in LIBRARY:
        joined = re.findall(r"^.*[A-Z][a-z]+ -{3,} .*$", path.read_text(encoding="utf-8"), flags=re.M)
        assert not joined, f"{at(path)}: {joined}"


@pytest.mark.slow
def test_methods_say_what_they_do_themselves_or_through_their_base():
    for path in (path for path in LIBRARY if path.name != "__main__.py"):
        classes = [node for node in public(tree(path).body) if isinstance(node, ast.ClassDef)]
        dotted = ".".join(("rffviz", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        for node in classes:
            owner = getattr(importlib.import_module(dotted), node.name)
            if getattr(owner, "_is_protocol", False):  # the class says what it asks for
                continue
            methods = [method.name for method in public(node.body)]
            silent = [f"{node.name}.{name}" for name in methods if not inspect.getdoc(getattr(owner, name))]
            assert not silent, f"{at(path)}: no docstring: {', '.join(silent)}"


# --- tests ------------------------------------------------------------------------------------------------------------

ASSERTING = ("assert", "check", "raises", "warns", "fail", "expect", "wait_for")  # a browser waits, or fails


def asserts(function, helpers, seen=()):
    """Whether a function asserts: by itself, by a call that is named for it, or by a function of the same file."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            called = last_name(node.func)
            if called.lstrip("_").startswith(ASSERTING):
                return True
            if called in helpers and called not in seen and asserts(helpers[called], helpers, (*seen, called)):
                return True
    return False


@pytest.mark.release
def test_every_test_asserts_something():
    for path in TEST_FILES:
        functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        helpers = {function.name: function for function in functions}
        tests = [function for function in functions if function.name.startswith("test_")]
        idle = [f"{function.name} (line {function.lineno})" for function in tests if not asserts(function, helpers)]
        assert not idle, f"{at(path)}: nothing asserted: {', '.join(idle)}"


def test_records_with_arrays_are_equal_to_themselves_alone():
    """The `==` that a dataclass generates asks an array whether it is true, which it refuses; from Python 3.13 always.

    Inherited from a record without arrays it would compare nothing but that record's fields.
    """
    compared = []
    for _, cls in records():
        held = [field.name for field in dataclasses.fields(cls) if re.match(r"(?!Callable).*ndarray", str(field.type))]
        generated = getattr(cls.__eq__, "__code__", None)
        if held and generated is not None and generated.co_filename == "<string>":
            compared.append(f"{cls.__module__}.{cls.__name__}: {', '.join(held)}")
    assert len(list(records())) > 150 and compared == []


def records():
    """Every dataclass of the package, with its module."""
    for path in EVERYWHERE:
        if path.name == "__main__.py":
            continue
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for cls in vars(module).values():
            if isinstance(cls, type) and dataclasses.is_dataclass(cls) and cls.__module__ == module.__name__:
                yield module, cls


def test_no_two_public_classes_have_one_name():
    places = {}
    for path in EVERYWHERE:
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(at(path))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_web_is_sorted_into_folders():
    assert len(list((PACKAGE / "explorer" / "web").glob("*.py"))) <= 8
