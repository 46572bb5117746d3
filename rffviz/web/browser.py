"""What only the viewer's browser knows: its width, and that its appearance has changed."""

from __future__ import annotations

import streamlit as st

from rffviz.web.component import component

_NARROW = "_narrow"


def watch() -> None:
    """Run the page again when the appearance or the width class of the browser changes."""
    with st.container(key="browser"):
        component("browser")(
            data={"narrow": narrow()}, key="browser-watcher", on_narrow_change=_noted, on_paper_change=lambda: None
        )


def narrow() -> bool:
    """Whether the page is as narrow as a phone's."""
    return st.session_state.get(_NARROW, False)


def _noted() -> None:
    said = st.session_state["browser-watcher"].narrow
    if said is not None:
        st.session_state[_NARROW] = said == "yes"
