"""Views and pages as declarations, and the one loop that shows any view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any
from zlib import crc32

import streamlit as st

import rffviz
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import THEMES, Theme
from rffviz.explorer.web import compare
from rffviz.explorer.web.chart import Chart
from rffviz.explorer.web.components.drawing import draw_points
from rffviz.explorer.web.components.unfold import unfold
from rffviz.explorer.web.jobs.cache import Cache
from rffviz.explorer.web.jobs.job import Job, identity
from rffviz.explorer.web.jobs.longer_export import LongerExport, offer_exports
from rffviz.explorer.web.jobs.reduce import offer_less
from rffviz.explorer.web.jobs.repeat import Repeat, offer
from rffviz.explorer.web.jobs.work import progress_bar, watch, workshop
from rffviz.explorer.web.lecture import present
from rffviz.explorer.web.script.calls import Calls, made, remember, remembering
from rffviz.explorer.web.script.program import program
from rffviz.explorer.web.server import sessions
from rffviz.explorer.web.settings.inputs import own_file
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.parameters import Choice, Number, Parameter, Several, Whole, Written
from rffviz.explorer.web.settings.table import OWN, SHAPES, TABLE
from rffviz.explorer.words.mathematics.record import Mathematics
from rffviz.foundation.validation import Refusal

_CROWDED = 12  # relative widths of controls that stand in a row with their labels beside them
_LONG_LABEL = 11  # longest slider label that fits on one line
_LONG_NAME = 13  # longest choice that fits a control of normal width


@dataclass(frozen=True)
class View:
    """Settings → a job → a record that grows → pictures with their words.

    Attributes
    ----------
    name, label : str
        Its identifier in links, and the word that chooses it.
    question : str
        What it answers: the page's headline.
    controls, options : tuple of str
        Names of parameters: the ones that matter first, and the folded ones.
    shared : tuple of str
        Names of parameters in the sidebar, which keep their value from page to page.
    carried : tuple of str
        Names of parameters that are in the link and have no control.
    scrub : str
        The name of the parameter that the pictures' frames are about: the control that moves through them is its only
        one. The record has a field `shown` for it.
    draw_inputs : callable
        Settings → what the study is about: points, a split, a kernel (`rffviz.explorer.web.settings.inputs`).
    jobs : callable
        (settings, what `draw_inputs` gave) → a `Job`, or several, or several by name.
    pictures : tuple of callable
        (record, theme) → `Picture`. Of several jobs the record is the list of theirs, as far as they are known; of jobs
        by name the mapping of theirs, as soon as all are known.
    read : callable, optional
        (settings, what `draw_inputs` gave, record) → the record that the pictures take, where it is another.
    enough : callable
        (the records known so far) → whether the pictures can be drawn from them.
    mathematics : callable, optional
        The record that the pictures take → what unfolds under them.
    click : tuple, optional
        The names of traces, and (settings, number of the point clicked) → whether it can be clicked again.
    formerly : mapping of str to str
        Names by which links of earlier versions called some of its parameters → the names of today.
    formerly_named : tuple of str
        Names by which they called the view itself.
    drafts : bool
        Whether pictures are drawn anew while the record grows; else the first draft stands until the end.
    refused : callable, optional
        Refusal → None: says why a job was refused. The record of several then lacks that one; without it a refusal
        stops them all.
    more : Repeat, optional
        What its study repeats: under the picture stands what more of it would cost, with a button for it.
    narrow : bool
        Whether its pictures share the page's width with something beside them.
    compares : bool
        Whether it can be seen under two settings side by side.
    exports : callable, optional
        (settings, what `draw_inputs` gave) → files of the Export menu that are measured when asked for.
    show : callable, optional
        (view, settings) → None: a layout of its own in place of the one loop.
    """

    name: str
    label: str
    question: str
    controls: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    scrub: str = ""
    draw_inputs: Callable[[Settings], Any] = lambda settings: None
    jobs: Callable[[Settings, Any], Job | Sequence[Job] | Mapping[Any, Job]] | None = None
    pictures: tuple[Callable[[Any, Theme], Picture], ...] = ()
    read: Callable[[Settings, Any, Any], Any] = lambda settings, given, record: record
    enough: Callable[[Sequence[Any]], bool] = bool
    mathematics: Callable[[Any], Mathematics] | None = None
    click: tuple[Collection[str], Callable[[Settings, int], bool | None]] | None = None
    formerly: Mapping[str, str] = field(default_factory=dict)
    formerly_named: tuple[str, ...] = ()
    drafts: bool = True
    refused: Callable[[Refusal], None] | None = None
    more: Repeat | None = None
    narrow: bool = False
    compares: bool = True
    exports: Callable[[Settings, Any], Sequence[LongerExport]] | None = None
    show: Callable[[View, Settings], None] | None = None

    @property
    def sidebar(self) -> tuple[str, ...]:
        """Its shared settings; behind the kernel stand the shape parameters of all kernels."""
        return tuple(chain.from_iterable((name, *SHAPES) if name == "kernel" else (name,) for name in self.shared))

    @property
    def parameters(self) -> tuple[str, ...]:
        """All the settings that change what it shows."""
        scrubbed, beside = (self.scrub,) if self.scrub else (), (compare.BESIDE,) if self.compares else ()
        return tuple(dict.fromkeys((*self.sidebar, *self.controls, *self.options, *self.carried, *scrubbed, *beside)))

    def matters(self, name: str, settings: Mapping) -> bool:
        """Whether a setting has an effect, given the other settings."""
        conditions = TABLE[name].only_if
        return all(settings[other] in values for other, values in conditions.items() if other in self.parameters)

    def scrubbed(self, seen: Any, settings: Mapping) -> Any:
        """The record that the pictures take, at the position that is scrubbed to."""
        scrubs = self.scrub and self.matters(self.scrub, settings)
        return made(replace, seen, shown=settings[self.scrub]) if scrubs else seen


@dataclass(frozen=True)
class Page:
    """Views under one address.

    Attributes
    ----------
    name, title, icon : str
        Its address, its words in the page list, and the icon before them.
    views : tuple of View
        The first one is shown at first.
    n_first : int
        How many of them are in sight as words that choose; the others stand behind *More*. 0 for all.
    formerly : str
        What links of earlier versions call the setting that chooses among several views: `view` today.
    moved : mapping of str to tuple
        Names by which links called views that stand elsewhere now → the page and the query that show the same.
    further : callable, optional
        Settings → None: what stands behind *More* after the views, such as a button.
    beside : callable, optional
        Settings → None: what stands beside the words that choose.
    above : callable, optional
        Settings → what stands above the view, and what is left to do there once the view is shown, or None.
    """

    name: str
    title: str
    icon: str
    views: tuple[View, ...]
    n_first: int = 0
    formerly: str = ""
    moved: Mapping[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    further: Callable[[Settings], None] | None = None
    beside: Callable[[Settings], None] | None = None
    above: Callable[[Settings], Callable[[], None] | None] | None = None

    @property
    def chooser(self) -> str:
        """What links call the setting that chooses the view; empty where there is one view."""
        return "view" if len(self.views) > 1 else ""

    @property
    def setting(self) -> str:
        """The name of that setting, which is the page's own: each page remembers its view."""
        return f"{self.name}_view"

    @property
    def choices(self) -> dict[str, Parameter]:
        """The parameter that chooses the view, by its name; empty where there is one view."""
        if not self.chooser:
            return {}
        options = {view.name: view.label for view in self.views}
        formerly = {name: view.name for view in self.views for name in view.formerly_named}
        named = {"options": options, "formerly": formerly, "pills": True, "link": self.chooser}
        named["first"] = self.n_first
        return {self.setting: Choice(self.setting, "View", self.views[0].name, **named)}

    @property
    def linked(self) -> dict[str, str]:
        """The names of its settings that links call otherwise, by what links call them, or called them once."""
        return dict.fromkeys(filter(None, (self.chooser, self.formerly)), self.setting) if self.chooser else {}

    @property
    def parameters(self) -> tuple[str, ...]:
        """What its links carry."""
        return tuple(dict.fromkeys([*self.choices, *(name for view in self.views for name in view.parameters)]))

    @property
    def settings(self) -> dict[str, Parameter]:
        """The parameters of its links, by what a link calls them, or called them once."""
        own = {name: (TABLE | self.choices)[name] for name in self.parameters}
        return {name: own[its] for name, its in self.linked.items()} | {k: v for k, v in own.items() if not v.link}

    def moved_to(self, query: Mapping[str, str]) -> tuple[str, dict[str, str]] | None:
        """The page and the query that a link to a view that has moved asks for today; None for other links.

        The link's other settings are kept, without those that left with a view.
        """
        named = query.get(self.chooser) or query.get(self.formerly) or ""
        if named not in self.moved:
            return None
        page, asked = self.moved[named]
        others = {name: text for name, text in query.items() if name in TABLE and name not in self.linked}
        return page, others | asked

    def chosen(self, settings: Settings) -> View:
        """The view in sight."""
        return next(
            (view for view in self.views if self.chooser and view.name == settings[self.setting]), self.views[0]
        )


