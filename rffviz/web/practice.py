"""Schemes with a hidden mistake, to practise on: the buttons that lead to one, reveal it, and lead to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from rffviz.diagnose.practice import PRACTICE
from rffviz.web.link import Settings
from rffviz.web.present import REVEALED
from rffviz.words.practice import SPECIMEN


def practice_or(otherwise: Callable[[Settings], None]) -> Callable[[Settings], None]:
    """What stands in the row of controls: while a mistake is looked for its buttons, else the one that begins, beside
    what is there `otherwise`."""
    return partial(_practice_or, otherwise)


def _practice_or(otherwise: Callable[[Settings], None], now: Settings) -> None:
    number = now[SPECIMEN]
    with st.container(key="practice", horizontal=True):
        if not number:
            otherwise(now)
            _button(now, "Find the bug", 1, ":material/search:")
            return
        words = "Hide the answer" if now[REVEALED] else "Show the answer"
        st.button(words, key="practice-reveal", on_click=partial(now.put, REVEALED, not now[REVEALED]))
        _button(now, "Another one", number % len(PRACTICE) + 1)
        _button(now, "Leave", 0)


def _button(now: Settings, words: str, number: int, icon: str | None = None) -> None:
    st.button(words, icon=icon, key=f"practice-{words.split()[0].lower()}", on_click=_go, args=(now, number))


def _go(now: Settings, number: int) -> None:
    """Open a specimen, its answer hidden; 0 leaves them. The view stays, and so does a presentation."""
    for name, value in ((SPECIMEN, number), (REVEALED, False)):
        now.put(name, value)
