"""How numbers, and lines along which errors are measured, are written in the sentences of verdicts."""

from __future__ import annotations

from typing import TypeAlias

from rffviz.foundation.notes import typeset

NO_VARIANCE = 1e-12  # a ratio of variances below it is rounding error, and counts as 0

_KINDS = {
    "random": "a random direction",
    "principal": "the direction in which the rows are least even",
    "coordinate": "coordinate {}",
    "sum": "e{} + e{}",
    "difference": "e{} − e{}",
}
LINES = {"oblique": "an oblique direction", "axis": "the first axis"}
"""What the lines along which bias and variance are measured are called."""

LineName: TypeAlias = str | tuple[str, ...]
"""A key of `LINES`, or the kind of a line and its coordinates."""


def plural(number: float, one: str, many: str) -> str:
    """The word that goes with a number."""
    return one if number == 1 else many


def seeds(n_seeds: int) -> str:
    """A number of seeds."""
    return f"{n_seeds} {plural(n_seeds, 'seed', 'seeds')}"


def digits(value: float, significant: int) -> str:
    """A number to so many significant digits."""
    return typeset(f"{value:.{significant}g}")


def decimals(value: float, places: int) -> str:
    """A number to so many decimals."""
    return typeset(f"{value:.{places}f}")


def unsigned_zero(value: float, places: int = 2) -> str:
    """A number to so many decimals, where what rounds to 0 has no sign."""
    return typeset(f"{value:z.{places}f}")


def percent(share: float, places: int = 0) -> str:
    """A share in percent; what is less than all is below 100 %."""
    while places < 4 and share < 1 == round(share, places + 2):
        places += 1
    return typeset(f"{min(share, 1 - 1e-6) if share < 1 else share:.{places}%}")


def chance(p: float) -> str:
    """A p-value in words."""
    if p < 1e-6:
        return "fewer than one in a million independent samples"
    if p < 0.005:
        return f"one in {1 / p:,.0f} independent samples"
    return f"{100 * p:.0f} % of independent samples"


def p_cell(p: float) -> str:
    """A p-value in a cell."""
    return "p < 10⁻⁶" if p < 1e-6 else f"p = {p:.1g}"


def z_cell(z: float) -> str:
    """A |z| in a cell."""
    return f"|z| = {abs(z):.1f}" if abs(z) < 1000 else "|z| > 1,000"


def z_size(z: float) -> str:
    """A |z|, not printed as a number if there is almost no variation between seeds."""
    return f"{abs(z):.1f}" if abs(z) < 1000 else "above 1,000"


def factor_size(factor: float) -> str:
    """A factor to three digits, or to as many as tell it from 1."""
    n = next((n for n in range(3, 8) if float(f"{factor:.{n}g}") != 1), 3)
    return f"{factor:.{n}g}"


def times(ratio: float) -> str:
    """A ratio of variances; 0 if it is within rounding error of 0."""
    if ratio < NO_VARIANCE:
        return "0"
    if ratio >= 100:
        return f"{ratio:,.0f}"
    text = f"{ratio:.2g}" if ratio >= 1e-4 else "0.0000"
    return "1.0" if text == "1" else text


def line_called(line: LineName) -> str:
    """A line along which an error is measured: one of `LINES`, or its kind and its coordinates."""
    if isinstance(line, str):
        return LINES[line]
    kind, *coordinates = line
    return _KINDS[kind].format(*coordinates)
