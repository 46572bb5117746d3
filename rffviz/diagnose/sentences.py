"""The sentences of verdicts, by code.

Not in `rffviz.explorer.words`, because verdicts also show their sentences in notebooks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from rffviz.foundation.notes import Filler, Note

_Row = TypeVar("_Row", bound=tuple[str, ...])
NO_VARIANCE = 1e-12  # a ratio of variances below it is rounding error, and counts as 0


class Sentence(NamedTuple):
    """The text of a remark: the full sentence, and a short form for titles, empty if it is never in one."""

    whole: str
    short: str = ""


class Cells(NamedTuple):
    """What a check observed beside what is expected, as the cells of a table; `test` is a z or a p, or empty."""

    quantity: str = ""
    observed: str = ""
    expected: str = ""
    test: str = ""


CELL_NAMES = tuple(Cells.__annotations__)
"""The names of the cells."""


def _catalogue(name: str, row: Callable[..., _Row]) -> dict[str, _Row]:
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {code: row(*said) for code, *said in rows}


CELLS = _catalogue("cells.tsv", Cells)
"""The cells of each code that flags something, a line of `cells.tsv`."""
SENTENCES = _catalogue("remarks.tsv", Sentence)
"""What is said of each code, a line of `remarks.tsv`; filled by `Filler` and the formats below."""

CAUSES = frozenset(
    {"factor_named", "degrees", "other_kernel", "other_dimension", "dimension_of_n", "square_of_norm", "one_length"}
    | {"coordinates_apart", "normal_length", "coordinate_factors", "all_factor_named", "coordinate_factor_named"}
)
"""Codes of remarks that name a known cause."""

_KINDS = {
    "random": "a random direction",
    "principal": "the direction in which the rows are least even",
    "coordinate": "coordinate {}",
    "sum": "e{} + e{}",
    "difference": "e{} − e{}",
}
LINES = {"oblique": "an oblique direction", "axis": "the first axis"}
"""What the lines along which bias and variance are measured are called."""


@dataclass(frozen=True)
class Remark(Note):
    """One sentence of a verdict: a code of `SENTENCES` here, and its numbers."""

    def __str__(self) -> str:
        return _FILLER.format(SENTENCES[self.code].whole, **dict(self.values))

    @property
    def short(self) -> str:
        """The short form for a title; empty if it is never in one."""
        return _FILLER.format(SENTENCES[self.code].short, **dict(self.values))

    @property
    def cells(self) -> Cells:
        """What was observed beside what is expected; empty where nothing is flagged."""
        return Cells(*(_FILLER.format(cell, **dict(self.values)) for cell in CELLS.get(self.code, Cells())))


def remark(code: str, **values: object) -> Remark:
    """A sentence of a verdict with its numbers."""
    return Remark(code, tuple(values.items()))


def _chance(p: float) -> str:
    """A p-value in words."""
    if p < 1e-6:
        return "fewer than one in a million independent samples"
    if p < 0.005:
        return f"one in {1 / p:,.0f} independent samples"
    return f"{100 * p:.0f} % of independent samples"


def _p(p: float) -> str:
    """A p-value."""
    return "p < 10⁻⁶" if p < 1e-6 else f"p = {p:.1g}"


def _abs_z(z: float) -> str:
    """A |z| in a cell."""
    return f"|z| = {abs(z):.1f}" if abs(z) < 1000 else "|z| > 1,000"


def _off(ratio: float) -> str:
    """A ratio of observed to expected sizes: '29 % too small', '6.3× too large'."""
    if not ratio > 0:
        return "off target"
    size = f"{max(ratio, 1 / ratio):.2g}×" if not 1 / 3 < ratio < 3 else f"{100 * abs(ratio - 1):.2g} %"
    return f"{size} too {'large' if ratio > 1 else 'small'}"


def _ratio(factor: float) -> str:
    """A factor to three digits, or to as many as tell it from 1."""
    digits = next((digits for digits in range(3, 8) if float(f"{factor:.{digits}g}") != 1), 3)
    return f"{factor:.{digits}g}"


def _signed(value: float) -> str:
    """A number with two decimals and a sign."""
    return f"{value:z.2f}".replace("-", "−")


def _times(ratio: float) -> str:
    """A ratio of variances; 0 if it is within rounding error of 0."""
    if ratio < NO_VARIANCE:
        return "0"
    if ratio >= 100:
        return f"{ratio:,.0f}"
    text = f"{ratio:.2g}" if ratio >= 1e-4 else "0.0000"
    return "1.0" if text == "1" else text


def _size(z: float) -> str:
    """A |z|, not printed as a number if there is almost no variation between seeds."""
    return f"{z:.1f}" if z < 1000 else "above 1,000"


def _line(line: str | tuple[str, ...]) -> str:
    """A line along which an error is measured: one of `LINES`, or its kind and its coordinates."""
    if isinstance(line, str):
        return LINES[line]
    kind, *coordinates = line
    return _KINDS[kind].format(*coordinates)


def _asked(degrees: float) -> str:
    return "" if math.isinf(degrees) else f", where {degrees:g} were requested"


def _draws(n_draws: int) -> str:
    return "" if n_draws == 1 else f" of {n_draws} draws"


def _bytes(size: int) -> str:
    """A size in the largest unit that is not larger, a kilobyte being 1,000 bytes."""
    units = {"GB": 1e9, "MB": 1e6, "kB": 1e3, "bytes": 1}
    unit = next((name for name, one in units.items() if size >= one), "bytes")
    return f"{float(f'{size / units[unit]:.3g}'):g} {unit}"


def _few(number: float) -> str:
    """An expected number."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


_WRITTEN: dict[str, Callable[..., str]] = {"chance": _chance, "times": _times, "z": _size, "line": _line}
_WRITTEN |= {"asked": _asked, "draws": _draws, "few": _few, "p": _p, "abs_z": _abs_z, "ratio": _ratio, "off": _off}
_FILLER = Filler(_WRITTEN | {"signed": _signed, "bytes": _bytes})
