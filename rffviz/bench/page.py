"""The explorer in a real browser, compared with the same Streamlit serving a page with one small chart."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

import rffviz
from rffviz.bench.record import Row, spread

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

ROOT = Path(rffviz.__file__).parents[1]
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_SMALL_APP = """import plotly.graph_objects as go
import streamlit as st

st.plotly_chart(go.Figure(go.Scatter(y=[1, 3, 2])))
"""
_DRAWN = ".js-plotly-plot .main-svg .trace"
_STILL = """() => { const app = document.querySelector('[data-testid=stApp]')
  return app && app.getAttribute('data-test-script-state') === 'notRunning'
    && !document.querySelector('[data-stale=true]') }"""
# the content of the drawn figure, ignoring layout jitter
_SHOWN = """() => JSON.stringify([...document.querySelectorAll('.js-plotly-plot')].map(plot => [
  (plot.calcdata ?? []).map(trace => trace.map(point => point.y)),
  (plot.layout?.shapes ?? []).map(shape => shape.x0)]))"""
_AT_MOST = {"Start": 1.15, "Convergence": 1.3}  # times the first picture of a page with one chart, on a warm server
_PATIENCE = 60_000  # milliseconds before the browser gives up


def bench_page(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows of the page's bench, or one row naming what is missing."""
    if quick:
        yield Row("the explorer in a browser", note="skipped: not with --quick")
        return
    with browsing() as (browser, missing), tempfile.TemporaryDirectory() as folder:
        if browser is None:
            yield Row("the explorer in a browser", note=missing)
            return
        yield from _cold(browser, Path(folder), repeats)
        with serve(ROOT / "app.py", Path(folder)) as (port, _):
            yield from _moves(browser, _address(port), repeats)
            yield from _scrub(browser, _address(port))


def no_clone() -> str:
    """What these benches miss outside a clone: the app beside the package, or the viewers, who live with the tests."""
    missing = [name for name in ("app.py", "tests/hall") if not (ROOT / name).exists()]
    return f"{missing[0]} is not beside the package (run from a clone)" if missing else ""


@contextlib.contextmanager
def browsing() -> Iterator[tuple[Browser | None, str]]:
    """A headless Chromium; None and what is missing, where something is."""
    chromium = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield None, "skipped: Playwright is not installed (pip install playwright)"
        return
    if chromium is None or no_clone():
        yield None, f"skipped: {'no Chromium on PATH (apt install chromium)' if chromium is None else no_clone()}"
        return
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=_FLAGS)
        try:
            yield browser, ""
        finally:
            browser.close()


@contextlib.contextmanager
def serve(script: Path, folder: Path, home: Path = ROOT, **variables: str) -> Iterator[tuple[int, int]]:
    """Serve an app on loopback with the configuration in `home`, the explorer's own; yields its port and process.

    It has neither data folder nor cache, unless the `variables` of its environment say so; `folder` holds its log.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if name != "RFFVIZ_DATA"}
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.headless", "true"]
    with open(folder / "log", "w") as log:
        server = subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=home,
            env=environment | {"RFFVIZ_CACHE": str(folder)} | variables,
            stdout=log,
            stderr=log,
        )
    try:
        for _ in range(240):
            with contextlib.suppress(OSError):
                health = f"http://127.0.0.1:{port}/_stcore/health"
                urllib.request.urlopen(health, timeout=1).read()  # on this machine  # nosec B310
                break
            time.sleep(0.25)
        else:
            raise RuntimeError(f"{script} did not come up in a minute: {(folder / 'log').read_text()[-2000:]}")
        yield port, server.pid
    finally:
        server.terminate()
        server.wait(20)


def _address(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def _tab(browser: Browser) -> Iterator[tuple[Page, list[int], list[int]]]:
    """A new tab with an empty cache, and the sizes of the messages that it receives and sends."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme="light")
    page, received, sent = context.new_page(), [], []

    def listen(socket_: WebSocket) -> None:
        socket_.on("framereceived", lambda data: received.append(len(data)))
        socket_.on("framesent", lambda data: sent.append(len(data)))

    page.on("websocket", listen)
    try:
        yield page, received, sent
    finally:
        context.close()


def _first_picture(browser: Browser, address: str) -> float:
    """Seconds from requesting the address to a drawn line."""
    with _tab(browser) as (page, _, _):
        start = time.perf_counter()
        _open(page, address, "commit")
        return time.perf_counter() - start


