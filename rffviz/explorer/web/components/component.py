"""Parts of the page that run in the browser: their JavaScript, markup and style stand in files beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from rffviz.explorer.figures.standalone import NUMBERS_SCRIPT, READOUT_STYLE, SCRUB_MARKUP, SCRUB_SCRIPT, SCRUB_STYLE


@st.cache_resource(show_spinner=False)
def component(name: str, first: str = ""):
    """The component `name`, with optional code `first` before its script; called with its data and a key."""
    return st.components.v2.component(
        f"rffviz_{name}", html=asset(f"{name}.html"), js=first + asset(f"{name}.js"), css=asset(f"{name}.css")
    )


def sent(key: str, name: str) -> Any:
    """What the browser sent of a part of the page; None if the part left with a click that came together with it."""
    return getattr(st.session_state.get(key), name, None)


@st.cache_resource(show_spinner=False)
def scrubber():
    """The control that scrubs a figure's frames, as in exported documents."""
    script = SCRUB_SCRIPT + asset("scrub_on_page.js")
    return st.components.v2.component("rffviz_scrubber", html=SCRUB_MARKUP, js=script, css=SCRUB_STYLE)


@st.cache_resource(show_spinner=False)
def readout():
    """The table of numbers under a figure, which follows the control above it."""
    return st.components.v2.component(
        "rffviz_readout", html=asset("readout.html"), js=asset("readout.js"), css=READOUT_STYLE
    )


@st.cache_resource(show_spinner=False)
def keys():
    """The keyboard shortcuts of a presentation, and what the pen and a reveal need."""
    script = NUMBERS_SCRIPT + asset("pen.js") + asset("morph.js") + asset("stay.js") + asset("keys.js")
    return st.components.v2.component("rffviz_keys", html=asset("keys.html"), js=script, css=asset("keys.css"))


def asset(name: str) -> str:
    """The text of a file beside this one."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
