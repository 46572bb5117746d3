"""One tab of a Chromium, and the app served to it."""

import contextlib
import os
import pathlib
import random
import re
import shutil
import socket
from urllib.parse import parse_qs, urlsplit

from rffviz.bench.page import serve as start

ROOT = pathlib.Path(__file__).parents[2]
NAMES = (os.environ.get("RFFVIZ_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
PROJECTOR = {"width": 1280, "height": 720}
CHROMIUM = next((found for name in NAMES if name and (found := shutil.which(name))), None)
STILL = """ms => { const app = document.querySelector('[data-testid=stApp]'), at = performance.now()
  const still = document.readyState === 'complete' && (!app
    || (app.getAttribute('data-test-script-state') === 'notRunning' && !document.querySelector('[data-stale=true]')))
  window.stillSince = still ? window.stillSince ?? at : null
  return still && at - window.stillSince >= ms }"""

TURN = """link => new Promise(done => {
  const app = document.querySelector('[data-testid=stApp]')
  const ran = () => app.dataset.testScriptState !== 'notRunning' && (watcher.disconnect(), done())
  const watcher = new MutationObserver(ran)
  watcher.observe(app, { attributes: true })
  setTimeout(done, 3000)
  history.pushState({}, '', link)
  dispatchEvent(new PopStateEvent('popstate')) })"""


def quiet(page, ms=300):
    """Wait until nothing has run and nothing was stale for so long."""
    page.evaluate("delete window.stillSince")
    page.wait_for_function(STILL, arg=ms, timeout=60_000)


def free_port():
    """A port of loopback that nobody has: below those that systems give to others, who would take it meanwhile."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


@contextlib.contextmanager
def serve(folder):
    """The address of the app, served on loopback with neither data folder nor cache: what a fresh machine shows."""
    with start(ROOT / "app.py", folder) as (port, _):
        yield f"http://127.0.0.1:{port}"


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

    def turn(self, query):
        """Go to another link of the page, as Back does: nothing is loaded again."""
        self.page.evaluate(TURN, f"?{query}")
        return self.settle()

    def settle(self, ms=300):
        """Wait until the app stands still."""
        self.page.wait_for_selector("[data-testid=stApp]", timeout=60_000)
        quiet(self.page, ms)
        return self.page

    def plot(self, number=0):
        """The drawn chart, once it is there."""
        plot = self.page.locator(".js-plotly-plot").nth(number)
        plot.wait_for(timeout=60_000)
        return plot


def query(page):
    return {name: values[-1] for name, values in parse_qs(urlsplit(page.url).query).items()}


def wait_for_query(page, name, text):
    page.wait_for_function(
        "([name, text]) => new URLSearchParams(location.search).get(name) === text", arg=[name, text], timeout=30_000
    )


def choose(page, label, option):
    """Pick an option of a selectbox."""
    page.get_by_role("combobox", name=re.compile(label)).first.click()
    page.get_by_role("option", name=option, exact=True).click()
