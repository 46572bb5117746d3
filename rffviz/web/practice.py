"""Schemes with a hidden mistake, to practise on: the buttons that lead to one, reveal it, and lead to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from rffviz.diagnose.practice import PRACTICE
from rffviz.web.link import Settings
from rffviz.web.present import REVEALED
from rffviz.words.practice import SPECIMEN


def begin_or_leave(now: Settings) -> None:
    """The button that opens the first specimen or, where one is in sight, leads back to the schemes."""
    if now[SPECIMEN]:
        st.button("All schemes", icon=":material/close:", key="practice", on_click=_go, args=(now, 0))
    else:
        st.button("Find the bug", icon=":material/search:", key="practice", on_click=_go, args=(now, 1))


def instead(of: Callable[[Settings], None]) -> Callable[[Settings], None]:
    """What reveals a specimen and leads to the next one, in the place of a control for schemes that are chosen."""
    return partial(_instead, of)


def _instead(of: Callable[[Settings], None], now: Settings) -> None:
    number = now[SPECIMEN]
    if not number:
        of(now)
        return
    with st.container(horizontal=True, key="practised"):
        words = "Hide the answer" if now[REVEALED] else "Show the answer"
        st.button(words, key="practice-reveal", on_click=now.put, args=(REVEALED, not now[REVEALED]))
        st.button("Another one", key="practice-next", on_click=_go, args=(now, number % len(PRACTICE) + 1))


def _go(now: Settings, number: int) -> None:
    """Open a specimen with its answer hidden, in the same view; 0 leaves them."""
    for name, value in ((SPECIMEN, number), (REVEALED, False)):
        now.put(name, value)
