"""Splits a delimited text file into rows of cells, and reads cells as numbers.

The delimiter (comma, semicolon or tab) is the one that gives a table of numbers; content that is not text, or has too
many or too long lines, is refused before it is split into cells.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator
from itertools import chain, islice

from rffviz.foundation.validation import Refusal

SAMPLE = 50  # records used to guess delimiter and header

_SAMPLE_CELLS = 5000
_LINES_PER_ROW, _FURTHER_LINES = 3, 1000  # blank lines, comments, and cells of several lines
_LINE_LENGTH, _CELL_LENGTH = 200_000, 32  # characters; the second per column, for tables with many columns
_MISSING = frozenset(("", "na", "n/a", "#n/a", "nan", "null", "none", "?"))
_TOP_LINE = re.compile(r"(?:# [^\r\n]*|#|sep=.)(?:\r\n|\r|\n|\Z)")
_DELIMITERS = ("\t", ";", ",")


def is_missing(cell: str) -> bool:
    """Whether a cell has no value: it is empty or a missing-value marker (NA, null, ?)."""
    return cell.strip().casefold() in _MISSING


def text_of(content: bytes | str, label: str, max_bytes: int, notes: list[str]) -> str:
    """The content as text, without a byte order mark; refused if it is not text, or is too long."""
    if not isinstance(content, str | bytes):
        raise Refusal(f"content must be bytes or text, got {type(content).__name__}.")
    size = len(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    if size > max_bytes:
        raise Refusal(f"{label} must be at most {max_bytes:,} bytes long, got {size:,}.")
    if isinstance(content, bytes):
        try:
            content = content.decode("utf-8")
        except UnicodeDecodeError:
            content = content.decode("latin-1")  # type: ignore[union-attr]  # bytes still
            if re.search(r"[\x00-\x08\x0b-\x1f]", content.replace("\r", "")):
                raise Refusal(f"{label} must be a text file in UTF-8, got bytes that are not text.") from None
            notes.append("The file is not in UTF-8 and was read as Latin-1.")
    if "\0" in content:
        raise Refusal(f"{label} must be a text file in UTF-8, got a NUL byte at position {content.index(chr(0))}.")
    return content.removeprefix("\ufeff")


def within_bounds(text: str, label: str, max_rows: int, max_columns: int) -> None:
    """Refuse text with more or longer lines than a table of so many rows and columns can have."""
    n_lines = text.count("\n") + text.count("\r") - text.count("\r\n")
    if n_lines > _LINES_PER_ROW * max_rows + _FURTHER_LINES:
        raise Refusal(f"{label} must have at most {max_rows:,} rows, got {n_lines:,} lines.")
    longest = max(_LINE_LENGTH, _CELL_LENGTH * max_columns)
    if len(text) > longest and (longest_line := max(map(len, io.StringIO(text, newline="")))) > longest:
        raise Refusal(
            f"{label} must have at most {max_columns:,} columns in lines of at most {longest:,} characters, got a line "
            f"of {longest_line:,}."
        )


def past_the_top(text: str, notes: list[str]) -> tuple[str, int]:
    """The text below comments and a spreadsheet's `sep=;`, and how many lines those are."""
    at = n_lines = 0
    while at < len(text) and (line := _TOP_LINE.match(text, at)):  # one by one: repeated groups store matches
        at, n_lines = line.end(), n_lines + 1
    if n_lines:
        notes.append(f"Skipped: {n_lines:,} comment line{'s' if n_lines > 1 else ''} at the top.")
    return text[at:], n_lines


def records_of(text: str, delimiter: str, passed: int, label: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every row that is not blank; a quote that does not close is refused."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        line = passed + reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise Refusal(
                f"{label} must have quotes that close and cells of at most {csv.field_size_limit():,} characters, got "
                f"a row at line {line} that breaks this: {str(error).replace(chr(9), 'a tab')}."
            ) from None
        if any(cell and not cell.isspace() for cell in cells):
            yield line, cells


def delimiter_of(text: str) -> str:
    """The delimiter that splits the first rows into the same number of cells, at least two, mostly numbers."""
    best, best_score = ",", (0.0, 0.0)
    for delimiter in _DELIMITERS:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
        try:
            rows = [cells for cells in islice(reader, SAMPLE) if any(cells)]
        except csv.Error:
            continue
        if not rows or len(rows[0]) < 2:
            continue
        same = sum(len(cells) == len(rows[0]) for cells in rows) / len(rows)
        cells = list(islice(chain.from_iterable(rows[1:] or rows), _SAMPLE_CELLS))
        score = same * sum(number(cell, delimiter) is not None for cell in cells) / len(cells), same
        if score > best_score:
            best, best_score = delimiter, score
    return best


def is_header(rows: list[list[str]], delimiter: str) -> bool:
    """Whether the first row has text above a column of numbers or, if there is no such column, contains no number."""
    first = [number(cell, delimiter) for cell in rows[0]]
    rest = [cells for cells in rows[1:] if len(cells) >= len(first)]
    no_numbers_below = True
    for column, value in enumerate(first):
        below = [number(cells[column], delimiter) for cells in rest]
        n_texts, n_missing = below.count(None), sum(each is not None and math.isnan(each) for each in below)
        if len(below) - n_missing > 2 * n_texts:
            no_numbers_below = False
            if value is None:
                return True
    return no_numbers_below and all(value is None or math.isnan(value) for value in first)


def all_numbers(cells: list[str]) -> list[float] | None:
    """The cells as numbers, or None if one of them is not; a fast path, since most rows are numbers."""
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return None
    return None if "_" in "".join(cells) else numbers  # as `number` does


def number(cell: str, delimiter: str) -> float | None:
    """The number in a cell, nan if missing, None if it is text."""
    said = cell.strip()
    try:
        value = float(said)
    except ValueError:
        if said.casefold() in _MISSING:
            return math.nan
        if delimiter == "," or "," not in said or "." in said or "_" in said:
            return None
        try:
            return float(said.replace(",", ".", 1))
        except ValueError:
            return None
    return None if "_" in said else value  # Python accepts 1_000; a table does not
