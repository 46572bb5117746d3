"""The logarithm of the modified Bessel function K, where K itself overflows or underflows."""

from __future__ import annotations

import math

import numpy as np
from scipy import special


def log_bessel_k(order: float, x: np.ndarray) -> np.ndarray:
    """log K_order(x) for order ≥ 0 and x > 0, finite where K itself overflows or underflows."""
    if order > 50:
        return _uniform(order, x)
    with np.errstate(over="ignore", divide="ignore"):
        value = np.log(special.kve(order, x)) - x
        near_zero = special.gammaln(order) - math.log(2) + order * np.log(2 / x) if order > 0 else value
        far = 0.5 * np.log(np.pi / 2 / x) - x  # scipy's K is nan from about 10⁹ on
    return np.where(np.isfinite(value), value, np.where(x < 1, near_zero, far))


def _uniform(order: float, x: np.ndarray) -> np.ndarray:
    """Debye's expansion, uniform in x (NIST Handbook 10.41.4), to the fourth term."""
    z = x / order
    root = np.sqrt(1 + z * z)
    p = 1 / root
    p2 = p * p
    eta = root + np.log(z / (1 + root))
    u1 = p * (3 - 5 * p2) / 24
    u2 = p2 * (81 - 462 * p2 + 385 * p2**2) / 1152
    u3 = p * p2 * (30375 - 369603 * p2 + 765765 * p2**2 - 425425 * p2**3) / 414720
    u4 = p2**2 * (4465125 - 94121676 * p2 + 349922430 * p2**2 - 446185740 * p2**3 + 185910725 * p2**4) / 39813120
    series = 1 - u1 / order + u2 / order**2 - u3 / order**3 + u4 / order**4
    return 0.5 * np.log(np.pi / (2 * order)) - order * eta - 0.5 * np.log(root) + np.log(series)
