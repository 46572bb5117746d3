"""Measured cells in a file: one validated record per cell, safe when two runs write at once."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import json
import math
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from rffviz.foundation.file_content import file_content, new_file, whole_file
from rffviz.foundation.validation import Refusal
from rffviz.papers.cell import Cell, Measured

FORMAT, VERSION = "rffviz results", 1
MOST_BYTES = 50_000_000
KEPT = Path(__file__).parent / "results"
"""The files that come with the package, one a table."""

FEWEST_FOR_SPREAD = 3  # seeds: a standard deviation of two means next to nothing
_CELL = {"table": str, "dataset": str, "method": str, "size": int, "landmarks_factor": float}
_CELL |= {"kernel": str, "learner": str}
_OPTIONAL = ("kernel", "learner")  # omitted from the file if empty
_LISTS = {"seeds": int, "values": float, "seconds": float, "details": dict}
_REST = {"settings": dict, "refused": str, "versions": dict, "date": str, "machine": str}


@dataclass(frozen=True)
class Record:
    """The measurements of a cell.

    Attributes
    ----------
    cell : Cell
    seeds : tuple of int
        Increasing.
    values, seconds, details : tuple
        One entry per seed, as in `Measured`.
    settings : dict
        As in `Measured`.
    refused : str
        Why there is no value, or none for further seeds; empty if nothing failed.
    versions : dict of str to str
        Versions of Python and of the packages for the last seed.
    date : str
        Date of the last seed, in UTC.
    machine : str
        Architecture and cores of the machine.
    """

    cell: Cell
    seeds: tuple[int, ...] = ()
    values: tuple[float, ...] = ()
    seconds: tuple[float, ...] = ()
    details: tuple[Mapping[str, Any], ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    refused: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    date: str = ""
    machine: str = ""

    @cached_property
    def mean(self) -> float | None:
        """Mean over the seeds; None where there is none."""
        return float(np.mean(self.values)) if self.values else None

    @cached_property
    def spread(self) -> float | None:
        """Standard deviation over the seeds (the n − 1 one); None with fewer than three."""
        return float(np.std(self.values, ddof=1)) if len(self.values) >= FEWEST_FOR_SPREAD else None

    def plus(self, seed: int, outcome: Measured | str) -> Record:
        """This record with one more seed, or with the reason why it failed.

        Raises
        ------
        Refusal
            Where the seed was measured with other settings than those before it.
        """
        if isinstance(outcome, str):
            return replace(self, refused=outcome, **here())
        if self.values and not _alike(self.settings, outcome.settings):
            changed = sorted(
                name
                for name in {*self.settings, *outcome.settings}
                if not _alike(self.settings.get(name), outcome.settings.get(name))
            )
            was, given = ({name: held.get(name) for name in changed} for held in (self.settings, outcome.settings))
            raise Refusal(
                f"{', '.join(changed)} must be what the seeds before were measured with, got {given} instead of {was}."
            )
        others = [entry for entry in self._by_seed() if entry[0] != seed]
        entry = (seed, outcome.value, outcome.seconds, dict(outcome.details))
        columns = zip(*sorted([*others, entry], key=lambda each: each[0]), strict=True)
        seeds, values, seconds, details = columns
        return Record(self.cell, seeds, values, seconds, details, dict(outcome.settings), self.refused, **here())

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON values, with mean and spread."""
        cell = {name: getattr(self.cell, name) for name in _CELL if getattr(self.cell, name) or name not in _OPTIONAL}
        lists = {name: list(getattr(self, name)) for name in _LISTS}
        rest = {name: getattr(self, name) for name in _REST}
        return {**cell, "mean": self.mean, "spread": self.spread, **lists, **rest}

    def _by_seed(self) -> list[tuple[Any, ...]]:
        return list(zip(self.seeds, self.values, self.seconds, self.details, strict=True))


