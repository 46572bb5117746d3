"""Shows a picture: the plot with its alt text, the readout under it, and its exports."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import streamlit as st

from rffviz.explorer.figures.enlarge import enlarged, without_answer
from rffviz.explorer.figures.picture import Grab, Picture, Scrub
from rffviz.explorer.figures.standalone import (
    CONFIG,
    TABLE_STYLE,
    checks_html,
    readout_html,
    scrub_data,
    standalone_html,
    table_html,
)
from rffviz.explorer.figures.theme import THEMES, Theme
from rffviz.explorer.web.components import browser
from rffviz.explorer.web.components.component import component, readout, scrubber, sent

# a picture is exported under the figure, with its title
_CONFIG = CONFIG | {"displayModeBar": False}  # dragging zooms, a double click resets
_SHOWN = "_shown"  # the key of the chart that was laid out last
_CLICKS = "_clicks"  # how often points were clicked that can be clicked again
_ADDED = "_added"  # what a room adds to finished pictures
_DRAFTS = "_drafts"  # whether drafts are shown before them
_listeners: list[dict[str, Callable[[Theme], Picture]]] = []


@contextmanager
def overheard() -> Iterator[dict[str, Callable[[Theme], Picture]]]:
    """Record the function that draws each finished picture, by its chart's key, in order of appearance.

    For processes that run pages one after the other without a browser: it records every session.
    """
    builds: dict[str, Callable[[Theme], Picture]] = {}
    _listeners.append(builds)
    try:
        yield builds
    finally:
        _listeners.pop()


def add_to_pictures(act: Callable[[Picture, Theme], Picture] | None, drafts: bool = True) -> None:
    """Have finished pictures of this session pass through `act` before they are shown; not with None.

    Without `drafts` nothing is shown before they are finished.
    """
    st.session_state[_ADDED], st.session_state[_DRAFTS] = act, drafts


def shown() -> str:
    """The key of the chart that was laid out last in this session."""
    return st.session_state.get(_SHOWN, "")


def theme() -> Theme:
    """The appearance and the room the viewer's browser has now."""
    drawn_in = THEMES.get(st.context.theme.type or "light", THEMES["light"])
    narrow = browser.narrow()
    return replace(drawn_in, narrow=narrow, presented=bool(browser.room()) and not narrow)


def _for_the_room(picture: Picture) -> Picture:
    """The picture as shown: larger when presented, and without the answer until it is revealed."""
    room = browser.room()
    if browser.conceals():
        picture = without_answer(picture)
    return enlarged(picture, 1.5 * room[0], room[1]) if room and not browser.narrow() else picture


