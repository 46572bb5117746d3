"""The words of the view “Bound ÷ measured”, with a readout for each step."""

from __future__ import annotations

import math

from rffviz.explorer.words.about import Words, about_words, map_words, provenance
from rffviz.explorer.words.labels import STEP_LABELS
from rffviz.explorer.words.numbers import count, number, of_seeds, plural, sentence, times
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
_LOOSE = {
    "printed": "the printed bound",
    "constants": "Sutherland & Schneider's bound",
    "pairs": "the union bound over pairs",
}


def dissection_words(record: Dissection) -> Words:
    """The words of the figure."""
    end, seeds = _end(record), record.about.seeds
    if record.measured:
        end += f" (95 % interval {_interval(record)})"
    return {
        "title": _title(record),
        "subtitle": about_words(
            record.about,
            f"largest |k̂ − k| over {plural(record.pairs.n_pairs, 'pair')}",
            map_words(record.map),
            f"ε = {number(record.epsilon)} with confidence {100 * record.confidence:g} %",
            f"Monte Carlo, {of_seeds(len(seeds), len(seeds))}, line: 95 % interval" if seeds else "",
        ),
        "alt": f"Dot plot on a logarithmic axis: the number of frequencies that keeps the largest error below "
        f"{number(record.epsilon)}, step by step from {_asked(record.steps[0])} to {end}.",
        "notes": tuple(filter(None, [record.about.note, *_notes(record)])),
        "provenance": provenance(
            record.about,
            f"error: largest |k̂ − k| over pairs; map: {record.map}; epsilon = {record.epsilon:g}, "
            f"confidence {record.confidence:g}",
            f"sigma_p = {record.sigma_p:.6g}, diameter = {record.diameter.value:.6g}",
            *_notes(record),
        ),
    }


def dissection_readouts(record: Dissection) -> list[Readout]:
    """The number of frequencies at each step with its gain, above the measured number."""
    last, end = len(record.steps) - 1, STEP_LABELS[record.steps[-1].name]
    columns = (f"D for ε = {number(record.epsilon)}", "gain", f"over {end}", "95 % interval")
    seeds = plural(len(record.about.seeds), "seed")
    least = f"measured, {100 * record.confidence:g} % of {seeds}" if record.measured else end
    below = (least, count(record.steps[-1].n_freqs), "–", "–", _interval(record) if record.measured else "–")
    pairs = plural(record.pairs.n_pairs, "pair")
    return [
        Readout(
            (f"{STEP_LABELS[step.name]}:\n{_WHY[step.name].format(pairs=pairs)}", *columns),
            [("this step", *_step(record, g), below[-1] if g == last else "–"), below],
        )
        for g, step in enumerate(record.steps)
    ]


def _step(record: Dissection, g: int) -> tuple[str, str, str]:
    """The number of frequencies of a step, its gain, and its multiple of the last one."""
    step = record.steps[g]
    if math.isinf(step.n_freqs):
        return "∞ (vacuous)", "–", "∞"
    return count(step.n_freqs), factor_words(step.factor) or "–", times(record.loose(g))


def factor_words(factor: float) -> str:
    """The label of a step: '÷ 23', '÷ ∞' from a vacuous one, '× 1.2' if it requires more, nothing without a factor."""
    if factor == math.inf:
        return "÷ ∞"
    if not math.isfinite(factor):
        return ""
    return f"÷ {number(factor)}" if factor >= 1 else f"× {number(1 / factor)}"


def _title(record: Dissection) -> str:
    """By how much the first bound that is not vacuous overestimates D; whether Rahimi & Recht's bound is vacuous."""
    vacuous = "σ_p is infinite, so Rahimi & Recht's bound is vacuous;" if record.silent_over_ball else ""
    which = f"{vacuous} {_LOOSE[record.first.name]}" if vacuous else sentence(_LOOSE[record.first.name])
    if record.measured:
        over = f"{which} overestimates D by {times(record.factor)}"
        if vacuous or not record.largest:
            return over
        return f"{over}; largest step: {STEP_LABELS[record.largest.name]}"
    return f"{which} needs {times(record.factor)} the D of a Gaussian approximation"


def _notes(record: Dissection) -> list[str]:
    """The limitations of the numbers."""
    remarks = ["Gain of a step: D of the step before ÷ D of this step."]
    if record.silent_over_ball:
        remarks.append("σ_p is infinite: the kernel has no second derivative at 0, and bounds over a ball are vacuous.")
    elif math.isfinite(record.over_ball):
        remarks.append(f"With the largest variance over the ball the bound needs D = {count(record.over_ball)}.")
    if record.measured:
        remarks.append("A union bound adds up pairs whose errors are correlated: all share the same frequencies.")
    if not record.pairs.exact:
        remarks.append(
            f"The {record.pairs.n_pairs:,} pairs are summed in {record.pairs.n_strata:,} groups of similar pairs; "
            "every pair counts with the largest probability in its group: upper bounds."
        )
    if record.continued:
        remarks.append(f"Measured to D = {count(record.curve.n_freqs[-1])}; extrapolated as 1/√D.")
    if not record.about.seeds:
        percent = f"{100 * record.confidence:g} %"
        remarks.append(f"Not measured: a quantile at {percent} takes {count(record.seeds_needed)} seeds or more.")
    return remarks


def _asked(step: FactorStep) -> str:
    return "vacuous" if math.isinf(step.n_freqs) else f"D = {count(step.n_freqs)}"


def _end(record: Dissection) -> str:
    """'D = 696 measured'."""
    return f"D = {count(record.steps[-1].n_freqs)} {'measured' if record.measured else 'by the Gaussian approximation'}"


def _interval(record: Dissection) -> str:
    """'629–835'."""
    if math.isinf(record.high):
        return f"from {count(record.low)}"
    return f"{count(record.low)}–{count(record.high)}"
