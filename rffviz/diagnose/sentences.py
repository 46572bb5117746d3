"""What verdicts say: the sentence of each code.

It stands here and not in `rffviz.words` so that a verdict says its sentence in a notebook too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rffviz.notes import Filler, Note

_BIAS = (
    "by {error:.2g} at distance {distance:.2g} along {line:line}, {sigmas:z} times the standard deviation of a Monte "
    "Carlo draw there: |z| is {z:z}."
)
SENTENCES = {
    # what excuses a sample that is off
    "law_not_claimed": "The scheme does not claim to follow the kernel's law exactly.",
    "unbiased_not_claimed": "The scheme does not claim to be unbiased.",
    "declared": "The scheme declares this itself.",
    "few_seeds": "{n_seeds} {n_seeds:seed is|seeds are} too few to tell: at least {fewest} are needed.",
    "few_weigh": "The weights are so uneven that {n_rows:,} frequencies of all draws are worth {n_worth:.0f}: too few "
    "to tell.",
    # reproducibility
    "not_reproducible": "The same seed gives different frequencies: another generator than the one handed over, a "
    "counter or the clock decides.",
    "global_generator": "The same seed gives different frequencies: they come from numpy's global generator, and not "
    "from the one that is handed over.",
    "global_touched": "A draw changes numpy's global generator, which other programs share.",
    "seed_ignored": "Every seed gives the same frequencies, yet the estimate is called unbiased: is the generator that "
    "is handed over ignored?",
    "not_randomised": "Every seed gives the same frequencies, which are more even than independent ones: a "
    "deterministic design. Its error has no other seeds to average over; scrambled or shifted anew by each seed it "
    "would be unbiased.",
    "same_for_every_seed": "Every seed gives the same frequencies.",
    "rows_shared": "{share:.2%} of the rows were drawn under an earlier seed too: seeds are not independent.",
    "random_generator": "The same seed gives different frequencies: they come from Python's global generator, and not "
    "from the one that is handed over.",
    "random_touched": "A draw changes Python's global generator, which other programs share.",
    "coordinate_shared": "Coordinate {coordinate} holds the same values under every seed; in all, {n:,} of {d:,} "
    "coordinates {n:does|do}.",
    "lengths_shared": "Every seed has the same lengths: are they drawn once, and only turned?",
    "reproducible_rounded": "In this process the same seed gives the same frequencies. {n:,} of {n_rows:,} rows were "
    "met under an earlier seed too, as rounding to {bits:digits} makes them; seeds are independent.",
    "reproducible": "In this process the same seed gives the same frequencies, and {n_seeds} seeds share none.",
    # rows
    "zero_rows": "{n:,} of {n_rows:,} frequencies {n:is|are} zero, which a draw never is.",
    "repeated": "{n_repeats:,} of {n_rows:,} frequencies{n_draws:draws} {n_repeats:repeats|repeat} another up to the "
    "sign, which the cosine does not see.",
    "repeated_by_chance": "{n_repeats:,} of {n_rows:,} frequencies{n_draws:draws} {n_repeats:repeats|repeat} another "
    "to nine digits, as about {expected:few} of independent ones would.",
    "rounded": "The frequencies are {bits}-bit floats, coarse but not biased by that: {n_repeats:,} of {n_rows:,}"
    "{n_draws:draws} {n_repeats:repeats|repeat} another, as rounding makes about {expected:few} of independent ones.",
    "rounded_values": "The frequencies are {bits}-bit floats, coarse but not biased by that: {share:.1%} of the values "
    "equal another of the same coordinate, as rounding makes about {expected:.1%} of independent ones.",
    "period": "Most repeats stand {period:,} rows after the first: is the same generator, or the same seed, used for "
    "each block?",
    "opposite": "Every frequency comes with its negative, which the cosine does not see: m of them are worth m/2.",
    "ties_within": "{share:.1%} of the values equal another of the same coordinate and draw, under each seed others: "
    "do the points stand on a grid that is shifted?",
    "ties": "{share:.1%} of the values equal another of the same coordinate: are they rounded, to 8 or 16 bits?",
    "same_directions": "{share:.0%} of the rows have the direction of another row of the same draw: is the same "
    "orthogonal matrix used for each block?",
    "repeats_weighted": "{n_repeats:,} of {n_rows:,} frequencies are drawn again, and weighted.",
    "one_row": "There is 1 frequency, so nothing repeats.",
    "different": "All {n_freqs:,} frequencies of a draw differ.",
    # weights
    "weights_off": "The weights add up to {total:.4g} and not to 1, so that k̂(0) is not k(0).",
    "weights_off_on_average": "On average the weights add up to {mean:.4g} and not to 1 (|z| is {z:z}): is a factor of "
    "the density left out?",
    "weights_on_average": "The weights add up to 1 on average; {detectable:.2g} off would have been seen.",
    "weights_uneven": "The weights are so uneven that {n_freqs:,} frequencies are worth {n_effective:.0f} of equal "
    "weight.",
    "weights_equal": "All {n_freqs:,} weights are the same.",
    "weights_fine": "The weights add up to 1 and make {n_freqs:,} frequencies worth {n_effective:.0f} of equal weight.",
    # extremes
    "extremes_weighted": "With unequal weights the extremes do not follow the kernel's law.",
    "longest": "The longest of {n_rows:,} frequencies has the length {length:.3g}; one as long occurs in {p:chance}.",
    "largest": "Coordinate {coordinate} reaches {value:.3g}; among {n_rows:,} frequencies a value as large occurs in "
    "{p:chance}. Is a point of the cube on its edge?",
    "largest_again": "The largest coordinate, {value:.4g}, is met in {n:,} of {n_draws:,} draws: are frequencies "
    "clipped there?",
    "shortest": "The shortest of {n_rows:,} frequencies has the length {length:.3g}; one as short occurs in "
    "{p:chance}.",
    "narrow": "None of {n_rows:,} frequencies is longer than {length:.3g}, which occurs in {p:chance}: is the law cut "
    "off?",
    "extremes_fine": "The lengths reach from {shortest:.3g} to {longest:.3g}, as those of {n_rows:,} independent "
    "frequencies would.",
    # lengths
    "constant": "All {n_freqs:,} frequencies have the same length, {length:.3g}.",
    "too_long": "The lengths are off their law, mostly too long: at {at:.3g} the distribution functions are "
    "{distance:.2g} apart, and a gap as large occurs in {p:chance}.",
    "too_short": "The lengths are off their law, mostly too short: at {at:.3g} the distribution functions are "
    "{distance:.2g} apart, and a gap as large occurs in {p:chance}.",
    "lengths_too_long": "Over {n_seeds} seeds the frequencies are longer than their law: the distribution functions "
    "are {gap:.2g} apart, which occurs in {p:chance}.",
    "lengths_too_short": "Over {n_seeds} seeds the frequencies are shorter than their law: the distribution functions "
    "are {gap:.2g} apart, which occurs in {p:chance}.",
    "lengths_off": "Over {n_seeds} seeds the lengths do not follow their law, though they are neither longer nor "
    "shorter on the whole: the distribution functions are {gap:.2g} apart, which occurs in {p:chance}.",
    "few_lengths": "There are too few different lengths to compare with their law: {n_distinct}.",
    "lengths_follow": "The lengths follow their law: the distribution functions are at most {distance:.2g} apart, and "
    "a gap as large occurs in {p:chance}.",
    "lengths_over_seeds": "The lengths follow their law over {n_seeds} seeds; a factor of {factor:.4g} would have been "
    "seen.",
    # what lengths and scales look like
    "factor": "The lengths are {factor:.3g} times their law.",
    "factor_named": "The lengths are {factor:.3g} times their law: is there a factor {name} too much?",
    "degrees": "They fit Student's law with {degrees} {degrees:degree|degrees} of freedom{asked:asked}.",
    "other_kernel": "They fit the spectrum of the {kernel} kernel with the same length scale.",
    "other_dimension": "They fit the law in {dimension} {dimension:dimension|dimensions}, and here are {d}.",
    "normal_length": "They fit the size of a normal number: are directions multiplied by normal numbers instead of by "
    "lengths?",
    "truncated": "They fit the law cut off at {longest:.3g}.",
    "one_length": "All have the same length, {length:.3g}: is the random length left out?",
    "coordinate_factor": "Coordinate {coordinate} alone is {factor:.3g} times as large as its law.",
    "coordinate_factor_named": "Coordinate {coordinate} alone is {factor:.3g} times as large as its law: a factor "
    "{name}?",
    "coordinate_factor_among": "Coordinate {coordinate} is {factor:.3g} times as large as its law, and others are off "
    "too.",
    "coordinate_factor_among_named": "Coordinate {coordinate} is {factor:.3g} times as large as its law (a factor "
    "{name}?), and others are off too.",
    "all_factor": "All coordinates are about {factor:.3g} times as large as their law.",
    "all_factor_named": "All coordinates are about {factor:.3g} times as large as their law: a factor {name}?",
    # mean
    "mean_shifted": "The frequencies are not centred: coordinate {coordinate} is off most, {z:z} standard errors, and "
    "the law is wider along the shift.",
    "mean_off": "The frequencies are not centred: coordinate {coordinate} is off most, {z:z} standard errors. Turned "
    "signs do no harm, since the cosine does not see them; a shift does, and makes the law wider. It is {wider:z.1f} "
    "standard errors wider, too little to tell.",
    "one_side": "Frequencies lie on one side, most of all in coordinate {coordinate}; the cosine does not see the "
    "sign, and along this direction the law is right.",
    "mean_fine": "The frequencies are centred; a shift of one coordinate by {shift:.2g} would have been seen.",
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
    "towards_corners": "The directions gather towards the corners of the cube, {z:z} standard errors beyond chance: "
    "are they signs, or not rotated?",
    "towards_axes": "The directions gather towards the axes, {z:z} standard errors beyond chance: is a permutation or "
    "a rotation left out, or a scale drawn for each coordinate?",
    "uneven_over_seeds": "Over {n_seeds} seeds the directions are uneven: one axis holds {share:.3g} times its share "
    "of them, {z:z} standard errors beyond chance.",
    "even_over_seeds": "Over {n_seeds} seeds the directions are even: no axis holds more than {share:.3g} times its "
    "share.",
    # scale
    "no_spread": "One frequency has no spread.",
    "too_large": "Coordinate {coordinate} is too large, {z:z} standard errors beyond its law.",
    "too_small": "Coordinate {coordinate} is too small, {z:z} standard errors below its law.",
    "scaled": "Every coordinate has the right scale: none is more than {z:z} standard errors off.",
    "scaled_over_seeds": "Every coordinate has the right scale over {n_seeds} seeds; a factor of {factor:.4g} would "
    "have been seen.",
    # correlations
    "one_coordinate": "With one coordinate there is no pair of coordinates to compare.",
    "few_rows": "There are too few frequencies to tell coordinates apart.",
    "coordinates_repeated": "Coordinates {i} and {j} hold the same values, up to a shift or the sign. In all, "
    "{n_copies:,} of {d:,} coordinates {n_copies:repeats|repeat} another.",
    "correlated": "The correlation of coordinates {i} and {j} is {value:z.2f}, {z:z} standard errors from 0.",
    "correlated_over_seeds": "Over {n_seeds} seeds the correlation of coordinates {i} and {j} is {value:z.2f}, {z:.1f} "
    "standard errors from 0.",
    "uncorrelated_once": "No pair of coordinates is correlated beyond chance; the most telling correlation, of "
    "coordinates {i} and {j}, is {value:z.2f}.",
    "uncorrelated": "No pair of coordinates is correlated over {n_seeds} seeds; a correlation of {detectable:.2g} "
    "would have been seen.",
    # joint law
    "sizes_together": "Coordinates {i} and {j} are large together, {z:z} standard errors beyond their law: do they "
    "share a factor that each should have alone, or none?",
    "sizes_apart": "Where coordinate {i} is large, {j} is small, {z:z} standard errors beyond their law.",
    "length_with_direction": "Lengths depend on directions: along coordinate {coordinate} they differ by {z:.1f} "
    "standard errors.",
    "length_with_corners": "Lengths depend on how near a direction is to the axes, {z:z} standard errors beyond "
    "chance.",
    "joint_fine": "Lengths do not depend on directions, nor one coordinate's size on another's, over {n_seeds} seeds.",
    # dependence
    "rows_together": "Rows of a draw are large or small together: their mean size varies {ratio:times} times as much "
    "from seed to seed as that of independent rows.",
    "rows_lean": "Rows of a draw lean to one side together: their mean varies {ratio:times} times as much from seed to "
    "seed as that of independent rows. Signs turned together do no harm, a shift of all rows does.",
    "lengths_repeat": "{share:.0%} of the rows share their length with another row of the draw.",
    "aligned": "Rows of a draw lie along each other, {z:z} standard errors more than independent ones: they are worth "
    "fewer.",
    "aligned_freely": "Rows of a draw lie along each other, {z:z} standard errors more than independent ones, and the "
    "variance is none the larger for it along the lines tried.",
    "lag": "Most alike are rows {lag:,} apart.",
    "rows_apart": "Rows of a draw lie more apart than independent ones.",
    "rows_independent": "Rows of a draw are no more alike than independent ones, over {n_seeds} seeds.",
    # phases
    "phases_uneven": "The phases are uniform neither on [0, 2π) nor modulo π: the offset map is biased; |z| is {z:z}.",
    "phases_tied": "The phases depend on the frequencies, {z:z} standard errors beyond chance.",
    "phases_shared": "The phases of a draw are alike: their mean varies {ratio:.0f} times as much as that of "
    "independent phases.",
    "phases_bias": "The phases depend on the frequencies: the offset map is off by {error:.2g} on average at a sum x + "
    "y that was tried; |z| is {z:z}.",
    "phases_fine": "Modulo π the phases are uniform and do not depend on the frequencies, over {n_seeds} "
    "{n_seeds:seed|seeds}; a bias of {detectable:.2g} of the offset map would have been seen.",
    "phases_even_once": "Modulo π the phases of this draw are as uniform as independent ones.",
    "phases_half": "On [0, 2π) they are not uniform; that turns signs of features alone, which no product of two sees.",
    # discrepancy
    "discrepancy_says_nothing": "In {d} dimensions the discrepancy of {n_used:,} points says nothing: independent "
    "points are expected to do worse than no points at all.",
    "cube_uneven": "The points fill the cube less evenly than independent ones: the squared discrepancy is {ratio:.2g} "
    "times their mean, and points as uneven occur in {p:chance}.",
    "cube_uneven_once": "The points of the first draw fill the cube unevenly, with {ratio:.2g} times the squared "
    "discrepancy of independent ones; the tests over seeds decide whether this is a fault.",
    "cube_even": "The points fill the cube no less evenly than chance allows: the squared discrepancy is {ratio:.2g} "
    "times the mean of independent points.",
    # bias and variance
    "one_set": "One set of frequencies has no other seeds to compare with.",
    "no_other_seeds": "Every seed gives the same frequencies, so that bias and error are the same thing.",
    "no_bias": "No bias found along the {n_lines} lines tried, over {n_seeds} seeds; {detectable:.2g} would have been "
    "seen.",
    "biased_up": f"On average k̂ is too large, {_BIAS}",
    "biased_down": f"On average k̂ is too small, {_BIAS}",
    "varies_more": "Right on average, it varies more: the variance is {ratio:times} times Monte Carlo's at distance "
    "{distance:.2g} along {line:line}, and beyond chance at least {low:times} times.",
    "errs_more": "Right on average, it varies more: over {n_lines} lines tried the mean square error is {ratio:.3g} "
    "times Monte Carlo's, {z:z} standard errors above it.",
    "varies_less": "The variance is below Monte Carlo's in places: {low:times} to {high:times} times as large.",
    "varies_alike": "As far as {n_seeds} seeds can tell, the variance is Monte Carlo's: it is {low:times} to "
    "{high:times} times as large.",
    # error of frequencies that have no other seeds
    "error_untested": "{n_freqs:,} {n_freqs:frequency is|frequencies are} too few to judge an error.",
    "error_beyond": "The error is {error:.2g} at distance {distance:.2g} along {line:line}: {z:z} of Monte Carlo's "
    "standard deviations, and no other seed mends it.",
    "error_within": "The error is no larger than Monte Carlo's would be at {n_places} places: at most {z:.1f} of its "
    "standard deviations.",
    # rate
    "falls_slowly": "From {smallest} to {m:,} frequencies the error falls as D to the power {slope:.2f} ({low:.2f} to "
    "{high:.2f}), slower than −0.5.",
    "falls_fast": "From {smallest} to {m:,} frequencies the error falls as D to the power {slope:.2f} ({low:.2f} to "
    "{high:.2f}), faster than −0.5.",
    "falls_as_root": "From {smallest} to {m:,} frequencies the error falls as D to the power {slope:.2f} ({low:.2f} to "
    "{high:.2f}); −0.5 is Monte Carlo's.",
    # A beside B
    "too_few_to_compare": "There are too few draws or rows to compare.",
    "equal_for_every_seed": "No difference at all.",
    "weights_differ": "On average the sums of the weights differ by {gap:.3g}; |z| is {z:z}.",
    "weights_same": "On average the weights add up to the same; a difference of {detectable:.2g} would have been seen.",
    "lengths_differ": "The distribution functions of the lengths are up to {gap:.2g} apart, and A's median length is "
    "{factor:.3g} times B's; |z| is {z:z}.",
    "lengths_differ_named": "The distribution functions of the lengths are up to {gap:.2g} apart, and A's median "
    "length is {factor:.3g} times B's (a factor {name}?); |z| is {z:z}.",
    "lengths_same": "The lengths do not differ beyond chance; distribution functions {detectable:.2g} apart would have "
    "been seen.",
    "mean_differs": "The mean of coordinate {coordinate} differs; |z| is {z:z}. Where signs alone are turned, the "
    "cosine does not see it.",
    "mean_same": "The means do not differ beyond chance.",
    "scale_differs": "The median size of coordinate {coordinate} in A is {factor:.3g} times that in B; |z| is {z:z}.",
    "scale_same": "The scales of the coordinates do not differ beyond chance.",
    "correlations_differ": "The correlations of coordinates {i} and {j} differ by {value:.2f}; |z| is {z:z}.",
    "correlations_same": "The correlations do not differ beyond chance; a difference of {detectable:.2g} would have "
    "been seen.",
    "sizes_differ": "Coordinates {i} and {j} are large together more often in {more} than in {less}; |z| is {z:z}.",
    "lengths_turn": "Lengths depend on directions differently in A and in B; |z| is {z:z}.",
    "coupling_same": "The joint law of coordinates, lengths and directions does not differ beyond chance.",
    "directions_differ": "Directions lie nearer to the axes in {more} than in {less}; |z| is {z:z}.",
    "directions_same": "The directions do not differ beyond chance.",
    "dependence_differs": "Rows of a draw lie along each other more in {more} than in {less}; |z| is {z:z}.",
    "lag_differs": "Rows {lag:,} apart lie along each other more in {more} than in {less}; |z| is {z:z}.",
    "dependence_same": "Rows of a draw are as alike in A as in B, as far as chance shows.",
    "estimate_larger": f"On average A's k̂ is larger than B's, {_BIAS}",
    "estimate_smaller": f"On average A's k̂ is smaller than B's, {_BIAS}",
    "estimate_same": "On average k̂ is the same in both along all lines tried; a difference of {detectable:.2g} would "
    "have been seen.",
    "error_differs": "A's mean square error is {ratio:.3g} times B's (95 % interval: {low:.3g} to {high:.3g}).",
    "error_same": "A's mean square error is {ratio:.3g} times B's (95 % interval: {low:.3g} to {high:.3g}): no "
    "difference beyond chance.",
    "error_unsure": "A's mean square error is {ratio:.3g} times B's (95 % interval: {low:.3g} to {high:.3g}): more "
    "seeds would tell whether this is chance.",
    "error_equal": "Both have the same error under every seed.",
    "error_single": "A's mean square error is {ratio:.3g} times B's; without other seeds nobody can tell whether this "
    "is chance.",
    # what a draw takes
    "draw_takes": "A draw takes {seconds:seconds} on this machine, {ratio:times} times as long as Monte Carlo's, and "
    "{bytes:bytes}.",
    "size": "The frequencies take {bytes:bytes}.",
}
"""The sentence of each code, filled by `rffviz.notes.Filler` and the formats below."""

_KINDS = {
    "random": "a random direction",
    "principal": "the direction in which the rows are least even",
    "coordinate": "coordinate {}",
    "sum": "e{} + e{}",
    "difference": "e{} − e{}",
}
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


def _line(line: object) -> str:
    """A line along which an error is measured: one of `LINES`, or its kind and its coordinates."""
    if isinstance(line, str):
        return LINES[line]
    kind, *coordinates = line
    return _KINDS[kind].format(*coordinates)


def _asked(degrees: float) -> str:
    return "" if math.isinf(degrees) else f", where {degrees:g} were asked for"


def _draws(n_draws: int) -> str:
    return "" if n_draws == 1 else f" of {n_draws} draws"


def _seconds(seconds: float) -> str:
    """A time with its unit."""
    return _in_units(seconds, {"s": 1.0, "ms": 1e-3, "µs": 1e-6}, 2)


def _bytes(size: int) -> str:
    """A size with its unit, a kilobyte being 1,000 bytes."""
    return _in_units(size, {"GB": 1e9, "MB": 1e6, "kB": 1e3, "bytes": 1}, 3)


def _in_units(value: float, units: dict[str, float], digits: int) -> str:
    """In the largest unit that is not larger than the value, else in the last."""
    unit = next((name for name, one in units.items() if value >= one), [*units][-1])
    return f"{float(f'{value / units[unit]:.{digits}g}'):g} {unit}"


def _digits(bits: int) -> str:
    """What rows are rounded to before they are compared."""
    return "nine digits" if bits == 64 else f"{bits}-bit floats"


def _few(number: float) -> str:
    """An expected number."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


_WRITTEN = {"chance": _chance, "times": _times, "z": _size, "line": _line, "asked": _asked, "draws": _draws}
_WRITTEN |= {"digits": _digits, "few": _few}
FILLER = Filler(_WRITTEN | {"seconds": _seconds, "bytes": _bytes})
