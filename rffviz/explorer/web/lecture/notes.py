"""The speaker's notes as a page of their own, for a second window that follows the lecture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template

from rffviz.explorer.figures.document import html_document
from rffviz.explorer.figures.standalone import properties, script_json
from rffviz.explorer.figures.theme import FONT, LIGHT
from rffviz.explorer.web.lecture.deck import next_words
from rffviz.explorer.web.site.mathml import mathml
from rffviz.explorer.words.guide import expected
from rffviz.explorer.words.scenes import Scene

_TITLE = "Speaker's notes"
# whatever a scene contains, its notes may not send any request
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'"


def look() -> str:
    """The custom properties that the style sheets take their colours from."""
    return f":root {{ color-scheme: light; font-family: {FONT}; {properties(LIGHT)} }}\n"


def notes_section(scene: Scene, number: str, place: str, following: Scene | None, link: str = "") -> str:
    """The notes of one scene, all texts escaped; `number` is what the lecture calls it."""
    votes = f"<p>Votes: {escape(' · '.join(scene.guess))}</p>" if scene.guess else ""
    awaited, wrong = expected(scene.name)
    answers = "".join(f"<li>{escape(each)}</li>" for each in wrong)
    guide = f"<p><b>Wait for</b> {escape(awaited)}</p><p><b>Wrong answers</b></p><ul>{answers}</ul>"
    formula = f'<p class="formula">{mathml(scene.formula)}</p>'
    after = f'<p class="next">{escape(next_words(following))}</p>'
    address = f'<p><a href="{link}">{link}</a></p>'
    return (
        f'<section id="n{number}"><p class="place">{place} · {escape(scene.group)}</p>'
        f"<h1>{escape(scene.question)}</h1>{votes}<p>{escape(scene.look)}</p>"
        f'<p class="said">{escape(scene.notes)}</p>{guide if awaited else ""}'
        f'<p class="reveal">{escape(scene.reveal)}</p>{formula if scene.formula else ""}'
        f"{after if following else ''}{address if link else ''}</section>\n"
    )


def notes_html(sections: Sequence[str], numbers: Sequence[str], policy: str, style: str, script: str, links="") -> str:
    """The page of these sections; `style`, `script` and `links`, which stand above, are markup."""
    named = {"title": _TITLE, "sections": "".join(sections), "data": script_json(list(numbers))}
    body = Template(_part("notes.html")).substitute(named, script=script, links=links)
    return html_document(_TITLE, policy, style, body, "notes")


def notes_document(scenes: Sequence[Scene]) -> str:
    """The notes of these scenes as one document that needs no other file; scenes are called by their names."""
    sections = [
        notes_section(scene, scene.name, f"{place} of {len(scenes)}", following)
        for place, (scene, following) in enumerate(zip(scenes, [*scenes[1:], None], strict=True), 1)
    ]
    return notes_html(
        sections,
        [scene.name for scene in scenes],
        policy=_POLICY,
        style=f"<style>{look()}{_part('site.css')}</style>",
        script=f"<script>{_part('notes.js')}</script>",
    )


def _part(name: str) -> str:
    return files("rffviz.explorer.web.site").joinpath(name).read_text(encoding="utf-8")
