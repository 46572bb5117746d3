"""How far a loss learned on landmarks can be from the loss over all data (Li et al. 2019)."""

from __future__ import annotations

import math

from rffviz.theory.arguments import frequency_count
from rffviz.theory.records import Gap
from rffviz.validation import non_negative_number, positive_number, probability, whole_number

# |f| ≤ 1 on the simplex and |k| ≤ 1, so every squared error, and every gap of two means of them, is at most 4.
_LARGEST_GAP = 4.0


def landmark_sampling_gap(
    n_landmarks: int,
    n_freqs: int,
    d: int,
    frequency_radius: float,
    diameter: float,
    confidence: float = 0.95,
) -> Gap:
    """Bound sup_f |L_n(f) − L(f)| for sampled landmarks, with probability `confidence` (Proposition 1).

    The value, for n landmarks, r frequencies and δ = 1 − confidence, is::

        4√(2 log(1/δ)/n) + 16√((dr + r − 1)(log n + 2 log(3 R diam + 9))/n)

    Parameters
    ----------
    n_landmarks : int
        n, at least 2 landmarks, drawn **with replacement** from the data.
    n_freqs : int
        r, the number of frequencies, whose weights p lie on the **simplex** (p ≥ 0, Σp = 1).
    d : int
        Dimension of the points.
    frequency_radius : float
        R = sup‖ω‖ over the compact set of allowed frequencies, in radians a unit of the data.
    diameter : float
        Diameter of the set that holds the data, in the data's units.
    confidence : float
        1 − δ, strictly between 0 and 1.

    Returns
    -------
    Gap
        Vacuous at 4 and above, since no squared error of such an f exceeds 4.

    Raises
    ------
    ValueError
        Where an argument is outside its range.

    Notes
    -----
    It speaks of the mean of (f − k)² over the pairs **s < t** of landmarks, without the diagonal, against the
    mean over all N² pairs of data: not of the empirical kernel approximation loss with its diagonal, nor of
    landmarks drawn without replacement. It is uniform over f, and so holds for features learned on these very
    landmarks. Source: Li, Zhang, Wang & Kumar 2019, Proposition 1; its last steps were rechecked: the
    bounded-difference constant 8/n, and that the sum in equation (7) is below the second root for every n.
    """
    landmarks = whole_number("n_landmarks", n_landmarks, low=2)
    n = frequency_count("n_landmarks", landmarks)
    freqs, d = frequency_count("n_freqs", n_freqs), whole_number("d", d)
    radius = non_negative_number("frequency_radius", frequency_radius)
    diameter = positive_number("diameter", diameter)
    log_delta = math.log1p(-probability("confidence", confidence))
    unknowns = d * freqs + freqs - 1
    complexity = unknowns * (math.log(n) + 2 * math.log(3 * radius * diameter + 9))
    value = 4 * math.sqrt(-2 * log_delta / n) + 16 * math.sqrt(complexity / n)
    return _gap("landmark_sampling_gap", value)


def landmark_clustering_gap(quantization_error: float, frequency_radius: float, lipschitz: float) -> Gap:
    """Bound sup_f |L^c(f) − L(f)| for k-means landmarks: 8ρ(R + L_k) (Proposition 2).

    Parameters
    ----------
    quantization_error : float
        ρ, the **largest** distance of a data point to its own centre: neither the mean distance nor the
        k-means inertia.
    frequency_radius : float
        R = sup‖ω‖ over the compact set of allowed frequencies, in radians a unit of the data.
    lipschitz : float
        L_k, the Lipschitz constant of the kernel in the Euclidean norm; e^(−1/2)/ℓ for the Gaussian.

    Returns
    -------
    Gap
        Vacuous at 4 and above, since no squared error of such an f exceeds 4.

    Raises
    ------
    ValueError
        Where an argument is outside its range.

    Notes
    -----
    For weights p on the **simplex** and centres weighted by the sizes of their clusters; deterministic, it needs
    no probability. Source: Li, Zhang, Wang & Kumar 2019, Proposition 2, rechecked: |a² − b²| ≤ 4|a − b| for
    |a|, |b| ≤ 2, and both points of a pair move by at most ρ.
    """
    error = non_negative_number("quantization_error", quantization_error)
    radius = non_negative_number("frequency_radius", frequency_radius)
    return _gap("landmark_clustering_gap", 8 * error * (radius + non_negative_number("lipschitz", lipschitz)))


def _gap(name: str, value: float) -> Gap:
    reason = ""
    if value >= _LARGEST_GAP:
        reason = f"A gap of {value:.4g} is no promise: no two such losses can differ by more than 4."
    return Gap(name, value, bool(reason), reason)
