"""Reads arrays of real numbers from NPY, NPZ and MATLAB files, and unpacks gzip, within bounds and without pickles."""

from __future__ import annotations

import gzip
import io
import math
import struct
import tokenize
import zipfile
import zlib

import numpy as np
from scipy.io import loadmat, whosmat

from rffviz.foundation.validation import Refusal

NPY, ZIP, GZIP, MATLAB = b"\x93NUMPY", (b"PK\x03\x04", b"PK\x05\x06"), b"\x1f\x8b", b"MATLAB 5.0 MAT-file"
_MOST_MEMBERS, _MEMBER = 100, b"PK\x01\x02"  # most members of an archive, and the signature of each in its directory
_HEADER = 1000  # characters; ten times what an array of numbers needs
_HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
    (3, 0): np.lib.format.read_array_header_2_0,  # 3 is 2 in UTF-8, for names of fields, which are refused
}
# raised by numpy for a header that is not a literal, too deeply nested, unsortable, unhashable, or not a dtype
_BAD_HEADER = (ValueError, LookupError, TypeError, SyntaxError, tokenize.TokenError, RecursionError, MemoryError)
# raised by zipfile for truncated or encrypted files, or unknown compression
_BAD_ARCHIVE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)
_MATLAB_HEADER, _COMPRESSED, _MATRIX = 128, 15, 14  # bytes, and types of elements
_REAL = {"double", "single", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))}


def unpacked(content: bytes, label: str, max_bytes: int) -> bytes:
    """What a gzip file holds; other content as it is."""
    if not content.startswith(GZIP):
        return content
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            return _bounded(file.read(max_bytes + 1), label, max_bytes)
    except (OSError, EOFError, zlib.error):
        raise Refusal(f"{label} must be whole, got a gzip file that cannot be unpacked.") from None


def _bounded(content: bytes, label: str, max_bytes: int) -> bytes:
    if len(content) > max_bytes:
        raise Refusal(f"{label} must be at most {max_bytes:,} bytes long when it is unpacked.")
    return content


def array_of(content: bytes, label: str) -> np.ndarray:
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
    return array[:, None] if array.ndim == 1 else array


def members_of(content: bytes, label: str, max_bytes: int) -> dict[str, bytes]:
    """The NPY files in an archive, by their names without the ending."""
    if content.count(_MEMBER) > _MOST_MEMBERS:  # counted before zipfile creates an object for each
        raise Refusal(f"{label} must hold at most {_MOST_MEMBERS} arrays, got more.")
    arrays = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [each for each in archive.infolist() if each.filename.endswith(".npy")]
            if sum(each.file_size for each in members) > max_bytes:
                raise Refusal(f"{label} must be at most {max_bytes:,} bytes long when it is unpacked.")
            for each in members:
                with archive.open(each) as file:
                    arrays[each.filename.removesuffix(".npy")] = file.read(max_bytes + 1)
    except Refusal:
        raise
    except _BAD_ARCHIVE:
        raise Refusal(f"{label} must be an NPZ file, got an archive that cannot be read.") from None
    return arrays


def matrices_of(content: bytes, label: str, max_bytes: int) -> dict[str, np.ndarray | None]:
    """The variables of a MATLAB 5 file by name, those that are real matrices with their values.

    Its parts are unpacked here: scipy would unpack whatever they hold.
    """
    order, at, parts = "<" if content[126:128] == b"IM" else ">", _MATLAB_HEADER, [content[:_MATLAB_HEADER]]
    try:
        while at < len(content):
            kind, n_bytes = struct.unpack_from(f"{order}II", content, at)
            part = content[at : at + 8 + n_bytes]
            if kind == _COMPRESSED:
                part = _bounded(zlib.decompressobj().decompress(part[8:], max_bytes + 1), label, max_bytes)
                max_bytes -= len(part)
                kind, length = struct.unpack_from(f"{order}II", part)
                part = part[: 8 + length]
            if kind == _MATRIX:
                parts.append(part)
            at += 8 + n_bytes
        file = io.BytesIO(b"".join(parts))
        held = whosmat(file)
        real = [name for name, shape, kind in held if kind in _REAL and len(shape) == 2]
        found = loadmat(file, variable_names=real) if real else {}
    except Refusal:
        raise
    except (*_BAD_HEADER, *_BAD_ARCHIVE, ArithmeticError, AttributeError, AssertionError, struct.error):
        raise Refusal(f"{label} must be a MATLAB 5 file, got one that cannot be read.") from None
    matrices = {name: found.get(name) for name, *_ in held}
    return {name: None if each is None or each.dtype.kind not in "fiu" else each for name, each in matrices.items()}
