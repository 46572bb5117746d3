"""What the evidence says of a scheme: in order, by design, right but costly, or a fault; the worst first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats

from rffviz.diagnose.evidence import FEWEST, Evidence
from rffviz.diagnose.naming import factor_by_name, law_of_lengths, scale_factor, slope_of_lengths
from rffviz.diagnose.over_seeds import QUANTILES, Tested, tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Remark, remark
from rffviz.notes import DECLARE_REPEATS

FINE, DESIGN, COSTLY, FAULT, UNKNOWN = "fine", "design", "costly", "fault", "unknown"
STATUSES = (FAULT, COSTLY, DESIGN, UNKNOWN, FINE)
"""From the worst to the best."""

DIAGNOSTICS = {
    "reproducibility": "Reproducibility",
    "rows": "Rows",
    "weights": "Weights",
    "extremes": "Longest and shortest",
    "radius": "Lengths",
    "mean": "Mean",
    "scale": "Coordinates' scale",
    "correlations": "Correlations",
    "directions": "Directions",
    "coupling": "Joint law",
    "dependence": "Dependence of rows",
    "phases": "Phases",
    "discrepancy": "Discrepancy",
    "bias": "Bias",
    "variance": "Variance",
    "error": "Error of one draw",
    "rate": "Rate",
}
"""The name of each diagnostic, and what the screen calls it."""


_FEWEST_WORTH = 60  # rows of equal weight that all draws must be worth together
_ONE_SIDE = 0.85  # of the rows: a law shifted so far is seen by its width


@dataclass(frozen=True)
class Verdict:
    """What one diagnostic says.

    Attributes
    ----------
    diagnostic : str
        A key of `DIAGNOSTICS`.
    status : {"fault", "costly", "design", "unknown", "fine"}
        "design": off, and the scheme declares it; "costly": right on average, with a larger variance than Monte
        Carlo's; "unknown": there is nothing to go by.
    severity : float
        The size of the effect, from 0 to 1; 0 where nothing is off.
    remarks : tuple of Remark
        What is seen, then what it looks like, and what excuses it where something does: codes with numbers.
    """

    diagnostic: str
    status: str
    severity: float
    remarks: tuple[Remark, ...]

    @property
    def code(self) -> str:
        """What is seen first, a key of `rffviz.diagnose.sentences.SENTENCES`."""
        return self.remarks[0].code

    @property
    def sentence(self) -> str:
        """All of it in plain words."""
        return " ".join(map(str, self.remarks))

    @property
    def rank(self) -> tuple[int, float]:
        """What verdicts are sorted by: the worst status first, then the largest effect."""
        return STATUSES.index(self.status), -self.severity


def verdicts(evidence: Evidence) -> tuple[Verdict, ...]:
    """One verdict for each diagnostic that has something to say, the worst first.

    Notes
    -----
    Each diagnostic accuses at most a share `ALARM` of right schemes, in the long run, over all that it looks at. Over
    seeds a draw counts as one observation, so that no dependence between its rows has to be excused; one draw alone is
    compared with independent rows.
    """
    found = [judge(evidence) for judge in _JUDGES]
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.rank))


def _said(diagnostic: str, status: str, code: str, *more: Remark | None, severity: float = 0.0, **values) -> Verdict:
    remarks = (remark(code, **values), *(each for each in more if each is not None))
    return Verdict(diagnostic, status, float(np.clip(severity, 0, 1)), remarks)


def _over_seeds(e: Evidence) -> bool:
    return not e.fixed and e.n_seeds >= FEWEST and not _few_weigh(e)


def _few_weigh(e: Evidence) -> bool:
    """Whether a few heavy rows decide every mean over seeds, which is then far from normal."""
    return not e.rows.equal and e.rows.n_worth < _FEWEST_WORTH


def _off(e: Evidence) -> str:
    """The status of a law that is off on average."""
    return FAULT if e.source.given or e.sample.unbiased else DESIGN


def _off_once(e: Evidence) -> str:
    """The status of one draw that is unlike independent rows: frequencies fixed by a rule may be, where k̂ is right."""
    if e.source.given:
        return FAULT
    if _declares_repeats(e):
        return DESIGN
    return FAULT if _error_p(e) < ALARM or e.sample.unbiased else DESIGN


def _excuse(e: Evidence, status: str) -> Remark | None:
    if status != DESIGN:
        return None
    return remark("declared" if _declares_repeats(e) else "law_not_claimed")


def _declares_repeats(e: Evidence) -> bool:
    return not e.source.given and any(getattr(each, "code", "") in DECLARE_REPEATS for each in e.sample.notes)


def _few(diagnostic: str, e: Evidence) -> Verdict:
    if e.n_seeds >= FEWEST and _few_weigh(e):
        return _said(diagnostic, UNKNOWN, "few_weigh", n_worth=e.rows.n_worth, n_rows=e.rows.n_rows)
    return _said(diagnostic, UNKNOWN, "few_seeds", n_seeds=e.n_seeds, fewest=FEWEST)


def _accuse(e: Evidence, diagnostic: str, code: str, *more: Remark | None, severity: float, **values) -> Verdict:
    """A verdict on what is off on average over seeds."""
    status = _off(e)
    return _said(diagnostic, status, code, *more, _excuse(e, status), severity=severity, **values)


def _accuse_once(e: Evidence, diagnostic: str, code: str, *more: Remark | None, severity: float, **values) -> Verdict:
    """A verdict on one draw that is off."""
    status = _off_once(e)
    return _said(diagnostic, status, code, *more, _excuse(e, status), severity=severity, **values)


def _reproducibility(e: Evidence) -> Verdict | None:
    found, name = e.reproducible, "reproducibility"
    if found is None:
        return None
    if not found.same:
        code = "global_generator" if found.uses_global else "not_reproducible"
        code = "random_generator" if found.uses_random and not found.uses_global else code
        return _said(name, FAULT, code, severity=1)
    if not found.moves and e.sample.unbiased:
        return _said(name, FAULT, "seed_ignored", severity=1)
    if not found.moves:
        return _said(name, DESIGN if e.source.own else FINE, "same_for_every_seed")
    if not e.fixed and e.sample.unbiased and (shared := _shared_between_seeds(e)):
        return shared
    if not e.fixed and e.rows.n_known:
        share = e.rows.n_known / max(e.rows.n_rows - e.sample.n_freqs, 1)
        status = DESIGN if _declares_repeats(e) or not e.sample.unbiased else FAULT
        if share > 0.002 or e.about.d > 1:
            return _said(name, status, "rows_shared", _excuse(e, status), share=share, severity=share)
    if found.uses_global or found.uses_random:
        code = "global_touched" if found.uses_global else "random_touched"
        return _said(name, FAULT, code, severity=0.2)
    return _said(name, FINE, "reproducible", n_seeds=e.n_seeds)


def _shared_between_seeds(e: Evidence) -> Verdict | None:
    """Lengths, or the values of some coordinates, that every seed has; rows that seeds share are another matter."""
    rows, m = e.rows, e.sample.n_freqs
    if m < 8 or rows.n_draws < 3 or rows.n_known:
        return None
    fixed = np.flatnonzero(rows.again > 0.5)
    if 0 < len(fixed) < e.about.d:
        values = {"coordinate": int(fixed[0]) + 1, "n": len(fixed), "d": e.about.d}
        return _said("reproducibility", FAULT, "coordinate_shared", severity=len(fixed) / e.about.d, **values)
    distinct = len(np.unique(np.round(np.linalg.norm(e.sample.W, axis=1), 12)))
    if len(fixed) == 0 and rows.lengths_again > 0.5 and distinct > 0.5 * m:
        return _said("reproducibility", FAULT, "lengths_shared", severity=0.5)
    return None


def _rows(e: Evidence) -> Verdict:
    rows, name = e.rows, "rows"
    share = rows.n_repeats / rows.n_rows
    weighted = not rows.equal and not e.source.given  # resampled from a pool
    if rows.n_zero:
        status = _off(e)
        share = rows.n_zero / rows.n_rows
        return _said(name, status, "zero_rows", _excuse(e, status), n=rows.n_zero, n_rows=rows.n_rows, severity=share)
    if rows.n_repeats and not weighted:
        if rows.n_opposite >= 0.99 * rows.n_repeats and share > 0.45 and not _declares_repeats(e):
            return _said(name, COSTLY, "opposite", severity=share, share=share)
        status = DESIGN if _declares_repeats(e) or (not e.sample.unbiased and not e.source.given) else FAULT
        named = remark("period", period=rows.period) if rows.period and share > 0.05 else None
        counts = {"n_repeats": rows.n_repeats, "n_rows": rows.n_rows, "n_draws": rows.n_draws}
        return _said(name, status, "repeated", named, _excuse(e, status), severity=max(share, 0.01), **counts)
    ties = rows.n_ties / max(rows.n_values, 1)
    if ties > 0.002 and rows.n_ties > 3:
        status = _off(e)
        if rows.n_draws > 1 and rows.again.max() < 0.1 * ties and status == FAULT:  # each draw has values of its own
            return _said(name, COSTLY, "ties_within", share=ties, severity=min(ties, 0.5))
        return _said(name, status, "ties", _excuse(e, status), share=ties, severity=min(ties, 0.5))
    m = e.sample.n_freqs
    if rows.n_repeats:
        return _said(name, FINE, "repeats_weighted", n_repeats=rows.n_repeats, n_rows=rows.n_rows)
    if m == 1:
        return _said(name, FINE, "one_row")
    return _said(name, FINE, "different", n_freqs=m)


def _weights(e: Evidence) -> Verdict:
    rows, name, m = e.rows, "weights", e.sample.n_freqs
    over, total = e.over.weight, float(e.sample.weights.sum())
    if _over_seeds(e) and abs(total - 1) > 1e-6:
        found = tested(over, ALARM)
        if found.p_value < ALARM:
            return _accuse(e, name, "weights_off_on_average", mean=1 + found.mean, z=found.z, severity=abs(found.mean))
        if rows.n_effective < 0.2 * m:
            worth = {"n_effective": rows.n_effective, "n_freqs": m}
            return _said(name, COSTLY, "weights_uneven", severity=1 - rows.n_effective / m, **worth)
        return _said(name, FINE, "weights_on_average", detectable=found.detectable)
    if abs(total - 1) > 1e-6:
        if not e.source.given and not e.fixed and not _few_weigh(e):
            return _few(name, e)
        if not e.source.given and not e.fixed:
            worth = {"n_effective": rows.n_effective, "n_freqs": m}
            return _said(name, COSTLY, "weights_uneven", severity=1 - rows.n_effective / m, **worth)
        return _accuse_once(e, name, "weights_off", total=total, severity=abs(total - 1))
    if rows.n_effective < 0.2 * m:
        worth = {"n_effective": rows.n_effective, "n_freqs": m}
        return _said(name, COSTLY, "weights_uneven", severity=1 - rows.n_effective / m, **worth)
    if rows.equal:
        return _said(name, FINE, "weights_equal", n_freqs=m)
    return _said(name, FINE, "weights_fine", n_effective=rows.n_effective, n_freqs=m)


def _extremes(e: Evidence) -> Verdict:
    rows, name = e.rows, "extremes"
    if not rows.equal:
        return _said(name, UNKNOWN, "extremes_weighted")
    level = ALARM / 4
    accuse = _accuse_once if e.fixed else _accuse
    if rows.p_long < level or rows.p_largest < level:
        long = rows.p_long < level
        values = {"length": rows.longest, "p": rows.p_long} if long else {"coordinate": rows.coordinate + 1}
        values |= {} if long else {"value": rows.largest, "p": rows.p_largest}
        code = "longest" if long else "largest"
        return accuse(e, name, code, n_rows=rows.n_rows, severity=1 / max(e.sample.n_freqs, 1) ** 0.5, **values)
    if rows.n_largest > 2:
        said = {"value": rows.largest, "n": rows.n_largest, "n_draws": rows.n_draws}
        return accuse(e, name, "largest_again", severity=0.1, **said)
    if rows.p_short < level:
        return accuse(
            e, name, "shortest", length=rows.shortest, p=rows.p_short, n_rows=rows.n_rows, severity=1 / e.sample.n_freqs
        )
    p_narrow = rows.p_narrow(1 / _rows_for_one(e))
    if p_narrow < level:
        return accuse(e, name, "narrow", length=rows.longest, p=p_narrow, n_rows=rows.n_rows, severity=0.1)
    return _said(name, FINE, "extremes_fine", longest=rows.longest, shortest=rows.shortest, n_rows=rows.n_rows)


def _radius(e: Evidence) -> Verdict:
    name, law, kernel, d = "radius", e.found.radius, e.about.kernel, e.about.d
    if not _over_seeds(e):
        if not e.fixed:
            return _few(name, e)
        if law.constant:
            return _accuse_once(e, name, "constant", n_freqs=law.n_freqs, length=float(law.radius[0]), severity=0.5)
        if law.p_value < ALARM:
            code, gap, named = "too_long" if law.too_long else "too_short", law.distance, _length_by_name(e)
            return _accuse_once(e, name, code, named, at=law.at, distance=gap, p=law.p_value, severity=gap)
        if np.isnan(law.p_value):
            return _said(name, UNKNOWN, "few_lengths", n_distinct=law.n_distinct)
        return _said(name, FINE, "lengths_follow", distance=law.distance, p=law.p_value)
    found = _lengths(e)
    if np.isnan(found.p_value):
        return _said(name, UNKNOWN, "few_lengths", n_distinct=law.n_distinct)
    if found.p_value < ALARM:
        gap = float(np.abs(np.atleast_1d(e.over.lengths.mean)[:-2]).max())
        middle = float(np.atleast_1d(e.over.lengths.mean)[-2])
        spread = float(np.atleast_1d(e.over.lengths.z)[-2])
        code = "lengths_off"
        if abs(spread) > 4:
            code = "lengths_too_long" if middle > 0 else "lengths_too_short"
        named = _length_by_name(e)
        return _accuse(e, name, code, named, gap=gap, p=found.p_value, n_seeds=e.n_seeds, severity=gap)
    error = float(np.atleast_1d(e.over.lengths.error)[-2])
    factor = np.exp(min(_threshold(found, e.n_seeds) * error / max(slope_of_lengths(kernel, d), 1e-9), 9))
    return _said(name, FINE, "lengths_over_seeds", p=found.p_value, factor=float(factor), n_seeds=e.n_seeds)


def _length_by_name(e: Evidence) -> Remark | None:
    if not e.rows.equal:
        return None
    return law_of_lengths(np.concatenate(e.over.kept), e.about.kernel, e.about.d)


def _lengths(e: Evidence) -> Tested:
    events = e.n_seeds * e.rows.n_effective / _rows_for_one(e) * np.minimum(QUANTILES, 1 - QUANTILES)
    return tested(e.over.lengths, ALARM, np.concatenate([events >= 30, [True, True]]))


def _rows_for_one(e: Evidence) -> float:
    """How many rows are worth one independent row, where those of a draw are long or short together; at least 1."""
    return max(1.0, float(np.atleast_1d(e.over.lengths.spread)[: len(QUANTILES)].max())) if e.n_seeds > 2 else 1.0


def _threshold(found: Tested, n_seeds: int) -> float:
    """The z that a test over seeds accuses from, and the room that makes it seen nine times of ten."""
    return float(stats.t.isf(ALARM / (2 * max(found.n_tests, 1)), n_seeds - 1)) + 1.28


def _mean(e: Evidence) -> Verdict | None:
    name, kernel = "mean", e.about.kernel
    if not _over_seeds(e):
        return None
    found = tested(e.over.mean, ALARM)
    if found.p_value >= ALARM:
        density = float(kernel.radius_pdf(np.array([1e-6 / kernel.length_scale]), 1)[0])
        shift = found.detectable / density if np.isfinite(density) and density > 0 else float("nan")
        return _said(name, FINE, "mean_fine", shift=shift)
    # cos does not see the sign of a row: turned signs are no fault. A shifted law is one, and is wider along the shift.
    coordinate, z, wider = found.at[0] + 1, abs(found.z), float(np.asarray(e.over.wide.z))
    size = float(np.linalg.norm(np.atleast_1d(e.over.mean.mean)))
    if wider > stats.t.isf(ALARM, max(e.over.wide.n - 1, 1)):
        return _accuse(e, name, "mean_shifted", coordinate=coordinate, z=z, severity=size / (1 + size))
    share = float(np.clip((1 + np.asarray(e.over.sided.mean)) / 2, 0, 1))
    if share > _ONE_SIDE:
        return _said(name, FINE, "one_side", coordinate=coordinate)
    return _said(name, UNKNOWN, "mean_off", coordinate=coordinate, z=z, wider=wider)


def _scale(e: Evidence) -> Verdict:
    name, kernel, d = "scale", e.about.kernel, e.about.d
    if not _over_seeds(e):
        if not e.fixed:
            return _few(name, e)
        moment = e.found.moments
        if moment.n_freqs < 2:
            return _said(name, UNKNOWN, "no_spread")
        worst = int(np.argmax(np.abs(moment.spread_z)))
        value, z = float(moment.spread[worst]), float(abs(moment.spread_z[worst]))
        if z > moment.spread_threshold:
            off = np.abs(moment.spread_z) > moment.spread_threshold
            named = _scale_by_name(moment.spread - 0.5, worst, kernel, d, off)
            code = "too_large" if value > 0.5 else "too_small"
            return _accuse_once(e, name, code, named, coordinate=worst + 1, z=z, severity=2 * abs(value - 0.5))
        return _said(name, FINE, "scaled", z=z)
    found = tested(e.over.scale, ALARM)
    if found.p_value < ALARM:
        mean, z = np.atleast_1d(e.over.scale.mean), np.abs(np.atleast_1d(e.over.scale.z))
        limit = _threshold(found, e.n_seeds) - 1.28
        named = _scale_by_name(mean, found.at[0], kernel, d, off=z > limit)
        code = "too_large" if found.mean > 0 else "too_small"
        size = min(1.0, 2 * abs(found.mean))
        return _accuse(e, name, code, named, coordinate=found.at[0] + 1, z=abs(found.z), severity=size)
    factor = float(np.exp(min(found.detectable / max(slope_of_lengths(kernel, 1), 1e-9), 9)))
    return _said(name, FINE, "scaled_over_seeds", factor=factor, n_seeds=e.n_seeds)


def _scale_by_name(mean: np.ndarray, worst: int, kernel, d: int, off: np.ndarray) -> Remark | None:
    """Which factor on which coordinates, of those that are `off`."""
    factor = scale_factor(float(mean[worst]), kernel)
    if not np.isfinite(factor):
        return None
    others = np.delete(mean, worst)
    alone = d > 1 and int(off.sum()) <= 1
    alike = d > 1 and bool(np.abs(others - mean[worst]).max() < 0.3 * abs(mean[worst]))
    code = "coordinate_factor" if alone or d == 1 else "all_factor" if alike else "coordinate_factor_among"
    name = factor_by_name(factor, kernel, d, tolerance=0.03)
    return remark(code + ("_named" if name else ""), coordinate=worst + 1, factor=factor, name=name)


def _correlations(e: Evidence) -> Verdict:
    name, d = "correlations", e.about.d
    if d == 1:
        return _said(name, UNKNOWN, "one_coordinate")
    moment = e.found.moments
    found = tested(e.over.pairs, ALARM, np.triu(np.ones((d, d), dtype=bool), 1))
    if moment.n_repeated and (e.fixed or _over_seeds(e)):
        i, j = moment.repeated[0]
        status = _off_once(e) if e.fixed else _off(e)
        if _declares_repeats(e):
            status = DESIGN
        elif not e.fixed and not found.p_value < ALARM:  # a new shift each time: right on average, in no draw
            status = COSTLY
        copies = {"n_copies": moment.n_copies, "d": d}
        share = moment.n_copies / d
        excuse = _excuse(e, status)
        return _said(name, status, "coordinates_repeated", excuse, i=i + 1, j=j + 1, severity=share, **copies)
    if not _over_seeds(e):
        if not e.fixed:
            return _few(name, e)
        if moment.n_freqs < 3:
            return _said(name, UNKNOWN, "few_rows")
        i, j = moment.pair
        z = float(abs(moment.correlation_z[i, j]))
        if z > moment.correlation_threshold:
            pair = {"i": i + 1, "j": j + 1, "value": moment.largest, "z": z}
            return _accuse_once(e, name, "correlated", severity=abs(moment.largest), **pair)
        return _said(name, FINE, "uncorrelated_once", i=i + 1, j=j + 1, value=moment.largest)
    if found.p_value < ALARM:
        i, j = found.at
        value = float(np.clip(3 * found.mean, -1, 1))  # v² has the mean 1/3
        pair = {"i": i + 1, "j": j + 1, "value": value, "z": abs(found.z)}
        return _accuse(e, name, "correlated_over_seeds", n_seeds=e.n_seeds, severity=abs(value), **pair)
    return _said(name, FINE, "uncorrelated", detectable=min(3 * found.detectable, 1.0), n_seeds=e.n_seeds)


def _directions(e: Evidence) -> Verdict:
    name, angles, d = "directions", e.found.directions, e.about.d
    if d == 1:
        return _said(name, UNKNOWN, "no_direction")
    if not angles.isotropic:
        return _said(name, UNKNOWN, "directions_not_uniform", kernel=angles.kernel.label)
    if not _over_seeds(e):
        if not e.fixed:
            return _few(name, e)
        if np.isnan(angles.p_value):
            return _said(name, UNKNOWN, "few_directions")
        share = angles.largest_eigenvalue
        if angles.p_value < ALARM:
            return _accuse_once(e, name, "uneven", share=share, p=angles.p_value, severity=share / d)
        return _said(name, FINE, "more_even" if angles.p_value > 1 - ALARM else "even", share=share)
    eigen = np.linalg.eigvalsh(np.asarray(e.over.gathered))
    share = float(d * eigen[-1] / max(eigen.sum(), 1e-300))
    uneven = tested(e.over.uneven, ALARM / 2)
    if uneven.p_value < ALARM / 2 and uneven.mean > 0:
        said = {"share": share, "z": abs(uneven.z), "n_seeds": e.n_seeds}
        return _accuse(e, name, "uneven_over_seeds", severity=share / d, **said)
    cubic = tested(e.over.cubic, ALARM / 2, np.array([True, False]))
    if cubic.p_value < ALARM / 2:
        code = "towards_corners" if cubic.mean < 0 else "towards_axes"
        return _accuse(e, name, code, z=abs(cubic.z), severity=abs(cubic.mean) * (d + 2) / 3)
    return _said(name, FINE, "even_over_seeds", share=share, n_seeds=e.n_seeds)


def _coupling(e: Evidence) -> Verdict | None:
    name, d = "coupling", e.about.d
    if d == 1 or not _over_seeds(e):
        return None
    upper = np.triu(np.ones((d, d), dtype=bool), 1)
    sizes = tested(e.over.sizes, ALARM / 3, upper)
    if sizes.p_value < ALARM / 3:
        i, j = sizes.at
        code = "sizes_together" if sizes.mean > 0 else "sizes_apart"
        return _accuse(e, name, code, i=i + 1, j=j + 1, z=abs(sizes.z), severity=12 * abs(sizes.mean))
    if e.about.kernel.isotropic:
        tied = tested(e.over.coupling, ALARM / 3)
        if tied.p_value < ALARM / 3:
            return _accuse(
                e,
                name,
                "length_with_direction",
                coordinate=tied.at[0] + 1,
                z=abs(tied.z),
                severity=6 * abs(tied.mean),
            )
        cubic = tested(e.over.cubic, ALARM / 3, np.array([False, True]))
        if cubic.p_value < ALARM / 3:
            return _accuse(e, name, "length_with_corners", z=abs(cubic.z), severity=0.2)
    return _said(name, FINE, "joint_fine", n_seeds=e.n_seeds)


def _dependence(e: Evidence) -> Verdict | None:
    name, d, rows = "dependence", e.about.d, e.rows
    if d == 1:
        return _spread_alike(e)
    same = rows.n_same_direction / rows.n_rows
    if same > 0.01 and rows.n_same_direction > 2 and rows.equal:
        status = COSTLY if e.sample.unbiased or e.source.given else DESIGN
        status = FAULT if status == COSTLY and same > 0.2 else status
        return _said(name, status, "same_directions", _excuse(e, status), share=same, severity=same)
    if not _over_seeds(e):
        return None
    found = tested(e.over.aligned, ALARM)
    if np.isnan(found.p_value):
        return None
    if found.p_value < ALARM and found.mean > 0:
        lags = tested(e.over.lags, ALARM)
        lag = lags.at[0] + 1 if lags.p_value < ALARM and lags.mean > 0 else 0
        named = remark("lag", lag=lag) if lag else None
        worth = 1 / (1 + max(found.mean, 0) * e.sample.n_freqs * d / max(d - 1, 1) / 2)
        varies = _variance(e)
        if varies is None or varies.status != COSTLY:
            return _spread_alike(e) or _said(name, FINE, "aligned_freely", named, z=abs(found.z))
        status = DESIGN if _declares_repeats(e) or not e.sample.unbiased else COSTLY
        return _said(name, status, "aligned", named, _excuse(e, status), z=abs(found.z), severity=1 - worth)
    if together := _spread_alike(e):
        return together
    code = "rows_apart" if found.p_value < ALARM else "rows_independent"
    return _said(name, FINE, code, n_seeds=e.n_seeds)


def _spread_alike(e: Evidence) -> Verdict | None:
    """Rows that are long or short together, or share lengths: their means vary more than those of independent rows."""
    rows = e.rows
    if not _over_seeds(e) or not rows.equal or not e.sample.unbiased:
        return None
    degrees, shared = e.n_seeds - 1, rows.n_shared_lengths / max(rows.n_rows, 1)
    sizes, lengths = np.atleast_1d(e.over.scale.spread), float(np.atleast_1d(e.over.lengths.spread)[-2])
    worst = float(sizes.max())
    together = (len(sizes) + 1) * stats.chi2.sf(np.array([worst, lengths]) * degrees, degrees) < ALARM
    varies = _variance(e)
    # what varies more of a coordinate's size does so of cosines along it; of lengths, directions may make up for it
    status = COSTLY if together[0] or (varies is not None and varies.status == COSTLY) else UNKNOWN
    if together.any():
        ratio = worst if together[0] else lengths
        named = remark("lengths_repeat", share=shared) if shared > 0.01 else None
        return _said("dependence", status, "rows_together", named, ratio=ratio, severity=1 - 1 / ratio)
    if shared > 0.01 and e.about.d > 1:
        return _said("dependence", status, "lengths_repeat", share=shared, severity=min(shared, 0.2))
    lean = np.atleast_1d(e.over.mean.spread)
    if len(lean) * float(stats.chi2.sf(lean.max() * degrees, degrees)) < ALARM:
        return _said("dependence", UNKNOWN, "rows_lean", ratio=float(lean.max()))
    return None


def _phases(e: Evidence) -> Verdict | None:
    name, found = "phases", e.phases
    if found is None:
        return None
    if not e.fixed and found.moments.n < FEWEST:
        return _few(name, e)
    if e.fixed:  # one draw: its trigonometric moments against independent phases
        p = e.sample.weights
        z = np.abs(np.asarray(found.moments.first)) / np.sqrt(np.square(p).sum() / 2)
        if z.max() > stats.norm.isf(ALARM / 4) and np.asarray(found.moments.first).any():
            return _accuse_once(e, name, "phases_uneven", z=float(z.max()), severity=1)
        return _said(name, FINE, "phases_fine", n_seeds=found.moments.n)
    uneven = tested(found.moments, ALARM / 3)
    if uneven.p_value < ALARM / 3:
        return _said(name, FAULT, "phases_uneven", z=abs(uneven.z), severity=abs(uneven.mean))
    tied = tested(found.coupled, ALARM / 3)
    if tied.p_value < ALARM / 3:
        return _said(name, FAULT, "phases_tied", z=abs(tied.z), severity=2 * abs(tied.mean))
    if found.spread > 5:  # 1 for independent phases
        return _said(
            name, COSTLY, "phases_shared", ratio=found.spread, severity=min(1.0, found.spread / e.sample.n_freqs)
        )
    return _said(name, FINE, "phases_fine", n_seeds=found.moments.n)


def _discrepancy(e: Evidence) -> Verdict | None:
    name, evenness = "discrepancy", e.found.discrepancy
    if not evenness.informative:
        return _said(name, UNKNOWN, "discrepancy_says_nothing", d=evenness.d, n_used=evenness.n_used)
    if evenness.p_value < ALARM and e.fixed:
        ratio = evenness.ratio
        return _accuse_once(e, name, "cube_uneven", ratio=ratio, p=evenness.p_value, severity=ratio / 100)
    if evenness.p_value < ALARM:  # one draw of several: the tests over seeds decide
        return _said(name, UNKNOWN, "cube_uneven_once", ratio=evenness.ratio)
    return _said(name, FINE, "cube_even", ratio=evenness.ratio)


def _bias(e: Evidence) -> Verdict:
    name, bias = "bias", e.bias
    if e.fixed:
        return _said(name, UNKNOWN, "one_set" if e.source.given else "no_other_seeds")
    if bias is None or not _over_seeds(e) or not bias.judged:
        return _few(name, e)
    level = ALARM / 3  # for the two lines that are drawn, for those fixed before, for those that other seeds accuse
    parts = [part for part in (e.along, e.accused) if part is not None and part.sums.n >= FEWEST // 2]
    places = [_furthest(part.sums.mean, part.sums.z, part.sums.n, part.where, level) for part in parts]
    found = []
    for part, at in zip(parts, places, strict=True):
        if at is not None:
            line = part.lines[at[0]].name
            found.append((part.sums.mean[at], part.sums.z[at], part.sigma[at], part.distance[at], line))
    at = _furthest(bias.mean_error, bias.z, bias.n_seeds, bias.tested, level)
    if at is not None:
        (k,) = at
        found.append((bias.mean_error[k], bias.z[k], np.sqrt(bias.monte_carlo[k]), bias.distance[k], bias.line[k]))
    if not found:
        n_lines = len(bias.lines) + sum(len(part.lines) for part in parts)
        detectable = e.along.tested(level).detectable
        return _said(name, FINE, "no_bias", n_lines=n_lines, n_seeds=e.n_seeds, detectable=detectable)
    error, z, sigma, distance, line = max(found, key=lambda each: abs(each[0]))
    said = {"error": abs(float(error)), "distance": float(distance), "line": line, "z": abs(float(z))}
    said["sigmas"] = abs(float(error)) / max(float(sigma), 1e-300)
    code = "biased_up" if error > 0 else "biased_down"
    if e.sample.unbiased:
        return _said(name, FAULT, code, severity=said["error"], **said)
    return _said(name, DESIGN, code, remark("unbiased_not_claimed"), severity=said["error"], **said)


def _furthest(mean, z, n: int, where, level: float) -> tuple[int, ...] | None:
    """Of the places that are off beyond chance the one with the largest mean error."""
    n_tests = int(np.sum(where))
    if not n_tests:
        return None
    off = where & (np.abs(z) > stats.t.isf(level / (2 * n_tests), n - 1))
    return np.unravel_index(int(np.argmax(np.abs(mean) * off)), np.shape(mean)) if off.any() else None


def _variance(e: Evidence) -> Verdict | None:
    name, bias = "variance", e.bias
    if e.fixed:
        return None
    if bias is None or not _over_seeds(e) or not bias.judged:
        return _few(name, e)
    if bias.spreads_more:
        worst = int(np.argmax(np.where(bias.tested, bias.ratio_low, 0.0)))
        ratio, low = float(bias.ratio[worst]), float(bias.ratio_low[worst])
        place = {"distance": float(bias.distance[worst]), "line": bias.line[worst]}
        return _said(name, COSTLY, "varies_more", ratio=ratio, low=low, severity=1 - 1 / max(ratio, 1.01), **place)
    overall = tested(e.along.excess, ALARM / 2)
    if overall.p_value < ALARM / 2 and overall.mean > 0 and _bias(e).status == FINE:
        said = {"ratio": 1 + overall.mean, "n_lines": len(e.along.lines), "z": overall.z}
        return _said(name, COSTLY, "errs_more", severity=1 - 1 / (1 + overall.mean), **said)
    between = {"low": float(bias.ratio[bias.tested].min()), "high": float(bias.ratio[bias.tested].max())}
    if bias.spreads_less:
        return _said(name, FINE, "varies_less", **between)
    return _said(name, FINE, "varies_alike", n_seeds=e.n_seeds, **between)


def _error(e: Evidence) -> Verdict | None:
    """Of frequencies that have no other seeds: k̂ − k in Monte Carlo's standard deviations."""
    name = "error"
    if not e.fixed:
        return None
    parts = [part for part in (e.along, e.accused) if part is not None]
    off = [np.where(part.where, np.abs(np.asarray(part.sums.mean)) / part.sigma, 0.0) for part in parts]
    n_tests = sum(int(part.where.sum()) for part in parts)
    if n_tests == 0:
        return _said(name, UNKNOWN, "error_untested", n_freqs=e.sample.n_freqs)
    k = max(range(len(parts)), key=lambda i: off[i].max())
    at = np.unravel_index(int(np.argmax(off[k])), off[k].shape)
    z, line, distance = float(off[k][at]), parts[k].lines[at[0]], float(parts[k].distance[at])
    error = float(np.asarray(parts[k].sums.mean)[at])
    place = {"error": abs(error), "z": z, "distance": distance, "line": line.name}
    if _error_p(e) < ALARM:
        status = DESIGN if _declares_repeats(e) or (e.source.own and not e.sample.unbiased) else FAULT
        excuse = remark("declared" if _declares_repeats(e) else "law_not_claimed") if status == DESIGN else None
        return _said(name, status, "error_beyond", excuse, severity=abs(error), **place)
    return _said(name, FINE, "error_within", n_places=n_tests, **place)


