"""The pages of the site as text: one for each scene, the list of all, and the speaker's notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from rffviz.explorer.figures.document import html_document
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.standalone import (
    CONFIG,
    SCRUB_MARKUP,
    checks_html,
    listed_html,
    readout_html,
    script_json,
    scrub_data,
    table_html,
)
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.web.lecture.notes import notes_html, notes_section
from rffviz.explorer.web.lecture.votes import judged_votes
from rffviz.explorer.web.site.mathml import mathml
from rffviz.explorer.web.site.staged import Shot, Staged
from rffviz.explorer.words.scenes import GROUPS
from rffviz.foundation.version import __version__

# Only files of the site: `file:` is its own place where no server hands it out. Plotly sets styles by itself.
_STYLE = '<link rel="stylesheet" href="site.css">'
_POLICY = (
    "default-src 'none'; script-src 'self' file: 'unsafe-eval'; style-src 'self' file: 'unsafe-inline'; "
    "img-src 'self' file: data: blob:; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
)


def scene_page(staged: Staged, previous: Staged | None, following: Staged | None, n_scenes: int) -> str:
    """The page of a scene.

    The question, what to look at, the votes and the figures without the answer; hidden until it is revealed, headlines,
    the figures with the answer, their readouts, the answer, and the formula.
    """
    scene, frames = staged.scene, []
    n_figures = len(staged.before)  # tables follow them
    data = {
        "page": staged.page,
        "before": [_drawn(shot, frames, reads=False) for shot in staged.before],
        "after": [_drawn(shot, frames, reads=True) for shot in staged.after[:n_figures]],
        "frames": frames,
        "config": CONFIG,
        "colour": LIGHT.hues["amber"],
        "right": scene.right,
    }
    return _page(
        "scene",
        scene.question,
        place=f"{staged.number} of {n_scenes} · {escape(scene.group)}",
        previous=_link("prev", previous, "‹ previous"),
        following=_link("next", following, "next ›"),
        number=f"{staged.number:02d}",
        look=escape(scene.look),
        guess="".join(f'<li><button type="button">{escape(each)}</button></li>' for each in scene.guess),
        judged=judged_votes(scene, ""),
        before=_figures(staged.before, "before"),
        after=_figures(staged.after[:n_figures], "after"),
        tables=_figures(staged.after[n_figures:], "table"),
        reveal=escape(scene.reveal),
        formula=mathml(scene.formula) if scene.formula else "",
        provenance=_provenance(staged),
        embed=_embed(staged),
        data=script_json(data),
    )


def index_page(all_staged: Sequence[Staged]) -> str:
    """The questions in their groups, each with its small picture and a link to its page."""
    groups = []
    # one's own lecture has its own order, and no groups
    known = all(each.scene.group in GROUPS for each in all_staged)
    for group in GROUPS if known else (None,):
        cards = "".join(
            f'<li><a href="{each.page}"><img src="thumbnails/{each.scene.name}.svg" alt="" width="160" height="90">'
            f"<span>{escape(each.scene.question)}</span></a></li>"
            for each in all_staged
            if group in (each.scene.group, None)
        )
        if cards:
            heading = f"<h2>{escape(group)}</h2>\n" if group else ""
            groups.append(f"{heading}<ul class='cards'>{cards}</ul>")
    return _page("index", "Random Fourier features: questions for a lecture", groups="\n".join(groups))


def notes_page(all_staged: Sequence[Staged]) -> str:
    """The speaker's notes for a second window; printed, all of them."""
    numbers = [f"{each.number:02d}" for each in all_staged]
    following = [*(each.scene for each in all_staged[1:]), None]
    sections = [
        notes_section(each.scene, number, str(each.number), after, each.page)
        for each, number, after in zip(all_staged, numbers, following, strict=True)
    ]
    return notes_html(
        sections,
        numbers,
        policy=_POLICY,
        style=_STYLE,
        links='<a href="index.html">All questions</a>',
        script='<script src="notes.js"></script>',
    )


