"""Reads a user's frequencies from the content of a CSV, NPY or NPZ file into a checked record.

Nothing is executed or stored: an NPY file with Python objects is refused unread.
"""

from __future__ import annotations

import io
import math
import re
import tokenize
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np

from rffviz.datasets.uploads import MAX_BYTES, read_csv
from rffviz.diagnose.sample import given_frequencies
from rffviz.foundation.file_content import file_content
from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal, listed, looks_transposed
from rffviz.samplers import FrequencySample

MAX_FREQS, MAX_DIMENSION = 20_000, 4096
_NPY, _ZIP = b"\x93NUMPY", (b"PK\x03\x04", b"PK\x05\x06")
_MOST_MEMBERS, _MEMBER = 100, b"PK\x01\x02"  # most members of an archive, and the signature of each in its directory
_LONGEST_NAMES = 32 * MAX_DIMENSION  # bytes of a header line
_HEADER = 1000  # characters; ten times what an array of numbers needs
_HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
    (3, 0): np.lib.format.read_array_header_2_0,  # 3 is 2 in UTF-8, for names of fields, which are refused
}
# raised by numpy for a header that is not a literal, too deeply nested, unsortable, unhashable, or not a dtype
_BAD_HEADER = (ValueError, LookupError, TypeError, SyntaxError, tokenize.TokenError, RecursionError, MemoryError)
_WEIGHT = ("weight", "weights")  # name of the column with p_j
_FREQUENCIES = ("w", "frequencies")  # names of the frequencies in an NPZ file with several arrays
_INDEX = ("column 1", "unnamed: 0", "index")  # "column 1" is a column without a name
# raised by zipfile for truncated or encrypted files, or unknown compression
_BAD_ARCHIVE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


def read_frequencies_file(path: str | Path) -> FrequencySample:
    """`read_frequencies` for a file, named after it; only regular files are read (`file_content`)."""
    return read_frequencies(file_content(path, MAX_BYTES), Path(path).name)


def read_frequencies(content: bytes, name: str = "your file", d: int | None = None) -> FrequencySample:
    """Frequencies, one per row, from the content of a CSV, an NPY or an NPZ file; detected from the content.

    Parameters
    ----------
    content : bytes
        At most 10 MB. NPY: real numbers of shape (m, d), or (m,) for d = 1, no Python objects. CSV: a column per
        coordinate; a column called "weight" holds the weights p_j, else they are 1/m each; the index column that pandas
        writes, without a name and numbered from 0, is left out. NPZ: one array as in an NPY file, or several, one named
        W or frequencies and optionally one named weights.
    name : str
        The file's name in messages.
    d : int, optional
        The required number of coordinates, if known.

    Returns
    -------
    FrequencySample
        As `given_frequencies` makes it, with notes on how the file was read.

    Raises
    ------
    ValueError
        If the file is too large, not of these types, contains objects, text or missing values, or is not finite.
    """
    label = disarmed(name) or "your file"
    if not isinstance(content, bytes):
        raise Refusal(f"content must be bytes, got {type(content).__name__}.")
    if len(content) > MAX_BYTES:
        raise Refusal(f"{label} must be at most {MAX_BYTES:,} bytes long, got {len(content):,}.")
    reader = _from_npy if content.startswith(_NPY) else _from_npz if content.startswith(_ZIP) else _from_csv
    W, weights, notes = reader(content, label)
    if len(W) > MAX_FREQS or W.shape[1] > MAX_DIMENSION:
        raise Refusal(
            f"{label} must hold at most {MAX_FREQS:,} frequencies of at most {MAX_DIMENSION:,} coordinates, got "
            f"{len(W):,} of {W.shape[1]:,}."
        )
    if d is not None and W.shape[1] != d:
        raise Refusal(
            f"{label} must hold frequencies of d = {d} coordinates, got {W.shape[1]}.{looks_transposed(W.shape, d)}"
        )
    if not np.isfinite(W).all():
        row, column = np.argwhere(~np.isfinite(W))[0]
        raise Refusal(f"{label} must hold finite numbers, got {W[row, column]} in row {row}, column {column}.")
    return replace(given_frequencies(W, weights), notes=tuple(notes))


def _from_npy(content: bytes, label: str) -> tuple[np.ndarray, None, list[str]]:
    """The array of an NPY file, after checking its header against the number of bytes."""
    file = io.BytesIO(content)
    try:
        read_header = _HEADERS[np.lib.format.read_magic(file)]
        shape, by_columns, dtype = read_header(file, max_header_size=_HEADER)
    except _BAD_HEADER:
        raise Refusal(f"{label} must be an NPY file of version 1, 2 or 3, got a header that cannot be read.") from None
    if dtype.hasobject or dtype.kind not in "fiu":
        raise Refusal(f"{label} must hold real numbers, got values of type {dtype.name}.")
    if len(shape) not in (1, 2) or not all(type(n) is int and 0 < n < 2**63 for n in shape):
        raise Refusal(f"{label} must hold an array of shape (m, d), got {shape!s:.60}.")
    left = len(content) - file.tell()
    said = math.prod(shape) * dtype.itemsize
    if said != left:
        raise Refusal(f"{label} must hold the {said:,} bytes of data that its header says, got {left:,}.")
    array = np.frombuffer(content, dtype, offset=file.tell()).reshape(shape, order="F" if by_columns else "C")
    with np.errstate(over="ignore"):  # a long double may overflow to infinity, which is then refused
        array = array.astype(np.float64, order="C")
    return (array[:, None] if array.ndim == 1 else array), None, []