def show_page(page: Page, settings: Settings) -> None:
    """The chosen view of a page, below its question and the words that choose another."""
    view = page.chosen(settings)
    present.title(view.question, settings)
    if page.chooser:
        with st.container(key="views", horizontal=True):
            settings.draw(page.setting)
            _more(page, view, settings)
            if page.beside:
                page.beside(settings)
    rest = page.above(settings) if page.above else None
    (view.show or show_view)(view, settings)
    if rest:
        rest()


def _more(page: Page, view: View, settings: Settings) -> None:
    """The views behind one word, which names the chosen one among them, and what else the page has."""
    behind = page.views[page.n_first :] if page.n_first else ()
    others = [other for other in behind if other is not view]
    if not others:
        return
    at = crc32(settings.query().encode())  # under another key it is closed again once something in it was chosen
    with st.popover(f"More: {view.label}" if view in behind else "More", key=f"more-views-{at}"):
        for other in others:
            label = f"**{other.label}**  \n{other.question}"
            st.button(
                label, key=f"more-{other.name}", on_click=settings.put, args=(page.setting, other.name), type="tertiary"
            )
        if page.further:
            page.further(settings)


def show_view(view: View, settings: Settings) -> None:
    """The controls, and the pictures of the study's record while it grows and when it is complete."""
    draw_controls(view, settings)
    if view.compares and settings[compare.BESIDE]:
        st.caption(compare.heading(view, settings))
        view = compare.compared(view, settings)
    whole = _shown_whole(view, settings)
    settings.whole = whole and settings.whole is not False


