"""The bytes of a file of the user's own, no more of them than are wanted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from rffviz.validation import Refusal


def file_content(path: str | Path, max_bytes: int) -> bytes:
    """The content of a regular file of at most `max_bytes`.

    Raises
    ------
    ValueError
        Where the file is larger (reading stops one byte beyond the limit), or is a device, a pipe or a socket, which
        may have no end.
    OSError
        Where it cannot be read.
    """
    waiting = getattr(os, "O_NONBLOCK", 0)  # opening a pipe that nobody writes to would wait for ever
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Refusal(f"file must be a regular one, where what a pipe gives is saved first, got {str(path)!r}.")
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise Refusal(f"file must have at most {max_bytes:,} bytes, got {str(path)!r} with more.")
    return content
