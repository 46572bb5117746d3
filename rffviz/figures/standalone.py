"""A picture as one HTML document that needs nothing else: it draws, and scrubs, with no network and no server.

The control that scrubs stands here once, for these documents and for the pages: `SCRUB_MARKUP`, `SCRUB_SCRIPT` and
`SCRUB_STYLE`, which takes its colours from custom properties.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

import plotly.io as pio

from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import FONT, LIGHT, THEMES, Theme

CONFIG = {
    "displaylogo": False,
    "displayModeBar": "hover",
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}

# The plot's frames are all in the browser: moving through them asks nothing of anyone. A native range input is reached
# by keyboard, finger and screen reader alike, which Plotly's own slider is not. `root` holds the markup, `data` is
# `scrub_data`, `findPlot` gives the plot that is scrubbed; the answer is what stops a play that is running.
SCRUB_SCRIPT = """
function rffvizScrub(root, data, findPlot) {
  const find = (name) => root.querySelector(name)
  const range = find("input"), value = find("output"), reading = find("[aria-live]"), play = find("[data-play]")
  const identity = JSON.stringify([data.names, data.start])
  range.max = data.names.length - 1
  range.setAttribute("aria-label", data.label)
  find("label").textContent = data.label
  const say = (at) => {
    range.value = at
    range.setAttribute("aria-valuetext", data.values[at])
    value.textContent = data.values[at]
    reading.textContent = data.readings[at]
  }
  const go = (to) => {
    const at = Math.max(0, Math.min(data.names.length - 1, Number(to)))
    say(at)
    const plot = findPlot()
    if (plot && window.Plotly) {
      window.Plotly.animate(plot, [data.names[at]], {
        mode: "immediate", frame: { duration: 0, redraw: data.redraw }, transition: { duration: 0 },
      })
    }
  }
  const stop = () => {
    clearInterval(root.rffvizTimer)
    root.rffvizTimer = null
    play.textContent = "▶"
  }
  range.oninput = () => { stop(); go(range.value) }
  find("[data-back]").onclick = () => { stop(); go(Number(range.value) - 1) }
  find("[data-on]").onclick = () => { stop(); go(Number(range.value) + 1) }
  play.onclick = () => {
    if (root.rffvizTimer) return stop()
    if (Number(range.value) >= data.names.length - 1) go(0)
    play.textContent = "⏸"
    root.rffvizTimer = setInterval(() => {
      go(Number(range.value) + 1)
      if (Number(range.value) >= data.names.length - 1) stop()
    }, 700)
  }
  const kept = root.rffvizIdentity === identity ? Number(range.value) : data.start
  root.rffvizIdentity = identity
  stop()
  if (kept === data.start) say(kept)
  else setTimeout(() => go(kept), 300)
  return () => clearInterval(root.rffvizTimer)
}
"""
SCRUB_MARKUP = """
<div class="scrub">
  <span class="what"><label></label> <output></output></span>
  <span class="moves">
    <button type="button" data-back aria-label="one back">‹</button>
    <input type="range" min="0" step="1">
    <button type="button" data-on aria-label="one on">›</button>
    <button type="button" data-play aria-label="play or pause">▶</button>
  </span>
</div>
<p class="reading" aria-live="polite"></p>
"""
SCRUB_STYLE = """
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
.reading { font-weight: 600; margin: 0.6rem 0 0; line-height: 1.5; }
"""

# Nothing may be asked of any server, whatever stands in the page: Plotly is told so, and the browser is.
_POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"
_PAGE_STYLE = """
body { max-width: 1100px; margin: 0 auto; padding: 1.25rem 1rem 2.5rem; font-size: 17px; line-height: 1.5; }
body, summary { color: var(--st-text-color); background: var(--st-background-color); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
.subtitle, details { color: var(--muted); font-size: 0.95rem; margin: 0.35rem 0 0.75rem; overflow-wrap: anywhere; }
figure { margin: 0; }
details { margin-top: 1.25rem; }
"""


def scrub_data(scrub: Scrub) -> dict:
    """What `SCRUB_SCRIPT` is given, in types that JSON has."""
    return {
        "label": scrub.label,
        "names": list(scrub.names),
        "values": list(scrub.values),
        "readings": list(scrub.readings),
        "start": scrub.start,
        "redraw": scrub.redraw,
    }


def standalone_html(picture: Picture) -> str:
    """The picture as an HTML document with everything in it, Plotly included (about 4.5 MB).

    Title, subtitle, the figure with its alt text, the sentence that reads it and where the numbers come from, in the
    colours of the figure; where it has frames, the control that moves through them. The document forbids itself every
    request (a Content-Security-Policy), and every text is escaped.

    Parameters
    ----------
    picture : Picture

    Returns
    -------
    str
    """
    theme = _theme_of(picture)
    plot = pio.to_html(
        picture.figure, config=CONFIG, auto_play=False, include_plotlyjs=True, full_html=False, div_id="plot"
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(picture.title)}</title>
<style>
:root {{ color-scheme: {theme.name}; font-family: {FONT}; {_properties(theme)} }}
{_PAGE_STYLE}{SCRUB_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(picture.title)}</h1>
<p class="subtitle">{escape(picture.subtitle)}</p>
<figure aria-label="{escape(picture.alt)}">
{plot}
</figure>
{_words(picture)}
{_provenance(picture)}
</main>
</body>
</html>
"""


def _theme_of(picture: Picture) -> Theme:
    """The appearance the figure was drawn in, by its paper."""
    paper = picture.figure.layout.paper_bgcolor
    return next((theme for theme in THEMES.values() if theme.paper == paper), LIGHT)


def _properties(theme: Theme) -> str:
    """The custom properties that the styles take their colours from."""
    colours = {
        "--st-text-color": theme.ink,
        "--st-background-color": theme.paper,
        "--st-border-color": theme.muted,
        "--st-primary-color": theme.hues["blue"],
        "--muted": theme.muted,
    }
    return " ".join(f"{name}: {colour};" for name, colour in colours.items())


def _words(picture: Picture) -> str:
    """The reading; where the picture has frames, with the control that changes both."""
    if picture.scrub is None:
        return f'<p class="reading">{escape(picture.reading)}</p>'
    data = scrub_data(picture.scrub)
    return f"""<div id="words">{SCRUB_MARKUP}</div>
<noscript><p>{escape(picture.reading)}</p></noscript>
<script>{SCRUB_SCRIPT}
rffvizScrub(document.getElementById("words"), {_json(data)}, () => document.getElementById("plot"))
</script>"""


def _provenance(picture: Picture) -> str:
    if not picture.provenance:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in picture.provenance)
    return f"<details><summary>Where the numbers come from</summary><ul>{lines}</ul></details>"


def _json(data: Mapping) -> str:
    """JSON that may stand in a script: no text in it can end the script or start a comment."""
    text = json.dumps(data)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
