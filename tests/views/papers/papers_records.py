"""Tables and cells with made-up measurements, and their pictures."""

from dataclasses import replace

from rffviz.explorer.views.papers.table.picture import cell_beside_picture, table_beside_picture
from rffviz.papers import TABLES, Measured, Record
from rffviz.papers.beside import cell_beside, kept_table, table_beside

AS_PUBLISHED = TABLES["table2"].by_default


OTHERS = ("FASTFOOD", "LATTICE", "MM", "WEIGHT", "SAMPLE", "NEAREST")


VALUES = {
    "MC": (0.30, 0.31, 0.32),
    "HALTON": (0.26, 0.265, 0.27),
    "DIGIT": (0.18, 0.185, 0.19),
    "SOBOL": (0.3,),
    "CLUSTER": (0.12, 0.1225, 0.125),
}


def a_record(cell, *values, seconds=2.0):
    record = Record(cell)
    for seed, value in enumerate(values):
        record = record.plus(seed, Measured(value, seconds, {"d": 11}, {"ridge": 0.1 * seed}))
    return record


def kept(values=VALUES, refused=("MM",)):
    """Table 2 with some of its cells on wine measured at r = 50."""
    found = kept_table("table2")
    entries = []
    for entry in (replace(entry, record=None) for entry in found.entries):
        cell, record = entry.cell, None
        if (cell.dataset, cell.size) == ("wine_quality", 50) and (cell in AS_PUBLISHED or cell.method == "NEAREST"):
            if cell.method in values:
                record = a_record(cell, *values[cell.method])
            elif cell.method in refused:
                record = Record(cell, refused="It is not defined here.")
        entries.append(replace(entry, record=record))
    return replace(found, entries=tuple(entries))


def of_2007():
    """The table of 2007 with one cell measured; a dataset of it cannot be had."""
    found = kept_table("table1")
    entries = [replace(entry, record=None) for entry in found.entries]
    entries[0] = replace(entries[0], record=a_record(entries[0].cell, 3.5, 3.7))
    return table_beside(replace(found, entries=tuple(entries)))


def table(datasets=None, methods=None, measured_as="algorithm1", **given):
    return table_beside(kept(**given), datasets, methods, measured_as)


def cell(method="HALTON", values=VALUES, again=(), n_again=0, refused=""):
    found = kept(values)
    wanted = next(entry.cell for entry in found.entries if entry.cell.method == method)
    seen = cell_beside(found, wanted)
    record = a_record(wanted, *again) if again else Record(wanted, refused=refused) if refused else None
    return replace(seen, again=record, n_again=n_again)


CASES = {
    "table": lambda look: table_beside_picture(table(), look),
    "table-empty": lambda look: table_beside_picture(table(values={}, refused=()), look),
    "table-wine": lambda look: table_beside_picture(table(["wine_quality"]), look),
    "table-each": lambda look: table_beside_picture(table(["wine_quality", "cpu"], None, None), look),
    "table-unpublished": lambda look: table_beside_picture(table(None, ["NEAREST"], "r"), look),
    "table-once": lambda look: table_beside_picture(table(values={"SOBOL": (0.3,)}), look),
    "table-2007": lambda look: table_beside_picture(of_2007(), look),
    "table-3": lambda look: table_beside_picture(table_beside(kept_table("table3")), look),
    "cell": lambda look: cell_beside_picture(cell(), look),
    "cell-again": lambda look: cell_beside_picture(cell(again=(0.26,), n_again=3), look),
    "cell-waiting": lambda look: cell_beside_picture(cell(n_again=3), look),
    "cell-refused": lambda look: cell_beside_picture(cell("MM"), look),
    "cell-unmeasured": lambda look: cell_beside_picture(cell("LATTICE"), look),
    "cell-unpublished": lambda look: cell_beside_picture(cell("NEAREST"), look),
}
