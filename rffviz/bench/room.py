"""A room with 300 phones and a lecturer in a real browser, through seventeen scenes."""

from __future__ import annotations

import csv
import io
import json
import math
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rffviz.bench.page import ROOT, browsing, serve
from rffviz.bench.record import Row, spread
from rffviz.explorer.words.answers import written
from rffviz.explorer.words.scenes import SCENES, Scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_SCENES = SCENES[:17]  # up to the one whose answers are tests
_SLOWEST = 0.95
_PATIENCE = 90.0  # seconds until a scene's answers are all on the screen
_STEP = """([place, asked]) => "keys" in document.documentElement.dataset
  && document.querySelector(".st-key-present-bar")?.innerText.includes(place)
  && [...document.querySelectorAll("h1, .asked")].some(each => each.innerText.trim() === asked)
  && document.querySelector("[data-testid=stApp]").getAttribute("data-test-script-state") === "notRunning" """
# notes when each number of answers came into sight
_WATCH = """() => { window.counted = []; let last = ""
  const find = (root) => root.querySelector("[data-count]")
    ?? [...root.querySelectorAll("*")].filter(each => each.shadowRoot).map(each => find(each.shadowRoot)).find(Boolean)
  setInterval(() => { const words = find(document)?.textContent ?? ""
    if (words !== last) window.counted.push([performance.now() / 1000, parseInt(words) || 0, location.search])
    last = words }, 50) }"""


