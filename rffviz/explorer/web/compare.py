"""Any view under two settings, side by side on the same axes: A, the current ones, and B, the stored ones.

A `view` here is a `rffviz.explorer.web.view.View`, which imports this module.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape, unescape
from inspect import signature
from textwrap import shorten
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from rffviz.explorer.figures.axes import on_common_axes
from rffviz.explorer.figures.picture import ANSWER, Picture
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import TABLE
from rffviz.explorer.words.mathematics.record import of_each
from rffviz.explorer.words.numbers import number, times

BESIDE = "beside"  # the parameter that stores B
_MOST_NAMED = 3  # most settings named in the heading of a side
_LONGEST_NAME, _LONGEST_NAME_ON_PHONE = 44, 28  # letters of a side's name above its plots
_NAME = 28  # pixels of that name
_ROW = 26  # pixels of a row of ratios
_LONGEST_ROW, _LONGEST_ROW_PRESENTED = 34, 50  # letters of such a row
_LETTER, _SIZE = 0.5, 15  # width of a letter in a legend, of its size, and that size in pixels


@dataclass(frozen=True)
class OfSide:
    """The picture of one side, on axes that hold both."""

    picture: Callable[[Any, Theme], Picture]
    letter: str
    said: str = ""  # the settings that differ
    shared: dict[str, Any] = field(default_factory=dict, compare=False)  # what both sides drew last

    def __call__(self, records: Mapping[str, Any], theme: Theme) -> Picture:
        phone, theme = theme.narrow, replace(theme, narrow=True)
        if self.shared.get("records") is not records or self.shared["theme"] != theme:
            drawn = {letter: self._drawn(records, letter, theme) for letter in records}
            self.shared.update(records=records, theme=theme, drawn=drawn)
        drawn = self.shared["drawn"]
        if self.letter == max(records):  # the last to take them: what is cached does not hold them
            self.shared.clear()
        own, (over, told) = drawn[self.letter], _ratios({letter: each.sizes for letter, each in drawn.items()})
        figures = [each.figure for each in drawn.values() if each.figure]
        alt, figure = own.alt, own.figure and on_common_axes(own.figure, figures)
        if figure:
            _alike(figure, figures)
            said = shorten(self.said, _LONGEST_NAME_ON_PHONE if phone else _LONGEST_NAME, placeholder=" …")
            _name(figure, f"<b>{self.letter}</b>  {escape(said)}")
            rows = _in_rows(told, _LONGEST_ROW_PRESENTED if theme.half else _LONGEST_ROW)
            _divide(figure, over, rows, over[:1] == self.letter)
        if over[:1] == self.letter:
            alt += f" {over}: {', '.join(told)}."
        name, title = f"{own.name}-{self.letter.lower()}", f"{self.letter}: {own.title}"
        return replace(own, name=name, title=title, alt=alt, figure=figure)

    def _drawn(self, records: Mapping[str, Any], letter: str, theme: Theme) -> Picture:
        """One side; a picture that can is told what stands beside it."""
        if "beside" not in signature(self.picture).parameters:
            return self.picture(records[letter], theme)
        beside = [record for other, record in records.items() if other != letter]
        return self.picture(records[letter], theme, beside=beside)


def _alike(figure: go.Figure, figures: list[go.Figure]) -> None:
    """Give the plots of both sides one height, and their legends as many rows: a legend takes room from its plot."""
    layouts = [each.layout for each in figures]
    bottom = max(layout.margin.b or 0 for layout in layouts)
    figure.update_layout(height=max(layout.height for layout in layouts), margin={"b": bottom})
    named = [_in_legend(each) for each in figures]
    if named[1:] != named[:-1]:  # columns of one width, so that as many entries are as many rows
        letters = max(len(name) for entries in named for _, name in entries)
        size = max(layout.legend.font.size or _SIZE for layout in layouts)
        figure.update_layout(legend={"entrywidth": _LETTER * size * letters, "entrywidthmode": "pixels"})
    blank = {"mode": "lines", "line": {"color": "rgba(0,0,0,0)"}, "name": "\u00a0", "hoverinfo": "skip"}
    own = [answer for answer, _ in _in_legend(figure)]
    for answer in (False, True):  # those of the answer may be hidden
        more = max([each for each, _ in entries].count(answer) for entries in named) - own.count(answer)
        look = blank | {"meta": ANSWER if answer else None}
        figure.add_traces([go.Scatter(x=[None], y=[None], showlegend=True, **look) for _ in range(more)])


def _in_legend(figure: go.Figure) -> list[tuple[bool, str]]:
    """Whether each entry is of the answer, and its name."""
    shown = figure.data if figure.layout.showlegend is not False else ()
    named = [each for each in shown if each.name and each.type != "heatmap" and each.showlegend is not False]
    return [(each.meta == ANSWER, unescape(re.sub("<[^>]*>", "", each.name))) for each in named]


def _name(figure: go.Figure, words: str) -> None:
    """Name a side above its plots: a presentation shows no headings of figures."""
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top"}
    figure.update_layout(title={"text": words, "font": {"size": 18}, "pad": {"t": 4}, **place})
    figure.update_layout(height=figure.layout.height + _NAME, margin={"t": figure.layout.margin.t + _NAME})


def _ratios(sizes: Mapping[str, Mapping[tuple[str, str, str], float]]) -> tuple[str, list[str]]:
    """Which side is divided by which, the larger one first, and the ratios: 'B ÷ A', ['D of Monte Carlo 2.0×'].

    Settings that agree are left out; where all agrees there is nothing to say.
    """
    a, b = sizes["A"], sizes["B"]
    found: dict[str, tuple[str, float]] = {}
    for name, kind, of in a:
        both = a[name, kind, of], b.get((name, kind, of), 0.0)
        if 0 < min(both) and max(both) < math.inf:
            found.setdefault(kind, (name, both[1] / both[0]))
    if all(ratio == 1 for _, ratio in found.values()):
        return "", []
    up = math.prod(ratio for _, ratio in found.values()) >= 1
    told = [each for kind, each in found.items() if kind != "setting" or each[1] != 1]
    return "B ÷ A" if up else "A ÷ B", [f"{name} {_factor(ratio if up else 1 / ratio)}" for name, ratio in told]


def _factor(ratio: float) -> str:
    return times(ratio) if 0.95 <= ratio < 1e9 else f"{number(ratio)}×"


def _in_rows(told: list[str], letters: int) -> list[str]:
    """The ratios, as many in a row as it has room for."""
    rows: list[str] = []
    for each in told:
        if rows and len(f"{'B ÷ A: ' * (len(rows) == 1)}{rows[-1]}, {each}") <= letters:
            rows[-1] += f", {each}"
        else:
            rows.append(each)
    return rows


def _divide(figure: go.Figure, over: str, rows: list[str], named: bool) -> None:
    """Give the ratios above the plots of one side, and as much room above those of the other; they are the answer."""
    room, top = _ROW * len(rows), figure.layout.margin.t
    if named:
        place = {"x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 4}
        look = {"font": {"size": 18}, "align": "left", "showarrow": False, "name": ANSWER}
        figure.add_annotation(text=f"<b>{over}</b>: {'<br>'.join(rows)}", **look, **place)
    figure.update_layout(height=figure.layout.height + room, margin={"t": top + room})


def compared(view: Any, settings: Settings) -> Any:
    """The view of both sides: its study under the settings of each, and each picture twice."""
    said = _differences(view, settings)
    return replace(
        view,
        draw_inputs=lambda settings: {letter: view.draw_inputs(its) for letter, its in sides(view, settings).items()},
        jobs=partial(_jobs, view),
        read=partial(_read, view),
        enough=bool,
        pictures=tuple(
            OfSide(picture, letter, said[letter], shared)
            for picture, shared in ((picture, {}) for picture in view.pictures)
            for letter in "AB"
        ),
        mathematics=view.mathematics and partial(of_each, view.mathematics),
        click=None,
        more=None,
    )


def sides(view: Any, settings: Mapping) -> dict[str, dict[str, Any]]:
    """The settings of A and of B; seed and scrubbed position are those of A."""
    own = {name: settings[name] for name in view.parameters}
    kept = {name: TABLE[name].default for name in view.parameters} | TABLE[BESIDE].values(settings[BESIDE])
    return {"A": own, "B": kept | {name: settings[name] for name in ("seed", view.scrub, BESIDE) if name in own}}


def _jobs(view: Any, settings: Settings, given: Mapping[str, Any]) -> dict[tuple[str, Any], Job]:
    """The jobs of both sides by letter and place; none if a side has none."""
    each = {letter: view.jobs(its, given[letter]) for letter, its in sides(view, settings).items()}
    return {(letter, k): job for letter, jobs in each.items() for k, job in _placed(jobs)} if all(each.values()) else {}


def _placed(jobs: Any) -> list[tuple[Any, Job]]:
    if isinstance(jobs, Job):
        return [(None, jobs)]
    return list(jobs.items() if isinstance(jobs, Mapping) else enumerate(jobs))


def _read(view: Any, settings: Mapping, given: Mapping[str, Any], records: Mapping) -> dict[str, Any]:
    """What the pictures of each side take."""
    read = {}
    for letter, its in sides(view, settings).items():
        own = {place: record for (side, place), record in records.items() if side == letter}
        record = own[None] if None in own else list(own.values()) if 0 in own else own
        read[letter] = view.scrubbed(view.read(its, given[letter], record), its)
    return read


def button(view: Any, settings: Settings) -> None:
    """Store the current settings as B, or end the comparison; only where the view can be compared."""
    if settings[BESIDE]:
        st.button(
            "End comparison",
            icon=":material/close:",
            key="compare",
            on_click=settings.put,
            args=(BESIDE, ""),
            width="stretch",
        )
        return
    kept = settings.query("view", BESIDE, "seed")
    if not kept:  # all are defaults: the text must not be empty
        name = next(name for name in view.parameters if TABLE[name].default)
        kept = f"{name}={TABLE[name].write(TABLE[name].default)}"
    st.button(
        "Compare",
        icon=":material/compare:",
        key="compare",
        on_click=settings.put,
        args=(BESIDE, kept),
        width="stretch",
        help="Save these settings as B. What you change from now on changes A.",
    )


def heading(view: Any, settings: Settings) -> str:
    """'A: Data Digits · B: Data Iris': the settings that differ."""
    said = _differences(view, settings)
    if not any(said.values()):
        return "B is frozen; change any setting to see A move."
    return " · ".join(f"**{letter}**: {its}" for letter, its in said.items())


def _differences(view: Any, settings: Settings) -> dict[str, str]:
    """The settings of A and of B that differ, in words."""
    each = sides(view, settings)
    differ = [name for name in view.parameters if name != BESIDE and each["A"][name] != each["B"][name]]
    more = f" and {len(differ) - _MOST_NAMED} more" if len(differ) > _MOST_NAMED else ""
    return {
        letter: ", ".join(_said(name, its[name]) for name in differ[:_MOST_NAMED]) + more
        for letter, its in each.items()
    }


def _said(name: str, value: Any) -> str:
    parameter = TABLE[name]
    options = getattr(parameter, "options", {})
    names = value if isinstance(value, tuple) else (value,)
    words = ", ".join(options.get(each, "") for each in names) if options else parameter.write(value)
    return f"{parameter.label} {words}"
