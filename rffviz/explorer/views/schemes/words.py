"""The words of figures of diagnosed samples, shared by this page's views."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from rffviz.diagnose import DIAGNOSTICS, FAMILY, LINES, SPECIMENS, Diagnosed, Report, Samples, Verdict
from rffviz.explorer.words.about import Words, dotted, lettered, lettered_lines, provenance, words_of_each
from rffviz.explorer.words.numbers import kernel_words, listed, number, plural, sentence
from rffviz.explorer.words.orthogonal import orthogonal_title, when_orthogonal_helps
from rffviz.explorer.words.readout import Readout
from rffviz.foundation.about import About
from rffviz.samplers import Scheme, scheme_called

STATUS = {
    "fault": "error",
    "costly": "unbiased, higher variance",
    "design": "intended",
    "unknown": "inconclusive",
    "fine": "OK",
}
NOT_LOOKED_AT = "Not applicable."
MOST_FLAGGED = 3  # most flagged checks in sight
_CHIP = {"costly": "higher variance", "design": STATUS["design"]}
_LONGEST = 34  # most characters of a heading


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
    """The scheme or file above a panel, truncated to fit."""
    name = _scheme(about.sampler).label if about.sampler else about.data or "these frequencies"
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def words_of_samples(
    samples: Samples,
    words: Callable[[Diagnosed], Words],
    *diagnostics: str,
    helps: bool = False,
    measure: Callable[[list], str] | None = None,
) -> Words:
    """The words of a figure of all samples, from the words of each.

    The headline is the gravest verdict on each sample, if any, the worse sample first. Among verdicts of one status,
    those of the `diagnostics` that the figure shows come first. If `helps`, without a verdict it is what
    orthogonal frequencies gain; else it begins with `measure`, the number of all records that answers the question.
    Where the only diagnostic of the figure passes, a verdict on others follows its name.
    """
    study = words_of_each({letter: words(record) for letter, record in samples.records.items()})
    if not samples.judged:
        return study
    if samples.gain:
        study |= {"notes": (when_orthogonal_helps(samples.gain), *study["notes"])}
    if samples.gain and not samples.accused and helps:
        return study | {"title": orthogonal_title(samples.gain)}
    if samples.gained:  # then the gain is the headline
        letter, along, ratio = samples.least_ratio
        whose = f"{letter}'s variance" if letter else "the variance"
        said = f"is down to {number(ratio)}× that of Monte Carlo; no problems found"
        if along:
            said = f"along {LINES[along]} is down to {number(ratio)}× that of Monte Carlo"
        return study | {"title": sentence(f"{whose} {said}")}
    verdict = headline(samples, *diagnostics)
    if not samples.accused:
        said = measure([*samples.records.values()]) if measure else ""
        return study | {"title": sentence(f"{said}; {verdict[0].lower()}{verdict[1:]}") if said else verdict}
    if len(diagnostics) == 1 and not samples.first:
        (shown,) = diagnostics
        fine = (side[shown].status == "fine" for side in samples.judged.values())
        if samples.judged.keys() >= samples.records.keys() and all(fine):
            verdict = verdict if verdict[1:2] == ":" else f"{verdict[0].lower()}{verdict[1:]}"
            verdict = f"{DIAGNOSTICS[shown]} {STATUS['fine']}; {verdict}"
    return study | {"title": verdict}


def headline(samples: Samples, *diagnostics: str) -> str:
    """'A: frequency norms are 29 % too small': the gravest verdict."""
    gravest = samples.gravest(*diagnostics)
    if not samples.accused:
        yet = "" if samples.finished else " yet"
        return f"No problems found{yet} in {listed([*gravest])}" if any(gravest) else f"No problems found{yet}"
    return headline_of({letter: verdict for letter, verdict in gravest.items() if verdict})


def headline_of(verdicts: Mapping[str, Verdict]) -> str:
    """The first of these verdicts in short form, with the letters of the samples that have it."""
    said = lettered({letter: _in_short(verdict) for letter, verdict in verdicts.items()})
    return said[0] if said[0].startswith("k̂") else sentence(said[0])


def _in_short(verdict: Verdict) -> str:
    return f"{verdict.short} ({STATUS['design']})" if verdict.status == "design" else verdict.short


def chips(samples: Samples) -> tuple[tuple[str, str], ...]:
    """Statuses and their counts: 'A: 3 errors', 'B: all 16 checks passed'."""
    said = []
    for letter, side in samples.judged.items():
        whose = f"{letter}: " if letter else ""
        counts = {status: len(side.of(status)) for status in STATUS}
        for status in filter(counts.get, ("fault", "costly", "design")):
            word = plural(counts[status], "error") if status == "fault" else f"{counts[status]} {_CHIP[status]}"
            said.append((status, whose + word))
        if not any(each.accuses for each in side.verdicts):
            passed = f"all {counts['fine']} checks passed"
            if counts["unknown"]:
                passed = f"{counts['fine']} checks passed, {counts['unknown']} {STATUS['unknown']}"
            said.append(("fine", whose + passed))
    return tuple(said)


def flagged_rows(samples: Samples) -> Readout:
    """The gravest flagged checks: what was observed beside what is expected; no rows if nothing is flagged."""
    rows = [
        (cells.quantity, letter or "–", cells.observed, cells.expected, cells.test or "–")
        for letter, cells in ((letter, each.cells) for letter, each in samples.flagged[:MOST_FLAGGED])
    ]
    return Readout(("check", "side", "observed", "expected", "test"), rows)


def folded(n_passed: int, n_all: int, n_flagged: int) -> str:
    """What unfolds the table of all checks: how many passed, are flagged beyond the rows shown, or are inconclusive."""
    more, unknown = n_flagged - MOST_FLAGGED, n_all - n_passed - n_flagged
    said = [f"{n_passed} of {n_all} checks passed"]
    said += [f"{more} more flagged"] if more > 0 else []
    return ", ".join([*said, f"{unknown} {STATUS['unknown']}"] if unknown else said)


def words_of(
    record: Diagnosed, *, title: str, subtitle: tuple[str, ...], alt: str, readout: Readout, origin=()
) -> Words:
    """All the words of a picture: `subtitle` follows sample and kernel, `origin` are further lines of provenance."""
    about, sample, remarks = record.about, sample_words(record.about), tuple(map(str, record.notes))
    return {
        "title": title,
        "subtitle": dotted(sample, f"{kernel_words(record.kernel)}, d = {record.d}", *subtitle),
        "alt": alt,
        "readout": readout,
        "provenance": provenance(about, f"sample: {sample}; dimension: {record.d}", *origin, *remarks),
        "notes": (_explained(_scheme(about.sampler)), *remarks) if about.sampler else remarks,
    }


def _explained(scheme: Scheme) -> str:
    """The explanation of a scheme, with its name: beside another sample it would pass for that one's."""
    return f"{scheme.label}: {scheme.explanation}"


