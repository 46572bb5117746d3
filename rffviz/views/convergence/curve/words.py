"""The words of the view “Error curve”."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rffviz.measure import LARGEST, METRICS, Convergence, ErrorCurve, Promise, Reading
from rffviz.notes import latest
from rffviz.samplers import scheme_called
from rffviz.words.about import Words, about_words, data_words, map_words, metric_label, provenance
from rffviz.words.numbers import are, count, from_to, listed, measured, number, of_seeds, plural
from rffviz.words.promises import bound_lines, bound_name, promised_for, reasons, theorem, what_they_cover, why_loose

MANY = 7  # from this many schemes on, names fit neither at the lines' ends nor in a sentence


def convergence_words(report: Convergence) -> Words:
    """The words of the convergence figure."""
    first = report.curves[0]
    said_of = f"at confidence {report.confidence:g}, promised for {_whom(report)} only"
    return {
        "title": title_of(report),
        "subtitle": about_words(report.about, metric_label(first.metric), map_words(first.map), _band_words(report)),
        "reading": _reading(report),
        "alt": _alt(report),
        "notes": (*notes(report.curves), *why_loose(report), *what_they_cover(report), *_about_bar(report)),
        "provenance": provenance(
            report.about,
            f"error: {metric_label(first.metric)}; map: {first.map}",
            *bound_lines(report, [promise.name for promise in report.promises], said_of),
            *(
                f"expected: √(mean squared error) of {scheme_called(each.sampler).label}, exactly"
                for each in report.expectations
            ),
            *_about_bar(report),
            *_remarks(report.curves),
        ),
    }


def notes(curves: Sequence[ErrorCurve]) -> tuple[str, ...]:
    """Notes on the curves: the meaning of the error, what was left out, and remarks of schemes."""
    first = curves[0]
    meaning = METRICS[first.metric].meaning if first.metric in METRICS else ""
    return tuple(filter(None, [meaning, first.about.note, *_remarks(curves)]))


def title_of(report: Convergence) -> str:
    """The headline: D measured against D proved where both reach ε, else how fast the error falls."""
    error = number(report.epsilon)
    if report.loose:
        (need, curve), ratio = report.reached[0], report.overestimate
        times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"
        times = f"at least {times}" if curve.sampler in report.reached_at_once else times
        who = scheme_called(curve.sampler).label
        if (loosest := report.loosest_promise) is None:
            return f"For an error of {error} the bound asks for {times} times as many frequencies as {who} needs"
        sharp, loose = (theorem(promise.name).authors for promise in (report.main_promise, loosest))
        least = f"{sharp} asks for {times} times what {who} needs"
        return f"For an error of {error} {least}, {loose} {loosest.needed / need:,.0f} times"
    if report.fewest:
        (need, curve), (most, last) = report.fewest, report.most
        who, here = scheme_called(curve.sampler).label, plural(round(need), "frequency")
        if curve.sampler in report.reached_at_once:
            return f"{who} is within an error of {error} already at the smallest D tried, {count(need)}"
        slowest = "" if last is curve else f", {scheme_called(last.sampler).label} with {count(most)}"
        return f"{who} reaches an error of {error} with {here}{slowest}"
    here = plural(report.n_freqs, "frequency")
    if math.isnan(report.least_error):
        return f"None of the schemes shown is defined for {here}"
    return f"With {here} the smallest error is {number(report.least_error)}"


def _reading(report: Convergence) -> str:
    spoken, first = _named(report), report.curves[0]
    values, undefined = [], []
    for item, curve in spoken:
        label = scheme_called(item.sampler).label
        if math.isnan(item.median):
            undefined.append(label)
        elif curve.randomised and len(curve.seeds) > 1:
            values.append(f"{measured(item.median)} for {label} ({measured(item.low)}–{measured(item.high)})")
        else:
            values.append(f"{measured(item.median)} for {label}")
    kind = "largest error" if first.metric in LARGEST else "error"
    seeds = ""
    if any(curve.randomised for curve in report.curves):
        seeds = f" over {plural(max(len(curve.seeds) for curve in report.curves), 'seed')}"
    some = f" ({len(spoken)} of {len(report.curves)} schemes)" if len(spoken) < len(report.curves) else ""
    said = [f"At D = {count(report.n_freqs)} the {kind}{seeds} is {listed(values)}{some}."] if values else []
    if undefined:
        said.append(f"{are(undefined)} not defined for {plural(report.n_freqs, 'frequency')}.")
    theory = [*_expected(report), *_promised(report), *_barred(report), *reasons(report)]
    return " ".join([*said, *theory, *_falls(report)])


def _alt(report: Convergence) -> str:
    names = listed([scheme_called(curve.sampler).label for curve in report.curves])
    first, main = report.curves[0], report.main_promise
    start = int(np.argmax(first.defined))
    fall = from_to(first.n_freqs[start:], first.median[start:])
    bound = f"; at D = {count(report.n_freqs)} the {bound_name(main.name)} is {measured(main.at)}" if main else ""
    bound += "; the expected error is a line of its own" * bool(report.expectations)
    bound += "; the error bar from one draw is a line beside the band" * (report.bar is not None)
    return (
        f"Log–log plot of the {metric_label(first.metric)} against the number of frequencies D for {names} on "
        f"{data_words(report.about)}: the first goes {fall}{bound}."
    )


def _remarks(curves: Sequence[ErrorCurve]) -> list[str]:
    """The notes of the schemes, one line per scheme."""
    return [
        f"{scheme_called(curve.sampler).label}: {' '.join(map(str, latest(curve.notes)))}"
        for curve in curves
        if curve.notes
    ]


def _named(report: Convergence) -> list[tuple[Reading, ErrorCurve]]:
    """The schemes named in the sentence: all, or if there are many the best, Monte Carlo and the worst."""
    pairs = list(zip(report.readings, report.curves, strict=True))
    if len(pairs) <= MANY:
        return pairs
    order = sorted((pair for pair in pairs if not math.isnan(pair[0].median)), key=lambda pair: pair[0].median)
    carlo = [pair for pair in pairs if scheme_called(pair[0].sampler).monte_carlo] or order[1:2]
    return list({pair[0].sampler: pair for pair in (*order[:1], *carlo, *order[-1:])}.values()) or pairs[:3]


def _promised(report: Convergence) -> list[str]:
    """The values of the bounds at the number of frequencies shown."""
    if not (main := report.main_promise):
        return []
    whom = "" if main.sampling == "leverage" else f" {promised_for(main)}"  # the bound's name already says so
    said = f"With {100 * report.confidence:g} % confidence the {bound_name(main.name)} promises{whom} an error of at "
    said += f"most {measured(main.at)}"
    if report.vacuous(main):
        said += f", which says nothing, since {nothing_beyond(report, main)}"
    others = [f"the {bound_name(p.name)}, at most {measured(p.at)}" for p in report.promises if p is not main]
    return [f"{'; '.join([said, *others])}."]


def nothing_beyond(report: Convergence, promise: Promise) -> str:
    """Why a bound on larger errors is trivial: 'no error exceeds 2'."""
    if promise.proved_to < report.largest_error:
        return f"the theorem stops at {promise.proved_to:g}"
    return f"no error exceeds {report.largest_error:.3g}"


def _whom(report: Convergence) -> str:
    """The schemes that a bound is proved for."""
    return listed([*dict.fromkeys(promised_for(each) for each in report.promises)]) or "Monte Carlo"


def _expected(report: Convergence) -> list[str]:
    """The exact root mean square error of the schemes for which it is known."""
    if not report.expectations:
        return []
    values = [f"{measured(each.at)} for {scheme_called(each.sampler).label}" for each in report.expectations]
    return [f"Expected, as a root mean square over draws: {listed(values)}."]


def _barred(report: Convergence) -> list[str]:
    """The error estimated from one draw, compared with the errors of all seeds."""
    if (bar := report.bar) is None:
        return []
    percent, at = f"{100 * bar.estimate.confidence:g} %", f"D = {count(report.n_freqs)}"
    covered = int(bar.covered[np.flatnonzero(bar.n_freqs == report.n_freqs)[0]])
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


def _about_bar(report: Convergence) -> tuple[str, ...]:
    """How the error bar is computed."""
    if (bar := report.bar) is None:
        return ()
    made = bar.estimate
    percent = f"{100 * made.confidence:g} %"
    return (
        f"The error bar from one draw ({scheme_called(bar.sampler).label}, seed {made.random_state}) resamples the "
        f"draw's own {count(made.n_freqs)} frequencies {len(made.resampled)} times, without the kernel: the {percent} "
        "quantile of the resampled errors. At other D it is scaled by 1/√D. An estimate, no promise (Yao, Erichson & "
        "Lopes 2023).",
        *map(str, made.notes),
    )


def _falls(report: Convergence) -> list[str]:
    """How fast the errors fall, with the spread of the exponent over seeds."""
    named, words = {reading.sampler for reading, _ in _named(report)}, []
    for curve, slope in zip(report.curves, report.slopes, strict=True):
        if slope is not None and curve.sampler in named:
            spread = "" if math.isnan(slope.standard_error) else f" ± {slope.standard_error:.2f}"
            exponent = f"{'−' if slope.value < 0 else ''}{abs(slope.value):.2f}"
            words.append(f"{exponent}{spread} for {scheme_called(curve.sampler).label}")
    return [f"The error goes as D to the power {listed(words)}; 1/√D is the power −0.5."] if words else []


def _band_words(report: Convergence) -> str:
    if not any(curve.randomised for curve in report.curves):
        return "line: the one value of a deterministic scheme"
    done = max(len(curve.seeds) for curve in report.curves)
    seeds = of_seeds(done, len(report.about.seeds))
    if done == 1:
        return f"line: {seeds}"
    low, high = (f"{100 * q:g}" for q in report.band)
    words = f"line: median over {seeds}, band: {low}–{high} % of them"
    fixed = [scheme_called(curve.sampler).label for curve in report.curves if not curve.randomised]
    if fixed:
        words += f"; {are(fixed)} deterministic: no band"
    return words
