"""Reads the size and the appearance of the viewer's browser."""

from __future__ import annotations

import time

import streamlit as st

from rffviz.figures.standalone import TOUCH_SCRIPT
from rffviz.web.components.component import component

_NARROW, _HEIGHT, _LARGE, _CONCEALED = "_narrow", "_height", "_large", "_concealed"
_SMALL = 720  # pixels: the height of the smallest projector
_SHARE = 0.66  # share of the screen's height for a presented figure


def watch(instead: str = "") -> None:
    """Run the page again when the appearance or the size class of the browser changes.

    A query given as `instead` replaces the browser's current history entry.
    """
    known = {"narrow": narrow(), "height": st.session_state.get(_HEIGHT, _SMALL), "large": _large()}
    known["instead"] = [instead, time.monotonic()] if instead else []  # the time makes a repeated query a new request
    with st.container(key="browser"):
        component("browser", TOUCH_SCRIPT)(
            data=known,
            key="browser-watcher",
            on_narrow_change=_noted,
            on_height_change=_measured,
            on_paper_change=lambda: None,
        )


def narrow() -> bool:
    """Whether the page is as narrow as a phone's."""
    return st.session_state.get(_NARROW, False)


def enlarge(large: bool, concealed: bool) -> None:
    """Switch presentation mode, with or without the answer."""
    st.session_state[_LARGE], st.session_state[_CONCEALED] = large, concealed


def conceals() -> bool:
    """Whether the answer is hidden."""
    return st.session_state.get(_CONCEALED, False)


def room() -> tuple[float, int] | None:
    """Scale factor relative to a small projector, and height of a figure in pixels.

    None outside a presentation.
    """
    height = st.session_state.get(_HEIGHT, _SMALL)
    return (height / _SMALL, round(_SHARE * height)) if _large() else None


def _large() -> bool:
    return st.session_state.get(_LARGE, False)


def _noted() -> None:
    said = st.session_state["browser-watcher"].narrow
    if said is not None:
        st.session_state[_NARROW] = said == "yes"


def _measured() -> None:
    said = st.session_state["browser-watcher"].height
    if isinstance(said, int) and 300 <= said <= 5000:
        st.session_state[_HEIGHT] = said
