"""A picture as one HTML document that needs nothing else: it draws, and scrubs, with no network and no server.

The control that scrubs stands here once, for these documents and for the pages: `SCRUB_MARKUP`, `SCRUB_SCRIPT` and
`SCRUB_STYLE`, which takes its colours from custom properties.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path

import plotly.io as pio

from rffviz.figures.picture import Picture, Scrub
from rffviz.figures.theme import FONT, LIGHT, THEMES, Theme

CONFIG = {
    "displaylogo": False,
    "displayModeBar": "hover",
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    "responsive": True,
}

SCRUB_SCRIPT, SCRUB_MARKUP, SCRUB_STYLE, _PAGE_STYLE = (
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("scrub.js", "scrub.html", "scrub.css", "standalone.css")
)

# Nothing may be asked of any server, whatever stands in the page: Plotly is told so, and the browser is.
_POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"


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
