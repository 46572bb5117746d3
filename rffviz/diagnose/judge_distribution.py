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
from rffviz.diagnose.naming import (
    distribution_of_norms,
    factor_by_name,
    factor_error,
    not_inverted,
    scale_factor,
    slope_of_norms,
)
from rffviz.diagnose.over_seeds import POWER, tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Cells, Remark, Said, plainly, remark, says
from rffviz.diagnose.verdict import COSTLY, DESIGN, FINE, UNKNOWN, Verdict
from rffviz.diagnose.wording import (
    chance,
    decimals,
    digits,
    factor_size,
    p_cell,
    plural,
    seeds,
    times,
    unsigned_zero,
    z_cell,
    z_size,
)

_APART = 6  # standard errors between the scales of two coordinates
_UNEQUAL = 0.001  # level of the tests that coordinates of one draw share a factor
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
        gap = float(np.abs(np.atleast_1d(e.over.norms.mean)[:-2]).max()) / _total(e)
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


def _total(e: Measurements) -> float:
    """The mean sum of a draw's weights."""
    return max(1 + float(e.over.weight.mean), 1e-300)


def _medians(median: float, expected: float) -> dict[str, Any]:
    """The median norm, what is expected, and their ratio."""
    return {"median": median, "expected": expected, "ratio": median / expected}


def _length_by_name(e: Measurements) -> Remark | None:
    if not e.rows.equal:
        return None
    if cube := not_inverted(e.sample.W, e.kernel):
        return cube
    power = power_of_length_scale(e, lambda W: np.linalg.norm(W, axis=1))
    return distribution_of_norms(np.concatenate(e.over.kept), e.kernel, e.about.d, e.sample.n_freqs, power)


plainly(
    few_norms=lambda n_distinct: f"Too few distinct norms to compare with the target distribution: {n_distinct}.",
    norms_follow=lambda distance, p: (
        f"The norms match the target distribution: KS distance {digits(distance, 2)}, and one as large occurs in "
        f"{chance(p)}."
    ),
    norms_over_seeds=lambda factor, n_seeds, **_: (
        f"The norms match the target distribution over {seeds(n_seeds)}; the test would detect a factor of "
        f"{factor_size(factor)}."
    ),
)


@says("constant")
def _(n_freqs: int, length: float) -> Said:
    return Said(
        f"All {n_freqs:,} frequencies have the same norm, {digits(length, 3)}.",
        f"all frequencies have norm {digits(length, 3)}",
        Cells("distinct norms", "1", f"{n_freqs:,}"),
    )


@says("too_long", size="large")
@says("too_short", size="small")
def _(size: str, median: float, expected: float, ratio: float, distance: float, at: float, p: float) -> Said:
    return Said(
        f"The norms do not match the target distribution and are mostly too {size}: KS distance {digits(distance, 2)}, "
        f"at {digits(at, 3)}; one as large occurs in {chance(p)}.",
        f"frequency norms are {_off(ratio)}",
        Cells("median norm", digits(median, 3), digits(expected, 3), p_cell(p)),
    )


@says("norms_too_large", size="large")
@says("norms_too_small", size="small")
def _(size: str, median: float, expected: float, ratio: float, gap: float, p: float, n_seeds: int) -> Said:
    return Said(
        f"Over {seeds(n_seeds)} the norms are too {size}: KS distance {digits(gap, 2)} to the target distribution, "
        f"which occurs in {chance(p)}.",
        f"frequency norms are {_off(ratio)}",
        Cells("median norm", digits(median, 3), digits(expected, 3), p_cell(p)),
    )


@says("norms_off")
def _(gap: float, p: float, n_seeds: int, **_: object) -> Said:
    return Said(
        f"Over {seeds(n_seeds)} the norms do not match the target distribution, though they are neither larger nor "
        f"smaller overall: KS distance {digits(gap, 2)}, which occurs in {chance(p)}.",
        f"the CDF of the norms is off by up to {digits(gap, 2)}",
        Cells("largest gap in the norms' CDF", digits(gap, 2), "0", p_cell(p)),
    )


