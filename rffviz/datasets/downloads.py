"""Downloads from public sources: bytes and archives, limited in time and size."""

from __future__ import annotations

import gzip
import io
import queue
import socket
import threading
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rffviz.foundation.validation import Refusal

CONNECT_SECONDS = 8.0  # seconds for a connection, including name look-up and all addresses
TIMEOUT_SECONDS = 10.0  # seconds between two packets
DEADLINE_SECONDS = 600.0  # seconds for everything from one source
MAX_BYTES = 300 * 2**20

Given = TypeVar("Given")
Progress = Callable[[str, float | None], object]
_TIMEOUT_LOCK = threading.Lock()  # held while the list is changed, never during a download
_TIMEOUTS_BEFORE: list[float | None] = []  # timeouts before each active `short_timeouts`; first, the caller's


def download(url: str, progress: Progress, what: str) -> bytes:
    """The bytes at `url`; reports the fraction read, and raises an OSError if the response is too slow or too long."""
    started, told = time.monotonic(), 0.0
    progress(f"Fetching {what}.", None)
    request = urllib.request.Request(url, headers={"User-Agent": "rffviz"})
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # every table's is https  # nosec B310
        length = int(response.headers.get("Content-Length") or 0)
        buffer = io.BytesIO()
        while chunk := response.read1(2**16):  # what has arrived; `read` would wait for everything, however slow
            buffer.write(chunk)
            if buffer.tell() > MAX_BYTES:
                raise OSError(f"the answer is longer than {MAX_BYTES // 2**20} MB")
            _in_time(started)
            share = min(buffer.tell() / length, 1.0) if length else None
            if share is not None and (share == 1 or share > told + 0.01):
                progress(f"Fetching {what}.", told := share)
    if length and buffer.tell() < length:
        raise OSError(f"the answer broke off after {buffer.tell()} of {length} bytes")
    return buffer.getvalue()


def _in_time(started: float) -> float:
    """Seconds until the deadline; raises a TimeoutError if it has passed."""
    left = started + DEADLINE_SECONDS - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"it took more than {DEADLINE_SECONDS:g} seconds")
    return left


def gunzip(content: bytes) -> bytes:
    """The content of a gzip file; refused if it is longer than any of these tables."""
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
        unpacked = file.read(MAX_BYTES + 1)
    if len(unpacked) > MAX_BYTES:
        raise Refusal(f"what is packed in the archive is longer than {MAX_BYTES // 2**20} MB")
    return unpacked


def unzip_member(archive: bytes, basename: str) -> bytes:
    """The file called `basename` in a zip archive, in whatever folder of it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        for info in opened.infolist():
            if info.filename.rsplit("/", 1)[-1] == basename:
                if info.file_size > MAX_BYTES:
                    raise Refusal(f"{basename} in the archive is longer than {MAX_BYTES // 2**20} MB")
                if info.flag_bits & 1:
                    raise Refusal(f"{basename} in the archive is encrypted")
                return opened.read(info)
    raise Refusal(f"the archive holds no {basename}")


@contextmanager
def short_timeouts() -> Iterator[None]:
    """Set a socket timeout while scikit-learn's fetchers run, since they take none. The last of several users restores
    it."""
    with _TIMEOUT_LOCK:
        _TIMEOUTS_BEFORE.append(socket.getdefaulttimeout())
        socket.setdefaulttimeout(TIMEOUT_SECONDS)
    try:
        yield
    finally:
        with _TIMEOUT_LOCK:
            before = _TIMEOUTS_BEFORE.pop()
            if not _TIMEOUTS_BEFORE:
                socket.setdefaulttimeout(before)


def on_a_thread(fetch: Callable[[Progress], Given], report: Progress) -> Given:
    """Run `fetch` on a thread with a deadline; its progress is reported on this one.

    A slow header, or a library that reads by itself, could not be interrupted on this thread.
    """
    told: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()

    def run() -> None:
        try:
            told.put(("given", fetch(lambda sentence, fraction: told.put(("said", (sentence, fraction))))))
        except BaseException as problem:  # any exception is re-raised below
            told.put(("failed", problem))

    started = time.monotonic()
    threading.Thread(target=run, daemon=True).start()
    while True:
        try:
            kind, value = told.get(timeout=_in_time(started))
        except queue.Empty:
            continue
        if kind == "given":
            return value
        if kind == "failed":
            raise value
        report(*value)


def try_connection(host: str) -> None:
    """Raise an OSError if `host` does not accept a connection in time.

    A thread is needed because urllib's timeout applies to each address separately and not to the name look-up. Skipped
    behind a proxy, where hosts are not reached directly.
    """
    if urllib.request.getproxies():
        return
    outcome: list[OSError | None] = []

    def connect() -> None:
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