class Results:
    """The records of a file, by cell; a file that does not exist yet has none.

    A record is written as soon as it is complete: the file is locked, read again, and replaced as a whole, so that an
    interrupted run leaves its measurements, and two runs on one file keep each other's.

    Parameters
    ----------
    file : path

    Attributes
    ----------
    records : dict of Cell to Record
    problems : tuple of str
        One sentence for each record that cannot be used, with file and line.

    Raises
    ------
    Refusal
        If the file contains something else, or cannot be read.
    """

    def __init__(self, file: str | Path) -> None:
        self.file = Path(file)
        self.records: dict[Cell, Record] = {}
        self.problems: tuple[str, ...] = ()
        self._seen: tuple[int, int, int] | None = None
        self._read()

    def add(self, *records: Record) -> None:
        """Write each record over that of the same cell in the file.

        Seeds that another run has measured meanwhile are kept. A file with unusable lines is first copied to one ending
        in .broken, or .broken2 and so on if that exists.

        Raises
        ------
        Refusal
            If the file cannot be written; it is then unchanged.
        """
        try:
            with _locked(self.file):
                self._read()
                for record in records:
                    self.records[record.cell] = _united(self.records.get(record.cell), record)
                with whole_file(self.file) as out:  # replaced once the new one and any unusable lines are on disk
                    out.write(written(self.records.values()).encode())
                    out.flush()
                    if self.problems:
                        _keep_broken(self.file)
                self.problems = ()
                self._seen = _stamp(self.file)
        except OSError as reason:
            raise Refusal(f"results must be a file that can be written, got {self.file}: {reason.strerror}.") from None

    def _read(self) -> None:
        stamp = _stamp(self.file)
        if stamp is None or stamp == self._seen:
            return
        try:
            content = file_content(self.file, MOST_BYTES)
        except OSError as reason:
            raise Refusal(f"results must be a file that can be read, got {self.file}: {reason.strerror}.") from None
        self.records, self.problems = read(content, str(self.file))
        self._seen = stamp


def written(records: Iterable[Record]) -> str:
    """The text of a file: JSON with each record on a line of its own."""
    lines = [json.dumps(record.as_dict(), ensure_ascii=False) for record in sorted(records, key=lambda r: r.cell)]
    head = f'{{"format": {json.dumps(FORMAT)}, "version": {VERSION}, "records": ['
    return "\n".join([head, ",\n".join(lines), "]}", ""] if lines else [head, "]}", ""])


def _keep_broken(file: Path) -> None:
    """Copy the file to the first name with the ending .broken that is free."""
    content = file_content(file, MOST_BYTES)
    for ending in itertools.chain([".broken"], (f".broken{n}" for n in itertools.count(2))):
        with contextlib.suppress(FileExistsError):
            with new_file(Path(f"{file}{ending}")) as out:
                out.write(content)
            return


def read(content: bytes, name: str) -> tuple[dict[Cell, Record], tuple[str, ...]]:
    """The records of a file's content by cell, and a sentence with name and line for each that cannot be used.

    Raises
    ------
    Refusal
        Where the content does not begin as a file of results does.
    """
    lines = content.decode("utf-8", errors="replace").splitlines()
    head = lines[0].strip() if lines else ""
    if head != written(()).splitlines()[0]:
        raise Refusal(f"results must be a file that `reproduce` wrote, version {VERSION}, got {name}.")
    records: dict[Cell, Record] = {}
    problems = []
    ended = False
    for number, line in enumerate(lines[1:], 2):
        text = line.strip().removesuffix(",")
        if ended or text in ("", "]}"):
            ended = ended or text == "]}"
            if ended and text not in ("", "]}"):
                problems.append(f"{name}, line {number}: nothing must come after the records.")
            continue
        try:
            record = _record(json.loads(text, parse_constant=_no_number))
            if record.cell in records:
                raise Refusal("each cell must have one record, got a second.")
            records[record.cell] = record
        except Refusal as reason:
            problems.append(f"{name}, line {number}: {reason}")
        except (ValueError, RecursionError):
            problems.append(f"{name}, line {number}: a record must be a JSON object, got something else.")
    if not ended:
        problems.append(f"{name}, line {len(lines)}: the end must be ]}}, got a file that breaks off.")
    return records, tuple(problems)


