"""The words of figures of diagnosed samples, shared by this page's views."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rffviz.about import About
from rffviz.diagnose import DIAGNOSTICS, FAMILY, SPECIMENS, Diagnosed, Report, Samples, Verdict
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


def words_of_samples(samples: Samples, words: Callable[[Diagnosed], Words], *diagnostics: str) -> Words:
    """The words of a figure of all samples, from the words of each.

    The headline is the gravest verdict on each sample, if any, the worse sample first. Among verdicts of one status,
    those of the `diagnostics` that the figure shows come first.
    """
    study = words_of_each({letter: words(report) for letter, report in samples.reports.items()})
    if not samples.judged:
        return study
    if samples.gained:  # then the gain is the headline
        titles = {letter: words(report)["title"] for letter, report in samples.reports.items()}
        return study | {"title": "; ".join(lettered(titles))}
    return study | {"title": headline(samples, *diagnostics)}


def headline(samples: Samples, *diagnostics: str) -> str:
    """'A, fault in lengths: …; B: nothing out of order', the worse sample first."""
    gravest = samples.gravest(*diagnostics)
    if not samples.accused:
        yet = "" if samples.finished else " yet"
        return f"Nothing out of order{yet} in {listed([*gravest])}" if any(gravest) else f"Nothing out of order{yet}"
    return "; ".join(lettered({letter: _in_short(verdict) for letter, verdict in gravest.items()}))


def _in_short(verdict: Verdict | None) -> str:
    if verdict is None:
        return "nothing out of order"
    if verdict.status == "fault":
        return f"fault in {DIAGNOSTICS[verdict.diagnostic].lower()}: {verdict.short}"
    return f"{STATUS[verdict.status]}: {verdict.short}"


def words_of(record: Diagnosed, *, title: str, subtitle: tuple[str, ...], alt: str, reading: str, origin=()) -> Words:
    """All the words of a picture: `subtitle` follows sample and kernel, `origin` are further lines of provenance."""
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
    faults = ", ".join(f"{len(side.of('fault')) or 'none'} in {letter}" for letter, side in sides.items())
    order = ", ".join(f"{len(side.of('fine'))} of {len(side.verdicts)} for {letter}" for letter, side in sides.items())
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


def share_of(p: float) -> str:
    """A p-value as a share of samples, at the start of a sentence."""
    return "Fewer than 0.01 %" if p < 1e-4 else f"{number(100 * p)} %"


def signed(value: float) -> str:
    """A correlation with two decimals and a sign."""
    return f"{value:z.2f}".replace("-", "−")
