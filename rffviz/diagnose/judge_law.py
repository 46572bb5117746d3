"""Verdicts on the distribution of the rows: norms, mean, scale, correlations, directions, and their dependence."""

from __future__ import annotations

import numpy as np
from scipy import stats

from rffviz.diagnose.evidence import Evidence
from rffviz.diagnose.judging import (
    accuse_one,
    accuse_over_seeds,
    declares_repeats,
    excuse_of,
    length_test,
    over_seeds,
    power_of_length_scale,
    say,
    status_of_one,
    status_over_seeds,
    threshold,
    too_few,
)
from rffviz.diagnose.naming import factor_by_name, factor_error, law_of_lengths, scale_factor, slope_of_lengths
from rffviz.diagnose.over_seeds import tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Remark, remark
from rffviz.diagnose.verdict import COSTLY, DESIGN, FINE, UNKNOWN, Verdict

_ONE_SIDE = 0.85  # fraction of rows; a distribution shifted that far is detected by its width


def judged_radius(e: Evidence) -> Verdict:
    """Whether the norms match the spectral density."""
    name, law, kernel, d = "radius", e.found.radius, e.about.kernel, e.about.d
    if not over_seeds(e):
        if not e.fixed:
            return too_few(name, e)
        if law.constant:
            return accuse_one(e, name, "constant", n_freqs=law.n_freqs, length=float(law.radius[0]), severity=0.5)
        if law.off:
            code, gap, named = "too_long" if law.too_long else "too_short", law.distance, _length_by_name(e)
            return accuse_one(e, name, code, named, at=law.at, distance=gap, p=law.p_value, severity=gap)
        if np.isnan(law.p_value):
            return say(name, UNKNOWN, "few_lengths", n_distinct=law.n_distinct)
        return say(name, FINE, "lengths_follow", distance=law.distance, p=law.p_value)
    test = length_test(e)
    if np.isnan(test.p_value):
        return say(name, UNKNOWN, "few_lengths", n_distinct=law.n_distinct)
    if test.p_value < ALARM:
        gap = float(np.abs(np.atleast_1d(e.over.lengths.mean)[:-2]).max())
        middle = float(np.atleast_1d(e.over.lengths.mean)[-2])
        spread = float(np.atleast_1d(e.over.lengths.z)[-2])
        code = "lengths_off"
        if abs(spread) > 4:
            code = "lengths_too_long" if middle > 0 else "lengths_too_short"
        named = _length_by_name(e)
        return accuse_over_seeds(e, name, code, named, gap=gap, p=test.p_value, n_seeds=e.n_seeds, severity=gap)
    error = float(np.atleast_1d(e.over.lengths.error)[-2])
    factor = np.exp(min(threshold(test, e.n_seeds) * error / max(slope_of_lengths(kernel, d), 1e-9), 9))
    return say(name, FINE, "lengths_over_seeds", p=test.p_value, factor=float(factor), n_seeds=e.n_seeds)


def _length_by_name(e: Evidence) -> Remark | None:
    if not e.rows.equal:
        return None
    power = power_of_length_scale(e, lambda W: np.linalg.norm(W, axis=1))
    return law_of_lengths(np.concatenate(e.over.kept), e.about.kernel, e.about.d, power)


def judged_mean(e: Evidence) -> Verdict | None:
    """Whether the rows are centred; None without enough seeds."""
    name, kernel = "mean", e.about.kernel
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
        return accuse_over_seeds(e, name, "mean_shifted", coordinate=coordinate, z=z, severity=size / (1 + size))
    share = float(np.clip((1 + np.asarray(e.over.sided.mean)) / 2, 0, 1))
    if share > _ONE_SIDE:
        return say(name, FINE, "one_side", coordinate=coordinate)
    return say(name, UNKNOWN, "mean_off", coordinate=coordinate, z=z, wider=wider)


def judged_scale(e: Evidence) -> Verdict:
    """Whether each coordinate's scale matches its marginal distribution."""
    name, kernel = "scale", e.about.kernel
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
            return accuse_one(e, name, code, named, coordinate=worst + 1, z=z, severity=2 * abs(value - 0.5))
        return say(name, FINE, "scaled", z=z)
    test = tested(e.over.scale, ALARM)
    if test.p_value < ALARM:
        mean, z = np.atleast_1d(e.over.scale.mean), np.abs(np.atleast_1d(e.over.scale.z))
        limit = threshold(test, e.n_seeds) - 1.28
        named = _scale_by_name(e, mean, test.at[0], off=z > limit)
        code = "too_large" if test.mean > 0 else "too_small"
        size = min(1.0, 2 * abs(test.mean))
        return accuse_over_seeds(e, name, code, named, coordinate=test.at[0] + 1, z=abs(test.z), severity=size)
    factor = float(np.exp(min(test.detectable / max(slope_of_lengths(kernel, 1), 1e-9), 9)))
    return say(name, FINE, "scaled_over_seeds", factor=factor, n_seeds=e.n_seeds)


