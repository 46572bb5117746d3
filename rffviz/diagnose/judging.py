"""Rules for verdicts: when a deviation is intended, inconclusive, or an error."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy import special, stats

from rffviz.diagnose.measurements import FEWEST, FEWEST_WORTH, Measurements
from rffviz.diagnose.over_seeds import POWER, QUANTILES, Tested, tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import CAUSES, Remark, plainly, remark
from rffviz.diagnose.uniforms import cube_points
from rffviz.diagnose.verdict import DESIGN, ERROR, FINE, UNKNOWN, Verdict
from rffviz.diagnose.wording import decimals, digits, plural
from rffviz.foundation.notes import DECLARE_DIRECTIONS, DECLARE_FLOOR, DECLARE_REPEATS
from rffviz.foundation.validation import Refusal

_TRIED_SEEDS, _MOST_ERROR = 8, 0.08  # draws at a second length scale, and the precision that separates powers ½ apart
_MOST_ROWS = 4096  # rows whose evenness is tested
_ON_EDGES = 1e-6  # points may lie on the edges of intervals, up to rounding
NEGLIGIBLE = 0.1
"""Share of one Monte Carlo draw's SD; a deviation that moves E k̂ by less is a remark, not an error."""
_SEVERITY_OF_REMARKS = 0.001


def say(
    diagnostic: str, status: str, code: str, *more: Remark | None, severity: float = 0.0, **values: object
) -> Verdict:
    """A verdict: the sentence of `code` with its `values`, then any further remarks."""
    remarks = (remark(code, **values), *(each for each in more if each is not None))
    return Verdict(diagnostic, status, remarks, float(np.clip(severity, 0, 1)))


plainly(
    law_not_claimed="The scheme does not claim to match the kernel's distribution exactly.",
    declared="The scheme declares this.",
    few_seeds=lambda n_seeds, fewest: (
        f"{n_seeds} {plural(n_seeds, 'seed is', 'seeds are')} inconclusive: at least {fewest} are needed."
    ),
    few_weigh=lambda n_rows, n_worth: (
        f"The weights are so uneven that the effective sample size of {n_rows:,} frequencies over all draws is "
        f"{decimals(n_worth, 0)}: inconclusive."
    ),
    negligible=lambda share, moved, sigma, n_freqs: (
        f"This moves k̂ by {digits(moved, 1)} on average, {digits(share, 1)} of the SD of one Monte Carlo draw of "
        f"{n_freqs:,} {plural(n_freqs, 'frequency', 'frequencies')} ({digits(sigma, 2)}): negligible."
    ),
)


def over_seeds(e: Measurements) -> bool:
    """Whether there are enough draws to test means over them."""
    return not e.fixed and e.n_seeds >= FEWEST and not few_weigh(e)


def few_weigh(e: Measurements) -> bool:
    """Whether a few rows with large weights dominate every mean over seeds, which is then far from normal."""
    return not e.rows.equal and e.rows.n_worth < FEWEST_WORTH


def status_over_seeds(e: Measurements) -> str:
    """The status of a distribution that is biased over seeds."""
    return ERROR if e.source.given or e.sample.unbiased else DESIGN


def status_of_one(e: Measurements) -> str:
    """The status of one draw that is unlike independent rows; deterministic frequencies may be, if k̂ is accurate."""
    if e.source.given:
        return ERROR
    if declares_repeats(e):
        return DESIGN
    return DESIGN if deterministic_design(e) and not error_probability(e) < ALARM else ERROR


def deterministic_design(e: Measurements) -> bool:
    """Whether every seed gives the same frequencies, on purpose: declared biased, weighted, or unusually even."""
    return e.fixed and not e.source.given and (not e.sample.unbiased or not e.rows.equal or more_even(e))


def negligible(e: Measurements) -> Remark | None:
    """That a deviation of the distribution moves k̂ by little, with both numbers; None if it does not, or if unknown."""
    if e.shift is None or e.shift[0] >= NEGLIGIBLE:
        return None
    share, moved, sigma = e.shift
    return remark("negligible", share=share, moved=moved, sigma=sigma, n_freqs=e.sample.n_freqs)


def remarked(diagnostic: str, code: str, *more: Remark | None, **values: object) -> Verdict:
    """A verdict that passes with a remark."""
    return say(diagnostic, FINE, code, *more, severity=_SEVERITY_OF_REMARKS, **values)


def excuse_of(e: Measurements, status: str) -> Remark | None:
    """Why a deviation is intended; None if it is not."""
    if status != DESIGN:
        return None
    return remark("declared" if declares_repeats(e) else "law_not_claimed")


def declares_repeats(e: Measurements) -> bool:
    """Whether the scheme declares that rows or coordinates repeat."""
    return _declares(e, DECLARE_REPEATS)


def declares_directions(e: Measurements) -> bool:
    """Whether the scheme declares that directions repeat, and nothing more."""
    return _declares(e, DECLARE_DIRECTIONS)


def declares_floor(e: Measurements) -> bool:
    """Whether the scheme declares that its error has a floor, or claims no more than a biased estimate."""
    return not e.sample.unbiased or _declares(e, DECLARE_FLOOR)


