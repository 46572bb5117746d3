"""Remarks that records carry: codes with numbers, and the sentence of each code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SENTENCES = {
    "defined_from": "{label} is defined from {least} frequencies on here.",
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
