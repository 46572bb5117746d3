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
def explorer(folder, *options):
    """The process and the address that it prints first."""
    command = [sys.executable, "-m", "rffviz", *options, "--headless", "--port", str(free_port())]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "RFFVIZ_CACHE": str(folder)}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as run:
        try:
            yield run, next(found[0] for line in run.stdout if (found := re.search(r"http\S+", line)))
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
    with explorer(tmp_path, "watch", f"{file}:mine", "--against", "orthogonal", "-d", "5") as (process, link):
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
        marks = page.locator(".st-key-versions button")
        assert [each[-1] for each in marks.all_inner_texts()[:3]] == ["✓", "✕", "✓"]
        marks.nth(1).click()
        says(page, "Version 2: error.", "Shown: version 2.")
        marks.nth(2).click()
        says(page, "Version 3: OK.")
        file.write_text(ENDLESS)
        says(
            page,
            "schemes.py, line 3: mine was stopped after 8 s of processor time: do its first draws end?",
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
        says(gone, "a = mine_00000000 is a version of an earlier run", "Version 7: error.")
        assert re.search(r"[?&]a=mine_(?!00000000)", gone.url)
        named = window.new_page()  # a link that names another A keeps it, also the default one
        links = ("halton_scrambled", "Halton"), ("orthogonal", "0 repeats"), ("halton_scrambld", "cannot be used")
        for asked, told in links:
            arrive(named, re.sub(r"a=mine_\w+", f"a={asked}", shown))
            says(named, told)
            assert "a=mine" not in named.url and "Version 7: error." not in named.inner_text("body")
        named.close()
        assert process.poll() is None
        for each in (page, other, gone):
            each.close()


def test_of_two_functions_in_a_file_that_in_sight_is_followed(window, tmp_path):
    file = tmp_path / "schemes.py"
    both = RIGHT + RIGHT.replace("mine", "other")
    file.write_text(both)
    page = window.new_page()
    page.set_viewport_size(PROJECTOR)
    with explorer(tmp_path, f"--sampler={file}:mine", f"--sampler={file}:other") as (_, address):
        arrive(page, f"{address}/schemes?dimension=5")
        says(page, "ersion 1: OK.")
        first = re.search(r"[?&]a=(mine|other)_", page.url)[1]
        for turn in range(3):
            file.write_text(both.replace(f"def {first}", f"# {turn}\ndef {first}"))
            says(page, f"{first}, version {turn + 2}: OK.")
            assert page.locator(".st-key-versions").count() == page.locator(".st-key-after").count() == 1
        page.close()


def test_without_the_option_nothing_is_watched(viewer):
    page = viewer.open("schemes?n_draws=5")
    assert page.locator("[class*=st-key-versions], [class*=st-key-saved]").count() == 0
    assert page.evaluate("fetch('saved').then(answer => answer.json())") == {"serial": 0}
