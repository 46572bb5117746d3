"""The shell around the pages: the page list, the shared controls, notices, and what happens when something fails."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from typing import Any

import streamlit as st

from rffviz.explorer.figures.standalone import PLOT_STYLE, READOUT_STYLE
from rffviz.explorer.figures.theme import Theme
from rffviz.explorer.web import compare
from rffviz.explorer.web.chart import shown, theme
from rffviz.explorer.web.components import browser
from rffviz.explorer.web.components.component import asset
from rffviz.explorer.web.jobs.worker import Ended
from rffviz.explorer.web.lecture import edit as lecture
from rffviz.explorer.web.lecture import present
from rffviz.explorer.web.server import sessions
from rffviz.explorer.web.settings.inputs import draw_again, own_file
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.own_schemes import register_named
from rffviz.explorer.web.settings.table import OWN, TABLE
from rffviz.explorer.web.view import Page, View, applies, show_page
from rffviz.foundation.validation import Refusal
from rffviz.kernels import KERNELS

_log = logging.getLogger("rffviz")
_LAST = "_last"  # last view shown without a failure: page name, view label, query of its link
_IN_SIGHT = "_in_sight"  # views whose elements the browser may still show: the last complete one, and those left since


def open_page(pages: Sequence[Page]) -> None:
    """Open the page that the address names, within the shell."""
    sessions.notice()
    looks = st.container(key="looks")
    with looks:
        st.html(
            f"<style>{_colours(theme())}{PLOT_STYLE}{READOUT_STYLE}{asset('shell.css')}{asset('print.css')}</style>"
        )

    def body() -> None:
        show_page(page, settings)

    listed = {
        page.name: st.Page(body, title=page.title, icon=page.icon, url_path=page.name, default=page is pages[0])
        for page in pages
    }
    chosen = st.navigation(list(listed.values()), position="hidden")
    page = next((page for page in pages if page.name == chosen.url_path), pages[0])
    query = st.query_params.to_dict()
    if moved := page.moved_to(query) or present.moved_to(page.name, query):
        st.switch_page(listed[moved[0]], query_params=moved[1])
    choices = {name: choice for each in pages for name, choice in each.choices.items()}
    on_page = (*page.parameters, *present.CARRIED)
    settings = Settings(TABLE | choices, on_page, page.name, listed, _formerly(page), page.linked)
    named = [page.chosen(settings).label] if page.chooser else []
    st.set_page_config(page_title=" · ".join([*named, page.title, "rffviz"]))
    at, in_sight = (page.name, page.chosen(settings).name), st.session_state.setdefault(_IN_SIGHT, set())
    others = None
    try:
        present.begin(settings)
        browser.watch(settings.instead)
        with st.sidebar:
            for each in pages:
                st.page_link(listed[each.name], icon=each.icon, query_params=settings.offer(each.parameters) or None)
            st.divider()
            _shared_controls(page.chosen(settings), settings)
            question = present.asked(page.chosen(settings).question, settings)
            if page.chosen(settings).compares:
                compare.button(page.chosen(settings), settings)
            present.enter(settings, question)
            lecture.add_button(question, page.name, settings, present.CARRIED)
        for reason in register_named():
            st.warning(f"A sampler named at the start is not here. {reason}", icon=":material/info:")
        if settings.notices:  # one box for all notices, so that a link with many mistakes leaves room for the figure
            st.warning("\n\n".join(settings.notices), icon=":material/link_off:")
        with looks:
            others = _hide_others(at, in_sight)
        in_sight.add(at)
        chosen.run()
        present.end(settings)
        if settings.whole:
            st.session_state[_LAST] = page.name, page.chosen(settings).label, settings.asked(*present.CARRIED)
    except Exception as error:  # a viewer gets a sentence, the log the trace
        explain(error, view=page.chosen(settings).label)
        if not isinstance(error, Refusal) or isinstance(error, Ended):
            _offer_last(settings)
    if others is not None:
        others.empty()
    st.session_state[_IN_SIGHT] = {at}
    settings.finish()


def _hide_others(at: tuple[str, str], in_sight: set[tuple[str, str]]) -> Any:
    """Hide elements left over from other views until the returned placeholder is emptied.

    The browser keeps what a run has not replaced yet. A figure stays where it is the wanted view's own, drawn before
    that view was left; not as long as a view of another page is in sight, whose figures may have the same names.
    """
    if not in_sight - {at}:
        return st.empty()
    page, view = at
    drawn = shown() in (view, f"{view}-0", f"{view}-1") and all(name == page for name, _ in in_sight)
    own = f':not([class*="st-key-{view}-"][class*="-figure"] *)' if drawn else ""
    # send both in one element: emptying it in between flashes other views; a lone style outlives its container
    return st.html(f"<style>{asset('leaving.css').replace(':not(own)', own)}</style><span></span>")


def _formerly(page: Page):
    return lambda values: page.chosen(values).formerly


def explain(error: Exception, cause: BaseException | None = None, view: str = "") -> None:
    """Say what went wrong: a refusal's own sentence, or that something failed, with the trace in the log alone.

    `cause` is what a refusal comes from, where it is not its own cause; `view` the label of the view that was drawn.
    """
    if isinstance(error, Refusal) and not isinstance(error, Ended):
        st.warning(str(error), icon=":material/info:")
        cause = cause or error.__cause__
        if cause is not None and sessions.at_home():  # the user's own sampler raised it
            with st.expander("Traceback"):
                st.code("".join(traceback.format_exception(cause)), language=None)
        return
    _log.error("a page failed", exc_info=error)
    st.error(
        f"Something failed while {f'the view “{view}”' if view else 'this page'} was drawn. "
        f"{f'{error} ' if isinstance(error, Ended) else ''}The settings in the link are kept: change one, or reload.",
        icon=":material/error:",
    )


def _offer_last(settings: Settings) -> None:
    """Offer the link to the last settings that worked in this session, if they differ from the current ones."""
    page, view, query = st.session_state.get(_LAST, (settings.page, "", None))
    if query is None or (page == settings.page and query == settings.asked(*present.CARRIED)):
        return
    words = f"Back to the last settings that worked: {view}"
    carried = {name: text for name, text in settings.asked().items() if name in present.CARRIED}
    query = {present.PRESENT: "0"} | carried | query  # an empty query would keep the current settings
    if page == settings.page:  # Streamlit takes a link to the current page for a late rerun, but not a button
        st.button(words, key="last-that-worked", icon=":material/undo:", on_click=settings.open, args=(query,))
        return
    st.page_link(settings.pages[page], label=words, icon=":material/undo:", query_params=settings.carry(query))


def _shared_controls(view: View, settings: Settings) -> None:
    """The controls that keep their value from page to page; only those that change what is shown."""
    for name in view.sidebar:
        if not applies(name, view, settings):
            continue
        if name == "seed":
            with st.container(horizontal=True, vertical_alignment="bottom"):
                settings.draw("seed")
                st.button("New seed", icon=":material/casino:", on_click=draw_again, args=(settings,))
            continue
        settings.draw(name)
        if name == "dataset" and settings["dataset"] == OWN:
            own_file()
        if name == "kernel":
            kernel = KERNELS[settings["kernel"]]
            st.caption(f"$k(\\delta)={kernel.formula}$  \nspectrum: {kernel.spectrum}")


def _colours(look: Theme) -> str:
    """The custom properties that the style sheet takes its colours from."""
    colours = {"muted": look.muted, "paper": look.paper, "grid": look.grid, "bound": look.bound}
    colours |= {"green": look.hues["green"], "amber": look.hues["amber"]}
    return f":root {{ {' '.join(f'--{name}: {colour};' for name, colour in colours.items())} }}\n"
