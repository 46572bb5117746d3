"""Who writes a record of the library as a page: named once, so that what computes imports nothing of what is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_writers: list[Callable[[Any], str]] = []


def set_page_writer(write: Callable[[Any], str]) -> None:
    """Name the function that writes a record as HTML; the latest one counts."""
    _writers[:] = [write]


def page_of(record: Any) -> str:
    """The record as one page of HTML."""
    return _writers[0](record)
