"""What the configuration says, as Streamlit understands it."""

import pathlib
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]


def test_app_serves_loopback_alone():
    done = subprocess.run(
        [sys.executable, "-m", "streamlit", "config", "show"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    shown = done.stdout
    assert re.search(r'^address = "127\.0\.0\.1"', shown, re.M)
    assert re.search(r"^gatherUsageStats = false", shown, re.M)
    assert re.search(r'^showErrorDetails = "none"', shown, re.M)
    assert re.search(r"^showEmailPrompt = false", shown, re.M)


@pytest.mark.parametrize("place", ["convergence-a", "convergence-b", "scheme-a", "scheme-b"])
def test_figures_side_by_side_begin_at_one_height(place):
    """Their titles, all that stands above them, have room for as many lines on both sides."""
    style = (ROOT / "rffviz/web/shell.css").read_text()
    rules = [rule for rule in style.splitlines() if "h2 { min-height" in rule]
    assert len(rules) == 1
    for rule in rules:
        assert any(part in f"st-key-{place}-figure" for part in re.findall(r'class\*="([^"]+)"', rule))


def test_a_picture_that_is_taken_away_is_laid_out_in_a_font_of_the_machine():
    """A page's font is not in the file: names measured in it would be cut off where the other one is wider."""
    script = (ROOT / "rffviz/web/export.js").read_text()
    (family,) = re.findall(r'family: "([^"]*)"', script)
    assert "Source" not in family and re.search(r"layout: \{ \.\.\.plot\.layout, font, ", script)
