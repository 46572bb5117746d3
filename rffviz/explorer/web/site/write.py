"""Writes the site: one copy of Plotly, a page for each scene, the list of all, and the speaker's notes."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from plotly.offline import get_plotlyjs

from rffviz.explorer.figures.document import GENERATOR, html_document
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.standalone import (
    CONFIG,
    READOUT_STYLE,
    SCRUB_MARKUP,
    SCRUB_SCRIPT,
    SCRUB_STYLE,
    TABLE_STYLE,
    checks_html,
    listed_html,
    readout_html,
    script_json,
    scrub_data,
    table_html,
)
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.web.components.component import asset
from rffviz.explorer.web.lecture.notes import look, notes_html, notes_section
from rffviz.explorer.web.lecture.thumbnails import small_picture
from rffviz.explorer.web.lecture.votes import judged_votes
from rffviz.explorer.web.site.mathml import mathml
from rffviz.explorer.web.site.staged import Shot, Staged, staged
from rffviz.explorer.words.scenes import GROUPS, SCENES, Scene
from rffviz.foundation.file_content import write_whole
from rffviz.foundation.validation import Refusal
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


_SCRIPTS = ("scene.js", "notes.js")
_OURS = re.compile(
    r"(\d\d-[a-z_0-9]+|index|notes)\.html|(scene|notes|scrub|pen|plotly\.min)\.js|site\.css|thumbnails(/[a-z_0-9]+\.svg)?"
)
_INDEX = re.compile(rf'<meta name="generator" content="{GENERATOR}\b.*?<body class="index">', re.S)


def write_site(folder: Path, scenes: Sequence[Scene], say: Callable[[str], None] = lambda line: None) -> None:
    """Write these scenes into a folder, in their order.

    Files of an earlier site are replaced, or removed if no longer needed.

    Parameters
    ----------
    folder : Path
        A folder that is new, empty, or holds a site of this command and nothing else.
    scenes : sequence of Scene
        Of `SCENES`, or of a lecture of one's own.
    say : callable
        Called with a progress line for each scene.

    Raises
    ------
    Refusal
        For no scenes, a folder with other files in it, or a scene whose page shows no picture.
    """
    if not scenes:
        raise Refusal("scenes must be one or more, got none.")
    old = _files_of_ours(folder)
    of_ours = [scene.name for scene in SCENES]
    all_of_ours = all(scene.name in of_ours for scene in scenes)  # scenes keep their numbers if some are left out
    made = []
    for place, scene in enumerate(scenes, 1):
        made.append(staged(scene, of_ours.index(scene.name) + 1 if all_of_ours else place))
        say(f"{made[-1].page}: {scene.question}")
    total = len(SCENES) if all_of_ours else len(scenes)
    files = {"index.html": index_page(made), "notes.html": notes_page(made)}
    for previous, each, following in zip([None, *made[:-1]], made, [*made[1:], None], strict=True):
        files[each.page] = scene_page(each, previous, following, total)
        files[f"thumbnails/{each.scene.name}.svg"] = small_picture(each.scene)
    files |= {name: Path(__file__).with_name(name).read_text("utf-8") for name in _SCRIPTS}
    style = Path(__file__).with_name("site.css").read_text("utf-8")
    files |= {"site.css": f"{look()}{SCRUB_STYLE}{TABLE_STYLE}{READOUT_STYLE}{style}", "scrub.js": SCRUB_SCRIPT}
    files["pen.js"] = asset("pen.js")
    files["plotly.min.js"] = get_plotlyjs()
    try:
        folder.joinpath("thumbnails").mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_whole(folder / name, text)
    except BaseException:
        if not old:  # half a site would be no site of ours, into which another could be written
            for name in files:
                folder.joinpath(name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                folder.joinpath("thumbnails").rmdir()
        raise
    for name in old - set(files):
        folder.joinpath(name).unlink()
    size = sum(len(text.encode()) for text in files.values())
    say(f"{len(made)} scenes, {size / 1e6:.1f} MB: open {folder / 'index.html'}")


def _files_of_ours(folder: Path) -> set[str]:
    """The files of an existing site in a folder; refuses if it contains anything else."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise Refusal(f"DIR must be a folder, got the file {str(folder)!r}.")
    existing = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    index = folder / "index.html"
    known = index.is_file() and _INDEX.search(index.read_text("utf-8", "replace"))
    foreign = sorted(name for name in existing if not (known and _OURS.fullmatch(name)))
    if foreign:
        raise Refusal(f"DIR must be new, empty or an earlier export, got {str(folder)!r}, which holds {foreign[0]!r}.")
    return existing - {"thumbnails"}
