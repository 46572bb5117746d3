"""Frequencies of one's own from a file: the content of a CSV or NPY file in, a checked record out.

Nothing is run and nothing is kept: an NPY file that holds Python objects is refused unread.
"""

from __future__ import annotations

import io
import math
import tokenize
from dataclasses import replace
from pathlib import Path

import numpy as np

from rffviz.datasets.uploads import disarmed, read_csv
from rffviz.diagnose.sample import given_frequencies
from rffviz.samplers import FrequencySample
from rffviz.validation import Refusal

MAX_BYTES = 10 * 2**20
MAX_FREQS, MAX_DIMENSION = 20_000, 4096
_NPY = b"\x93NUMPY"
_HEADER = 1000  # characters, ten times as many as an array of numbers takes
_HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
    (3, 0): np.lib.format.read_array_header_2_0,  # 3 is 2 in UTF-8, for names of fields, which are refused
}
# what numpy raises for a header that is no literal, nests too deep, sorts or hashes what cannot be, or is no type
_BAD_HEADER = (ValueError, LookupError, TypeError, SyntaxError, tokenize.TokenError, RecursionError, MemoryError)
_WEIGHT = ("weight", "weights")  # a column so called holds p_j


def read_frequencies_file(path: str | Path) -> FrequencySample:
    """`read_frequencies` of a file, which gives it its name."""
    return read_frequencies(Path(path).read_bytes(), Path(path).name)


def read_frequencies(content: bytes, name: str = "your file") -> FrequencySample:
    """Frequencies, one per row, from the content of a CSV or an NPY file; the content tells which.

    Parameters
    ----------
    content : bytes
        At most 10 MB. NPY: real numbers of shape (m, d), or (m,) for d = 1, no Python objects. CSV: a column per
        coordinate; a column called "weight" holds the weights p_j, else they are 1/m each.
    name : str
        What messages call the file.

    Returns
    -------
    FrequencySample
        As `given_frequencies` makes it, with notes on how the file was read.

    Raises
    ------
    ValueError
        For what is too large, is no such file, holds objects, text or missing values, or is not finite.
    """
    label = disarmed(name) or "your file"
    if not isinstance(content, bytes):
        raise Refusal(f"content must be bytes, got {type(content).__name__}.")
    if len(content) > MAX_BYTES:
        raise Refusal(f"{label} must be at most {MAX_BYTES:,} bytes long, got {len(content):,}.")
    W, weights, notes = _from_npy(content, label) if content.startswith(_NPY) else _from_csv(content, label)
    if len(W) > MAX_FREQS or W.shape[1] > MAX_DIMENSION:
        raise Refusal(
            f"{label} must hold at most {MAX_FREQS:,} frequencies of at most {MAX_DIMENSION:,} coordinates, got "
            f"{len(W):,} of {W.shape[1]:,}."
        )
    if not np.isfinite(W).all():
        row, column = np.argwhere(~np.isfinite(W))[0]
        raise Refusal(f"{label} must hold finite numbers, got {W[row, column]} in row {row}, column {column}.")
    return replace(given_frequencies(W, weights), notes=tuple(notes))


def _from_npy(content: bytes, label: str) -> tuple[np.ndarray, None, list[str]]:
    """The array of an NPY file; its header is believed only as far as the bytes bear it out."""
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
    with np.errstate(over="ignore"):  # a long double may be too large for a double, which is then refused
        array = array.astype(np.float64, order="C")
    return (array[:, None] if array.ndim == 1 else array), None, []


def _from_csv(content: bytes, label: str) -> tuple[np.ndarray, np.ndarray | None, list[str]]:
    """The columns of a CSV file; no row and no column may be left out, as each frequency counts."""
    table = read_csv(content, label, max_bytes=MAX_BYTES, max_rows=MAX_FREQS + 1, max_columns=MAX_DIMENSION + 1)
    if not table.complete:
        raise Refusal(f"{label} must hold a number in every cell. {' '.join(table.notes)}")
    names = [column.casefold() for column in table.feature_names]
    at = next((names.index(word) for word in _WEIGHT if word in names), None)
    if at is None:
        return table.X, None, list(table.notes)
    if table.d == 1:
        raise Refusal(f"{label} must hold a column per coordinate beside the weights, got the weights alone.")
    return np.delete(table.X, at, axis=1), table.X[:, at], list(table.notes)
