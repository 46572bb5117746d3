"""Bounds on the probability that the error of random Fourier features reaches epsilon.

All are proved for Monte Carlo only: frequencies drawn independently from the spectral measure, with equal weights,
independently of the data. They are not proved for any other scheme.
"""

from __future__ import annotations

from typing import Any

from rffviz.foundation.validation import positive_number
from rffviz.theory.arguments import frequency_count
from rffviz.theory.records import Bound, probability_bound
from rffviz.theory.registry import tail_of
from rffviz.theory.variance import ShiftInvariantKernel


def rahimi_recht(n_freqs: int, d: int, epsilon: float, sigma_p: float, diameter: float) -> Bound:
    """Bound P(sup |z(x)·z(y) − k(x, y)| ≥ ε) over a set: 2⁸ (σ_p l/ε)² exp(−mε²/(4(d+2))).

    Parameters
    ----------
    n_freqs : int
        m, the number of frequencies of the paired (cos, sin) map, which has 2m features.
    d : int
        Dimension of the points.
    epsilon : float
        The error, above 0; kernel values have k(0) = 1.
    sigma_p : float
        √E‖ω‖² (not its square), ω angular, in radians per unit of the data; may be `math.inf`.
    diameter : float
        l, the diameter of a compact set containing x and y, or any upper bound of it, in the data's units.

    Returns
    -------
    Bound
        Vacuous if σ_p is infinite (so is the value), if ε ≥ 2, if ε > σ_p l, for which the claim is not proved (the
        value is then that of the formula), and if the value reaches 1.

    Raises
    ------
    ValueError
        If an argument is outside its range; the message names it, its value and the range.

    Notes
    -----
    Proved for the paired map under Monte Carlo: m independent draws from p, equal weights, independent of the data.
    Source: Rahimi & Recht 2007, Claim 1; the 2⁸ stands outside the square, and d(d+2) for 4(d+2), as sometimes printed,
    is a misprint. The claim's net argument gives 2^((7d+4)/(d+2)) times (σ_p l/ε)^(2d/(d+2)), at most the claim's
    factor where σ_p l ≥ ε: hence that requirement.

    Examples
    --------
    >>> from rffviz.theory import rahimi_recht
    >>> bound = rahimi_recht(60_000, d=5, epsilon=0.1, sigma_p=5**0.5, diameter=10.0)
    >>> bound.vacuous, f"{bound.value:.2g}"
    (False, '0.0063')
    >>> rahimi_recht(100, d=5, epsilon=0.1, sigma_p=5**0.5, diameter=10.0).vacuous
    True
    """
    return _bound("rahimi_recht", n_freqs, epsilon, d, sigma_p, diameter)


def sutherland_schneider(
    n_freqs: int,
    d: int,
    epsilon: float,
    sigma_p: float,
    diameter: float,
    map: str = "paired",
    kernel: ShiftInvariantKernel | None = None,
    form: str = "tight",
) -> Bound:
    """Bound P(sup |z(x)·z(y) − k(x, y)| ≥ ε) over a set, for either map, by Sutherland & Schneider.

    With D features, D = 2m for the paired and D = m for the offset map::

        paired  β_d  (σ_p l/ε)^(2/(1+2/d)) exp(−Dε²/(8(d+2)α))   ≤ 66 (σ_p l/ε)² exp(−Dε²/(8(d+2)))
        offset  β′_d (σ_p l/ε)^(2/(1+1/d)) exp(−Dε²/(32(d+1)α′)) ≤ 98 (σ_p l/ε)² exp(−Dε²/(32(d+1)))
        β_d  = ((d/2)^(−d/(d+2)) + (d/2)^(2/(d+2))) 2^((6d+2)/(d+2))
        β′_d = (d^(−d/(d+1)) + d^(1/(d+1))) 2^((5d+1)/(d+1)) 3^(d/(d+1))
        α  = min(1, sup[½ + ½k(2δ) −  k(δ)²] + ε/3)
        α′ = min(1, sup[¼ + ⅛k(2δ) − ¼k(δ)²] + ε/6)

    Parameters
    ----------
    n_freqs, d, epsilon, sigma_p, diameter
        As in `rahimi_recht`, with the same checks; `n_freqs` is m for both maps, and D is computed from it.
    map : {"paired", "offset"}
        (cos, sin) pairs, or cosines with a random phase.
    kernel : object with `of_difference`, optional
        Determines α, or α′, of the tight form by a numerical upper estimate of the supremum over ‖δ‖ ≤ diameter (see
        `largest_variance`: at most 10⁻⁴ too large for kernels that decrease with the distance or are products of one
        such function, and 1 otherwise). Without it α is 1.
    form : {"tight", "loose"}
        The left or the right side above. The loose form has no α and ignores the kernel.

    Returns
    -------
    Bound
        Vacuous if σ_p is infinite, if ε ≥ 2 (paired) or ε ≥ 3 (offset), if ε > σ_p l in every form but the tight paired
        one, and if the value reaches 1.

    Notes
    -----
    Proved for Monte Carlo only: independent draws, equal weights, independent of the data. Source: Sutherland &
    Schneider 2015, Propositions 1 and 2 (not verified against the paper). Rechecked: the powers and the factors β
    follow from minimising κ₁ r^(−d) + κ₂ r² (offset: r^(−2d)) over the radius r of the net, with the paper's bounds of
    the gradient, and α from the better of Hoeffding's and Bernstein's inequalities at ε/2. The loose forms need ε ≤ σ_p
    l, because they raise the power of σ_p l/ε to 2, and so does the offset form, whose error at x = y does not vanish
    with l; the tight paired form holds without it. 66 and 98 are exactly β_64 and β′_48, the largest β_d and β′_d.
    """
    options = {"map": map, "kernel": kernel, "form": form}
    return _bound("sutherland_schneider", n_freqs, epsilon, d, sigma_p, diameter, **options)


