"""The words of the view “The factor”, with a reading for each step."""

from __future__ import annotations

import math

from rffviz.studies.factor import Dissection, FactorStep
from rffviz.words.about import Words, about_words, provenance
from rffviz.words.numbers import count, number, of_seeds, plural

SHORT = {
    "printed": "as printed",
    "constants": "best constant",
    "radius": "best radius",
    "pairs": "points, not a ball",
    "variance": "variance, not range",
    "exponent": "exact exponent",
    "normal": "normal tail, no bound",
    "measured": "measured",
}
"""What stands beside the bar of each step."""
INEQUALITIES = {
    "printed": "Rahimi & Recht's Claim 1 as printed",
    "constants": "the same proof with its best constant (Sutherland & Schneider)",
    "radius": "the best radius of the net kept in full (Sutherland & Schneider)",
    "pairs": "Hoeffding's inequality, summed over pairs",
    "variance": "Bernstein's inequality, summed over pairs",
    "exponent": "Chernoff's bound with the exact moments (Cramér), summed over pairs",
    "normal": "the normal law's tail, summed over pairs: an approximation and no bound",
    "measured": "the quantile over seeds of the largest error",
}
"""What each step rests on."""
_GAINS = {
    "constants": "the best constant",
    "radius": "the best radius",
    "pairs": "knowing the points",
    "variance": "the variance",
    "exponent": "the exact exponent",
    "normal": "the normal tail",
    "measured": "errors that come together",
}


