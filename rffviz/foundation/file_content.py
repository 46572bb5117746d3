"""Reads users' files up to a size limit, and writes files atomically: whatever the package writes, it writes here."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from rffviz.foundation.validation import Refusal


def file_content(path: str | Path, max_bytes: int) -> bytes:
    """The content of a regular file of at most `max_bytes`.

    Raises
    ------
    ValueError
        If the file is larger (reading stops one byte beyond the limit), or is a device, a pipe or a socket, which may
        be endless.
    OSError
        Where it cannot be read.
    """
    waiting = getattr(os, "O_NONBLOCK", 0)  # opening a pipe without a writer would block forever
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Refusal(f"file must be a regular one, where what a pipe gives is saved first, got {str(path)!r}.")
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise Refusal(f"file must have at most {max_bytes:,} bytes, got {str(path)!r} with more.")
    return content


def write_whole(file: str | Path, content: str | bytes) -> None:
    """Write a file atomically, text as UTF-8; see `whole_file`."""
    with whole_file(file) as out:
        out.write(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def whole_file(file: str | Path) -> Iterator[BinaryIO]:
    """A file to write, which replaces FILE once it is on disk; on failure FILE is as it was.

    Of a symbolic link the target is replaced. A device or a pipe is written to.

    Raises
    ------
    OSError
        Where it cannot be written; a directory and a socket cannot.
    """
    place, mode = _place(file)
    if mode is not None and not stat.S_ISREG(mode):
        with open(place, "wb") as out:
            yield out
        return
    part = place.with_name(f"{place.name}.{secrets.token_hex(4)}.part")
    with new_file(part) as out:
        yield out
        if mode is not None:
            os.chmod(part, stat.S_IMODE(mode))
    try:
        os.replace(part, place)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def new_file(file: Path) -> Iterator[BinaryIO]:
    """A file to write that does not exist yet, synced to disk; removed on failure."""
    with open(file, "xb") as out:
        try:
            yield out
            out.flush()
            os.fsync(out.fileno())
        except BaseException:
            file.unlink(missing_ok=True)
            raise


def check_writable(file: str | Path) -> None:
    """Raise the OSError of `whole_file` before there is something to write; FILE is left as it is."""
    place, mode = _place(file)
    if mode is None or stat.S_ISREG(mode):
        with tempfile.TemporaryFile(dir=place.parent):
            pass


def _place(file: str | Path) -> tuple[Path, int | None]:
    """Where to write, and the mode of what is there."""
    try:
        mode = os.stat(file).st_mode
    except FileNotFoundError:
        mode = None
    code = 0
    if not os.path.basename(file) or (mode is not None and stat.S_ISDIR(mode)):
        code = errno.EISDIR
    elif mode is not None and stat.S_ISSOCK(mode):
        code = errno.ENXIO
    elif mode is not None and not os.access(file, os.W_OK):
        code = errno.EACCES
    if code:
        raise OSError(code, os.strerror(code), str(file))
    through = mode is not None and not stat.S_ISREG(mode)  # /dev/stdout leads to a pipe, whose resolved name is none
    return Path(file if through else os.path.realpath(file)), mode