def bench_room(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: votes lost, how late the count is seen, and the lecturer's steps beside those without phones."""
    n_phones, scenes = (20, _SCENES[:3]) if quick else (300, _SCENES)
    with browsing() as (browser, missing), tempfile.TemporaryDirectory() as folder:
        if browser is None:
            yield Row("a room", note=missing)
            return
        with serve(ROOT / "app.py", Path(folder)) as (port, pid):
            yield from measured(browser, f"http://127.0.0.1:{port}", port, scenes, n_phones, pid)


def measured(
    browser: Browser, address: str, port: int, scenes: Sequence[Scene], n_phones: int, pid: int | None = None
) -> Iterator[Row]:
    """The rows of a lecture of these scenes at an address, with phones on its port."""
    page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    lecture = _Lecture(page, address, scenes)
    lecture.walk()  # what is measured is kept
    alone = lecture.walk()
    lecture.first()
    page.keyboard.press("o")
    page.wait_for_function("() => sessionStorage.getItem('rffviz-room')", timeout=30_000)
    room = json.loads(page.evaluate("() => sessionStorage.getItem('rffviz-room')"))
    page.evaluate(_WATCH)
    ahead = page.evaluate("() => performance.now() / 1000") - time.monotonic()  # of the phones' clock
    command = [sys.executable, "-m", "tests.hall.phones", str(port), room["code"], "--phones", str(n_phones)]
    phones = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    met: list[dict[str, Any]] = []
    heard = threading.Thread(target=lambda: met.extend(map(json.loads, phones.stdout or ())), daemon=True)
    heard.start()
    began, used = time.perf_counter(), _processor_seconds(pid)
    beside = lecture.walk(until_answered=n_phones)
    seconds, used = time.perf_counter() - began, _processor_seconds(pid) - used
    phones.terminate()
    heard.join(10)
    accepted = Counter(_said(each["scene"], each["round"], each["answer"]) for each in met if "at" in each)
    counted = [(at - ahead, n, query) for at, n, query in page.evaluate("() => window.counted")]
    late = _lateness(counted, met, scenes)
    n_accepted, lost = accepted.total(), (accepted - _kept(address, room)).total()
    yield spread(f"{n_phones} phones, {len(scenes)} scenes: answers that were accepted", [n_accepted], unit="")
    yield spread("    of which the room does not have", [lost], unit="", at_most=0)
    yield spread("    answers that were refused", [sum("refused" in each for each in met)], unit="", at_most=0)
    yield spread("    until an answer is counted on the screen, slowest 5 %", [late], unit="s", at_most=2)
    yield spread("    seconds until an answer is accepted", [each["seconds"] for each in met if "at" in each], unit="s")
    ratios = [b / a for a, b in zip(alone, beside, strict=True)]
    yield spread("    the lecturer's next scene: with phones / without, median", [np.median(ratios)], at_most=1.2)
    yield spread("    of which without", alone, unit="s")
    yield spread("    processor seconds of the server a second", [used / seconds], unit="")
    page.close()


class _Lecture:
    """The lecturer's browser, which walks through scenes by keys."""

    def __init__(self, page: Page, address: str, scenes: Sequence[Scene]) -> None:
        self.page, self._address, self._scenes = page, address, scenes

    def first(self) -> None:
        """Open the first scene."""
        scene = self._scenes[0]
        query = "&".join(f"{name}={value}" for name, value in scene.query.items())
        page = "" if scene.page == "start" else scene.page
        self.page.goto(f"{self._address}/{page}?{query}&present=1&scene={scene.name}")
        self._arrived(0)

    def walk(self, until_answered: int = 0) -> list[float]:
        """Go through the scenes; returns seconds from the key to each next scene standing still.

        With `until_answered` each scene waits for so many answers; then its answer is revealed.
        """
        if not until_answered:
            self.first()
        seconds = []
        for at in range(len(self._scenes)):
            if until_answered:
                self._answered(until_answered)
            else:
                self.page.wait_for_timeout(4000)  # as long as a class takes, while the browser does what it put off
            self.page.keyboard.press("r")
            self.page.wait_for_url("**revealed=1**")
            self._arrived(at)
            if at + 1 < len(self._scenes):
                self.page.wait_for_timeout(1000)
                began = time.perf_counter()
                self.page.keyboard.press("ArrowRight")
                self._arrived(at + 1)
                seconds.append(time.perf_counter() - began)
        return seconds

    def _arrived(self, at: int) -> None:
        asked = [f"{at + 1} of {len(SCENES)}", self._scenes[at].question]
        self.page.wait_for_function(_STEP, arg=asked, timeout=60_000)

    def _answered(self, n: int) -> None:
        script = "n => window.counted.length && window.counted.at(-1)[1] >= n"
        self.page.wait_for_function(script, arg=n, timeout=_PATIENCE * 1000)


def _said(scene: str, number: int, answer: Any) -> tuple[str, int, str]:
    return scene, number, written(answer)


def _kept(address: str, room: Mapping[str, str]) -> Counter[tuple[str, int, str]]:
    """The answers that the room has."""
    asked = urllib.request.Request(f"{address}/room/{room['code']}/votes.csv", headers={"X-Key": room["key"]})
    text = urllib.request.urlopen(asked, timeout=30).read().decode()  # on this machine  # nosec B310
    rows = csv.DictReader(io.StringIO(text))
    return Counter((row["scene"], int(row["round"]), row["answer"]) for row in rows)


def _lateness(
    counted: Sequence[tuple[float, int, str]], met: Sequence[dict[str, Any]], scenes: Sequence[Scene]
) -> float:
    """The 95 % quantile of seconds from an accepted answer to a count on the screen that includes it."""
    late = []
    for scene in scenes:
        times = sorted(each["at"] for each in met if each["scene"] == scene.name and "at" in each)
        seen = [(at, n) for at, n, query in counted if f"scene={scene.name}" in query]
        for i, at in enumerate(times, 1):
            first = next((when for when, n in seen if n >= i), math.inf)
            late.append(max(first - at, 0.0))
    return float(np.quantile(late, _SLOWEST, method="higher")) if late else math.nan


def _processor_seconds(pid: int | None) -> float:
    """What a process has used of its processors; nan where the system does not say."""
    stat = Path(f"/proc/{pid}/stat")
    if pid is None or not stat.exists():
        return math.nan
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
