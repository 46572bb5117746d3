"""What the convergence figure says, in words: computed from its record, nothing drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rffviz.measure import LARGEST, METRICS, Convergence, ErrorCurve, Promise, Reading
from rffviz.notes import latest
from rffviz.samplers import SAMPLERS
from rffviz.theory import BOUNDS
from rffviz.words.about import about_words, data_words, metric_label, provenance
from rffviz.words.numbers import count, measured, number, plural

MANY = 7  # schemes beyond which names at the lines' ends no longer fit, nor all of them in a sentence


def title(report: Convergence) -> str:
    """What the figure shows, from its numbers."""
    reached = [(need, curve) for need, curve in zip(report.needed, report.curves, strict=True) if need == need]
    if reached and report.promises:
        need, curve = carlo_or_first(reached)
        ratio = main_promise(report).needed / need
        if ratio >= 1.5:
            who = SAMPLERS[curve.sampler].label
            return f"An error of {number(report.epsilon)}: {who} needs {_times(ratio)} fewer frequencies than promised"
    if reached:
        need, curve = min(reached, key=lambda pair: pair[0])
        who = SAMPLERS[curve.sampler].label
        return f"{who} is within {number(report.epsilon)} of the kernel with {count(need)} frequencies"
    best = min((r for r in report.readings if r.median == r.median), key=lambda r: r.median, default=None)
    if best is None:
        return f"No scheme shown is defined for {count(report.n_freqs)} frequencies here"
    return f"{count(report.n_freqs)} frequencies bring the error to {number(best.median)}"


def subtitle(report: Convergence) -> str:
    """What was measured, on what, and what line and band are."""
    first = report.curves[0]
    return f"{about_words(report.about)} · {metric_label(first.metric)} · {first.map} map · {_band_words(report)}"


def reading(report: Convergence) -> str:
    """The sentence under the figure."""
    parts = []
    first = report.curves[0]
    for item, curve in _spoken_of(report):
        label = SAMPLERS[item.sampler].label
        if item.median != item.median:
            parts.append(f"{label} not defined for so few")
        elif curve.randomised and len(curve.seeds) > 1:
            parts.append(f"{label} {measured(item.median)} ({measured(item.low)}–{measured(item.high)})")
        else:
            parts.append(f"{label} {measured(item.median)}")
    kind = "largest error" if first.metric in LARGEST else "error"
    seeds = max(len(curve.seeds) for curve in report.curves)
    if len(report.curves) > MANY:
        parts[-1] += f", to name three of {len(report.curves)} schemes,"
    said = f"At D = {count(report.n_freqs)} the {kind} is {', '.join(parts)} over {plural(seeds, 'seed')}"
    if not report.promises:
        return " ".join([f"{said}.", *report.silent, _falls(report)]).strip()
    main = main_promise(report)
    words = f"{said}; the {bound_name(main)} at {100 * report.confidence:g} % says {measured(main.at)}"
    if main.at >= report.largest_error:
        words += f", which says nothing, since no error exceeds {report.largest_error:g}"
    words += "".join(f"; {bound_name(p)}: {measured(p.at)}" for p in report.promises if p is not main)
    return " ".join([f"{words}.", *report.silent, _falls(report)]).strip()


def alt(report: Convergence) -> str:
    """What the figure shows, for those who do not see it."""
    names = ", ".join(SAMPLERS[curve.sampler].label for curve in report.curves)
    first = report.curves[0]
    start = int(np.argmax(first.defined))
    fall = f"from {number(float(first.median[start]))} at D = {count(first.n_freqs[start])}"
    fall += f" to {number(float(first.median[-1]))} at D = {count(first.n_freqs[-1])}"
    bound = ""
    if report.promises:
        main = main_promise(report)
        bound = f"; at D = {count(report.n_freqs)} the {bound_name(main)} says {measured(main.at)}"
    return (
        f"Log–log plot of the {metric_label(first.metric)} against the number of frequencies D for {names} on "
        f"{data_words(report.about)}: the first falls {fall}{bound}."
    )


def _spoken_of(report: Convergence) -> list[tuple[Reading, ErrorCurve]]:
    """The schemes that the sentence speaks of: all, or of many the best, Monte Carlo and the worst."""
    pairs = list(zip(report.readings, report.curves, strict=True))
    if len(pairs) <= MANY:
        return pairs
    order = sorted((pair for pair in pairs if pair[0].median == pair[0].median), key=lambda pair: pair[0].median)
    carlo = [pair for pair in pairs if SAMPLERS[pair[0].sampler].monte_carlo] or order[1:2]
    return list({pair[0].sampler: pair for pair in (*order[:1], *carlo, *order[-1:])}.values()) or pairs[:3]


def _falls(report: Convergence) -> str:
    """How fast the errors fall, with the spread of the exponent over seeds."""
    words = []
    named = {reading.sampler for reading, _ in _spoken_of(report)}
    for curve, slope in zip(report.curves, report.slopes, strict=True):
        if curve.sampler not in named:
            continue
        if slope is not None:
            spread = f" ± {slope.standard_error:.2f}" if slope.standard_error == slope.standard_error else ""
            exponent = f"{slope.value:.2f}".replace("-", "−")
            words.append(f"{SAMPLERS[curve.sampler].label} as D^({exponent}{spread})")
    return f"Errors fall: {', '.join(words)}; 1/√D is D^(−0.5)." if words else ""


def _band_words(report: Convergence) -> str:
    low, high = (f"{100 * q:g}" for q in report.band)
    done = max(len(curve.seeds) for curve in report.curves)
    asked = len(report.about.seeds)
    if done < asked:
        seeds = f"the first {done} of {asked} seeds"
    else:
        seeds = plural(done, "seed")
    if not any(curve.randomised for curve in report.curves):
        return "line: the one value a deterministic scheme has"
    if done == 1:
        return f"line: {seeds}"
    fixed = [SAMPLERS[curve.sampler].label for curve in report.curves if not curve.randomised]
    verb = "is deterministic and has" if len(fixed) == 1 else "are deterministic and have"
    note = f"; {_listed(fixed)} {verb} no band" if fixed else ""
    return f"line: median, band: {low}–{high} % of {seeds}{note}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _times(ratio: float) -> str:
    return f"{ratio:.0f} times" if ratio >= 10 else f"{ratio:.1f} times"


def carlo_or_first(reached):
    """Monte Carlo's answer where it is among them: the bound is promised for it alone."""
    for need, curve in reached:
        if SAMPLERS[curve.sampler].monte_carlo:
            return need, curve
    return reached[0]


