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

from rffviz.foundation.validation import Refusal

NPY, ZIP, GZIP, MATLAB = b"\x93NUMPY", (b"PK\x03\x04", b"PK\x05\x06"), b"\x1f\x8b", b"MATLAB 5.0 MAT-file"
_MOST_MEMBERS, _MEMBER = 100, b"PK\x01\x02"  # most members of an archive, and the signature of each in its directory
_PART = 2**20  # bytes
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
_MATLAB_HEADER, _COMPRESSED, _MATRIX, _COMPLEX = 128, 15, 14, 0x800  # bytes; types of elements; a flag
_REAL = range(6, 16)  # classes of matrices: double, single, and integers
_TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}


def unpacked(content: bytes, label: str, max_bytes: int) -> bytes:
    """What a gzip file holds; other content as it is."""
    if not content.startswith(GZIP):
        return content
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            parts: list[bytes] = []
            left = max_bytes
            while part := file.read(_PART):  # one large read would take all of it at once
                parts.append(_bounded(part, label, max_bytes, left))
                left -= len(part)
            return b"".join(parts)
    except (OSError, EOFError, zlib.error):
        raise Refusal(f"{label} must be whole, got a gzip file that cannot be unpacked.") from None


def _bounded(content: bytes, label: str, max_bytes: int, left: int | None = None) -> bytes:
    if len(content) > (max_bytes if left is None else left):
        raise Refusal(f"{label} must be at most {max_bytes:,} bytes long when it is unpacked.")
    return content


def array_of(content: bytes, label: str, kinds: str = "fiu") -> np.ndarray:
    """The array of an NPY file, after checking its header against the number of bytes."""
    file = io.BytesIO(content)
    try:
        read_header = _HEADERS[np.lib.format.read_magic(file)]
        shape, by_columns, dtype = read_header(file, max_header_size=_HEADER)
    except _BAD_HEADER:
        raise Refusal(f"{label} must be an NPY file of version 1, 2 or 3, got a header that cannot be read.") from None
    if dtype.hasobject or dtype.kind not in kinds:
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
    """The variables of a MATLAB 5 file by name: real matrices with their values, the others with None.

    scipy.io.loadmat unpacks without a bound, and damaged files end its process.
    """
    order, at = "<" if content[126:128] == b"IM" else ">", _MATLAB_HEADER
    matrices: dict[str, np.ndarray | None] = {}
    try:
        while at < len(content) and len(matrices) < _MOST_MEMBERS:
            kind, part, at = _element(content, at, order, 1)
            if kind == _COMPRESSED:
                part = _bounded(zlib.decompressobj().decompress(part, max_bytes + 1), label, max_bytes)
                max_bytes -= len(part)
                kind, part, _ = _element(part, 0, order)
            if kind == _MATRIX:
                name, matrix = _matrix(part, order)
                matrices[name] = matrix
    except (ValueError, LookupError, OverflowError, struct.error, zlib.error) as error:
        if isinstance(error, Refusal):
            raise
        raise Refusal(f"{label} must be a MATLAB 5 file, got one that cannot be read.") from None
    return matrices


def _element(content: bytes, at: int, order: str, padding: int = 8) -> tuple[int, bytes, int]:
    """Type and data of the element of a MATLAB file at a place, and the place behind it."""
    kind, n_bytes = struct.unpack_from(f"{order}II", content, at)
    if kind >> 16:  # up to four bytes beside their number
        return kind & 0xFFFF, content[at + 4 : at + 4 + (kind >> 16)], at + 8
    return kind, content[at + 8 : at + 8 + n_bytes], at + 8 + -(-n_bytes // padding) * padding


def _matrix(part: bytes, order: str) -> tuple[str, np.ndarray | None]:
    """The name of a matrix, and its values if they are real numbers in rows and columns."""
    _, flags, at = _element(part, 0, order)
    _, sizes, at = _element(part, at, order)
    _, name, at = _element(part, at, order)
    flag, shape = int.from_bytes(flags[:4], "little" if order == "<" else "big"), np.frombuffer(sizes, f"{order}i4")
    if flag & 0xFF not in _REAL or flag & _COMPLEX or len(shape) != 2 or (shape <= 0).any():
        return name.decode("latin-1"), None
    kind, data, _ = _element(part, at, order)
    values = np.frombuffer(data, f"{order}{_TYPES[kind]}").reshape(shape, order="F")
    return name.decode("latin-1"), values.astype(np.float64, order="C")
