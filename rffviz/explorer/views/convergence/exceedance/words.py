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


def exceedance_words(record: Exceedance) -> Words:
    """The words of the figure of probabilities."""
    first, parts, confidence = record.curves[0], [], f"{100 * record.confidence:g} %"
    if any(share.randomised for share in record.shares):
        seeds = of_seeds(max(share.n_seeds for share in record.shares), len(record.about.seeds))
        parts.append(f"markers: share of {seeds}, band: its {confidence} interval (Clopper–Pearson)")
    if fixed := [scheme_called(share.sampler).label for share in record.shares if not share.randomised]:
        parts.append(f"{are(fixed)} deterministic: 0 or 1, with no interval")
    return {
        "title": _title(record),
        "subtitle": about_words(record.about, metric_label(first.metric), map_words(first.map), "; ".join(parts)),
        "readout": _readout(record),
        "alt": _alt(record),
        "notes": (*notes(record.curves), *reasons(record)),
        "provenance": provenance(
            record.about,
            f"error: {metric_label(first.metric)}; map: {first.map}; at least {record.epsilon:g}",
            f"interval: Clopper-Pearson at confidence {record.confidence:g}; none for a deterministic scheme",
            *bound_lines(record, [c.name for c in record.ceilings], "proved for i.i.d. sampling only, not clipped"),
        ),
    }


def _title(record: Exceedance) -> str:
    share, g, where = record.main_share, record.start, f"At D = {count(record.read_at)}"
    who, error = scheme_called(share.sampler).label, f"ε = {number(record.epsilon)}"
    if math.isnan(share.share[g]):
        return f"{who} is not defined for D = {count(record.read_at)}"
    if share.randomised and share.n_seeds > 1:
        return f"{where}, {count(share.exceeded[g])} of {count(share.n_seeds)} {who} seeds exceed {error}"
    return f"{where} {who} {'exceeds' if share.exceeded[g] else 'stays below'} {error}"


def _readout(record: Exceedance) -> Readout:
    """The share of seeds of each scheme with its interval, and the probabilities allowed by the bounds."""
    g, rows = record.start, []
    for share in record.shares:
        clear = "–" if share.clear_from is None else count(record.n_freqs[share.clear_from])
        drawn = share.randomised and not math.isnan(share.share[g])
        rows.append(
            (
                scheme_called(share.sampler).label,
                f"{share.exceeded[g]} of {share.n_seeds}" if drawn else _one_value(share, g),
                f"{100 * share.low[g]:.0f}–{per_cent(share.high[g])}" if drawn else "–",
                clear,
            )
        )
    for ceiling in record.ceilings:
        allowed = f"≤ {measured(ceiling.at)}" if ceiling.speaks else "vacuous"
        needed = f"{count(ceiling.needed)} (≤ {number(1 - record.confidence)})"
        rows.append((bound_name(ceiling.name), allowed, "–", needed))
    at_least = f"error ≥ {number(record.epsilon)}"
    columns = (
        f"D = {count(record.read_at)}",
        at_least,
        f"{100 * record.confidence:g} % interval",
        "none from D = … on",
    )
    return Readout(columns, rows)


def _one_value(share: Share, g: int) -> str:
    """'yes' or 'no' for a deterministic scheme."""
    return "not defined" if math.isnan(share.share[g]) else "yes" if share.exceeded[g] else "no"


def _alt(record: Exceedance) -> str:
    names = listed([scheme_called(share.sampler).label for share in record.shares])
    share = record.main_share
    start = int(np.argmin(np.isnan(share.share)))
    fall = from_to(record.n_freqs[start:], share.share[start:], per_cent)
    bounds = [f"; the {bound_name(c.name)} falls below 1 only at D = {count(c.speaks_from)}" for c in record.ceilings]
    return (
        f"Share of seeds whose error is {number(record.epsilon)} or more against the number of frequencies D, for "
        f"{names} on {data_words(record.about)}: that of {scheme_called(share.sampler).label} goes "
        f"{fall}{''.join(bounds)}."
    )


def at_most(record: Exceedance) -> str:
    """The probability that the confidence leaves: 'at most 0.05'."""
    return f"at most {number(1 - record.confidence)}"
