"""Shared by all tests: nothing here reaches outside the machine."""

import functools
import gc
import importlib
import io
import logging
import os
import sys
import zlib

import pytest

from rffviz.explorer.web.server.page_list import hand_over

# Where no bytecode is written, each process that a test starts would compile the package again: two seconds of a core.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The matrices of the tests are small: several threads would only wait for each other. Before numpy is imported.
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

gc.disable()  # collecting makes 20,000 objects that stay: half of its time was spent looking through them for garbage

hand_over(lambda: importlib.import_module("app").pages())  # as app.py does; imported when a test asks for them


def pytest_collection_finish():
    """Garbage is collected again from here on, but for what is there already."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def components_looked_for_once():
    """A page without a browser reads what every installed package says of itself; that is the same for all pages."""
    with pytest.MonkeyPatch.context() as patch:
        if "streamlit" in sys.modules:
            from streamlit.components.v2 import manifest_scanner

            patch.setattr(
                manifest_scanner,
                "scan_component_manifests",
                functools.cache(manifest_scanner.scan_component_manifests),
            )
        yield


@pytest.fixture(autouse=True)
def own_main_module():
    """A page that runs in a test leaves its script as the main module, which processes that are spawned would run."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


class Logged(logging.StreamHandler):
    """What the package logs, as records and as text."""

    def __init__(self):
        super().__init__(io.StringIO())
        self.records = []

    def emit(self, record):
        self.records.append(record)
        super().emit(record)

    @property
    def text(self):
        return self.stream.getvalue()


@pytest.fixture
def logged():
    """In place of pytest's own, which visits every logger of Streamlit six times a test: a millisecond each test."""
    log, heard = logging.getLogger("rffviz"), Logged()
    level = log.level
    log.addHandler(heard)
    log.setLevel(logging.DEBUG)
    yield heard
    log.removeHandler(heard)
    log.setLevel(level)


@pytest.fixture
def fresh_machine(monkeypatch, tmp_path):
    """Neither data folder nor cache."""
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="session")
def data_folder() -> str:
    """The folder of the papers' data, or a skip that says how to have it."""
    folder = os.environ.get("RFFVIZ_DATA")
    if not folder:
        pytest.skip("the papers' data are not here: set RFFVIZ_DATA to a folder that holds them")
    return folder


def pytest_xdist_auto_num_workers():
    """One for every core: with more, a page that a browser waits for can take longer than a minute."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share(text):
    """K/N, with K from 1 to N, as two numbers."""
    k, n = map(int, text.split("/"))
    if not 1 <= k <= n:
        raise ValueError
    return k, n


def pytest_addoption(parser):
    """What CI takes of a release's tests."""
    parser.addoption("--share", type=share, metavar="K/N", help="the K-th of N shares of the tests")


def shared(names, k, n):
    """The names in the k-th of n shares of about equal numbers: the same ones in every process."""
    return [name for name in names if zlib.crc32(name.encode()) % n == k - 1]


def pytest_pycollect_makeitem(collector, name, obj):
    """A test that checks a release is not even made by the daily command."""
    if not _dailies(collector.config):
        return None
    own = getattr(obj, "pytestmark", [])
    marks = [*collector.iter_markers("release"), *(own if isinstance(own, list) else [own])]
    return [] if "release" in [getattr(mark, "name", "") for mark in marks] else None


def axes_of(item):
    """The arguments of a test's case, axis by axis of the product that its cases are: a mark, or a fixture, is one."""
    case = item.callspec.params if hasattr(item, "callspec") else {}
    given = [mark.args[0] if mark.args else mark.kwargs["argnames"] for mark in item.iter_markers("parametrize")]
    axes = [names.replace(" ", "").split(",") if isinstance(names, str) else names for names in given]
    return [*axes, *([name] for name in case if not any(name in axis for axis in axes))]


def covering(items):
    """So many cases of a test that each value on each axis is in one of them: in turn, the first that adds most."""
    axes = axes_of(items[0])
    if len(axes) < 2:
        return range(len(items))

    def told(value):
        return repr(value) if isinstance(value, str | int | float) else id(value)

    values = [{(*axis, *(told(item.callspec.params[name]) for name in axis)) for axis in axes} for item in items]
    missing, chosen = set().union(*values), set()
    while missing:
        at = max(range(len(items)), key=lambda k: len(values[k] & missing))
        missing -= values[at]
        chosen.add(at)
    return chosen


def pytest_collection_modifyitems(config, items):
    """Of a slow test with many cases, one runs daily and the others with a release; of a quick one, two are fast.

    The test's name decides which: a case, and its mirror in the list, as unlike as two cases can be. Where the cases
    of a quick test are a product, those that cover its axes run daily. Tests that choose their daily cases, or are
    marked `daily`, keep them. Naming tests by a path, ::, -k or --lf runs all of their cases but those of a release,
    which `-m ""` adds. With `--share` those of one share alone are left.
    """
    cases = {}
    named = config.args != config.getini("testpaths") or config.option.keyword or getattr(config.option, "lf", False)
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if "browser" not in marks and "browser" not in item.path.parts:
            cases.setdefault(item.nodeid.split("[")[0], []).append((item, marks))
    for name, found in cases.items():
        every = set().union(*(marks for _, marks in found))
        at = zlib.crc32(name.encode()) % len(found)
        daily = not {"daily", "release"} & every
        covers = range(len(found)) if named or not daily or len(found) < 3 else covering([item for item, _ in found])
        two = {at, len(found) - 1 - at if 2 * at != len(found) - 1 else (at + 1) % len(found)}
        for k, (item, marks) in enumerate(found):
            if "release" in marks:
                continue
            if "slow" not in marks:
                if k in two or named:
                    item.add_marker(pytest.mark.fast)
                elif k not in covers:
                    item.add_marker(pytest.mark.release)
            elif daily and (_releases(config) if named else k != at):
                item.add_marker(pytest.mark.release)
    if asked := getattr(config.option, "share", None):
        taken = {*shared([item.nodeid for item in items], *asked)}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in taken])
        items[:] = [item for item in items if item.nodeid in taken]


def _dailies(config):
    """Whether all tests run but those that check a release."""
    return config.option.markexpr == "not release" and config.args == config.getini("testpaths")


def _releases(config):
    """Whether `-m` asks for what checks a release."""
    return "release" in config.option.markexpr.replace("not release", "")
