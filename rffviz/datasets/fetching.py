"""Locates and downloads tables: in the folder RFFVIZ_DATA, then the user's cache, then the public sources.

This module is independent of the contents of tables: a `check` is passed in and applied before anything is used or
stored. Files are .npz and are never unpickled. A downloaded table is written to the cache under another name and then
renamed, so that a cached file is whole or absent; if it cannot be written, the table stays in memory until the program
ends.
"""

from __future__ import annotations

import http.client
import os
import sys
import threading
import time
import tokenize
import warnings
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rffviz.datasets import downloads
from rffviz.datasets.downloads import Progress, on_a_thread, try_connection
from rffviz.datasets.record import DatasetUnavailable
from rffviz.foundation.file_content import file_content, whole_file
from rffviz.foundation.validation import Refusal

WAIT_SECONDS = 1.0  # seconds between reports to a waiting request, which can cancel there

Arrays = dict[str, np.ndarray]
Check = Callable[[Arrays], str | None]
Reader = Callable[[Path], Arrays]
_FETCHING: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)  # downloads in progress, by file
_IN_MEMORY: dict[str, Arrays] = {}  # tables that could not be written to the cache, by file
_CHECKED: dict[tuple[Any, ...], str | None] = {}  # results of checks, by file version
_CHECKED_LOCK = threading.Lock()
_MOST_CHECKED = 64
# raised by readers of archives, arrays and text for truncated, corrupted, encrypted or malicious bytes
_UNREADABLE = (
    *(OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RuntimeError, EOFError),
    *(SyntaxError, MemoryError, tokenize.TokenError, zlib.error, zipfile.BadZipFile),
)
_BAD_ANSWER = (*_UNREADABLE, http.client.HTTPException)


@dataclass(frozen=True)
class Download:
    """One public source of a table: its displayed name, the download function, its host."""

    label: str
    fetch: Callable[[Progress], Arrays]
    host: str = ""  # its connection is tested first, if given


def data_folder() -> Path | None:
    """The folder named by RFFVIZ_DATA, or None if unset or empty."""
    return _folder_named_by("RFFVIZ_DATA")


def cache_folder() -> Path | None:
    """RFFVIZ_CACHE if set, else the platform's cache folder for "rffviz" (~/.cache/rffviz).

    None if the user has no home folder.
    """
    if (named := _folder_named_by("RFFVIZ_CACHE")) is not None:
        return named
    try:
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "rffviz"
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "rffviz" / "Cache"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rffviz"
    except RuntimeError:  # no HOME, and no entry for this user
        return None


def _folder_named_by(variable: str) -> Path | None:
    named = os.environ.get(variable, "").strip()
    try:
        return Path(named).expanduser() if named else None
    except RuntimeError:  # "~somebody" with an unknown user
        return Path(named)


def locate(filename: str, fetchable: bool, published: Mapping[str, Reader] | None = None) -> str:
    """Where `obtain` would read from at present: "RFFVIZ_DATA", "cache", "memory", "download" or "missing"."""
    readers = _readers(filename, published)
    if _first_file(data_folder(), readers) is not None:
        return "RFFVIZ_DATA"
    if (fetchable or published) and _first_file(cache_folder(), readers) is not None:
        return "cache"
    if filename in _IN_MEMORY:
        return "memory"
    return "download" if fetchable else "missing"


def obtain(
    name: str,
    filename: str,
    check: Check,
    sources: tuple[Download, ...] = (),
    progress: Progress | None = None,
    allow_download: bool = True,
    published: Mapping[str, Reader] | None = None,
) -> tuple[Arrays, str]:
    """The checked arrays of the dataset `name`, and a few words on where they were read.

    `check` takes the arrays and raises a ValueError that says what differs from the declared table. It returns a
    description of tolerated differences, which is appended to the origin of the arrays; a file that has passed an equal
    `check` is not checked again until it changes. `sources` are tried in turn until one matches exactly; a table
    available only through RFFVIZ_DATA has none. `progress` is called with a sentence and the fraction done, or None if
    that is unknown. Without `allow_download` no socket is opened. If several requests need the same file, one downloads
    it; the others are informed, and wait for at most the time allowed for one source. `published` maps file names as
    published by the source to their readers; they are tried after `filename`.

    Raises
    ------
    DatasetUnavailable
        One sentence: what is missing or wrong, and what to do.
    """
    folder, readers = data_folder(), _readers(filename, published)
    if (path := _first_file(folder, readers)) is not None:
        where = f"{path.name} in the folder named by RFFVIZ_DATA"
        try:
            arrays, said = _read(path, check, readers[path.name])
            return arrays, _words(f"read from {where}", said)
        except ValueError as problem:
            raise DatasetUnavailable(
                f"{name} cannot be read from {where}: {problem}; replace or remove the file."
            ) from None

    hint = f"put {' or '.join(readers)} into the folder named by RFFVIZ_DATA"
    if folder is not None and not os.path.isdir(folder):
        hint += " (which is not a folder now)"
    table, spoilt = _cached(filename, check, readers) if sources or published else (None, "")
    if table is not None:
        return table
    if not sources:
        raise DatasetUnavailable(f"{spoilt or name} has no public source to fetch from: {hint}.")
    if not allow_download:
        raise DatasetUnavailable(f"{spoilt or f'{name} is not on this machine'}: allow the download, or {hint}.")
    with _turn_to_fetch(name, filename, progress, hint):
        table, spoilt = _cached(filename, check, readers)  # another request may have fetched it meanwhile
        if table is not None:
            return table
        if spoilt:
            _say(progress, f"{spoilt}; fetching {name} again.")
        arrays, where = _fetch(name, sources, check, progress or (lambda sentence, fraction: None), hint)
        try:
            if (cache := cache_folder()) is None:
                raise OSError("there is no home folder")
            write_npz(cache / filename, arrays)
            _IN_MEMORY.pop(filename, None)
        except OSError as problem:
            _IN_MEMORY[filename] = arrays
            kept = f"{filename} could not be kept in the user's cache ({_reason(problem)})"
            _say(progress, f"{kept}: it is in memory until the program ends.")
            where = f"{where}; {kept}"
    return arrays, where


