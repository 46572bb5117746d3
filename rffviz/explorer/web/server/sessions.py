"""Sessions: whether the viewer started the app; those of viewers who have left are freed within a minute.

Streamlit keeps a session for two minutes, in case its viewer was cut off, and longer if nobody connects afterwards.
Each holds three open files, the event loop of its scripts. Only the garbage collector frees an ended session, and it
runs rarely; `runner.postScriptGC` would run it after every run and make all viewers wait.
"""

from __future__ import annotations

import gc
import ipaddress
import threading

import streamlit as st

from rffviz.explorer.web.streamlit_internals import let_go_of_loops

_AFTER = 25.0  # seconds from a viewer's leaving to the clean-up, which covers all who left meanwhile
_looks = threading.Event()  # set while a clean-up is scheduled


def at_home() -> bool:
    """Whether the viewer is the one who started the app: it listens on loopback only and no proxy asks."""
    address = st.get_option("server.address") or ""
    if "X-Forwarded-For" in st.context.headers:
        return False
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def notice() -> None:
    """Schedule a clean-up for when this session's viewer leaves."""
    _present()


def _left(_: object = None) -> None:
    if not _looks.is_set():
        _looks.set()
        timer = threading.Timer(_AFTER, _look)
        timer.daemon = True
        timer.start()


def _look() -> None:
    _looks.clear()
    if let_go_of_loops():
        _left()
    gc.collect()


@st.cache_resource(show_spinner=False, scope="session", on_release=_left)
def _present() -> object:
    """One object per session; Streamlit releases it when the viewer leaves."""
    return object()