def _off(ratio: float) -> str:
    """A ratio of observed to expected sizes: '29 % too small', '6.3× too large'."""
    if not ratio > 0:
        return "off target"
    percent = 100 * abs(ratio - 1)
    size = f"{max(ratio, 1 / ratio):.2g}×" if not 1 / 3 < ratio < 3 else f"{percent:.{2 if percent < 99.5 else 3}g} %"
    return f"{size} too {'large' if ratio > 1 else 'small'}"


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


plainly(
    mean_off=lambda coordinate, z, wider: (
        f"The frequencies are not centred: coordinate {coordinate} is off most, {z_size(z)} standard errors. Flipped "
        "signs are harmless, since the cosine is even; a shift is not, and widens the distribution. It is "
        f"{unsigned_zero(wider, 1)} standard errors wider: inconclusive."
    ),
    one_side=lambda coordinate: (
        f"Frequencies lie on one side, most of all in coordinate {coordinate}; the cosine is even, and along this "
        "direction the distribution is correct up to sign."
    ),
    mean_fine=lambda shift: (
        f"The frequencies are centred; the test would detect a shift of one coordinate by {digits(shift, 2)}."
    ),
)


@says("mean_shifted")
def _(coordinate: int, z: float, rank: float) -> Said:
    return Said(
        f"The frequencies are not centred: coordinate {coordinate} is off most, {z_size(z)} standard errors, and the "
        "distribution is wider along the shift.",
        "the frequencies are not centred",
        Cells(f"mean rank of coordinate {coordinate}", decimals(rank, 3), "0.500", z_cell(z)),
    )


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
        mean, z = np.atleast_1d(e.over.scale.mean) / _total(e), np.abs(np.atleast_1d(e.over.scale.z))
        limit = threshold(test, e.n_seeds) - POWER
        named = _scale_by_name(e, mean, test.at[0], off=z > limit)
        code = "too_large" if test.mean > 0 else "too_small"
        size, worst = min(1.0, 2 * abs(test.mean)), float(mean[test.at[0]])
        said = {"coordinate": test.at[0] + 1, "z": abs(test.z), "factor": scale_factor(worst, kernel)}
        return flag_over_seeds(e, name, code, named, severity=size, **said)
    factor = float(np.exp(min(test.detectable / max(slope_of_norms(kernel, 1), 1e-9), 9)))
    return say(name, FINE, "scaled_over_seeds", factor=factor, n_seeds=e.n_seeds)


plainly(
    no_spread="The spread of one frequency is undefined.",
    scaled=lambda z: f"Every coordinate has the correct scale: the largest deviation is {z_size(z)} standard errors.",
    scaled_over_seeds=lambda factor, n_seeds: (
        f"Every coordinate has the correct scale over {seeds(n_seeds)}; the test would detect a factor of "
        f"{factor_size(factor)}."
    ),
)


@says("too_large", size="large", side="above")
@says("too_small", size="small", side="below")
def _(size: str, side: str, coordinate: int, z: float, factor: float) -> Said:
    return Said(
        f"Coordinate {coordinate} is too {size}: {z_size(z)} standard errors {side} the target scale.",
        f"the scale of coordinate {coordinate} is {_off(factor)}",
        Cells(f"scale of coordinate {coordinate}", f"{factor_size(factor)}×", "1×", z_cell(z)),
    )


