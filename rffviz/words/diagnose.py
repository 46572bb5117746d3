"""What the figures of one diagnosed sample say, in words: where its frequencies lie, how long, which way, how related.

Each function takes a record and gives the words of its figure.
"""

from __future__ import annotations

import numpy as np

from rffviz.about import About
from rffviz.diagnose import ALARM, SPECIMENS, Directions, FrequencyCloud, Moments, RadiusLaw
from rffviz.diagnose.sample import Diagnosed
from rffviz.samplers import SAMPLERS
from rffviz.words.about import provenance
from rffviz.words.numbers import count, kernel_words, measured, number, plural

SCHEMES = SAMPLERS | SPECIMENS


def sample_words(about: About) -> str:
    """'Monte Carlo, seed 0': scheme and seed, or the file; 'these frequencies' where neither is known."""
    if not about.sampler:
        return f"the frequencies of {about.data}" if about.data else "these frequencies"
    scheme = SCHEMES[about.sampler]
    parts = [scheme.label]
    if not scheme.randomised:
        parts.append("the same for every seed")
    elif len(about.seeds) == 1:
        parts.append(f"seed {about.seeds[0]}")
    if about.n_points:
        parts.append(f"for {about.n_points:,} {about.data or 'points'}")
    return ", ".join(parts)


def start_of_subtitle(record: Diagnosed, *more: str) -> str:
    """Sample, kernel and what else there is to say, with dots between."""
    kernel = f"{kernel_words(record.kernel)}, d = {record.d}"
    return " · ".join([sample_words(record.about), kernel, *filter(None, more)])


def n_frequencies(n: int) -> str:
    """'1 frequency', '256 frequencies'."""
    return plural(n, "frequency")


def origin(record: Diagnosed, *more: str) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    sample = f"sample: {sample_words(record.about)}; dimension: {record.d}"
    return provenance(record.about, sample, *more, *map(str, record.notes))


def notes(record: Diagnosed) -> tuple[str, ...]:
    """What the scheme is, and what it says of its sample."""
    name = record.about.sampler
    return (*([SCHEMES[name].explanation] if name else []), *map(str, record.notes))


def share_of_samples(p: float) -> str:
    """A p-value as a share of samples."""
    return "fewer than 0.01 %" if p < 1e-4 else f"{number(100 * p)} %"


def signed(value: float) -> str:
    """Two decimals, with a true minus."""
    return f"−{-value:.2f}" if value < 0 else f"{value:.2f}"


# --- frequencies ------------------------------------------------------------------------------------------------------


def cloud_title(report: FrequencyCloud) -> str:
    """Whether frequencies repeat, and what their weights make them worth."""
    if report.n_repeats:
        verb = "repeats" if report.n_repeats == 1 else "repeat"
        return f"{count(report.n_repeats)} of {count(report.n_freqs)} frequencies {verb} another"
    if report.n_effective < 0.99 * report.n_freqs:
        return f"{count(report.n_freqs)} weighted frequencies are worth {count(report.n_effective)} equal ones"
    if report.n_freqs == 1:
        return "One frequency, which nothing repeats"
    return f"{n_frequencies(report.n_freqs)}, no two of them the same"


def cloud_subtitle(report: FrequencyCloud, n_outside: int) -> str:
    """What was drawn, which coordinates, what the right panel is, and how many frequencies the left one leaves out."""
    joint = "" if report.kernel.factorises or report.d == 1 else "; this kernel's coordinates depend on each other"
    cube = f"right: each coordinate through its distribution function, uniform for draws from the spectrum{joint}"
    outside = f"{n_frequencies(n_outside)} outside the left panel" if n_outside else ""
    return start_of_subtitle(report, _coordinates(report), cube, outside)


def cloud_alt(report: FrequencyCloud) -> str:
    """What is seen, for those who do not see it."""
    return (
        f"Scatter plots of {n_frequencies(report.n_freqs)} and of their points in the unit cube, "
        f"{_coordinates(report)}; {count(report.n_repeats)} of them repeat another."
    )


def cloud_reading(report: FrequencyCloud) -> str:
    """Repeats, worth and k̂(0)."""
    repeats = "none repeats another"
    if report.n_repeats:
        verb = "repeats" if report.n_repeats == 1 else "repeat"
        repeats = f"{count(report.n_repeats)} {verb} another up to the sign"
    return (
        f"Of {n_frequencies(report.n_freqs)} {repeats}; with their weights they are worth "
        f"{count(report.n_effective)} equal ones, and k̂(0) = {number(report.total_weight)}."
    )


def _coordinates(report: FrequencyCloud) -> str:
    if report.d == 1:
        return "coordinate 1 against the row"
    return f"coordinates {report.shown[0] + 1} and {report.shown[1] + 1} of {report.d}"


# --- lengths ----------------------------------------------------------------------------------------------------------


def radius_title(report: RadiusLaw) -> str:
    """Whether the lengths follow their law."""
    if report.constant:
        return f"All {count(report.n_freqs)} frequencies have the length {number(report.radius[0])}"
    if report.p_value < ALARM:
        kind = "long" if report.too_long else "short"
        return f"The frequencies are too {kind}: {measured(report.distance)} off their law"
    return f"The lengths are within {measured(report.distance)} of their law"


def radius_subtitle(report: RadiusLaw) -> str:
    """What was drawn, and what the lines are."""
    many = n_frequencies(report.n_freqs)
    if report.n_samples > 1:
        many += f" for each of {report.n_samples} seeds"
    lines = "line: share of the weight at or below a length, dotted: its law, dashed: where they are furthest apart"
    return start_of_subtitle(report, many, lines)