def dissection_words(report: Dissection) -> Words:
    """The words of the figure."""
    end, seeds = _end(report), report.about.seeds
    if report.measured:
        end += f", {_interval(report)}"
    return {
        "title": _title(report),
        "subtitle": about_words(
            report.about,
            f"largest |k̂ − k| over {plural(report.pairs.n_pairs, 'pair')}",
            f"{report.map} map",
            f"ε = {number(report.epsilon)} with confidence {100 * report.confidence:g} %",
            f"Monte Carlo, {of_seeds(len(seeds), len(seeds))}, line: 95 % interval" if seeds else "",
        ),
        "alt": f"Bar chart on a logarithmic axis: the number of frequencies that keeps the largest error below "
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


def dissection_readings(report: Dissection) -> list[str]:
    """The sentence under the figure at each step."""
    return [_question(report), *(_gain(report, g) for g in range(1, len(report.steps)))]


def factor_words(factor: float) -> str:
    """The label of a step: '÷ 23', '× 1.2' if it requires more, nothing without a factor."""
    if not math.isfinite(factor):
        return ""
    return f"÷ {number(factor)}" if factor >= 1 else f"× {number(1 / factor)}"


def _title(report: Dissection) -> str:
    """From the first number to the last, and the step with the largest gain."""
    first, silent, best = report.first, report.silent_over_ball, report.largest
    promised = "Nothing is promised over the ball; " * silent
    said = f"{promised}{count(first.n_freqs)} promised{' over pairs' * silent}, {_end(report)}: "
    said += f"a factor of {number(report.factor)}"
    return f"{said}, of which {number(best.factor)} comes from {_GAINS[best.name]}" if best else said


def _question(report: Dissection) -> str:
    """The question at the first step."""
    wanted = f"for an error below {number(report.epsilon)} at all pairs with {100 * report.confidence:g} % confidence"
    first, end = report.steps[0], f"by the normal tail {count(report.steps[-1].n_freqs)} would do"
    bound = "Rahimi and Recht's bound, as printed," if first.name == "printed" else "Sutherland and Schneider's bound"
    if report.measured:
        seeds = plural(len(report.about.seeds), "seed")
        end = f"measured over {seeds}, {count(report.steps[-1].n_freqs)} are enough ({_interval(report)})"
    if report.silent_over_ball:
        return (
            f"{bound} promises nothing here: the {report.about.kernel.label} kernel has no second derivative at 0, so "
            f"that σ_p is infinite. Yet {wanted}, {end}."
        )
    return (
        f"{bound} asks for {count(first.n_freqs)} frequencies {wanted}; {end}. Where did the factor of "
        f"{number(report.factor)} go?"
    )


def _gain(report: Dissection, g: int) -> str:
    """What one step changes, and the factor it gains."""
    step, before = report.steps[g], report.steps[g - 1]
    if math.isinf(step.n_freqs):
        return f"{_WHY[step.name](report)} With an infinite σ_p this changes nothing: it still promises nothing."
    if math.isinf(before.n_freqs):
        return f"{_WHY[step.name](report)} {count(step.n_freqs)} frequencies, where the bounds before promise nothing."
    change = "a factor of" if step.factor >= 1 else "more by a factor of"
    worth = number(max(step.factor, 1 / step.factor))
    if step.factor == 1:
        return f"{_WHY[step.name](report)} It asks for {count(step.n_freqs)}, as the step before."
    return f"{_WHY[step.name](report)} {count(before.n_freqs)} → {count(step.n_freqs)}, {change} {worth}."


def _constants(report: Dissection) -> str:
    return "Sutherland and Schneider find the best constant of the same proof: 66 in place of 2⁸."


def _radius(report: Dissection) -> str:
    power = report.about.d / (report.about.d + (2 if report.map == "paired" else 1))
    return (
        "The net's best radius is kept in full, its constant and its power for this dimension: σ_p·diameter/ε enters "
        f"with the power {number(2 * power)} and not 2."
    )


def _pairs(report: Dissection) -> str:
    return (
        f"The points are known before the draw: {plural(report.pairs.n_pairs, 'pair')} at which Hoeffding's inequality "
        "holds replace the net over a ball, and neither the dimension nor σ_p enters."
    )


def _variance(report: Dissection) -> str:
    words = "Bernstein's inequality knows the variance at each pair and not only the range of a cosine."
    if math.isinf(report.over_ball):
        return words
    return f"{words} (In the bound over the ball the largest variance alone would give {count(report.over_ball)}.)"


def _exponent(report: Dissection) -> str:
    return "The law of each pair's error is known: Chernoff's bound with its exact moments (Cramér) is used instead."


def _normal(report: Dissection) -> str:
    return (
        "With many frequencies the error of a pair is nearly normal, and the normal tail has a factor in front of its "
        "exponential that Chernoff's bound lacks: an approximation and no bound."
    )


def _together(report: Dissection) -> str:
    return (
        "All pairs share their frequencies, so that large errors come together, while the sum over pairs counts each "
        "alone."
    )


_WHY = {
    "constants": _constants,
    "radius": _radius,
    "pairs": _pairs,
    "variance": _variance,
    "exponent": _exponent,
    "normal": _normal,
    "measured": _together,
}


def _notes(report: Dissection) -> list[str]:
    """The limitations of the numbers."""
    record = []
    if not report.pairs.exact:
        record.append(
            f"Bernstein's, Cramér's and the normal sum are over {report.pairs.n_strata:,} strata of the "
            f"{report.pairs.n_pairs:,} pairs, each at its worst: upper bounds of the sums over pairs."
        )
    if report.continued:
        record.append(f"The measured errors reach to D = {count(report.curve.n_freqs[-1])} and are continued as 1/√D.")
    if not report.about.seeds:
        record.append(
            f"Nothing is measured: a quantile at {100 * report.confidence:g} % takes {count(report.seeds_needed)} "
            "seeds or more."
        )
    return record


def _asked(step: FactorStep) -> str:
    return "nothing promised" if math.isinf(step.n_freqs) else f"{count(step.n_freqs)} promised"


def _end(report: Dissection) -> str:
    """'696 measured'."""
    return f"{count(report.steps[-1].n_freqs)} {'measured' if report.measured else 'by the normal tail'}"


def _interval(report: Dissection) -> str:
    """'95 % interval 629–835'."""
    if math.isinf(report.high):
        return f"95 % interval from {count(report.low)} on"
    return f"95 % interval {count(report.low)}–{count(report.high)}"
