"""Offers a smaller study while a long one runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.waiting import smaller_study

COSTLY = (
    *("n_compared", "n_splits", "n_again", "n_seeds", "n_draws", "draws"),
    *("n_learned", "n_freqs", "photo_freqs", "n_grids", "waves", "n_landmarks", "n_iterations"),
    *("n_points", "n_train", "dimension", "own_dimension", "ratio"),
)
"""Whole numbers that work grows with: what is only repeated first, since without it the question stays the same."""


def smaller(names: Iterable[str], settings: Settings) -> tuple[str, int] | None:
    """The setting among `names` that most likely costs most, and a smaller value; None if all are at their smallest.

    That is the one farthest above its default, which is quick, and it is reset to it. If none is above, the first of
    `COSTLY` is reduced to a third of its value or the next stop below.
    """
    costly = [name for name in COSTLY if name in names]
    dearest = max(costly, key=lambda name: settings[name] / max(TABLE[name].default, 1), default="")
    if dearest and settings[dearest] > TABLE[dearest].default:
        return dearest, TABLE[dearest].default
    for name in costly:
        if below := [stop for stop in TABLE[name].stops if stop < settings[name]]:
            return name, max((stop for stop in below if 3 * stop <= settings[name]), default=below[0])
    return None


def offer_less(names: Iterable[str], settings: Settings, place: Any) -> Any:
    """Draw the button in the progress bar's placeholder, beside the bar; returns the bar's new placeholder.

    The run continues; a click starts another and abandons this one's work.
    """
    if (setting := smaller(names, settings)) is None:
        return place
    name, value = setting
    with place.container(key="less", horizontal=True, vertical_alignment="center"):
        bar = st.empty()
        label = smaller_study(TABLE[name].label, settings[name], value)
        st.button(label, key="less-asked", on_click=settings.put, args=(name, value), width="content")
    return bar
