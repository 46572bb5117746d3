"""Exercise 3: how the error falls with the number of frequencies, and how many are needed for an error."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from rffviz.teaching.attempt import Attempt, Objection, expect
from rffviz.theory import frequencies_needed


def slope(attempt: Attempt, seed: int) -> str:
    """Test `slope(n_freqs, errors)`: the least-squares slope of log error against log number of frequencies."""
    n_freqs, errors = _errors(seed)
    answer = attempt.numbers((), "the slope of the line", n_freqs, errors)
    x, y = np.log(n_freqs), np.log(errors)
    right, intercept = np.polyfit(x, y, 1)
    expect(
        attempt,
        answer,
        right,
        {
            "The line is fitted without logarithms: take those of both, since a power law is straight only then.": (
                np.polyfit(n_freqs, errors, 1)[0]
            ),
            "Only n_freqs has a logarithm: the errors need one, too.": np.polyfit(x, errors, 1)[0],
            "Only the errors have a logarithm: n_freqs needs one, too.": np.polyfit(n_freqs, y, 1)[0],
            "The axes are swapped: log n_freqs goes along, log error up.": np.polyfit(y, x, 1)[0],
            "The sign is missing: the error falls, so the slope is below 0.": -right,
            "This is the intercept; np.polyfit gives the slope first.": intercept,
            "The line is drawn through the first and the last error; least squares takes all of them.": (
                (y[-1] - y[0]) / (x[-1] - x[0])
            ),
            "The line goes through the origin: it needs an intercept.": x @ y / (x @ x),
            "The logarithms have different bases: 10 for the errors, e for n_freqs.": right / math.log(10),
            "The logarithms have different bases: e for the errors, 10 for n_freqs.": right * math.log(10),
        },
    )
    return f"the slope of errors that fall as 1/√m, with a tenth of noise, is −{abs(float(answer)):.3f}."


def frequencies_for(attempt: Attempt, seed: int) -> str:
    """Test `frequencies_for(epsilon, n_freqs, errors)`: the least whole m at which the fitted line is at most ε."""
    n_freqs, errors = _errors(seed)
    x, y = np.log(n_freqs), np.log(errors)
    value, intercept = np.polyfit(x, y, 1)
    for epsilon in (0.5 * float(errors.min()), 0.1 * float(errors.min())):
        exact = math.exp((math.log(epsilon) - intercept) / value)
        answer = attempt.numbers((), "the number of frequencies", epsilon, n_freqs, errors)
        _settle(
            attempt,
            float(answer),
            exact,
            math.ceil(exact),
            {
                "The slope is taken to be −1/2; use the one that is fitted.": (
                    math.exp(x.mean()) * (math.exp(y.mean()) / epsilon) ** 2
                ),
                "The slope is taken to be −1/2, from the last error on; use the line that is fitted.": (
                    n_freqs[-1] * (errors[-1] / epsilon) ** 2
                ),
                "The error is taken to fall as 1/m; divide the logarithm by the slope that is fitted.": (
                    n_freqs[-1] * errors[-1] / epsilon
                ),
                "This is the largest number of frequencies tried; the line goes on beyond it.": n_freqs[-1],
                "Base 10 and base e are mixed: e to the power of a logarithm of base 10.": math.exp(math.log10(exact)),
            },
        )
    return f"the line reaches a tenth of the smallest error at {math.ceil(exact):,} frequencies."


def hoeffding_count(attempt: Attempt, seed: int) -> str:
    """Test `hoeffding_count(epsilon, confidence)`: the least whole m with 2exp(−mε²/2) ≤ 1 − confidence."""
    rng = np.random.default_rng(seed)
    for epsilon, confidence in zip([*rng.uniform(0.02, 0.4, 4), 0.1], [*rng.uniform(0.9, 0.999, 4), 0.95], strict=True):
        epsilon, confidence = float(epsilon), float(confidence)
        right = frequencies_needed("hoeffding", epsilon, confidence=confidence)
        answer = attempt.numbers((), "the number of frequencies", epsilon, confidence)
        both_sides, square = math.log(2 / (1 - confidence)), epsilon**2
        _settle(
            attempt,
            float(answer),
            2 * both_sides / square,
            right,
            {
                "The 2 before the exponential is forgotten: the error may be above or below.": (
                    2 * math.log(1 / (1 - confidence)) / square
                ),
                "Confidence and its complement are swapped: the bound must be at most 1 − confidence.": (
                    2 * math.log(2 / confidence) / square
                ),
                "The logarithm has base 10; exp goes with the natural one.": 2 * both_sides / math.log(10) / square,
                "This is the count for cosines with a random phase, which contribute values in [−2, 2]: here the "
                "exponent is mε²/2.": 8 * both_sides / square,
                "This is the count for values in [0, 1]: a cosine lies in [−1, 1], so the exponent is mε²/2.": (
                    both_sides / 2 / square
                ),
                "The exponent is mε² where it must be mε²/2.": both_sides / square,
                "ε is not squared: half the error takes four times the frequencies.": 2 * both_sides / epsilon,
            },
        )
    return f"an error below 0.1 at one pair of points, with probability 0.95, takes {right:,} frequencies."


def _settle(attempt: Attempt, answer: float, exact: float, right: float, mistakes: Mapping[str, float]) -> None:
    """Raise an `Objection` unless a count is right; mistakes are recognised however they round."""
    if answer == right:
        return
    if answer == right - 1:
        raise Objection("The number is rounded down, and is just too small; round up.")
    if abs(answer - exact) < 1:
        raise Objection("The number is not whole: round it up.")
    for sentence, wrong in mistakes.items():
        if abs(answer - wrong) <= 1:
            raise Objection(sentence)
    raise Objection(f"{attempt.name} is wrong: {answer:.10g} where {right} is right.")


def _errors(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Errors that fall as a power law of slope −1/2, with a tenth of noise."""
    rng = np.random.default_rng(seed)
    n_freqs = np.array([16, 32, 64, 128, 256, 512, 1024])
    return n_freqs, 0.9 / np.sqrt(n_freqs) * np.exp(0.1 * rng.standard_normal(len(n_freqs)))
