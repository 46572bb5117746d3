"""Verdicts on reproducibility, repeated rows, weights, extremes and phases."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from rffviz.diagnose.coincidences import rounding_shift
from rffviz.diagnose.judging import (
    NEGLIGIBLE,
    declares_repeats,
    deterministic_design,
    excuse_of,
    few_weigh,
    flag_one,
    flag_over_seeds,
    over_seeds,
    remarked,
    rows_for_one,
    say,
    status_of_one,
    status_over_seeds,
    too_few,
)
from rffviz.diagnose.measurements import FEWEST, Measurements
from rffviz.diagnose.over_seeds import tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import remark
from rffviz.diagnose.verdict import COSTLY, DESIGN, ERROR, FINE, UNKNOWN, Verdict

_REORDERED = 0.99  # share of values that recur in every draw
_WASTED = 0.01  # fraction of rows: from this many repeats on, the cost of redundant rows is reported


def judged_reproducibility(e: Measurements) -> Verdict | None:
    """Whether the draw is determined by the seed, differs between seeds, and has no side effects."""
    draws, name = e.reproducible, "reproducibility"
    if draws is None:
        return None
    if not draws.same:
        code = "global_generator" if draws.uses_global else "not_reproducible"
        code = "random_generator" if draws.uses_random and not draws.uses_global else code
        return say(name, ERROR, code, severity=1)
    if not draws.moves:
        if deterministic_design(e):
            return say(name, DESIGN, "not_randomised")
        return say(name, ERROR, "seed_ignored", severity=1)
    if not e.fixed and e.sample.unbiased and (shared := _shared_between_seeds(e)):
        return shared
    if not e.fixed and not e.rows.known_by_chance:
        share = e.rows.n_known / max(e.rows.n_rows - e.sample.n_freqs, 1)
        status = DESIGN if declares_repeats(e) or not e.sample.unbiased else ERROR
        if share > 0.002 or e.about.d > 1:
            return say(name, status, "rows_shared", excuse_of(e, status), share=share, severity=share)
    if draws.uses_global or draws.uses_random:
        code = "global_touched" if draws.uses_global else "random_touched"
        return say(name, ERROR, code, severity=0.2)
    if not e.fixed and e.rows.n_known and e.rows.known_by_chance:
        return say(name, FINE, "reproducible_rounded", n=e.rows.n_known, n_rows=e.rows.n_rows, grid=str(e.rows.grid))
    return say(name, FINE, "reproducible", n_seeds=e.n_seeds)


def _shared_between_seeds(e: Measurements) -> Verdict | None:
    """Norms, or values of some coordinates, shared by all seeds; shared rows are handled elsewhere."""
    rows, m = e.rows, e.sample.n_freqs
    if m < 8 or rows.n_draws < 3 or not rows.known_by_chance:
        return None
    fixed = np.flatnonzero(rows.again > 0.5 + 0.5 * rows.expected_again)
    if 0 < len(fixed) < e.about.d:
        values = {"coordinate": int(fixed[0]) + 1, "n": len(fixed), "d": e.about.d}
        return say("reproducibility", ERROR, "coordinate_shared", severity=len(fixed) / e.about.d, **values)
    distinct = len(np.unique(np.round(np.linalg.norm(e.sample.W, axis=1), 12)))
    if e.about.d > 1 and len(fixed) == 0 and rows.norms_again > 0.5 and distinct > 0.5 * m:
        return say("reproducibility", ERROR, "norms_shared", severity=0.5)
    return None


def judged_rows(e: Measurements) -> Verdict:
    """Rows of zeros, rows and values that repeat."""
    rows, name = e.rows, "rows"
    share = rows.n_repeats / rows.n_rows
    weighted = not rows.equal and not e.source.given  # resampled from a pool
    if not rows.zeros_by_chance:
        status = _status(e)
        share = rows.n_zero / rows.n_rows
        return say(name, status, "zero_rows", excuse_of(e, status), n=rows.n_zero, n_rows=rows.n_rows, severity=share)
    repeats = rows.n_repeats > 0 and not weighted
    if repeats and not rows.repeats_by_chance:
        if rows.n_opposite >= 0.99 * rows.n_repeats and share > 0.45 and not declares_repeats(e):
            return say(name, COSTLY, "opposite", severity=share, share=share)
        status = DESIGN if declares_repeats(e) or (not e.sample.unbiased and not e.source.given) else _status(e)
        named = remark("period", period=rows.period) if rows.period and share > 0.05 else None
        counts: dict[str, float] = {"n_repeats": rows.n_repeats, "n_rows": rows.n_rows, "n_draws": rows.n_draws}
        return say(name, status, "repeated", named, excuse_of(e, status), severity=max(share, 0.01), **counts)
    ties = rows.n_ties / max(rows.n_values, 1)
    tied = ties > 0.002 and rows.n_ties > 3
    if tied and not rows.ties_by_chance:
        status = _status(e)
        if rows.n_draws > 1 and rows.again.max() < 0.1 * ties and status == ERROR:  # each draw has values of its own
            return say(name, COSTLY, "ties_within", share=ties, severity=min(ties, 0.5))
        return say(name, status, "ties", excuse_of(e, status), share=ties, severity=min(ties, 0.5))
    m = e.sample.n_freqs
    if repeats:
        counts = {"n_repeats": rows.n_repeats, "n_rows": rows.n_rows, "n_draws": rows.n_draws}
        counts["expected"] = rows.expected_repeats
        if rows.grid.fine:
            status = COSTLY if share > _WASTED else FINE
            return say(name, status, "repeated_by_chance", severity=share * (status == COSTLY), **counts)
        return _rounded(e, "rounded", COSTLY if share > _WASTED else FINE, share, **counts)
    if tied or rows.n_zero:
        return _rounded(e, "rounded_values", FINE, 0.0, share=ties, expected=rows.expected_ties / rows.n_values)
    if rows.n_repeats:
        return say(name, FINE, "repeats_weighted", n_repeats=rows.n_repeats, n_rows=rows.n_rows)
    if m == 1:
        return say(name, FINE, "one_row")
    return say(name, FINE, "different", n_freqs=m)


def _status(e: Measurements) -> str:
    return status_of_one(e) if e.fixed else status_over_seeds(e)


def _rounded(e: Measurements, code: str, status: str, severity: float, **counts: object) -> Verdict:
    """A verdict on frequencies on a coarse grid: an error where rounding moves k̂."""
    grid, along = e.rows.grid, e.along
    shift = rounding_shift(e.kernel, e.about.d, grid, along.delta, along.sigma)
    said = {"grid": str(grid), "shift": shift, **counts}
    if shift > NEGLIGIBLE:
        return say("rows", _status(e), "rounded_away", severity=min(1.0, shift), **said)
    return say("rows", COSTLY, code, severity=severity, **said) if status == COSTLY else remarked("rows", code, **said)


def judged_weights(e: Measurements) -> Verdict:
    """The sum of the weights, and their effective sample size."""
    rows, name, m = e.rows, "weights", e.sample.n_freqs
    over, total = e.over.weight, float(e.sample.weights.sum())
    if over_seeds(e) and abs(total - 1) > 1e-6:
        test = tested(over, ALARM)
        if test.p_value < ALARM:
            return flag_over_seeds(
                e, name, "weights_off_on_average", mean=1 + test.mean, z=test.z, severity=abs(test.mean)
            )
        if rows.n_effective < 0.2 * m:
            worth = {"n_effective": rows.n_effective, "n_freqs": m}
            return say(name, COSTLY, "weights_uneven", severity=1 - rows.n_effective / m, **worth)
        return say(name, FINE, "weights_on_average", detectable=test.detectable)
    if abs(total - 1) > 1e-6:
        if not e.source.given and not e.fixed and not few_weigh(e):
            return too_few(name, e)
        if not e.source.given and not e.fixed:
            worth = {"n_effective": rows.n_effective, "n_freqs": m}
            return say(name, COSTLY, "weights_uneven", severity=1 - rows.n_effective / m, **worth)
        return flag_one(e, name, "weights_off", total=total, severity=abs(total - 1))
    if rows.n_effective < 0.2 * m and not (e.fixed and not e.source.given):  # a rule is judged by its error
        worth = {"n_effective": rows.n_effective, "n_freqs": m}
        return say(name, COSTLY, "weights_uneven", severity=1 - rows.n_effective / m, **worth)
    if rows.equal:
        return say(name, FINE, "weights_equal", n_freqs=m)
    return say(name, FINE, "weights_fine", n_effective=rows.n_effective, n_freqs=m)


def judged_extremes(e: Measurements) -> Verdict:
    """The longest and the shortest row, and the largest coordinate."""
    rows, name = e.rows, "extremes"
    if not rows.equal:
        return say(name, UNKNOWN, "extremes_weighted")
    level = ALARM / 4
    accuse = flag_one if e.fixed else partial(flag_over_seeds, graded=False)
    if rows.p_long < level or rows.p_largest < level:
        long = rows.p_long < level
        values: dict[str, Any] = {"length": rows.longest, "p": rows.p_long} if long else {}
        values |= {} if long else {"coordinate": rows.coordinate + 1, "value": rows.largest, "p": rows.p_largest}
        code = "longest" if long else "largest"
        severity = 1 / max(e.sample.n_freqs, 1) ** 0.5
        if e.fixed and e.sample.unbiased:  # of a deterministic design too: a point on the edge of the cube
            return say(name, ERROR, code, n_rows=rows.n_rows, severity=severity, **values)
        return accuse(e, name, code, n_rows=rows.n_rows, severity=severity, **values)
    if rows.n_largest > 2:
        said: dict[str, Any] = {"value": rows.largest, "n": rows.n_largest, "n_draws": rows.n_draws}
        if not e.fixed and (rows.again > _REORDERED).all():  # the same levels in every draw: clipping has other ones
            return flag_over_seeds(e, name, "largest_again", severity=0.1, **said)
        return accuse(e, name, "largest_again", severity=0.1, **said)
    if rows.p_short < level and not (rows.n_zero and rows.zeros_by_chance):
        return accuse(
            e, name, "shortest", length=rows.shortest, p=rows.p_short, n_rows=rows.n_rows, severity=1 / e.sample.n_freqs
        )
    p_narrow = rows.p_narrow(1 / rows_for_one(e))
    if p_narrow < level:
        return accuse(e, name, "narrow", length=rows.longest, p=p_narrow, n_rows=rows.n_rows, severity=0.1)
    return say(name, FINE, "extremes_fine", longest=rows.longest, shortest=rows.shortest, n_rows=rows.n_rows)


def judged_phases(e: Measurements) -> Verdict | None:
    """The phases that a scheme returns; None if it returns none."""
    name, phases = "phases", e.phases
    if phases is None:
        return None
    if not e.fixed and phases.moments.n < FEWEST:
        return too_few(name, e)
    if e.fixed:  # one draw: its trigonometric moments against independent phases
        p = e.sample.weights
        z = np.abs(np.asarray(phases.moments.first)) / np.sqrt(np.square(p).sum() / 2)
        if z.max() > stats.norm.isf(ALARM / 4) and np.asarray(phases.moments.first).any():
            return flag_one(e, name, "phases_uneven", z=float(z.max()), severity=1)
        return say(name, FINE, "phases_even_once")
    level = ALARM / 4
    uneven = tested(phases.moments, level)
    if uneven.p_value < level:
        return say(name, ERROR, "phases_uneven", z=abs(uneven.z), severity=abs(uneven.mean))
    tied = tested(phases.coupled, level)
    if tied.p_value < level:
        return say(name, ERROR, "phases_tied", z=abs(tied.z), severity=2 * abs(tied.mean))
    off = tested(phases.offset, level)
    if off.p_value < level:
        return say(name, ERROR, "phases_bias", error=abs(off.mean), z=abs(off.z), severity=abs(off.mean))
    n = phases.moments.n  # 2n · spread has at most the tail of χ² with 2n degrees of freedom
    if stats.chi2.sf(2 * n * phases.spread, 2 * n) < level:
        return say(
            name, COSTLY, "phases_shared", ratio=phases.spread, severity=min(1.0, phases.spread / e.sample.n_freqs)
        )
    named = remark("phases_half") if tested(phases.once, level).p_value < level else None
    return say(name, FINE, "phases_fine", named, n_seeds=n, detectable=off.detectable)