def _scale_by_name(e: Measurements, mean: np.ndarray, worst: int, off: np.ndarray) -> Remark | None:
    """The factor on the coordinates whose scale is `off`, by name."""
    kernel, d = e.kernel, e.about.d
    factor = scale_factor(float(mean[worst]), kernel)
    if not np.isfinite(factor):
        return None
    alone = d > 1 and int(off.sum()) <= 1
    alike = d > 1 and (_alike_over_seeds(e, mean, worst) if over_seeds(e) else _alike_once(e, mean, worst))
    if d > 1 and not alike and int(off.sum()) > max(2, d // 2):
        factors = [scale_factor(float(each), kernel) for each in (mean.min(), mean.max())]
        return remark("coordinate_factors", low=factors[0], high=factors[1])
    code = "coordinate_factor" if alone or d == 1 else "all_factor" if alike else "coordinate_factor_among"
    factor = scale_factor(float(mean.mean()), kernel) if code == "all_factor" else factor
    error = factor_error(e.n_seeds * e.rows.n_effective, kernel, 1)
    power = power_of_length_scale(e, lambda W: np.abs(W[:, worst]))
    name = factor_by_name(factor, kernel, d, error, power, e.sample.n_freqs)
    if name and code == "all_factor" and e.rows.equal and getattr(_length_by_name(e), "code", "") != "factor_named":
        name = ""  # no known factor explains the norms
    return remark(code + ("_named" if name else ""), coordinate=worst + 1, factor=factor, name=name)


def _alike_over_seeds(e: Measurements, mean: np.ndarray, worst: int) -> bool:
    """Whether all coordinates are off by about as much as the worst."""
    error = float(np.max(np.atleast_1d(e.over.scale.error))) / _total(e)
    return bool(np.abs(mean - mean[worst]).max() < max(0.3 * abs(mean[worst]), _APART * error))


def _alike_once(e: Measurements, mean: np.ndarray, worst: int) -> bool:
    """Whether the coordinates of one draw of independent rows may all be off by the same, and the others are off."""
    moment, others = e.found.moments, np.delete(mean, worst)
    error = np.max(np.abs(moment.spread - 0.5) / np.maximum(np.abs(moment.spread_z), 1e-300))
    unequal = np.square((mean - mean.mean()) / max(error, 1e-300)).sum()
    beyond = others.mean() * np.sign(mean[worst]) * len(others) ** 0.5 / max(error, 1e-300)
    return bool(stats.chi2.sf(unequal, len(others)) > _UNEQUAL and stats.norm.sf(beyond) < _UNEQUAL)


plainly(
    coordinate_factors=lambda low, high: (
        f"Each coordinate has a scale of its own, {factor_size(low)} to {factor_size(high)} times its target."
    ),
)


@says("coordinate_factor")
@says("coordinate_factor_named")
def _(coordinate: int, factor: float, name: str = "") -> Said:
    alone = f"Coordinate {coordinate} alone has {factor_size(factor)} times its target scale"
    return Said(f"{alone}: a factor {name}?" if name else f"{alone}.")


@says("coordinate_factor_among")
@says("coordinate_factor_among_named")
def _(coordinate: int, factor: float, name: str = "") -> Said:
    named = f" (a factor {name}?)" if name else ""
    return Said(
        f"Coordinate {coordinate} has {factor_size(factor)} times its target scale{named}, and others are off too."
    )


@says("all_factor")
@says("all_factor_named")
def _(factor: float, name: str = "", **_: object) -> Said:
    every = f"All coordinates have about {factor_size(factor)} times their target scale"
    return Said(f"{every}: a factor {name}?" if name else f"{every}.")


def judged_correlations(e: Measurements) -> Verdict:
    """Whether pairs of coordinates are correlated or equal."""
    name, d = "correlations", e.about.d
    if d == 1:
        return say(name, UNKNOWN, "one_coordinate")
    moment = e.found.moments
    test = tested(e.over.pairs.correlations(ALARM), ALARM, np.triu(np.ones((d, d), dtype=bool), 1))
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
        value = float(np.clip(test.mean, -1, 1))
        pair = {"i": i + 1, "j": j + 1, "value": value, "z": abs(test.z)}
        lean = float(np.atleast_1d(e.over.mean.spread).max())
        named = remark("successive_points", ratio=lean) if lean > _LEANS else None
        return flag_over_seeds(e, name, "correlated_over_seeds", named, n_seeds=e.n_seeds, severity=abs(value), **pair)
    return say(name, FINE, "uncorrelated", detectable=min(test.detectable, 1.0), n_seeds=e.n_seeds)


plainly(
    one_coordinate="One coordinate makes no pairs to compare.",
    few_rows="Too few frequencies to tell coordinates apart.",
    successive_points=lambda ratio: (
        f"The mean of a draw also varies {times(ratio)} times as much as for independent frequencies: are successive "
        "points of one sequence used as independent numbers, as in Box–Muller?"
    ),
    uncorrelated_once=lambda i, j, value: (
        "No pair of coordinates is correlated beyond chance; the largest correlation relative to chance, of "
        f"coordinates {i} and {j}, is {unsigned_zero(value)}."
    ),
    uncorrelated=lambda detectable, n_seeds: (
        f"No pair of coordinates is correlated over {seeds(n_seeds)}; the test would detect a correlation of "
        f"{digits(detectable, 2)}."
    ),
)


@says("coordinates_repeated")
def _(i: int, j: int, n_copies: int, d: int) -> Said:
    short = f"{n_copies:,} of {d:,} coordinates {plural(n_copies, 'repeats', 'repeat')} another"
    return Said(
        f"Coordinates {i} and {j} hold the same values, up to a shift or sign. In all, {short}.",
        short,
        Cells("repeated coordinates", f"{n_copies:,} of {d:,}", "0"),
    )


@says("correlated")
def _(i: int, j: int, value: float, z: float) -> Said:
    return _correlated("The", i, j, value, f"{z_size(z)} standard errors", z)


@says("correlated_over_seeds")
def _(i: int, j: int, value: float, z: float, n_seeds: int) -> Said:
    return _correlated(f"Over {seeds(n_seeds)} the", i, j, value, f"{decimals(z, 1)} standard errors", z)


def _correlated(start: str, i: int, j: int, value: float, away: str, z: float) -> Said:
    between = f"correlation of coordinates {i} and {j}"
    return Said(
        f"{start} {between} is {unsigned_zero(value)}, {away} from 0.",
        f"the {between} is {unsigned_zero(value)}",
        Cells(between, unsigned_zero(value), "0", z_cell(z)),
    )


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


plainly(
    no_direction="In one dimension a frequency has only a sign.",
    few_directions="Too few frequencies to test directions for uniformity.",
    directions_not_uniform=lambda kernel: (
        f"The directions of the {kernel} kernel are not uniform: its spectrum is a product over coordinates."
    ),
    even=lambda share: (
        f"The directions are as even as independent ones: the largest mass on an axis is {digits(share, 3)}× the "
        "expected one."
    ),
    more_even=lambda share: (
        f"The directions are more even than independent ones: the largest mass on an axis is {digits(share, 3)}× the "
        "expected one."
    ),
    even_over_seeds=lambda share, n_seeds: (
        f"Over {seeds(n_seeds)} the directions are uniform: the largest mass on an axis is {digits(share, 3)}× the "
        "expected one."
    ),
)


@says("uneven")
def _(share: float, usual: float, p: float) -> Said:
    short = f"one axis gets {digits(share, 4)}× its expected mass"
    return Said(
        f"The directions are less even than independent ones: {short}, and directions as uneven occur in {chance(p)}.",
        short,
        Cells("mass on one axis", f"{digits(share, 3)}×", f"{digits(usual, 3)}×", p_cell(p)),
    )


@says("towards_corners", where="corners of the cube", why="are they signs, or not rotated?")
@says("towards_axes", where="axes", why="is a permutation or a rotation missing, or a scale drawn for each coordinate?")
def _(where: str, why: str, z: float, fourth: float, expected: float) -> Said:
    return Said(
        f"The directions concentrate near the {where}, {z_size(z)} standard errors beyond chance: {why}",
        f"directions concentrate near the {where}",
        Cells("mean Σuᵢ⁴ of directions", digits(fourth, 3), digits(expected, 3), z_cell(z)),
    )


@says("uneven_over_seeds")
def _(share: float, z: float, n_seeds: int) -> Said:
    short = f"one axis gets {digits(share, 4)}× its expected mass"
    return Said(
        f"Over {seeds(n_seeds)} the directions are not uniform: {short}, {z_size(z)} standard errors beyond chance.",
        short,
        Cells("mass on one axis", f"{digits(share, 3)}×", "1×", z_cell(z)),
    )


def judged_coupling(e: Measurements) -> Verdict | None:
    """Whether norms, directions and the sizes of coordinates are independent; None without enough seeds."""
    name, d = "coupling", e.about.d
    if d == 1 or not over_seeds(e):
        return None
    upper = np.triu(np.ones((d, d), dtype=bool), 1)
    tied = tested(e.over.coupling, ALARM / 3)
    sizes = tested(e.over.sizes.correlations(ALARM), ALARM / 3, upper)
    if sizes.p_value < ALARM / 3:
        i, j = sizes.at
        code = "sizes_together" if sizes.mean > 0 else "sizes_apart"
        said: dict[str, Any] = {
            "i": i + 1,
            "j": j + 1,
            "z": abs(sizes.z),
            "value": sizes.mean,
        }
        named = remark("also_norms") if tied.p_value < ALARM / 3 else None
        return flag_over_seeds(e, name, code, named, severity=abs(sizes.mean), **said)
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


plainly(
    also_norms="Norms depend on directions.",
    joint_fine=lambda n_seeds: (
        "Norms are independent of directions, and squared coordinates are as correlated as the target distribution "
        f"requires, over {seeds(n_seeds)}."
    ),
)


@says("sizes_together", sign="positively ", why=": a shared factor that each should have alone, or a missing one?")
@says("sizes_apart", sign="negatively ", short="negatively ", why=".")
def _(sign: str, why: str, i: int, j: int, z: float, value: float, short: str = "") -> Said:
    squares = f"squares of coordinates {i} and {j} are"
    return Said(
        f"The {squares} {sign}correlated, {z_size(z)} standard errors beyond the target distribution{why}",
        f"the {squares} {short}correlated",
        Cells(f"correlation of |ω| in coordinates {i} and {j}", unsigned_zero(value), "0", z_cell(z)),
    )


@says("length_with_direction")
def _(coordinate: int, value: float, z: float) -> Said:
    return Said(
        f"Norms depend on directions: along coordinate {coordinate} they differ by {z_size(z)} standard errors.",
        "norms depend on directions",
        Cells(f"covariance of norm and direction {coordinate}", digits(value, 2), "0", z_cell(z)),
    )


@says("length_with_corners")
def _(value: float, z: float) -> Said:
    return Said(
        f"Norms depend on how near a direction is to the axes, {z_size(z)} standard errors beyond chance.",
        "norms depend on directions",
        Cells("covariance of norm and Σuᵢ⁴", digits(value, 2), "0", z_cell(z)),
    )


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


plainly(
    discrepancy_says_nothing=lambda d, n_used: (
        f"In {d} dimensions the discrepancy of {n_used:,} points is uninformative: independent points are expected to "
        "do worse than no points at all."
    ),
    cube_uneven_once=lambda ratio: (
        f"The points of the first draw fill the cube unevenly, with {digits(ratio, 2)} times the squared discrepancy "
        "of independent ones; the tests over seeds decide whether this is an error."
    ),
    cube_even=lambda ratio: (
        "No sign that the points fill the cube less evenly than independent ones: the squared discrepancy is "
        f"{digits(ratio, 2)}× their mean."
    ),
)


@says("cube_uneven")
def _(ratio: float, p: float) -> Said:
    size = digits(ratio, 2)
    return Said(
        f"The points fill the cube less evenly than independent ones: the squared discrepancy is {size} times their "
        f"mean, and points as uneven occur in {chance(p)}.",
        f"the squared discrepancy is {size} times its mean",
        Cells("squared discrepancy", f"{size}×", "1×", p_cell(p)),
    )
