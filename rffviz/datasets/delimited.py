"""Splits a delimited text file into rows of cells, and reads cells as numbers.

The delimiter (tab, semicolon, bar, comma or blanks) is the one that gives a table of numbers; content that is not text,
or has too many or too long lines, is refused before it is split into cells. Python's csv module splits them: it knows
the line of each row, and of an open quote, which pandas does not say.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from rffviz.foundation.validation import Refusal

SAMPLE = 50  # records used to guess delimiter and header

_SAMPLE_CELLS = 5000
_LINES_PER_ROW, _FURTHER_LINES = 3, 1000  # blank lines, comments, and cells of several lines
_LINE_LENGTH, _CELL_LENGTH = 200_000, 32  # characters; the second per column, for tables with many columns
_MISSING = frozenset(("", "na", "n/a", "#n/a", "nan", "null", "none", "?"))
_GROUPED = re.compile(  # 1.234,5 or 1,234.5; 1 234 and 1'234, perhaps with decimals
    r"[+-]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+|(?:(?:[ \u00a0\u2009\u202f]\d{3})+|(?:['’]\d{3})+)(?:[.,]\d+)?)"
)
_BLANK_GROUPS = str.maketrans("", "", " \u00a0\u2009\u202f'’")
_TOP_LINE = re.compile(r"(?:[#%] [^\r\n]*|[#%]|sep=.)(?:\r\n|\r|\n|\Z)")
_DELIMITERS = ("\t", ";", "|", ",", " ")  # " " is any run of blanks; "1, 2" is split by commas
_WITHIN_NUMBERS = (",", " ")  # delimiters that numbers may hold
_CUT = 0.5  # up to this share of numbers the cells between them may be parts of numbers
_YEARS = range(1800, 2200)
_PIECE = 2**16  # characters
_ATTRIBUTE = re.compile(r"""@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|(\S+))""", re.IGNORECASE)
_UTF_16 = (("utf-16-le", 1), ("utf-16-be", 0))  # and which byte of two is 0 in plain letters


@dataclass(frozen=True)
class Layout:
    """How a table is written: the delimiter, the lines above it, and its names where they stand apart.

    `width` is the number of cells of most rows.
    """

    delimiter: str
    width: int
    above: int = 0  # rows
    names: tuple[str, ...] | None = None
    quote: str = '"'


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
        encoding = _encoding(content)
        try:
            content = content.decode(encoding)
        except UnicodeDecodeError:
            if encoding != "utf-8":
                raise Refusal(f"{label} must be a text file, got bytes that are not UTF-16.") from None
            content = content.decode("latin-1")  # type: ignore[union-attr]  # bytes still
            if re.search(r"[\x00-\x08\x0b-\x1f]", content.replace("\r", "")):
                raise Refusal(f"{label} must be a text file in UTF-8, got bytes that are not text.") from None
            notes.append("The file is not in UTF-8 and was read as Latin-1.")
    if "\0" in content:
        raise Refusal(f"{label} must be a text file in UTF-8, got a NUL byte at position {content.index(chr(0))}.")
    return content.removeprefix("\ufeff")


def _encoding(content: bytes) -> str:
    """UTF-16 where a mark says so, or where every second byte of the beginning is 0, as in Latin letters."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = content[:200]
    for name, at in _UTF_16:
        if 2 * start[at::2].count(0) > len(start[at::2]) and 0 not in start[1 - at :: 2]:
            return name
    return "utf-8"


def n_lines_of(text: str) -> int:
    """The number of lines that end."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def within_bounds(text: str, label: str, max_rows: int | None, max_columns: int) -> None:
    """Refuse text with more or longer lines than a table of so many rows and columns can have."""
    if max_rows is not None and (n_lines := n_lines_of(text)) > _LINES_PER_ROW * max_rows + _FURTHER_LINES:
        raise Refusal(f"{label} must have at most {max_rows:,} rows, got {n_lines:,} lines.")
    longest, at = max(_LINE_LENGTH, _CELL_LENGTH * max_columns), 0
    while len(text) - at > longest:  # from the last end of a line within reach to the next
        end = max(text.rfind(sign, at, at + longest + 1) for sign in "\r\n")
        if end < 0:
            raise Refusal(
                f"{label} must have at most {max_columns:,} columns in lines of at most {longest:,} characters, got a "
                f"longer line."
            )
        at = end + 1


def _lines(text: str) -> Iterator[str]:
    """The lines with their ends, from pieces: a StringIO takes four bytes for a character."""
    at = 0
    while at < len(text):
        end = text.find("\n", at + _PIECE) + 1 or len(text)
        yield from io.StringIO(text[at:end], newline="")
        at = end


def past_the_top(text: str, notes: list[str]) -> tuple[str, int]:
    """The text below comments and a spreadsheet's `sep=;`, and how many lines those are."""
    at = n_lines = 0
    while at < len(text) and (line := _TOP_LINE.match(text, at)):  # one by one: repeated groups store matches
        at, n_lines = line.end(), n_lines + 1
    if n_lines:
        notes.append(f"Skipped: {n_lines:,} comment line{'s' if n_lines > 1 else ''} at the top.")
    return text[at:], n_lines