def _shown_whole(view: View, settings: Settings) -> bool:
    """Show a view; True if all its pictures are complete and nothing was refused."""
    with progress_bar("Preparing the data …") as bar:
        with remembering(Calls()) as calls:
            given = view.draw_inputs(settings)
        told_apart = cache(partial(identity, given))  # once per run: digesting many splits reads hundreds of megabytes
        names = [view.name] if len(view.pictures) == 1 else [f"{view.name}-{i}" for i in range(len(view.pictures))]
        notices = st.container()
        charts = _charts(view, names)
        if len(charts) > 1:
            for chart in charts:
                chart.exports_in = charts[0]
        with notices, remembering(calls):
            jobs = view.jobs(settings, given)
        if not jobs:  # a notice says what is missing
            return False
        single, named = isinstance(jobs, Job), isinstance(jobs, Mapping)
        each_job = [jobs] if single else [*jobs.values()] if named else jobs
        less = partial(offer_less, [name for name in view.parameters if applies(name, view, settings)], settings)
        for growing in watch(each_job, bar, view.refused is not None, less):
            if not view.enough(growing.known) or (named and None in growing.records):
                continue
            record = growing.known[0] if single else growing.known
            if named:
                found_of = zip(jobs, growing.records, strict=True)
                record = {name: each for name, each in found_of if not isinstance(each, Refusal)}
            # lazily: only when a picture is due
            kept = _pictures(drafts=not growing.finished)
            shown = partial(_seen, kept, view, settings, given, told_apart, record, growing.records)
            if not growing.finished:
                for chart, picture in zip(charts, view.pictures, strict=True):
                    chart.refine(partial(_draw, kept, picture, shown), growing.records, once=not view.drafts)
    with notices:
        for refusal in {str(each): each for each in growing.refused}.values():
            view.refused(refusal)
    if not growing.known:
        return False
    with remembering(calls):
        for job, each in zip(each_job, growing.records, strict=True):
            if not isinstance(each, Refusal):
                remember(each, job.study, **job.arguments)
    picked = view.click and (view.click[0], partial(view.click[1], settings))
    scrubbed = (charts, partial(settings.put, view.scrub)) if view.scrub else None
    drawn = [
        chart.show(
            partial(_draw, kept, picture, shown),
            partial(_script, view, settings, given, record, calls, picture),
            picked,
            scrubbed if chart is charts[0] else None,
            settings.put,
        )
        for chart, picture in zip(charts, view.pictures, strict=True)
    ]
    if view.more:
        offer(view.more, settings, growing.known, max(workshop().seconds(job) or 0.0 for job in each_job))
    first = [TABLE[name] for name in view.controls if applies(name, view, settings)]
    controls = [f"{each.label}: {each.help}" for each in first if each.help]
    unfold(view.mathematics and view.mathematics(shown()), drawn, controls)
    if view.exports:
        offer_exports(view.exports(settings, given), charts[0].above_exports, view.name)
    return not growing.refused


