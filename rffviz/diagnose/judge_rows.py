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
    negligible,
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
from rffviz.diagnose.sentences import Cells, Said, plainly, remark, says
from rffviz.diagnose.verdict import COSTLY, DESIGN, ERROR, FINE, UNKNOWN, Verdict
from rffviz.diagnose.wording import chance, decimals, digits, p_cell, percent, plural, seeds, z_cell, z_size

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
        if e.rows.few_values:
            return say(name, FINE, "rows_recur", share=share)
        if share > 0.002 or e.about.d > 1:
            return say(name, status, "rows_shared", excuse_of(e, status), share=share, severity=share)
    if draws.uses_global or draws.uses_random:
        code = "global_touched" if draws.uses_global else "random_touched"
        return say(name, ERROR, code, severity=0.2)
    if not e.fixed and e.rows.n_known and e.rows.known_by_chance:
        return say(name, FINE, "reproducible_rounded", n=e.rows.n_known, n_rows=e.rows.n_rows, grid=str(e.rows.grid))
    return say(name, FINE, "reproducible", n_seeds=e.n_seeds)


def _shared_between_seeds(e: Measurements) -> Verdict | None:
    """Norms, directions, or values of some coordinates, shared by all seeds; shared rows are handled elsewhere."""
    rows, m = e.rows, e.sample.n_freqs
    if m < 8 or rows.n_draws < 3 or not rows.known_by_chance or rows.few_values:
        return None
    fixed = np.flatnonzero(rows.again > 0.5 + 0.5 * rows.expected_again)
    if 0 < len(fixed) < e.about.d:
        values = {"coordinate": int(fixed[0]) + 1, "n": len(fixed), "d": e.about.d}
        return say("reproducibility", ERROR, "coordinate_shared", severity=len(fixed) / e.about.d, **values)
    distinct = len(np.unique(np.round(np.linalg.norm(e.sample.W, axis=1), 12)))
    if e.about.d > 1 and len(fixed) == 0 and rows.norms_again > 0.5 and distinct > 0.5 * m:
        return say("reproducibility", ERROR, "norms_shared", severity=0.5)
    if e.about.d > 1 and rows.directions_again > 0.9:
        return say("reproducibility", ERROR, "directions_shared", severity=0.5)
    return None


_NEVER_AGAIN = "The same seed gives different frequencies: they come from"
_NO_RANDOMNESS = "Every seed gives the same frequencies"
_SEEDS_APART = Cells("frequencies under other seeds", "the same", "different")
plainly(
    reproducible_rounded=lambda n, n_rows, grid: (
        f"In this process the same seed gives the same frequencies. {n:,} of {n_rows:,} frequencies repeat one of an "
        f"earlier seed, as expected from rounding to {grid}; seeds are independent."
    ),
    rows_recur=lambda share: (
        f"In this process the same seed gives the same frequencies. {percent(share)} of them recur from an earlier "
        "seed, about as often as they repeat within a draw: coordinates take few values."
    ),
    reproducible=lambda n_seeds: (
        f"In this process the same seed gives the same frequencies, and {seeds(n_seeds)} share no frequencies."
    ),
)


@says("not_reproducible")
def _() -> Said:
    return Said(
        f"{_NEVER_AGAIN} a generator other than the one passed in, a counter, or the clock.",
        "the same seed gives different frequencies",
        Cells("frequencies under one seed", "different", "the same"),
    )


@says("seed_ignored")
def _() -> Said:
    return Said(
        f"{_NO_RANDOMNESS}, yet the scheme declares itself unbiased: does it ignore the generator passed in?",
        "every seed gives the same frequencies",
        _SEEDS_APART,
    )


@says("not_randomised")
def _() -> Said:
    return Said(
        f"{_NO_RANDOMNESS}: a deterministic design. There is no seed to average over; its error in k̂ decides. If it "
        "is meant to be random: does it ignore the generator passed in?",
        "a deterministic design",
        _SEEDS_APART,
    )


@says("norms_shared", what="norms", why="are they drawn once and only rotated?")
@says("directions_shared", what="directions", why="is the orthogonal matrix drawn once, from a seed of its own?")
def _(what: str, why: str) -> Said:
    return Said(
        f"Every seed gives the same {what}: {why}",
        f"every seed gives the same {what}",
        Cells(f"{what} under other seeds", "the same", "different"),
    )


