"""A picture as a self-contained HTML document: it draws and scrubs without network or server.

The scrubbing control is defined here, for these documents and for the pages: `SCRUB_MARKUP`, `SCRUB_SCRIPT`, which also
highlights related parts in figures that opt in, and `SCRUB_STYLE`, which takes its colours from custom properties; so
do `PLOT_STYLE` and `TOUCH_SCRIPT`, for a plot's look and touch behaviour.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

import plotly.io as pio

from rffviz.figures.picture import Column, Picture, Table
from rffviz.figures.theme import FONT, LIGHT, THEMES, Theme

CONFIG = {
    "displaylogo": False,
    "showSendToCloud": False,  # a button that uploads the figure, on by default
    "plotlyServerURL": "",
    "displayModeBar": "hover",
    # the remaining buttons zoom in and reset; dragging zooms, and with Shift it pans
    "modeBarButtonsToRemove": ["zoom2d", "pan2d", "select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}

_SCRUB, _LIGHT, SCRUB_MARKUP, SCRUB_STYLE, TOUCH_SCRIPT, PLOT_STYLE, TABLE_STYLE, _PAGE_STYLE = (
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in (
        *("scrub.js", "light.js", "scrub.html", "scrub.css"),
        *("touch.js", "plot.css", "table.css", "standalone.css"),
    )
)
SCRUB_SCRIPT = _SCRUB + _LIGHT

# Plotly's figure needs a container of its height
_ONE_OF_TWO = """@media (max-width: 640px) { :has(> #plot) { display: none; } }
@media (min-width: 641px) { :has(> #narrow) { display: none; } }
"""
# whatever the page contains, the browser may not send any request
_POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"


def standalone_html(picture: Picture, narrow: Picture | None = None) -> str:
    """The picture as an HTML document with everything in it, Plotly included (about 4.5 MB) where there is a figure.

    Title, subtitle, the figure or table with its alt text, its reading and its provenance, in the colours of the
    figure; with frames, the control that scrubs them. On a phone the figure is that of `narrow`, if given, the same
    picture drawn for less width. The document forbids itself every request (a Content-Security-Policy), and every text
    is escaped.
    """
    theme = _theme_of(picture)
    if picture.figure is None:
        style, plot = TABLE_STYLE, table_html(picture.table)
    else:
        style = f"{SCRUB_STYLE}{PLOT_STYLE}"
        plot = (
            f"<script>{TOUCH_SCRIPT}</script>\n"
            + _plot(picture, "plot", True)
            + (_plot(narrow, "narrow", False) if narrow else "")
        )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(picture.title)}</title>
<style>
:root {{ color-scheme: {theme.name}; font-family: {FONT}; {properties(theme)} }}
{_ONE_OF_TWO if narrow and narrow.figure is not None else ""}{_PAGE_STYLE}{style}</style>
</head>
<body>
<main>
<h1>{escape(picture.title)}</h1>
{f'<div id="scrub">{SCRUB_MARKUP}</div>' if picture.scrub else ""}
<figure aria-label="{escape(picture.alt)}">
{plot}
</figure>
{_words(picture)}
<p class="subtitle">{escape(picture.subtitle)}</p>
{_provenance(picture)}
</main>
</body>
</html>
"""


def _plot(picture: Picture, name: str, include_plotlyjs: bool) -> str:
    """The figure in an element with this id; the first of a document includes Plotly itself."""
    asked = {"config": CONFIG, "auto_play": False, "full_html": False}
    return pio.to_html(picture.figure, include_plotlyjs=include_plotlyjs, div_id=name, **asked)


def table_html(table: Table) -> str:
    """The table as HTML, all texts escaped; `TABLE_STYLE` is for it."""
    head = "".join(f"<th scope='col'>{escape(column.title)}</th>" for column in table.columns)
    first, *others = table.columns
    rows = "".join(
        f"<tr><th scope='row'>{_cell(first, i)}</th>{''.join(_data(column, i) for column in others)}</tr>"
        for i in range(len(first.cells))
    )
    kind = "wordy" if table.wordy else "numbers"
    return f"<table class='cells {kind}'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _data(column: Column, i: int) -> str:
    """A cell with its column's title, which is shown on narrow screens."""
    return f"<td><span>{escape(column.title)}: </span>{_cell(column, i)}</td>"


def _cell(column: Column, i: int) -> str:
    value = column.cells[i]
    text = escape("–" if value is None else format(value, column.spec))
    if not column.status:
        return text
    status, word = column.status[i]
    return f"<strong class='{escape(status)}'>{escape(word)}</strong> {text}"


def _theme_of(picture: Picture) -> Theme:
    """The theme in which the figure was drawn, by its background; light for a table."""
    if picture.figure is None:
        return LIGHT
    paper = picture.figure.layout.paper_bgcolor
    return next((theme for theme in THEMES.values() if theme.paper == paper), LIGHT)


def properties(theme: Theme) -> str:
    """The custom properties that the styles take their colours from."""
    colours = {
        "--st-text-color": theme.ink,
        "--st-background-color": theme.paper,
        "--st-border-color": theme.muted,
        "--st-primary-color": theme.hues["blue"],
        "--muted": theme.muted,
        "--grid": theme.grid,
        "--bound": theme.bound,
        "--green": theme.hues["green"],
        "--amber": theme.hues["amber"],
    }
    return " ".join(f"{name}: {colour};" for name, colour in colours.items())


def _words(picture: Picture) -> str:
    """The reading; with frames, also the control that changes figure and reading."""
    if picture.scrub is None:
        return f'<p class="reading">{escape(picture.reading)}</p>'
    return f"""<p class="reading" id="reading" aria-live="polite">{escape(picture.reading)}</p>
<script>{SCRUB_SCRIPT}
const scrub = {script_json(asdict(picture.scrub))}
rffvizScrub(document.getElementById("scrub"), scrub, {{
  plots: () => document.querySelectorAll(".js-plotly-plot"),
  say: (at) => {{ document.getElementById("reading").textContent = scrub.readings[at] }},
}})
</script>"""


def _provenance(picture: Picture) -> str:
    if not picture.provenance:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in picture.provenance)
    return f"<details><summary>Where the numbers come from</summary><ul>{lines}</ul></details>"


def script_json(data: Any) -> str:
    """JSON for a script element: no text in it can end the script or start a comment."""
    return json.dumps(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