def main_promise(report: Convergence) -> Promise:
    """The bound that title and sentence speak of: one made for a single pair where there is one, else the first."""
    return next((p for p in report.promises if not BOUNDS[p.name].uniform), report.promises[0])


def bound_name(promise: Promise) -> str:
    """'Rahimi–Recht bound'."""
    return f"{BOUNDS[promise.name].label.partition(',')[0]} bound"


def notes(curves: Sequence[ErrorCurve]) -> tuple[str, ...]:
    """What a reader of the curves should know besides: the error's meaning, what was left out, what schemes remark."""
    first = curves[0]
    meaning = METRICS[first.metric].meaning if first.metric in METRICS else ""
    remarks = [
        f"{SAMPLERS[curve.sampler].label}: {' '.join(map(str, latest(curve.notes)))}" for curve in curves if curve.notes
    ]
    return tuple(filter(None, [meaning, first.about.note, *remarks]))


def origin(report: Convergence) -> tuple[str, ...]:
    """Where the numbers come from, a line each."""
    first, size = report.curves[0], report.diameter
    what = "largest distance between two points" if size.exact else "diagonal of the bounding box"
    bounds = [
        f"bound: {BOUNDS[promise.name].citation}, at confidence {report.confidence:g}, promised for Monte Carlo only; "
        f"sigma_p = {report.sigma_p:.6g}, diameter = {size.value:.6g} ({what})"
        for promise in report.promises
    ]
    remarks = dict.fromkeys(str(note) for curve in report.curves for note in curve.notes)
    silent = [f"bound: {reason}" for reason in report.silent]
    return provenance(
        report.about, f"error: {metric_label(first.metric)}; map: {first.map}", *bounds, *silent, *remarks
    )
