"""For notebooks: `check(name, function)` tests a reader's function and says what is wrong, in one sentence."""

from __future__ import annotations

from collections.abc import Callable

from rffviz.foundation.validation import one_of, whole_number
from rffviz.teaching.attempt import Attempt, Mark, Objection
from rffviz.teaching.orthogonal import orthogonal_frequencies, variance
from rffviz.teaching.paired import paired_map
from rffviz.teaching.rate import frequencies_for, hoeffding_count, slope
from rffviz.teaching.ridge import kernel_ridge, ridge_weights, smallest_enough
from rffviz.teaching.spectrum import laplacian_frequencies, matern_frequencies

CHECKS: dict[str, Callable[[Attempt, int], str]] = {
    "paired_map": paired_map,
    "laplacian_frequencies": laplacian_frequencies,
    "matern_frequencies": matern_frequencies,
    "slope": slope,
    "frequencies_for": frequencies_for,
    "hoeffding_count": hoeffding_count,
    "orthogonal_frequencies": orthogonal_frequencies,
    "repaired": orthogonal_frequencies,
    "variance": variance,
    "ridge_weights": ridge_weights,
    "kernel_ridge": kernel_ridge,
    "smallest_enough": smallest_enough,
}
"""The functions that the exercises ask for, in their order, each with its test: (attempt, seed) → what was measured."""


def check(name: str, answer: object, seed: int = 0) -> Mark:
    """Test a function written for an exercise; print the verdict as a sentence, and return it.

    Parameters
    ----------
    name : str
        One of `CHECKS`.
    answer : callable
        The function, with the arguments stated in the exercise. Whatever it raises or returns is explained in words.
    seed : int
        Seed of the random numbers it is tested on. Tolerances come from variance formulas, so that a right answer
        passes whatever the seed.

    Returns
    -------
    Mark

    Raises
    ------
    Refusal
        For another name, or a seed that is not a whole number of at least 0: mistakes of the notebook, not of its
        reader.
    """
    test = CHECKS[one_of("name", name, CHECKS)]
    seed = whole_number("seed", seed, low=0)
    try:
        mark = Mark(True, f"Passed: {test(Attempt(name, answer), seed)}")
    except Objection as reason:
        mark = Mark(False, str(reason))
    print(mark.sentence)
    return mark