def _error_p(e: Evidence) -> float:
    """How often independent draws err as much somewhere, of all the places looked at; nan over seeds."""
    if not e.fixed:
        return float("nan")
    parts = [part for part in (e.along, e.accused) if part is not None]
    z = [np.where(part.where, np.abs(np.asarray(part.sums.mean)) / part.sigma, 0.0).max() for part in parts]
    n_tests = sum(int(part.where.sum()) for part in parts)
    return min(1.0, 2 * n_tests * float(stats.norm.sf(max(z)))) if n_tests else float("nan")


def _rate(e: Evidence) -> Verdict | None:
    rate = e.rate
    if rate is None or _bias(e).status != FINE:  # a bias does not fall at all
        return None
    values = {
        "slope": rate.slope,
        "low": rate.low,
        "high": rate.high,
        "smallest": rate.n_freqs[0],
        "m": rate.n_freqs[-1],
    }
    if rate.low > -0.4:
        return _said("rate", COSTLY, "falls_slowly", severity=0.5 + rate.slope, **values)
    if rate.high < -0.6:
        return _said("rate", FINE, "falls_fast", **values)
    return _said("rate", FINE, "falls_as_root", **values)


_JUDGES: tuple[Callable[[Evidence], Verdict | None], ...] = (
    _reproducibility,
    _rows,
    _weights,
    _extremes,
    _radius,
    _mean,
    _scale,
    _correlations,
    _directions,
    _coupling,
    _dependence,
    _phases,
    _discrepancy,
    _bias,
    _variance,
    _error,
    _rate,
)
