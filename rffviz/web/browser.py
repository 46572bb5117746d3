"""What only the viewer's browser knows: its width, and that its appearance has changed."""

from __future__ import annotations

import streamlit as st

_NARROW = "_narrow"

# Neither runs the page again by itself, but figures get their colours and their labels' places here. Wide and light is
# assumed first, so that only a phone pays for a second run.
_SCRIPT = """
export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  const narrow = window.matchMedia("(max-width: 640px)")
  const tell = () => { if (narrow.matches !== data.narrow) setTriggerValue("narrow", narrow.matches ? "yes" : "no") }
  narrow.onchange = tell
  tell()
  const paper = getComputedStyle(parentElement.host ?? parentElement).getPropertyValue("--st-background-color").trim()
  if (window.rffvizPaper && window.rffvizPaper !== paper) setTriggerValue("paper", paper)
  window.rffvizPaper = paper
}
"""


@st.cache_resource(show_spinner=False)
def _watcher():
    return st.components.v2.component("rffviz_browser", html="<span></span>\n<span></span>", js=_SCRIPT)


def watch() -> None:
    """Run the page again when the appearance or the width class of the browser changes."""
    with st.container(key="browser"):
        _watcher()(
            data={"narrow": narrow()}, key="browser-watcher", on_narrow_change=_noted, on_paper_change=lambda: None
        )


def narrow() -> bool:
    """Whether the page is as narrow as a phone's."""
    return st.session_state.get(_NARROW, False)


def _noted() -> None:
    said = st.session_state["browser-watcher"].narrow
    if said is not None:
        st.session_state[_NARROW] = said == "yes"