def _page(name: str, title: str, **parts: str) -> str:
    template = Path(__file__).with_name(f"{name}.html").read_text(encoding="utf-8")
    body = Template(template).substitute(parts, title=escape(title))
    return html_document(title, _POLICY, _STYLE, body, name)


def _link(rel: str, to: Staged | None, words: str) -> str:
    return f'<a rel="{rel}" href="{to.page}">{words}</a>' if to else f"<span>{words}</span>"


def _figures(shots: Sequence[Shot], side: str) -> str:
    """The pictures of one side; a control for the first of those with the same frames."""
    parts, known = [], []
    for i, shot in enumerate(shots):
        picture = shot.wide
        control = title = readout = ""
        if picture.scrub and picture.scrub.names not in known:
            known.append(picture.scrub.names)
            control = f'<div class="control" id="{side}-{i}-scrub">{SCRUB_MARKUP}</div>'
        if side != "before":
            title = f"<h2>{escape(picture.title)}</h2>"
            numbers = "" if picture.folded else readout_html(picture.readout)
            readout = (
                f'<div class="readouts" id="{side}-{i}-readout" aria-live="polite">{numbers}'
                f"</div><details><summary>Details</summary><p>{escape(picture.subtitle)}</p>"
                f"{listed_html(picture.notes)}</details>"
            )
        parts.append(f'<article class="picture">{title}{control}{_plot(picture, f"{side}-{i}")}{readout}</article>')
    return "\n".join(parts)


def _plot(picture: Picture, name: str) -> str:
    """A table, or the container of a figure and of its copy for print."""
    if picture.figure is None:
        return checks_html(picture) if picture.folded else table_html(picture.table)
    return (
        f'<figure aria-label="{escape(picture.alt)}"><div class="room"><div class="plot" id="{name}"></div></div>'
        f'</figure><img class="printed" id="{name}-printed" alt="">'
    )


def _drawn(shot: Shot, frames: list, reads: bool) -> dict[str, Any]:
    """A figure as data for the page's script, with equal frames stored once."""
    wide, narrow = _figure(shot.wide, frames), _figure(shot.narrow, frames)
    scrub = scrub_data(shot.wide.scrub) if shot.wide.scrub else None
    if scrub and not reads:
        scrub["readouts"] = []
    return {"wide": wide, "narrow": None if narrow == wide else narrow, "scrub": scrub}


def _figure(picture: Picture, frames: list) -> dict[str, Any]:
    figure = json.loads(picture.figure.to_json())
    moving = figure.pop("frames", [])
    if moving not in frames:
        frames.append(moving)
    return {**figure, "frames": frames.index(moving)}


def _provenance(staged: Staged) -> str:
    shots = (*staged.before, *staged.after)
    lines = dict.fromkeys(line for shot in shots for line in shot.wide.provenance)
    settings = {"page": staged.scene.page, **staged.scene.query}
    asked = ", ".join(f"{name} = {value}" for name, value in settings.items())
    changed = ", ".join(f"{name} = {value}" for name, value in staged.scene.after.items())
    said = [f"settings: {asked}", *([f"with the answer: {changed}"] if changed else []), *lines]
    return "".join(f"<li>{escape(line)}</li>" for line in (*said, f"drawn by rffviz {__version__}"))


def _embed(staged: Staged) -> str:
    title = escape(staged.scene.question)
    snippets = {
        "In a page": f'<iframe src="{staged.page}" title="{title}" width="100%" height="720" style="border: 0" '
        "allowfullscreen></iframe>",
        "A slide of Reveal": f'<section data-background-iframe="{staged.page}" data-background-interactive></section>',
        "A slide of Quarto": f'## {{background-iframe="{staged.page}" background-interactive="true"}}',
    }
    return "".join(f"<dt>{name}</dt><dd><code>{escape(code)}</code></dd>" for name, code in snippets.items())
