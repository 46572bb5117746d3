"""Where a table is looked for: the folder RFFVIZ_DATA, then the user's cache, then its public sources.

Nothing here knows what a table holds: a `check` is handed in and asked before anything is used or kept. Files are .npz
and are never unpickled. A fetched table is written to the cache under another name and then renamed, so that a file in
the cache is whole or absent.
"""

from __future__ import annotations

import io
import os
import socket
import sys
import tempfile
import threading
import time
import urllib.request
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rffviz.datasets.record import DatasetUnavailable
from rffviz.validation import Refusal

CONNECT_SECONDS = 8.0  # for a host to take a connection, its name and all its addresses tried
TIMEOUT_SECONDS = 10.0  # between two packets of one that has
DEADLINE_SECONDS = 600.0
MAX_BYTES = 300 * 2**20

Arrays = dict[str, np.ndarray]
Progress = Callable[[str, float | None], object]
_TIMEOUT_LOCK = threading.Lock()


@dataclass(frozen=True)
class Source:
    """One public source of a table: its name for the screen, the function that fetches, its host."""

    label: str
    fetch: Callable[[Progress], Arrays]
    host: str = ""  # asked for a connection first, where one is named


def data_folder() -> Path | None:
    """The folder named by RFFVIZ_DATA, or None where it is unset or empty."""
    named = os.environ.get("RFFVIZ_DATA", "").strip()
    return Path(named).expanduser() if named else None


def cache_folder() -> Path:
    """RFFVIZ_CACHE where it is set, else the platform's cache folder for "rffviz" (~/.cache/rffviz)."""
    named = os.environ.get("RFFVIZ_CACHE", "").strip()
    if named:
        return Path(named).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "rffviz"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "rffviz" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rffviz"


def locate(filename: str, fetchable: bool) -> str:
    """Where `obtain` would read from now: "RFFVIZ_DATA", "cache", "download" or "missing"; opens nothing."""
    folder = data_folder()
    if folder is not None and os.path.isfile(folder / filename):
        return "RFFVIZ_DATA"
    if fetchable and os.path.isfile(cache_folder() / filename):
        return "cache"
    return "download" if fetchable else "missing"


def obtain(
    name: str,
    filename: str,
    check: Callable[[Arrays], None],
    sources: tuple[Source, ...] = (),
    progress: Progress | None = None,
    allow_download: bool = True,
) -> tuple[Arrays, str]:
    """The arrays of the dataset `name`, checked, and a few words on where they were read.

    `check` takes the arrays and raises a ValueError that says what differs from the declared table. `sources` are tried
    in turn; there are none for a table that only RFFVIZ_DATA can give. `progress` is called with a sentence and the
    fraction done, None where it is not known. Without `allow_download` no socket is opened.

    Raises
    ------
    DatasetUnavailable
        One sentence: what is missing or wrong, and what to do.
    """
    folder = data_folder()
    if folder is not None and os.path.isfile(folder / filename):
        where = f"{filename} in the folder named by RFFVIZ_DATA"
        try:
            arrays = read_npz(folder / filename)
            check(arrays)
            return arrays, f"read from {where}"
        except ValueError as problem:
            raise DatasetUnavailable(
                f"{name} cannot be read from {where}: {problem}; replace or remove the file."
            ) from None

    cached = cache_folder() / filename
    spoilt = ""
    if sources and os.path.isfile(cached):
        try:
            arrays = read_npz(cached)
            check(arrays)
            return arrays, f"read from {filename} in the user's cache"
        except ValueError as problem:
            spoilt = f"{filename} in the user's cache cannot be used ({problem})"

    hint = f"put {filename} into the folder named by RFFVIZ_DATA"
    if folder is not None and not os.path.isdir(folder):
        hint += " (which is not a folder now)"
    if not sources:
        raise DatasetUnavailable(f"{name} has no public source to fetch from: {hint}.")
    if not allow_download:
        raise DatasetUnavailable(f"{spoilt or f'{name} is not on this machine'}: allow the download, or {hint}.")
    if spoilt:
        _say(progress, f"{spoilt}; fetching {name} again.")
    arrays, label = _fetch(name, sources, check, progress or (lambda sentence, fraction: None), hint)
    try:
        write_npz(cached, arrays)
    except OSError as problem:
        _say(progress, f"{filename} could not be kept in the user's cache ({_reason(problem)}).")
    return arrays, f"fetched from {label}"


