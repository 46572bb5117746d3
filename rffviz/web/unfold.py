"""The glossary terms and the folded mathematics under a figure."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

import streamlit as st

from rffviz.figures.picture import Picture
from rffviz.web.components import browser
from rffviz.words.glossary import terms_in
from rffviz.words.mathematics.record import Formula, Mathematics


def unfold(mathematics: Mathematics | None, pictures: Sequence[Picture]) -> None:
    """The terms that the pictures' words use, each explained where it has the focus, and the mathematics, folded.

    The mathematics contains the measured numbers, so it is hidden until the answer is revealed.
    """
    texts = [text for picture in pictures for text in (picture.title, picture.subtitle, picture.reading)]
    tables = [picture.table for picture in pictures if picture.table is not None and picture.table.wordy]
    texts += [str(cell) for table in tables for column in table.columns for cell in column.cells]
    if mathematics is not None:
        texts.append(mathematics.statement)
    if line := marked_terms(terms_in(texts)):
        st.html(line)
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


def marked_terms(terms: Mapping[str, str]) -> str:
    """A line of HTML in which each term can be focused and holds its explanation; empty where there is none."""
    marked = ", ".join(
        f'<abbr class="term" tabindex="0" title="{html.escape(said)}">{html.escape(term)}</abbr>'
        for term, said in terms.items()
    )
    return f'<p class="terms">Terms: {marked}</p>' if marked else ""