def hoeffding(n_freqs: int, epsilon: float, map: str = "paired") -> Bound:
    """Bound P(|z(x)·z(y) − k(x, y)| ≥ ε) at one pair of points: 2exp(−mε²/2), or 2exp(−mε²/8) offset.

    Parameters
    ----------
    n_freqs : int
        m, the number of frequencies: 2m features for the paired map, m for the offset map.
    epsilon : float
        The error, above 0.
    map : {"paired", "offset"}
        Each frequency contributes a value in [−1, 1] (paired) or [−2, 2] (offset).

    Returns
    -------
    Bound
        Vacuous if ε ≥ 2 (paired) or ε ≥ 3 (offset), and if the value reaches 1. It does not involve σ_p, so it also
        holds for both Laplacian kernels (L1 and L2).

    Notes
    -----
    Proved for one pair fixed beforehand, not for the largest error over several, and for Monte Carlo only: independent
    draws, equal weights. Source: Hoeffding's inequality, as in Rahimi & Recht 2007, section 3.
    """
    return _bound("hoeffding", n_freqs, epsilon, map=map)


def sriperumbudur_szabo(n_freqs: int, d: int, epsilon: float, sigma_p: float, diameter: float) -> Bound:
    """Bound P(sup |z(x)·z(y) − k(x, y)| ≥ ε) over a set, by Sriperumbudur & Szabó: exp(−(ε√m − h)²/2).

    With h = 32√(2d log(2l+1)) + 32√(2d log(σ_p+1)) + 16√(2d/log(2l+1)), P(sup ≥ (h + √(2τ))/√m) ≤ e^(−τ) for
    every τ > 0; solved for τ it bounds the probability at ε. Where ε√m ≤ h there is no such τ: the value is 1.

    Parameters
    ----------
    n_freqs, d, epsilon, sigma_p, diameter
        As in `rahimi_recht`, with the same checks.

    Returns
    -------
    Bound
        Vacuous if σ_p is infinite, if ε ≥ 2, and if ε√m ≤ h.

    Notes
    -----
    Proved for the paired map under Monte Carlo only. Source: Sriperumbudur & Szabó 2015, Theorem 1 (not verified
    against the paper). Its rate in l is the best possible (√log l), its constants are large. Rederived here: the
    bounded-difference inequality gives the e^(−τ) exactly, and symmetrisation with Dudley's integral (constant 12) over
    a net of the ball of radius l gives E sup ≤ (24/√m)∫₀¹ √(log 2 + d log(1 + 2lσ_p/r)) dr, which is below h/√m for all
    d ≥ 1, l and σ_p. h depends on the unit of length, but gives a valid bound in any unit.
    """
    return _bound("sriperumbudur_szabo", n_freqs, epsilon, d, sigma_p, diameter)


def _bound(
    name: str,
    n_freqs: int,
    epsilon: float,
    d: int | None = None,
    sigma_p: float | None = None,
    diameter: float | None = None,
    **options: Any,
) -> Bound:
    m, epsilon = frequency_count("n_freqs", n_freqs), positive_number("epsilon", epsilon)
    tail = tail_of(name, d, sigma_p, diameter, **options)
    return probability_bound(name, tail.log_tail(m, epsilon), tail.reason(epsilon))
