"""Shows a picture: the plot with its alt text, the sentence that reads it, and the ways to take it away."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import THEMES, Theme
from rffviz.web import browser

_CONFIG = {
    "displaylogo": False,
    "displayModeBar": "hover",
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}

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


# The plot's frames are all in the browser: moving through them asks nothing of the server. A native range input is
# reached by keyboard, finger and screen reader alike, which Plotly's own slider is not.
_SCRUB_SCRIPT = """
export default function (component) {
  const { data, parentElement } = component
  const find = (name) => parentElement.querySelector(name)
  const range = find("input"), value = find("output"), reading = find("p"), play = find("[data-play]")
  const identity = JSON.stringify([data.names, data.start])
  range.max = data.names.length - 1
  range.setAttribute("aria-label", data.label)
  find("label").textContent = data.label
  const go = (to) => {
    const at = Math.max(0, Math.min(data.names.length - 1, Number(to)))
    range.value = at
    range.setAttribute("aria-valuetext", data.values[at])
    value.textContent = data.values[at]
    reading.textContent = data.readings[at]
    const plot = document.querySelector(`.st-key-${data.plot} .js-plotly-plot`)
    if (plot && window.Plotly) {
      window.Plotly.animate(plot, [data.names[at]], {
        mode: "immediate", frame: { duration: 0, redraw: data.redraw }, transition: { duration: 0 },
      })
    }
  }
  const stop = () => {
    clearInterval(parentElement.rffvizTimer)
    parentElement.rffvizTimer = null
    play.textContent = "▶"
  }
  range.oninput = () => { stop(); go(range.value) }
  find("[data-back]").onclick = () => { stop(); go(Number(range.value) - 1) }
  find("[data-on]").onclick = () => { stop(); go(Number(range.value) + 1) }
  play.onclick = () => {
    if (parentElement.rffvizTimer) return stop()
    if (Number(range.value) >= data.names.length - 1) go(0)
    play.textContent = "⏸"
    parentElement.rffvizTimer = setInterval(() => {
      go(Number(range.value) + 1)
      if (Number(range.value) >= data.names.length - 1) stop()
    }, 700)
  }
  const kept = parentElement.rffvizIdentity === identity ? Number(range.value) : data.start
  parentElement.rffvizIdentity = identity
  stop()
  if (kept === data.start) {
    range.value = kept
    range.setAttribute("aria-valuetext", data.values[kept])
    value.textContent = data.values[kept]
    reading.textContent = data.readings[kept]
  } else setTimeout(() => go(kept), 300)
  return () => clearInterval(parentElement.rffvizTimer)
}
"""
_SCRUB_MARKUP = """
<div class="scrub">
  <span class="what"><label></label> <output></output></span>
  <span class="moves">
    <button type="button" data-back aria-label="one back">‹</button>
    <input type="range" min="0" step="1">
    <button type="button" data-on aria-label="one on">›</button>
    <button type="button" data-play aria-label="play or pause">▶</button>
  </span>
</div>
<p aria-live="polite"></p>
"""
_SCRUB_STYLE = """
.scrub { display: flex; align-items: center; gap: 0.3rem 1rem; flex-wrap: wrap; font-size: 1.05rem; }
.what { display: flex; gap: 0.6rem; }
.moves { display: flex; align-items: center; gap: 0.5rem; flex: 1 1 16rem; }
input { flex: 1 1 6rem; min-width: 4rem; height: 2.25rem; accent-color: var(--st-primary-color); cursor: pointer; }
button {
  font: inherit; min-width: 2.4rem; height: 2.25rem; cursor: pointer; color: var(--st-text-color);
  background: var(--st-background-color); border: 1px solid var(--st-border-color); border-radius: 0.5rem;
}
button:hover, button:focus-visible { border-color: var(--st-primary-color); }
output { font-weight: 600; min-width: 6rem; font-variant-numeric: tabular-nums; }
p { font-weight: 600; margin: 0.6rem 0 0; line-height: 1.5; }
"""


@st.cache_resource(show_spinner=False)
def _scrubber():
    return st.components.v2.component("rffviz_scrubber", html=_SCRUB_MARKUP, js=_SCRUB_SCRIPT, css=_SCRUB_STYLE)


def _scrub_data(scrub: Scrub, plot: str) -> dict:
    return {
        "plot": plot,
        "label": scrub.label,
        "names": list(scrub.names),
        "values": list(scrub.values),
        "readings": list(scrub.readings),
        "start": scrub.start,
        "redraw": scrub.redraw,
    }


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
    """

    _BETWEEN = 0.4  # seconds between two refinements: a redraw costs the browser about a tenth

    def __init__(self, key: str) -> None:
        self._key = key
        with st.container(key=f"{key}-figure"):
            self._title, self._subtitle, self._plot = st.empty(), st.empty(), st.empty()
            words, away = st.columns([5, 1])
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

    def show(self, build: Callable[[Theme], Picture]) -> None:
        """Draw the finished picture in the viewer's appearance, with its reading and its exports."""
        self._draw(build(theme()), self._key, final=True)

    def _draw(self, picture: Picture, plot_key: str, final: bool) -> None:
        self._title.header(picture.title, anchor=False)
        self._subtitle.caption(picture.subtitle)
        self._plot.plotly_chart(picture.figure, theme=None, key=plot_key, alt=picture.alt, config=_CONFIG)
        with self._words.container():
            if picture.scrub is None or not final:
                st.markdown(f"**{picture.reading}**")
            else:
                _scrubber()(data=_scrub_data(picture.scrub, f"{self._key}-figure"), key=f"{plot_key}-scrub")
        if final:
            with self._away:
                _exports(picture, self._key)


def _exports(picture: Picture, key: str) -> None:
    """The ways to take a picture away: its numbers from here, the picture itself from the browser."""
    with st.popover("Export", icon=":material/download:", key=f"{key}-export", width="stretch"):
        st.download_button(
            "Data (CSV)",
            data=picture.csv,
            file_name=f"{picture.name}.csv",
            mime="text/csv",
            on_click="ignore",
            key=f"{key}-csv",
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
