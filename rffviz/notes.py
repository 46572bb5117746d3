"""Remarks that records carry: codes with numbers, and the sentence of each code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SENTENCES = {
    "defined_from": "{label} is defined from {least} frequencies on here.",
    # sampling schemes
    "padded": "The {d} dimensions are padded to {padded}, the next power of two.",
    "constant_lengths": "All lengths are the same where they should vary. The estimate is biased: strongly in few "
    "dimensions, hardly at all in many.",
    "origin_left_out": "The first published point, the origin, is left out: its frequency would be infinite.",
    "unbalanced": "Sobol' points are balanced where their number is a power of two, and {n_freqs} is not one.",
    "net_matrices": "The generating matrices are the reversed identity and those of the Sobol' sequence (Joe and Kuo).",
    "part_of_net": "The net has {n_net:,} points, and the first {n_freqs:,} of them are used.",
    "lattice_coordinates_repeat": "A lattice of {n_freqs} points has {n_generators} generators up to sign, so that "
    "{n_repeated} of its {n_coordinates} coordinates repeat others, up to a shift or the sign.",
    "moments_are_exact": "Mean and covariance are exact; the estimate has a bias that falls as 1/D.",
    "nodes_repeat": "Each coordinate is one of {n_nodes} Gauss–Hermite nodes, drawn with replacement: in few "
    "dimensions frequencies repeat.",
    "rule_instead_of_kernel": "On average the estimate is the quadrature rule's value, not the kernel's: it is biased "
    "where x and y are far apart.",
    "shared_factor": "All radii share one factor, which replaces the rule's negative centre weight: this bias falls as "
    "D grows.",
    "part_of_simplex": "The last simplex of {n_directions} directions is incomplete.",
    "opposite_directions": "In one dimension the two directions of a block are opposite, so that frequencies repeat.",
    "variance_of_differences": "The variance of a coordinate of x − y is taken to be {variance:.3g}.",
    "weights_vary": "The weights add up to 1 on average but not in each draw: the estimate of k(x, x) is not exactly "
    "1.",
    "drawn_from_pool": "The frequencies are drawn with replacement from a pool of {n_pool:,}: one of them can repeat.",
    "leverage": "Leverage scores are computed at {n_points:,} of the points, with λ = {ridge:g} in K + nλI.",
    # largest error over a box
    "box_by_grid": "The largest error over the box is found on a grid of {n_grid} points along each axis, refined "
    "locally.",
    "box_by_coarse_grid": "The largest error over the box is at least this: the grid of {n_grid} points along each "
    "axis, refined locally, is too coarse for the fastest frequency.",
    "box_by_starts": "The largest error over the box is at least this: it is searched for from {n_starts:,} random "
    "differences.",
    # landmarks, weights and their gap
    "fewer_distinct_points": "Only {n_left} of the {n} clusters hold points: X has no more distinct ones.",
    "empty_clusters": "Only {n_left} of the {n} clusters hold points; the others are left out.",
    "centres_merged": "{n_merged} of the {n} centres share their nearest point with another and were merged.",
    "without_replacement": "These landmarks were drawn without replacement; Proposition 1 is for draws with "
    "replacement.",
    "weighted_by_nearest": "Each landmark is weighted here by the share of the data nearest to it, not by the weight "
    "it came with.",
    "beyond_the_grid": "{percent:.0f} % of the kernel's spectral measure lies beyond the grid.",
    "grid_repeats": "The data are {width:.3g} wide, but on this grid the approximation repeats itself beyond "
    "{half_period:.3g}: take a finer or a smaller grid.",
    "learner_sees_more": "The learner sees more than its landmarks: it chooses λ, and when to stop, on up to 2,000 of "
    "the other points. Few landmarks are therefore fitted less closely than they could be, and the error on all points "
    "is a little too small.",
    "constant_targets": "y is constant and says nothing: all weights are equal.",
}
"""The sentence of each code; numbers in braces, formatted as Python's `str.format` does."""

DECLARE_REPEATS = frozenset({"lattice_coordinates_repeat", "nodes_repeat", "opposite_directions", "drawn_from_pool"})
"""The codes by which a scheme declares that some of its frequencies or coordinates repeat others."""


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
