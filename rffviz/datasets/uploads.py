"""Reads a user's table from the content of a text file, or refuses it with one sentence that says what is wrong.

Nothing is stored, downloaded or sent. Text from the file (column names, text in place of numbers) is sanitised, so that
it can be shown in Markdown, HTML and figures.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, compress, islice
from typing import Any

import numpy as np

from rffviz.datasets.delimited import (
    SAMPLE,
    all_numbers,
    arff_layout,
    is_header,
    is_missing,
    is_range,
    layout_of,
    n_lines_of,
    number,
    past_the_top,
    records_of,
    text_of,
    within_bounds,
)
from rffviz.datasets.prepare import choose_rows
from rffviz.datasets.record import Dataset
from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal, listed, or_nearest

MAX_MEGABYTES = 10  # megabytes of 10⁶ bytes, as in browsers; the same as in .streamlit/config.toml
MAX_BYTES = MAX_MEGABYTES * 10**6
MAX_ROWS = 100_000
MAX_COLUMNS = 2_000
MAX_CELLS = 10**7  # of which fewer rows are used
LARGEST = 1e100  # its square is far below the largest float

_NAME_LENGTH = 40
_CLASSES = 128
_SETTLED = 1_000  # rows; a column that is text in all of them is no longer parsed
_UNKNOWN = object()
_REMEMBERED = 10_000  # cached cells: in a text column most values repeat
_UNNAMED = ("", "unnamed: 0")  # as R and pandas write the name of an index, and as pandas reads it
_IDENTIFIED = 10  # rows; in fewer, numbers in order are no surprise
_BLOCK = 50_000  # cells
_FULL = 0.5  # share of cells that hold something in a column that is kept
_CODES = {-99.0, -999.0, -9999.0, -99999.0, 999.0, 9999.0, 99999.0}
_FEW_STRAYS, _FEW_NUMBERS = 0.05, 20  # texts, of all rows, and different numbers in a target of classes
_THOUSANDS = re.compile(r"[+−-]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*")


def read_csv(
    content: bytes | str,
    name: str = "your data",
    target: str | None = None,
    max_bytes: int = MAX_BYTES,
    max_rows: int = MAX_ROWS,
    max_columns: int = MAX_COLUMNS,
) -> Dataset:
    """Read a table of numbers from the content of a CSV file.

    Cells are separated by commas, semicolons, tabs, bars or blanks, whichever makes a table of the first rows; decimal
    commas are accepted where they do not separate. The first row is a header if it has text above numbers, or is 0, 1,
    2, … or years; ARFF names columns in its own way. The notes say what is left out: lines above the table; a first
    column that is an index of pandas or R; columns that are empty, mostly empty beside fuller ones, or not numeric
    (text in each of the first 1,000 rows); rows with a missing value ("", NA, N/A, nan, null, none, ?), with text among
    numbers, or with more or fewer cells than most. They name columns of increasing whole numbers, which may be
    identifiers, and numbers such as −999 that may stand for a missing value.

    Parameters
    ----------
    content : bytes or str
        UTF-8 or UTF-16, with or without a byte order mark; else Latin-1, which a note says. Lines at the top that start
        with "# " or "% " are skipped, as `Picture.csv` writes them.
    name : str
        The table's name in messages and figures: the file name.
    target : str, optional
        The name of the target's column, as in the header (or x1, x2, … without one). Text or two distinct values make a
        classification, other numbers a regression; of numbers with a few texts among them, the texts are left out.
    max_bytes, max_rows, max_columns : int
        Larger files are refused: 10,000,000 bytes, 100,000 rows, 2,000 columns by default, and three lines per row,
        none longer than 200,000 characters or 32 per column. Lines are counted before they are split into cells.

    Returns
    -------
    Dataset
        Named "own": the numeric columns, unscaled; names sanitised, of at most 40 characters each; y is None without
        `target`.

    Raises
    ------
    ValueError
        For content that is not text or not a table, exceeds the limits, has a value beyond ±1e100, mixes decimal points
        and commas, may have thousands separators, or leaves fewer than two rows or no numeric column.
    """
    label = label_of(name, target)
    notes: list[str] = []
    text = text_of(content, label, max_bytes, notes)
    within_bounds(text, label, max_rows, max_columns)
    return text_table(text, label, target, notes, max_columns, most_rows=max_rows)


def label_of(name: str, target: str | None) -> str:
    """The sanitised name of a table; refused if it or the target is not text."""
    if not isinstance(name, str) or not (target is None or isinstance(target, str)):
        raise Refusal(f"name and target must be text, got {name!r} and {target!r}.")
    return disarmed(name) or "your data"


def text_table(
    text: str,
    label: str,
    target: str | None,
    notes: list[str],
    max_columns: int = MAX_COLUMNS,
    most_rows: int | None = None,
    max_rows: int | None = None,
) -> Dataset:
    """The table that a text holds, as `read_csv` says.

    More than `most_rows` are refused; if that is None, the first ones are used, or `max_rows` at random.
    """
    if arff := arff_layout(text, label):
        layout, text, passed = arff
    else:
        text, passed = past_the_top(text, notes)
        layout = layout_of(text, notes, label)
    records = records_of(text, layout, passed, label)
    head = list(islice(records, SAMPLE))
    if not head:
        raise Refusal(f"{label} must hold a table of numbers, got an empty file.")
    names, first = layout.names, head[0][1]
    width = layout.width if names is None else len(names)
    if max(width, len(first)) > max_columns:
        raise Refusal(f"{label} must have at most {max_columns:,} columns, got {max(width, len(first)):,}.")
    rows = [cells for _, cells in head]
    numbered = names is None and not is_header(rows) and is_range(rows)
    headed = names is None and (is_header(rows) or numbered)
    if headed:
        names, head = tuple(first), head[1:]
        if numbered:
            notes.append(f"The first row, {listed([cell for cell in first if cell.strip()], 3)}, names the columns.")
    elif names is None:
        said = listed([f"x{column + 1}" for column in range(width)], 3)
        notes.append(f"The first row holds numbers and is read as data; columns are called {said}.")
    table = _Table(names or [f"x{column + 1}" for column in range(width)], target)
    table.watched = layout.delimiter != "," or layout.quote in text
    table.grouped = ",." if layout.delimiter == ";" else ","
    records = chain(head, records)
    if most_rows is None:
        most = min(max_rows or MAX_ROWS, max(MAX_CELLS // len(table.names), 2))
        if max_rows is not None:
            n_rows = sum(1 for _ in records_of(text, layout, passed, label)) - headed
            if n_rows > most:
                records = compress(records, part_of(n_rows, most, notes).tobytes())
                table.complete = False
        table.read(islice(records, most), label, most)
        if next(records, None):
            notes.append(f"Read: the first {most:,} rows; the file has {n_lines_of(text):,} lines.")
            table.complete = False
    else:
        table.read(records, label, most_rows)
    return table.dataset(label, notes)


def array_table(
    names: Sequence[str], cells: np.ndarray, label: str, target: str | None, notes: list[str], whole: bool
) -> Dataset:
    """The table that an array holds, one column for each name; `whole` unless rows were left out."""
    table = _Table(names, target)
    table.complete, table.numbered = whole, False
    table.values, table.lines, table.place = cells.ravel(), np.arange(len(cells)), "row"
    table.labels = [""] * len(cells)  # for a target without a number
    return table.dataset(label, notes)


def part_of(n_rows: int, n_kept: int, notes: list[str]) -> np.ndarray:
    """Whether each row is in a random part, always the same one; appends to the notes."""
    notes.append(f"A random part: {n_kept:,} of {n_rows:,} rows.")
    kept = np.zeros(n_rows, dtype=bool)
    kept[choose_rows(n_rows, n_kept)] = True
    return kept


class _Table:
    """The cells as numbers, row by row (nan if missing or text), and which rows contain text."""

    def __init__(self, header: Sequence[str], target: str | None):
        self.names = names = _different_names(header)
        self.target: int | None = None
        if target is not None:
            wanted = disarmed(target)
            if wanted not in names:
                known = or_nearest(wanted, names)
                raise Refusal(f"target must be one of the columns {listed(names)}, got {wanted!r}{known}")
            self.target = names.index(wanted)
        self.unnamed, self.numbered = header[0].strip().casefold() in _UNNAMED, True  # whether the first is an index
        self.watched, self.grouped = True, ","  # whether signs are noted, and those that may separate thousands
        self.complete, self.place = True, "line"
        self.values: Any = array("d")
        self.lines: Any = array("q")
        self.texts = [array("q") for _ in names]
        self.known: dict[str, Any] = {}  # cell -> its number
        self.open = list(range(len(names)))  # columns that may be numeric
        self.labels: list[str] = []  # of the target column
        self.signs: dict[str, dict[int, str]] = {",": {}, ".": {}}  # decimal sign -> column -> its first number
        self.undecided = {",": self.open, ".": self.open}  # columns whose numbers with the sign may all be thousands
        self.odd: list[tuple[int, int]] = []  # line and number of cells of rows with the wrong number of cells
        self.strays: dict[int, str] = {}  # column -> its first text

    def read(self, records: Iterator[tuple[int, list[str]]], label: str, max_rows: int) -> None:
        """Parse every record; raises if there are too many, or if most do not match the first row."""
        width, n_rows = len(self.names), 0
        for line, cells in records:
            n_rows += 1
            if n_rows > max_rows:
                continue  # only counted, to be reported
            while len(cells) > width and not cells[-1].strip():
                cells.pop()
            if len(cells) == width:
                self._take(line, cells)
            else:
                self.odd.append((line, len(cells)))
        if n_rows > max_rows:
            raise Refusal(f"{label} must have at most {max_rows:,} rows, got {n_rows:,}.")
        if len(self.odd) > len(self.lines):
            line, n_cells = self.odd[0]
            raise Refusal(
                f"{label} must have as many cells in its rows as in most of the first, {width}, got {n_cells} in line "
                f"{line} (decimal commas need quotes, semicolons or tabs)."
            )

    def _take(self, line: int, cells: list[str]) -> None:
        row = len(self.lines)
        self.lines.append(line)
        if self.target is not None:
            self.labels.append(cells[self.target].strip())
        self.numbered = self.numbered and cells[0].strip().isdecimal()
        if (numbers := all_numbers(cells)) is not None:
            self.values.extend(numbers)
            if self.watched:
                self._see_signs(cells)
            return
        values = [math.nan] * len(cells)
        for column in self.open:
            value = self._number(cells[column])
            if value is None:
                self.texts[column].append(row)
                self.strays.setdefault(column, cells[column])
                cells[column] = ""
            else:
                values[column] = value
        self.values.extend(values)
        if self.watched:
            self._see_signs(cells)
        if row == _SETTLED:
            self.open = [column for column in self.open if len(self.texts[column]) <= row]

    def _number(self, cell: str) -> float | None:
        value = self.known.get(cell, _UNKNOWN)
        if value is _UNKNOWN:
            value = number(cell)
            if len(self.known) < _REMEMBERED:
                self.known[cell] = value
        return value

    def _see_signs(self, cells: list[str]) -> None:
        """Note a number with either sign in each column, until it has one that cannot be of thousands."""
        for sign, seen in self.signs.items():
            decided = []
            for column in self.undecided[sign]:
                said = cells[column].strip()
                if sign in said and said.rfind(sign) == max(map(said.rfind, self.signs)):  # the other one groups
                    if not _THOUSANDS.fullmatch(said):
                        seen[column] = said
                        decided.append(column)
                    else:
                        seen.setdefault(column, said)
            if decided:
                self.undecided[sign] = [column for column in self.undecided[sign] if column not in decided]

    def dataset(self, label: str, notes: list[str]) -> Dataset:
        """The record, appending to `notes`; raises if the numbers cannot be used."""
        names, n_rows = self.names, len(self.lines)
        if n_rows == 0:
            raise Refusal(f"{label} must hold at least 2 rows of numbers, got none below its first row.")
        cells = np.asarray(self.values, dtype=np.float64).reshape(n_rows, len(names))
        missing = np.isnan(cells)
        n_numbers, n_texts = n_rows - missing.sum(axis=0), np.array([len(rows) for rows in self.texts])
        is_number, is_empty = n_numbers > n_texts, n_numbers + n_texts == 0
        if self._has_index(cells) and is_number[1:].any():
            is_number[0] = False
            said = ", ".join(f"{value:g}" for value in cells[:3, 0])
            notes.append(
                f"Left out: the first column, which numbers the rows {said} … (an index, as pandas and R write it)."
            )
        is_thin = is_number & (n_numbers + n_texts < _FULL * n_rows)
        may_be_input = is_number & (np.arange(len(names)) != (-1 if self.target is None else self.target))
        is_thin = is_thin & (may_be_input & ~is_thin).any()  # not where all inputs are
        is_input = may_be_input & ~is_thin
        if not is_input.any():
            left = [n for n, yes in zip(names, is_input, strict=True) if not yes]
            if is_number.any() and self.target is not None:
                raise Refusal(
                    f"{label} must have a column of numbers besides the target, {names[self.target]}, got none."
                )
            raise Refusal(
                f"{label} must have a column of numbers, separated by commas, semicolons, tabs, bars or blanks, got "
                f"none among {listed(left)}."
            )
        by_number = self.target is not None and self._has_numeric_target(cells[:, self.target])
        counted = is_input.copy()
        if by_number:
            counted[self.target] = True
        beyond = np.fmax.reduce(cells, axis=0) > LARGEST
        beyond |= np.fmin.reduce(cells, axis=0) < -LARGEST
        if (beyond & counted).any():
            row, column = np.argwhere((np.abs(cells) > LARGEST) & counted)[0]
            raise Refusal(
                f"{label} must hold numbers from −1e100 to 1e100, got {cells[row, column]:g} in {self.place} "
                f"{self.lines[row]}, column {names[column]}."
            )
        self._refuse_signs(counted, label, notes)
        complete = self.complete
        reasons = {" of the inputs, not being numbers": (n_numbers <= n_texts) & ~is_empty}
        reasons |= {", being empty": is_empty, ", being mostly empty": is_thin}
        for why, is_left_out in reasons.items():
            left = [names[c] + self._such_as(c) for c in np.flatnonzero(is_left_out).tolist() if c != self.target]
            if left:
                notes.append(f"Left out{why}: {listed(left)}.")
                complete = False
        missing &= counted
        usable = self._usable(missing, counted, label, notes)
        kept = tuple(names[c] for c in np.flatnonzero(is_input))
        targets: dict[str, Any] = {"y": None, "task": "", "target_name": ""}
        if self.target is not None:
            rows = np.flatnonzero(usable)
            values = cells[rows, self.target] if by_number else [self.labels[row] for row in rows]
            y, task, classes = _target_of(values, names[self.target], n_rows > len(rows))
            targets = {"y": y, "task": task, "target_name": names[self.target], "class_names": classes}
        X = _part_in_place(cells, usable, is_input)
        ordered = [name for name, values in zip(kept, X.T, strict=True) if _is_identifier(values)]
        if ordered:
            notes.append(f"Perhaps an identifier, kept as an input: {listed(ordered)}.")
        coded = [f"{code:g} in {name}" for name, values in zip(kept, X.T, strict=True) for code in _codes_in(values)]
        if coded:
            notes.append(f"Perhaps a code for a missing value, kept as a number: {listed(coded)}.")
        source = f"Read from {label}, a file of the viewer's own, {len(X):,} rows."
        return Dataset(
            name="own",
            label=label,
            X=X,
            source=" ".join([source, *notes]),
            feature_names=kept,
            notes=tuple(notes),
            columns=tuple(names),
            complete=complete and len(X) == n_rows + len(self.odd),
            **targets,
        )

    def _has_numeric_target(self, values: np.ndarray) -> bool:
        """Whether the target is mostly numbers, and its texts are strays: few, or among many different numbers.

        Among few whole numbers, which may be classes, only signs such as "-" are strays.
        """
        assert self.target is not None
        numbers, rows = values[~np.isnan(values)], self.texts[self.target]
        if len(numbers) <= len(rows):
            return False
        if len(np.unique(numbers)) > _FEW_NUMBERS:
            return True
        few = len(rows) <= _FEW_STRAYS * len(values)
        whole = bool((numbers == np.floor(numbers)).all())
        return few and not (whole and any(re.search(r"\w", self.labels[row]) for row in rows))

    def _such_as(self, column: int) -> str:
        """' (30.9%)', the first text in a column; empty where there is none."""
        return f" ({disarmed(self.strays[column], 20)})" if column in self.strays else ""

    def _has_index(self, cells: np.ndarray) -> bool:
        """Whether the first column numbers the rows: different whole numbers without a name, or 0, 1, … as "index"."""
        if not (self.numbered and len(cells) and self.target != 0):
            return False
        if self.unnamed:
            return len(np.unique(cells[:, 0])) == len(cells)
        return self.names[0].casefold() == "index" and np.array_equal(cells[:, 0], np.arange(len(cells)))

    def _refuse_signs(self, counted: np.ndarray, label: str, notes: list[str]) -> None:
        """Refuse files with both decimal signs, or whose only one may separate thousands."""
        signed = {sign: [(c, said) for c, said in first.items() if counted[c]] for sign, first in self.signs.items()}
        if signed[","] and signed["."]:
            (comma_column, comma), (point_column, point) = signed[","][0], signed["."][0]
            raise Refusal(
                f"{label} must be written with one decimal sign, got {comma} in column {self.names[comma_column]} and "
                f"{point} in column {self.names[point_column]}."
            )
        for sign in ",.":
            if signed[sign] and all(_THOUSANDS.fullmatch(said) for _, said in signed[sign]):
                column, said = signed[sign][0]
                if sign not in self.grouped:
                    notes.append(
                        f"Numbers were read with a decimal point, such as {said} in column {self.names[column]}."
                    )
                    continue
                raise Refusal(
                    f"{label} must be written without separators of thousands, got {said} in column "
                    f"{self.names[column]}, which may be {said.replace(sign, '')} or {said.replace(sign, '.')}: write "
                    f"one of them in every row."
                )
        if signed[","]:
            notes.append("Numbers were read with a decimal comma.")

    def _usable(self, missing: np.ndarray, counted: np.ndarray, label: str, notes: list[str]) -> np.ndarray:
        """The complete rows; appends to the notes how many are not, and why."""
        usable = np.logical_not(missing.any(axis=1))
        is_text = np.zeros(len(missing), dtype=bool)
        strays = {}
        for column in np.flatnonzero(counted).tolist():
            is_text[self.texts[column]] = True
            if self.texts[column]:
                strays[self.texts[column][0]] = column
        if self.target is not None and not counted[self.target]:
            unlabelled = np.array([is_missing(said) for said in self.labels])
            usable &= ~unlabelled
            missing[:, self.target] |= unlabelled
        n_missing, n_rows = int((~usable & ~is_text).sum()), len(missing) + len(self.odd)
        blame = missing & ~is_text[:, None] if n_missing else missing
        most = f"most often in {self.names[int(blame.sum(axis=0).argmax())]}"
        if usable.sum() < 2:
            raise Refusal(
                f"{label} must have at least 2 rows without a missing value, got {int(usable.sum())} of {n_rows:,}"
                + (f"; values are missing {most}." if missing.any() else ".")
            )
        if n_missing:
            notes.append(f"Left out: {n_missing:,} of {n_rows:,} rows with a missing value, {most}.")
        if is_text.any():
            row = min(strays)
            said = disarmed(self.strays[strays[row]], 20)
            notes.append(
                f"Left out: {int(is_text.sum()):,} of {n_rows:,} rows with text among numbers, first in line "
                f"{self.lines[row]}, column {self.names[strays[row]]} ({said})."
            )
        if self.odd:
            notes.append(
                f"Left out: {len(self.odd):,} of {n_rows:,} rows without the {len(self.names)} cells of "
                f"most; the first of them, line {self.odd[0][0]}, has {self.odd[0][1]}."
            )
        return usable


def _part_in_place(cells: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Some rows and columns of an array, moved to its beginning: a copy would double the memory of large tables."""
    flat, end, step = cells.reshape(-1), 0, 1 + _BLOCK // cells.shape[1]
    for start in range(0, len(cells), step):
        block = slice(start, start + step)
        part = cells[block][rows[block]][:, columns]
        flat[end : end + part.size] = part.ravel()
        end += part.size
    X = flat[:end].reshape(int(rows.sum()), -1)
    if 2 * X.size < cells.size:
        X = X.copy()
    X.setflags(write=False)
    return X


