"""The running app and a real Chromium. Without a browser these tests are skipped, but never in CI."""

import contextlib
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))  # for scripts of one's own that import this

import pytest

from rffviz.bench.page import serve as start
from tests.browser.viewer import CHROMIUM, PROJECTOR, ROOT, Viewer


def pytest_collection_modifyitems(items):
    here = f"{pathlib.Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The app's port and its process, one server for all tests."""
    with start(ROOT / "app.py", tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def address(server):
    """The app's address."""
    return f"http://127.0.0.1:{server[0]}"


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium."""
    if CHROMIUM is None:
        message = "no Chromium on PATH: install the package chromium, or name one in RFFVIZ_CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--js-flags=--no-maglev --no-turbofan",  # pages are soon left: it takes more than it saves
            ],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def window(chromium):
    """One window: what one tab fetched, the next one has."""
    with contextlib.closing(
        chromium.new_context(viewport=PROJECTOR, color_scheme="light", reduced_motion="reduce")
    ) as context:
        yield context


@pytest.fixture(scope="session")
def tab(window, address):
    """One tab for all tests: its process keeps the compiled scripts, which halves the work of opening a page."""
    return Viewer(window.new_page(), address)


@pytest.fixture
def viewer(tab):
    """The tab at a lecturer's projector size; at the test's end it must have neither complained nor asked outside."""
    tab.page.set_viewport_size(PROJECTOR)
    tab.page.emulate_media(color_scheme="light")
    for heard in (tab.errors, tab.outside, tab.frames_sent):
        heard.clear()
    yield tab
    errors, outside = list(tab.errors), list(tab.outside)
    for page in tab.page.context.pages:
        if page is not tab.page:
            page.close()
    tab.page.evaluate("sessionStorage.clear(), localStorage.clear()")
    tab.page.goto("about:blank")
    assert errors == []
    assert outside == []


@pytest.fixture(scope="session")
def axe():
    """What the checker finds wrong on a page as it stands: its rules, with the places; contrast is most of its work."""
    import axe_playwright_python

    script = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

    def check(page, contrast=True):
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        return page.evaluate(
            """async enabled => (await axe.run(document, {
              resultTypes: ['violations'], rules: { 'color-contrast': { enabled } } })).violations
            .map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(' | '))""",
            contrast,
        )

    return check
