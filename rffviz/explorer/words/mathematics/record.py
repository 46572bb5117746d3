"""The mathematics shown under a view, and the formatting of numbers in formulas."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_GREEK = {"ν": r"\nu", "α": r"\alpha", "β": r"\beta"}
_PLACE = re.compile(r"(\\times |[-+])?<(\w+)>(\^)?")  # a placeholder, with a preceding sign and a following power
_DIGITS = 4


@dataclass(frozen=True)
class Formula:
    """A line in LaTeX. With numbers substituted, its last side is the result."""

    latex: str


Lines = list[str | Formula]


@dataclass(frozen=True)
class Mathematics:
    """The mathematics of one view.

    Attributes
    ----------
    statement : str
        The claim, in a sentence.
    lines : tuple of str or Formula
        Sentences, with formulas between dollar signs, and formulas on lines of their own.
    source : str
        Where it is proved: paper and section.
    """

    statement: str
    lines: tuple[str | Formula, ...]
    source: str


def of_each(mathematics: Callable[[Any], Mathematics], records: Mapping[str, Any]) -> Mathematics:
    """The mathematics of several records, by their letters; passages they share appear once."""
    by_letter = {letter: mathematics(record) for letter, record in records.items()}
    lines: list[str | Formula] = []
    seen: list[Lines] = []
    for letter, each in by_letter.items():
        new = [passage for passage in _passages(each.lines) if passage not in seen]
        seen += new
        lines += [f"**{letter}**"] * bool(letter and new) + [line for passage in new for line in passage]
    statements = dict.fromkeys(each.statement for each in by_letter.values())
    sources = dict.fromkeys(each.source for each in by_letter.values())
    return Mathematics(" ".join(statements), tuple(lines), "; ".join(sources))


def _passages(lines: Sequence[str | Formula]) -> list[Lines]:
    """The lines in passages: whole sentences with the formulas that stand in them or follow them."""
    passages: list[Lines] = []
    for line in lines:
        last = passages[-1][-1] if passages else ""
        ended = isinstance(last, Formula) or last.endswith(".")
        if not passages or (ended and isinstance(line, str) and not line[0].islower()):
            passages.append([])
        passages[-1].append(line)
    return passages


def tex(value: float) -> str:
    """A number in LaTeX: whole numbers in full, others to four significant digits; also ∞ and "unknown"."""
    value = float(value)
    if math.isnan(value):
        return r"\text{unknown}"
    if math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    if abs(value) >= 1000 or value.is_integer():
        if abs(value) < 1e9:
            return f"{value:,.0f}".replace(",", "{,}")
    elif abs(value) >= 1e-3:
        return f"{value:.{_DIGITS}g}"
    mantissa, exponent = f"{value:.{_DIGITS - 1}e}".split("e")
    mantissa, power = mantissa.rstrip("0").rstrip("."), rf"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa}\times {power}"


def formula(template: str, **values: float) -> Formula:
    """A line of LaTeX with each <name> replaced by a number."""
    return Formula(said(template, **values))


def said(template: str, **values: float) -> str:
    """A sentence with each <name> replaced by a number in LaTeX, in parentheses where a sign or a power needs them."""

    def put(place: re.Match) -> str:
        before, name, power = place.groups(default="")
        number = tex(values[name])
        if (before and number[0] == "-") or (power and not number.replace(".", "").isdigit()):
            number = f"({number})"
        return f"{before}{number}{power}"

    return _PLACE.sub(put, template)


def kernel_formula(kernel) -> Formula:
    """The kernel with its parameters."""
    values, scales = {"ell": kernel.length_scale} | kernel.get_params(), {"ell": r"\ell"}
    if kernel.axes is not None:  # a function of the points divided by them
        values |= {"ell": 1.0} | {f"ell{j}": scale for j, scale in enumerate(kernel.axes, start=1)}
        scales |= {f"ell{j}": rf"\delta_{j}\to\delta_{j}/\ell_{j},\ \ell_{j}" for j in range(1, len(kernel.axes) + 1)}
    signs = scales | {shape.name: _GREEK.get(shape.sign, shape.sign) for shape in kernel.shape_parameters}
    return formula(
        r"k(\delta)=" + kernel.formula + "," + ",".join(rf"\quad {sign}=<{name}>" for name, sign in signs.items()),
        **values,
    )
