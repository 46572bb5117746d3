"""`python -m rffviz report`: the kept results as Markdown beside what was published; the README's tables, too."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path

from rffviz.papers.cell import Cell, Table
from rffviz.papers.results import KEPT, Record, Results
from rffviz.papers.tables import TABLES
from rffviz.validation import Refusal

SUMMARY = "write the kept results as tables, each number beside the published one"
README = Path(__file__).parents[2] / "README.md"
_BLOCK = re.compile(r"(<!-- results of (\w+) -->\n).*?(?=<!-- end of results -->)", re.S)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("--results", metavar="FOLDER", type=Path, default=KEPT, help="default: those of the package")
    parser.add_argument("--readme", metavar="FILE", type=Path, help="write the summaries into this file, between marks")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Print every cell, or write the summaries; 0, or 1 where a file of results has records that cannot be used."""
    try:
        kept = {name: Results(arguments.results / f"{name}.json") for name in TABLES}
        if arguments.readme:
            text = arguments.readme.read_text(encoding="utf-8")
            arguments.readme.write_text(with_summaries(text, arguments.results), encoding="utf-8")
        else:
            tables = (table for table in TABLES.values() if kept[table.name].records)
            print("\n\n".join(f"## {table.title}\n\n{every_cell(table, kept[table.name].records)}" for table in tables))
    except Refusal as reason:
        parser.error(f"argument --results: {reason}")
    except OSError as reason:
        parser.error(f"argument --readme: cannot write {arguments.readme}: {reason.strerror}")
    problems = [problem for results in kept.values() for problem in results.problems]
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    return int(bool(problems))


def with_summaries(text: str, folder: Path = KEPT) -> str:
    """The text with the summary of a table's kept results in each place marked for it."""

    def block(found: re.Match[str]) -> str:
        table = TABLES[found[2]]
        return f"{found[1]}{summary(table, Results(folder / f'{table.name}.json').records)}\n"

    return _BLOCK.sub(block, text)


def every_cell(table: Table, records: Mapping[Cell, Record]) -> str:
    """A row for each dataset and size, a column for each method: mean ± spread, and what was published behind it."""
    columns = dict.fromkeys((cell.method, cell.landmarks_factor) for cell in table.cells if cell in records)
    head = [f"{method}{_landmarks(factor)}" for method, factor in columns]
    rows = []
    for (dataset, size, kernel), cells in _rows(table):
        at = {(cell.method, cell.landmarks_factor): cell for cell in cells}
        said = [_entry(records.get(at.get(column)), table.published.get(at.get(column))) for column in columns]
        if any(said):
            rows.append([_row_name(dataset, size, kernel), *said])
    return "\n".join([_told(table, records.values()), "", *_markdown([["", *head], *rows])])


def summary(table: Table, records: Mapping[Cell, Record]) -> str:
    """For each dataset and size the lowest number published, and the lowest here for each number of landmarks."""
    factors = sorted({cell.landmarks_factor for cell in table.cells} - {0.0}) or [0.0]
    rows = []
    for (dataset, size, kernel), cells in _rows(table):
        published = [(table.published[cell], cell) for cell in cells if cell in table.published]
        measured = {
            factor: [
                (records[cell].mean, cell)
                for cell in cells
                if cell.landmarks_factor in (0.0, factor) and cell in records and records[cell].values
            ]
            for factor in factors
        }
        if not any(measured.values()):
            continue
        row = [_row_name(dataset, size, kernel), _lowest(published, lambda value, cell: f"{value:g}")]
        row += [_lowest(measured[factor], lambda value, cell: _entry(records[cell])) for factor in factors]
        rows.append(row)
    head = ["", "lowest published", *(f"lowest here{_landmarks(factor)}" for factor in factors)]
    return "\n".join([_told(table, records.values()), "", *_markdown([head, *rows])])


def _rows(table: Table):
    order = {name: place for place, name in enumerate(dict.fromkeys(cell.dataset for cell in table.cells))}
    cells = sorted(table.cells, key=lambda cell: (order[cell.dataset], cell.kernel, cell.size))
    places = groupby(cells, key=lambda cell: (cell.dataset, cell.size, cell.kernel))
    return [(place, list(some)) for place, some in places]


def _lowest(numbers, said) -> str:
    if not numbers:
        return "–"
    value, cell = min(numbers, key=lambda each: each[0])
    return f"{said(value, cell)} ({cell.method})"


def _entry(record: Record | None, published: float | None = None) -> str:
    if record is None:
        return ""
    beside = "" if published is None else f" ({published:g})"
    if not record.values:
        return f"not defined{beside}"
    spread = "" if record.spread is None else f" ± {_digits(record.spread, record.spread)}"
    return f"{_digits(record.mean, record.spread or record.mean / 100)}{spread}{beside}"


def _digits(value: float, spread: float) -> str:
    """To the second digit of the spread, at most four places."""
    places = next((n for n in range(4) if spread * 10**n >= 9.5), 4)
    return f"{value:.{places}f}"


def _landmarks(factor: float) -> str:
    return "" if not factor else ", n = r" if factor == 1 else f", n = {factor:g} r"


def _row_name(dataset: str, size: int, kernel: str) -> str:
    return ", ".join(filter(None, [dataset, kernel, str(size or "")]))


def _told(table: Table, records: Iterable[Record]) -> str:
    """What the numbers are, over how many seeds, when, with which versions and where."""
    records = [record for record in records if record.values]
    if not records:
        return "Nothing is kept of it yet."
    n_seeds = sorted({len(record.seeds) for record in records})
    seeds = f"{n_seeds[0]}" if len(n_seeds) == 1 else f"{n_seeds[0]} to {n_seeds[-1]}"
    dates = sorted(record.date[:10] for record in records)
    when = dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
    newest = max(records, key=lambda record: record.date)
    versions = ", ".join(f"{name} {number}" for name, number in newest.versions.items())
    units = " or ".join(dict.fromkeys(table.units[record.cell.dataset] for record in records))
    return (
        f"{table.title}: {units}; {table.protocol}. Mean ± standard deviation over {seeds} seeds; {when}, {versions}, "
        f"{newest.machine}."
    )


def _markdown(rows) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]
