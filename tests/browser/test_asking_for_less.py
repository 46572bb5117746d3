"""While work that takes long is under way, a click asks for less of it."""

import re

import pytest

LONG = "adaptive?view=landmarks&n_learned=400"  # about two minutes


@pytest.mark.release
def test_less_is_offered_while_the_work_runs_and_a_click_has_it(viewer, address):
    page = viewer.page
    page.goto(f"{address}/{LONG}")
    page.get_by_text(re.compile(r"about \d+ (s|min) in all\.")).wait_for(timeout=60_000)
    button = page.get_by_role("button", name="Less: D, frequencies 40 instead of 400")
    button.click()
    page.wait_for_url(lambda address: "n_learned" not in address, timeout=10_000)
    page.get_by_text(re.compile(r"^1 seed took ")).wait_for(timeout=40_000)  # nothing waits for what was left
    viewer.settle()
    assert button.count() == 0
