"""From settings to cells of the papers' tables: what the Papers page shows of them, and measures again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from rffviz.datasets import DATASETS, DatasetUnavailable, load
from rffviz.papers.beside import KeptTable, cell_beside_steps, dataset_label, kept_table, table_beside
from rffviz.papers.cell import Cell
from rffviz.papers.claims_again import claims_steps
from rffviz.papers.claims_record import ALL as ALL_CLAIMS
from rffviz.papers.claims_record import kept_claims
from rffviz.papers.claims_table import CLAIMS_TABLE
from rffviz.papers.survey_record import seen_survey
from rffviz.papers.tables import TABLES
from rffviz.web.apart import job
from rffviz.web.inputs import fetch_button, fetch_failure
from rffviz.web.job import Job
from rffviz.web.link import Settings
from rffviz.web.made import made
from rffviz.web.table import TABLE, WAYS
from rffviz.web.view import View, show_view
from rffviz.words import claims as claims_words
from rffviz.words import papers as words

_ALL = "all"


def kept(now: Mapping) -> KeptTable:
    """The chosen table with what is kept of it."""
    return made(kept_table, now["paper"])


def table_job(now: Mapping, found: KeptTable) -> Job:
    """The chosen rows and columns of the table; all, and a sentence, where it has none of those chosen."""
    return Job(table_beside, "Reading the table …", kept=found, **_part(now, found, tells=True))


def survey_job(now: Mapping, found: None) -> Job:
    """The survey, as far as it is kept, with what is looked at."""
    asked = {"dataset": now["survey_data"], "kernel": now["survey_kernel"], "machine": now["survey_machine"]}
    return Job(seen_survey, "Reading the survey …", **asked)


def claims_job(now: Mapping, found: None) -> Job:
    """The claims, as far as they are kept: the chosen one, measured again where that was asked for, or all."""
    n_again = 0 if now["claim"] == ALL_CLAIMS else now["n_again"]
    return job(n_again > 0, claims_steps, "Measuring again …", claim=now["claim"], n_again=n_again)


def show_claims(view: View, now: Settings) -> None:
    """The claims, what measuring the chosen one again takes with a button for it, and the command that does so."""
    show_view(view, now)
    chosen = kept_claims(now["claim"]).shown
    with st.container(key="again"):
        if now["claim"] != ALL_CLAIMS and chosen:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.caption(claims_words.time_needed(chosen[0], CLAIMS_TABLE.n_seeds), width="content")
                for n in (1, CLAIMS_TABLE.n_seeds):
                    said = claims_words.measure_button(n)
                    st.button(said, key=f"again-{n}", on_click=now.put, args=("n_again", n))
        st.caption("In a terminal:")
        st.code(claims_words.command(now["claim"]), language="bash", wrap_lines=True)


def _part(now: Mapping, found: KeptTable, tells: bool = False) -> dict:
    cells = [entry.cell for entry in found.entries]
    asked: dict = {}
    for name, setting in (("datasets", "paper_data"), ("methods", "paper_methods")):
        there = list(dict.fromkeys(getattr(cell, name[:-1]) for cell in cells))
        chosen = now[setting] if isinstance(now[setting], tuple) else (now[setting],)
        shown = [each for each in there if each.lower() in chosen]
        if not shown and _ALL not in chosen and tells:
            st.info(words.not_in_table(" or ".join(chosen), f"all its {name} are shown"), icon=":material/info:")
        if shown and len(shown) < len(there):
            asked[name] = shown
    if now["paper_landmarks"] in TABLES[now["paper"]].protocols:
        asked["measured_as"] = now["paper_landmarks"]
    return asked


def choose_cell(now: Settings, place: int) -> None:
    """A click on a cell opens it."""
    found = kept(now)
    cell = table_beside(found, **_part(now, found)).entries[place].cell
    for name, value in (
        ("cell_data", cell.dataset.lower()),
        ("cell_method", cell.method.lower()),
        ("cell_size", str(cell.size)),
        ("cell_landmarks", next((key for key, way in WAYS.items() if way == _way(cell)), "r")),
        ("n_again", 0),
        ("shown", "cell"),
    ):
        now.put(name, value)


def the_table(now: Mapping) -> KeptTable:
    """As `kept`; says so where the table has no such cell as the settings name."""
    found = kept(now)
    cell = chosen_cell(now, found)
    if (cell.dataset.lower(), cell.method.lower()) != (now["cell_data"], now["cell_method"]):
        method, data = (TABLE[name].options[now[name]] for name in ("cell_method", "cell_data"))
        shown = f"{words.method_label(cell.method)} on {dataset_label(cell.dataset)} is shown"
        st.info(words.not_in_table(f"{method} on {data}", shown), icon=":material/info:")
    return found


def chosen_cell(now: Mapping, found: KeptTable) -> Cell:
    """The cell that the settings name; where the table has none such, the one that shares most with it."""

    def agrees(cell: Cell) -> list[bool]:
        way = not cell.landmarks_factor or _way(cell) == WAYS[now["cell_landmarks"]]
        own = [cell.dataset.lower() == now["cell_data"], cell.method.lower() == now["cell_method"]]
        return [*own, not _sized(now) or str(cell.size) == now["cell_size"], way]

    return max((entry.cell for entry in found.entries), key=lambda cell: (sum(agrees(cell)), agrees(cell)))


def _way(cell: Cell) -> tuple[float, str]:
    return cell.landmarks_factor, cell.learner


def _sized(now: Mapping) -> bool:
    return now["paper"] in TABLE["cell_size"].only_if["paper"]


def cell_job(now: Mapping, found: KeptTable) -> Job:
    """What is kept of the chosen cell, and its seeds measured again where that was asked for."""
    cell, n_again = chosen_cell(now, found), now["n_again"]
    if n_again and _missing(found, cell):  # which is said under the figure
        n_again = 0
    return job(n_again > 0, cell_beside_steps, "Measuring again …", kept=found, cell=cell, n_again=n_again)


def _missing(found: KeptTable, cell: Cell) -> str:
    """Why the data of a cell cannot be had now; empty where they are on this machine."""
    name = TABLES[found.name].data.get(cell.dataset)
    if name is None:
        return TABLES[found.name].without[cell.dataset]
    if DATASETS[name].availability() != "download":
        return ""
    try:
        load(name, allow_download=False)
    except DatasetUnavailable as reason:
        return fetch_failure(name) or str(reason)
    return ""


def show_cell(view: View, now: Settings) -> None:
    """One cell: its seeds, what measuring them takes with a button for it, and what they were measured with."""
    seeds, measured_with = view.pictures
    show_view(replace(view, pictures=(seeds,), mathematics=None), now)
    _offer(now)
    rest = {"pictures": (measured_with,), "needs": kept, "controls": (), "carried": view.parameters}
    show_view(replace(view, name="settings", **rest), now)


def _offer(now: Settings) -> None:
    found = kept_table(now["paper"])
    cell = chosen_cell(now, found)
    entry = next(entry for entry in found.entries if entry.cell == cell)
    table = TABLES[found.name]
    with st.container(key="again"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(words.time_needed(entry, table.n_seeds), width="content")
            if missing := _missing(found, cell):
                st.caption(missing, width="content")
                if cell.dataset in table.data:
                    fetch_button(table.data[cell.dataset], "cell")
            for n in () if missing else dict.fromkeys((1, table.n_seeds)):
                st.button(words.measure_button(entry, n), key=f"again-{n}", on_click=now.put, args=("n_again", n))
        st.caption("In a terminal:")
        st.code(words.command(cell, table.n_seeds), language="bash", wrap_lines=True)
