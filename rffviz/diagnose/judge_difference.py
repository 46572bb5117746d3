"""The differences between A and B, one per diagnostic."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rffviz.diagnose.measurements import FEWEST, FEWEST_WORTH
from rffviz.diagnose.naming import factor_by_name, factor_error
from rffviz.diagnose.over_both import OverBoth
from rffviz.diagnose.over_seeds import QUANTILES, Tested, tested
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.sentences import Cells, Remark, Said, plainly, remark, says
from rffviz.diagnose.verdict import DIFFERENT, SAME, UNKNOWN, Difference
from rffviz.diagnose.wording import LineName, decimals, digits, factor_size, line_called, z_cell, z_size
from rffviz.samplers import FrequencySample

_MEDIANS = 8  # draws over which medians are averaged


def differences(e: OverBoth) -> tuple[Difference, ...]:
    """One for each applicable diagnostic, significant ones first."""
    told = [each for each in (judge(e) for judge in _JUDGES) if each is not None]
    return tuple(sorted(told, key=lambda each: each.rank))


def _reproducibility(e: OverBoth) -> Difference | None:
    one, two = e.one, e.two
    if one.habit == two.habit or (one.single and two.single):
        return None
    letter, habit = ("A", one.habit) if one.habit else ("B", two.habit)
    return Difference("reproducibility", DIFFERENT, (remark(f"{habit}_by", letter=letter),), float("nan"))


@says("seed_ignored_by")
def _(letter: str) -> Said:
    short = f"{letter} gives the same frequencies under every seed"
    cells = Cells("frequencies under other seeds", f"the same in {letter}", "different")
    return Said(f"{short}: does it ignore the generator passed in?", short, cells)


@says("not_reproducible_by")
def _(letter: str) -> Said:
    short = f"{letter} gives different draws under one seed"
    cells = Cells("draws under one seed", f"different in {letter}", "the same")
    return Said(f"{short}: they come from a generator other than the one passed in, or the clock.", short, cells)


def _error(e: OverBoth) -> Difference:
    ratio, low, high, p_value = e.ratio()
    values = {"ratio": ratio, "low": low, "high": high}
    if np.isnan(p_value):
        return Difference("error", UNKNOWN, (remark("error_single", ratio=ratio),), p_value)
    if p_value < ALARM:
        return Difference("error", DIFFERENT, (remark("error_differs", **values),), p_value)
    if low == high:
        return Difference("error", SAME, (remark("error_equal"),), p_value)
    if not low < 1 < high:
        return Difference("error", UNKNOWN, (remark("error_unsure", **values),), p_value)
    return Difference("error", SAME, (remark("error_same", **values),), p_value)


plainly(
    error_equal="Both have the same error under every seed.",
    error_single=lambda ratio: (
        f"The mean squared error of A is {digits(ratio, 3)} times that of B; without other seeds this is inconclusive."
    ),
)


@says("error_differs", end=".", flagged=True)
@says("error_same", end=": no difference beyond chance.")
@says("error_unsure", end=": inconclusive, more seeds are needed.")
def _(end: str, ratio: float, low: float, high: float, flagged: bool = False) -> Said:
    between = f"{digits(low, 3)} to {digits(high, 3)}"
    cells = Cells("ratio of mean squared errors", digits(ratio, 3), "1", f"95 %: {between}")
    return Said(
        f"The mean squared error of A is {digits(ratio, 3)} times that of B (95 % interval: {between}){end}",
        cells=cells if flagged else Cells(),
    )


def _told(diagnostic: str, test: Tested, different: Callable[[], Remark], same: Remark) -> Difference:
    status = DIFFERENT if test.p_value < ALARM else UNKNOWN if np.isnan(test.p_value) else SAME
    if status == SAME and test.detectable < 1e-12:
        same = remark("equal_for_every_seed")
    said = different() if status == DIFFERENT else same if status == SAME else remark("too_few_to_compare")
    return Difference(diagnostic, status, (said,), test.p_value)


plainly(
    too_few_to_compare="Too few draws or frequencies to compare.",
    equal_for_every_seed="No difference at all.",
)


def _of(e: OverBoth, name: str, where: np.ndarray | None = None) -> Tested:
    sums = e.sums.get(name)
    if sums is None or sums.n < FEWEST or e.n_worth < FEWEST_WORTH:  # a few rows with large weights would dominate
        return Tested(float("nan"))
    return tested(e.correlations(name, ALARM) if name in ("pairs", "sizes") else sums, ALARM, where)


def _weights(e: OverBoth) -> Difference:
    test = _of(e, "weight")
    return _told(
        "weights",
        test,
        lambda: remark("weights_differ", gap=abs(test.mean), z=abs(test.z)),
        remark("weights_same", detectable=test.detectable),
    )


plainly(
    weights_same=lambda detectable: (
        f"On average the weights have the same sum; the test would detect a difference of {digits(detectable, 2)}."
    ),
)


@says("weights_differ")
def _(gap: float, z: float) -> Said:
    return Said(
        f"On average the sums of the weights differ by {digits(gap, 3)}; |z| is {z_size(z)}.",
        cells=Cells("difference of the sums of weights", digits(gap, 3), "0", z_cell(z)),
    )


def _norms(e: OverBoth) -> Difference:
    events = (e.sums["norms"].n if "norms" in e.sums else 0) * e.n_effective * np.minimum(QUANTILES, 1 - QUANTILES)
    test = _of(e, "norms", np.concatenate([events >= 30, [True, True]]))

    def differ() -> Remark:
        means = np.atleast_1d(e.sums["norms"].mean)
        gap = float(np.abs(means[:-2]).max()) / max(e.total, 1e-300)
        factor = _median_ratio(e, lambda W: np.linalg.norm(W, axis=1))
        error = 2 * factor_error(_MEDIANS * e.n_effective, e.kernel, e.d)  # of two medians
        name = factor_by_name(factor, e.kernel, e.d, error, n_freqs=e.one.first.n_freqs) if factor > 0 else ""
        return remark("norms_differ" + ("_named" if name else ""), gap=gap, factor=factor, name=name, z=abs(test.z))

    return _told("radius", test, differ, remark("norms_same", detectable=test.detectable))


plainly(
    norms_same=lambda detectable: (
        f"The norms do not differ beyond chance; the test would detect a KS distance of {digits(detectable, 2)}."
    ),
)


@says("norms_differ")
@says("norms_differ_named")
def _(gap: float, factor: float, z: float, name: str = "") -> Said:
    named = f" (a factor {name}?)" if name else ""
    return Said(
        f"The norms differ: KS distance {digits(gap, 2)}; the median norm in A is {factor_size(factor)} times that in "
        f"B{named}; |z| is {z_size(z)}.",
        cells=Cells("ratio of median norms", digits(factor, 3), "1", z_cell(z)),
    )


def _median_ratio(e: OverBoth, of: Callable[[np.ndarray], np.ndarray]) -> float:
    """Ratio of the weighted median sizes of the rows of A and B, in the first draws; 0 if undefined."""

    def median(fs: FrequencySample) -> float:
        r = of(fs.W)
        order = np.argsort(r)
        total = np.cumsum(fs.weights[order])
        return float(r[order][np.searchsorted(total, total[-1] / 2)])

    n = min(_MEDIANS, e.n_drawn)
    one, two = (np.mean([median(side.draw(k)) for k in range(1 if side.single else n)]) for side in (e.one, e.two))
    return float(one / two) if two > 0 else 0.0


def _mean(e: OverBoth) -> Difference:
    test = _of(e, "mean")
    return _told(
        "mean",
        test,
        lambda: remark("mean_differs", coordinate=test.at[0] + 1, z=abs(test.z), gap=abs(test.mean) / 2),
        remark("mean_same"),
    )


plainly(mean_same="The means do not differ beyond chance.")


@says("mean_differs")
def _(coordinate: int, z: float, gap: float) -> Said:
    return Said(
        f"The mean of coordinate {coordinate} differs; |z| is {z_size(z)}. If only signs are flipped, the estimate is "
        "the same: the cosine is even.",
        cells=Cells(f"difference of mean ranks, coordinate {coordinate}", decimals(gap, 2), "0", z_cell(z)),
    )


def _scale(e: OverBoth) -> Difference:
    test = _of(e, "scale")

    def differ() -> Remark:
        factor = _median_ratio(e, lambda W: np.abs(W[:, test.at[0]]))
        return remark("scale_differs", coordinate=test.at[0] + 1, factor=factor, z=abs(test.z))

    return _told("scale", test, differ, remark("scale_same"))


plainly(scale_same="The scales of the coordinates do not differ beyond chance.")


@says("scale_differs")
def _(coordinate: int, factor: float, z: float) -> Said:
    return Said(
        f"The median absolute value of coordinate {coordinate} in A is {factor_size(factor)} times that in B; |z| is "
        f"{z_size(z)}.",
        cells=Cells(f"ratio of scales, coordinate {coordinate}", digits(factor, 3), "1", z_cell(z)),
    )


def _correlations(e: OverBoth) -> Difference | None:
    if e.d == 1:
        return None
    test = _of(e, "pairs", np.triu(np.ones((e.d, e.d), dtype=bool), 1))

    def differ() -> Remark:
        i, j = test.at
        value = min(abs(test.mean), 2.0)
        return remark("correlations_differ", i=i + 1, j=j + 1, value=value, z=abs(test.z))

    return _told("correlations", test, differ, remark("correlations_same", detectable=min(test.detectable, 2.0)))


plainly(
    correlations_same=lambda detectable: (
        f"The correlations do not differ beyond chance; the test would detect a difference of {digits(detectable, 2)}."
    ),
)


@says("correlations_differ")
def _(i: int, j: int, value: float, z: float) -> Said:
    return Said(
        f"The correlations of coordinates {i} and {j} differ by {decimals(value, 2)}; |z| is {z_size(z)}.",
        cells=Cells(f"difference of correlations, coordinates {i} and {j}", decimals(value, 2), "0", z_cell(z)),
    )


def _coupling(e: OverBoth) -> Difference | None:
    if e.d == 1:
        return None
    upper = np.triu(np.ones((e.d, e.d), dtype=bool), 1)
    each = [_of(e, "sizes", upper)]
    if "coupling" in e.sums:
        each += [_of(e, "coupling"), _of(e, "cubic", np.array([False, True]))]
    best = min(each, key=lambda test: (np.isnan(test.p_value), test.p_value))
    p_value = min(1.0, best.p_value * len(each)) if not np.isnan(best.p_value) else best.p_value
    test = Tested(p_value, best.at, best.mean, best.z, best.detectable, best.n_tests * len(each))
    if best is each[0]:
        return _told("coupling", test, lambda: _sizes(test), remark("coupling_same"))
    return _told("coupling", test, lambda: remark("norms_turn", z=abs(test.z)), remark("coupling_same"))


plainly(coupling_same="The joint distribution of coordinates, norms and directions does not differ beyond chance.")


@says("sizes_differ")
def _(i: int, j: int, more: str, less: str, z: float) -> Said:
    return Said(
        f"The squares of coordinates {i} and {j} are more correlated in {more} than in {less}; |z| is {z_size(z)}.",
        cells=Cells(f"correlation of |ω| in coordinates {i} and {j}", f"larger in {more}", "the same", z_cell(z)),
    )


@says("norms_turn")
def _(z: float) -> Said:
    return Said(
        f"Norms depend on directions differently in A and in B; |z| is {z_size(z)}.",
        cells=Cells("dependence of norms on directions", "different", "the same", z_cell(z)),
    )


def _sizes(test: Tested) -> Remark:
    i, j = test.at
    return remark("sizes_differ", i=i + 1, j=j + 1, **_which(test))


def _which(test: Tested) -> dict[str, str | float]:
    """The side with the larger value, and the difference in standard errors."""
    more, less = "AB" if test.mean > 0 else "BA"
    return {"more": more, "less": less, "z": abs(test.z)}


def _directions(e: OverBoth) -> Difference | None:
    if e.d == 1 or "cubic" not in e.sums:
        return None
    test = _of(e, "cubic", np.array([True, False]))
    return _told("directions", test, lambda: remark("directions_differ", **_which(test)), remark("directions_same"))


plainly(directions_same="The directions do not differ beyond chance.")


@says("directions_differ")
def _(more: str, less: str, z: float) -> Said:
    cells = Cells("directions near the axes", f"more in {more}", "the same", z_cell(z))
    return Said(f"Directions lie nearer to the axes in {more} than in {less}; |z| is {z_size(z)}.", cells=cells)


def _dependence(e: OverBoth) -> Difference | None:
    names = ("aligned", "lags") if e.d > 1 and "aligned" in e.sums else ()
    if not _of(e, "offset").p_value < ALARM:  # else `_phases` reports them
        names += ("turned",)
    tests = {name: _of(e, name) for name in names if name in e.sums}
    if not tests:
        return None
    name = min(tests, key=lambda name: (np.isnan(tests[name].p_value), tests[name].p_value))
    best, n = tests[name], max(2, len(tests))
    p_value = best.p_value if np.isnan(best.p_value) else min(1.0, n * best.p_value)  # min would drop a nan
    test = Tested(p_value, best.at, best.mean, best.z, best.detectable, best.n_tests)

    def differ() -> Remark:
        if name == "turned":
            return remark("phases_alike", **_which(test))
        if name == "lags":
            return remark("lag_differs", lag=test.at[0] + 1, **_which(test))
        return remark("dependence_differs", **_which(test))

    return _told("dependence", test, differ, remark("dependence_same"))


plainly(dependence_same="The dependence of frequencies does not differ beyond chance.")


@says("phases_alike")
def _(more: str, less: str, z: float) -> Said:
    cells = Cells("mean square of the offset map's second term", f"larger in {more}", "the same", z_cell(z))
    return Said(
        f"Phases of a draw depend on each other differently, and are more alike in {more}; |z| is {z_size(z)}.",
        cells=cells,
    )


@says("dependence_differs")
def _(more: str, less: str, z: float) -> Said:
    cells = Cells("mean cos² between frequencies", f"larger in {more}", "the same", z_cell(z))
    return Said(f"Frequencies of a draw are more aligned in {more} than in {less}; |z| is {z_size(z)}.", cells=cells)


@says("lag_differs")
def _(lag: int, more: str, less: str, z: float) -> Said:
    cells = Cells(f"mean cos² of frequencies j and j + {lag:,}", f"larger in {more}", "the same", z_cell(z))
    return Said(
        f"Frequencies {lag:,} apart are more aligned in {more} than in {less}; |z| is {z_size(z)}.", cells=cells
    )


def _bias(e: OverBoth) -> Difference:
    n = e.sums["bias"].n if "bias" in e.sums else 0
    where = e.n_effective * n * (1 - e.along.exact) >= 30
    test = _of(e, "bias", where)

    def differ() -> Remark:
        line, place = test.at
        sigmas = abs(test.mean) / float(e.along.sigma[line, place])
        values: dict[str, object] = {"error": abs(test.mean), "distance": float(e.along.distance[line, place])}
        values |= {"sigmas": sigmas, "line": e.along.lines[line].name, "z": abs(test.z)}
        return remark("estimate_larger" if test.mean > 0 else "estimate_smaller", **values)

    return _told("bias", test, differ, remark("estimate_same", detectable=test.detectable))


plainly(
    estimate_same=lambda detectable: (
        "On average k̂ is the same in both along all lines tried; the test would detect a difference of "
        f"{digits(detectable, 2)}."
    ),
)


@says("estimate_larger", size="larger", sign="+")
@says("estimate_smaller", size="smaller", sign="−")
def _(size: str, sign: str, error: float, distance: float, line: LineName, sigmas: float, z: float) -> Said:
    return Said(
        f"On average k̂ is {size} in A than in B, by {digits(error, 2)} at distance {digits(distance, 2)} along "
        f"{line_called(line)}, {z_size(sigmas)} times the standard deviation of a Monte Carlo draw there: |z| is "
        f"{z_size(z)}.",
        cells=Cells(
            f"difference of mean k̂ at distance {digits(distance, 2)}", f"{sign}{digits(error, 2)}", "0", z_cell(z)
        ),
    )


def _phases(e: OverBoth) -> Difference | None:
    if e.own_phases and (e.one.single or e.two.single):
        return Difference("phases", UNKNOWN, (remark("phases_of_one_draw"),), float("nan"))
    if "offset" not in e.sums:
        return None
    test = _of(e, "offset")
    return _told(
        "phases", test, lambda: remark("offset_differs", error=abs(test.mean), z=abs(test.z)), remark("offset_same")
    )


plainly(
    offset_same="The offset map's estimate is the same on average.",
    phases_of_one_draw="Not compared: phases need several draws of both.",
)


@says("offset_differs")
def _(error: float, z: float) -> Said:
    return Said(
        f"On average the offset map's estimate differs, by {digits(error, 2)}: phases are not uniform, or depend on "
        f"frequencies; |z| is {z_size(z)}.",
        cells=Cells("difference of the offset map's mean", digits(error, 2), "0", z_cell(z)),
    )


_JUDGES = (
    *(_reproducibility, _weights, _norms, _mean, _scale, _correlations),
    *(_coupling, _directions, _dependence, _phases, _bias, _error),
)