class Chart:
    """A place on the page for one picture, drawn once, or refined while its numbers come in.

    Parameters
    ----------
    key : str
        Stable key of this figure on the page; also the class its exports find it by.
    narrow : bool
        Whether something stands beside the chart: the exports then go under the words.
    above : container, optional
        Where its scrubber stands, if not over the figure.

    Attributes
    ----------
    exports_in : Chart or None
        Of several charts the one whose menu holds the exports of all.
    """

    _BETWEEN = 0.4  # least seconds between two drafts: the browser takes some tenths of a second for one
    _LONGER = 0.15  # drafts become rarer with time: this share of the time since the first one passes between two

    def __init__(self, key: str, narrow: bool = False, above: Any = None) -> None:
        self.key, self._narrow, self._above = key, narrow, above
        self.exports_in: Chart | None = None
        self._menu: Any = None
        self._above_exports: Any = None
        self._place = st.container(key=f"{key}-figure")
        self._parts: dict[str, Any] = {}  # placeholders of its parts, created when first drawn
        self._drafts, self._drawn_at, self._began_at = 0, 0.0, time.monotonic()
        self._drawn: Sequence[Any] = ()  # the records of the last draft

    def refine(self, build: Callable[[Theme], Picture], records: Sequence[Any], once: bool = False) -> None:
        """Draw a draft; skipped if the records are unchanged, the last draft is recent, or `once` and one was drawn.

        A draft has no exports and no scrubber.
        """
        at = time.monotonic()
        fresh = at - self._drawn_at < max(self._BETWEEN, self._LONGER * (at - self._began_at))
        drawn = len(records) == len(self._drawn) and all(map(operator.is_, records, self._drawn))
        if fresh or drawn or (once and self._drafts) or not st.session_state.get(_DRAFTS, True):
            return
        self._drawn = records
        self._drafts += 1
        self._draw(_for_the_room(build(theme())), f"{self.key}-draft-{self._drafts}")
        self._drawn_at = time.monotonic()

    def show(
        self,
        build: Callable[[Theme], Picture],
        script: Callable[[], str] | None = None,
        picked: tuple[Collection[str], Callable[[int], bool | None]] | None = None,
        scrubbed: tuple[Sequence[Chart], Callable[[Any], None]] | None = None,
        put: Callable[[str, Any], None] | None = None,
    ) -> Picture:
        """Draw the finished picture in the viewer's appearance, with its readout and its exports, and return it.

        `script` gives the Python program that prints the picture's numbers; it is called when it is asked for. `picked`
        is the name of a trace and what to do, before the next run, with the number of its point that was clicked, which
        gives whether the same point can be clicked again;
        `scrubbed` the charts that the control above this one moves, and what to do with the setting at which it rests;
        `put` sets a setting by its name, for what can be dragged in the figure.
        """
        for builds in _listeners:
            builds[self.key] = build
        look = theme()
        picture = build(look)
        if act := st.session_state.get(_ADDED):
            picture = act(picture, look)
        picture = _for_the_room(picture)

        def narrow() -> Picture:
            drawn = build(replace(look, narrow=True, presented=False))
            return without_answer(drawn) if browser.conceals() else drawn

        if browser.conceals():
            script = None  # Streamlit would print the returned value
        self._draw(picture, self.key, narrow, script=script, picked=picked, scrubbed=scrubbed)
        if picture.grab is not None and put is not None:
            with self._place:
                _grabbed(picture.grab, self.key, put)
        return picture

    def _draw(self, picture: Picture, plot_key: str, narrow=None, script=None, picked=None, scrubbed=None) -> None:
        """Draw a draft or, where it is known how it is drawn for a phone, the finished picture with its exports.

        A part's place is made when there is something to put there, just before it: what the browser shows of the
        former settings, the control that is held included, is then replaced and never taken away in between.
        """
        st.session_state[_SHOWN] = self.key
        first = not self._parts
        if picture.figure is None and picture.table is None:
            return  # a table before it is revealed
        with self._place:
            if not picture.folded:  # the chips are the title
                self._put("title", st).header(picture.title, anchor=False)
            scrub = self._parts.setdefault("scrub", (self._above or st.container()) if first else None)
            if picture.scrub is not None and scrubbed is not None:
                with scrub:
                    _scrubber(picture.scrub, self.key, *scrubbed)
            if not picture.folded:
                self._draw_plot(picture, plot_key, picked)
            if first:
                beside = not self._narrow and self.exports_in in (None, self)
                words, away = st.columns([5, 1]) if beside else (st.container(), st.container())
                self._parts |= {"words-column": words, "away-column": away}
            with self._put("words", self._parts["words-column"]).container():
                if picture.folded:
                    st.html(f"<style>{TABLE_STYLE}</style>{checks_html(picture)}")
                elif not picture.readout.rows:  # the answer is not shown yet
                    st.container()
                elif picture.scrub is None or not narrow:
                    st.html(f"<div class='readouts' tabindex='0'>{readout_html(picture.readout)}</div>")
                else:
                    data = {"plot": f"{self.key}-figure", **scrub_data(picture.scrub)}
                    readout()(data=data, key=f"{plot_key}-readout")
        if narrow:
            with self._exports_menu(self._parts["away-column"]):
                _exports(picture, narrow, self.key, script, named=self.exports_in is not None)

    @property
    def above_exports(self) -> Any:
        """The place above all exports in their menu, once the finished picture was shown."""
        return (self.exports_in or self)._above_exports

    def _exports_menu(self, away: Any) -> Any:
        """The menu of exports; `away` is its place if it is new."""
        owner = self.exports_in or self
        if owner._menu is None:
            with away:
                owner._menu = st.popover(
                    "Export", icon=":material/download:", key=f"{self.key}-export", width="stretch"
                )
            owner._above_exports = owner._menu.container()
        return owner._menu

    def _put(self, part: str, parent: Any) -> Any:
        """The place of a part that is drawn more than once."""
        if part not in self._parts:
            self._parts[part] = parent.empty()
        return self._parts[part]

    def _draw_plot(self, picture: Picture, plot_key: str, picked) -> None:
        """The figure or the table; a figure that nobody listens to takes the place of the one before as it comes."""
        if picture.figure is None:
            self._put("plot", st).html(f"<style>{TABLE_STYLE}</style>{table_html(picture.table)}")
        elif picked is not None or "plot" in self._parts:
            _draw_figure(self._put("plot", st), picture, plot_key, picked)
        else:
            self._parts["plot"] = _draw_figure(st, picture, plot_key, None)


