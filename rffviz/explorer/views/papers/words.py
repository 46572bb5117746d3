"""Shared by the words of this page's views."""

from __future__ import annotations

import math

from rffviz.explorer.words.labels import method_label, share
from rffviz.explorer.words.numbers import count, plural
from rffviz.explorer.words.waiting import duration
from rffviz.papers.beside import LARGER, SMALLER, Entry, TableBeside
from rffviz.papers.cell import Cell
from rffviz.papers.table2 import LEARNED, OWN, learner_label
from rffviz.papers.tables import TABLES

MISSING, REFUSED = "–", "✕"
NOT_FOUND_OUT = "Unexplained."
TENTH = 0.05  # smallest difference, in SDs, that rounds to 0.1
THAN_PUBLISHED = {SMALLER: "smaller here", LARGER: "larger here"}


def row_label(cell, many_factors: bool) -> str:
    """A row of the grid: the method, with its number of landmarks if there are several."""
    if not (many_factors and cell.landmarks_factor):
        return method_label(cell.method)
    learner = f"{learner_label(cell)}, " if learner_label(cell) else ""
    return f"{method_label(cell.method)} ({learner}{landmarks_words(cell)})"


def landmarks_words(cell: Cell) -> str:
    """'n = D', 'n = 10D'."""
    return f"n = {share(cell.landmarks_factor, 1)}"


def size_words(cell: Cell) -> str:
    """'D = 50', or 'P = 30' of grids."""
    return f"{'P' if cell.method.startswith('binning') else 'D'} = {cell.size:,}"


def place(record: TableBeside, entry: Entry) -> str:
    """'DIGIT on Wine quality, D = 50'."""
    size = f", D = {entry.cell.size}" if record.sized else ""
    return f"{row_label(entry.cell, True)} on {record.labels[entry.cell.dataset]}{size}"


def error_words(unit: str) -> str:
    """The quantity of a table's numbers, without subscripts."""
    return unit.replace("‖K̂ − K‖_F/‖K‖_F", "‖K̂ − K‖/‖K‖, Frobenius")


def written(entry: Entry, value: float | None, more: int = 0) -> str:
    """A number with the digits that the paper prints, or more of them."""
    if value is None or not math.isfinite(value):
        return MISSING
    return f"{value:.{entry.decimals + more}f}"


def spreads_between(entry: Entry) -> str:
    """The distance from the published error in standard deviations over seeds."""
    value = abs(entry.spreads or 0.0)
    if value < TENTH:
        return "less than 0.1 SDs"
    return f"{value:.1f} SDs" if value < 100 else f"{count(value)} SDs"


def signed_spreads(entry: Entry) -> str:
    """'+1.3', '−0.4', '0' if it rounds to the published number; nothing if open."""
    if entry.spreads is None:
        return ""
    if abs(entry.spreads) < TENTH:
        return "±0"
    return f"{entry.spreads:+.1f}".replace("-", "−")


def not_in_table(asked: str, shown: str) -> str:
    """The notice if a table does not have a row, column or cell."""
    return f"This table has no {asked}: {shown} instead."


def command(table: str, *options: str) -> str:
    """The terminal command that measures a table, or the part selected by the options."""
    return " ".join([f"python -m rffviz reproduce {table}", *options])


def cell_options(cell: Cell, n_seeds: int) -> list[str]:
    """The options that select one cell."""
    parts = [f"--dataset {cell.dataset}", f"--methods {cell.method}"]
    if "n_points" in TABLES[cell.table].options:  # a table with a choice of sizes
        parts.append(f"--n-freqs {cell.size}")
        parts += [f"--landmarks-factor {cell.landmarks_factor:g}"] if cell.landmarks_factor else []
        parts += [f"--optimizer {cell.learner or OWN}"] if cell.landmarks_factor and cell.method in LEARNED else []
    return [*parts, f"--seeds {n_seeds}"]


def time_needed(seconds: float, n_seeds: int, several: bool = False) -> str:
    """The time of measuring, from the stored seconds per seed (nan if unknown), for one or several datasets."""
    if math.isnan(seconds):
        return "How long a seed takes is not known yet."
    one, those, all_seeds = duration(seconds), plural(n_seeds, "seed"), duration(n_seeds * seconds)
    if several:
        verb = "takes" if n_seeds == 1 else "take"
        return f"One seed on all data takes about {one} on one core; {those} {verb} {all_seeds}."
    return f"A seed takes about {one} of a core, {those} {all_seeds}."


def measure_button(n_seeds: int, again: bool = True, seconds: float = math.nan) -> str:
    """'Measure 10 seeds again (about 4 s)'."""
    time = "" if math.isnan(seconds) else f" (about {duration(n_seeds * seconds)})"
    return f"Measure {plural(n_seeds, 'seed')}{' again' if again else ''}{time}"
