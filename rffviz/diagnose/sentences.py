"""The sentences of verdicts, by code.

Not in `rffviz.words`, because verdicts also show their sentences in notebooks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rffviz.notes import Filler, Note


class Sentence(NamedTuple):
    """The text of a remark: the full sentence, and a short form for titles, empty if it is never in one."""

    whole: str
    short: str = ""


def _catalogue() -> dict[str, Sentence]:
    lines = Path(__file__).with_name("remarks.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {code: Sentence(*said) for code, *said in rows}


SENTENCES = _catalogue()
"""What is said of each code, a line of `remarks.tsv`; filled by `rffviz.notes.Filler` and the formats below."""

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


def _times(ratio: float) -> str:
    """A ratio of variances."""
    if ratio >= 100:
        return f"{ratio:,.0f}"
    return f"{ratio:.2g}" if ratio >= 1e-4 else "0.0000"


def _size(z: float) -> str:
    """A |z|, not printed as a number if there is almost no variation between seeds."""
    return f"{z:.1f}" if z < 1000 else "above 1,000"


def _line(line: object) -> str:
    """A line along which an error is measured: one of `LINES`, or its kind and its coordinates."""
    if isinstance(line, str):
        return LINES[line]
    kind, *coordinates = line
    return _KINDS[kind].format(*coordinates)


def _asked(degrees: float) -> str:
    return "" if math.isinf(degrees) else f", where {degrees:g} were asked for"


def _draws(n_draws: int) -> str:
    return "" if n_draws == 1 else f" of {n_draws} draws"


def _seconds(seconds: float) -> str:
    """A time with its unit."""
    return _in_units(seconds, {"s": 1.0, "ms": 1e-3, "µs": 1e-6}, 2)


def _bytes(size: int) -> str:
    """A size with its unit, a kilobyte being 1,000 bytes."""
    return _in_units(size, {"GB": 1e9, "MB": 1e6, "kB": 1e3, "bytes": 1}, 3)


def _in_units(value: float, units: dict[str, float], digits: int) -> str:
    """In the largest unit that is not larger than the value, else in the last."""
    unit = next((name for name, one in units.items() if value >= one), [*units][-1])
    return f"{float(f'{value / units[unit]:.{digits}g}'):g} {unit}"


def _digits(bits: int) -> str:
    """What rows are rounded to before they are compared."""
    return "nine digits" if bits == 64 else f"{bits}-bit floats"


def _few(number: float) -> str:
    """An expected number."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


_WRITTEN = {"chance": _chance, "times": _times, "z": _size, "line": _line, "asked": _asked, "draws": _draws}
_WRITTEN |= {"digits": _digits, "few": _few}
_FILLER = Filler(_WRITTEN | {"seconds": _seconds, "bytes": _bytes})
