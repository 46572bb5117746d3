"""Offers to repeat a study with more seeds, and estimates the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.waiting import larger_study, would_take


@dataclass(frozen=True)
class Repeat:
    """A setting for the number of repetitions of a study, each with its own seed.

    Attributes
    ----------
    name : str
        Of the parameter, which has stops.
    one : str
        What it counts: "seed".
    once : callable
        Record → the seconds that do not grow with the repetitions.
    """

    name: str
    one: str
    once: Callable[[Any], float] = lambda record: 0.0

    def next(self, n: int) -> int:
        """The first stop with at least three times as many, else the last."""
        stops = TABLE[self.name].stops
        return next((stop for stop in stops if stop >= 3 * n), stops[-1])

    def expected(self, record: Any, seconds: float, n: int, asked: int) -> float:
        """Seconds that `asked` repetitions would take, where n took `seconds`."""
        once = min(self.once(record), seconds)
        return once + (seconds - once) * asked / n


def offer(more: Repeat, settings: Settings, records: Sequence[Any], seconds: float) -> None:
    """Show the estimated time of more repetitions and a button; nothing if there are no more.

    Nothing either for a prescribed split, or if the time of earlier work is no longer known.
    """
    n, asked = settings[more.name], more.next(settings[more.name])
    if asked <= n or not seconds or len(records[0].about.seeds) < n:
        return
    expected = more.expected(records[0], seconds, n, asked)
    with st.container(key="more", horizontal=True, vertical_alignment="center"):
        st.caption(would_take(n, more.one, seconds, asked, expected), width="content")
        st.button(
            larger_study(asked, more.one, expected), key="more-asked", on_click=settings.put, args=(more.name, asked)
        )