def _is_identifier(values: np.ndarray) -> bool:
    """Whether a column holds whole numbers that increase."""
    if len(values) < _IDENTIFIED or values[1] <= values[0]:
        return False
    return bool((np.diff(values) > 0).all() and (values == np.floor(values)).all())


def _codes_in(values: np.ndarray) -> list[float]:
    """−99, −999, 9999 and the like that occur several times, far from all other values."""
    found = []
    for code in _CODES & {float(values.min()), float(values.max())}:
        others = values[values != code]
        if len(values) - len(others) > 1 and len(others):
            gap = min(abs(float(others.min()) - code), abs(float(others.max()) - code))
            found += [code] if gap > 2 * np.ptp(others) else []
    return found


def _different_names(header: Sequence[str]) -> list[str]:
    """A sanitised name for every column; duplicates get a number."""
    names, taken = [], set()
    for column, cell in enumerate(header):
        wanted = disarmed(cell) or f"column {column + 1}"
        name, count = wanted, 1
        while name in taken:
            count += 1
            suffix = f" ({count})"
            name = wanted[: _NAME_LENGTH - len(suffix)] + suffix
        taken.add(name)
        names.append(name)
    return names


def _target_of(
    values: Sequence[Any] | np.ndarray, name: str, left_out: bool
) -> tuple[np.ndarray, str, tuple[str, ...]]:
    """Target, task and class names from the values of the rows used; `left_out`: whether others have none."""
    kinds, codes = np.unique(np.asarray(values), return_inverse=True)
    if len(kinds) < 2:
        rows = " in the rows that are not left out" if left_out else ""
        raise Refusal(f"target must take at least 2 values, got one in column {name}{rows}.")
    is_number = kinds.dtype.kind == "f"
    if is_number and len(kinds) > 2:
        return np.array(values, dtype=np.float64), "regression", ()
    if len(kinds) > min(_CLASSES, max(len(values) / 2, _FEW_NUMBERS)):
        raise Refusal(
            f"target must be numbers or at most {_CLASSES} classes of several rows, got {len(kinds):,} in "
            f"{len(values):,} rows of column {name}, such as {disarmed(kinds[0], 20)}."
        )
    classes = tuple(f"{kind:g}" if is_number else disarmed(kind) for kind in kinds)
    if len(kinds) == 2:
        return (2 * codes - 1).astype(np.int8), "binary", classes
    return codes.astype(np.int8), "multiclass", classes
