"""A picture as a self-contained HTML document: it draws and scrubs without network or server.

The scrubbing control is defined here, for these documents and for the pages: `SCRUB_MARKUP`, `SCRUB_SCRIPT`, which also
highlights related parts, and lets frequencies be pulled, in figures that opt in, and `SCRUB_STYLE`, which takes its
colours from custom properties; so do `PLOT_STYLE` and `TOUCH_SCRIPT`, for a plot's look and touch behaviour.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from html import escape
from pathlib import Path
from typing import Any

import plotly.io as pio

from rffviz.explorer.figures.document import html_document
from rffviz.explorer.figures.picture import Column, Picture, Scrub, Table
from rffviz.explorer.figures.theme import FONT, LIGHT, THEMES, Theme
from rffviz.explorer.words.glossary import marked
from rffviz.explorer.words.readout import Readout

CONFIG = {
    "displaylogo": False,
    "showSendToCloud": False,  # a button that uploads the figure, on by default
    "plotlyServerURL": "",
    "displayModeBar": "hover",
    # the remaining buttons zoom in and reset; dragging zooms, and with Shift it pans
    "modeBarButtonsToRemove": ["zoom2d", "pan2d", "select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}

NUMBERS_SCRIPT, *_SCRIPTS, TOUCH_SCRIPT, SCRUB_MARKUP = (
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("numbers.js", "scrub.js", "light.js", "pull.js", "touch.js", "scrub.html")
)
SCRUB_STYLE, PLOT_STYLE, TABLE_STYLE, READOUT_STYLE, _PAGE_STYLE = (
    Path(__file__).with_name(f"{name}.css").read_text(encoding="utf-8")
    for name in ("scrub", "plot", "table", "readout", "standalone")
)
SCRUB_SCRIPT = "".join([NUMBERS_SCRIPT, *_SCRIPTS])

# Plotly's figure needs a container of its height
_ONE_OF_TWO = """@media (max-width: 640px) { :has(> #plot) { display: none; } }
@media (min-width: 641px) { :has(> #narrow) { display: none; } }
"""
# whatever the page contains, the browser may not send any request
_POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"


def standalone_html(picture: Picture, narrow: Picture | None = None) -> str:
    """The picture as an HTML document with everything in it, Plotly included (about 4.5 MB) where there is a figure.

    Title, subtitle, the figure or table with its alt text, its readout and its provenance, in the colours of the
    figure; with frames, the control that scrubs them. On a phone the figure is that of `narrow`, if given, the same
    picture drawn for less width. The document forbids itself every request (a Content-Security-Policy), and every text
    is escaped.
    """
    theme = _theme_of(picture)
    if picture.figure is None:
        style, plot = TABLE_STYLE, checks_html(picture, "open") if picture.folded else table_html(picture.table)
    else:
        style = f"{SCRUB_STYLE}{PLOT_STYLE}"
        plot = (
            f"<script>{TOUCH_SCRIPT}</script>\n"
            + _plot(picture, "plot", True)
            + (_plot(narrow, "narrow", False) if narrow else "")
        )
    head = f"""<style>
:root {{ color-scheme: {theme.name}; font-family: {FONT}; {properties(theme)} }}
{_ONE_OF_TWO if narrow and narrow.figure is not None else ""}{_PAGE_STYLE}{READOUT_STYLE}{style}</style>"""
    body = f"""<main>
<h1>{escape(picture.title)}</h1>
{f'<div id="scrub">{SCRUB_MARKUP}</div>' if picture.scrub else ""}
<figure aria-label="{escape(picture.alt)}">
{plot}
</figure>
{_words(picture)}
<p class="subtitle">{escape(picture.subtitle)}</p>
{_details(picture)}
</main>"""
    return html_document(picture.title, _POLICY, head, body)


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


def checks_html(picture: Picture, state: str = "") -> str:
    """Chips, the flagged checks, and the table of all checks, folded unless `state` is "open"."""
    chips = "".join(f"<span class='chip {escape(status)}'>{escape(words)}</span>" for status, words in picture.chips)
    rows = f"<div class='readouts' tabindex='0'>{readout_html(picture.readout)}</div>" if picture.readout.rows else ""
    folded = f"<details {state}><summary>{escape(picture.folded)}</summary>{table_html(picture.table)}</details>"
    return f"<div class='checks'>{chips}{rows}{folded}</div>"


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
        "--paper": theme.paper,
        "--muted": theme.muted,
        "--grid": theme.grid,
        "--bound": theme.bound,
        "--green": theme.hues["green"],
        "--amber": theme.hues["amber"],
    }
    return " ".join(f"{name}: {colour};" for name, colour in colours.items())


def _words(picture: Picture) -> str:
    """The readout; with frames, also the control that changes figure and readout."""
    if picture.folded:
        return ""
    if picture.scrub is None:
        return f'<div class="readouts">{readout_html(picture.readout)}</div>'
    return f"""<div class="readouts" id="readout" aria-live="polite">{readout_html(picture.readout)}</div>
<script>{SCRUB_SCRIPT}
const scrub = {script_json(scrub_data(picture.scrub))}
rffvizScrub(document.getElementById("scrub"), scrub, {{
  plots: () => document.querySelectorAll(".js-plotly-plot"),
  say: (at) => {{ document.getElementById("readout").innerHTML = scrub.readouts[at] }},
}})
</script>"""


def readout_html(readout: Readout) -> str:
    """The readout as HTML, texts escaped and terms explained (`READOUT_STYLE` is for it); nothing without rows."""
    if not readout.rows:
        return ""
    across = len(readout.columns)
    turned = across > 4 and len(readout.rows) < 3  # too wide for a phone, where so few rows fit side by side

    def cell(words: str, scope: str = "") -> str:
        if not scope or not words:
            return f"<td{role('cell')}>{escape(words)}</td>"
        return f"<th scope='{scope}'{role('columnheader' if scope == 'col' else 'rowheader')}>{marked(words)}</th>"

    def role(name: str) -> str:
        return f" role='{name}'" if turned else ""  # Safari forgets that of a table displayed as a grid

    head = "".join(cell(title, "col") for title in readout.columns)
    rows = (cell(first, "row") + "".join(map(cell, cells)) for first, *cells in readout.rows)
    body = "".join(f"<tr{role('row')}>{row}</tr>" for row in rows)
    look = f"class='readout turned' style='--across: {across}' role='table'" if turned else "class='readout'"
    group = role("rowgroup")
    return f"<table {look}><thead{group}><tr{role('row')}>{head}</tr></thead><tbody{group}>{body}</tbody></table>"


def scrub_data(scrub: Scrub) -> dict[str, Any]:
    """The frames' control as data for the browser, with its readouts as HTML."""
    return asdict(replace(scrub, readouts=())) | {"readouts": [*map(readout_html, scrub.readouts)]}


def listed_html(lines: Iterable[str], sources: Iterable[str] = ()) -> str:
    """Lines as a list in HTML, each once, with their terms explained, those on sources without; empty for none."""
    lines = dict.fromkeys(lines)
    explained = [f"<li>{marked(line)}</li>" for line in lines]
    rest = dict.fromkeys(_without(line, lines) for line in sources)
    items = "".join([*explained, *(f"<li>{escape(line)}</li>" for line in rest if line)])
    return items and f"<ul>{items}</ul>"


def _without(source: str, lines: Iterable[str]) -> str:
    """A line on sources without the lines that are said already; empty if its heading alone is left."""
    for line in lines:
        source = source.replace(f" {line}", "").replace(line, "")
    return "" if source.endswith(":") else source


def _details(picture: Picture) -> str:
    lines = listed_html(picture.notes, picture.provenance)
    return lines and f"<details><summary>Details</summary>{lines}</details>"


def script_json(data: Any) -> str:
    """JSON for a script element: no text in it can end the script or start a comment."""
    return json.dumps(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
