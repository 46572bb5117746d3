"""The logarithms of the tail bounds, as bare formulas; the callers check the arguments.

Everywhere m is the number of frequencies as a float, l the diameter, sigma_p the root of E‖ω‖².
"""

from __future__ import annotations

import math

SUTHERLAND_FORMS = ("tight", "loose")


def log_rahimi_recht(m: float, d: int, epsilon: float, sigma_p: float, diameter: float) -> float:
    """Return log of 2⁸ (σ_p l/ε)² exp(−mε²/(4(d+2)))."""
    scale = math.log(sigma_p) + math.log(diameter) - math.log(epsilon)
    return 8 * math.log(2) + 2 * scale - m * epsilon * epsilon / (4 * (d + 2))


def log_hoeffding(m: float, epsilon: float, map: str) -> float:
    """Return log of 2exp(−mε²/2), paired, or 2exp(−mε²/8), offset."""
    return math.log(2) - m * epsilon * epsilon / (2 if map == "paired" else 8)


def log_beta(d: int, map: str) -> float:
    """Return the logarithm of Sutherland & Schneider's β_d (paired) or β′_d (offset)."""
    if map == "paired":
        half, power = d / 2, d + 2
        log_sum = math.log(half ** (-d / power) + half ** (2 / power))
        return log_sum + (6 * d + 2) / power * math.log(2)
    power = d + 1
    log_sum = math.log(d ** (-d / power) + d ** (1 / power))
    return log_sum + (5 * d + 1) / power * math.log(2) + d / power * math.log(3)


def alpha(epsilon: float, map: str, largest_variance: float | None) -> float:
    """Return Sutherland & Schneider's α (paired) or α′ (offset), 1 without a largest variance.

    `largest_variance` is S = sup[½ + ½k(2δ) − k(δ)²]; then α = min(1, S + ε/3), and since
    ¼ + ⅛k(2δ) − ¼k(δ)² = ⅛ + ¼[½ + ½k(2δ) − k(δ)²], α′ = min(1, ⅛ + S/4 + ε/6).
    """
    if largest_variance is None:
        return 1.0
    if map == "paired":
        return min(1.0, largest_variance + epsilon / 3)
    return min(1.0, 0.125 + largest_variance / 4 + epsilon / 6)


def log_sutherland_schneider(
    m: float,
    d: int,
    epsilon: float,
    sigma_p: float,
    diameter: float,
    map: str,
    form: str,
    largest_variance: float | None,
) -> float:
    """Logarithm of Sutherland & Schneider's Propositions 1 (paired) and 2 (offset; not verified against the paper)."""
    scale = math.log(sigma_p) + math.log(diameter) - math.log(epsilon)
    # Their bounds count features: two per frequency for the paired map, one for the offset map.
    n_features, width = (2 * m, 8 * (d + 2)) if map == "paired" else (m, 32 * (d + 1))
    decay = n_features * epsilon * epsilon / width
    if form == "loose":
        return math.log(66 if map == "paired" else 98) + 2 * scale - decay
    power = 2 / (1 + (2 if map == "paired" else 1) / d)
    return log_beta(d, map) + power * scale - decay / alpha(epsilon, map, largest_variance)


def sutherland_needs_range(map: str, form: str) -> bool:
    """Return whether Sutherland & Schneider's bound needs ε ≤ σ_p l.

    The loose forms do, because (σ_p l/ε)² replaces a smaller power. The tight paired form does not: the error is 0 at δ
    = 0, so P(sup ≥ ε) ≤ E[L²] l²/ε², which is below the formula whenever its net would need less than one ball. The
    offset error is not 0 at x = y, and its formula would fall to 0 with l.
    """
    return form == "loose" or map == "offset"


def szabo_h(d: int, sigma_p: float, diameter: float) -> float:
    """Return h = 32√(2d log(2l+1)) + 32√(2d log(σ_p+1)) + 16√(2d/log(2l+1))."""
    log_l = math.log1p(2 * diameter)
    return 32 * math.sqrt(2 * d * log_l) + 32 * math.sqrt(2 * d * math.log1p(sigma_p)) + 16 * math.sqrt(2 * d / log_l)


def log_sriperumbudur_szabo(m: float, d: int, epsilon: float, sigma_p: float, diameter: float) -> float:
    """Return −τ for the τ ≥ 0 with ε = (h + √(2τ))/√m, and 0 where ε is below h/√m."""
    excess = epsilon * math.sqrt(m) - szabo_h(d, sigma_p, diameter)
    return -0.5 * excess * excess if excess > 0 else 0.0
