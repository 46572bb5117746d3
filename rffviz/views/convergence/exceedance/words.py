"""The words of the view “Exceedance”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.measure import Exceedance
from rffviz.samplers import scheme_called
from rffviz.views.convergence.curve.words import notes
from rffviz.words.about import Words, about_words, data_words, map_words, metric_label, provenance
from rffviz.words.numbers import are, count, from_to, listed, measured, number, of_seeds, per_cent, plural, sentence
from rffviz.words.promises import bound_lines, bound_name, reasons, theorem


def exceedance_words(report: Exceedance) -> Words:
    """The words of the figure of probabilities."""
    first, parts, confidence = report.curves[0], [], f"{100 * report.confidence:g} %"
    if any(share.randomised for share in report.shares):
        seeds = of_seeds(max(share.n_seeds for share in report.shares), len(report.about.seeds))
        parts.append(f"markers: share of {seeds}, bars: its {confidence} interval (Clopper–Pearson)")
    if fixed := [scheme_called(share.sampler).label for share in report.shares if not share.randomised]:
        parts.append(f"{are(fixed)} deterministic: 0 or 1, with no interval")
    return {
        "title": _title(report),
        "subtitle": about_words(report.about, metric_label(first.metric), map_words(first.map), "; ".join(parts)),
        "reading": _reading(report),
        "alt": _alt(report),
        "notes": notes(report.curves),
        "provenance": provenance(
            report.about,
            f"error: {metric_label(first.metric)}; map: {first.map}; at least {report.epsilon:g}",
            f"interval: Clopper-Pearson at confidence {report.confidence:g}; none for a deterministic scheme",
            *bound_lines(report, [c.name for c in report.ceilings], "promised for Monte Carlo only, not clipped"),
        ),
    }


def _title(report: Exceedance) -> str:
    share, error, sizes = report.main_share, number(report.epsilon), report.n_freqs
    who = scheme_called(share.sampler).label
    if share.clear_from is None:
        percent = f"{per_cent(share.share[-1])} of the seeds of {who} still have" if share.randomised else f"{who} has"
        return f"At D = {count(sizes[-1])}, {percent} an error of {error} or more"
    clear = count(sizes[share.clear_from])
    subject = f"no seed of {who} reaches" if share.randomised else f"{who} does not reach"
    words = f"From D = {clear} {subject} an error of {error}"
    if (first := report.main_ceiling) and scheme_called(share.sampler).monte_carlo:
        words += f"; promised from D = {count(first.needed)} ({theorem(first.name).authors})"
    return words


def _reading(report: Exceedance) -> str:
    g, error = report.start, number(report.epsilon)
    seeds, above, below, undefined = [], [], [], []
    for share in report.shares:
        label = scheme_called(share.sampler).label
        if math.isnan(share.share[g]):
            undefined.append(label)
        elif share.randomised:
            interval = f"{100 * share.low[g]:.0f}–{per_cent(share.high[g])}"
            seeds.append(f"in {share.exceeded[g]} of {plural(share.n_seeds, 'seed')} of {label} ({interval})")
        else:
            (above if share.exceeded[g] else below).append(label)
    parts = [f"{error} or more {listed(seeds)}"] if seeds else []
    parts += [f"{error} or more for {listed(above)}"] if above else []
    parts += [f"below {error} for {listed(below)}"] if below else []
    said = [f"At D = {count(report.read_at)} the error is {'; it is '.join(parts)}."] if parts else []
    if undefined:
        said.append(f"{are(undefined)} not defined for {plural(report.read_at, 'frequency')}.")
    return " ".join([*said, *_allowed(report), *reasons(report)])


def _alt(report: Exceedance) -> str:
    names = listed([scheme_called(share.sampler).label for share in report.shares])
    share = report.main_share
    start = int(np.argmin(np.isnan(share.share)))
    fall = from_to(report.n_freqs[start:], share.share[start:], per_cent)
    bounds = [f"; the {bound_name(c.name)} falls below 1 only at D = {count(c.speaks_from)}" for c in report.ceilings]
    return (
        f"Share of seeds whose error is {number(report.epsilon)} or more against the number of frequencies D, for "
        f"{names} on {data_words(report.about)}: that of {scheme_called(share.sampler).label} goes "
        f"{fall}{''.join(bounds)}."
    )


def at_most(report: Exceedance) -> str:
    """The probability that the confidence leaves: 'at most 0.05'."""
    return f"at most {number(1 - report.confidence)}"


def _allowed(report: Exceedance) -> list[str]:
    """The probabilities allowed by the bounds, and from which D they are small."""
    said = []
    for ceiling in report.ceilings:
        only = "" if said else ", promised for Monte Carlo only,"
        parts = [f"says nothing before D = {count(ceiling.speaks_from)}"] if not ceiling.speaks else []
        if report.allows(ceiling):
            parts.append(f"allows {at_most(report)} from D = {count(ceiling.needed)} on")
        else:
            parts.append(f"allows a probability of {measured(ceiling.at)}")
        said.append(f"the {bound_name(ceiling.name)}{only} {' and '.join(parts)}")
    return [f"{sentence('; '.join(said))}."] if said else []
