"""The words of the view “Cos/sin or random phase”."""

from __future__ import annotations

from collections.abc import Sequence

from rffviz.explorer.words.about import Words, about_words, map_words, provenance
from rffviz.explorer.words.numbers import count, listed, measured, number, of_seeds, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.studies.maps import MapComparison, Spread

_SAME = 0.01  # the errors of both maps are the same, within this share
_SEEN = 0.001  # a smaller share is no headline


def maps_words(record: MapComparison) -> Words:
    """The words of the figure of both maps."""
    about, n_features = record.about, record.n_features
    title = (
        f"At distance {at_scale(record)} the error of cos/sin pairs is {number(record.ratio)}× that of random phases"
    )
    if record.ratio > 1 - _SAME and record.largest_excess < _SAME:
        title = f"At distance {at_scale(record)} cos/sin pairs and random phases have the same error, within 1 %"
    elif record.largest_excess >= _SEEN:
        where = sentence(_where(record, record.paired_loses[-1:]))
        title = f"{where} random phases have the smaller error, by {_excess(record)}"
    return {
        "title": title,
        "subtitle": about_words(
            about,
            f"d = {about.d}{', along an oblique direction' if about.d > 1 else ''}",
            f"{count(n_features)} features for each map: {plural(n_features // 2, 'frequency')} as "
            f"cos/sin pairs, {count(n_features)} with a random phase",
            "Monte Carlo",
            "lines: the variance formulas, markers: root mean square error over "
            f"{of_seeds(record.n_seeds, about.settings['n_seeds'])}, ± 2 standard errors",
        ),
        "readout": _readout(record),
        "alt": _alt(record),
        "notes": ("Random phases have the smaller error if and only if k(2δ) > 2k(δ)², δ = x − y.",),
        "provenance": provenance(
            about,
            f"dimension: {about.d}; direction: {', '.join(f'{u:.6g}' for u in record.direction)}",
            "formula: cos/sin pairs √((1 + k(2t) − 2k(t)²)/features), random phase √((1 + k(2t)/2 − k(t)²)/features)",
        ),
    }


def _readout(record: MapComparison) -> Readout:
    """The error of both maps at one length scale and at the largest distance, and how many markers fit the formulas."""
    near, last = record.at_length_scale, len(record.line_distance) - 1
    places = at_scale(record), _norms(record, record.line_distance[last])
    rows = []
    for name in ("paired", "offset"):
        spread: Spread = getattr(record, name)
        hits = f"{spread.agrees.sum()} of {spread.agrees.size}"
        rows.append((map_words(name), *(measured(spread.line[g]) for g in (near, last)), hits))
    rows.append(("pairs / phase", *(f"{record.ratio_at(g):.3f}" for g in (near, last)), "–"))
    return Readout(("standard deviation of k̂", *(f"at {place}" for place in places), "within 2 standard errors"), rows)


def _alt(record: MapComparison) -> str:
    first, last = (
        f"{number(float(record.paired.line[g]))} and {number(float(record.offset.line[g]))}" for g in (0, -1)
    )
    ending = "that of cos/sin pairs is below everywhere"
    if record.paired_loses:
        ending = f"{_where(record, record.paired_loses)} that of cos/sin pairs is above, by {_excess(record)}"
    return (
        f"Standard deviation of the estimate of the {record.about.kernel.label} kernel against distance for cos/sin "
        f"pairs and for random phases with {count(record.n_features)} features each: from {first} at distance 0 "
        f"to {last}; {ending}."
    )


def _norms(record: MapComparison, distance: float) -> str:
    in_scales = f"{distance / record.about.kernel.length_scale:.2g}"
    return "ℓ" if in_scales == "1" else f"{in_scales} ℓ"


def at_scale(record: MapComparison) -> str:
    """The distance of the headline, in length scales."""
    return _norms(record, record.line_distance[record.at_length_scale])


def _where(record: MapComparison, stretches: Sequence[tuple[float, float]]) -> str:
    end = record.line_distance[-1]
    return listed(
        [
            f"beyond {_norms(record, low)}"
            if high >= end
            else f"between {_norms(record, low)} and {_norms(record, high)}"
            for low, high in stretches
        ]
    )


def _excess(record: MapComparison) -> str:
    percent = 100 * record.largest_excess
    return f"at most {number(percent)} %" if percent >= 0.01 else "less than 0.01 %"
