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
    assert re.search(r"^showErrorLinks = false", shown, re.M)
    assert re.search(r"^maxUploadSize = 10$", shown, re.M) and re.search(r"^maxMessageSize = 20$", shown, re.M)
    assert re.search(r"^showEmailPrompt = false", shown, re.M)
    assert re.search(r'^fileWatcherType = "none"', shown, re.M)


def test_a_picture_that_is_taken_away_is_laid_out_in_a_font_of_the_machine():
    """A page's font is not in the file: names measured in it would be cut off where the other one is wider."""
    script = (ROOT / "rffviz/explorer/web/components/export.js").read_text()
    (family,) = re.findall(r'FAMILY = "([^"]*)"', script)
    assert "Source" not in family and re.search(r"layout: \{ \.\.\.plot\.layout, font, ", script)
    assert re.search(r"font = \{ \.\.\.plot\.layout\.font, family: FAMILY \}", script)