def sample_title(letter: str, side: Report) -> str:
    """'A: Monte Carlo, seed 0'."""
    return f"{letter}: {sample_words(side.about)}"


def verdict_words(samples: Samples) -> Words:
    """The words of the table of verdicts."""
    sides = samples.judged
    first, said = next(iter(sides.values())).about, "; ".join(words for _, words in chips(samples))
    return {
        "title": said,
        "subtitle": dotted(*map(sample_title, sides, sides.values()), kernel_words(first.kernel)),
        "alt": f"Table of the verdicts of {len(DIAGNOSTICS)} diagnostics. {said}.",
        "readout": flagged_rows(samples),
        "provenance": lettered_lines(
            {
                letter: provenance(side.about, f"sample: {sample_words(side.about)}; dimension: {side.about.d}")
                for letter, side in sides.items()
            }
        ),
        "notes": (
            "Intended: the deviation is a known property of the scheme. Higher variance: unbiased, but with a larger "
            "variance than Monte Carlo. Inconclusive: too few data for a verdict.",
            f"At most {100 * FAMILY:g} % of correct schemes are flagged.",
        ),
    }


def p_words(p: float) -> str:
    """A p-value in a cell."""
    return "–" if math.isnan(p) else "< 10⁻⁴" if p < 1e-4 else number(p)


def signed(value: float) -> str:
    """A correlation with two decimals and a sign."""
    return f"{value:z.2f}".replace("-", "−")
