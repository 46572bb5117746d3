"""Checks of the arguments that all bounds take."""

from __future__ import annotations

import math
import numbers

from rffviz.validation import Refusal, positive_number, whole_number


def frequency_count(name: str, value: object) -> float:
    """Return a whole number of at least 1 as a float, or raise a ValueError naming `name`."""
    count = whole_number(name, value)
    try:
        return float(count)
    except OverflowError:
        raise Refusal(f"{name} must be below 1e308, got a number of {len(str(count))} digits.") from None


def root_second_moment(value: object) -> float:
    """Return σ_p as a float above 0, infinity allowed, or raise a ValueError naming it."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not float(value) > 0:
        raise Refusal(f"sigma_p must be a number above 0, or infinity, got {value!r}.")
    return float(value)


def domain(d: object, sigma_p: object, diameter: object) -> tuple[int, float, float]:
    """Return (d, σ_p, diameter), checked: what every uniform bound needs to know of the kernel and the set."""
    d, sigma_p = whole_number("d", d, high=10**9), root_second_moment(sigma_p)
    diameter = positive_number("diameter", diameter)
    # Beyond these limits a product or a quotient leaves float64; another unit of length brings it back.
    for name, value in (("sigma_p", sigma_p), ("diameter", diameter)):
        if not 1e-100 <= value <= 1e100 and value != math.inf:
            raise Refusal(f"{name} must be from 1e-100 to 1e100 where it is finite, got {value!r}.")
    return d, sigma_p, diameter
