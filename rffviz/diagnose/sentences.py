"""What verdicts say: the sentence of each code.

It stands here and not in `rffviz.words` so that a verdict says its sentence in a notebook too.
"""

from __future__ import annotations

from dataclasses import dataclass

from rffviz.notes import Filler, Note

_GAP = "the share up to length {at:.3g} is {distance:.2g} off, and a gap as large occurs in {p:chance}"
_TAIL = (
    "on average a share {value:.3g} of the law is nearer to 0 than its values, where 0.5 is right. That is {z:.1f} "
    "standard errors off."
)
_BIAS = (
    "by {error:.2g} at distance {distance:.2g} along {line:line}, {sigmas:z} times the standard deviation of a Monte "
    "Carlo draw there: |z| is {z:z}, where {threshold:.1f} is the limit over {n_places} distances."
)
SENTENCES = {
    # what excuses a sample that is off
    "rows_depend": "The rows of this scheme depend on each other: only more seeds can tell whether this is chance.",
    "rows_depend_without_bias": "The rows of this scheme depend on each other, and over seeds no bias is found.",
    "law_not_claimed": "The scheme does not claim to follow the kernel's law exactly.",
    "unbiased_not_claimed": "The scheme does not claim to be unbiased.",
    "declared": "The scheme declares this itself.",
    # rows
    "repeated": "{n_repeats:,} of {n_freqs:,} frequencies {n_repeats:repeats|repeat} another up to the sign, which the "
    "cosine does not see.",
    "weights_off": "The weights add up to {total:.4g} and not to 1, so that k̂(0) is not k(0).",
    "one_row": "There is 1 frequency, so nothing repeats.",
    "different": "All {n_freqs:,} frequencies differ and have the same weight.",
    "different_weighted": "All {n_freqs:,} frequencies differ; their unequal weights make them worth {n_effective:.0f} "
    "equal ones.",
    # radius
    "constant": "All {n_freqs:,} frequencies have the same length, {length:.3g}.",
    "too_long": f"The frequencies are too long: {_GAP}.",
    "too_short": f"The frequencies are too short: {_GAP}.",
    "too_long_over_seeds": f"Over {{n_samples}} seeds the frequencies are too long: {_GAP}.",
    "too_short_over_seeds": f"Over {{n_samples}} seeds the frequencies are too short: {_GAP}.",
    "few_lengths": "There are too few different lengths to compare with their law: {n_distinct}.",
    "lengths_follow": "The lengths follow their law: the distribution functions are at most {distance:.2g} apart, and "
    "a gap as large occurs in {p:chance}.",
    # directions
    "no_direction": "In one dimension a frequency has a sign and no direction.",
    "directions_not_uniform": "The directions of the {kernel} kernel are not uniform: its spectrum is a product over "
    "coordinates.",
    "few_directions": "There are too few frequencies to tell even directions from uneven ones.",
    "uneven": "The directions are less even than independent ones: one axis holds {share:.3g} times its share of them, "
    "and directions as uneven occur in {p:chance}.",
    "even": "The directions are as even as independent ones: no axis holds more than {share:.3g} times its share of "
    "them.",
    "more_even": "The directions are more even than independent ones: no axis holds more than {share:.3g} times its "
    "share of them.",
    # scale
    "no_spread": "One frequency has no spread.",
    "too_large": f"Coordinate {{coordinate}} is too large: {_TAIL}",
    "too_small": f"Coordinate {{coordinate}} is too small: {_TAIL}",
    "scaled": "Every coordinate has the right scale: none is more than {z:.1f} standard errors off.",
    # correlations
    "one_coordinate": "With one coordinate there is no pair of coordinates to compare.",
    "few_rows": "There are too few frequencies to tell coordinates apart.",
    "coordinates_repeated": "Coordinates {i} and {j} hold the same values, up to a shift or the sign. In all, "
    "{n_copies:,} of {d:,} coordinates {n_copies:repeats|repeat} another.",
    "correlated": "The correlation of coordinates {i} and {j} is {value:z.2f}, {z:.1f} standard errors from 0; over "
    "all pairs the largest to expect is about {expected:.2g}.",
    "uncorrelated": "No pair of coordinates is correlated beyond chance: the most telling correlation, of coordinates "
    "{i} and {j}, is {value:z.2f}, and over all pairs the largest to expect is about {expected:.2g}.",
    # discrepancy
    "discrepancy_says_nothing": "In {d} dimensions the discrepancy of {n_used:,} points says nothing: independent "
    "points are expected to do worse than no points at all.",
    "cube_uneven": "The points fill the cube less evenly than independent ones: the squared discrepancy is {ratio:.2g} "
    "times their mean, and points as uneven occur in {p:chance}.",
    "cube_even": "The points fill the cube no less evenly than chance allows: the squared discrepancy is {ratio:.2g} "
    "times the mean of independent points.",
    # bias and variance
    "one_set": "One set of frequencies has no other seeds to compare with.",
    "no_seeds": "No other seeds were drawn to compare with.",
    "fixed": "The estimate has one fixed value. Its error is at most {error:.2g}, at distance {distance:.2g} along "
    "{line:line}, {sigmas:z} times the standard deviation of a Monte Carlo draw there; without a spread over seeds "
    "there is no z.",
    "few_draws_for_bias": "{n_seeds} seeds of {n_freqs:,} {n_freqs:frequency|frequencies} are too few to tell bias "
    "from chance.",
    "no_bias": "No bias found: the largest |z| is {z:z} over {n_places} distances and {n_seeds} seeds, below "
    "{threshold:.1f}.",
    "biased_up": f"On average k̂ is too large, {_BIAS}",
    "biased_down": f"On average k̂ is too small, {_BIAS}",
    "no_variance": "Every seed gives the same frequencies: there is no variance.",
    "few_draws_for_variance": "{n_seeds} seeds of {n_freqs:,} {n_freqs:frequency|frequencies} are too few to measure a "
    "variance.",
    "varies_more": "The variance is {ratio:times} times Monte Carlo's at distance {distance:.2g} along {line:line}, "
    "and beyond chance at least {low:times} times. The frequencies are worth fewer independent ones.",
    "varies_less": "The variance is below Monte Carlo's in places: {low:times} to {high:times} times as large.",
    "varies_alike": "As far as {n_seeds} seeds can tell, the variance is Monte Carlo's: it is {low:times} to "
    "{high:times} times as large.",
}
"""The sentence of each code, filled by `rffviz.notes.Filler` and the formats below."""

