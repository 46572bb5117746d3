"""The words of the view “Error curve”."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rffviz.explorer.words.about import Words, about_words, data_words, map_words, metric_label, provenance
from rffviz.explorer.words.guarantees import (
    bound_lines,
    bound_name,
    guaranteed_for,
    reasons,
    what_they_cover,
    why_loose,
)
from rffviz.explorer.words.numbers import are, count, estimated, from_to, listed, measured, number, of_seeds, plural
from rffviz.explorer.words.readout import Readout
from rffviz.foundation.notes import latest
from rffviz.measure import METRICS, Convergence, CurveGuarantee, ErrorCurve, Reading
from rffviz.measure.slope import Slope
from rffviz.samplers import scheme_called

MANY = 7  # from this many schemes on, names fit neither at the lines' ends nor in a sentence


def convergence_words(record: Convergence) -> Words:
    """The words of the convergence figure."""
    first = record.curves[0]
    said_of = f"at confidence {record.confidence:g}, proved for {_whom(record)} only"
    return {
        "title": title_of(record),
        "subtitle": about_words(record.about, metric_label(first.metric), map_words(first.map), _band_words(record)),
        "readout": convergence_readout(record),
        "alt": _alt(record),
        "notes": (
            *notes(record.curves),
            *reasons(record),
            *why_loose(record),
            *what_they_cover(record),
            *_barred(record),
            *_about_bar(record),
        ),
        "provenance": provenance(
            record.about,
            f"error: {metric_label(first.metric)}; map: {first.map}",
            *bound_lines(record, [guarantee.name for guarantee in record.guarantees], said_of),
            *(
                f"expected: √(mean squared error) of {scheme_called(each.sampler).label}, exactly"
                for each in record.expectations
            ),
            *_about_bar(record),
            *_remarks(record.curves),
        ),
    }


def notes(curves: Sequence[ErrorCurve]) -> tuple[str, ...]:
    """Notes on the curves: the meaning of the error, what was left out, and remarks of schemes."""
    first = curves[0]
    meaning = METRICS[first.metric].meaning if first.metric in METRICS else ""
    return tuple(filter(None, [meaning, first.about.note, *_remarks(curves)]))


def title_of(record: Convergence) -> str:
    """The headline: the D that reaches ε, beside that of the loosest bound; an infinite bound, or the least error."""
    error = number(record.epsilon)
    if record.bounded:
        need, curve = record.reached[0]
        root = "As 1/√D: e" if record.all_as_root else f"{scheme_called(curve.sampler).label}, as 1/√D: e"
        most = curve.sampler in record.reached_at_once
        bound = record.loosest_guarantee or record.main_guarantee
        said = f"rror {error} takes {reaching(record, need, curve)} frequencies; the {bound_name(bound.name)} requires "
        return f"{root if record.as_root and not most else 'E'}{said}{count(bound.needed)}"
    if record.infinite:
        which = "bound guarantees" if record.infinite == 1 else "bounds guarantee"
        return f"The {which} nothing: σ_p is infinite for the {record.curves[0].kernel.label} kernel"
    if record.fewest:
        need, curve = record.fewest
        return f"{scheme_called(curve.sampler).label} reaches ε = {error} at D {reaching(record, need, curve)}"
    if math.isnan(record.least_error):
        return f"No scheme shown is defined for D = {count(record.n_freqs)}"
    medians = ((float(each), int(m)) for c in record.curves for m, each in zip(c.n_freqs, c.median, strict=True))
    least, where = min(each for each in medians if not math.isnan(each[0]))
    if least <= record.epsilon:  # the median; what is asked for is another quantile
        last = count(record.curves[0].n_freqs[-1])
        return f"No scheme has {100 * record.confidence:g} % of its seeds below ε = {error} by D = {last}"
    return f"No scheme reaches ε = {error}: the smallest error is {number(least)} at D = {count(where)}"


def reaching(record: Convergence, need: float, curve: ErrorCurve) -> str:
    """The D that a curve needs, with its sign: an estimate, or at most the smallest number measured."""
    return f"≤ {count(need)}" if curve.sampler in record.reached_at_once else f"≈ {estimated(need)}"


def convergence_readout(record: Convergence) -> Readout:
    """Error, its spread over seeds, the D that reaches ε and the slope of each scheme, and the bounds."""
    reached = {curve.sampler: need for need, curve in record.reached}
    slopes = dict(zip((curve.sampler for curve in record.curves), record.slopes, strict=True))
    low, high = (f"{100 * q:g}" for q in record.band)
    rows = []
    for item, curve in _named(record):
        name, spread = item.sampler, curve.randomised and len(curve.seeds) > 1 and not math.isnan(item.median)
        sign = "≤ " * (name in record.reached_at_once)
        rows.append(
            (
                scheme_called(name).label,
                measured(item.median),
                f"{measured(item.low)}–{measured(item.high)}" if spread else "–",
                f"{sign}{count(reached[name])}" if name in reached else "–",
                _slope(slopes[name]),
            )
        )
    percent = f"{100 * record.confidence:g} %"
    for guarantee in record.guarantees:
        value = f"{measured(guarantee.at)}{', vacuous' * record.vacuous(guarantee)}"
        rows.append((f"{bound_name(guarantee.name)}, {percent}", value, "–", count(guarantee.needed), "–"))
    rows += [
        (f"{scheme_called(each.sampler).label}, expected", measured(each.at), "–", "–", "–")
        for each in record.expectations
    ]
    if bar := record.bar:
        rows.append((f"one draw, {100 * bar.estimate.confidence:g} %", measured(bar.at), "–", "–", "–"))
    where = (f"D = {count(record.n_freqs)}", "median error", f"{low}–{high} %", _needed_heading(record))
    return Readout((*where, "slope"), rows)


def _needed_heading(record: Convergence) -> str:
    """'D for ε = 0.1, 95 % of 12 seeds', on two lines: what the numbers of frequencies are read off."""
    most = max(record.curves, key=lambda curve: len(curve.seeds))
    return f"D for ε = {number(record.epsilon)},\n{level(record, most)}"


def level(record: Convergence, curve: ErrorCurve) -> str:
    """What the D of a curve is read off: the median over its seeds, or beside bounds the quantile they hold at."""
    if not curve.randomised or len(curve.seeds) == 1:
        return "measured"
    share = f"{100 * record.confidence:g} %" if record.guarantees else "median"
    return f"{share} of {plural(len(curve.seeds), 'seed')}"


def _slope(slope: Slope | None) -> str:
    if slope is None:
        return "–"
    digits = 3 if slope.standard_error < 0.005 else 2  # ± 0.00 would be no error
    spread = "" if math.isnan(slope.standard_error) else f" ± {slope.standard_error:.{digits}f}"
    return f"{'−' if slope.value < 0 else ''}{abs(slope.value):.{digits}f}{spread}"


def _alt(record: Convergence) -> str:
    names = listed([scheme_called(curve.sampler).label for curve in record.curves])
    first, main = record.curves[0], record.main_guarantee
    start = int(np.argmax(first.defined))
    fall = from_to(first.n_freqs[start:], first.median[start:])
    bound = f"; at D = {count(record.n_freqs)} the {bound_name(main.name)} is {measured(main.at)}" if main else ""
    bound += "; the expected error is a line of its own" * bool(record.expectations)
    bound += "; the error bar from one draw is a line beside the band" * (record.bar is not None)
    return (
        f"Log–log plot of the {metric_label(first.metric)} against the number of frequencies D for {names} on "
        f"{data_words(record.about)}: the first goes {fall}{bound}."
    )


def _remarks(curves: Sequence[ErrorCurve]) -> list[str]:
    """The notes of the schemes, one line per scheme."""
    return [
        f"{scheme_called(curve.sampler).label}: {' '.join(map(str, latest(curve.notes)))}"
        for curve in curves
        if curve.notes
    ]


def _named(record: Convergence) -> list[tuple[Reading, ErrorCurve]]:
    """The schemes named in the sentence: all, or if there are many the best, Monte Carlo and the worst."""
    pairs = list(zip(record.readings, record.curves, strict=True))
    if len(pairs) <= MANY:
        return pairs
    order = sorted((pair for pair in pairs if not math.isnan(pair[0].median)), key=lambda pair: pair[0].median)
    carlo = [pair for pair in pairs if scheme_called(pair[0].sampler).monte_carlo] or order[1:2]
    return list({pair[0].sampler: pair for pair in (*order[:1], *carlo, *order[-1:])}.values()) or pairs[:3]


def nothing_beyond(record: Convergence, guarantee: CurveGuarantee) -> str:
    """Why a bound on larger errors is trivial: 'no error exceeds 2'."""
    if guarantee.proved_to < record.largest_error:
        return f"the theorem stops at {guarantee.proved_to:g}"
    return f"no error exceeds {record.largest_error:.3g}"


def _whom(record: Convergence) -> str:
    """The schemes that a bound is proved for."""
    return listed([*dict.fromkeys(guaranteed_for(each) for each in record.guarantees)]) or "i.i.d. sampling"


def _barred(record: Convergence) -> list[str]:
    """The error estimated from one draw, compared with the errors of all seeds."""
    if (bar := record.bar) is None:
        return []
    percent, at = f"{100 * bar.estimate.confidence:g} %", f"D = {count(record.n_freqs)}"
    covered = int(bar.covered[np.flatnonzero(bar.n_freqs == record.n_freqs)[0]])
    said = (
        f"One draw estimates {measured(bar.at)} at {at}; {percent} of seeds stay below {measured(bar.quantile)}, and "
        f"{covered} of {bar.n_seeds} below the estimate."
    )
    low = bar.n_freqs[bar.low]
    if low.size:
        where = f"D = {count(low[0])}" if low.size == 1 else f"D = {count(low[0])} and up to {count(low[-1])}"
        g = int(np.flatnonzero(bar.low)[0])
        said += f" It reads low at {where}: at the first, {bar.covered[g]} of {bar.n_seeds} seeds stay below it."
    return [said]


def _about_bar(record: Convergence) -> tuple[str, ...]:
    """How the error bar is computed."""
    if (bar := record.bar) is None:
        return ()
    made = bar.estimate
    percent = f"{100 * made.confidence:g} %"
    return (
        f"The error bar from one draw ({scheme_called(bar.sampler).label}, seed {made.random_state}) resamples the "
        f"draw's own {count(made.n_freqs)} frequencies {len(made.resampled)} times, without the kernel: the {percent} "
        "quantile of the resampled errors. At other D it is scaled by 1/√D. An estimate, not a bound (Yao, Erichson & "
        "Lopes 2023).",
        *map(str, made.notes),
    )


def _band_words(record: Convergence) -> str:
    if not any(curve.randomised for curve in record.curves):
        return "line: the one value of a deterministic scheme"
    done = max(len(curve.seeds) for curve in record.curves)
    seeds = of_seeds(done, len(record.about.seeds))
    if done == 1:
        return f"line: {seeds}"
    low, high = (f"{100 * q:g}" for q in record.band)
    words = f"line: median over {seeds}, band: {low}–{high} % of them"
    fixed = [scheme_called(curve.sampler).label for curve in record.curves if not curve.randomised]
    if fixed:
        words += f"; {are(fixed)} deterministic: no band"
    return words