def radius_alt(report: RadiusLaw) -> str:
    """What is seen, for those who do not see it."""
    return (
        f"Distribution function of {plural(len(report.radius), 'length')} of frequencies beside its law; the largest "
        f"gap is {measured(report.distance)}, at length {number(report.at)}."
    )


def radius_reading(report: RadiusLaw) -> str:
    """The largest gap and how often chance makes it."""
    words = f"The distribution functions are at most {measured(report.distance)} apart, at length {number(report.at)}"
    if np.isnan(report.p_value):
        return f"{words}; there are too few different lengths for a test."
    return (
        f"{words}. Of samples of {count(report.n_effective)} independent lengths, "
        f"{share_of_samples(report.p_value)} are as far from their law."
    )


# --- directions -------------------------------------------------------------------------------------------------------


def directions_title(report: Directions) -> str:
    """Whether the directions are even."""
    if report.d == 1:
        return "In one dimension frequencies have a sign and no direction"
    if not report.isotropic:
        return f"The {report.kernel.label} kernel's directions are not uniform: there is no law to compare with"
    if report.n_within and report.largest_within < 1e-6:
        return f"Within blocks of {report.d} rows the frequencies are at right angles"
    if np.isnan(report.p_value):
        return f"{n_frequencies(report.n_freqs)}: too few to tell even directions from uneven ones"
    if report.p_value < ALARM:
        return f"The directions are uneven: one axis holds {measured(report.largest_eigenvalue)} times its share"
    how = "more even than" if report.p_value > 1 - ALARM else "as even as"
    return (
        f"The directions are {how} independent ones: no axis holds more than "
        f"{measured(report.largest_eigenvalue)} times its share"
    )


def directions_subtitle(report: Directions) -> str:
    """What was drawn, and what bars and lines are."""
    bars = (
        f"bars: {plural(report.n_apart, 'pair')} of different blocks, line: {plural(report.n_within, 'pair')} within "
        f"blocks of {plural(report.d, 'consecutive row')}"
    )
    return start_of_subtitle(report, bars + ("; dotted: independent uniform directions" if report.isotropic else ""))


def directions_alt(report: Directions) -> str:
    """What is seen, for those who do not see it."""
    return (
        f"Histogram of cosines between {n_frequencies(report.n_freqs)} in {plural(report.d, 'dimension')}, "
        f"{plural(report.n_apart, 'pair')} of different blocks and {count(report.n_within)} within blocks."
    )


def directions_reading(report: Directions) -> str:
    """The largest axis beside what chance gives, and how often chance is as uneven."""
    if report.d == 1:
        return "The cosine between two frequencies is 1 or −1."
    words = (
        f"The axis that holds most has {measured(report.largest_eigenvalue)} times its share; among independent "
        f"directions it has about {measured(report.expected_eigenvalue)} times"
    )
    if report.n_within:
        words += f"; within blocks the largest |cosine| is {measured(report.largest_within)}"
    if not np.isnan(report.p_value):
        words += f"; {share_of_samples(report.p_value)} of independent samples are as uneven"
    return f"{words}."


# --- moments ----------------------------------------------------------------------------------------------------------


def moments_title(report: Moments) -> str:
    """What is off among the coordinates, if anything is."""
    if report.n_repeated:
        i, j = report.repeated[0]
        return f"Coordinates {i + 1} and {j + 1} hold the same values"
    if report.pair and abs(report.correlation_z[report.pair]) > report.correlation_threshold:
        i, j = report.pair
        return f"Coordinates {i + 1} and {j + 1} are correlated: {signed(report.largest)}"
    worst = int(np.argmax(np.abs(report.spread_z)))
    if abs(report.spread_z[worst]) > report.spread_threshold:
        kind = "large" if report.spread_z[worst] > 0 else "small"
        return f"Coordinate {worst + 1} is too {kind}, by {number(abs(report.spread_z[worst]))} standard errors"
    if report.pair is None:
        return "The one coordinate has the right scale"
    return "Every coordinate has the right scale, and no two are correlated beyond chance"


def moments_subtitle(report: Moments, n_shown: int) -> str:
    """What was drawn, and what the panels are."""
    part = f"the {n_shown} coordinates with the most telling correlations" if n_shown < report.d else ""
    panels = (
        "left: correlations of the coordinates' probabilities, right: mean probability of a coordinate's size less ½, "
        "in standard errors; band: all coordinates of 99.9 % of samples"
    )
    return start_of_subtitle(report, part, panels)


def moments_alt(report: Moments, n_shown: int) -> str:
    """What is seen, for those who do not see it."""
    return (
        f"Heat map of correlations between {plural(n_shown, 'coordinate')}, the most telling {signed(report.largest)}, "
        f"and the scale of {plural(report.d, 'coordinate')}, at most {number(float(np.abs(report.spread_z).max()))} "
        "standard errors off."
    )


def moments_reading(report: Moments) -> str:
    """The largest deviations beside what is expected, and the second moments."""
    worst = number(float(np.abs(report.spread_z).max()))
    words = f"Scales are at most {worst} standard errors off; {number(report.spread_threshold)} would be a fault."
    if report.pair:
        i, j = report.pair
        words += (
            f" The most telling correlation is {signed(report.largest)}, of coordinates {i + 1} and {j + 1}; about "
            f"{measured(report.expected_largest)} is the largest to expect by chance."
        )
    mean = number(float(report.second.mean()))
    if np.isfinite(report.target):
        return f"{words} The second moments average {mean}; they should be near σ_p²/d = {number(report.target)}."
    return f"{words} This kernel's second moment is infinite."
