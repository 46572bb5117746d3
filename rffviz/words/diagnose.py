"""What the figures of diagnosed samples say: of one sample, of its error over a plane, and of bias over seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from rffviz.about import About
from rffviz.diagnose import (
    ALARM,
    DIAGNOSTICS,
    FAMILY,
    LINES,
    SPECIMENS,
    BiasAndVariance,
    Diagnosed,
    Directions,
    ErrorField,
    FrequencyCloud,
    Moments,
    RadiusLaw,
    Report,
    Samples,
    Verdict,
)
from rffviz.diagnose.sentences import FILLER
from rffviz.samplers import Scheme, scheme_called
from rffviz.words.about import Words, dotted, lettered, provenance, words_of_each
from rffviz.words.numbers import count, kernel_words, listed, measured, number, plural

STATUS = {
    "fault": "fault",
    "costly": "right, but costly",
    "design": "by design",
    "unknown": "cannot tell",
    "fine": "in order",
}
"""What the screen calls the status of a verdict."""
NOT_LOOKED_AT = "It has nothing to look at here."
_SHORT = {
    "not_reproducible": "the same seed gives other frequencies",
    "global_generator": "the frequencies come from numpy's global generator",
    "global_touched": "a draw changes numpy's global generator",
    "seed_ignored": "every seed gives the same frequencies",
    "not_randomised": "every seed gives the same even frequencies",
    "same_for_every_seed": "every seed gives the same frequencies",
    "random_generator": "the frequencies come from Python's global generator",
    "random_touched": "a draw changes Python's global generator",
    "coordinate_shared": "coordinate {coordinate} is the same under every seed",
    "lengths_shared": "every seed has the same lengths",
    "rows_shared": "{share:.0%} of the rows come under several seeds",
    "zero_rows": "{n:,} of {n_rows:,} frequencies {n:is|are} zero",
    "repeated": "{n_repeats:,} of {n_rows:,} frequencies {n_repeats:repeats|repeat} another",
    "rounded": "{n_repeats:,} of {n_rows:,} {bits}-bit frequencies {n_repeats:repeats|repeat} another",
    "opposite": "each frequency comes with its negative",
    "ties_within": "{share:.0%} of the values of a draw repeat within their coordinate",
    "ties": "{share:.0%} of the values repeat within their coordinate",
    "same_directions": "{share:.0%} of the rows have the direction of another",
    "weights_off": "the weights add up to {total:.4g}, not to 1",
    "weights_off_on_average": "on average the weights add up to {mean:.3g}, not to 1",
    "weights_uneven": "{n_freqs:,} frequencies are worth {n_effective:.0f} of equal weight",
    "longest": "a frequency has the length {length:.3g}",
    "largest": "coordinate {coordinate} reaches {value:.3g}",
    "largest_again": "{n:,} of {n_draws:,} draws reach {value:.3g}, the largest",
    "shortest": "a frequency has the length {length:.3g}",
    "narrow": "no frequency is longer than {length:.3g}",
    "constant": "all frequencies have the length {length:.3g}",
    "too_long": "the frequencies are too long, {distance:.2g} off their law",
    "too_short": "the frequencies are too short, {distance:.2g} off their law",
    "lengths_too_long": "the frequencies are too long, {gap:.2g} off their law",
    "lengths_too_short": "the frequencies are too short, {gap:.2g} off their law",
    "lengths_off": "the lengths are {gap:.2g} off their law",
    "mean_shifted": "the frequencies are not centred",
    "uneven": "one axis holds {share:.2g} times its share",
    "uneven_over_seeds": "one axis holds {share:.2g} times its share",
    "towards_corners": "directions gather towards the corners of the cube",
    "towards_axes": "directions gather towards the axes",
    "too_large": "coordinate {coordinate} is too large, by {z:z} standard errors",
    "too_small": "coordinate {coordinate} is too small, by {z:z} standard errors",
    "coordinates_repeated": "{n_copies:,} of {d:,} coordinates {n_copies:repeats|repeat} another",
    "correlated": "the correlation of coordinates {i} and {j} is {value:z.2f}",
    "correlated_over_seeds": "the correlation of coordinates {i} and {j} is {value:z.2f}",
    "sizes_together": "coordinates {i} and {j} are large together",
    "sizes_apart": "where coordinate {i} is large, {j} is small",
    "length_with_direction": "lengths depend on directions",
    "length_with_corners": "lengths depend on directions",
    "rows_together": "the mean size of a draw's rows varies {ratio:times} times as much as that of independent ones",
    "lengths_repeat": "{share:.0%} of the rows share their length with another",
    "aligned": "rows of a draw lie along each other",
    "phases_uneven": "the phases are not uniform",
    "phases_tied": "the phases depend on the frequencies",
    "phases_bias": "the phases depend on the frequencies",
    "phases_shared": "the phases of a draw are alike",
    "cube_uneven": "the squared discrepancy is {ratio:.2g} times its mean",
    "biased_up": "on average k̂ is {error:.2g} too large, {sigmas:z} times Monte Carlo's σ",
    "biased_down": "on average k̂ is {error:.2g} too small, {sigmas:z} times Monte Carlo's σ",
    "varies_more": "the variance is {ratio:times} times Monte Carlo's",
    "errs_more": "the mean square error is {ratio:.2g} times Monte Carlo's",
    "error_beyond": "the error is {error:.2g}, {z:z} times Monte Carlo's σ",
    "falls_slowly": "the error falls as D to the power {slope:.2f}",
}
"""What a headline says of each code that accuses: what is off, and by how much."""
_ACCUSING = ("fault", "costly", "design")
_LONGEST = 34  # letters of a heading


def sample_words(about: About) -> str:
    """'Monte Carlo, seed 0': scheme and seed, or the file; 'these frequencies' where neither is known."""
    if not about.sampler:
        return f"the frequencies of {about.data}" if about.data else "these frequencies"
    scheme = _scheme(about.sampler)
    parts = [scheme.label]
    if not scheme.randomised:
        parts.append("the same for every seed")
    elif len(about.seeds) == 1:
        parts.append(f"seed {about.seeds[0]}")
    if about.n_points:
        parts.append(f"for {about.n_points:,} {about.data or 'points'}")
    return ", ".join(parts)


def _scheme(name: str) -> Scheme:
    return SPECIMENS[name] if name in SPECIMENS else scheme_called(name)


def heading(about: About) -> str:
    """The scheme, or the file, above a panel; what does not fit there is cut off."""
    name = _scheme(about.sampler).label if about.sampler else about.data or "these frequencies"
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def words_of_samples(samples: Samples, words: Callable[[Diagnosed], Words], *diagnostics: str) -> Words:
    """The words of a figure of all samples, from the words of each.

    The headline is the gravest verdict on each sample, where there are any: first on the sample that is worse. Among
    verdicts of one status, those of the `diagnostics` that the figure shows come first.
    """
    diagnostics = samples.first or diagnostics
    found = words_of_each({letter: words(report) for letter, report in samples.reports.items()})
    accused = any(_gravest(side, diagnostics) for side in samples.judged.values())
    gained = any(getattr(report, "spreads_less", False) for report in samples.reports.values())
    if not samples.judged:
        return found
    if gained and not accused:  # then how much is gained is the news
        titles = {letter: words(report)["title"] for letter, report in samples.reports.items()}
        return found | {"title": "; ".join(lettered(titles))}
    return found | {"title": headline(samples, diagnostics)}


def headline(samples: Samples, diagnostics: tuple[str, ...] = ()) -> str:
    """'A, fault in lengths: …; B: nothing out of order', the worse sample first."""
    gravest = {letter: _gravest(side, diagnostics) for letter, side in samples.judged.items()}
    if not any(gravest.values()):
        yet = "" if samples.finished else " yet"
        return f"Nothing out of order{yet} in {listed([*gravest])}" if any(gravest) else f"Nothing out of order{yet}"
    order = sorted(gravest, key=lambda letter: _rank(gravest[letter]))
    return "; ".join(lettered({letter: _in_short(gravest[letter]) for letter in order}))


def _in_short(verdict: Verdict | None) -> str:
    if verdict is None:
        return "nothing out of order"
    found = FILLER.format(_SHORT[verdict.code], **dict(verdict.remarks[0].values))
    if verdict.status == "fault":
        return f"fault in {DIAGNOSTICS[verdict.diagnostic].lower()}: {found}"
    return f"{STATUS[verdict.status]}: {found}"


def _gravest(side: Report, diagnostics: tuple[str, ...]) -> Verdict | None:
    """The gravest verdict on a sample that accuses it; of its status first those of the diagnostics in view."""
    accused = [verdict for verdict in side.verdicts if verdict.status in _ACCUSING]

    def order(verdict: Verdict) -> tuple[int, bool, float]:
        status, size = verdict.rank
        return status, verdict.diagnostic not in diagnostics, size

    return min(accused, key=order, default=None)


def _rank(verdict: Verdict | None) -> tuple[int, float]:
    return verdict.rank if verdict else (len(STATUS), 0.0)


def words_of(record: Diagnosed, *, title: str, subtitle: tuple[str, ...], alt: str, reading: str, origin=()) -> Words:
    """All the words of a picture: `subtitle` follows sample and kernel, `origin` is more lines of provenance."""
    about, sample, remarks = record.about, sample_words(record.about), tuple(map(str, record.notes))
    return {
        "title": title,
        "subtitle": dotted(sample, f"{kernel_words(record.kernel)}, d = {record.d}", *subtitle),
        "alt": alt,
        "reading": reading,
        "provenance": provenance(about, f"sample: {sample}; dimension: {record.d}", *origin, *remarks),
        "notes": (_scheme(about.sampler).explanation, *remarks) if about.sampler else remarks,
    }


def cloud_words(report: FrequencyCloud, n_outside: int) -> Words:
    """The words of the cloud of frequencies, `n_outside` of which the panel leaves out."""
    many = plural(report.n_freqs, "frequency")
    repeats = f"{count(report.n_repeats)} of {many} {'repeats' if report.n_repeats == 1 else 'repeat'} another"
    worth = f"worth {count(report.n_effective)} of equal weight"
    unequal = report.n_effective < 0.99 * (report.n_freqs - report.n_repeats)
    if report.n_repeats:
        title, said = repeats, f"{repeats} up to the sign; together they are {worth}"
    elif report.n_freqs == 1:
        title, said = "A single frequency, so nothing repeats", "There is 1 frequency"
    else:
        title = f"{many} of unequal weight are {worth}" if unequal else f"{many}, no two of them the same"
        said = f"The {many} all differ{f'; together they are {worth}' if unequal else ''}"
    axes = f"coordinates {report.shown[0] + 1} and {report.shown[1] + 1} of {report.d}"
    if report.d == 1:
        axes, related = "coordinate 1 against the row", ""
    else:
        i, j = report.shown
        related = f" The correlation of coordinates {i + 1} and {j + 1} is {_signed(report.correlation)}."
    outside = f"{plural(n_outside, 'frequency')} beyond the edges" if n_outside else ""
    joint = "" if report.kernel.factorises or report.d == 1 else "; this kernel's coordinates depend on each other"
    cube = f"unit cube: each coordinate through its distribution function, uniform for draws from the spectrum{joint}"
    return words_of(
        report,
        title=title,
        subtitle=(axes, cube if report.in_cube else outside),
        alt=f"Scatter plot of {many}{' as points of the unit cube' if report.in_cube else ''}, {axes}; {repeats}.",
        reading=f"{said}; k̂(0) is {number(report.total_weight)}, where 1 is right.{related}",
    )


def radius_words(report: RadiusLaw) -> Words:
    """The words of the lengths against their law."""
    gap = f"{measured(report.distance)} apart, at length {number(report.at)}"
    if report.constant:
        title = f"All {count(report.n_freqs)} frequencies have the length {number(report.radius[0])}"
    elif report.p_value < ALARM:
        kind = "long" if report.too_long else "short"
        title = f"The frequencies are too {kind}: {measured(report.distance)} off their law"
    else:
        title = f"The lengths are within {measured(report.distance)} of their law"
    if np.isnan(report.p_value):
        test = "; there are too few different lengths for a test."
    else:
        size = f"{count(report.n_effective)} independent lengths"
        test = f". {_share(report.p_value)} of samples of {size} are as far from their law."
    seeds = f" for each of {report.n_samples} seeds" if report.n_samples > 1 else ""
    return words_of(
        report,
        title=title,
        subtitle=(
            f"{plural(report.n_freqs, 'frequency')}{seeds}",
            "line: share of the weight up to a length, dotted: its law, dashed: where they are furthest apart",
        ),
        alt=f"Distribution function of {plural(len(report.radius), 'length')} of frequencies beside its law; they are "
        f"at most {gap}.",
        reading=f"The distribution functions are at most {gap}{test}",
    )


def directions_words(report: Directions) -> Words:
    """The words of the angles between frequencies."""
    many, share = plural(report.n_freqs, "frequency"), measured(report.largest_eigenvalue)
    pairs = plural(report.n_apart, "pair")
    bars = f"bars: {pairs} of different blocks, line: {plural(report.n_within, 'pair')} within blocks of "
    bars += plural(report.d, "consecutive row")
    said = [f"One axis holds {share} times its share, and about {measured(report.expected_eigenvalue)} times is usual "]
    said[0] += "among independent directions."
    if report.n_within:
        said.append(f"Within blocks the largest |cosine| is {measured(report.largest_within)}.")
    if not np.isnan(report.p_value):
        said.append(f"{_share(report.p_value)} of independent samples are as uneven.")
    return words_of(
        report,
        title=_directions_title(report, many, share),
        subtitle=(bars + ("; dotted: independent uniform directions" if report.isotropic else ""),),
        alt=f"Histogram of cosines between {many} in {plural(report.d, 'dimension')}, {pairs} of different blocks and "
        f"{count(report.n_within)} within blocks.",
        reading="The cosine between two frequencies is 1 or −1." if report.d == 1 else " ".join(said),
    )


def _directions_title(report: Directions, many: str, share: str) -> str:
    if report.d == 1:
        return "In one dimension frequencies have a sign and no direction"
    if not report.isotropic:
        return f"The {report.kernel.label} kernel's directions are not uniform: there is no law to compare with"
    if report.n_within and report.largest_within < 1e-6:
        return f"Within blocks of {report.d} rows the frequencies are at right angles"
    if np.isnan(report.p_value):
        return f"{many}: too few to tell even directions from uneven ones"
    if report.p_value < ALARM:
        return f"The directions are uneven: one axis holds {share} times its share"
    how = "more even than" if report.p_value > 1 - ALARM else "as even as"
    return f"The directions are {how} independent ones: no axis holds more than {share} times its share"


def moments_words(report: Moments, n_shown: int) -> Words:
    """The words of the moments of the coordinates, `n_shown` of which are in the heat map."""
    largest, off = _signed(report.largest), number(float(np.abs(report.spread_z).max()))
    limit = number(report.spread_threshold)
    reading = f"The scales are at most {off} standard errors off; above {limit} they are off beyond chance."
    if report.pair:
        i, j = report.pair
        reading += (
            f" The most telling correlation is {largest}, of coordinates {i + 1} and {j + 1}; about "
            f"{measured(report.expected_largest)} is the largest to expect by chance."
        )
    if np.isfinite(report.target):
        mean = number(float(report.second.mean()))
        reading += f" The second moments average {mean}; they should be near σ_p²/d = {number(report.target)}."
    else:
        reading += " This kernel's second moment is infinite."
    return words_of(
        report,
        title=_moments_title(report, largest),
        subtitle=(
            f"the {n_shown} coordinates with the most telling correlations" if n_shown < report.d else "",
            "correlations: of the coordinates' probabilities; scale: mean probability of a coordinate's size minus ½, "
            "in standard errors; band: holds all coordinates of 99.9 % of samples",
        ),
        alt=f"Heat map of correlations between {plural(n_shown, 'coordinate')}, the most telling {largest}, and the "
        f"scale of {plural(report.d, 'coordinate')}, at most {off} standard errors off.",
        reading=reading,
    )


def _moments_title(report: Moments, largest: str) -> str:
    if report.n_repeated:
        i, j = report.repeated[0]
        return f"Coordinates {i + 1} and {j + 1} hold the same values"
    if report.pair and abs(report.correlation_z[report.pair]) > report.correlation_threshold:
        i, j = report.pair
        return f"Coordinates {i + 1} and {j + 1} are correlated: {largest}"
    worst = int(np.argmax(np.abs(report.spread_z)))
    if abs(report.spread_z[worst]) > report.spread_threshold:
        kind = "large" if report.spread_z[worst] > 0 else "small"
        return f"Coordinate {worst + 1} is too {kind}, by {number(abs(report.spread_z[worst]))} standard errors"
    if report.pair is None:
        return "The one coordinate has the right scale"
    return "Every coordinate has the right scale, and no two are correlated beyond chance"


def field_words(report: ErrorField) -> Words:
    """The words of the error of one draw over a plane, or a line."""
    where, figure, marks = "plane", "Heat map", "colours symmetric about 0"
    if report.d == 1:
        where, figure, marks = "line", "Line", "band: ±2σ of Monte Carlo"
    if report.plane == "oblique":
        marks += ", two random directions at right angles"
    elif report.d > 2:
        marks += ", the other coordinates 0"
    ratio = report.rms / float(np.sqrt(np.mean(np.square(report.sigma))))
    largest, rms = measured(report.largest), measured(report.rms)
    return words_of(
        report,
        title=f"Over the {where} the estimate is off by at most {largest}",
        subtitle=(plural(report.n_freqs, "frequency"), "k̂(δ) − k(δ) for one draw", marks),
        alt=f"{figure} of the error of the {report.kernel.label} kernel's estimate over differences up to "
        f"{number(float(report.along[-1]))}: at most {largest}, root mean square {rms}.",
        reading=f"The largest error is {largest}, the root mean square {rms}: {number(ratio)} times what the variance "
        "formula gives for as many Monte Carlo frequencies.",
        origin=(f"plane: {report.plane}",),
    )


def bias_words(report: BiasAndVariance) -> Words:
    """The words of the mean error and the variance over seeds."""
    seeds = plural(report.n_seeds, "seed") if report.randomised else "every seed"
    tested = report.tested if report.tested.any() else np.ones_like(report.tested)
    low, high = (measured(float(of(report.ratio[tested]))) for of in (np.min, np.max))
    error = measured(float(abs(report.mean_error[report.largest])))
    at, worst = (
        f"at distance {number(report.distance[place])} along {LINES[report.line[place]]}"
        for place in (report.largest, report.worst)
    )
    alt = f"Mean error of the estimate against distance over {seeds}, at most "
    alt += measured(float(np.abs(report.mean_error).max()))
    if report.randomised:
        bands = (
            f"upper band: what chance allows at all {int(report.tested.sum())} distances at once (99.9 %), lower band: "
            "where the true ratio lies, with the same confidence"
        )
        alt += f", above the ratio of its variance to Monte Carlo's, {low} to {high}"
        z = abs(float(report.z[report.worst]))
        reading = (
            f"The largest |z|, the mean error in its standard errors, is {f'{z:.1f}' if z < 1000 else 'above 1,000'}, "
            f"{worst}; above {report.threshold:.1f} it is a bias. The variance is {low} to {high} times Monte Carlo's."
        )
    else:
        bands = "one fixed value, the same for every seed"
        reading = f"The frequencies are the same for every seed: the error is at most {error}, without any spread."
    direction = ", ".join(f"{u:.6g}" for u in report.direction)
    return words_of(
        report,
        title=_bias_title(report, error, at, low, high),
        subtitle=(f"{plural(report.n_freqs, 'frequency')}, {seeds}", bands),
        alt=f"{alt}.",
        reading=reading,
        origin=(f"seeds done: {report.n_seeds}", f"oblique direction: {direction}"),
    )


def _bias_title(report: BiasAndVariance, error: str, at: str, low: str, high: str) -> str:
    if not report.randomised:
        return f"One fixed value, off by at most {error}, {at}"
    if not report.judged:
        return f"{plural(report.n_seeds, 'seed')}: too few draws to tell bias from chance"
    if report.biased:
        kind = "large" if report.mean_error[report.largest] > 0 else "small"
        return f"Biased: on average k̂ is too {kind}, by up to {error}, {at}"
    if report.spreads_more:
        return f"No bias found; the variance is up to {high} times Monte Carlo's"
    if report.spreads_less:
        return f"No bias found; the variance is as little as {low} times Monte Carlo's"
    return "No bias found; the variance is Monte Carlo's"


def sample_title(letter: str, side: Report) -> str:
    """'A: Monte Carlo, seed 0'."""
    return f"{letter}: {sample_words(side.about)}"


def verdict_words(sides: Mapping[str, Report]) -> Words:
    """The words of the table of verdicts."""
    first = next(iter(sides.values())).about
    faults = ", ".join(f"{_count(side, 'fault') or 'none'} in {letter}" for letter, side in sides.items())
    order = ", ".join(f"{_count(side, 'fine')} of {len(side.verdicts)} for {letter}" for letter, side in sides.items())
    return {
        "title": f"Faults found: {faults}",
        "subtitle": dotted(*map(sample_title, sides, sides.values()), kernel_words(first.kernel)),
        "alt": f"Table of the verdicts of {len(DIAGNOSTICS)} diagnostics; faults found: {faults}.",
        "reading": f"Diagnostics in order: {order}.",
        "provenance": tuple(
            line
            for letter, side in sides.items()
            for line in provenance(side.about, f"sample {sample_title(letter, side)}; dimension: {side.about.d}")
        ),
        "notes": (
            "“By design” is what a scheme says of itself. “Right, but costly” has no bias and a larger variance than "
            "Monte Carlo. “Cannot tell” means that the diagnostic has nothing to go by. Of right schemes at most "
            f"{100 * FAMILY:g} % are accused of a fault.",
        ),
        "here": tuple(lettered({letter: side.cost for letter, side in sides.items()})),
    }


def _count(side: Report, status: str) -> int:
    return sum(verdict.status == status for verdict in side.verdicts)


def _share(p: float) -> str:
    """A p-value as a share of samples, at the start of a sentence."""
    return "Fewer than 0.01 %" if p < 1e-4 else f"{number(100 * p)} %"


def _signed(value: float) -> str:
    return f"{value:z.2f}".replace("-", "−")
