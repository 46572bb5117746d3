"""Shared by all tests: nothing here reaches outside the machine."""

import functools
import gc
import importlib
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


SPREAD = 2  # cases of a slow test that run daily, and of a fast one that are marked fast


def pytest_collection_modifyitems(config, items):
    """Marks by rule: of a slow test with many cases two run daily, the others with a release, and so for fast ones.

    Which two is decided by the test's name, so that tests over the same schemes take different ones. scikit-learn's
    contract is checked daily on the first estimator of a class. Whoever names tests, by -k or ::, gets all cases.
    """
    first, cases = {}, {}
    named = config.option.keyword or any("::" in each for each in config.args)
    for item in items:
        given = getattr(getattr(item, "callspec", None), "params", {})
        contract = {"estimator", "check"} <= {*given}
        if contract:
            kind = item.path, type(given["estimator"])
            if first.setdefault(kind, given["estimator"]) is not given["estimator"]:
                item.add_marker(pytest.mark.release)
        marks = {mark.name for mark in item.iter_markers()}
        if not {"browser", "release"} & marks and "browser" not in item.path.parts:
            test = item.nodeid if contract and "slow" in marks else item.nodeid.split("[")[0]
            cases.setdefault((test, "slow" in marks), []).append(item)
    for (name, slow), found in cases.items():
        start = zlib.crc32(name.encode())
        spread = {(start + k * len(found) // SPREAD) % len(found) for k in range(SPREAD)}
        for k, item in enumerate(found):
            if k in spread or named:
                item.add_marker(pytest.mark.slow if slow else pytest.mark.fast)
            elif slow:
                item.add_marker(pytest.mark.release)