def _scale_by_name(e: Evidence, mean: np.ndarray, worst: int, off: np.ndarray) -> Remark | None:
    """The factor on the coordinates whose scale is `off`, by name."""
    kernel, d = e.about.kernel, e.about.d
    factor = scale_factor(float(mean[worst]), kernel)
    if not np.isfinite(factor):
        return None
    others = np.delete(mean, worst)
    alone = d > 1 and int(off.sum()) <= 1
    alike = d > 1 and bool(np.abs(others - mean[worst]).max() < 0.3 * abs(mean[worst]))
    code = "coordinate_factor" if alone or d == 1 else "all_factor" if alike else "coordinate_factor_among"
    error = factor_error(e.n_seeds * e.rows.n_effective, kernel, 1)
    name = factor_by_name(factor, kernel, d, error, power_of_length_scale(e, lambda W: np.abs(W[:, worst])))
    return remark(code + ("_named" if name else ""), coordinate=worst + 1, factor=factor, name=name)


def judged_correlations(e: Evidence) -> Verdict:
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
        if moment.n_freqs < 3:
            return say(name, UNKNOWN, "few_rows")
        i, j = moment.pair
        z = float(abs(moment.correlation_z[i, j]))
        if moment.correlated:
            pair = {"i": i + 1, "j": j + 1, "value": moment.largest, "z": z}
            return accuse_one(e, name, "correlated", severity=abs(moment.largest), **pair)
        return say(name, FINE, "uncorrelated_once", i=i + 1, j=j + 1, value=moment.largest)
    if test.p_value < ALARM:
        i, j = test.at
        value = float(np.clip(3 * test.mean, -1, 1))  # v² has the mean 1/3
        pair = {"i": i + 1, "j": j + 1, "value": value, "z": abs(test.z)}
        return accuse_over_seeds(e, name, "correlated_over_seeds", n_seeds=e.n_seeds, severity=abs(value), **pair)
    return say(name, FINE, "uncorrelated", detectable=min(3 * test.detectable, 1.0), n_seeds=e.n_seeds)


def judged_directions(e: Evidence) -> Verdict:
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
            return accuse_one(e, name, "uneven", share=share, p=angles.p_value, severity=share / d)
        return say(name, FINE, "more_even" if angles.more_even else "even", share=share)
    eigen = np.linalg.eigvalsh(np.asarray(e.over.gathered))
    share = float(d * eigen[-1] / max(eigen.sum(), 1e-300))
    uneven = tested(e.over.uneven, ALARM / 2)
    if uneven.p_value < ALARM / 2 and uneven.mean > 0:
        said = {"share": share, "z": abs(uneven.z), "n_seeds": e.n_seeds}
        return accuse_over_seeds(e, name, "uneven_over_seeds", severity=share / d, **said)
    cubic = tested(e.over.cubic, ALARM / 2, np.array([True, False]))
    if cubic.p_value < ALARM / 2:
        code = "towards_corners" if cubic.mean < 0 else "towards_axes"
        return accuse_over_seeds(e, name, code, z=abs(cubic.z), severity=abs(cubic.mean) * (d + 2) / 3)
    return say(name, FINE, "even_over_seeds", share=share, n_seeds=e.n_seeds)


def judged_coupling(e: Evidence) -> Verdict | None:
    """Whether norms, directions and the sizes of coordinates are independent; None without enough seeds."""
    name, d = "coupling", e.about.d
    if d == 1 or not over_seeds(e):
        return None
    upper = np.triu(np.ones((d, d), dtype=bool), 1)
    sizes = tested(e.over.sizes, ALARM / 3, upper)
    if sizes.p_value < ALARM / 3:
        i, j = sizes.at
        code = "sizes_together" if sizes.mean > 0 else "sizes_apart"
        return accuse_over_seeds(e, name, code, i=i + 1, j=j + 1, z=abs(sizes.z), severity=12 * abs(sizes.mean))
    if e.about.kernel.isotropic:
        tied = tested(e.over.coupling, ALARM / 3)
        if tied.p_value < ALARM / 3:
            return accuse_over_seeds(
                e,
                name,
                "length_with_direction",
                coordinate=tied.at[0] + 1,
                z=abs(tied.z),
                severity=6 * abs(tied.mean),
            )
        cubic = tested(e.over.cubic, ALARM / 3, np.array([False, True]))
        if cubic.p_value < ALARM / 3:
            return accuse_over_seeds(e, name, "length_with_corners", z=abs(cubic.z), severity=0.2)
    return say(name, FINE, "joint_fine", n_seeds=e.n_seeds)


def judged_discrepancy(e: Evidence) -> Verdict | None:
    """Discrepancy of the first draw's points in the unit cube."""
    name, evenness = "discrepancy", e.found.discrepancy
    if not evenness.informative:
        return say(name, UNKNOWN, "discrepancy_says_nothing", d=evenness.d, n_used=evenness.n_used)
    if evenness.p_value < ALARM and e.fixed:
        ratio = evenness.ratio
        return accuse_one(e, name, "cube_uneven", ratio=ratio, p=evenness.p_value, severity=ratio / 100)
    if evenness.p_value < ALARM:  # one draw of several: the tests over seeds decide
        return say(name, UNKNOWN, "cube_uneven_once", ratio=evenness.ratio)
    return say(name, FINE, "cube_even", ratio=evenness.ratio)
