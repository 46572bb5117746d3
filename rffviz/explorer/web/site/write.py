"""Writes the site: one copy of Plotly, a page for each scene, the list of them, and the speaker's notes."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from plotly.offline import get_plotlyjs

from rffviz.explorer.figures.document import GENERATOR
from rffviz.explorer.figures.standalone import READOUT_STYLE, SCRUB_SCRIPT, SCRUB_STYLE, TABLE_STYLE
from rffviz.explorer.web.components.component import asset
from rffviz.explorer.web.lecture.notes import look
from rffviz.explorer.web.lecture.thumbnails import small_picture
from rffviz.explorer.web.site.pages import index_page, notes_page, scene_page
from rffviz.explorer.web.site.staged import staged
from rffviz.explorer.words.scenes import SCENES, Scene
from rffviz.foundation.file_content import write_whole
from rffviz.foundation.validation import Refusal

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
