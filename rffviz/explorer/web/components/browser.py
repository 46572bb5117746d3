"""Reads the size and the appearance of the viewer's browser."""

from __future__ import annotations

import time

import streamlit as st

from rffviz.explorer.figures.standalone import TOUCH_SCRIPT
from rffviz.explorer.web.components.component import component, sent

_NARROW, _HEIGHT, _LARGE, _CONCEALED, _PLACE, _ROOMS = "_narrow", "_height", "_large", "_concealed", "_place", "_rooms"
_BEGUN = "_begun"
_SMALL = 720  # pixels: the height of the smallest projector
_SHARE = 0.6  # share of the screen's height for a presented figure, until the browser has measured what is left
_ON_PHONE = 0.7  # scale factor of words


def watch(instead: str = "") -> None:
    """Run the page again when the appearance or the size class of the browser changes.

    A query given as `instead` replaces the browser's current history entry.
    """
    known = {"narrow": narrow(), "height": screen(), "large": _large()}
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
    """Whether the page is as narrow as a phone's; until its browser has measured it, whether it calls itself one."""
    return st.session_state.get(_NARROW, _is_phone())


def screen() -> int:
    """Height of the browser's window in pixels."""
    return st.session_state.get(_HEIGHT, _SMALL)


def enlarge(large: bool, concealed: bool, place: str) -> None:
    """Switch presentation mode, with or without the answer; each `place` has its own height for figures."""
    if st.session_state.get(_PLACE) != place:
        st.session_state[_BEGUN] = time.monotonic()
    st.session_state[_LARGE], st.session_state[_CONCEALED], st.session_state[_PLACE] = large, concealed, place


def begun() -> float:
    """When the current place was entered, on the clock of the server: later places replace earlier ones."""
    return st.session_state[_BEGUN]


def fitted() -> None:
    """Take the height that the browser has measured for the figures of a place."""
    said = sent("present-keys", "room")
    if isinstance(said, dict) and isinstance(said.get("height"), int) and 100 <= said["height"] <= 5000:
        rooms = st.session_state.setdefault(_ROOMS, {})
        rooms[str(said.get("place"))[:200], screen()] = said["height"]


def conceals() -> bool:
    """Whether the answer is hidden."""
    return st.session_state.get(_CONCEALED, False)


def room() -> tuple[float, int] | None:
    """Scale factor relative to a small projector, and height of a figure in pixels, which a phone does not use.

    None outside a presentation.
    """
    if not _large():
        return None
    height = screen()
    measured = st.session_state.get(_ROOMS, {}).get((st.session_state.get(_PLACE, ""), height))
    return _ON_PHONE if narrow() else height / _SMALL, measured or round(_SHARE * height)


def _is_phone() -> bool:
    return "Mobi" in st.context.headers.get("User-Agent", "")


def _large() -> bool:
    return st.session_state.get(_LARGE, False)


def _noted() -> None:
    said = sent("browser-watcher", "narrow")
    if said is not None:
        st.session_state[_NARROW] = said == "yes"


def _measured() -> None:
    said = sent("browser-watcher", "height")
    if isinstance(said, int) and 300 <= said <= 5000:
        st.session_state[_HEIGHT] = said
