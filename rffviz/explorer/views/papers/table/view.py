"""Table: are the published numbers reproduced here?"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.explorer.views.papers.table.mathematics import table_beside_mathematics
from rffviz.explorer.views.papers.table.picture import CELLS, table_beside_picture
from rffviz.explorer.views.papers.view import kept, way_of
from rffviz.explorer.views.papers.words import not_in_table
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import WAYS
from rffviz.explorer.web.view import View
from rffviz.papers.beside import KeptTable, table_beside
from rffviz.papers.tables import TABLES

_ALL = "all"


def table_job(settings: Mapping, data: KeptTable) -> Job:
    """The chosen rows and columns of the table; if it has none of them, all, with a notice."""
    return Job(table_beside, "Reading the table …", kept=data, **_part(settings, data, tells=True))


def _part(settings: Mapping, data: KeptTable, tells: bool = False) -> dict:
    cells = [entry.cell for entry in data.entries]
    asked: dict = {}
    for name, setting in (("datasets", "paper_data"), ("methods", "paper_methods")):
        there = list(dict.fromkeys(getattr(cell, name[:-1]) for cell in cells))
        chosen = settings[setting] if isinstance(settings[setting], tuple) else (settings[setting],)
        shown = [each for each in there if each.lower() in chosen]
        if not shown and _ALL not in chosen and tells:
            st.info(not_in_table(" or ".join(chosen), f"all its {name} are shown"), icon=":material/info:")
        if shown and len(shown) < len(there):
            asked[name] = shown
    if settings["paper_landmarks"] in TABLES[settings["paper"]].protocols:
        asked["measured_as"] = settings["paper_landmarks"]
    return asked


def choose_cell(settings: Settings, place: int) -> None:
    """A click on a cell opens it."""
    data = kept(settings)
    cell = table_beside(data, **_part(settings, data)).entries[place].cell
    for name, value in (
        ("cell_data", cell.dataset.lower()),
        ("cell_method", cell.method.lower()),
        ("cell_size", str(cell.size)),
        ("cell_landmarks", next((key for key, way in WAYS.items() if way == way_of(cell)), "r")),
        ("n_again", 0),
        ("papers_view", "cell"),
    ):
        settings.put(name, value)


VIEW = View(
    "table",
    "Table",
    "Are the published numbers reproduced here?",
    controls=("paper", "paper_data"),
    options=("paper_landmarks", "paper_methods"),
    draw_inputs=kept,
    jobs=table_job,
    pictures=(table_beside_picture,),
    compares=False,
    mathematics=table_beside_mathematics,
    click=(CELLS, choose_cell),
)
