"""The running app and a real Chromium. Without a browser these tests are skipped, but never in CI."""

import contextlib
import os
import pathlib
import shutil
import socket
import sys
from urllib.parse import urlsplit

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))  # for scripts of one's own that import this

import pytest

from rffviz.bench.page import serve as start

ROOT = pathlib.Path(__file__).parents[2]
NAMES = (os.environ.get("RFFVIZ_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
PROJECTOR = {"width": 1280, "height": 720}
CHROMIUM = next((found for name in NAMES if name and (found := shutil.which(name))), None)
STILL = """() => { const app = document.querySelector('[data-testid=stApp]')
  return app && app.getAttribute('data-test-script-state') === 'notRunning'
    && !document.querySelector('[data-stale=true]') }"""


def pytest_collection_modifyitems(items):
    here = pathlib.Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def free_port():
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def serve(folder):
    """The address of the app, served on loopback with neither data folder nor cache: what a fresh machine shows."""
    with start(ROOT / "app.py", folder) as (port, _):
        yield f"http://127.0.0.1:{port}"


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
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def window(chromium):
    """One window: what one tab fetched, the next one has."""
    with contextlib.closing(chromium.new_context(viewport=PROJECTOR, color_scheme="light")) as context:
        yield context


class Viewer:
    """One tab, with what went wrong in it."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.errors, self.outside, self.frames_sent = [], [], []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._note)
        page.on("websocket", lambda ws: ws.on("framesent", lambda data: self.frames_sent.append(data)))

    def _hear(self, message):
        # Streamlit finds out where it is served by asking below the page's own address first: two 404s of its own
        probing = "404" in message.text and "/_stcore/" in message.location.get("url", "")
        if message.type == "error" and not probing:
            self.errors.append(message.text)

    def _note(self, request):
        if urlsplit(request.url).hostname not in (None, "127.0.0.1", "localhost"):
            self.outside.append(request.url)

    def open(self, path=""):
        """Go to a page of the app and wait until it stands still."""
        self.page.goto(f"{self.address}/{path}", wait_until="domcontentloaded")
        return self.settle()

    def settle(self):
        """Wait until nothing runs and nothing is stale, twice in a row."""
        self.page.wait_for_selector("[data-testid=stApp]", timeout=60_000)
        for _ in range(2):
            self.page.wait_for_timeout(150)
            self.page.wait_for_function(STILL, timeout=60_000)
        return self.page

    def plot(self, number=0):
        """The drawn chart, once it is there."""
        plot = self.page.locator(".js-plotly-plot").nth(number)
        plot.wait_for(timeout=60_000)
        return plot


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
    """What the checker finds wrong on a page as it stands: its rules, with the places."""
    import axe_playwright_python

    script = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

    def check(page):
        if not page.evaluate("'axe' in window"):
            page.evaluate(script)
        return page.evaluate(
            """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
            .map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(' | '))"""
        )

    return check