@says("global_generator", whose="numpy's")
@says("random_generator", whose="Python's")
def _(whose: str) -> Said:
    return Said(
        f"{_NEVER_AGAIN} {whose} global generator, not from the one passed in.",
        f"the frequencies come from {whose} global generator",
        Cells("source of random numbers", f"{whose} global generator", "the generator passed in"),
    )


@says("global_touched", whose="numpy's")
@says("random_touched", whose="Python's")
def _(whose: str) -> Said:
    return Said(
        f"A draw changes {whose} global generator, which other programs share.",
        f"a draw changes {whose} global generator",
        Cells(f"{whose} global generator", "changed by a draw", "unchanged"),
    )


@says("rows_shared")
def _(share: float) -> Said:
    return Said(
        f"{percent(share, 2)} of the frequencies were also drawn under an earlier seed: seeds are not independent.",
        f"{percent(share)} of the frequencies come under several seeds",
        Cells("frequencies shared between seeds", percent(share, 1), "0 %"),
    )


@says("coordinate_shared")
def _(coordinate: int, n: int, d: int) -> Said:
    return Said(
        f"Coordinate {coordinate} holds the same values under every seed; in all, {n:,} of {d:,} coordinates "
        f"{plural(n, 'does', 'do')}.",
        f"coordinate {coordinate} is the same under every seed",
        Cells("coordinates equal under every seed", f"{n:,} of {d:,}", "0"),
    )


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
        half = 0.9 * (e.sample.n_freqs // 2) * rows.n_draws  # one of an odd number is alone
        if rows.n_opposite >= 0.99 * rows.n_repeats >= 0.99 * half and not declares_repeats(e):
            return say(name, COSTLY, "opposite", severity=share, share=share, alone=e.sample.n_freqs % 2)
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
        code = "zeros" if rows.n_zero_ties > 0.99 * rows.n_ties else "ties"
        share = rows.n_zeros / rows.n_values if code == "zeros" else ties
        if status == ERROR and code == "zeros" and (small := negligible(e)):
            return remarked(name, code, small, share=share)
        return say(name, status, code, excuse_of(e, status), share=share, severity=min(share, 0.5))
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


plainly(
    one_row="There is only 1 frequency, so nothing can repeat.",
    period=lambda period: (
        f"Most repeats occur {period:,} {plural(period, 'frequency', 'frequencies')} after the first: is the same "
        "generator, or the same seed, used for each block?"
    ),
    repeats_weighted=lambda n_repeats, n_rows: (
        f"{n_repeats:,} of {n_rows:,} frequencies are drawn repeatedly, and weighted."
    ),
    different=lambda n_freqs: f"All {n_freqs:,} frequencies of a draw differ.",
)


@says("zero_rows")
def _(n: int, n_rows: int) -> Said:
    short = f"{n:,} of {n_rows:,} frequencies {plural(n, 'is', 'are')} zero"
    return Said(f"{short}; a correct draw never is.", short, Cells("zero frequencies", f"{n:,} of {n_rows:,}", "0"))


def _repeating(n_repeats: int, n_rows: int, n_draws: int = 1) -> str:
    draws = "" if n_draws == 1 else f" of {n_draws} draws"
    return f"{n_repeats:,} of {n_rows:,} frequencies{draws} {plural(n_repeats, 'repeats', 'repeat')} another"


def _coarse(grid: str, shift: float) -> str:
    return f"Coarse: {grid}. Rounding moves k̂ by {digits(shift, 1)} SDs of one Monte Carlo draw on average"


def _few(expected: float) -> str:
    return f"{expected:,.0f}" if expected >= 10 else f"{expected:.2g}"


@says("repeated")
def _(n_repeats: int, n_rows: int, n_draws: int) -> Said:
    return Said(
        f"{_repeating(n_repeats, n_rows, n_draws)} up to sign, to which the cosine is blind.",
        _repeating(n_repeats, n_rows),
        Cells("repeated frequencies", f"{n_repeats:,} of {n_rows:,}", "0"),
    )


@says("repeated_by_chance")
def _(n_repeats: int, n_rows: int, n_draws: int, expected: float) -> Said:
    return Said(
        f"{_repeating(n_repeats, n_rows, n_draws)} to nine digits; about {_few(expected)} repeats are expected by "
        "chance.",
        _repeating(n_repeats, n_rows),
        Cells("repeated frequencies", f"{n_repeats:,} of {n_rows:,}", _few(expected)),
    )


@says("rounded")
def _(grid: str, shift: float, n_repeats: int, n_rows: int, n_draws: int, expected: float) -> Said:
    return Said(
        f"{_coarse(grid, shift)}; {_repeating(n_repeats, n_rows, n_draws)}, where about {_few(expected)} are expected.",
        f"coarse: {grid}",
        Cells("repeated frequencies", f"{n_repeats:,} of {n_rows:,}", _few(expected)),
    )


@says("rounded_values")
def _(grid: str, shift: float, share: float, expected: float) -> Said:
    return Said(
        f"{_coarse(grid, shift)}; {percent(share, 1)} of the values equal another of the same coordinate, where about "
        f"{percent(expected, 1)} are expected.",
        f"coarse: {grid}",
        Cells("values that repeat", percent(share, 1), percent(expected, 1)),
    )


@says("rounded_away")
def _(grid: str, shift: float, **_: object) -> Said:
    return Said(
        f"The frequencies are rounded to {grid}, which moves k̂ by {digits(shift, 2)} SDs of one Monte Carlo draw on "
        "average.",
        f"rounding to {grid} biases k̂ by {digits(shift, 2)} SDs",
        Cells("mean shift of k̂, in SDs of a draw", digits(shift, 2), "0"),
    )


@says("opposite")
def _(share: float, alone: int) -> Said:
    return Said(
        f"Every frequency{' but one' * alone} comes with its negative, which gives the same cosine: m of them count as "
        "m/2.",
        "each frequency comes with its negative",
        Cells("frequencies that repeat up to sign", percent(share), "0 %"),
    )


@says("ties_within")
def _(share: float) -> Said:
    return Said(
        f"{percent(share, 1)} of the values equal another of the same coordinate and draw, different ones under each "
        "seed: do the points lie on a randomly shifted grid?",
        f"{percent(share)} of the values of a draw repeat within their coordinate",
        Cells("values that repeat in a draw", percent(share, 1), "0 %"),
    )


@says("ties")
def _(share: float) -> Said:
    return Said(
        f"{percent(share, 1)} of the values equal another of the same coordinate: are they rounded, or drawn from a "
        "few values?",
        f"{percent(share)} of the values repeat within their coordinate",
        Cells("values that repeat", percent(share, 1), "0 %"),
    )


@says("zeros")
def _(share: float) -> Said:
    return Said(
        f"{percent(share, 1)} of the values are exactly 0; a continuous distribution gives none.",
        f"{percent(share, 1)} of the values are exactly 0",
        Cells("values of 0", percent(share, 1), "0 %"),
    )


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


plainly(
    weights_on_average=lambda detectable: (
        f"The weights add up to 1 on average; the test would detect a deviation of {digits(detectable, 2)}."
    ),
    weights_equal=lambda n_freqs: f"All {n_freqs:,} weights are equal.",
    weights_fine=lambda n_effective, n_freqs: (
        f"The weights add up to 1; the effective sample size of {n_freqs:,} frequencies is {decimals(n_effective, 0)}."
    ),
)


@says("weights_off")
def _(total: float) -> Said:
    short = f"the weights add up to {digits(total, 4)}, not to 1"
    return Said(f"T{short[1:]}, so k̂(0) is not k(0).", short, Cells("sum of weights", digits(total, 4), "1"))


@says("weights_off_on_average")
def _(mean: float, z: float) -> Said:
    return Said(
        f"On average the weights add up to {digits(mean, 4)}, not to 1 (|z| is {z_size(z)}): is a factor of the "
        "density missing?",
        f"on average the weights add up to {digits(mean, 3)}, not to 1",
        Cells("mean sum of weights", digits(mean, 4), "1", z_cell(z)),
    )


@says("weights_uneven")
def _(n_effective: float, n_freqs: int) -> Said:
    size = decimals(n_effective, 0)
    return Said(
        f"The weights are so uneven that the effective sample size of {n_freqs:,} frequencies is {size}.",
        f"the effective sample size is {size}",
        Cells("effective sample size", size, f"{n_freqs:,}"),
    )


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


plainly(
    extremes_weighted="With unequal weights the extremes do not follow the kernel's distribution.",
    extremes_fine=lambda longest, shortest, n_rows: (
        f"The norms range from {digits(shortest, 3)} to {digits(longest, 3)}, as expected of {n_rows:,} independent "
        "frequencies."
    ),
)


@says("longest", extreme="largest", size="large", others="smaller")
@says("shortest", extreme="smallest", size="small", others="larger")
def _(extreme: str, size: str, others: str, length: float, p: float, n_rows: int) -> Said:
    return Said(
        f"The {extreme} norm of {n_rows:,} frequencies is {digits(length, 3)}; one as {size} occurs in {chance(p)}.",
        f"one frequency has norm {digits(length, 3)}",
        Cells(f"{extreme} norm", digits(length, 3), others, p_cell(p)),
    )


@says("largest")
def _(coordinate: int, value: float, p: float, n_rows: int) -> Said:
    return Said(
        f"Coordinate {coordinate} reaches {digits(value, 3)}; among {n_rows:,} frequencies a value as large occurs in "
        f"{chance(p)}. Is a point of the cube on its edge?",
        f"coordinate {coordinate} reaches {digits(value, 3)}",
        Cells(f"largest |ω| in coordinate {coordinate}", digits(value, 3), "smaller", p_cell(p)),
    )


@says("largest_again")
def _(value: float, n: int, n_draws: int) -> Said:
    return Said(
        f"The largest coordinate, {digits(value, 4)}, occurs in {n:,} of {n_draws:,} draws: are frequencies clipped "
        "there?",
        f"{n:,} of {n_draws:,} draws reach the same maximum",
        Cells("draws with the same maximum", f"{n:,} of {n_draws:,}", "1"),
    )


@says("narrow")
def _(length: float, p: float, n_rows: int) -> Said:
    return Said(
        f"None of {n_rows:,} frequencies has a norm above {digits(length, 3)}, which occurs in {chance(p)}: is the "
        "distribution truncated?",
        f"no norm exceeds {digits(length, 3)}",
        Cells("largest norm", digits(length, 3), "larger", p_cell(p)),
    )


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


plainly(
    phases_even_once="Modulo π the phases of this draw are as uniform as independent ones.",
    phases_half="On [0, 2π) they are not uniform; this only flips signs of features, which cancel in inner products.",
    phases_fine=lambda n_seeds, detectable: (
        f"Modulo π the phases are uniform and independent of the frequencies, over {seeds(n_seeds)}; the test would "
        f"detect a bias of {digits(detectable, 2)} in the offset map."
    ),
)


@says("phases_uneven")
def _(z: float) -> Said:
    return Said(
        f"The phases are uniform neither on [0, 2π) nor modulo π: the offset map is biased; |z| is {z_size(z)}.",
        "the phases are not uniform",
        Cells("phases modulo π", "not uniform", "uniform", z_cell(z)),
    )


@says("phases_tied")
def _(z: float) -> Said:
    return Said(
        f"The phases depend on the frequencies, {z_size(z)} standard errors beyond chance.",
        "the phases depend on the frequencies",
        Cells("phases and frequencies", "dependent", "independent", z_cell(z)),
    )


@says("phases_shared")
def _(ratio: float) -> Said:
    size = decimals(ratio, 0)
    return Said(
        f"The phases of a draw are similar: their mean varies {size} times as much as that of independent phases.",
        "the phases of a draw are similar",
        Cells("variance of a draw's mean phase", f"{size}×", "1×"),
    )


@says("phases_bias")
def _(error: float, z: float) -> Said:
    return Said(
        f"The phases depend on the frequencies: the offset map has a bias of {digits(error, 2)} at a sum x + y that "
        f"was tried; |z| is {z_size(z)}.",
        "the phases depend on the frequencies",
        Cells("mean error of the offset map", digits(error, 2), "0", z_cell(z)),
    )
