"""Checks of the arguments that all bounds take."""

from __future__ import annotations

import math
import numbers

from rffviz.foundation.validation import Refusal, positive_number, whole_number


def frequency_count(name: str, value: object) -> float:
    """Return a whole number of at least 1 as a float, or raise a ValueError naming `name`."""
    count = whole_number(name, value)
    try:
        return float(count)
    except OverflowError:
        raise Refusal(f"{name} must be below 1e308, got a number of {len(str(count))} digits.") from None


def domain(d: object, sigma_p: object, diameter: object) -> tuple[int, float, float]:
    """Return (d, σ_p, diameter), checked: what every uniform bound needs of the kernel and the set."""
    d = whole_number("d", d, high=10**9)
    if isinstance(sigma_p, bool) or not isinstance(sigma_p, numbers.Real) or not float(sigma_p) > 0:
        raise Refusal(f"sigma_p must be a number above 0, or infinity, got {sigma_p!r}.")
    sigma_p = float(sigma_p)
    diameter = positive_number("diameter", diameter)
    # Beyond these limits a product or quotient overflows float64; rescaling the unit of length avoids that.
    for name, value in (("sigma_p", sigma_p), ("diameter", diameter)):
        if not 1e-100 <= value <= 1e100 and value != math.inf:
            raise Refusal(f"{name} must be from 1e-100 to 1e100 where it is finite, got {value!r}.")
    return d, sigma_p, diameter
