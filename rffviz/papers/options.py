"""What the tables' commands share: reading their arguments, finding their data, and writing what was measured."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
from importlib.metadata import version

from rffviz.datasets import DatasetUnavailable, load


def at_hand(names, allow_download: bool) -> tuple[list[str], list[str]]:
    """The datasets that are on this machine or were fetched, and for each other one a sentence, printed too."""
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
    """What a file of cells says before them: of which table, when, with which versions and settings."""
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
    """Whole or not at all: a run that is stopped leaves the cells that were done."""
    with open(f"{file}.part", "w", encoding="utf-8") as part:
        json.dump(record, part, ensure_ascii=False, indent=1)
        part.write("\n")
    os.replace(f"{file}.part", file)


def can_write(file) -> bool:
    """Whether a file of that name can be written, tried beside it."""
    try:
        with open(f"{file}.part", "w", encoding="utf-8"):
            pass
        os.remove(f"{file}.part")
    except OSError:
        return False
    return not os.path.isdir(file)


def names(what, allowed):
    """A reader of names with commas between, each one of those `allowed`; all of them for "all"."""

    def read(text: str) -> list[str]:
        if text == "all":
            return list(allowed)
        names = list(dict.fromkeys(text.split(",")))
        for name in names:
            if name not in allowed:
                raise argparse.ArgumentTypeError(f"each {what} must be one of {', '.join(allowed)}, got {name!r}")
        return names

    return read


def sizes(text: str) -> list[int]:
    """Whole numbers with commas between, in order."""
    return sorted({at_least_one(part) for part in text.split(",")})


def at_least_one(text: str) -> int:
    """A whole number of at least 1."""
    return at_least(text, 1)


def at_least_two(text: str) -> int:
    """A whole number of at least 2."""
    return at_least(text, 2)


def at_least(text: str, low: int) -> int:
    """A whole number of at least `low`, or argparse's refusal."""
    if not text.isdecimal() or int(text) < low:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least {low}, got {text!r}")
    return int(text)


def jobs(text: str) -> int:
    """How many at once; -1 for as many as there are cores."""
    if text == "-1":
        return -1
    return at_least_one(text)


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
