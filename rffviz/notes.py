"""Remarks that records carry: codes with numbers, and the sentence of each code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SENTENCES = {
    "bound_for_other_errors": (
        "The {authors} bound does not speak of this error: bounds are for the largest error, or that of one pair."
    ),
    "bound_for_one_pair": (
        "The {authors} bound speaks of a pair fixed beforehand, so it is not drawn beside the largest error."
    ),
    "bound_for_other_maps": "The {authors} bound is proved for the {proved} map, not for the {map} map.",
    "bound_needs_second_derivative": (
        "The {authors} bound promises nothing here: the {kernel} kernel has no second derivative at 0, so the mean "
        "square of its frequencies, σ_p², is infinite."
    ),
    "box_searched_on_grid": (
        "The supremum over the box is found on a grid of {n_grid} points per axis, with local refinement."
    ),
    "box_grid_too_coarse": (
        "The supremum over the box may be larger: a grid of {n_grid} points per axis, with local refinement, is too "
        "coarse for the fastest frequency."
    ),
    "box_searched_from_random": (
        "The supremum over the box may be larger: it is sought from {n_starts} random differences, with local "
        "refinement."
    ),
    "defined_from": "{label} is defined from {least} frequencies on here.",
    "error_beyond_any": ("An error of {epsilon:.4g} is no promise: no error of the {map} map can exceed {largest}."),
    "error_out_of_range": (
        "The bound is proved only for epsilon up to sigma_p * diameter = {largest:.4g}, and epsilon is {epsilon:.4g}."
    ),
    "fewer_distinct_points": "There are {n_left} centres instead of {n}: the data have no more distinct points.",
    "empty_clusters": "There are {n_left} centres instead of {n}: the other clusters ran empty.",
    "centres_merged": "There are fewer landmarks than the {n} centres, by {n_merged}: centres with the same nearest "
    "point were merged.",
    "beyond_the_grid": "{percent:.0f} % of the kernel's spectral measure lies beyond the grid.",
    "grid_repeats": "The data are {width:.3g} wide, but on this grid the approximation repeats itself beyond "
    "{half_period:.3g}: take a finer or a smaller grid.",
    "learner_sees_more": "The optimiser sees more than its landmarks: it chooses λ, and when to stop, on up to 2,000 "
    "of the other points. Few landmarks are therefore fitted less closely than they could be, and the error on all "
    "points is a little too small.",
}
"""The sentence of each code; numbers in braces, formatted as Python's `str.format` does."""


@dataclass(frozen=True)
class Note:
    """One remark; `str` gives its sentence.

    Attributes
    ----------
    code : str
        A key of `SENTENCES`.
    values : tuple of (str, object)
        What the sentence names, in its order.
    """

    code: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**dict(self.values))


def note(code: str, **values: object) -> Note:
    """A remark with its numbers."""
    return Note(code, tuple(values.items()))


def latest(notes: Iterable[Note | str]) -> tuple[Note | str, ...]:
    """Of remarks of one code, which differ in their numbers alone, the last one; in the order of the first ones.

    A scheme of one's own may remark in words: each of its sentences is a code of its own.
    """
    return tuple({getattr(each, "code", each): each for each in notes}.values())