def _reader(text: str, layout: Layout, strict: bool = False) -> Any:
    """What the csv module makes of the lines; a run of blanks is made one blank first."""
    lines = _lines(text)
    if layout.delimiter == " ":
        lines = (" ".join(line.split()) + "\n" for line in lines)
    written: dict[str, Any] = {"delimiter": layout.delimiter, "quotechar": layout.quote, "skipinitialspace": True}
    return csv.reader(lines, **written, strict=strict)


def records_of(text: str, layout: Layout, passed: int, label: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every row that is not blank; a quote that does not close is refused."""
    reader, above = _reader(text, layout, strict=True), layout.above
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
        if not any(cell and not cell.isspace() for cell in cells):
            continue
        if above:
            above -= 1
        else:
            yield line, cells


def _sample(text: str, delimiter: str) -> list[list[str]]:
    """The first rows that are not blank, as far as they can be split."""
    try:
        rows = islice(_reader(text, Layout(delimiter, 0)), 2 * SAMPLE)
        return [cells for cells in rows if any(cell and not cell.isspace() for cell in cells)]
    except csv.Error:
        return []


def layout_of(text: str, notes: list[str], label: str) -> Layout:
    """The delimiter that splits the first rows into the same number of cells, at least two, mostly numbers.

    Commas and blanks may stand within cells such as "3,5 €": where few of the cells between them are numbers, or the
    first row is split otherwise than the rest, a tab, semicolon or bar that splits all rows alike comes before them.
    Where the first row is not one of most, the table begins at the first that is; a row of names above it that lacks
    the first one is its header, as R writes it.
    """
    best, best_score, rows_of_best = Layout(",", 1), (0.0, 0.0), _sample(text, ",")
    regular: tuple[Layout, list[list[str]]] | None = None
    if (above := _above_decimal_commas(rows_of_best)) is not None:
        best, best_score = Layout("\t", 1, above), (math.inf, 0.0)
    elif rows_of_best:
        best = Layout(",", len(rows_of_best[0]))
    for delimiter in _DELIMITERS:
        rows = _sample(text, delimiter)
        last = Counter(map(len, rows[3 * len(rows) // 4 :])).most_common(1)
        for width in [len(cells) for cells in rows[:1]] + [width for width, _ in last]:
            fits = [_fits(cells, width) for cells in rows]
            if width < 2 or not any(fits):
                continue
            above, same = fits.index(True), sum(fits) / len(rows)
            cells = list(islice(chain.from_iterable(rows[above + 1 :] or rows), _SAMPLE_CELLS))
            score = same * sum(_is_one_number(cell, delimiter) for cell in cells) / len(cells), same
            if score > best_score:
                best, best_score, rows_of_best = Layout(delimiter, width, above), score, rows
            if same == 1 and delimiter not in _WITHIN_NUMBERS and regular is None:
                regular = Layout(delimiter, width), rows
    if regular and best.delimiter in _WITHIN_NUMBERS and best.width > 1 and (best.above or best_score[0] <= _CUT):
        best, rows_of_best = regular
    if best.above:
        head, first, *_ = rows_of_best[best.above - 1 :]
        texts = all(number(cell) is None for cell in head)
        if best.delimiter == "," and texts and _are_halves(head, rows_of_best[best.above :]):
            raise Refusal(
                f"{label} must have as many cells in its rows as names above them, got {best.width} below {len(head)} "
                f"names (decimal commas need quotes, semicolons or tabs)."
            )
        named = len(head) == best.width - 1 and texts
        if named and any(number(cell) is not None for cell in first):
            best = replace(best, names=("", *head))
        n_left = best.above - (best.names is not None)
        if n_left:
            notes.append(f"Skipped: {n_left:,} line{'s' if n_left > 1 else ''} above the table.")
    return best


def _is_one_number(cell: str, delimiter: str) -> bool:
    """Whether a cell is a number; between commas one with a blank may be two."""
    return number(cell) is not None and not (delimiter == "," and " " in cell.strip())


def _fits(cells: list[str], width: int) -> bool:
    """Whether a row has so many cells, besides empty ones at its end."""
    return len(cells) >= width and not any(cell.strip() for cell in cells[width:])


def _are_halves(names: list[str], rows: list[list[str]]) -> bool:
    """Whether decimal commas have split whole numbers below these names: all columns, or one of them.

    Row names of R, which have no name either, are text or differ.
    """
    rows = [[cell.strip() for cell in cells] for cells in rows if len(cells) == len(rows[0])]
    if len(names) < 2 or not all(cell.lstrip("+-−").isdecimal() for cells in rows for cell in cells):
        return False
    if len(rows[0]) == 2 * len(names):
        return all(cell.isdecimal() for cells in rows for cell in cells[1::2])
    return len(rows[0]) == len(names) + 1 and len({cells[0] for cells in rows}) < len(rows)


def _above_decimal_commas(rows: list[list[str]]) -> int | None:
    """How many rows of text are above the last one that names a column of decimal commas; None where it is none.

    A line "1,5" may be two cells: it is one number under a single name, or where fractions begin with 0.
    """
    n_texts = next((k for k, cells in enumerate(rows) if len(cells) > 1 or number(cells[0]) is not None), len(rows))
    body = [[cell.strip() for cell in cells] for cells in rows[n_texts:]]
    fractions = [cells[1] for cells in body if len(cells) == 2]
    if not fractions or not all(
        len(cells) <= 2 and cells[0].lstrip("+-").isdecimal() and cells[-1].lstrip("+-").isdecimal() for cells in body
    ):
        return None
    named = n_texts > 0 and all(part.isdecimal() for part in fractions)
    zeros = any(part.startswith("0") and part != "0" for part in fractions)
    return max(n_texts - 1, 0) if named or zeros else None


def arff_layout(text: str, label: str) -> tuple[Layout, str, int] | None:
    """Layout, rows and number of lines above them of a file in the format of Weka; None for other text."""
    names: list[str] = []
    passed = at = 0
    for line in _lines(text):
        passed, at, said = passed + 1, at + len(line), line.strip()
        word = said.partition(" ")[0].partition("\t")[0].casefold()
        if not said or said.startswith("%"):
            continue
        if not names and word not in ("@relation", "@attribute"):
            return None
        if word == "@data":
            rows = text[at:]
            if rows.lstrip().startswith("{"):
                raise Refusal(f"{label} must hold all cells of a row, got sparse rows of ARFF.")
            return Layout(",", len(names), names=tuple(names), quote="'" if "'" in rows else '"'), rows, passed
        if match := _ATTRIBUTE.match(said):
            names.append(next(filter(None, match.groups()), ""))
    return None


def is_header(rows: list[list[str]]) -> bool:
    """Whether the first row has text above a column of numbers or, if there is no such column, contains no number."""
    first = [number(cell) for cell in rows[0]]
    rest = [cells for cells in rows[1:] if len(cells) >= len(first)]
    no_numbers_below = True
    for column, value in enumerate(first):
        below = [number(cells[column]) for cells in rest]
        n_texts, n_missing = below.count(None), sum(each is not None and math.isnan(each) for each in below)
        if len(below) - n_missing > 2 * n_texts:
            no_numbers_below = False
            if value is None:
                return True
    return no_numbers_below and all(value is None or math.isnan(value) for value in first)


def is_range(rows: list[list[str]]) -> bool:
    """Whether the first row names columns by 0, 1, 2, …, as pandas does, or by years in order.

    There must be three of them; below an empty first cell, that of an index, one is enough, or two years. Years may
    follow a name. It is no header if the second row goes on counting, or holds years, too.
    """
    first = [cell.strip() for cell in rows[0]]
    unnamed = not first[0]
    named = unnamed or number(first[0]) is None
    cells = first[named:]
    if not cells or not all(cell.isdecimal() and len(cell) < 9 for cell in cells):
        return False
    start, n = int(cells[0]), len(cells)
    below = [cell.strip() for cell in rows[1][named:]] if len(rows) > 1 else []
    if [int(cell) for cell in cells] != [*range(start, start + n)]:
        return False
    if start == 0:
        return (n > (0 if unnamed else 2)) and unnamed == named and below != [f"{j}" for j in range(n, 2 * n)]
    return (
        n > (1 if unnamed else 2)
        and start in _YEARS
        and not (below and all(cell.isdecimal() and int(cell) in _YEARS for cell in below))
    )


def all_numbers(cells: list[str]) -> list[float] | None:
    """The cells as numbers, or None if one of them is not; a fast path, since most rows are numbers."""
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return None
    return None if "_" in "".join(cells) else numbers  # as `number` does


def number(cell: str) -> float | None:
    """The number in a cell, perhaps with a decimal comma or groups of thousands; nan if missing, None if it is text."""
    said = cell.strip().replace("−", "-")  # as a typesetter writes a minus
    try:
        value = float(said)
    except ValueError:
        if said.casefold() in _MISSING:
            return math.nan
        if _GROUPED.fullmatch(said):
            said = said.translate(_BLANK_GROUPS)
            at = max(said.rfind(","), said.rfind(".")) % (len(said) + 1)  # at its end without either
            return float(f"{said[:at].replace(',', '').replace('.', '')}.{said[at + 1 :]}")
        if "," not in said or "." in said or "_" in said or said.endswith(","):
            return None
        try:
            return float(said.replace(",", ".", 1))
        except ValueError:
            return None
    return None if "_" in said else value  # Python accepts 1_000; a table does not
