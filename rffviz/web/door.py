"""The door of the explorer: light to open, so that the browser fetches its plotting code while the library is imported.

This module imports nothing heavy. A page asks for its settings here before it imports anything else.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

if TYPE_CHECKING:
    from rffviz.web.link import Settings

# Drawn here: an icon by name would be fetched from outside.
_ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="#1f5fa8"/>
<path d="M4 16 Q8 3 12 16 T20 16 T28 16" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
</svg>"""
_FETCHED = "_fetched"

current = threading.local()  # holds the settings of the run that this thread makes


@dataclass(frozen=True)
class Page:
    """One line of the page list.

    Attributes
    ----------
    path : str
        Its script, below the app's folder; the script's name is the page's address.
    title : str
    icon : str
    shared : tuple of str
        The shared controls it takes, in `rffviz.web.table`'s names; "kernel" brings the kernels' shape parameters.
    own : tuple of str
        Its own parameters: with the shared ones, what its link carries.
    idle : tuple of (dict, tuple of str)
        Shared controls that change nothing, and are not shown, while all the settings named have one of the values.
    """

    path: str
    title: str
    icon: str
    shared: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    idle: tuple[tuple[Mapping[str, tuple[str, ...]], tuple[str, ...]], ...] = ()

    def idles(self, name: str, settings: Mapping[str, object]) -> bool:
        """Whether the shared control `name` changes nothing under these settings."""
        return any(
            name in names and all(settings[which] in values for which, values in when.items())
            for when, names in self.idle
        )

    @property
    def name(self) -> str:
        """The page's address."""
        return self.path.rpartition("/")[2].removesuffix(".py")


def run(pages: Sequence[Page]) -> None:
    """Open the page that the address names, within the shell: what app.py does."""
    st.set_page_config(page_title="rffviz: random Fourier features", page_icon=_ICON, layout="wide")
    early = _ask_for_plots()
    from rffviz.web.shell import open_page  # a second of imports, the first time

    early.empty()
    open_page(pages)


def settings() -> Settings:
    """The settings of this run; a page that was started alone starts over inside the shell."""
    found = getattr(current, "settings", None)
    if found is None:
        # Streamlit takes a folder called pages for its own until the app lists its pages, so a link to a page that is
        # the first request after a start runs that page without app.py.
        if not PagesManager.uses_pages_directory:
            raise RuntimeError("A page runs only inside the explorer: start it with `streamlit run app.py`.")
        PagesManager.uses_pages_directory = False
        st.rerun()
    return found


def _ask_for_plots():
    """An empty chart, once a session and never seen: the browser fetches its plotting code when it meets the first."""
    with st.container(key="early"):
        place = st.empty()
    if _FETCHED not in st.session_state:
        st.session_state[_FETCHED] = True
        st.html("<style>.st-key-early { position: absolute; height: 0; overflow: hidden; }</style>")
        place.plotly_chart({"data": [{"type": "scatter", "visible": False}]}, key="early-chart")
    return place