def _scrubber(scrub: Scrub, key: str, charts: Sequence[Chart], put: Callable[[Any], None]) -> None:
    """The control that moves through the frames; where it comes to rest, the setting that it stands for follows."""
    name, settings = f"{key}-scrub", scrub.settings

    def rested() -> None:
        at = sent(name, "at")
        if isinstance(at, int) and 0 <= at < len(settings) and settings[at] is not None:
            put(settings[at])

    data = {"plots": [f"{chart.key}-figure" for chart in charts], **scrub_data(scrub)}
    scrubber()(data=data, key=name, on_at_change=rested)


def _grabbed(grab: Grab, key: str, put: Callable[[str, Any], None]) -> None:
    """The part of the page that lets one drag what the figure offers."""
    name = f"{key}-grab"

    def moved() -> None:
        at = sent(name, "at")
        if isinstance(at, int | float) and grab.low <= at <= grab.high:
            put(grab.setting, float(at))

    component("grab")(data={"plot": f"{key}-figure", "grab": asdict(grab)}, key=name, on_at_change=moved)


def _draw_figure(
    place: Any, picture: Picture, key: str, picked: tuple[Collection[str], Callable[[int], bool | None]] | None
) -> Any:
    listening = {}
    if picked is not None:
        key = f"{key}-{st.session_state.get(_CLICKS, 0)}"
        names = [trace.name for trace in picture.figure.data]
        listening = {"on_select": partial(_clicked, key, names, *picked), "selection_mode": "points"}
    return place.plotly_chart(picture.figure, theme=None, key=key, alt=picture.alt, config=_CONFIG, **listening)


def _clicked(key: str, names: list[str | None], wanted: Collection[str], act: Callable[[int], bool | None]) -> None:
    """A point was clicked: where it is one of a wanted trace, act on its number.

    The browser keeps the point selected, and a second click would take that back: a new chart has nothing selected.
    """
    chosen = sent(key, "selection")
    for point in chosen.points if chosen else ():
        if names[point["curve_number"]] in wanted:
            if act(int(point["point_index"])):
                st.session_state[_CLICKS] = st.session_state.get(_CLICKS, 0) + 1
            return


def _exports(
    picture: Picture, narrow: Callable[[], Picture], key: str, script: Callable[[], str] | None, named: bool
) -> None:
    """The ways to take a picture away: files from here, made when asked for; the picture itself from the browser."""
    shown = "Table" if picture.figure is None else "Figure"
    if named:
        st.caption(f"{shown}: {picture.title}")
    files = [
        ("Data (CSV)", "csv", "text/csv", picture.csv),
        (f"{shown} (HTML)", "html", "text/html", lambda: standalone_html(picture, narrow())),
    ]
    if script is not None:
        files.append(("Python script", "py", "text/x-python", script))
    for label, kind, mime, make in files:
        st.download_button(
            label,
            data=make,
            file_name=f"{picture.name}.{kind}",
            mime=mime,
            on_click="ignore",
            key=f"{key}-{kind}",
            width="stretch",
        )
    component("export")(
        data={
            "plot": f"{key}-figure",
            "filename": picture.name,
            "title": picture.title,
            "subtitle": picture.subtitle,
            "table": table_html(picture.table) if picture.table else "",
            "style": TABLE_STYLE,
        },
        key=f"{key}-picture",
    )