LINES = {"oblique": "an oblique direction", "axis": "the first axis"}
"""What the lines along which bias and variance are measured are called."""


@dataclass(frozen=True)
class Remark(Note):
    """One sentence of a verdict: a code of `SENTENCES` here, and its numbers."""

    def __str__(self) -> str:
        return FILLER.format(SENTENCES[self.code], **dict(self.values))


def remark(code: str, **values: object) -> Remark:
    """A sentence of a verdict with its numbers."""
    return Remark(code, tuple(values.items()))


def _chance(p: float) -> str:
    """How often independent samples do so: a p-value in words."""
    if p < 1e-6:
        return "fewer than one in a million independent samples"
    if p < 0.005:
        return f"one in {1 / p:,.0f} independent samples"
    return f"{100 * p:.0f} % of independent samples"


def _times(ratio: float) -> str:
    """A ratio of variances."""
    if ratio >= 100:
        return f"{ratio:,.0f}"
    return f"{ratio:.2g}" if ratio >= 1e-4 else "0.0000"


def _size(z: float) -> str:
    """A |z|, which has no size worth printing where almost nothing varies from seed to seed."""
    return f"{z:.1f}" if z < 1000 else "above 1,000"


FILLER = Filler({"chance": _chance, "times": _times, "z": _size, "line": LINES.__getitem__})
