"""Reads a table from a file of any known kind, which its content decides, or refuses it by the name of its kind."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Collection
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.datasets import load_svmlight_file

from rffviz.datasets.arrays import GZIP, MATLAB, NPY, ZIP, array_of, matrices_of, members_of, unpacked
from rffviz.datasets.delimited import text_of, within_bounds
from rffviz.datasets.record import Dataset
from rffviz.datasets.uploads import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, array_table, label_of, part_of, text_table
from rffviz.foundation.file_content import file_content
from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal, listed, whole_number

MAX_UNPACKED = 100_000_000  # bytes

_X, _Y = ("x", "data", "features", "inputs"), ("y", "target", "targets", "labels", "label")
_CSV, _SMALL, _UNPACK = "save it as CSV", "save its numbers as CSV", "unpack it"
_NAMED = (
    (b"PAR1\x15", "a Parquet", _CSV),
    (b"ARROW1", "a Feather", _CSV),
    (b"FEA1", "a Feather", _CSV),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel", _CSV),
    (b"SQLite format 3\0", "a SQLite", "save a table of it as CSV"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5", "save an array of it as NPY"),
    (b"MATLAB 7.3", "a MATLAB 7.3", "save it with -v7"),
    (b"RDX2\n", "an R", "write.csv saves a table of it"),
    (b"RDX3\n", "an R", "write.csv saves a table of it"),
    (b"\x89PNG", "a PNG", _SMALL),
    (b"\xff\xd8\xff", "a JPEG", _SMALL),
    (b"GIF87a", "a GIF", _SMALL),
    (b"GIF89a", "a GIF", _SMALL),
    (b"II*\0", "a TIFF", _SMALL),
    (b"MM\0*", "a TIFF", _SMALL),
    (b"%PDF-", "a PDF", _SMALL),
    (b"<?xml", "an XML", _CSV),
    (b"BZh91AY&SY", "a bzip2", _UNPACK),
    (b"\xfd7zXZ", "an XZ", _UNPACK),
    (b"7z\xbc\xaf", "a 7-Zip", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a Zstandard", _UNPACK),
    (GZIP, "a gzip in a gzip", _UNPACK),
    *((bytes([128, version]), "a pickle", "save its arrays as NPZ") for version in range(2, 6)),
)
_MARKUP, _JSON = (
    re.compile(rb"\s*<(!doctype html|html|table)\b", re.I),
    re.compile(rb"\s*(\{\s*\"|\[\s*[\[{])"),
)
_PAIR = re.compile(rb"\d+:(?:[-+.\deE]+|nan)", re.IGNORECASE)
_LABELS = re.compile(rb"[-+.,\deE]+")
_QUERY = re.compile(rb"^[^#\r\n]*\sqid:", re.MULTILINE)
_SEEN = 200_000  # bytes that decide whether it is LIBSVM
# raised by scikit-learn's reader
_BAD_PAIRS = (ValueError, OverflowError, LookupError, TypeError, MemoryError)


def read_file(file: str | os.PathLike[str] | bytes, target: str | None = None, max_rows: int | None = None) -> Dataset:
    """Read a table of numbers from a file, whose content says what it is.

    Text: cells between commas, semicolons, tabs, bars or blanks, with or without a header and lines above it, in UTF-8,
    UTF-16 or Latin-1, ARFF too (``rffviz.datasets.uploads.read_csv`` says how); LIBSVM (svmlight) without queries.
    Arrays: NPY, NPZ, MATLAB 5; several are X (or data, features, inputs) and y (or target, targets, labels, label), and
    nothing is unpickled. Any of these in gzip. The notes of the record say what was left out and how numbers were read.

    Parameters
    ----------
    file : path or bytes
        A regular file, or the content of one: at most 100 MB, also when unpacked.
    target : str, optional
        The name of the target's column: as in the header, else x1, x2, …; the y of LIBSVM and of arrays is called y and
        is the default there, unless it does not vary. Text or two distinct values make a classification, other numbers
        a regression.
    max_rows : int, optional
        Of more rows so many are used, at random and always the same; by default the first 100,000. In either case at
        most 10,000,000 cells, which a note says.

    Returns
    -------
    Dataset
        Named "own": at most 2,000 numeric columns, unscaled.

    Raises
    ------
    ValueError
        For another kind of file, which is named; a table that is refused as in `read_csv`; numbers whose commas may
        separate thousands, such as 82,225 where each has three digits after its sign.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> from rffviz.datasets import read_file
    >>> found = read_file(b"+1 1:0.5 3:2\\n-1 2:1\\n")
    >>> found.X.tolist(), found.y.tolist()
    ([[0.5, 0.0, 2.0], [0.0, 1.0, 0.0]], [1, -1])
    """
    if isinstance(file, bytes):
        return read_content(file, target=target, max_rows=max_rows)
    if not isinstance(file, str | os.PathLike):
        raise Refusal(f"file must be a path or bytes, got {file!r}.")
    return read_content(file_content(os.fspath(file), MAX_UNPACKED), Path(file).name, target, max_rows)


def read_content(
    content: bytes, name: str = "your data", target: str | None = None, max_rows: int | None = None
) -> Dataset:
    """`read_file` for the content of a file of this name."""
    label = label_of(name, target)
    if max_rows is not None:
        whole_number("max_rows", max_rows, low=2)
    if len(content) > MAX_UNPACKED:
        raise Refusal(f"{label} must be at most {MAX_UNPACKED:,} bytes long, got {len(content):,}.")
    content = unpacked(content, label, MAX_UNPACKED)
    refuse_by_name(content, label)
    notes: list[str] = []
    X: np.ndarray | sparse.csr_matrix
    y = None
    if content.startswith(NPY):
        X = array_of(content, label)
    elif content.startswith(ZIP):
        members = members_of(content, label, MAX_UNPACKED)
        X, y = _x_and_y(members, lambda name: array_of(members[name], label, "fiub"), label, notes)
    elif content.startswith(MATLAB):
        matrices = matrices_of(content, label, MAX_UNPACKED)
        read = {name: matrix for name, matrix in matrices.items() if matrix is not None}
        X, y = _x_and_y(read, lambda name: read[name], label, notes)
    elif _is_svmlight(content):
        X, y = _svmlight(content, label)
    else:
        text = text_of(content, label, MAX_UNPACKED, notes)
        within_bounds(text, label, None, MAX_COLUMNS)
        return text_table(text, label, target, notes, max_rows=max_rows)
    return _of_arrays(X, y, label, target, max_rows, notes)


def refuse_by_name(content: bytes, label: str) -> None:
    """Refuse a file of a known kind that is no table, with its name and what helps."""
    kind = next(((what, advice) for start, what, advice in _NAMED if content.startswith(start)), None)
    if content.startswith(ZIP):
        if b"xl/workbook" in content:
            kind = "an Excel", _CSV
        elif b"opendocument" in content[:200]:
            kind = "an OpenDocument", _CSV
        elif b".npy" not in content and len(content) > 22:
            kind = "a ZIP", _UNPACK
    elif content[8:12] == b"WEBP" or (content.startswith(b"BM") and content[6:10] == bytes(4)):
        kind = "an image", _SMALL
    elif _MARKUP.match(content[:1000]):
        kind = "an HTML", _CSV
    elif _JSON.match(content[:1000]):
        kind = "a JSON", _CSV
    if kind:
        raise Refusal(f"{label} must be a table in text, NPY, NPZ or MATLAB 5: this is {kind[0]} file: {kind[1]}.")


def _x_and_y(
    names: Collection[str], array: Callable[[str], np.ndarray], label: str, notes: list[str]
) -> tuple[np.ndarray, np.ndarray | None]:
    """The points among named arrays, and a target if there is one."""
    at_y = next((name for name in names if name.casefold() in _Y), None)
    at_x = [name for name in names if name.casefold() in _X] or [name for name in names if name != at_y]
    if len(at_x) != 1:
        held = listed([disarmed(name) for name in names]) or "none"
        raise Refusal(f"{label} must hold one array of real numbers, or one called X or data, got {held}.")
    if left := [disarmed(name) for name in names if name not in (*at_x, at_y)]:
        notes.append(f"Left out of the file: {listed(left)}.")
    X, y = array(at_x[0]), None if at_y is None else array(at_y)
    if y is not None and y.size != len(X):
        raise Refusal(f"{label} must hold one value of y for each row of X, got {y.size:,} for {len(X):,} rows.")
    return X, None if y is None else y.ravel()


def _is_svmlight(content: bytes) -> bool:
    """Whether the first lines are a label and pairs of an index and a value."""
    start = content[:_SEEN]
    if len(start) < len(content):
        start = (start.rsplit(None, 1) or [b""])[0]
    found = False
    for line in start.splitlines()[:50]:
        label, *pairs = line.split(b"#")[0].split() or [b"0"]
        pairs = [pair for pair in pairs if not pair.startswith(b"qid:")]
        if not (_LABELS.fullmatch(label) and all(map(_PAIR.fullmatch, pairs))):
            return False
        found = found or bool(pairs)
    return found


def _svmlight(content: bytes, label: str) -> tuple[sparse.csr_matrix, np.ndarray]:
    if _QUERY.search(content):
        raise Refusal(f"{label} must hold one label for each row, got query numbers (qid) of a ranking.")
    try:
        return load_svmlight_file(io.BytesIO(content))
    except _BAD_PAIRS as error:
        said = disarmed(str(error), 100)
        raise Refusal(
            f"{label} must hold rows like +1 1:0.5 3:2 (LIBSVM), got one that cannot be read: {said}."
        ) from None


def _of_arrays(
    X: np.ndarray | sparse.csr_matrix,
    y: np.ndarray | None,
    label: str,
    target: str | None,
    max_rows: int | None,
    notes: list[str],
) -> Dataset:
    """The table of points and a target; sparse points are made dense for the rows that are used."""
    n, d = X.shape
    if d > MAX_COLUMNS:
        raise Refusal(f"{label} must have at most {MAX_COLUMNS:,} columns, got {d:,}.")
    names = [f"x{column + 1}" for column in range(d)]
    if y is not None and target is None and len(np.unique(y[~np.isnan(y)])) < 2:
        notes.append("Left out: y, which does not vary.")
        y = None
    most = min(max_rows or MAX_ROWS, max(MAX_CELLS // max(d, 1), 2))
    if n > most and max_rows is not None:
        kept = part_of(n, most, notes)
        X, y = X[kept], None if y is None else y[kept]
    elif n > most:
        notes.append(f"Read: the first {most:,} of {n:,} rows.")
        X, y = X[:most], None if y is None else y[:most]
    if y is not None:
        X = sparse.hstack([X, y[:, None]]) if sparse.issparse(X) else np.column_stack([X, y])
        names, target = [*names, "y"], "y" if target is None else target
    cells = X if isinstance(X, np.ndarray) else X.toarray()
    return array_table(names, cells, label, target, notes, whole=n <= most)
