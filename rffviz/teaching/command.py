"""`python -m rffviz teach DIR`: copy the instructor's guide, the exercises and the notebooks."""

from __future__ import annotations

import argparse
import errno
from pathlib import Path

from rffviz.foundation.file_content import write_whole
from rffviz.foundation.validation import Refusal

_HERE = Path(__file__).parent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="where to; no file there is overwritten")


def run(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Copy the materials, printing a line for each."""
    try:
        for path in write(arguments.folder):
            print(path)
    except Refusal as reason:
        parser.error(str(reason))
    except OSError as reason:
        if reason.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        parser.error(f"DIR must be a folder that can be written, got {str(arguments.folder)!r}: {reason.strerror}.")
    return 0


def materials() -> list[Path]:
    """Paths within the package of the guide, the exercises in order, and the demonstration notebooks."""
    return [_HERE / "guide.md", *sorted(_HERE.glob("exercises/*.ipynb")), *sorted(_HERE.glob("notebooks/*.ipynb"))]


def write(folder: Path) -> list[Path]:
    """Copy the materials into a folder, created if missing; returns what was written.

    Raises
    ------
    Refusal
        If a file of the same name has different content: it may be a student's work. Nothing is written then. Unchanged
        copies are left as they are.
    """
    if folder.exists() and not folder.is_dir():
        raise Refusal(f"DIR must be a folder, got the file {str(folder)!r}.")
    wanted = {folder / path.name: path.read_bytes() for path in materials()}
    for path, content in wanted.items():
        if path.exists() and (
            not path.is_file() or path.stat().st_size != len(content) or path.read_bytes() != content
        ):
            raise Refusal(f"DIR must not hold a changed {path.name}, which would be overwritten, got {str(folder)!r}.")
    folder.mkdir(parents=True, exist_ok=True)
    written = [path for path in wanted if not path.exists()]
    for path in written:
        write_whole(path, wanted[path])
    return written
