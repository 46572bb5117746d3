"""Reads users' files up to a size limit, and writes files atomically."""

from __future__ import annotations

import os
import stat
from pathlib import Path

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


def written_beside(file: str | Path, text: str) -> Path:
    """Write the text to FILE.part, synced to disk, which can then replace FILE. Removed on failure."""
    part = Path(f"{file}.part")
    to_disk(part, text.encode(), "wb")
    return part


def write_whole(file: str | Path, text: str) -> None:
    """Write a text file atomically."""
    os.replace(written_beside(file, text), file)


def to_disk(file: Path, content: bytes, mode: str) -> None:
    """Write a file and sync it to disk; removed on failure."""
    with open(file, mode) as out:
        try:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        except BaseException:
            file.unlink(missing_ok=True)
            raise