def _from_npz(content: bytes, label: str) -> tuple[np.ndarray, np.ndarray | None, list[str]]:
    """The frequencies, and weights if any, in an archive of NPY files."""
    arrays = {}
    if content.count(_MEMBER) > _MOST_MEMBERS:  # counted before zipfile creates an object for each
        raise Refusal(f"{label} must hold at most {_MOST_MEMBERS} arrays, got more.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [each for each in archive.infolist() if each.filename.endswith(".npy")]
            if sum(each.file_size for each in members) > MAX_BYTES:
                raise Refusal(f"{label} must be at most {MAX_BYTES:,} bytes long when it is unpacked.")
            for each in members:
                with archive.open(each) as file:
                    arrays[each.filename.removesuffix(".npy")] = file.read(MAX_BYTES + 1)
    except Refusal:
        raise
    except _BAD_ARCHIVE:
        raise Refusal(f"{label} must be an NPZ file, got an archive that cannot be read.") from None
    weight = next((name for name in arrays if name.casefold() in _WEIGHT), None)
    named = [name for name in arrays if name.casefold() in _FREQUENCIES] or [n for n in arrays if n != weight]
    if len(named) != 1:
        held = listed([disarmed(name) for name in arrays]) or "none"
        raise Refusal(f"{label} must hold one array, or one called W or frequencies, got {held}.")
    (name,) = named
    W, weights = (None if each is None else _from_npy(arrays[each], label)[0] for each in (name, weight))
    if weights is not None and 1 not in weights.shape:
        raise Refusal(f"{label} must hold one weight per frequency, got weights of shape {weights.shape}.")
    left = [disarmed(each) for each in arrays if each not in (name, weight)]
    notes = [f"Left out of the archive: {listed(left)}."] if left else []
    return W, None if weights is None else weights.ravel(), notes


def _with_names(content: bytes) -> bytes:
    """The content with w0, w1, … for the names 0, 1, … that pandas gives to columns, which would be read as data."""
    first, newline, rest = content.partition(b"\n")
    if len(first) > _LONGEST_NAMES:
        return content
    # an unambiguous pattern: otherwise a long line of digits causes catastrophic backtracking
    header = re.fullmatch(rb'((?:\xef\xbb\xbf)?(?:"")?)([,;\t]?\d+(?:[,;\t]\d+)*)(\r?)', first)
    if not header:
        return content
    start, cells, end = header.groups()
    mark = next((mark for mark in (b",", b";", b"\t") if mark in cells), b",")
    index, numbers = cells.startswith(mark), cells.split(mark)
    numbers = numbers[1:] if index else numbers
    if numbers != [b"%d" % j for j in range(len(numbers))] or len(numbers) + index < 2:
        return content
    names = [b"w" + number for number in numbers]
    return start + mark.join([b"", *names] if index else names) + end + newline + rest


def _without_index(table) -> tuple[list[str], np.ndarray, list[str]]:
    """Names, columns and notes of a table, without the first column if it is a row index."""
    names, X, notes = [column.casefold() for column in table.feature_names], table.X, list(table.notes)
    others = [name for name in names[1:] if name not in _WEIGHT]
    if names[0] in _INDEX and others and np.array_equal(X[:, 0], np.arange(len(X))):
        notes.append("Left out: the first column, which numbers the rows 0, 1, 2 … (an index, as pandas writes it).")
        return names[1:], X[:, 1:], notes
    return names, X, notes


def _from_csv(content: bytes, label: str) -> tuple[np.ndarray, np.ndarray | None, list[str]]:
    """The columns of a CSV file; no row or column may be skipped, since each frequency counts."""
    table = read_csv(
        _with_names(content), label, max_bytes=MAX_BYTES, max_rows=MAX_FREQS + 1, max_columns=MAX_DIMENSION + 2
    )
    if not table.complete:
        raise Refusal(f"{label} must hold a number in every cell. {' '.join(table.notes)}")
    names, X, notes = _without_index(table)
    at = next((names.index(word) for word in _WEIGHT if word in names), None)
    if at is None:
        return X, None, notes
    if X.shape[1] == 1:
        raise Refusal(f"{label} must hold a column per coordinate beside the weights, got the weights alone.")
    return np.delete(X, at, axis=1), X[:, at], notes
