"""The scenes' small pictures. `python -m rffviz.web.thumbnails` draws them anew, each from the figure its scene opens.

Names of scenes behind the command draw those alone. The pictures stand in the folder beside this file, in the colours
of the light appearance.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from rffviz.figures.theme import LIGHT, Theme
from rffviz.figures.thumbnail import figure_svg
from rffviz.words.scenes import SCENES, Scene

FOLDER = Path(__file__).with_name("thumbnails")


@st.cache_data(show_spinner=False)
def thumbnail(name: str, theme: Theme) -> str:
    """A scene's small picture in the theme's colours, as an image that asks no server for anything."""
    drawing = FOLDER.joinpath(f"{name}.svg").read_text(encoding="utf-8")
    for here, there in [(LIGHT.ink, theme.ink), *((LIGHT.hues[hue], theme.hues[hue]) for hue in LIGHT.hues)]:
        drawing = drawing.replace(here, there)
    content = base64.b64encode(drawing.encode()).decode()
    return f'<img class="thumbnail" alt="" src="data:image/svg+xml;base64,{content}">'


def drawn(scene: Scene) -> str:
    """The first figure of the page that a scene opens, as a small drawing."""
    from streamlit.testing.v1 import AppTest  # slow to import, and for whoever draws alone

    root = Path(__file__).parents[2]
    app = AppTest.from_file(str(root / "app.py"), default_timeout=600)
    app.query_params.update(scene.query)
    if scene.page != "start":
        app.switch_page(str(root / "pages" / f"{scene.page}.py"))
    app.run()
    return figure_svg(figure_of(app.get("plotly_chart")[0].proto.spec))


def figure_of(spec: str) -> go.Figure:
    """The figure that a page sent to the browser, with its numbers as arrays."""
    found = _decoded(json.loads(spec))
    return go.Figure(data=found["data"], layout=found["layout"], skip_invalid=True)


def _decoded(value: Any) -> Any:
    if isinstance(value, Mapping):
        if "bdata" in value:
            array = np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
            return array.reshape([int(n) for n in str(value["shape"]).split(",")]) if "shape" in value else array
        return {name: _decoded(each) for name, each in value.items() if name != "template"}
    return [_decoded(each) for each in value] if isinstance(value, list) else value


def main(names: Sequence[str]) -> None:
    """Draw those of the scenes named, or all of them."""
    for scene in (scene for scene in SCENES if not names or scene.name in names):
        drawing = drawn(scene)
        FOLDER.joinpath(f"{scene.name}.svg").write_text(drawing, encoding="utf-8")
        print(f"{scene.name}: {len(drawing):,} characters")


if __name__ == "__main__":
    main(sys.argv[1:])
