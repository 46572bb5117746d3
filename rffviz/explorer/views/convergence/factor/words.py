"""The words of the view “Bound ÷ measured”, with a readout for each step."""

from __future__ import annotations

import math

from rffviz.explorer.words.about import Words, about_words, map_words, provenance
from rffviz.explorer.words.labels import STEP_LABELS
from rffviz.explorer.words.numbers import count, number, of_seeds, plural, times
from rffviz.explorer.words.readout import Readout
from rffviz.studies.factor import Dissection, FactorStep

_WHY = {
    "printed": "Hoeffding on a net that covers a ball",
    "constants": "the same net with the smallest constant",
    "radius": "the same net with the best radius",
    "pairs": "covers only the {pairs}, not a ball",
    "variance": "variance of each pair, not range of a cosine",
    "exponent": "all moments of each pair, not variance alone",
    "normal": "tail of a normal distribution, not a bound",
    "measured": "errors of pairs correlate, no union bound",
}
"""Why each step needs fewer frequencies than the one before."""
INEQUALITIES = {
    "printed": "Rahimi & Recht's Claim 1 as printed",
    "constants": "the same proof with its best constant (Sutherland & Schneider)",
    "radius": "the best radius of the net kept in full (Sutherland & Schneider)",
    "pairs": "Hoeffding's inequality, summed over pairs",
    "variance": "Bernstein's inequality, summed over pairs",
    "exponent": "Chernoff's bound with the exact moments (Cramér), summed over pairs",
    "normal": "the normal tail, summed over pairs: an approximation, not a bound",
    "measured": "the quantile over seeds of the largest error",
}
"""What each step rests on."""
_MOSTLY = {
    "constants": "has a large constant",
    "radius": "fixes the radius of its net",
    "pairs": "covers a ball, not pairs of points",
    "variance": "ignores the variance",
    "exponent": "uses only the variance",
    "normal": "is a bound, not an approximation",
    "measured": "adds up correlated pairs",
}
"""Why the bound before each step needs more frequencies."""
_LOOSE = {
    "printed": "the printed bound",
    "constants": "Sutherland & Schneider's bound",
    "pairs": "the union bound over pairs",
}


def dissection_words(report: Dissection) -> Words:
    """The words of the figure."""
    end, seeds = _end(report), report.about.seeds
    if report.measured:
        end += f" (95 % interval {_interval(report)})"
    return {
        "title": _title(report),
        "subtitle": about_words(
            report.about,
            f"largest |k̂ − k| over {plural(report.pairs.n_pairs, 'pair')}",
            map_words(report.map),
            f"ε = {number(report.epsilon)} with confidence {100 * report.confidence:g} %",
            f"Monte Carlo, {of_seeds(len(seeds), len(seeds))}, line: 95 % interval" if seeds else "",
        ),
        "alt": f"Dot plot on a logarithmic axis: the number of frequencies that keeps the largest error below "
        f"{number(report.epsilon)}, step by step from {_asked(report.steps[0])} to {end}.",
        "notes": tuple(filter(None, [report.about.note, *_notes(report)])),
        "provenance": provenance(
            report.about,
            f"error: largest |k̂ − k| over pairs; map: {report.map}; epsilon = {report.epsilon:g}, "
            f"confidence {report.confidence:g}",
            f"sigma_p = {report.sigma_p:.6g}, diameter = {report.diameter.value:.6g}",
            *_notes(report),
        ),
    }


def dissection_readouts(report: Dissection) -> list[Readout]:
    """The number of frequencies at each step with its gain, above the measured number."""
    last, end = len(report.steps) - 1, STEP_LABELS[report.steps[-1].name]
    columns = (f"D for ε = {number(report.epsilon)}", "gain", f"over {end}", "95 % interval")
    seeds = plural(len(report.about.seeds), "seed")
    least = f"measured, {100 * report.confidence:g} % of {seeds}" if report.measured else end
    below = (least, count(report.steps[-1].n_freqs), "–", "–", _interval(report) if report.measured else "–")
    pairs = plural(report.pairs.n_pairs, "pair")
    return [
        Readout(
            (f"{STEP_LABELS[step.name]}:\n{_WHY[step.name].format(pairs=pairs)}", *columns),
            [("this step", *_step(report, g), below[-1] if g == last else "–"), below],
        )
        for g, step in enumerate(report.steps)
    ]


def _step(report: Dissection, g: int) -> tuple[str, str, str]:
    """The number of frequencies of a step, its gain, and its multiple of the last one."""
    step = report.steps[g]
    if math.isinf(step.n_freqs):
        return "∞ (vacuous)", "–", "∞"
    return count(step.n_freqs), factor_words(step.factor) or "–", times(report.loose(g))


def factor_words(factor: float) -> str:
    """The label of a step: '÷ 23', '× 1.2' if it requires more, nothing without a factor."""
    if not math.isfinite(factor):
        return ""
    return f"÷ {number(factor)}" if factor >= 1 else f"× {number(1 / factor)}"


def _title(report: Dissection) -> str:
    """By how much the first bound that is not vacuous overestimates D."""
    which, at = _LOOSE[report.first.name], f"At ε = {number(report.epsilon)}"
    if report.measured:
        mostly = f", mostly because it {_MOSTLY[report.largest.name]}" if report.largest else ""
        return f"{at} {which} overestimates D by {times(report.factor)}{mostly}"
    return f"{at} {which} needs {times(report.factor)} the D of a Gaussian approximation"


def _notes(report: Dissection) -> list[str]:
    """The limitations of the numbers."""
    record = ["Gain of a step: D of the step before ÷ D of this step."]
    if report.silent_over_ball:
        record.append("σ_p is infinite: the kernel has no second derivative at 0, and bounds over a ball are vacuous.")
    elif math.isfinite(report.over_ball):
        record.append(f"With the largest variance over the ball the bound needs D = {count(report.over_ball)}.")
    if report.measured:
        record.append("A union bound adds up pairs whose errors are correlated: all share the same frequencies.")
    if not report.pairs.exact:
        record.append(
            f"The {report.pairs.n_pairs:,} pairs are summed in {report.pairs.n_strata:,} groups of similar pairs; "
            "every pair counts with the largest probability in its group: upper bounds."
        )
    if report.continued:
        record.append(f"Measured to D = {count(report.curve.n_freqs[-1])}; extrapolated as 1/√D.")
    if not report.about.seeds:
        percent = f"{100 * report.confidence:g} %"
        record.append(f"Not measured: a quantile at {percent} takes {count(report.seeds_needed)} seeds or more.")
    return record


def _asked(step: FactorStep) -> str:
    return "vacuous" if math.isinf(step.n_freqs) else f"D = {count(step.n_freqs)}"


def _end(report: Dissection) -> str:
    """'D = 696 measured'."""
    return f"D = {count(report.steps[-1].n_freqs)} {'measured' if report.measured else 'by the Gaussian approximation'}"


def _interval(report: Dissection) -> str:
    """'629–835'."""
    if math.isinf(report.high):
        return f"from {count(report.low)}"
    return f"{count(report.low)}–{count(report.high)}"
