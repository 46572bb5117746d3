"""The words of the view “Exceedance”."""

from __future__ import annotations

import math

import numpy as np

from rffviz.explorer.views.convergence.curve.words import notes
from rffviz.explorer.words.about import Words, about_words, data_words, map_words, metric_label, provenance
from rffviz.explorer.words.guarantees import bound_lines, bound_name, reasons
from rffviz.explorer.words.numbers import are, count, from_to, listed, measured, number, of_seeds, per_cent
from rffviz.explorer.words.readout import Readout
from rffviz.measure import Exceedance, Share
from rffviz.samplers import scheme_called


def exceedance_words(report: Exceedance) -> Words:
    """The words of the figure of probabilities."""
    first, parts, confidence = report.curves[0], [], f"{100 * report.confidence:g} %"
    if any(share.randomised for share in report.shares):
        seeds = of_seeds(max(share.n_seeds for share in report.shares), len(report.about.seeds))
        parts.append(f"markers: share of {seeds}, band: its {confidence} interval (Clopper–Pearson)")
    if fixed := [scheme_called(share.sampler).label for share in report.shares if not share.randomised]:
        parts.append(f"{are(fixed)} deterministic: 0 or 1, with no interval")
    return {
        "title": _title(report),
        "subtitle": about_words(report.about, metric_label(first.metric), map_words(first.map), "; ".join(parts)),
        "readout": _readout(report),
        "alt": _alt(report),
        "notes": (*notes(report.curves), *reasons(report)),
        "provenance": provenance(
            report.about,
            f"error: {metric_label(first.metric)}; map: {first.map}; at least {report.epsilon:g}",
            f"interval: Clopper-Pearson at confidence {report.confidence:g}; none for a deterministic scheme",
            *bound_lines(report, [c.name for c in report.ceilings], "proved for i.i.d. sampling only, not clipped"),
        ),
    }


def _title(report: Exceedance) -> str:
    share, g, where = report.main_share, report.start, f"At D = {count(report.read_at)}"
    who, error = scheme_called(share.sampler).label, f"an error of {number(report.epsilon)}"
    if math.isnan(share.share[g]):
        return f"{who} is not defined for D = {count(report.read_at)}"
    if share.randomised:
        return f"{where}, {per_cent(share.share[g])} of {who} seeds exceed {error}"
    return f"{where} {who} {'exceeds' if share.exceeded[g] else 'stays below'} {error}"


def _readout(report: Exceedance) -> Readout:
    """The share of seeds of each scheme with its interval, and the probabilities allowed by the bounds."""
    g, rows = report.start, []
    for share in report.shares:
        clear = "–" if share.clear_from is None else count(report.n_freqs[share.clear_from])
        drawn = share.randomised and not math.isnan(share.share[g])
        rows.append(
            (
                scheme_called(share.sampler).label,
                f"{share.exceeded[g]} of {share.n_seeds}" if drawn else _one_value(share, g),
                f"{100 * share.low[g]:.0f}–{per_cent(share.high[g])}" if drawn else "–",
                clear,
            )
        )
    for ceiling in report.ceilings:
        allowed = f"≤ {measured(ceiling.at)}" if ceiling.speaks else "vacuous"
        needed = f"{count(ceiling.needed)} (≤ {number(1 - report.confidence)})"
        rows.append((bound_name(ceiling.name), allowed, "–", needed))
    at_least = f"error ≥ {number(report.epsilon)}"
    columns = (
        f"D = {count(report.read_at)}",
        at_least,
        f"{100 * report.confidence:g} % interval",
        "none from D = … on",
    )
    return Readout(columns, rows)


def _one_value(share: Share, g: int) -> str:
    """'yes' or 'no' for a deterministic scheme."""
    return "not defined" if math.isnan(share.share[g]) else "yes" if share.exceeded[g] else "no"


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
