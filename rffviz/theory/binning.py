"""The uniform bound of random binning features: as Rahimi & Recht print it, and as it can be proved."""

from __future__ import annotations

import math

from rffviz.theory.arguments import frequency_count
from rffviz.theory.records import Bound, probability_bound
from rffviz.validation import one_of, positive_number, whole_number

BINNING_FORMS = ("claim", "derived")


def random_binning(
    n_grids: int,
    d: int,
    epsilon: float,
    mean_inverse_pitch: float,
    diameter: float,
    lipschitz: float,
    form: str = "claim",
) -> Bound:
    """Bound P(sup |z(x)·z(y) − k(x, y)| ≥ ε) over a set for P random grids.

    As printed (``form="claim"``), and as proved below (``form="derived"``)::

        claim    36 d P a l exp(−(Pε²/8 + ln(ε/L))/(d+1))
        derived  T² exp(−Pε²/8),  T = ⌈4 d l (2a + L)/ε⌉^d

    Parameters
    ----------
    n_grids : int
        P, the number of independent grids, each with its own d pitches and d uniform shifts.
    d : int
        Dimension of the points.
    epsilon : float
        The error, above 0.
    mean_inverse_pitch : float
        a = E[1/pitch] along a coordinate (the largest, should they differ), in 1/(unit of the data): 1/ℓ for the
        Laplacian exp(−‖δ‖₁/ℓ), whose pitches are Gamma(shape 2, scale ℓ).
    diameter : float
        l, the diameter of the compact set, or an upper bound of it.
    lipschitz : float
        L, the Lipschitz constant of k in the L1 norm, in 1/(unit of the data): 1/ℓ for that Laplacian.
    form : {"claim", "derived"}

    Returns
    -------
    Bound
        Vacuous where ε ≥ 1, since both the estimate and the kernel lie in [0, 1], where the value reaches 1, and,
        for the claim, where it is smaller than the derived form: there nothing proves it.

    Raises
    ------
    ValueError
        Where an argument is outside its range.

    Notes
    -----
    Promised for independent grids, equal weights, drawn before the data are seen. Source: Rahimi & Recht 2007,
    Claim 2. Two things about it were found by rederiving it. ε/L is a length, so the printed value changes with
    the unit in which x is measured, and in a small enough unit falls below any probability: as printed it cannot
    hold in every unit. And its net consists of the random bins themselves, to which Hoeffding's
    inequality for fixed points does not apply. The derived form avoids both. Cut the set into T fixed boxes of
    side r = ε/(4d(2a + L)). Replacing x and y by the centres of their boxes changes k by at most Ldr, and the
    estimate by at most the shares of grids that have a border inside either box; each share has mean at most
    dar and exceeds dar + ε/4 with probability at most exp(−Pε²/8). At two different centres the error exceeds
    ε/4 with probability at most 2exp(−Pε²/8), at equal centres it is 0. The parts add up to ε, and the
    probabilities to T(T − 1) + T = T² times exp(−Pε²/8).
    """
    grids, d = frequency_count("n_grids", n_grids), whole_number("d", d)
    epsilon, diameter = positive_number("epsilon", epsilon), positive_number("diameter", diameter)
    inverse_pitch = positive_number("mean_inverse_pitch", mean_inverse_pitch)
    lipschitz, form = positive_number("lipschitz", lipschitz), one_of("form", form, BINNING_FORMS)
    decay = grids * epsilon * epsilon / 8
    # A box too many only loosens the bound, and the quotient may exceed what ceil can turn into a float.
    boxes_a_side = 4 * d * diameter * (2 * inverse_pitch + lipschitz) / epsilon
    boxes_a_side = math.ceil(boxes_a_side) if boxes_a_side < 2**53 else boxes_a_side * (1 + 1e-15)
    derived = 2 * d * math.log(boxes_a_side) - decay
    reason = ""
    if epsilon >= 1:
        reason = f"An error of {epsilon:.4g} is no promise: no error of random binning can exceed 1."
    if form == "derived":
        return probability_bound("random_binning", derived, reason)
    factor = math.log(36 * d) + math.log(grids) + math.log(inverse_pitch) + math.log(diameter)
    claim = factor - (decay + math.log(epsilon) - math.log(lipschitz)) / (d + 1)
    if not reason and claim < min(derived, 0.0):
        reason = "The printed claim changes with the unit of length, and here it promises more than can be proved."
    return probability_bound("random_binning", claim, reason)
