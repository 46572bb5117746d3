"""What the tables' commands share: their arguments, finding their data, and writing what was measured."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
from importlib.metadata import version

from rffviz.datasets import DatasetUnavailable, load


def add_shared(parser: argparse.ArgumentParser, datasets, measures: bool = True) -> None:
    """The options of every table: which datasets, and for a table that measures how often and where to write."""
    parser.add_argument("--dataset", **some_of("dataset", datasets))
    parser.add_argument("--download", action="store_true", help="fetch data that are not on this machine")
    if measures:
        parser.add_argument("--seeds", type=whole_from(1), default=3, help="how many, from 0 on (default: 3)")
        parser.add_argument("--json", metavar="FILE", type=writable, help="also write what is measured here")


def some_of(what: str, allowed) -> dict:
    """An option of names with commas between, each one of those `allowed`; all of them for "all"."""

    def read(text: str) -> list[str]:
        if text == "all":
            return list(allowed)
        names = list(dict.fromkeys(text.split(",")))
        for name in names:
            if name not in allowed:
                raise argparse.ArgumentTypeError(f"each {what} must be one of {', '.join(allowed)}, got {name!r}")
        return names

    said = f"one or several of {', '.join(allowed)} with commas between, or all (default)"
    return {"type": read, "default": list(allowed), "help": said}


def at_hand(names, allow_download: bool) -> tuple[list[str], list[str]]:
    """The datasets that are on this machine or were fetched, and a sentence for each of the others, printed too."""
    here, missing = [], []
    for name in names:
        try:
            load(name, allow_download=allow_download)
            here.append(name)
        except DatasetUnavailable as problem:
            missing.append(str(problem))
            print(problem, file=sys.stderr)
    return here, missing


def envelope(table: str, settings: dict) -> dict:
    """The head of a file: which table, when, with which versions and settings."""
    return {
        "table": table,
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "versions": {
            "Python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "scipy", "scikit-learn", "joblib")},
        },
        "cores": os.cpu_count(),
        "settings": settings,
    }


def write(file, record) -> None:
    """Write the file whole or not at all: a run that is stopped leaves the cells that were done."""
    with open(f"{file}.part", "w", encoding="utf-8") as part:
        json.dump(record, part, ensure_ascii=False, indent=1)
        part.write("\n")
    os.replace(f"{file}.part", file)


def writable(file: str) -> str:
    """The name of a file that can be written, tried beside it."""
    try:
        with open(f"{file}.part", "w", encoding="utf-8"):
            pass
        os.remove(f"{file}.part")
    except OSError:
        raise argparse.ArgumentTypeError(f"cannot write {file}") from None
    if os.path.isdir(file):
        raise argparse.ArgumentTypeError(f"cannot write {file}")
    return file


def whole_from(low: int):
    """A reader of whole numbers of at least `low`."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < low:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {low}, got {text!r}")
        return int(text)

    return read


def sizes(text: str) -> list[int]:
    """Whole numbers with commas between, in order."""
    return sorted({whole_from(1)(part) for part in text.split(",")})


def jobs(text: str) -> int:
    """How many at once; -1 for as many as there are cores."""
    return -1 if text == "-1" else whole_from(1)(text)


def factor(text: str) -> float | str:
    """A number above 0, or "auto"."""
    if text == "auto":
        return text
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0 < factor < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a finite number above 0 or auto, got {text!r}")
    return factor
