"""Handles of a curve that the viewer drags; input from the browser is validated like a link."""

from __future__ import annotations

from functools import partial

import streamlit as st

from rffviz.explorer.web.components.component import component, sent
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.parameters import Unusable
from rffviz.explorer.web.settings.table import TABLE
from rffviz.studies.handles import DISTANCES

_HEARD = "_heard"  # number of the last message processed


def draw_handles(settings: Settings) -> None:
    """The curve with its handles, in the browser."""
    component("handles")(
        data={
            "heights": settings["handles"],
            "distances": DISTANCES,
            "heard": st.session_state.get(_HEARD, 0),
        },
        key="handles",
        on_heights_change=partial(_took, settings),
    )


def _took(settings: Settings) -> None:
    number, _, text = str(sent("handles", "heights")).partition(":")
    try:
        heights = TABLE["handles"].read(text)
    except Unusable:
        return
    st.session_state[_HEARD] = int(number) if number.isdecimal() and len(number) < 10 else 0
    settings.put("handles", heights)
