"""Shows a picture: the plot with its alt text, the sentence that reads it, and the ways to take it away."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from rffviz.figures.picture import Picture
from rffviz.figures.standalone import CONFIG, SCRUB_MARKUP, SCRUB_SCRIPT, SCRUB_STYLE, scrub_data, standalone_html
from rffviz.figures.theme import THEMES, Theme
from rffviz.web import browser

# The picture is made by the browser that shows it. Plotly's own camera button does the work: for the length of the
# click the figure is told the format, and the title that stands above it on the page. It copies both at once.
_EXPORT_SCRIPT = """
export default function (component) {
  const { data, parentElement } = component
  const said = parentElement.querySelector("[role=status]")
  for (const button of parentElement.querySelectorAll("button")) {
    button.onclick = () => {
      const plot = document.querySelector(`.st-key-${data.plot} .js-plotly-plot`)
      const camera = plot?.querySelector('.modebar-btn[data-attr="toImage"], .modebar-btn[data-title^="Download"]')
      if (!camera) {
        said.textContent = "The figure is not drawn yet: try again in a moment."
        return
      }
      said.textContent = ""
      const { layout, _context: context } = plot
      const before = { title: layout.title, margin: layout.margin, options: context.toImageButtonOptions }
      layout.title = {
        text: data.title, font: { size: 22 }, x: 0.01, xanchor: "left", y: 0.98, yanchor: "top",
        subtitle: { text: data.subtitle, font: { size: 14 } },
      }
      layout.margin = { ...layout.margin, t: (layout.margin?.t ?? 14) + 76 }
      context.toImageButtonOptions = {
        format: button.dataset.format, filename: data.filename, scale: 2,
        width: Math.max(plot.clientWidth, 1100), height: plot.clientHeight + 76,
      }
      camera.dispatchEvent(new MouseEvent("click", { bubbles: false }))
      layout.title = before.title
      layout.margin = before.margin
      context.toImageButtonOptions = before.options
    }
  }
}
"""
_EXPORT_MARKUP = """
<div class="row">
  <button type="button" data-format="svg">Picture (SVG)</button>
  <button type="button" data-format="png">Picture (PNG)</button>
  <span role="status"></span>
</div>
"""
_EXPORT_STYLE = """
.row { display: flex; flex-direction: column; gap: 0.5rem; }
button {
  font: inherit; color: var(--st-text-color); background: var(--st-background-color); cursor: pointer;
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: 0.4rem 0.75rem;
}
button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color); }
span:empty { display: none; }
"""


# The same control as in an exported document; a page has several plots, found by the class of their place.
_PAGE_SCRUB_SCRIPT = (
    SCRUB_SCRIPT
    + """
export default function (component) {
  const { data, parentElement } = component
  return rffvizScrub(parentElement, data, () => document.querySelector(`.st-key-${data.plot} .js-plotly-plot`))
}
"""
)


@st.cache_resource(show_spinner=False)
def _scrubber():
    return st.components.v2.component("rffviz_scrubber", html=SCRUB_MARKUP, js=_PAGE_SCRUB_SCRIPT, css=SCRUB_STYLE)


@st.cache_resource(show_spinner=False)
def _export_buttons():
    return st.components.v2.component(
        "rffviz_picture_export", html=_EXPORT_MARKUP, js=_EXPORT_SCRIPT, css=_EXPORT_STYLE
    )


def theme() -> Theme:
    """The appearance and the room the viewer's browser has now."""
    found = THEMES.get(st.context.theme.type or "light", THEMES["light"])
    return replace(found, narrow=browser.narrow())


class Chart:
    """A place on the page for one picture, drawn once, or refined while its numbers come in.

    Parameters
    ----------
    key : str
        Stable key of this figure on the page; also the class its exports find it by.
    narrow : bool
        The place has half a page's width: the exports go under the words.
    """

    _BETWEEN = 0.4  # seconds between two refinements: a redraw costs the browser about a tenth

    def __init__(self, key: str, narrow: bool = False) -> None:
        self._key = key
        with st.container(key=f"{key}-figure"):
            self._title, self._subtitle, self._plot = st.empty(), st.empty(), st.empty()
            words, away = (st.container(), st.container()) if narrow else st.columns([5, 1])
            self._words, self._away = words.empty(), away.container()
        self._drafts = 0
        self._drawn_at = 0.0

    def refine(self, build: Callable[[Theme], Picture], once: bool = False) -> None:
        """Draw a picture that more numbers will follow, unless the last one is too fresh, or there is one and `once`.

        It has no exports yet, and no scrub.
        """
        if time.monotonic() - self._drawn_at < self._BETWEEN or (once and self._drafts):
            return
        self._drafts += 1
        self._draw(build(theme()), f"{self._key}-draft-{self._drafts}", final=False)
        self._drawn_at = time.monotonic()

    def show(
        self,
        build: Callable[[Theme], Picture],
        script: Callable[[], str] | None = None,
        picked: tuple[str, Callable[[int], None]] | None = None,
    ) -> None:
        """Draw the finished picture in the viewer's appearance, with its reading and its exports.

        `script` gives the Python program that prints the picture's numbers; it is called when it is asked for. `picked`
        is the name of a trace and what to do, before the next run, with the number of its point that was clicked.
        """
        self._draw(build(theme()), self._key, final=True, script=script, picked=picked)

    def _draw(self, picture: Picture, plot_key: str, final: bool, script=None, picked=None) -> None:
        self._title.header(picture.title, anchor=False)
        self._subtitle.caption(picture.subtitle)
        listening = {}
        if picked is not None:
            names = [trace.name for trace in picture.figure.data]
            listening = {"on_select": partial(_clicked, plot_key, names, *picked), "selection_mode": "points"}
        self._plot.plotly_chart(picture.figure, theme=None, key=plot_key, alt=picture.alt, config=CONFIG, **listening)
        with self._words.container():
            if picture.scrub is None or not final:
                st.markdown(f"**{picture.reading}**")
            else:
                data = {"plot": f"{self._key}-figure", **scrub_data(picture.scrub)}
                _scrubber()(data=data, key=f"{plot_key}-scrub")
        if final:
            with self._away:
                _exports(picture, self._key, script)


def _clicked(key: str, names: list[str | None], wanted: str, act: Callable[[int], None]) -> None:
    """A point was clicked: where it is one of the wanted trace, act on its number."""
    for point in st.session_state[key].selection.points:
        if names[point["curve_number"]] == wanted:
            act(int(point["point_index"]))
            return


def _exports(picture: Picture, key: str, script: Callable[[], str] | None) -> None:
    """The ways to take a picture away: files from here, made when asked for; the picture itself from the browser."""
    files = [
        ("Data (CSV)", "csv", "text/csv", picture.csv),
        ("Figure (HTML)", "html", "text/html", lambda: standalone_html(picture)),
    ]
    if script is not None:
        files.append(("Python script", "py", "text/x-python", script))
    with st.popover("Export", icon=":material/download:", key=f"{key}-export", width="stretch"):
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
        _export_buttons()(
            data={
                "plot": f"{key}-figure",
                "filename": picture.name,
                "title": picture.title,
                "subtitle": picture.subtitle,
            },
            key=f"{key}-picture",
        )