def _record(data: Any) -> Record:
    """A record from plain data, each field checked."""
    if not isinstance(data, dict):
        raise Refusal("a record must be a JSON object, got something else.")
    known = {**_CELL, **dict.fromkeys(_LISTS, list), **_REST}
    for name in data:
        if name not in known and name not in ("mean", "spread"):
            raise Refusal(f"a record must have no other fields than {', '.join(known)}, got {name[:40]!r}.")
    data = dict.fromkeys(_OPTIONAL, "") | data
    held = {name: _of_kind(name, data.get(name), kind) for name, kind in known.items()}
    for name, kind in _LISTS.items():
        held[name] = tuple(_of_kind(name, value, kind) for value in held[name])
    n = len(held["seeds"])
    if any(len(held[name]) != n for name in _LISTS):
        raise Refusal("values, seconds and details must be as many as seeds.")
    if any(a >= b for a, b in zip(held["seeds"], held["seeds"][1:], strict=False)) or min(held["seeds"], default=0) < 0:
        raise Refusal(f"seeds must be increasing whole numbers of at least 0, got {list(held['seeds'])[:20]}.")
    if not n and not held["refused"]:
        raise Refusal("a record must have a seed, or a reason why there is none.")
    if any(not isinstance(text, str) for text in held["versions"].values()):
        raise Refusal("versions must be text.")
    cell = Cell(**{name: held.pop(name) for name in _CELL})
    record = Record(cell, **held)
    for name in ("mean", "spread") if n != FEWEST_FOR_SPREAD - 1 else ("mean",):  # old files had one for two seeds
        if not _alike(data.get(name), getattr(record, name)):
            raise Refusal(f"{name} must be that of the values, {getattr(record, name)}, got {data.get(name)!r:.40}.")
    return record


def _of_kind(name: str, value: Any, kind: Any) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind or (kind is float and not math.isfinite(value)):
        words = {str: "text", int: "a whole number", float: "a finite number", dict: "an object", list: "a list"}
        raise Refusal(f"{name} must be {words[kind]}, got {value!r:.40}.")
    return value


def _no_number(text: str) -> NoReturn:
    raise Refusal(f"a record must hold finite numbers, got {text}.")


def _alike(one: Any, other: Any) -> bool:
    """Whether two values are equal, numbers to six digits: a repeated choice may differ in rounding elsewhere."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_alike(one[name], other[name]) for name in one)
    if isinstance(one, Sequence) and isinstance(other, Sequence) and not isinstance(one, str):
        return len(one) == len(other) and all(_alike(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        return numbers and math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-300)
    return one == other


def _united(held: Record | None, new: Record) -> Record:
    """The newer record, with seeds that only the other has if their settings are the same."""
    if held is None or not _alike(held.settings, new.settings):
        return new
    entries = {entry[0]: entry for entry in (*held._by_seed(), *new._by_seed())}
    if not entries:
        return new
    seeds, values, seconds, details = zip(*(entries[seed] for seed in sorted(entries)), strict=True)
    return replace(new, seeds=seeds, values=values, seconds=seconds, details=details)


@cache
def _versions() -> dict[str, str]:
    packages = ("numpy", "scipy", "scikit-learn")
    return {"Python": platform.python_version(), **{name: version(name) for name in packages}}


def here() -> dict[str, Any]:
    """The circumstances of a measurement: package versions, date in UTC, machine."""
    return {
        "versions": dict(_versions()),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
    }


def _stamp(file: Path) -> tuple[int, int, int] | None:
    with contextlib.suppress(FileNotFoundError):
        status = file.stat()
        return status.st_ino, status.st_mtime_ns, status.st_size
    return None


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Lock the folder of the file; the system releases it when the process ends, however it ends."""
    if sys.platform == "win32":  # folders cannot be locked there
        import msvcrt

        with open(f"{file}.lock", "w") as held:
            msvcrt.locking(held.fileno(), msvcrt.LK_LOCK, 1)
            yield
        return
    import fcntl

    folder = os.open(file.resolve().parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
