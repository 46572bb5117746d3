"""How far a study has come, and what it knows by now: what every long study yields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

Record = TypeVar("Record")


@dataclass(frozen=True)
class Progress(Generic[Record]):
    """`done` of `total` units of work (the study's own), and the record of what is known by now.

    The record is complete in itself, whatever is still to come; it is None before there is anything to show.
    """

    done: float
    total: float
    record: Record | None = None

    @property
    def finished(self) -> bool:
        """Whether nothing is still to come."""
        return self.done >= self.total


def last_record(steps: Iterator[Progress[Record]]) -> Record:
    """Run a study to its end: its last record."""
    *_, step = steps
    assert step.record is not None  # the last step of a study has one
    return step.record
