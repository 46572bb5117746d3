"""The words of the view “Cos/sin or random phase”."""

from __future__ import annotations

from rffviz.explorer.words.about import Words, about_words, map_words, provenance
from rffviz.explorer.words.numbers import count, listed, measured, number, of_seeds, plural, sentence
from rffviz.explorer.words.readout import Readout
from rffviz.studies.maps import MapComparison, Spread


def maps_words(report: MapComparison) -> Words:
    """The words of the figure of both maps."""
    about, n_features = report.about, report.n_features
    title = (
        f"At distance {_at_scale(report)} the error of cos/sin pairs is {number(report.ratio)}× that of random phases"
    )
    if report.paired_loses:
        title = f"{sentence(_where(report))} random phases have the smaller error, by {_excess(report)}"
    return {
        "title": title,
        "subtitle": about_words(
            about,
            f"d = {about.d}{', along an oblique direction' if about.d > 1 else ''}",
            f"{count(n_features)} features for each map: {plural(n_features // 2, 'frequency')} as "
            f"cos/sin pairs, {count(n_features)} with a random phase",
            "Monte Carlo",
            "lines: the variance formulas, markers: root mean square error over "
            f"{of_seeds(report.n_seeds, about.settings['n_seeds'])}, ± 2 standard errors",
        ),
        "readout": _readout(report),
        "alt": _alt(report),
        "notes": ("Random phases have the smaller error if and only if k(2δ) > 2k(δ)², δ = x − y.",),
        "provenance": provenance(
            about,
            f"dimension: {about.d}; direction: {', '.join(f'{u:.6g}' for u in report.direction)}",
            "formula: cos/sin pairs √((1 + k(2t) − 2k(t)²)/features), random phase √((1 + k(2t)/2 − k(t)²)/features)",
        ),
    }


def _readout(report: MapComparison) -> Readout:
    """The error of both maps at one length scale and at the largest distance, and how many markers fit the formulas."""
    near, last = report.at_length_scale, len(report.line_distance) - 1
    places = _at_scale(report), _norms(report, report.line_distance[last])
    rows = []
    for name in ("paired", "offset"):
        spread: Spread = getattr(report, name)
        hits = f"{spread.agrees.sum()} of {spread.agrees.size}"
        rows.append((map_words(name), *(measured(spread.line[g]) for g in (near, last)), hits))
    rows.append(("pairs / phase", *(f"{report.ratio_at(g):.3f}" for g in (near, last)), "–"))
    return Readout(("standard deviation of k̂", *(f"at {place}" for place in places), "within 2 standard errors"), rows)


def _alt(report: MapComparison) -> str:
    first, last = (
        f"{number(float(report.paired.line[g]))} and {number(float(report.offset.line[g]))}" for g in (0, -1)
    )
    ending = "that of cos/sin pairs is below everywhere"
    if report.paired_loses:
        ending = f"{_where(report)} that of cos/sin pairs is above, by {_excess(report)}"
    return (
        f"Standard deviation of the estimate of the {report.about.kernel.label} kernel against distance for cos/sin "
        f"pairs and for random phases with {count(report.n_features)} features each: from {first} at distance 0 "
        f"to {last}; {ending}."
    )


def _norms(report: MapComparison, distance: float) -> str:
    in_scales = f"{distance / report.about.kernel.length_scale:.2g}"
    return "ℓ" if in_scales == "1" else f"{in_scales} ℓ"


def _at_scale(report: MapComparison) -> str:
    return _norms(report, report.line_distance[report.at_length_scale])


def _where(report: MapComparison) -> str:
    end = report.line_distance[-1]
    return listed(
        [
            f"beyond {_norms(report, low)}"
            if high >= end
            else f"between {_norms(report, low)} and {_norms(report, high)}"
            for low, high in report.paired_loses
        ]
    )


def _excess(report: MapComparison) -> str:
    percent = 100 * report.largest_excess
    return f"at most {number(percent)} %" if percent >= 0.01 else "less than 0.01 %"
