"""Verdicts on the distribution of the rows: norms, mean, scale, correlations, directions, and their dependence."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from rffviz.diagnose.judging import (
    declares_repeats,
    excuse_of,
    flag_one,
    flag_over_seeds,
    norm_test,
    over_seeds,
    power_of_length_scale,
    say,
    status_of_one,
    status_over_seeds,
    threshold,
    too_few,
)
from rffviz.diagnose.measurements import Measurements
from rffviz.diagnose.naming import distribution_of_norms, factor_by_name, factor_error, scale_factor, slope_of_norms
from rffviz.diagnose.over_seeds import POWER, tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Remark, remark
from rffviz.diagnose.verdict import COSTLY, DESIGN, FINE, UNKNOWN, Verdict

_APART = 6  # standard errors between the scales of two coordinates
_LEANS = 10  # variance of a draw's mean over that of independent rows
_ONE_SIDE = 0.85  # fraction of rows; a distribution shifted that far is detected by its width


def judged_radius(e: Measurements) -> Verdict:
    """Whether the norms match the spectral density."""
    name, radius, kernel, d = "radius", e.found.radius, e.kernel, e.about.d
    if not over_seeds(e):
        if not e.fixed:
            return too_few(name, e)
        if radius.constant:
            return flag_one(e, name, "constant", n_freqs=radius.n_freqs, length=float(radius.radius[0]), severity=0.5)
        if radius.off:
            said = _medians(radius.median, radius.expected_median)
            code, gap, named = "too_long" if said["ratio"] > 1 else "too_short", radius.distance, _length_by_name(e)
            return flag_one(e, name, code, named, at=radius.at, distance=gap, p=radius.p_value, severity=gap, **said)
        if np.isnan(radius.p_value):
            return say(name, UNKNOWN, "few_norms", n_distinct=radius.n_distinct)
        return say(name, FINE, "norms_follow", distance=radius.distance, p=radius.p_value)
    test = norm_test(e)
    if np.isnan(test.p_value):
        return say(name, UNKNOWN, "few_norms", n_distinct=radius.n_distinct)
    if test.p_value < ALARM:
        gap = float(np.abs(np.atleast_1d(e.over.norms.mean)[:-2]).max())
        middle = float(np.atleast_1d(e.over.norms.mean)[-2])
        spread = float(np.atleast_1d(e.over.norms.z)[-2])
        median = float(np.median(np.concatenate(e.over.kept))) if e.rows.equal else radius.median
        said = _medians(median, radius.expected_median)
        code = "norms_off"
        if abs(spread) > 4 and (middle > 0) == (said["ratio"] > 1):
            code = "norms_too_large" if middle > 0 else "norms_too_small"
        said |= {"gap": gap, "p": test.p_value, "n_seeds": e.n_seeds}
        return flag_over_seeds(e, name, code, _length_by_name(e), severity=gap, **said)
    error = float(np.atleast_1d(e.over.norms.error)[-2])
    factor = np.exp(min(threshold(test, e.n_seeds) * error / max(slope_of_norms(kernel, d), 1e-9), 9))
    return say(name, FINE, "norms_over_seeds", p=test.p_value, factor=float(factor), n_seeds=e.n_seeds)


def _medians(median: float, expected: float) -> dict[str, Any]:
    """The median norm, what is expected, and their ratio."""
    return {"median": median, "expected": expected, "ratio": median / expected}


def _length_by_name(e: Measurements) -> Remark | None:
    if not e.rows.equal:
        return None
    power = power_of_length_scale(e, lambda W: np.linalg.norm(W, axis=1))
    return distribution_of_norms(np.concatenate(e.over.kept), e.kernel, e.about.d, e.sample.n_freqs, power)


def judged_mean(e: Measurements) -> Verdict | None:
    """Whether the rows are centred; None without enough seeds."""
    name, kernel = "mean", e.kernel
    if not over_seeds(e):
        return None
    test = tested(e.over.mean, ALARM)
    if test.p_value >= ALARM:
        density = float(kernel.radius_pdf(np.array([1e-6 / kernel.length_scale]), 1)[0])
        shift = test.detectable / density if np.isfinite(density) and density > 0 else float("nan")
        return say(name, FINE, "mean_fine", shift=shift)
    # The cosine is even, so that flipped signs are not an error. A shifted distribution is one, and is wider along the
    # shift.
    coordinate, z, wider = test.at[0] + 1, abs(test.z), float(np.asarray(e.over.wide.z))
    size = float(np.linalg.norm(np.atleast_1d(e.over.mean.mean)))
    if wider > stats.t.isf(ALARM, max(e.over.wide.n - 1, 1)):
        said: dict[str, Any] = {"coordinate": coordinate, "z": z, "rank": (1 + test.mean) / 2}
        return flag_over_seeds(e, name, "mean_shifted", severity=size / (1 + size), **said)
    share = float(np.clip((1 + np.asarray(e.over.sided.mean)) / 2, 0, 1))
    if share > _ONE_SIDE:
        return say(name, FINE, "one_side", coordinate=coordinate)
    return say(name, UNKNOWN, "mean_off", coordinate=coordinate, z=z, wider=wider)


def judged_scale(e: Measurements) -> Verdict:
    """Whether each coordinate's scale matches its marginal distribution."""
    name, kernel = "scale", e.kernel
    if not over_seeds(e):
        if not e.fixed:
            return too_few(name, e)
        moment = e.found.moments
        if moment.n_freqs < 2:
            return say(name, UNKNOWN, "no_spread")
        worst = moment.worst
        value, z = float(moment.spread[worst]), float(abs(moment.spread_z[worst]))
        if moment.scale_off:
            off = np.abs(moment.spread_z) > moment.spread_threshold
            named = _scale_by_name(e, moment.spread - 0.5, worst, off)
            code = "too_large" if value > 0.5 else "too_small"
            said: dict[str, Any] = {"coordinate": worst + 1, "z": z, "factor": scale_factor(value - 0.5, kernel)}
            return flag_one(e, name, code, named, severity=2 * abs(value - 0.5), **said)
        return say(name, FINE, "scaled", z=z)
    test = tested(e.over.scale, ALARM)
    if test.p_value < ALARM:
        mean, z = np.atleast_1d(e.over.scale.mean), np.abs(np.atleast_1d(e.over.scale.z))
        limit = threshold(test, e.n_seeds) - POWER
        named = _scale_by_name(e, mean, test.at[0], off=z > limit)
        code = "too_large" if test.mean > 0 else "too_small"
        size = min(1.0, 2 * abs(test.mean))
        said = {"coordinate": test.at[0] + 1, "z": abs(test.z), "factor": scale_factor(test.mean, kernel)}
        return flag_over_seeds(e, name, code, named, severity=size, **said)
    factor = float(np.exp(min(test.detectable / max(slope_of_norms(kernel, 1), 1e-9), 9)))
    return say(name, FINE, "scaled_over_seeds", factor=factor, n_seeds=e.n_seeds)


