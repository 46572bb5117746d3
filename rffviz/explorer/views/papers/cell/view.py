"""Cell: how was one number of a table measured?"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from rffviz.datasets import DATASETS, DatasetUnavailable, load
from rffviz.explorer.views.papers.cell.mathematics import cell_beside_mathematics
from rffviz.explorer.views.papers.cell.picture import cell_beside_picture
from rffviz.explorer.views.papers.view import kept, offer_again, way_of
from rffviz.explorer.views.papers.words import cell_options, command, measure_button, not_in_table, time_needed
from rffviz.explorer.web.jobs.job import Job
from rffviz.explorer.web.settings.inputs import fetch_failure
from rffviz.explorer.web.settings.link import Settings
from rffviz.explorer.web.settings.table import TABLE, WAYS
from rffviz.explorer.web.view import View, show_view
from rffviz.explorer.words.labels import method_label
from rffviz.papers.beside import KeptTable, cell_beside, dataset_label, kept_table
from rffviz.papers.cell import Cell
from rffviz.papers.tables import TABLES


def the_table(settings: Mapping) -> KeptTable:
    """As `kept`, with a notice if the table does not have the chosen cell."""
    given = kept(settings)
    cell = chosen_cell(settings, given)
    if (cell.dataset.lower(), cell.method.lower()) != (settings["cell_data"], settings["cell_method"]):
        method, data = (TABLE[name].options[settings[name]] for name in ("cell_method", "cell_data"))
        shown = f"{method_label(cell.method)} on {dataset_label(cell.dataset)} is shown"
        st.info(not_in_table(f"{method} on {data}", shown), icon=":material/info:")
    return given


def chosen_cell(settings: Mapping, given: KeptTable) -> Cell:
    """The chosen cell; if the table does not have it, the one that agrees most with it."""

    def agrees(cell: Cell) -> list[bool]:
        way = not cell.landmarks_factor or way_of(cell) == WAYS[settings["cell_landmarks"]]
        own = [cell.dataset.lower() == settings["cell_data"], cell.method.lower() == settings["cell_method"]]
        return [*own, not _sized(settings) or str(cell.size) == settings["cell_size"], way]

    return max((entry.cell for entry in given.entries), key=lambda cell: (sum(agrees(cell)), agrees(cell)))


def _sized(settings: Mapping) -> bool:
    return settings["paper"] in TABLE["cell_size"].only_if["paper"]


def cell_job(settings: Mapping, given: KeptTable) -> Job:
    """The stored results of the chosen cell, and repeated seeds if requested."""
    cell, n_again = chosen_cell(settings, given), settings["n_again"]
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


def show_cell(view: View, settings: Settings) -> None:
    """One cell, and a button to repeat its seeds with the time needed."""
    show_view(view, settings)
    _offer(settings)


def _offer(settings: Settings) -> None:
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


VIEW = View(
    "cell",
    "Cell",
    "How was one number of a table measured?",
    controls=("cell_data", "cell_method"),
    options=("paper", "cell_size", "cell_landmarks"),
    carried=("n_again",),
    draw_inputs=the_table,
    jobs=cell_job,
    pictures=(cell_beside_picture,),
    compares=False,
    mathematics=cell_beside_mathematics,
    show=show_cell,
)
