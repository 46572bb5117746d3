"""Names that others keep to themselves and this project uses: where a newer release lost one, the test says which.

Streamlit promises no `data-testid` and no class that begins with `st`; Plotly no class of its own but for the
documented functions of `window.Plotly`.
"""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import plotly
import pytest
import streamlit

from rffviz.explorer.web import streamlit_internals

ROOT = Path(__file__).parents[1]
FOUND = (
    ("streamlit", re.compile(r"""data-testid[~^*$|]?=["']?(\w+)""")),
    ("streamlit", re.compile(r"(?<![\w-])\.(st[A-Z]\w+)")),
    ("plotly", re.compile(r"(?<![\w-])\.?(modebar[\w-]*|js-plotly-plot)")),
    ("plotly", re.compile(r"window\.Plotly\.(\w+)")),
)


def used():
    """(dependency, name) → the files of ours that use it."""
    names = defaultdict(set)
    for path in sorted((ROOT / "rffviz").rglob("*")):
        if path.suffix in (".css", ".js", ".html", ".py"):
            for dependency, pattern in FOUND:
                for name in pattern.findall(path.read_text(encoding="utf-8")):
                    names[dependency, name].add(str(path.relative_to(ROOT)))
    return names


USED = used()


@cache
def shipped(dependency):
    """All words in the JavaScript that a dependency sends to the browser."""
    files = [Path(plotly.__file__).parent / "package_data/plotly.min.js"]
    if dependency == "streamlit":
        files = (Path(streamlit.__file__).parent / "static/static/js").glob("*.js")
    return {word for path in files for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))}


@pytest.mark.release
@pytest.mark.parametrize(("dependency", "name"), sorted(USED))
def test_a_name_that_is_used_is_still_there(dependency, name):
    version = {"streamlit": streamlit.__version__, "plotly": plotly.__version__}[dependency]
    files = ", ".join(sorted(USED[dependency, name]))
    assert name in shipped(dependency), f"{dependency} {version} has no {name} any more, which {files} use"


def test_the_names_are_found_where_they_stand():
    assert {("streamlit", "stMain"), ("streamlit", "stPlotlyChart"), ("plotly", "modebar-container")} <= set(USED)
    assert ("plotly", "downloadImage") in USED and "rffviz/explorer/web/components/export.js" in USED[
        "plotly", "downloadImage"
    ]


def test_streamlit_still_has_its_plotly_where_scripts_look_for_it():
    files = (Path(streamlit.__file__).parent / "static/static/js").glob("PlotlyChart*.js")
    assert "window.Plotly=" in "".join(path.read_text(encoding="utf-8") for path in files), (
        f"streamlit {streamlit.__version__} sets no window.Plotly any more, which export.js and pen.js of "
        "rffviz/explorer/web/components and "
        "rffviz/explorer/figures/light.js, scrub.js use"
    )


def test_without_a_run_or_the_private_name_no_run_comes_through_history(monkeypatch):
    """What is told of the history is a help: a release without it must not end a page."""
    monkeypatch.setattr(streamlit_internals, "get_script_run_ctx", lambda: object())
    assert streamlit_internals.came_through_history() is False
    monkeypatch.setattr(streamlit_internals, "get_script_run_ctx", lambda: None)
    assert streamlit_internals.came_through_history() is False