@contextmanager
def _turn_to_fetch(name: str, filename: str, progress: Progress | None, hint: str) -> Iterator[None]:
    """Hold the lock for downloading a file; raises DatasetUnavailable if waiting takes too long."""
    started, lock = time.monotonic(), _FETCHING[filename]
    while not lock.acquire(timeout=WAIT_SECONDS):
        if time.monotonic() - started > downloads.DEADLINE_SECONDS:
            raise DatasetUnavailable(
                f"{name} is still being fetched for another request after {downloads.DEADLINE_SECONDS:g} seconds: try "
                f"again later, or {hint}."
            )
        if progress is not None:
            progress(f"{name} is already being fetched for another request: waiting for it.", None)
    try:
        yield
    finally:
        lock.release()


def _readers(filename: str, published: Mapping[str, Reader] | None) -> dict[str, Reader]:
    return {filename: read_npz, **(published or {})}


def _first_file(folder: Path | None, names: Mapping[str, Reader]) -> Path | None:
    return next((folder / name for name in names if os.path.isfile(folder / name)), None) if folder else None


def _cached(filename: str, check: Check, readers: Mapping[str, Reader]) -> tuple[tuple[Arrays, str] | None, str]:
    """The table from cache or memory with its description, and why the cached file cannot be used."""
    spoilt = ""
    if (path := _first_file(cache_folder(), readers)) is not None:
        try:
            arrays, said = _read(path, check, readers[path.name])
            return (arrays, _words(f"read from {path.name} in the user's cache", said)), ""
        except ValueError as problem:
            spoilt = f"{path.name} in the user's cache cannot be used ({problem})"
    if filename in _IN_MEMORY:
        arrays = _IN_MEMORY[filename]
        return (arrays, _words("fetched before and kept in memory", check(arrays))), ""
    return None, spoilt


def _read(path: Path, check: Check, reader: Reader) -> tuple[Arrays, str | None]:
    """A file's arrays and the result of `check`, cached per file version; failures are not cached."""
    before = _stamp(path)
    arrays = reader(path)
    key = (path, check, *before)
    with _CHECKED_LOCK:
        if key in _CHECKED and before == _stamp(path):
            return arrays, _CHECKED[key]
    said = check(arrays)
    if before and before == _stamp(path):  # otherwise it changed while being read
        with _CHECKED_LOCK:
            _CHECKED[key] = said
            if len(_CHECKED) > _MOST_CHECKED:
                del _CHECKED[next(iter(_CHECKED))]
    return arrays, said


def _stamp(path: Path) -> tuple[int, ...]:
    """A fingerprint that changes with a file's content; empty if there is no file."""
    try:
        stat = path.stat()
    except OSError:
        return ()
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size


def _words(where: str, said: str | None) -> str:
    return f"{where}, {said}" if said else where


def read_npz(path: Path) -> Arrays:
    """All arrays of an .npz file, never unpickled; raises a ValueError with part of a sentence if it cannot be read."""
    try:
        archive = np.load(path, allow_pickle=False)
        if not isinstance(archive, np.lib.npyio.NpzFile):
            raise Refusal("it is a single array")
        with archive:
            return {key: archive[key] for key in archive.files}
    except _UNREADABLE as problem:
        raise Refusal(f"it is not a readable .npz file of plain arrays ({_reason(problem)})") from None


def read_gzipped(path: Path, parse: Callable[[bytes], Arrays]) -> Arrays:
    """The result of `parse` on a gzip file, read within bounds; raises a ValueError with part of a sentence on
    failure."""
    try:
        return parse(downloads.gunzip(file_content(path, downloads.MAX_BYTES)))
    except Refusal:
        raise
    except _UNREADABLE as problem:
        raise Refusal(f"it is not a readable gzip file of a table ({_reason(problem)})") from None


def write_npz(path: Path, arrays: Arrays) -> None:
    """Write an .npz atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # names are not `allow_pickle`


def _fetch(name: str, sources: tuple[Download, ...], check: Check, report: Progress, hint: str) -> tuple[Arrays, str]:
    failures, second = [], None
    for source in sources:
        try:
            if source.host:
                try_connection(source.host)
            arrays = on_a_thread(source.fetch, report)
            report(f"Checking {name} from {source.label}.", None)
            said = check(arrays)
        except _BAD_ANSWER as problem:
            failures.append(f"{source.label}: {_reason(problem)}")
            continue
        table = arrays, _words(f"fetched from {source.label}", said)
        if not said:
            return table
        second = second or table
    if second is not None:
        return second
    raise DatasetUnavailable(
        f"{name} could not be fetched ({'; '.join(failures)}): check the connection, or {hint}."
    ) from None


def _say(progress: Progress | None, sentence: str) -> None:
    if progress is not None:
        progress(sentence, None)
    else:
        warnings.warn(sentence, UserWarning, stacklevel=2)


def _reason(problem: BaseException) -> str:
    inner = getattr(problem, "reason", None)
    if isinstance(inner, OSError):
        problem = inner  # urllib wraps the socket's error
    text = (getattr(problem, "strerror", None) or str(problem)).strip().splitlines()
    return text[0].rstrip(".")[:200] if text else type(problem).__name__
