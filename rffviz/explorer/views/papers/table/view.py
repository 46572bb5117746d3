"""Table: how do errors measured here compare with the published ones?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from rffviz.datasets import DATASETS, DatasetUnavailable, load
from rffviz.explorer.views.papers.table.picture import CELLS, cell_beside_picture, table_beside_picture
from rffviz.explorer.views.papers.table.words import beside_mathematics
from rffviz.explorer.views.papers.view import offer_again
from rffviz.explorer.views.papers.words import cell_options, command, measure_button, not_in_table, time_needed
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.script.calls import made
from rffviz.explorer.web.settings.inputs import fetch_failure
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import TABLE, WAYS
from rffviz.explorer.web.view import View, show_view
from rffviz.explorer.words.labels import method_label
from rffviz.papers.beside import KeptTable, cell_beside, dataset_label, kept_table, table_beside
from rffviz.papers.cell import Cell
from rffviz.papers.tables import TABLES

_ALL = "all"
_CHOSEN = ("cell", "cell_data", "cell_method", "cell_size", "cell_landmarks", "n_again")  # the cell in the dialog


def kept(settings: Mapping) -> KeptTable:
    """The chosen table with its stored results."""
    return made(kept_table, settings["paper"])


def table_job(settings: Mapping, data: KeptTable) -> Job:
    """The chosen rows and columns of the table; if it has none of them, all, with a notice."""
    return Job(table_beside, "Reading the table …", kept=data, **_resolve_part(settings, data, tells=True))


def _resolve_part(settings: Mapping, data: KeptTable, tells: bool = False) -> dict:
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


def choose_cell(settings: Settings, place: int) -> bool:
    """A click on a cell opens it."""
    data = kept(settings)
    cell = table_beside(data, **_resolve_part(settings, data)).entries[place].cell
    sizes, way = TABLE["cell_size"].options, (cell.landmarks_factor, cell.learner)
    close_cell(settings)
    for name, value in (
        ("cell", True),
        ("cell_data", cell.dataset.lower()),
        ("cell_method", cell.method.lower()),
        *([("cell_size", str(cell.size))] if str(cell.size) in sizes else []),
        *(("cell_landmarks", name) for name in WAYS if WAYS[name] == way),
    ):
        settings.put(name, value)
    return True


def close_cell(settings: Settings) -> None:
    """No cell is chosen."""
    for name in _CHOSEN:
        settings.put(name, TABLE[name].default)


def chosen_cell(settings: Mapping, given: KeptTable) -> Cell:
    """The chosen cell; if the table does not have it, the one that agrees most with it."""

    def agrees(cell: Cell) -> list[bool]:
        way = not cell.landmarks_factor or (cell.landmarks_factor, cell.learner) == WAYS[settings["cell_landmarks"]]
        own = [cell.dataset.lower() == settings["cell_data"], cell.method.lower() == settings["cell_method"]]
        return [*own, str(cell.size) == settings["cell_size"], way]

    return max((entry.cell for entry in given.entries), key=lambda cell: (sum(agrees(cell)), agrees(cell)))


def cell_job(settings: Mapping, given: KeptTable) -> Job:
    """The stored results of the chosen cell, with a notice if the table lacks it, and repeated seeds if requested."""
    cell, n_again = chosen_cell(settings, given), settings["n_again"]
    if (cell.dataset.lower(), cell.method.lower()) != (settings["cell_data"], settings["cell_method"]):
        method, data = (TABLE[name].options[settings[name]] for name in ("cell_method", "cell_data"))
        shown = f"{method_label(cell.method)} on {dataset_label(cell.dataset)} is shown"
        st.info(not_in_table(f"{method} on {data}", shown), icon=":material/info:")
    if n_again and _missing(given, cell):  # the reason is shown under the figure
        n_again = 0
    return Job(cell_beside, "Measuring again …", kept=given, cell=cell, n_again=n_again)


def _missing(given: KeptTable, cell: Cell) -> str:
    """Why the data of a cell are not available; empty if they are on this machine."""
    name = TABLES[given.name].data.get(cell.dataset)
    if name is None:
        return TABLES[given.name].without[cell.dataset]
    if DATASETS[name].availability() != "download":
        return ""
    try:
        load(name, allow_download=False)
    except DatasetUnavailable as reason:
        return fetch_failure(name) or str(reason)
    return ""


def show_table(view: View, settings: Settings) -> None:
    """The table, and the chosen cell over it."""
    show_view(view, settings)
    if not settings["cell"]:
        return
    places: list = []  # a dialog's own elements would run without the page, and leave the link as it was
    opened = st.dialog(CELL.question, width="large", on_dismiss=partial(close_cell, settings))
    opened(lambda: places.append(st.container()))()
    with places[0]:
        show_view(CELL, settings)
        _offer(settings)


def _offer(settings: Settings) -> None:
    """The button to repeat the cell's seeds, with the time needed."""
    given = kept_table(settings["paper"])
    entry, table = given.entry(chosen_cell(settings, given)), TABLES[given.name]
    missing, seconds = _missing(given, entry.cell), entry.seconds
    again = entry.mean is not None
    seeds = () if missing else dict.fromkeys((1, table.n_seeds))
    offer_again(
        settings,
        command(table.name, *cell_options(entry.cell, table.n_seeds)),
        time_needed(seconds, table.n_seeds),
        {n: measure_button(n, again, seconds) for n in seeds},
        missing,
        table.data.get(entry.cell.dataset, "") if missing else "",
    )


CELL = View(
    "cell",
    "Cell",
    "How was one number of a table measured?",
    carried=("paper", *_CHOSEN),
    draw_inputs=kept,
    jobs=cell_job,
    pictures=(cell_beside_picture,),
    compares=False,
    mathematics=beside_mathematics,
)
VIEW = View(
    "table",
    "Table",
    "How do errors measured here compare with the published ones?",
    controls=("paper", "paper_data"),
    options=("paper_landmarks", "paper_methods"),
    carried=_CHOSEN,
    draw_inputs=kept,
    jobs=table_job,
    pictures=(table_beside_picture,),
    compares=False,
    mathematics=beside_mathematics,
    click=((CELLS,), choose_cell),
    show=show_table,
)