def _declares(e: Measurements, codes: frozenset[str]) -> bool:
    return not e.source.given and any(getattr(each, "code", "") in codes for each in e.sample.notes)


def more_even(e: Measurements) -> bool:
    """Whether the first draw is significantly more even in the cube, or on one axis, than independent rows."""
    U = cube_points(np.asarray(e.sample.W[:_MOST_ROWS], dtype=np.float64), e.kernel)
    if len(U) < 8:
        return False
    along = min(1 - stats.cramervonmises(u, "uniform").pvalue for u in U.T)
    m = len(U)
    filled = min(len(np.unique(np.floor(np.clip(u * m + _ON_EDGES, 0, m - 1)))) for u in U.T)
    chance = special.gammaln(m + 1) - m * math.log(m) + math.log1p(m * (m - 1) / 2)  # at most one of m strata empty
    if filled >= m - 1 and chance * U.shape[1] < math.log(ALARM):
        return True
    evenness = e.found.discrepancy
    return along < ALARM / U.shape[1] or bool(evenness.informative and evenness.p_value > 1 - ALARM)


def too_few(diagnostic: str, e: Measurements) -> Verdict:
    """The verdict if there are too few draws, or too small an effective sample size."""
    if e.n_seeds >= FEWEST and few_weigh(e):
        return say(diagnostic, UNKNOWN, "few_weigh", n_worth=e.rows.n_worth, n_rows=e.rows.n_rows)
    return say(diagnostic, UNKNOWN, "few_seeds", n_seeds=e.n_seeds, fewest=FEWEST)


def flag_over_seeds(
    e: Measurements,
    diagnostic: str,
    code: str,
    *more: Remark | None,
    severity: float,
    graded: bool = True,
    **values: object,
) -> Verdict:
    """A verdict on a deviation of the mean over seeds; where `graded`, a remark if it hardly moves k̂ and has no known
    cause."""
    status = status_over_seeds(e)
    exact = any(each is not None and each.code in CAUSES for each in more)
    if status == ERROR and graded and not exact and (small := negligible(e)):
        return remarked(diagnostic, code, *more, small, **values)
    return say(diagnostic, status, code, *more, excuse_of(e, status), severity=severity, **values)


def flag_one(
    e: Measurements, diagnostic: str, code: str, *more: Remark | None, severity: float, **values: object
) -> Verdict:
    """A verdict on a deviation in one draw."""
    status = status_of_one(e)
    return say(diagnostic, status, code, *more, excuse_of(e, status), severity=severity, **values)


def error_probability(e: Measurements) -> float:
    """Probability that independent draws have as large an error at any of the places tested; nan over seeds."""
    if not e.fixed:
        return float("nan")
    parts = [part for part in (e.along, e.accused) if part is not None]
    z = [np.where(part.where, np.abs(np.asarray(part.sums.mean)) / part.sigma, 0.0).max() for part in parts]
    n_tests = sum(int(part.where.sum()) for part in parts)
    return min(1.0, 2 * n_tests * float(stats.norm.sf(max(z)))) if n_tests else float("nan")


def norm_test(e: Measurements) -> Tested:
    """Student's test of the CDF of the norms at the quantiles with enough expected rows."""
    events = e.n_seeds * e.rows.n_effective / rows_for_one(e) * np.minimum(QUANTILES, 1 - QUANTILES)
    return tested(e.over.norms, ALARM, np.concatenate([events >= 30, [True, True]]))


def power_of_length_scale(e: Measurements, size: Callable[[np.ndarray], np.ndarray]) -> float | None:
    """k if norms are wrong by a factor ∝ ℓᵏ, from the ratio of the median `size` at ℓ and at 2ℓ.

    Rounded to the nearest half if the estimate is significant; None if nothing, or too little, can be drawn.
    """
    kernel = e.kernel
    other = kernel.with_length_scale(2 * kernel.length_scale)
    if e.source.given or not e.source.able(other):
        return None
    logs = []
    for seed in e.seeds[:_TRIED_SEEDS]:
        try:
            pair = e.source.sample(seed), e.source.sample(seed, kernel=other)
        except Refusal:
            return None
        medians = [float(np.quantile(size(fs.W), 0.5, weights=fs.weights, method="inverted_cdf")) for fs in pair]
        if min(medians) <= 0:
            return None
        logs.append(1 + math.log(medians[1] / medians[0]) / math.log(2))
    power, error = float(np.mean(logs)), float(np.std(logs, ddof=1)) / len(logs) ** 0.5 if len(logs) > 1 else 0.0
    if error > _MOST_ERROR:
        return None
    nearest = round(2 * power) / 2
    return nearest if abs(power - nearest) <= max(3 * error, 0.02) else power


def rows_for_one(e: Measurements) -> float:
    """Number of rows equivalent to one independent row if norms within a draw are positively correlated; at least 1."""
    return max(1.0, float(np.atleast_1d(e.over.norms.spread)[: len(QUANTILES)].max())) if e.n_seeds > 2 else 1.0


def threshold(test: Tested, n_seeds: int) -> float:
    """The critical value of a test over seeds plus `POWER`, at which 90 % are detected."""
    return float(stats.t.isf(ALARM / (2 * max(test.n_tests, 1)), n_seeds - 1)) + POWER
