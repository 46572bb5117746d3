"""Bounds on the largest error over the pairs of finitely many points, by a union bound.

P(max |k̂ − k| ≥ ε) is at most the sum over pairs of P(k̂ − k ≥ ε) + P(k − k̂ ≥ ε). σ_p does not enter, so these bounds
also hold for the Laplacian and Matérn ½ kernels.
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from rffviz.foundation.notes import Note, note
from rffviz.foundation.validation import Refusal, one_of, points, positive_number, probability
from rffviz.kernels import Gaussian, Kernel, a_kernel
from rffviz.theory.arguments import frequency_count
from rffviz.theory.inversion import epsilon_of_tail, frequencies_of_tail
from rffviz.theory.optimal_density import acceptance
from rffviz.theory.pair_tails import ON_PAIRS, tail_on_pairs
from rffviz.theory.pairs import Pairs, pairs_of
from rffviz.theory.records import Bound, EpsilonAt, Tail, probability_bound

SAMPLERS_ON_PAIRS = ("monte_carlo", "importance")
"""The schemes whose frequencies are independent, with weights by a rule that is fixed before the draw."""


def probability_on_pairs(
    name: str,
    n_freqs: int,
    epsilon: float,
    kernel: Kernel,
    X: ArrayLike | Pairs,
    map: str = "paired",
    sampler: str = "monte_carlo",
) -> Bound:
    """Bound P(max over pairs of |z(x)·z(y) − k(x, y)| ≥ ε) for points fixed before the frequencies are drawn.

    Parameters
    ----------
    name : {"cramer", "bernstein", "hoeffding", "normal"}
        Which tail is summed over the pairs (`tail_on_pairs` has the formulas): Chernoff's with the exact moments,
        Bernstein's, Hoeffding's, from sharp to loose; "normal" is a Gaussian approximation, not a bound.
    n_freqs : int
        m, the number of frequencies: 2m features for the paired map, m for the offset map.
    epsilon : float
        The error, above 0; kernel values have k(0) = 1.
    kernel : Kernel
    X : array of shape (n, d), or Pairs
        The points, or the result of `pairs_of`, which saves a pass over them.
    map : {"paired", "offset"}
    sampler : {"monte_carlo", "importance"}
        Monte Carlo, or Claim 1's importance sampling with its density adapted to X, for which there is no "cramer".

    Returns
    -------
    Bound
        Vacuous if no error is that large, and if the value reaches 1. The value is not clipped.

    Raises
    ------
    ValueError
        For an argument outside its range, and for schemes with dependent frequencies.

    Notes
    -----
    The errors are those of METRICS["sup"]: all pairs, including each point with itself, whose error is 0 only for the
    paired map with equal weights. Repeated points count once. The pairs of many points are grouped into strata
    (`pairs_of`) with worst-case values, so the result is an upper bound of the sum over pairs.

    Source: the union bound over the tail bounds in Boucheron, Lugosi & Massart 2013 at each pair.
    """
    m, epsilon = frequency_count("n_freqs", n_freqs), positive_number("epsilon", epsilon)
    tail, _ = _prepared(name, kernel, X, map, sampler)
    return probability_bound(name, tail.log_tail(m, epsilon), tail.reason(epsilon))


def epsilon_on_pairs(
    name: str,
    n_freqs: int,
    kernel: Kernel,
    X: ArrayLike | Pairs,
    confidence: float = 0.95,
    map: str = "paired",
    sampler: str = "monte_carlo",
) -> EpsilonAt:
    """Return the error guaranteed at all pairs of X by `n_freqs` frequencies with the given confidence.

    Parameters
    ----------
    name, n_freqs, kernel, X, map, sampler
        As in `probability_on_pairs`.
    confidence : float
        Strictly between 0 and 1.

    Returns
    -------
    EpsilonAt
        The value is the smallest ε at which the bound is at most 1 − confidence, and 0 if no pair has an error (a
        single point under the paired map). Vacuous if no error is that large. The notes say that the points are fixed
        beforehand, how many pairs and strata there are, and whether the result is a bound.

    Raises
    ------
    ValueError
        As in `probability_on_pairs`.
    """
    m, confidence = frequency_count("n_freqs", n_freqs), probability("confidence", confidence)
    tail, notes = _prepared(name, kernel, X, map, sampler)
    return epsilon_of_tail(name, tail, m, confidence, notes)


def frequencies_needed_on_pairs(
    name: str,
    epsilon: float,
    kernel: Kernel,
    X: ArrayLike | Pairs,
    confidence: float = 0.95,
    map: str = "paired",
    sampler: str = "monte_carlo",
) -> int:
    """Return the smallest m that guarantees an error below ε at all pairs of X with the given confidence.

    Parameters
    ----------
    name, epsilon, kernel, X, map, sampler
        As in `probability_on_pairs`.
    confidence : float
        Strictly between 0 and 1.

    Returns
    -------
    int
        The bound is at most 1 − confidence at m, and above it at m − 1.

    Raises
    ------
    ValueError
        As in `probability_on_pairs`, and where ε is so small that m would pass 1e299.
    """
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    return frequencies_of_tail(_prepared(name, kernel, X, map, sampler)[0], epsilon, confidence)


def _prepared(name: str, kernel: Kernel, X: ArrayLike | Pairs, map: str, sampler: str) -> tuple[Tail, tuple[Note, ...]]:
    """The tail for these points, and notes on it."""
    one_of("name", name, ON_PAIRS)
    if sampler not in SAMPLERS_ON_PAIRS:
        raise Refusal(
            f"sampler must be {' or '.join(SAMPLERS_ON_PAIRS)}, whose frequencies are independent, got {sampler!r}."
        )
    kernel, weight = a_kernel(kernel), 1.0
    if sampler == "importance":
        weight = _largest_weight(kernel, X)
    if not isinstance(X, Pairs):
        X = pairs_of(kernel, X, map, diagonal=True if weight != 1 else None)
    elif (X.kernel, X.map) != (kernel, map):
        raise Refusal(f"X must hold pairs of {kernel!r} and the {map} map, got {X.kernel!r} and the {X.map} map.")
    notes = [note("pairs_fixed")]
    if not X.exact and name != "hoeffding":
        notes.append(note("pairs_in_strata", n_pairs=X.n_pairs, n_strata=X.n_strata))
    if name == "normal":
        notes.append(note("normal_is_no_bound"))
    return tail_on_pairs(name, X, weight), tuple(notes)


def _largest_weight(kernel: Kernel, X: ArrayLike | Pairs) -> float:
    """The largest p/q of Claim 1's density for the points X: √2 times its constant."""
    if not isinstance(kernel, Gaussian):
        raise Refusal(f"kernel must be Gaussian for sampler = 'importance', got {kernel!r}.")
    if isinstance(X, Pairs):
        raise Refusal("X must be the points for sampler = 'importance', whose density is made for them, got Pairs.")
    X = points("X", X)
    return math.sqrt(2) * acceptance(kernel.length_scale, X.shape[1], 2 * float(X.var(axis=0).mean()))
