"""A page for the last row of a hall: large, without what only the one who prepares it needs, and moved by keys."""

from __future__ import annotations

from functools import partial

import streamlit as st

from rffviz.web import browser
from rffviz.web.component import asset, component
from rffviz.web.link import Settings

PRESENT, REVEALED = "present", "revealed"
CARRIED = (PRESENT, REVEALED)  # settings that every page's link has


def begin(now: Settings) -> None:
    """Before a page: where it is presented, its style and its keys."""
    browser.enlarge(now[PRESENT], now[REVEALED])
    if not now[PRESENT]:
        return
    hidden = "" if now[REVEALED] else asset("unrevealed.css")
    with st.container(key="present-look"):
        sizes = f":root {{ --unit: {browser.room()[0]:.3g}; --large: calc(1.3 * var(--unit)); }}"
        st.html(f"<style>{sizes}\n{asset('presented.css')}{hidden}</style>")
        component("keys")(data={}, key="present-keys")


def end(now: Settings) -> None:
    """After a page: the buttons, which the keys press too."""
    if not now[PRESENT]:
        return
    with st.container(key="present-bar", horizontal=True, horizontal_alignment="right"):
        words = "Hide the answer (R)" if now[REVEALED] else "Reveal the answer (R)"
        st.button(words, key="present-reveal", on_click=partial(now.put, REVEALED, not now[REVEALED]))
        st.button("Full screen (F)", key="present-full")
        st.button("Leave (Esc)", key="present-leave", on_click=partial(now.put, PRESENT, False))


def enter(now: Settings) -> None:
    """The button that begins to present the page in view."""
    st.button("Present", icon=":material/present_to_all:", on_click=partial(now.put, PRESENT, True), width="stretch")