def read_npz(path: Path) -> Arrays:
    """All arrays of an .npz file, never unpickled; a ValueError with part of a sentence where it cannot be read."""
    try:
        archive = np.load(path, allow_pickle=False)
        if not isinstance(archive, np.lib.npyio.NpzFile):
            raise Refusal("it is a single array")
        with archive:
            return {key: archive[key] for key in archive.files}
    except Exception as problem:  # a spoilt file can raise anything
        raise Refusal(f"it is not a readable .npz file of plain arrays ({_reason(problem)})") from None


def write_npz(path: Path, arrays: Arrays) -> None:
    """Write an .npz by way of a temporary file beside it, so that `path` is whole or unchanged."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, **arrays)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def download(url: str, progress: Progress, what: str) -> bytes:
    """The bytes at `url`; reports the fraction read, and raises an OSError where the answer is slow or too long."""
    started = time.monotonic()
    progress(f"Fetching {what}.", None)
    request = urllib.request.Request(url, headers={"User-Agent": "rffviz"})
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # every table's is https  # nosec B310
        length = int(response.headers.get("Content-Length") or 0)
        buffer = io.BytesIO()
        while chunk := response.read(2**16):
            buffer.write(chunk)
            if buffer.tell() > MAX_BYTES:
                raise OSError(f"the answer is longer than {MAX_BYTES // 2**20} MB")
            if time.monotonic() - started > DEADLINE_SECONDS:
                raise TimeoutError(f"it took more than {DEADLINE_SECONDS:g} seconds")
            progress(f"Fetching {what}.", min(buffer.tell() / length, 1.0) if length else None)
    if length and buffer.tell() < length:
        raise OSError(f"the answer broke off after {buffer.tell()} of {length} bytes")
    return buffer.getvalue()


def unzip_member(archive: bytes, basename: str) -> bytes:
    """The file called `basename` in a zip archive, in whatever folder of it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        for info in opened.infolist():
            if info.filename.rsplit("/", 1)[-1] == basename:
                if info.file_size > MAX_BYTES:
                    raise Refusal(f"{basename} in the archive is longer than {MAX_BYTES // 2**20} MB")
                return opened.read(info)
    raise Refusal(f"the archive holds no {basename}")


@contextmanager
def short_timeouts() -> Iterator[None]:
    """Give sockets a timeout while scikit-learn fetches: its fetchers take none."""
    with _TIMEOUT_LOCK:
        before = socket.getdefaulttimeout()
        socket.setdefaulttimeout(TIMEOUT_SECONDS)
        try:
            yield
        finally:
            socket.setdefaulttimeout(before)


def _fetch(
    name: str, sources: tuple[Source, ...], check: Callable[[Arrays], None], report: Progress, hint: str
) -> tuple[Arrays, str]:
    failures = []
    for source in sources:
        try:
            if source.host:
                _try_connection(source.host)
            arrays = source.fetch(report)
            report(f"Checking {name} from {source.label}.", None)
            check(arrays)
            return arrays, source.label
        except Exception as problem:  # so can what another machine sends
            failures.append(f"{source.label}: {_reason(problem)}")
    raise DatasetUnavailable(
        f"{name} could not be fetched ({'; '.join(failures)}): check the connection, or {hint}."
    ) from None


def _try_connection(host: str) -> None:
    """Raise an OSError where `host` takes no connection in time.

    The timeout of urllib holds for one address of many, and not for the look-up of the name: hence the thread. Behind a
    proxy, hosts are not reached directly.
    """
    if urllib.request.getproxies():
        return
    outcome: list[OSError | None] = []

    def connect():
        try:
            socket.create_connection((host, 443), CONNECT_SECONDS).close()
            outcome.append(None)
        except OSError as problem:
            outcome.append(problem)

    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(CONNECT_SECONDS)
    problem = outcome[0] if outcome else TimeoutError(f"{host} did not answer within {CONNECT_SECONDS:g} seconds")
    if problem is not None:
        raise problem


def _say(progress: Progress | None, sentence: str) -> None:
    if progress is not None:
        progress(sentence, None)
    else:
        warnings.warn(sentence, UserWarning, stacklevel=2)


def _reason(problem: BaseException) -> str:
    inner = getattr(problem, "reason", None)
    if isinstance(inner, OSError):
        problem = inner  # urllib wraps what the socket said
    text = (getattr(problem, "strerror", None) or str(problem)).strip().splitlines()
    return text[0].rstrip(".")[:200] if text else type(problem).__name__
