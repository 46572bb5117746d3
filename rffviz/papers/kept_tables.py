"""`python -m rffviz tables`: the stored results and the published numbers as Markdown; also writes docs/results.md."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rffviz.datasets import DATASETS
from rffviz.foundation.file_content import file_content, write_whole
from rffviz.foundation.validation import Refusal, listed
from rffviz.papers.cell import Cell, PublishedTable
from rffviz.papers.claims import ALIKE, BESIDE, CLAIMS
from rffviz.papers.claims_record import CONTRADICTED, NOT_JUDGED, NOT_SEEN, SEEN, Judged, claims_record, source_words
from rffviz.papers.figure1 import RIDGE_LABELS
from rffviz.papers.results import KEPT, MOST_BYTES, Record, Results
from rffviz.papers.table2 import learner_label
from rffviz.papers.tables import TABLES

_BLOCK = re.compile(r"(<!-- results of (\w+) -->\n).*?(?=<!-- end of results -->)", re.S)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("--results", metavar="FOLDER", type=Path, default=KEPT, help="default: those of the package")
    told = "write the summaries into this file, between marks"
    parser.add_argument("--docs", "--readme", metavar="FILE", type=Path, help=told)


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Print every cell, or write the summaries; returns 0, or 1 if a results file has unusable records."""
    try:
        kept = {name: Results(arguments.results / f"{name}.json") for name in TABLES}
        if arguments.docs:
            try:
                text = file_content(arguments.docs, MOST_BYTES).decode()
                write_whole(arguments.docs, with_summaries(text, arguments.results))
            except OSError as reason:
                parser.error(f"argument --docs: cannot write {arguments.docs}: {reason.strerror}")
            except (Refusal, UnicodeDecodeError) as reason:
                parser.error(f"argument --docs: {reason}")
        else:
            tables = (table for table in TABLES.values() if kept[table.name].records)
            print("\n\n".join(f"## {table.title}\n\n{every_cell(table, kept[table.name].records)}" for table in tables))
    except Refusal as reason:
        parser.error(f"argument --results: {reason}")
    problems = [problem for results in kept.values() for problem in results.problems]
    print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
    return int(bool(problems))


def with_summaries(text: str, folder: Path = KEPT) -> str:
    """The text with each marked place filled by the summary of a table's stored results."""

    def block(mark: re.Match[str]) -> str:
        table = TABLES[mark[2]]
        said = summary if table.protocols else every_cell
        said = claims_summary if table.name == "claims" else said
        return f"{mark[1]}{said(table, Results(folder / f'{table.name}.json').records)}\n"

    return _BLOCK.sub(block, text)


def every_cell(table: PublishedTable, records: Mapping[Cell, Record]) -> str:
    """A row for each method, a column for each dataset (and size): mean ± spread, followed by the published number."""
    columns = [(name, cells) for name, cells in _columns(table) if any(cell in records for cell in cells)]
    rows = []
    for way in dict.fromkeys(map(_way, table.cells)):
        row = [next((cell for cell in cells if _way(cell) == way), None) for _, cells in columns]
        said = [_entry(records.get(cell), table.published.get(cell)) for cell in row]  # type: ignore[arg-type]
        if any(said):
            rows.append([way, *said])
    head = ["", *(name for name, _ in columns)]
    return "\n".join([_told(table, records.values()), "", *_markdown([head, *rows])])


def summary(table: PublishedTable, records: Mapping[Cell, Record]) -> str:
    """For each dataset and size the lowest published number, and our lowest for each of the table's protocols."""
    rows = []
    for name, cells in _columns(table):
        published = [(table.published[cell], cell) for cell in cells if cell in table.published]
        measured = [
            [(records[cell].mean, cell) for cell in cells if cell in alike and cell in records and records[cell].values]
            for alike in (set(protocol.cells) for protocol in table.protocols.values())
        ]
        if not any(measured):
            continue
        row = [name, _lowest(published, lambda value, cell: f"{value:g}")]
        row += [_lowest(numbers, lambda value, cell: _entry(records[cell])) for numbers in measured]
        rows.append(row)
    head = ["", "lowest published", *(f"lowest here, {protocol.label}" for protocol in table.protocols.values())]
    return "\n".join([_told(table, records.values()), "", *_markdown([head, *rows])])


def claims_summary(table: PublishedTable, records: Mapping[Cell, Record]) -> str:
    """A row for each claim: its source, the smallest and the largest ratio over its datasets, and the verdict."""
    rows = [["method", "what its source claims", "measured", "verdict"]]
    for one in claims_record(records).judged:
        claim, ratios = CLAIMS[one.claim], [each.ratio for each in one.on]
        ends = dict.fromkeys(f"{ratio:#.2g}".rstrip(".") for ratio in (min(ratios), max(ratios)))
        range_of_ratios = f"{claim.quantity} {' to '.join(ends)} × that of {claim.baseline}"
        rows.append([f"{claim.method}: {source_words(claim)}", claim.claim.rstrip("."), range_of_ratios, _verdict(one)])
    return "\n".join([_told(table, records.values()), "", *_markdown(rows)])


def _verdict(one: Judged) -> str:
    """The verdict, by dataset where they differ, and the verdicts at other limits of "about the same"."""
    said = one.verdict
    if len({each.verdict for each in one.on}) > 1:
        those = {verdict: one.of(verdict) for verdict in (SEEN, NOT_SEEN, CONTRADICTED, NOT_JUDGED)}
        said = "; ".join(
            f"{verdict} on {listed([DATASETS[each.dataset].label for each in on])}"
            for verdict, on in those.items()
            if on
        )
    if CLAIMS[one.claim].limit == 1:
        return said
    others = "; ".join(f"{one.at(limit).counted} at {limit:g}" for limit in BESIDE)
    return f"{said} at {ALIKE:g}, our limit; {others}"


def _columns(table: PublishedTable) -> list[tuple[str, list[Cell]]]:
    """The cells of each dataset, and of each size where a method is measured at several."""
    several = len({(cell.dataset, cell.method) for cell in table.cells}) < len(
        {(cell.dataset, cell.method, cell.size) for cell in table.cells}
    )
    columns: dict[str, list[Cell]] = {}
    for cell in table.cells:
        place = ", ".join(filter(None, [cell.dataset, cell.kernel, str(cell.size) if several else ""]))
        columns.setdefault(place, []).append(cell)
    return list(columns.items())


def _lowest(numbers: list[tuple[Any, Cell]], said: Callable[[float, Cell], str]) -> str:
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
    mean: Any = record.mean  # as there are values
    return f"{_digits(mean, record.spread or mean / 100)}{spread}{beside}"


def _digits(value: float, spread: float) -> str:
    """Decimals that show two digits of the spread, at most four."""
    places = next((n for n in range(4) if spread * 10**n >= 9.5), 4)
    return f"{value:.{places}f}"


def _way(cell: Cell) -> str:
    """The key of a row: method, learner if there is a choice, and landmarks."""
    factor = cell.landmarks_factor
    landmarks = "" if not factor else "n = D" if factor == 1 else f"n = {factor:g} D"
    method = RIDGE_LABELS.get(cell.method, cell.method)
    return ", ".join(filter(None, [method, learner_label(cell) if factor else "", landmarks]))


def _told(table: PublishedTable, records: Iterable[Record]) -> str:
    """A caption: quantity, seeds, dates, versions and machine."""
    records = [record for record in records if record.values]
    if not records:
        return "No stored results yet."
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


def _markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]
