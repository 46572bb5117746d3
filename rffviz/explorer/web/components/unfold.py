"""What stands folded under a view: its details and its mathematics."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.standalone import listed_html
from rffviz.explorer.web.components import browser
from rffviz.explorer.words.about import as_shown
from rffviz.explorer.words.glossary import marked
from rffviz.explorer.words.mathematics.record import Formula, Mathematics


def unfold(mathematics: Mathematics | None, pictures: Sequence[Picture], controls: Sequence[str] = ()) -> None:
    """Details of the pictures and what the `controls` mean, and the mathematics, both folded.

    The mathematics contains the measured numbers, so it is hidden until the answer is revealed.
    """
    with st.expander("Details", icon=":material/info:"):
        said: set[str] = set()
        for picture in pictures:
            both = picture.notes, tuple(map(as_shown, picture.provenance))
            lines = listed_html(*([line for line in part if line not in said] for part in both))
            about = "" if picture.subtitle in said else f"<p>{marked(picture.subtitle)}</p>"
            said.update(*both, [picture.subtitle])
            if about or lines:
                st.html(f"<div class='details'>{about}{lines}</div>")
        if controls:
            st.html(f"<div class='details'><p>Controls</p>{listed_html(controls)}</div>")
    if mathematics is None or browser.conceals():
        return
    with st.expander("The mathematics", icon=":material/function:"):
        st.markdown(f"**{mathematics.statement}**")
        for line in mathematics.lines:
            if isinstance(line, Formula):
                st.latex(line.latex)
            else:
                st.markdown(line)
        st.caption(f"Source: {mathematics.source}.")
