"""Verdicts on the estimate: its bias, its variance and causes of excess variance, the error of one draw, its rate."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from rffviz.diagnose.judging import (
    declares_directions,
    declares_floor,
    declares_repeats,
    deterministic_design,
    error_probability,
    excuse_of,
    negligible,
    over_seeds,
    remarked,
    say,
    too_few,
)
from rffviz.diagnose.measurements import FEWEST, Measurements
from rffviz.diagnose.over_seeds import MOST_ROWS, tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Cells, Said, plainly, remark, says
from rffviz.diagnose.verdict import COSTLY, DESIGN, ERROR, FINE, UNKNOWN, Verdict
from rffviz.diagnose.wording import (
    LineName,
    decimals,
    digits,
    line_called,
    percent,
    plural,
    seeds,
    times,
    unsigned_zero,
    z_cell,
    z_size,
)

_LARGER = 1.5  # times the SD of Monte Carlo, averaged over lines: the error of a design is larger
_FLAT, _SLOW, _FAST = -0.35, -0.4, -0.6  # exponents of the error, −0.5 for Monte Carlo: limits of its interval


def judged_bias(e: Measurements) -> Verdict:
    """Whether k̂ is biased, and where most, along all lines tested."""
    name, bias = "bias", e.bias
    if e.fixed:
        return say(name, UNKNOWN, "one_set" if e.source.given else "no_other_seeds")
    if bias is None or not over_seeds(e) or not bias.judged:
        return too_few(name, e)
    level = ALARM / 3  # for the two random lines, for those fixed beforehand, for those suggested by other seeds
    parts = [part for part in (e.along, e.accused) if part is not None and part.sums.n >= FEWEST // 2]
    places = [_furthest(part.sums.mean, part.sums.z, part.sums.n, part.where, level) for part in parts]
    biases: list[tuple[float, float, float, float, str | tuple[str, ...]]] = []
    for part, at in zip(parts, places, strict=True):
        if at is not None:
            line: str | tuple[str, ...] = part.lines[at[0]].name
            biases.append((part.sums.mean[at], part.sums.z[at], part.sigma[at], part.distance[at], line))
    at = _furthest(bias.mean_error, bias.z, bias.n_seeds, bias.tested, level)
    if at is not None:
        (k,) = at
        biases.append((bias.mean_error[k], bias.z[k], np.sqrt(bias.monte_carlo[k]), bias.distance[k], bias.line[k]))
    if not biases:
        n_lines = len(bias.lines) + sum(len(part.lines) for part in parts)
        detectable = e.along.tested(level).detectable
        return say(name, FINE, "no_bias", n_lines=n_lines, n_seeds=e.n_seeds, detectable=detectable)
    error, z, sigma, distance, line = max(biases, key=lambda each: abs(each[0]))
    said: dict[str, Any] = {"error": abs(float(error)), "distance": float(distance), "line": line, "z": abs(float(z))}
    said["sigmas"] = abs(float(error)) / max(float(sigma), 1e-300)
    code = "biased_up" if error > 0 else "biased_down"
    if e.sample.unbiased and (small := negligible(e)):
        return remarked(name, code, small, **said)
    if e.sample.unbiased:
        return say(name, ERROR, code, severity=said["error"], **said)
    return say(name, DESIGN, code, remark("unbiased_not_claimed"), severity=said["error"], **said)


plainly(
    unbiased_not_claimed="The scheme does not claim to be unbiased.",
    one_set="A single set of frequencies has no other seeds to compare with.",
    no_other_seeds="Every seed gives the same frequencies, so bias and error are the same.",
    no_bias=lambda n_lines, n_seeds, detectable: (
        f"No bias found along the {n_lines} lines tried, over {seeds(n_seeds)}; the test would detect "
        f"{digits(detectable, 2)}."
    ),
)


@says("biased_up", size="large", sign="+")
@says("biased_down", size="small", sign="−")
def _(size: str, sign: str, error: float, distance: float, line: LineName, sigmas: float, z: float) -> Said:
    return Said(
        f"On average k̂ is too {size}, by {digits(error, 2)} at distance {digits(distance, 2)} along "
        f"{line_called(line)}, {z_size(sigmas)} times the standard deviation of a Monte Carlo draw there: |z| is "
        f"{z_size(z)}.",
        f"k̂ is {digits(error, 2)} too {size} on average",
        Cells(f"mean of k̂ − k at distance {digits(distance, 2)}", f"{sign}{digits(error, 2)}", "0", z_cell(z)),
    )


def _furthest(mean: np.ndarray, z: np.ndarray, n: int, where: np.ndarray, level: float) -> tuple[np.intp, ...] | None:
    """The place with the largest mean error among those with a significant one."""
    n_tests = int(np.sum(where))
    if not n_tests:
        return None
    off = where & (np.abs(z) > stats.t.isf(level / (2 * n_tests), n - 1))
    return np.unravel_index(int(np.argmax(np.abs(mean) * off)), np.shape(mean)) if off.any() else None


def judged_variance(e: Measurements) -> Verdict | None:
    """The variance over seeds compared with Monte Carlo; None without a spread."""
    name, bias = "variance", e.bias
    if e.fixed:
        return None
    if bias is None or not over_seeds(e) or not bias.judged:
        return too_few(name, e)
    if bias.spreads_more:
        worst = int(np.argmax(np.where(bias.tested, bias.ratio_low, 0.0)))
        ratio, low = float(bias.ratio[worst]), float(bias.ratio_low[worst])
        place = {"distance": float(bias.distance[worst]), "line": bias.line[worst]}
        return say(name, COSTLY, "varies_more", ratio=ratio, low=low, severity=1 - 1 / max(ratio, 1.01), **place)
    overall = tested(e.along.excess, ALARM / 2)
    if overall.p_value < ALARM / 2 and overall.mean > 0 and judged_bias(e).status == FINE:
        said = {"ratio": 1 + overall.mean, "n_lines": len(e.along.lines), "z": overall.z}
        return say(name, COSTLY, "errs_more", severity=1 - 1 / (1 + overall.mean), **said)
    between = dict(zip(("low", "high"), bias.ratios, strict=True))
    if bias.spreads_less:
        return say(name, FINE, "varies_less", **between)
    return say(name, FINE, "varies_alike", n_seeds=e.n_seeds, **between)


plainly(
    varies_less=lambda low, high: (
        f"The variance is below that of Monte Carlo in places: {times(low)} to {times(high)} times as large."
    ),
    varies_alike=lambda n_seeds, low, high: (
        f"Over {seeds(n_seeds)} the variance is consistent with Monte Carlo: {times(low)} to {times(high)} times as "
        "large."
    ),
)


@says("varies_more")
def _(ratio: float, low: float, distance: float, line: LineName) -> Said:
    return Said(
        f"The variance is {times(ratio)} times that of Monte Carlo at distance {digits(distance, 2)} along "
        f"{line_called(line)}, and at least {times(low)} times beyond chance.",
        f"the variance is {times(ratio)} times that of Monte Carlo",
        Cells(f"variance at distance {digits(distance, 2)}", f"{times(ratio)}×", "1×", f"at least {times(low)}×"),
    )


@says("errs_more")
def _(ratio: float, n_lines: int, z: float) -> Said:
    return Said(
        f"Unbiased, with higher variance: over {n_lines} lines tried the mean squared error is {digits(ratio, 3)} "
        f"times that of Monte Carlo, {z_size(z)} standard errors above it.",
        f"the mean squared error is {digits(ratio, 2)} times that of Monte Carlo",
        Cells("mean squared error", f"{digits(ratio, 3)}×", "1×", z_cell(z)),
    )


def judged_error(e: Measurements) -> Verdict | None:
    """For a single sample: k̂ − k in Monte Carlo standard deviations."""
    name = "error"
    if not e.fixed:
        return None
    parts = [part for part in (e.along, e.accused) if part is not None]
    off = [np.where(part.where, np.abs(np.asarray(part.sums.mean)) / part.sigma, 0.0) for part in parts]
    n_tests = sum(int(part.where.sum()) for part in parts)
    if n_tests == 0:
        return say(name, UNKNOWN, "error_untested", n_freqs=e.sample.n_freqs)
    k = max(range(len(parts)), key=lambda i: off[i].max())
    at = np.unravel_index(int(np.argmax(off[k])), off[k].shape)
    z, line, distance = float(off[k][at]), parts[k].lines[at[0]], float(parts[k].distance[at])
    error = float(np.asarray(parts[k].sums.mean)[at])
    place: dict[str, Any] = {"error": abs(error), "z": z, "distance": distance, "line": line.name}
    place["rms"] = rms = float(np.sqrt(np.mean(np.square(off[0][e.along.where]))))
    if error_probability(e) < ALARM or (rms > _LARGER and deterministic_design(e)):
        place["sigma"] = float(parts[k].sigma[at])
        status = DESIGN if declares_repeats(e) else ERROR
        excuse = remark("declared") if status == DESIGN else None
        return say(name, status, "error_beyond", excuse, severity=abs(error), **place)
    return say(name, FINE, "error_within", n_places=n_tests, **place)


plainly(
    error_untested=lambda n_freqs: (
        f"{n_freqs:,} {plural(n_freqs, 'frequency is', 'frequencies are')} too few to judge an error."
    ),
)


@says("error_beyond")
def _(error: float, z: float, distance: float, line: LineName, sigma: float, **_: object) -> Said:
    return Said(
        f"The error is {digits(error, 2)} at distance {digits(distance, 2)} along {line_called(line)}: {z_size(z)} "
        "Monte Carlo standard deviations, and there is no other seed to average it out.",
        f"the error is {z_size(z)} Monte Carlo SDs",
        Cells(f"|k̂ − k| at distance {digits(distance, 2)}", digits(error, 2), f"SD {digits(sigma, 2)}", z_cell(z)),
    )


@says("error_within")
def _(n_places: int, z: float, rms: float, **_: object) -> Said:
    return Said(
        f"The error is no larger than that of Monte Carlo at {n_places} places: at most {decimals(z, 1)} standard "
        f"deviations of one draw, {digits(rms, 2)} on average.",
        f"its error is {digits(rms, 2)} Monte Carlo SDs",
    )


def judged_rate(e: Measurements) -> Verdict | None:
    """The convergence rate of the error; None if it was not measured, or the scheme is biased."""
    rate = e.rate
    if rate is None or judged_bias(e).status != FINE:  # a bias does not fall at all
        return None
    values = {
        "slope": rate.slope,
        "low": rate.low,
        "high": rate.high,
        "smallest": rate.n_freqs[0],
        "m": rate.n_freqs[-1],
    }
    if rate.low > _FLAT and not declares_floor(e):
        return say("rate", ERROR, "does_not_fall", severity=min(1.0, 1 + rate.slope), **values)
    if rate.low > _SLOW:
        return say("rate", COSTLY, "falls_slowly", severity=0.5 + rate.slope, **values)
    if rate.high < _FAST:
        return say("rate", FINE, "falls_fast", **values)
    return say("rate", FINE, "falls_as_root", **values)


_NO_LIMIT = ": it does not converge as D^−0.5. Is one random factor shared by all frequencies of a draw?"


@says("does_not_fall", end=_NO_LIMIT, title=": it does not converge")
@says("falls_slowly", end=", slower than D^−0.5.", title="")
@says("falls_fast", end=", faster than D^−0.5.")
@says("falls_as_root", end="; Monte Carlo has D^−0.5.")
def _(end: str, slope: float, low: float, high: float, smallest: int, m: int, title: str | None = None) -> Said:
    whole = (
        f"From {smallest} to {m:,} frequencies the error is ∝ D^{decimals(slope, 2)} (exponent {decimals(low, 2)} to "
        f"{decimals(high, 2)}){end}"
    )
    if title is None:
        return Said(whole)
    interval = f"95 %: {unsigned_zero(low)} to {unsigned_zero(high)}"
    cells = Cells("exponent of D", unsigned_zero(slope), "−0.50", interval)
    return Said(whole, f"error ∝ D^{decimals(slope, 2)}{title}", cells)


def judged_dependence(e: Measurements) -> Verdict | None:
    """Whether rows of a draw share directions or norms, are aligned, or have correlated norms."""
    name, d, rows = "dependence", e.about.d, e.rows
    if d == 1:
        return _spread_alike(e)
    same = rows.n_same_direction / rows.n_rows
    if same > 0.01 and rows.n_same_direction > 2 and rows.equal:
        if declares_directions(e):
            return say(name, DESIGN, "same_directions", remark("declared"), share=same, severity=same)
        status = COSTLY if e.sample.unbiased or e.source.given else DESIGN
        status = ERROR if status == COSTLY and same > 0.2 and rows.n_pairs < rows.n_same_direction else status
        return say(name, status, "same_directions", excuse_of(e, status), share=same, severity=same)
    if not over_seeds(e):
        return None
    test = tested(e.over.aligned, ALARM)
    if np.isnan(test.p_value):
        return None
    if test.p_value < ALARM and test.mean > 0:
        lags = tested(e.over.lags, ALARM)
        lag = lags.at[0] + 1 if lags.p_value < ALARM and lags.mean > 0 else 0
        shared = rows.n_shared_norms / rows.n_rows
        named = [remark("lag", lag=lag)] if lag else []
        named += [remark("norms_repeat", share=shared)] if shared > 0.01 else []
        worth = 1 / (1 + max(test.mean, 0) * e.sample.n_freqs * d / max(d - 1, 1) / 2)
        varies = judged_variance(e)
        if varies is None or varies.status != COSTLY:
            return _spread_alike(e) or say(name, FINE, "aligned_freely", *named, z=abs(test.z))
        status = DESIGN if declares_repeats(e) or not e.sample.unbiased else COSTLY
        m = min(e.sample.n_freqs, MOST_ROWS)
        said = {"z": abs(test.z), "square": 1 / d + test.mean * m / (m - 1), "expected": 1 / d}
        return say(name, status, "aligned", *named, excuse_of(e, status), severity=1 - worth, **said)
    if together := _spread_alike(e):
        return together
    code = "rows_apart" if test.p_value < ALARM else "rows_independent"
    return say(name, FINE, code, n_seeds=e.n_seeds)


plainly(
    rows_apart="Frequencies of a draw are farther apart than independent ones.",
    aligned_freely=lambda z: (
        f"Frequencies of a draw are aligned, {z_size(z)} standard errors more than independent ones, but the variance "
        "is no larger along the lines tried."
    ),
    lag=lambda lag: f"The most similar frequencies are {lag:,} apart.",
    rows_independent=lambda n_seeds: (
        f"Frequencies of a draw are no more similar than independent ones, over {seeds(n_seeds)}."
    ),
)


@says("same_directions")
def _(share: float) -> Said:
    return Said(
        f"{percent(share)} of the frequencies have the direction of another frequency of the same draw: is the same "
        "orthogonal matrix used for each block?",
        f"{percent(share)} of the frequencies have the direction of another",
        Cells("frequencies that share a direction", percent(share), "0 %"),
    )


@says("aligned")
def _(z: float, square: float, expected: float) -> Said:
    return Said(
        f"Frequencies of a draw are aligned, {z_size(z)} standard errors more than independent ones: the effective "
        "sample size is smaller.",
        "frequencies of a draw are aligned",
        Cells("mean cos² between frequencies", digits(square, 3), digits(expected, 3), z_cell(z)),
    )


def _spread_alike(e: Measurements) -> Verdict | None:
    """Rows with positively correlated or shared norms: their means vary more than those of independent rows."""
    rows = e.rows
    if not over_seeds(e) or not rows.equal or not e.sample.unbiased:
        return None
    degrees, shared = e.n_seeds - 1, rows.n_shared_norms / max(rows.n_rows, 1)
    sizes, norms = np.atleast_1d(e.over.scale.spread), float(np.atleast_1d(e.over.norms.spread)[-2])
    worst = float(sizes.max())
    together = (len(sizes) + 1) * stats.chi2.sf(np.array([worst, norms]) * degrees, degrees) < ALARM
    varies = judged_variance(e)
    # excess variance of a coordinate's size carries over to cosines along it; for norms, directions may compensate
    status = COSTLY if together[0] or (varies is not None and varies.status == COSTLY) else UNKNOWN
    if together.any():
        ratio = worst if together[0] else norms
        named = remark("norms_repeat", share=shared) if shared > 0.01 else None
        return say("dependence", status, "rows_together", named, ratio=ratio, severity=1 - 1 / ratio)
    if shared > 0.01 and e.about.d > 1:
        return say("dependence", status, "norms_repeat", share=shared, severity=min(shared, 0.2))
    lean = np.atleast_1d(e.over.mean.spread)
    if len(lean) * float(stats.chi2.sf(lean.max() * degrees, degrees)) < ALARM:
        return say("dependence", UNKNOWN, "rows_lean", ratio=float(lean.max()))
    return None


plainly(
    rows_lean=lambda ratio: (
        f"Frequencies of a draw lean to one side together: their mean varies {times(ratio)} times as much from seed "
        "to seed as for independent frequencies. Signs flipped together are harmless, a shift of all frequencies is "
        "not."
    ),
)


@says("rows_together")
def _(ratio: float) -> Said:
    return Said(
        f"Frequencies of a draw are large or small together: their mean magnitude varies {times(ratio)} times as much "
        "from seed to seed as for independent frequencies.",
        f"the mean magnitude of frequencies varies {times(ratio)} times as much as expected",
        Cells("variance of a draw's mean magnitude", f"{times(ratio)}×", "1×"),
    )


@says("norms_repeat")
def _(share: float) -> Said:
    return Said(
        f"{percent(share)} of the frequencies have the norm of another frequency of the draw.",
        f"{percent(share)} of the frequencies have the norm of another",
        Cells("frequencies that share a norm", percent(share), "0 %"),
    )
