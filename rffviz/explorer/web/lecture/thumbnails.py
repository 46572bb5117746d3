"""The scenes' small pictures; `python -m rffviz.explorer.web.lecture.thumbnails` draws them from the figures they open.

With names of scenes it draws only those. The pictures are in the folder beside this file, in light colours.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Sequence
from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

from rffviz.explorer.figures.enlarge import without_answer
from rffviz.explorer.figures.theme import LIGHT, Theme
from rffviz.explorer.figures.thumbnail import figure_svg
from rffviz.explorer.web.room.alone import alone
from rffviz.explorer.web.site.unattended import pictures_of
from rffviz.explorer.words.scenes import SCENES, Scene
from rffviz.foundation.file_content import write_whole

FOLDER = Path(__file__).with_name("thumbnails")


@st.cache_data(show_spinner=False)
def thumbnail(name: str, theme: Theme) -> str:
    """A scene's small picture in the theme's colours, as an embedded image that needs no request."""
    drawing = FOLDER.joinpath(f"{name}.svg").read_text(encoding="utf-8")
    for here, there in [(LIGHT.ink, theme.ink), *((LIGHT.hues[hue], theme.hues[hue]) for hue in LIGHT.hues)]:
        drawing = drawing.replace(here, there)
    content = base64.b64encode(drawing.encode()).decode()
    return f'<img class="thumbnail" alt="" src="data:image/svg+xml;base64,{content}">'


def small_picture(scene: Scene) -> str:
    """A scene's small picture as SVG: the stored one, or one drawn now."""
    stored = FOLDER.joinpath(f"{scene.name}.svg")
    return stored.read_text(encoding="utf-8") if stored.exists() else drawn(scene)


def drawn(scene: Scene) -> str:
    """The first figure of the page that a scene opens, drawn small without the answer; empty if all are tables."""
    builds = pictures_of(scene.page, scene.query).values()
    pictures = (without_answer(alone(scene, False, 0, (), build(LIGHT), LIGHT)) for build in builds)
    return figure_svg(next((picture.figure for picture in pictures if picture.figure is not None), go.Figure()))


def main(names: Sequence[str]) -> None:
    """Draw those of the named scenes, or all."""
    for scene in (scene for scene in SCENES if not names or scene.name in names):
        drawing = drawn(scene)
        write_whole(FOLDER / f"{scene.name}.svg", drawing)
        print(f"{scene.name}: {len(drawing):,} characters")


if __name__ == "__main__":
    main(sys.argv[1:])
