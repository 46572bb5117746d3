"""Shared by the tables' commands: arguments, and finding the data."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

from rffviz.datasets import DatasetUnavailable, load
from rffviz.foundation.file_content import write_whole
from rffviz.foundation.validation import Refusal, or_nearest, seed_numbers, seeds_from_text


def some_of(what: str, allowed: Collection[str]) -> dict[str, Any]:
    """A parser of comma-separated names from `allowed`; "all" stands for all of them."""

    def read(text: str) -> list[str]:
        if text == "all":
            return list(allowed)
        names = list(dict.fromkeys(text.split(",")))
        for name in names:
            if name not in allowed:
                raise argparse.ArgumentTypeError(
                    f"each {what} must be one of {', '.join(allowed)}, got {name!r}{or_nearest(name, allowed)}"
                )
        return names

    said = f"one or several of {', '.join(allowed)} with commas between, or all (default)"
    return {"type": read, "default": list(allowed), "help": said}


def at_hand(names: Iterable[str], allow_download: bool) -> tuple[list[str], list[str]]:
    """The datasets on this machine or just fetched, and a sentence, also printed, for each of the others."""
    here, missing = [], []
    for name in names:
        try:
            load(name, allow_download=allow_download)
            here.append(name)
        except DatasetUnavailable as problem:
            missing.append(str(problem))
            print(problem, file=sys.stderr)
    return here, missing


def write(file: str | Path, record: Any) -> None:
    """Write the file atomically."""
    write_whole(file, json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def writable(file: str) -> str:
    """A parser of writable file names, tested by writing a uniquely named file beside it."""
    try:
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(file) or "."):
            pass
    except OSError:
        raise argparse.ArgumentTypeError(f"cannot write {file}") from None
    if not file or os.path.isdir(file):
        raise argparse.ArgumentTypeError(f"cannot write {file or repr(file)}")
    return file


def whole_from(low: int) -> Callable[[str], int]:
    """A parser of whole numbers of at least `low`."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < low:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {low}, got {text!r}")
        return int(text)

    return read


def seeds(text: str) -> int | tuple[int, ...]:
    """Parse a count of seeds, or comma-separated seeds."""
    try:
        seed_numbers("seeds", said := seeds_from_text("seeds", text))
        return said
    except Refusal as reason:
        raise argparse.ArgumentTypeError(str(reason)) from None


def sizes(text: str) -> list[int]:
    """Parse comma-separated whole numbers, sorted."""
    return sorted({whole_from(1)(part) for part in text.split(",")})


def jobs(text: str) -> int:
    """Parse the number of parallel jobs; -1 for one per core."""
    return -1 if text == "-1" else whole_from(1)(text)


def numbers(text: str) -> list[float]:
    """Parse comma-separated numbers above 0, sorted."""
    parsed = set()
    for part in text.split(","):
        try:
            number = float(part)
        except ValueError:
            number = 0.0
        if not 0 < number < float("inf"):
            raise argparse.ArgumentTypeError(f"must be finite numbers above 0 with commas between, got {part!r}")
        parsed.add(number)
    return sorted(parsed)
