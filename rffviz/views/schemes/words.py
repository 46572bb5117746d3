"""What the figures of diagnosed samples say: of one sample, of its error over a plane, and of bias over seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rffviz.about import About
from rffviz.diagnose import (
    DIAGNOSTICS,
    FAMILY,
    SPECIMENS,
    Diagnosed,
    Report,
    Samples,
    Verdict,
)
from rffviz.diagnose.sentences import FILLER
from rffviz.samplers import Scheme, scheme_called
from rffviz.words.about import Words, dotted, lettered, provenance, words_of_each
from rffviz.words.numbers import kernel_words, listed, number

STATUS = {
    "fault": "fault",
    "costly": "right, but costly",
    "design": "by design",
    "unknown": "cannot tell",
    "fine": "in order",
}
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


def share_of(p: float) -> str:
    """A p-value as a share of samples, at the start of a sentence."""
    return "Fewer than 0.01 %" if p < 1e-4 else f"{number(100 * p)} %"


def signed(value: float) -> str:
    """A correlation with two decimals and a sign."""
    return f"{value:z.2f}".replace("-", "−")