def _open(page: Page, address: str, until: Literal["commit", "domcontentloaded"] = "domcontentloaded") -> None:
    """Go to the address, and wait for a drawn line."""
    page.goto(address, wait_until=until)
    page.wait_for_selector(_DRAWN, timeout=_PATIENCE, state="attached")


def _cold(browser: Browser, folder: Path, repeats: int) -> Iterator[Row]:
    """A fresh server and an empty browser; then the same server again with another empty browser."""
    small = folder / "small.py"
    small.write_text(_SMALL_APP)
    pages = {
        "small chart": (small, "/"),
        "Start": (ROOT / "app.py", "/"),
        "Convergence": (ROOT / "app.py", "/convergence"),
    }
    seconds: dict[tuple[str, str], list[float]] = {(name, state): [] for name in pages for state in ("fresh", "warm")}
    for turn in range(repeats):
        names = list(pages)
        for name in names[turn % 3 :] + names[: turn % 3]:
            script, path = pages[name]
            with serve(script, folder) as (port, _):
                for state in ("fresh", "warm"):
                    seconds[name, state].append(_first_picture(browser, _address(port) + path))
    for (name, state), taken in seconds.items():
        if name != "small chart":
            ratios = np.divide(taken, seconds["small chart", state])
            target = _AT_MOST[name] if state == "warm" else None
            yield spread(f"first picture, {state} server: {name} / small chart", ratios, at_most=target)
            yield spread(f"    of which {name} takes", taken, unit="s")


def _settle(page: Page) -> None:
    for _ in range(2):
        page.wait_for_timeout(300)
        page.wait_for_function(_STILL, timeout=_PATIENCE)


def _moves(browser: Browser, address: str, repeats: int) -> Iterator[Row]:
    """Change D and the kernel, from the defaults: each move changes the picture, computed for the first time."""
    moves: dict[str, list[float]] = {"D, frequencies": [], "kernel": []}
    kilobytes: dict[str, list[float]] = {name: [] for name in moves}
    kernels = ("Cauchy", "Laplacian")
    for turn in range(min(repeats, len(kernels))):
        for name in moves:
            with _tab(browser) as (page, received, _):
                _open(page, f"{address}/convergence?seed={turn + 1}")
                _settle(page)
                shown, before = page.evaluate(_SHOWN), len(received)
                if name == "kernel":
                    page.get_by_role("combobox", name="Kernel").first.click()
                    option = page.get_by_role("option", name=kernels[turn], exact=True)
                    option.wait_for()
                    start = time.perf_counter()
                    option.click()
                else:
                    slider = page.get_by_role("slider", name="D, frequencies")
                    slider.focus()
                    start = time.perf_counter()
                    slider.press("ArrowRight")
                page.wait_for_function(f"shown => ({_SHOWN})() !== shown", arg=shown, timeout=_PATIENCE)
                moves[name].append(time.perf_counter() - start)
                _settle(page)
                kilobytes[name].append(sum(received[before:]) / 1000)
    for name, seconds in moves.items():
        yield spread(f"another {name}: until the figure changes", seconds, unit="s", at_most=0.5)
        yield spread(f"another {name}: sent until it is finished", kilobytes[name], unit="kB", at_most=60.0)


def _scrub(browser: Browser, address: str) -> Iterator[Row]:
    """Three slider moves on each page with one, and the messages to and from the server until each moved the figure.

    Where the slider rests is told to the server a moment later, for the link. Start stands still: playing moves it.
    """
    # Start opens near the least D, Prediction near the most
    for path, words, key in (("", "Start", "ArrowRight"), ("prediction", "Prediction", "ArrowLeft")):
        with _tab(browser) as (page, received, sent):
            page.emulate_media(reduced_motion="reduce")
            _open(page, f"{address}/{path}")
            _settle(page)
            page.wait_for_timeout(1000)
            before = len(sent) + len(received)
            scrubber = page.locator("input[type=range][aria-label='D, frequencies']").last
            scrubber.focus()
            for _ in range(3):
                shown = page.evaluate(_SHOWN)
                scrubber.press(key)
                page.wait_for_function(f"shown => ({_SHOWN})() !== shown", arg=shown, timeout=_PATIENCE)
            what, passed = f"three scrubs on {words}: messages until they show", len(sent) + len(received) - before
            yield spread(what, [passed], unit="", at_most=0.0)
