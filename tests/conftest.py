"""Shared by all tests: nothing here reaches outside the machine."""

import os

import pytest

# The matrices of the tests are small: several BLAS threads would only wait for each other. Before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture(scope="session")
def data_folder() -> str:
    """The folder of the papers' data, or a skip that says how to have it."""
    folder = os.environ.get("RFFVIZ_DATA")
    if not folder:
        pytest.skip("the papers' data are not here: set RFFVIZ_DATA to a folder that holds them")
    return folder


def pytest_collection_modifyitems(items):
    """A test is fast unless it drives a browser or is marked slow."""
    for item in items:
        if not {"browser", "slow"} & {mark.name for mark in item.iter_markers()} and "browser" not in item.path.parts:
            item.add_marker(pytest.mark.fast)
