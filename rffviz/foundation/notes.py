"""Remarks that records carry: codes with numbers, and the sentence of each code."""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import dataclass

SENTENCES = {
    "bound_for_other_errors": ("{authors} bounded the largest error or the error at one pair, not this error."),
    "bound_for_one_pair": (
        "The {authors} bound holds at one pair fixed in advance, so it is not drawn beside the largest error."
    ),
    "bound_over_pairs": (
        "The {authors} bound over pairs holds for the largest error over pairs of the points shown only."
    ),
    "bound_for_other_maps": "{authors} proved a bound for the {proved} map, not for the {map} map.",
    "bound_needs_second_derivative": (
        "No finite bound from {authors}: the {kernel} kernel has no second derivative at 0, so the mean square "
        "of its frequencies, σ_p², is infinite."
    ),
    "bootstrap_on_part": "The estimate uses {n_points:,} of the {n_whole:,} points, chosen at random.",
    "bootstrap_takes_rows_as_independent": "The given frequencies are assumed to be independent draws.",
    "box_searched_on_grid": (
        "The supremum over the box is found on a grid of {n_grid} points per axis, with local refinement."
    ),
    "box_grid_too_coarse": (
        "The supremum over the box may be larger: a grid of {n_grid} points per axis, with local refinement, is too "
        "coarse for the largest frequency."
    ),
    "box_searched_from_random": (
        "The supremum over the box may be larger: the search starts from {n_starts} random differences, with local "
        "refinement."
    ),
    "defined_from": "It needs at least {least} frequencies.",
    "error_beyond_any": "The bound is vacuous at ε = {epsilon:.4g}: no error of the {map} map can exceed {largest}.",
    "error_out_of_range": (
        "The bound is proved only for errors up to sigma_p * diameter = {largest:.4g}, and this one is {epsilon:.4g}."
    ),
    "equivalent_at_peak": "At the peak of least squares, as many features as the {n_points:,} points, the predicted "
    "error is infinite.",
    "prediction_beyond_any": "The bound is vacuous: two such predictions never differ by {largest:.4g} or more.",
    "matrix_too_large": "No theorem on the whole kernel matrix is drawn: it needs the eigenvalues, which are found for "
    "up to {most:,} points, and these are {n_points:,}.",
    "matrix_ridge_too_large": "No bound from {authors}: nλ is larger than every eigenvalue of K.",
    "matrix_error_beyond_any": "The bound is vacuous at ε = {epsilon:.4g}: this error can never exceed {largest:.4g}.",
    "matrix_error_out_of_range": "The theorem is proved only for errors up to {largest:.4g}, and this one is "
    "{epsilon:.4g}.",
    "pairs_fixed": "It holds only for points fixed before the frequencies are drawn.",
    "pairs_in_strata": (
        "The {n_pairs:,} pairs are gathered in {n_strata:,} strata, each at its worst: an upper bound of the sum over "
        "pairs."
    ),
    "normal_is_no_bound": "The normal tail is an approximation, not a bound.",
    "fewer_distinct_points": "There are {n_left} centres instead of {n}: the data have no more distinct points.",
    "empty_clusters": "There are {n_left} centres instead of {n}: the other clusters are empty.",
    "centres_merged": "There are {n_merged} fewer landmarks than the {n} centres: centres with the same nearest point "
    "were merged.",
    "beyond_the_grid": "{percent:.0f} % of the kernel's spectral measure lies beyond the grid.",
    "grid_repeats": "The data are {width:.3g} wide, but on this grid the approximation repeats itself beyond "
    "{half_period:.3g}: take a finer or a smaller grid.",
    "learner_sees_more": "The optimiser uses more than its landmarks: it takes up to 2,000 of the other points to "
    "choose λ and when to stop. So it fits few landmarks less closely than it could, and the error on all "
    "points is a little too small.",
    # sampling schemes
    "padded": "The {d} dimensions are padded to {padded}, the next power of two.",
    "padded_by_one": "The {d} dimensions are padded to an even number, and the last one is dropped.",
    "on_a_torus": "All directions lie on one torus, rotated at random: as D grows, the error falls to a floor.",
    "constant_norms": "All norms are equal, but should vary. The estimate is biased: strongly in few "
    "dimensions, hardly at all in many.",
    "signs_and_phases": "Signs and phases replace normal numbers. The estimate is biased: clearly in few "
    "dimensions, hardly at all in many.",
    "origin_left_out": "The first published point, the origin, is left out: its frequency would be infinite.",
    "unbalanced": "Sobol' points are balanced if their number is a power of two; {n_freqs} is not.",
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
    "pairs_on_a_line": "In the plane the two directions of a block are opposite: for cosines they are one direction.",
    "variance_of_differences": "The variance of a coordinate of x − y is taken to be {variance:.3g}.",
    "weights_vary": "The weights add up to 1 on average but not in each draw: the estimate of k(x, x) is not exactly "
    "1.",
    "drawn_from_pool": "The frequencies are drawn with replacement from a pool of {n_pool:,}: some can repeat.",
    "leverage": "Leverage scores are computed at {n_points:,} of the points, with λ = {ridge:g} in K + nλI.",
    # learned features
    "constant_targets": "y is constant, so all weights are equal.",
}
"""The sentence of each code; `Filler` fills in the numbers."""

DECLARE_REPEATS = frozenset({"lattice_coordinates_repeat", "nodes_repeat", "opposite_directions", "drawn_from_pool"})
"""The codes by which a scheme declares that some of its frequencies or coordinates repeat others."""

DECLARE_DIRECTIONS = frozenset({"pairs_on_a_line"})
"""The codes by which a scheme declares that frequencies of different norms share a direction, and nothing else."""

DECLARE_FLOOR = frozenset(
    {"on_a_torus", "constant_norms", "signs_and_phases", "rule_instead_of_kernel", "shared_factor"}
)
"""The codes by which a scheme declares that its error falls to a floor."""


def typeset(number: str) -> str:
    """A formatted number with a true minus sign, and "7 %" for "7%"."""
    return number.replace("-", "−").replace("%", " %")


class Filler(string.Formatter):
    """`str.format` with typeset numbers."""

    def format_field(self, value: object, format_spec: str) -> str:
        """One value in words."""
        text = super().format_field(value, format_spec)
        return typeset(text) if isinstance(value, float) else text


_FILLER = Filler()


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
        return _FILLER.format(SENTENCES[self.code], **dict(self.values))


def note(code: str, **values: object) -> Note:
    """A remark with its numbers."""
    return Note(code, tuple(values.items()))


def latest(notes: Iterable[Note | str]) -> tuple[Note | str, ...]:
    """The last remark of each code, in the order in which the codes first appear.

    A user's own scheme may remark in plain words: each of its sentences counts as a code.
    """
    return tuple({getattr(each, "code", each): each for each in notes}.values())