def _scale_by_name(e: Measurements, mean: np.ndarray, worst: int, off: np.ndarray) -> Remark | None:
    """The factor on the coordinates whose scale is `off`, by name."""
    kernel, d = e.kernel, e.about.d
    factor = scale_factor(float(mean[worst]), kernel)
    if not np.isfinite(factor):
        return None
    others = np.delete(mean, worst)
    alone = d > 1 and int(off.sum()) <= 1
    error = float(np.max(np.atleast_1d(e.over.scale.error))) if e.over.scale.n > 2 else 0.0
    alike = d > 1 and bool(np.abs(others - mean[worst]).max() < max(0.3 * abs(mean[worst]), _APART * error))
    if d > 1 and not alike and int(off.sum()) > max(2, d // 2):
        factors = [scale_factor(float(each), kernel) for each in (mean.min(), mean.max())]
        return remark("coordinate_factors", low=factors[0], high=factors[1])
    code = "coordinate_factor" if alone or d == 1 else "all_factor" if alike else "coordinate_factor_among"
    error = factor_error(e.n_seeds * e.rows.n_effective, kernel, 1)
    name = factor_by_name(factor, kernel, d, error, power_of_length_scale(e, lambda W: np.abs(W[:, worst])))
    return remark(code + ("_named" if name else ""), coordinate=worst + 1, factor=factor, name=name)


def judged_correlations(e: Measurements) -> Verdict:
    """Whether pairs of coordinates are correlated or equal."""
    name, d = "correlations", e.about.d
    if d == 1:
        return say(name, UNKNOWN, "one_coordinate")
    moment = e.found.moments
    test = tested(e.over.pairs, ALARM, np.triu(np.ones((d, d), dtype=bool), 1))
    if moment.n_repeated and (e.fixed or over_seeds(e)):
        i, j = moment.repeated[0]
        status = status_of_one(e) if e.fixed else status_over_seeds(e)
        if declares_repeats(e):
            status = DESIGN
        elif (
            not e.fixed and not test.p_value < ALARM
        ):  # a new shift each time: unbiased over seeds, wrong in every draw
            status = COSTLY
        copies = {"n_copies": moment.n_copies, "d": d}
        share = moment.n_copies / d
        excuse = excuse_of(e, status)
        return say(name, status, "coordinates_repeated", excuse, i=i + 1, j=j + 1, severity=share, **copies)
    if not over_seeds(e):
        if not e.fixed:
            return too_few(name, e)
        if moment.n_freqs < 3 or moment.pair is None:
            return say(name, UNKNOWN, "few_rows")
        i, j = moment.pair
        z = float(abs(moment.correlation_z[i, j]))
        if moment.correlated:
            pair: dict[str, Any] = {"i": i + 1, "j": j + 1, "value": moment.largest, "z": z}
            return flag_one(e, name, "correlated", severity=abs(moment.largest), **pair)
        return say(name, FINE, "uncorrelated_once", i=i + 1, j=j + 1, value=moment.largest)
    if test.p_value < ALARM:
        i, j = test.at
        value = float(np.clip(3 * test.mean, -1, 1))  # v² has the mean 1/3
        pair = {"i": i + 1, "j": j + 1, "value": value, "z": abs(test.z)}
        lean = float(np.atleast_1d(e.over.mean.spread).max())
        named = remark("successive_points", ratio=lean) if lean > _LEANS else None
        return flag_over_seeds(e, name, "correlated_over_seeds", named, n_seeds=e.n_seeds, severity=abs(value), **pair)
    return say(name, FINE, "uncorrelated", detectable=min(3 * test.detectable, 1.0), n_seeds=e.n_seeds)


def judged_directions(e: Measurements) -> Verdict:
    """Whether the directions are uniform."""
    name, angles, d = "directions", e.found.directions, e.about.d
    if d == 1:
        return say(name, UNKNOWN, "no_direction")
    if not angles.isotropic:
        return say(name, UNKNOWN, "directions_not_uniform", kernel=angles.kernel.label)
    if not over_seeds(e):
        if not e.fixed:
            return too_few(name, e)
        if np.isnan(angles.p_value):
            return say(name, UNKNOWN, "few_directions")
        share = angles.largest_eigenvalue
        if angles.uneven:
            said: dict[str, Any] = {"share": share, "usual": angles.expected_eigenvalue, "p": angles.p_value}
            return flag_one(e, name, "uneven", severity=share / d, **said)
        return say(name, FINE, "more_even" if angles.more_even else "even", share=share)
    eigen = np.linalg.eigvalsh(np.asarray(e.over.gathered))
    share = float(d * eigen[-1] / max(eigen.sum(), 1e-300))
    uneven = tested(e.over.uneven, ALARM / 2)
    if uneven.p_value < ALARM / 2 and uneven.mean > 0:
        said = {"share": share, "z": abs(uneven.z), "n_seeds": e.n_seeds}
        return flag_over_seeds(e, name, "uneven_over_seeds", severity=share / d, **said)
    cubic = tested(e.over.cubic, ALARM / 2, np.array([True, False]))
    if cubic.p_value < ALARM / 2:
        code = "towards_corners" if cubic.mean < 0 else "towards_axes"
        usual = 3 / (d + 2)
        said = {"z": abs(cubic.z), "fourth": usual + cubic.mean, "expected": usual}
        return flag_over_seeds(e, name, code, severity=abs(cubic.mean) / usual, **said)
    return say(name, FINE, "even_over_seeds", share=share, n_seeds=e.n_seeds)


def judged_coupling(e: Measurements) -> Verdict | None:
    """Whether norms, directions and the sizes of coordinates are independent; None without enough seeds."""
    name, d = "coupling", e.about.d
    if d == 1 or not over_seeds(e):
        return None
    upper = np.triu(np.ones((d, d), dtype=bool), 1)
    sizes, tied = tested(e.over.sizes, ALARM / 3, upper), tested(e.over.coupling, ALARM / 3)
    if sizes.p_value < ALARM / 3:
        i, j = sizes.at
        code = "sizes_together" if sizes.mean > 0 else "sizes_apart"
        said: dict[str, Any] = {
            "i": i + 1,
            "j": j + 1,
            "z": abs(sizes.z),
            "value": 12 * sizes.mean,
        }  # var(|c_i| − ½) = 1/12
        named = remark("also_norms") if tied.p_value < ALARM / 3 else None
        return flag_over_seeds(e, name, code, named, severity=12 * abs(sizes.mean), **said)
    if e.kernel.isotropic:
        if tied.p_value < ALARM / 3:
            return flag_over_seeds(
                e,
                name,
                "length_with_direction",
                coordinate=tied.at[0] + 1,
                value=tied.mean,
                z=abs(tied.z),
                severity=6 * abs(tied.mean),
            )
        cubic = tested(e.over.cubic, ALARM / 3, np.array([False, True]))
        if cubic.p_value < ALARM / 3:
            said = {"value": cubic.mean, "z": abs(cubic.z)}
            return flag_over_seeds(e, name, "length_with_corners", severity=0.2, **said)
    return say(name, FINE, "joint_fine", n_seeds=e.n_seeds)


def judged_discrepancy(e: Measurements) -> Verdict | None:
    """Discrepancy of the first draw's points in the unit cube."""
    name, evenness = "discrepancy", e.found.discrepancy
    if not evenness.informative:
        return say(name, UNKNOWN, "discrepancy_says_nothing", d=evenness.d, n_used=evenness.n_used)
    if evenness.p_value < ALARM and e.fixed:
        ratio = evenness.ratio
        return flag_one(e, name, "cube_uneven", ratio=ratio, p=evenness.p_value, severity=ratio / 100)
    if evenness.p_value < ALARM:  # one draw of several: the tests over seeds decide
        return say(name, UNKNOWN, "cube_uneven_once", ratio=evenness.ratio)
    return say(name, FINE, "cube_even", ratio=evenness.ratio)
