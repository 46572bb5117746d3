"""The shell around the pages: the page list, the shared controls, notices, and what happens when something fails."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from itertools import chain

import streamlit as st

from rffviz.figures.theme import THEMES, Theme
from rffviz.kernels import KERNELS
from rffviz.validation import Refusal
from rffviz.web import browser
from rffviz.web.choices import own_file
from rffviz.web.door import Page, current
from rffviz.web.link import Settings
from rffviz.web.table import LARGEST_SEED, NOT_REGISTERED, OWN, SHAPES, TABLE

_log = logging.getLogger("rffviz")


def open_page(pages: Sequence[Page]) -> None:
    """Open the page that the address names, within the shell."""
    look = THEMES[st.context.theme.type or "light"]
    st.html(f"<style>{_styled(look)}</style>")
    entries = {page.name: page for page in pages}
    listed = [
        st.Page(page.path, title=page.title, icon=page.icon, url_path=page.name, default=page is pages[0])
        for page in pages
    ]
    chosen = st.navigation(listed, position="hidden")
    page = entries[chosen.url_path or pages[0].name]
    settings = Settings(TABLE, _on_page(page), page.name)
    current.settings = settings
    try:
        browser.watch()
        with st.sidebar:
            for each, entry in zip(pages, listed, strict=True):
                st.page_link(entry, icon=each.icon, query_params=settings.offer(_on_page(each)) or None)
            st.divider()
            _shared_controls(page, settings)
        for reason in NOT_REGISTERED:
            st.warning(f"A sampler named at the start is not here. {reason}", icon=":material/info:")
        for notice in settings.notices:
            st.warning(notice, icon=":material/link_off:")
        chosen.run()
    except Exception as error:  # a viewer gets a sentence, the log the trace
        explain(error)
    finally:
        current.settings = None


def explain(error: Exception) -> None:
    """Say what went wrong: a refusal's own sentence, or that something failed, with the trace in the log alone."""
    if isinstance(error, Refusal):
        st.warning(str(error), icon=":material/info:")
        return
    _log.exception("a page failed")
    st.error(
        "Something failed while this page was drawn. The settings in the link are kept: change one, or reload.",
        icon=":material/error:",
    )


def _on_page(page: Page) -> tuple[str, ...]:
    """The names of all its settings; behind the kernel come the shape parameters of every kernel."""
    listed = [(name, *SHAPES) if name == "kernel" else (name,) for name in (*page.shared, *page.own)]
    return tuple(chain.from_iterable(listed))


def _shared_controls(page: Page, settings: Settings) -> None:
    """The controls that keep their value from page to page; only those the page takes."""
    for name in page.shared:
        if page.idles(name, settings):
            continue
        if name == "seed":
            with st.container(horizontal=True, vertical_alignment="bottom"):
                settings.draw("seed")
                st.button(
                    "New seed",
                    icon=":material/casino:",
                    on_click=lambda: settings.put("seed", secrets.randbelow(LARGEST_SEED)),
                )
            continue
        settings.draw(name)
        if name == "dataset" and settings["dataset"] == OWN:
            own_file()
        if name == "kernel":
            kernel = KERNELS[settings["kernel"]]
            st.caption(f"k(δ) = {kernel.formula}  \nspectrum: {kernel.spectrum}")
            for shape in kernel.shape_parameters:
                settings.draw(shape.name)


def _styled(look: Theme) -> str:
    """The style sheet in the colours of the appearance."""
    colours = {"MUTED": look.muted, "PAPER": look.paper, "GRID": look.grid, "BOUND": look.bound}
    colours |= {"GREEN": look.hues["green"], "AMBER": look.hues["amber"]}
    style = _STYLE
    for name, colour in colours.items():
        style = style.replace(name, colour)
    return style


_STYLE = """
[data-testid="stMainBlockContainer"] { padding: 1.25rem 3rem 3rem; max-width: 1500px; }
[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"] { gap: 0.75rem; }
.st-key-browser, .st-key-early { position: absolute; height: 0; overflow: hidden; }
[data-testid="stHeader"] { background: transparent; pointer-events: none; }
[data-testid="stHeader"] > * { pointer-events: auto; }
[data-testid="stCaptionContainer"] { opacity: 1; color: MUTED; }
.stMultiSelect span[title], .stMultiSelect span[title] ~ * { color: PAPER; }
[data-testid="stPageLink"] p { white-space: normal; }
h1 { font-size: 1.75rem !important; padding: 0 2.5rem 0.4rem 0 !important; }
h2 { font-size: 1.35rem !important; padding: 0.25rem 0 0 !important; }
:is(.st-key-convergence-a-figure, .st-key-convergence-b-figure) h2 { min-height: 2.6em; }
:is(.st-key-convergence-a-figure, .st-key-convergence-b-figure) > :nth-child(2) { min-height: 4.2rem; }
.verdicts { width: 100%; border-collapse: collapse; }
.verdicts :is(th, td) { text-align: left; vertical-align: top; padding: 0.45rem 0.75rem 0.45rem 0; width: 42%; }
.verdicts th:first-child { width: 16%; }
.verdicts td span { display: none; }
.verdicts tr { border-bottom: 1px solid GRID; }
.verdicts .fault { color: BOUND; }
.verdicts .fine { color: GREEN; }
.verdicts .property { color: AMBER; }
.verdicts .unknown { color: MUTED; }
@media (max-width: 640px) {
  .verdicts :is(thead, tbody, tr, th, th:first-child, td) { display: block; width: 100%; }
  .verdicts td span { display: inline; }
  [data-testid="stMainBlockContainer"] { padding: 3.25rem 0.75rem 3rem; }
  h1 { font-size: 1.5rem !important; }
  h2 { font-size: 1.15rem !important; }
}
"""
