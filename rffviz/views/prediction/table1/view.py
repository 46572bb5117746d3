"""Table 1: are the errors of the 2007 paper reproduced here?"""

from __future__ import annotations

from collections.abc import Mapping

from rffviz.datasets import Dataset, load
from rffviz.papers.table1 import Table1Row, table1_row
from rffviz.papers.table1_settings import TABLE_1_SETTINGS
from rffviz.views.prediction.table1.mathematics import table_mathematics
from rffviz.views.prediction.table1.picture import table1_picture
from rffviz.web.jobs.job import Job
from rffviz.web.jobs.repeat import Repeat
from rffviz.web.jobs.trace import remember
from rffviz.web.view import View


def table_data(now: Mapping) -> Dataset:
    """The data of a row of the 2007 table; `DatasetUnavailable` where they are not on this machine."""
    name = TABLE_1_SETTINGS[now["row"]].data
    return remember(load(name, allow_download=False), load, name)


def table_job(now: Mapping, data: Dataset) -> Job:
    """A row of the table, cell by cell."""
    asked = {"dataset": now["row"], "n_seeds": now["n_redrawn"], "random_state": now["seed"]}
    return Job(table1_row, "Choosing and fitting …", data=data, **asked)


def chosen_once(row: Table1Row) -> float:
    """Seconds of a row that do not grow with the draws: all choices of settings, and the exact machine's fit."""
    once = sum(cell.choice_seconds for cell in row.cells)
    return once + sum(cell.seconds for cell in row.cells if cell.method == "exact_svm")


VIEW = View(
    "table1",
    "Table 1",
    "Are the errors of the 2007 paper reproduced here?",
    controls=("row", "n_redrawn"),
    formerly={"n_splits": "n_redrawn"},
    shared=("seed",),
    needs=table_data,
    study=table_job,
    more=Repeat("n_redrawn", "draw", once=chosen_once),
    pictures=(table1_picture,),
    mathematics=table_mathematics,
    formerly_named=("table",),
)
