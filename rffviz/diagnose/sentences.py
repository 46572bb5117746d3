"""What verdicts say: each sentence is a function beside the judgement that raises its code, registered here.

Not in `rffviz.explorer.words`, because verdicts also show their sentences in notebooks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, NamedTuple, TypeVar

from rffviz.foundation.notes import Note


class Cells(NamedTuple):
    """What a check observed beside what is expected, as the cells of a table; `test` is a z or a p, or empty."""

    quantity: str = ""
    observed: str = ""
    expected: str = ""
    test: str = ""


CELL_NAMES = tuple(Cells.__annotations__)
"""The names of the cells."""


class Said(NamedTuple):
    """The text of a remark: the full sentence, a short form if it can head a title, cells if it flags something."""

    whole: str
    short: str = ""
    cells: Cells = Cells()


SENTENCES: dict[str, Callable[..., Said]] = {}
"""What is said of each code: a function of the remark's numbers."""

CAUSES = frozenset(
    {"factor_named", "degrees", "other_kernel", "other_dimension", "dimension_of_n", "square_of_norm", "one_length"}
    | {"coordinates_apart", "normal_length", "coordinate_factors", "all_factor_named", "coordinate_factor_named"}
    | {"not_inverted", "zero_rows", "directions_shared"}
)
"""Codes of remarks that name a known cause."""

_Saying = TypeVar("_Saying", bound=Callable[..., Said])


def says(code: str, **words: Any) -> Callable[[_Saying], _Saying]:
    """Register a function of a remark's numbers as what is said of `code`.

    Codes that differ in a few words share a function: each passes its own `words`.
    """

    def registered(saying: _Saying) -> _Saying:
        SENTENCES[code] = partial(saying, **words)
        return saying

    return registered


def plainly(**sentences: str | Callable[..., str]) -> None:
    """Register what is said of codes that flag nothing and head no title: a sentence, or a function of the numbers."""
    for code, sentence in sentences.items():
        says(code)(_whole(sentence))


def _whole(sentence: str | Callable[..., str]) -> Callable[..., Said]:
    if isinstance(sentence, str):
        return lambda **_: Said(sentence)
    return wraps(sentence)(lambda **values: Said(sentence(**values)))


@dataclass(frozen=True)
class Remark(Note):
    """One sentence of a verdict: a code of `SENTENCES` here, and its numbers."""

    def __str__(self) -> str:
        return self._said.whole

    @property
    def short(self) -> str:
        """The short form for a title; empty if it is never in one."""
        return self._said.short

    @property
    def cells(self) -> Cells:
        """What was observed beside what is expected; empty where nothing is flagged."""
        return self._said.cells

    @property
    def _said(self) -> Said:
        return SENTENCES[self.code](**dict(self.values))


def remark(code: str, **values: object) -> Remark:
    """A sentence of a verdict with its numbers."""
    return Remark(code, tuple(values.items()))
