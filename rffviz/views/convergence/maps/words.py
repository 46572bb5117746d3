"""The words of the view “Maps”."""

from __future__ import annotations

import numpy as np

from rffviz.studies.maps import MapComparison
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, listed, number, of_seeds, plural, sentence


def maps_words(report: MapComparison) -> Words:
    """The words of the figure of both maps."""
    about, n_features = report.about, report.n_features
    title = "Paired features have the smaller error, above all at short distances"
    if report.paired_loses:
        title = f"{sentence(_where(report))} the offset map has the smaller error, by {_excess(report)}"
    return {
        "title": title,
        "subtitle": about_words(
            about,
            f"d = {about.d}{', along an oblique direction' if about.d > 1 else ''}",
            f"{count(n_features)} real features for each map: {plural(n_features // 2, 'frequency')} paired, "
            f"{count(n_features)} offset",
            "Monte Carlo",
            "lines: the variance formulas, markers: root mean square error over "
            f"{of_seeds(report.n_seeds, about.settings['n_seeds'])}, ± 2 standard errors",
        ),
        "reading": _reading(report),
        "alt": _alt(report),
        "provenance": provenance(
            about,
            f"dimension: {about.d}; direction: {', '.join(f'{u:.6g}' for u in report.direction)}",
            "formula: paired (1 + k(2t) - 2k(t)^2)/features, offset (1 + k(2t)/2 - k(t)^2)/features, the square root",
        ),
    }


def _reading(report: MapComparison) -> str:
    if report.paired_loses:
        said = [
            f"Paired features have the smaller error up to {_lengths(report, report.paired_loses[0][0])}. "
            f"{sentence(_where(report))}, where k(2δ) > 2k(δ)² for δ = x − y, the error of the offset map is smaller, "
            f"by {_excess(report)}."
        ]
    else:
        said = [
            "By the formulas paired features have the smaller error at every distance shown: k(2δ) < 2k(δ)² for every "
            "δ = x − y."
        ]
    if near := report.at_length_scale:
        at = _lengths(report, report.line_distance[near])
        said.append(f"At {at} the error of the paired map is {number(report.ratio)} times that of the offset map.")
    hits = np.concatenate([report.paired.agrees, report.offset.agrees])
    seeds, within = plural(report.n_seeds, "seed"), "measured values lie within 2 standard errors of the formulas."
    return " ".join([*said, f"Over {seeds}, {hits.sum()} of {len(hits)} {within}"])


def _alt(report: MapComparison) -> str:
    first, last = (
        f"{number(float(report.paired.line[g]))} and {number(float(report.offset.line[g]))}" for g in (0, -1)
    )
    ending = "the paired one is below everywhere"
    if report.paired_loses:
        ending = f"{_where(report)} the paired one is above, by {_excess(report)}"
    return (
        f"Standard deviation of the estimate of the {report.about.kernel.label} kernel against distance for the paired "
        f"and the offset map with {count(report.n_features)} real features each: from {first} at distance 0 to {last}; "
        f"{ending}."
    )


def _lengths(report: MapComparison, distance: float) -> str:
    in_scales = f"{distance / report.about.kernel.length_scale:.2g}"
    return "one length scale" if in_scales == "1" else f"{in_scales} ℓ"


def _where(report: MapComparison) -> str:
    end = report.line_distance[-1]
    return listed(
        [
            f"beyond {_lengths(report, low)}"
            if high >= end
            else f"between {_lengths(report, low)} and {_lengths(report, high)}"
            for low, high in report.paired_loses
        ]
    )


def _excess(report: MapComparison) -> str:
    percent = 100 * report.largest_excess
    return f"at most {number(percent)} %" if percent >= 0.01 else "less than 0.01 %"
