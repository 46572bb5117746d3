"""`rffviz watch`: edit, save, see."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.browser.viewer import PROJECTOR, ROOT, free_port

pytestmark = pytest.mark.release
RIGHT = """import numpy as np
def mine(kernel, d, n_freqs, rng):
    return rng.standard_normal((n_freqs, d)) / kernel.length_scale
"""
WIDE = RIGHT.replace("return ", "return 2**0.5 * ")
ENDLESS = RIGHT.replace("    return", "    while True: pass\n    return")
SAYS = "words => document.querySelector('[data-testid=stMain]').innerText.includes(words)"


@contextlib.contextmanager
def explorer(file, folder, *options):
    """The process and the link that it prints."""
    command = [sys.executable, "-m", "rffviz", "watch", f"{file}:mine", "--headless", "--port", str(free_port())]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "RFFVIZ_CACHE": str(folder)}
    with subprocess.Popen([*command, *options], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as run:
        try:
            yield run, re.search(r"http\S+", run.stdout.readline())[0]
        finally:
            run.terminate()
            run.communicate(timeout=20)


def arrive(page, link):
    for _ in range(60):  # it prints its link before it listens
        with contextlib.suppress(Exception):
            page.goto(link)
            return
        time.sleep(0.5)
    raise AssertionError("nobody listens")


def says(page, *words):
    for each in words:
        page.wait_for_function(SAYS, arg=each, timeout=60_000)


def workers(process):
    """The processes that the server has started."""
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True).stdout
    return [int(pid) for pid in told.split()]


def test_each_save_is_seen_with_what_changed_and_any_two_versions_side_by_side(window, tmp_path):
    file = tmp_path / "schemes.py"
    file.write_text(RIGHT)
    page = window.new_page()
    page.set_viewport_size(PROJECTOR)
    with explorer(file, tmp_path, "--against", "orthogonal", "-d", "5") as (process, link):
        arrive(page, link)
        says(page, "Version 1: OK.", "Mine, version 1", "Orthogonal")
        file.write_text(WIDE)
        says(page, "Version 2: error.", "New errors: ", "Norms", "Different distribution from version 1")
        page.get_by_role("button", name="Smallest case").click()
        says(page, "def test_mine", "_at_its_smallest", "schemes.py:mine")
        file.write_text(RIGHT + "# mended\n")
        says(page, "Version 3: OK.", "Mended: ", "from version 2")
        file.write_text(RIGHT + "def (:\n")
        says(page, "schemes.py, line 4: SyntaxError", "Shown: version 3, the last that works.", "Version 3: OK.")
        file.write_text(ENDLESS)
        says(
            page,
            "schemes.py, line 3: mine does not end: import and first draws took 8 s of processor time",
            "Version 3: OK.",
        )
        for pid in workers(process):
            os.kill(pid, signal.SIGKILL)
        file.write_text(WIDE + "# again\n")
        says(page, "Version 6: error.")
        file.unlink()
        says(page, "schemes.py must be a file that can be read")
        file.write_text(RIGHT)
        says(page, "Version 1: OK.", "Mended: ", "from version 6")
        shown = page.url
        page.reload()
        says(page, "Version 1: OK.")
        assert page.url == shown and re.search(r"[?&]a=mine_[0-9a-f]{8}", shown)
        page.get_by_role("button", name="All versions").click()
        for letter, row, shows in (("A", 3, "Mine, version 2"), ("B", 2, "Mine, version 3")):
            page.get_by_role("button", name=letter, exact=True).nth(row).click()
            says(page, shows)
        page.get_by_role("button", name="Save").nth(3).click()
        says(page, "Version 2 is saved as")
        assert [each.read_text() for each in tmp_path.glob("schemes_*.py")] == [WIDE]
        other = window.new_page()  # a second tab follows as well
        arrive(other, shown)
        says(other, "Version 1: OK.")
        for turn in range(20):
            file.write_text(f"{WIDE}# {turn}\n")
            time.sleep(0.1)
        says(other, "Version 7: error.")
        assert "version 8" not in other.locator("[data-testid=stMain]").inner_text()
        gone = window.new_page()
        arrive(gone, re.sub(r"a=mine_\w+", "a=mine_00000000", shown))
        says(gone, "cannot be used")
        assert process.poll() is None
        for each in (page, other, gone):
            each.close()


def test_without_the_option_nothing_is_watched(viewer):
    page = viewer.open("schemes?n_draws=5")
    assert page.locator("[class*=st-key-versions], [class*=st-key-saved]").count() == 0
    assert page.evaluate("fetch('saved').then(answer => answer.json())") == {"serial": 0}