def _charts(view: View, names: Sequence[str]) -> list[Chart]:
    """The pictures' places, one below the other; those of two sides side by side."""
    if not any(isinstance(picture, compare.OfSide) for picture in view.pictures):
        return [Chart(name, view.narrow) for name in names]
    above, columns, charts = st.container(), st.columns(2), []
    for i, name in enumerate(names):
        with columns[i % 2]:
            charts.append(Chart(name, narrow=True, above=above))
    return charts


def _read(view: View, settings: Settings, given: Any, record: Any) -> Any:
    """What the pictures take, at the position that is scrubbed to."""
    seen = view.read(settings, given, record)
    return seen if isinstance(seen, Mapping) else view.scrubbed(seen, settings)  # sides are at theirs already


def _seen(
    kept: Cache,
    view: View,
    settings: Settings,
    given: Any,
    told_apart: Callable[[], Hashable],
    record: Any,
    records: Sequence[Any],
) -> Any:
    """The record that the pictures take, cached across viewers by settings and records."""
    values = {name: settings[name] for name in view.parameters}
    key = (view.name, view.read, view.scrub, identity(values), told_apart(), tuple(map(id, records)))
    return kept.made(key, partial(_read, view, values, given, record), holds=records)


def _draw(kept: Cache, picture: Callable[[Any, Theme], Picture], shown: Callable[[], Any], theme: Theme) -> Picture:
    record = shown()
    key = (picture, id(record), theme.name, theme.narrow, theme.presented)
    return kept.made(key, partial(picture, record, theme), holds=(picture, record))


@st.cache_resource(show_spinner=False)
def _pictures(drafts: bool) -> Cache:
    """Caches of drawn pictures and their records: one for finished pictures, a small one for drafts."""
    return Cache(32, 32 * 2**20) if drafts else Cache(256, 128 * 2**20)


def _script(view: View, settings: Settings, given: Any, record: Any, calls: Calls, picture: Callable) -> str:
    """The program that prints the numbers of one picture."""
    with remembering(calls):
        seen = _read(view, settings, given, record)
        if isinstance(picture, compare.OfSide):
            seen, picture = seen[picture.letter], picture.picture
        drawn = made(picture, seen, THEMES["light"])
    folder = Path(rffviz.__file__).parents[1]  # a clone, which has app.py, unless it is installed
    here = sessions.at_home() and (folder / "app.py").is_file()
    return program(view.question, calls, drawn, settings["seed"], str(folder) if here else "")


def draw_controls(view: View, settings: Settings) -> None:
    """One row: the controls that matter first, and the others folded."""
    first, folded = (
        [name for name in names if applies(name, view, settings)] for names in (view.controls, view.options)
    )
    drawn = first if "drawn" in view.carried else ()
    pen = next((name for name in drawn if name != "dataset" and settings[name] == OWN), "")
    widths = [_width(name, settings) for name in first]
    widths += [2] * bool(pen)
    widths += [2.5 if len(widths) > 3 or sum(widths) > 11 else 2] * bool(folded)
    if not widths:
        return
    crowded = len(first) > 4 or sum(widths) > _CROWDED
    with st.container(key="controls"), st.container(key="many-controls" if crowded else None):
        columns = st.columns(widths, vertical_alignment="center")
    for column, name in zip(columns, first, strict=False):
        with column:
            _draw_first(name, settings)
    if pen:
        with columns[len(first)]:
            draw_points(settings, classes=pen != "function")
    if folded:
        with columns[-1], st.popover("Options", icon=":material/tune:", width="stretch" if first else "content"):
            for name in folded:
                settings.draw(name)
    if "dataset" in first and settings["dataset"] == OWN:
        own_file()


def _draw_first(name: str, settings: Settings) -> None:
    """A control in sight, without its help, which stands in the details; a selection of several unfolds."""
    parameter = TABLE[name]
    if not isinstance(parameter, Several):
        settings.draw(name, help=None)
        return
    chosen = "; ".join(parameter.options[each] for each in settings[name])
    with st.popover(f"{parameter.label}: {chosen}", width="stretch", key=f"{name}-several"):
        settings.draw(name)


def _width(name: str, settings: Settings) -> float:
    """The relative width of a control: wider for several names or a long one."""
    parameter = TABLE[name]
    long = isinstance(parameter, Choice) and len(parameter.options[settings[name]]) > _LONG_NAME
    if long or isinstance(parameter, (Several, Written)):
        return 5
    return 4 if isinstance(parameter, (Whole, Number)) and len(parameter.label) > _LONG_LABEL else 3


def applies(name: str, view: View, settings: Settings) -> bool:
    """Whether a setting has a control: given the other settings it has an effect, and it is not scrubbed."""
    return name != view.scrub and view.matters(name, settings)
