"""Reads a user's frequencies from the content of a text, NPY or NPZ file into a checked record.

Nothing is executed or stored: an NPY file with Python objects is refused unread.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from rffviz.datasets.arrays import NPY, ZIP, array_of, members_of, unpacked
from rffviz.datasets.files import refuse_by_name
from rffviz.datasets.uploads import MAX_BYTES, read_csv
from rffviz.diagnose.sample import given_frequencies
from rffviz.foundation.file_content import file_content
from rffviz.foundation.names import disarmed
from rffviz.foundation.validation import Refusal, listed, looks_transposed
from rffviz.samplers import FrequencySample

MAX_FREQS, MAX_DIMENSION = 20_000, 4096
_LONGEST_NAMES = 32 * MAX_DIMENSION  # bytes of a header line
_WEIGHT = ("weight", "weights")  # name of the column with p_j
_FREQUENCIES = ("w", "frequencies")  # names of the frequencies in an NPZ file with several arrays
_PHASES = ("b", "phase", "phases")  # of the phases there


def read_frequencies_file(path: str | Path) -> FrequencySample:
    """`read_frequencies` for a file, named after it; only regular files are read (`file_content`)."""
    return read_frequencies(file_content(path, MAX_BYTES), Path(path).name)


def read_frequencies(content: bytes, name: str = "your file", d: int | None = None) -> FrequencySample:
    """Frequencies, one per row, from a text, an NPY or an NPZ file, or gzip of one; detected from the content.

    Parameters
    ----------
    content : bytes
        At most 10 MB, also when unpacked. NPY: real numbers of shape (m, d), or (m,) for d = 1, no Python objects.
        Text, as `rffviz.datasets.read_file` reads it: a column per coordinate; columns called "weight" and "phase" hold
        the weights p_j, else 1/m each, and the phases; an index column of pandas or R is left out. NPZ: one array as in
        an NPY file, or several, one named W or frequencies and optionally one named weights and one named phases or b.
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
    content = unpacked(content, label, MAX_BYTES)
    refuse_by_name(content, label)
    if content.startswith(NPY):
        W, weights, phases, notes = array_of(content, label), None, None, list[str]()
    else:
        W, weights, phases, notes = (_from_npz if content.startswith(ZIP) else _from_text)(content, label)
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
    return replace(given_frequencies(W, weights), phases=phases, notes=tuple(notes))


_Read: TypeAlias = tuple[np.ndarray, np.ndarray | None, np.ndarray | None, list[str]]


def _from_npz(content: bytes, label: str) -> _Read:
    """The frequencies, and weights and phases if any, in an archive of NPY files."""
    arrays = members_of(content, label, MAX_BYTES)
    weight = next((name for name in arrays if name.casefold() in _WEIGHT), None)
    phases = {
        name: each for name in arrays if name.casefold() in _PHASES and (each := _vector(arrays[name], label)).size
    }
    named = [name for name in arrays if name.casefold() in _FREQUENCIES]
    named = named or [name for name in arrays if name != weight and name not in phases]
    if len(named) != 1:
        held = listed([disarmed(name) for name in arrays]) or "none"
        raise Refusal(f"{label} must hold one array, or one called W or frequencies, got {held}.")
    (name,) = named
    W, weights = array_of(arrays[name], label), None if weight is None else array_of(arrays[weight], label)
    if weights is not None and 1 not in weights.shape:
        raise Refusal(f"{label} must hold one weight per frequency, got weights of shape {weights.shape}.")
    phase = next((each for each, values in phases.items() if len(values) == len(W) and each != name), None)
    left = [disarmed(each) for each in arrays if each not in (name, weight, phase)]
    notes = [f"Left out of the archive: {listed(left)}."] if left else []
    return W, weights if weights is None else weights.ravel(), phases[phase] if phase else None, notes


def _vector(content: bytes, label: str) -> np.ndarray:
    """The finite numbers of an array of one axis; empty if it is another one."""
    try:
        array = array_of(content, label)
    except Refusal:
        return np.empty(0)
    return array.ravel() if 1 in array.shape and np.isfinite(array).all() else np.empty(0)


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


def _from_text(content: bytes, label: str) -> _Read:
    """The columns of a text file; no row or column may be skipped, since each frequency counts."""
    table = read_csv(
        _with_names(content), label, max_bytes=MAX_BYTES, max_rows=MAX_FREQS + 1, max_columns=MAX_DIMENSION + 2
    )
    if not table.complete:
        raise Refusal(f"{label} must hold a number in every cell. {' '.join(table.notes)}")
    names, X, notes = [name.casefold() for name in table.feature_names], table.X, list(table.notes)
    at, phase = (next((names.index(word) for word in words if word in names), None) for words in (_WEIGHT, _PHASES[1:]))
    beside = [column for column in (at, phase) if column is not None]
    if len(beside) == X.shape[1]:
        held = "weights" if phase is None else "phases"
        raise Refusal(f"{label} must hold a column per coordinate beside the {held}, got the {held} alone.")
    weights, phases = (None if column is None else X[:, column] for column in (at, phase))
    return np.delete(X, beside, axis=1), weights, phases, notes
