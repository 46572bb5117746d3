"""Which stage of a sampling scheme is wrong: those that it names, each tested over seeds, and then its frequencies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike
from scipy import special
from scipy import stats as distributions

from rffviz.diagnose.diagnose import Report, diagnose
from rffviz.diagnose.sample import ALARM, Diagnosed
from rffviz.diagnose.source import Examined, examined_sizes, source
from rffviz.diagnose.uniforms import marginal_uniforms, radius_probability
from rffviz.diagnose.verdict import COSTLY, DESIGN, ERROR, FINE, UNKNOWN
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, Seed, seed_number, seed_numbers
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers.stages import listening

FREQUENCIES = "frequencies"
"""What the last stage is called: the frequencies themselves."""
_ROUNDED = 1e-6  # deviation of a mean, or of a norm from 1, that rounding explains
_BINS = 20  # of u
_Statistics = list[tuple[str, np.ndarray]]  # what deviates, and by how much on average over the rows: 0 if right


@dataclass(frozen=True, eq=False)
class StageVerdict:
    """The verdict on one stage.

    Attributes
    ----------
    stage : str
        One of `rffviz.samplers.stages.STAGES`, or "frequencies".
    status : str
        "fine", "fault" or "unknown"; of the frequencies also "costly" or "design".
    sentence : str
    p_value : float
        Of the most deviant statistic, corrected for their number; nan where none was tested.
    density : ndarray of shape (b,)
        Histogram over (0, 1), of mean 1, of u = F(x): the values x of all seeds, F their distribution function. A
        correct stage gives 1 in each bin. Empty where F is not known.
    coordinate : int or None
        The one whose values they are, counted from 0, where one deviates by itself; None for those of all.
    """

    stage: str
    status: str
    sentence: str
    p_value: float = np.nan
    density: np.ndarray = field(default_factory=lambda: np.empty(0))
    coordinate: int | None = None


@dataclass(frozen=True, eq=False)
class StageReport(Diagnosed):
    """The verdicts on all stages in their order, the frequencies last, and the report on those."""

    stages: tuple[StageVerdict, ...]
    report: Report

    @property
    def first_error(self) -> StageVerdict | None:
        """The first stage that fails; None where all pass."""
        return next((each for each in self.stages if each.status == ERROR), None)

    def __str__(self) -> str:
        first = self.first_error
        marks = {FINE: "OK", COSTLY: "OK", DESIGN: "intended", ERROR: "error", UNKNOWN: "inconclusive"}
        lines = [
            f"{each.stage:<12} {marks[each.status]:<13} {each.sentence}{'  ← first' if each is first else ''}"
            for each in self.stages
        ]
        return "\n".join(line.rstrip() for line in lines)


@study
def stage_verdicts(
    scheme: Examined,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
    X: ArrayLike | None = None,
) -> Iterator[Progress[tuple[StageVerdict, ...]]]:
    """Test the stages that a scheme names with `rffviz.samplers.stages.stage`.

    Parameters
    ----------
    scheme, kernel, d, n_freqs, seeds, random_state, X
        As for `diagnose`; an array has no stages.

    Returns
    -------
    tuple of StageVerdict
        In their order; last the frequencies, without a verdict, which is that of `diagnose`. In steps: after each seed.

    Raises
    ------
    ValueError
        For bad arguments.
    """
    d, n_freqs = examined_sizes(d, n_freqs)
    numbers = seed_numbers("seeds", seeds, least=3, first=seed_number("random_state", random_state))
    examined = source(scheme, a_kernel(kernel), d, n_freqs, X)
    draws: list[dict[str, np.ndarray]] = []
    weights: list[np.ndarray] = []
    padded: dict[str, int] = {}
    for seed in numbers[:1] if examined.given else numbers:
        with listening() as stages:
            sample = examined.sample(seed)
        made: dict[str, np.ndarray] = {}
        for name, dimension, result in stages:
            padded[name] = dimension or d
            rows = result.reshape(-1, result.shape[-1] if name != "norms" and result.ndim > 1 else 1)
            if name in made and made[name].shape[1] == rows.shape[1]:  # of another block
                rows = np.concatenate([made[name], rows])
            made[name] = rows
        draws.append(made | {FREQUENCIES: sample.W})
        weights.append(sample.weights)
        yield Progress(len(draws), len(numbers) + 1)
    names = [name for name in draws[0] if all(name in each for each in draws)]
    weighted = {FREQUENCIES: np.concatenate(weights)}
    found = tuple(
        _judged(name, [each[name] for each in draws], kernel, padded.get(name, d), weighted.get(name)) for name in names
    )
    yield Progress(len(numbers) + 1, len(numbers) + 1, found)


def stage_report(found: Sequence[StageVerdict], report: Report) -> StageReport:
    """What `stage_verdicts` found, with the verdict of `diagnose` on the frequencies."""
    *stages, last = found
    gravest = report.gravest()
    last = replace(last, status=gravest.status if gravest else FINE, sentence=f"{report.headline}.")
    return StageReport(report.about, (), (*stages, last), report)


def stages(
    scheme: Examined,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
) -> StageReport:
    """Test the stages that a scheme names with `rffviz.samplers.stages.stage`, and its frequencies.

    Parameters
    ----------
    scheme, kernel, d, n_freqs, seeds, random_state
        As for `diagnose`; an array has no stages.

    Returns
    -------
    StageReport

    Raises
    ------
    ValueError
        For bad arguments.

    Notes
    -----
    Means over the rows of a draw are compared with their expectations by Student's t over seeds, so that dependence
    between rows does no harm; over all statistics of a stage, a correct one fails with probability at most `ALARM`
    where the means are normal. Tested are moments up to the fourth, trigonometric moments of what is uniform, and
    products of neighbouring coordinates; exactly, that directions have norm 1 and signs are ±1. Norms are tested as
    uniform numbers, through their distribution function.

    Examples
    --------
    >>> from rffviz.diagnose import stages
    >>> from rffviz.kernels import Gaussian
    >>> [(each.stage, each.status) for each in stages("orthogonal", Gaussian(), 4, 32, seeds=20).stages]
    [('directions', 'fine'), ('norms', 'fine'), ('frequencies', 'fine')]
    """
    asked = (scheme, kernel, d, n_freqs, seeds, random_state)
    return stage_report(stage_verdicts(*asked), diagnose(*asked))


def _judged(
    name: str, draws: list[np.ndarray], kernel: Kernel, d: int, weights: np.ndarray | None = None
) -> StageVerdict:
    if not all(np.isfinite(rows).all() for rows in draws):
        return StageVerdict(name, ERROR, "A value is not finite.")
    if len({rows.shape[1] for rows in draws}) > 1:
        return StageVerdict(name, UNKNOWN, "Its number of coordinates depends on the seed.")
    try:
        u = np.concatenate([_PROBABILITY[name](rows, kernel, d) for rows in draws])
    except Refusal as reason:  # this kernel's norms have no known distribution
        return StageVerdict(name, UNKNOWN, str(reason))
    of_all, of_one = _densities(u, weights)
    if said := _impossible(name, draws):
        return StageVerdict(name, ERROR, said, np.nan, *of_one)
    if name == FREQUENCIES:
        return StageVerdict(name, UNKNOWN, "", np.nan, *of_one)
    if all(np.array_equal(rows, draws[0]) for rows in draws[1:]):
        return StageVerdict(name, UNKNOWN, "Every seed gives the same.", np.nan, *of_all)
    measured = [_STATISTICS[name](rows, kernel, d) for rows in draws]
    words = [what for what, values in measured[0] for _ in values]
    values = np.array([np.concatenate([each for _, each in one]) for one in measured])
    mean, error = values.mean(axis=0), values.std(axis=0, ddof=1) / len(values) ** 0.5
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(np.abs(mean) <= _ROUNDED, 0.0, np.abs(mean) / error)
    worst = int(np.argmax(t))
    p_value = float(min(1.0, len(words) * 2 * distributions.t.sf(t[worst], len(values) - 1)))
    if p_value >= ALARM:
        return StageVerdict(name, FINE, "", p_value, *of_all)
    said = f"{words[worst]} is off by {mean[worst]:+.2g} ({t[worst]:.3g} standard errors)."
    return StageVerdict(name, ERROR, said, p_value, *of_one)


def _densities(
    u: np.ndarray, weights: np.ndarray | None
) -> tuple[tuple[np.ndarray, None], tuple[np.ndarray, int | None]]:
    """The histogram of all coordinates, and that of the one farthest from uniform by χ², if that is not chance.

    Rows count as their `weights`; where those differ, χ² has another distribution and no coordinate is singled out.
    """
    alike = weights is None or np.ptp(weights) <= _ROUNDED * np.abs(weights).max()
    shares = None if weights is None or alike else weights / weights.mean()
    counts = np.array([np.histogram(column, _BINS, (0, 1), weights=shares)[0] for column in u.T])
    all_of_them, even = counts.sum(axis=0) * (_BINS / u.size), len(u) / _BINS
    statistics = ((counts - even) ** 2).sum(axis=1) / even
    worst = int(np.argmax(statistics))
    if not alike or len(counts) == 1 or len(counts) * distributions.chi2.sf(statistics[worst], _BINS - 1) >= ALARM:
        return (all_of_them, None), (all_of_them, None)
    return (all_of_them, None), (counts[worst] / even, worst)


def _impossible(name: str, draws: list[np.ndarray]) -> str:
    """What no right step can give, in words."""
    if name == "uniforms" and (bad := [rows for rows in draws if rows.min() <= 0 or rows.max() >= 1]):
        return f"Values lie outside (0, 1): from {bad[0].min():.3g} to {bad[0].max():.3g}."
    if name == "signs" and any((np.abs(rows) != 1).any() for rows in draws):
        return "Values other than ±1."
    if name == "directions":
        off = max(float(np.abs(np.linalg.norm(rows, axis=1) - 1).max()) for rows in draws)
        if off > _ROUNDED:
            return f"Rows do not have norm 1: off by {off:.2g}."
    if name == "norms" and any((rows < 0).any() for rows in draws):
        return "Norms below 0."
    return ""


def _neighbours(rows: np.ndarray) -> np.ndarray:
    return (rows[:, :-1] * rows[:, 1:]).mean(axis=0)


def _of_uniforms(rows: np.ndarray, kernel: Kernel, d: int) -> _Statistics:
    centred = rows - 0.5
    waves = [np.cos(2 * np.pi * k * rows).mean(axis=0) for k in (1, 2)]
    return [
        ("Mean of u", centred.mean(axis=0)),
        ("Mean of (u − ½)²", (centred**2).mean(axis=0) - 1 / 12),
        ("Mean of cos 2πu", waves[0]),
        ("Mean of cos 4πu", waves[1]),
        ("Covariance of neighbouring coordinates", _neighbours(centred)),
    ]


def _of_norms(rows: np.ndarray, kernel: Kernel, d: int) -> _Statistics:
    uniform = radius_probability(rows, kernel, d)
    return [(f"{what}, u = P(‖ω‖ ≤ r),", values) for what, values in _of_uniforms(uniform, kernel, d) if values.size]


def _of_normals(rows: np.ndarray, kernel: Kernel, d: int) -> _Statistics:
    return [
        ("Mean of g", rows.mean(axis=0)),
        ("Mean of g²", (rows**2).mean(axis=0) - 1),
        ("Mean of g⁴", (rows**4).mean(axis=0) - 3),
        ("Covariance of neighbouring coordinates", _neighbours(rows)),
    ]


def _of_signs(rows: np.ndarray, kernel: Kernel, d: int) -> _Statistics:
    return [("Mean", rows.mean(axis=0)), ("Covariance of neighbouring coordinates", _neighbours(rows))]


def _of_directions(rows: np.ndarray, kernel: Kernel, d: int) -> _Statistics:
    n = rows.shape[1]
    return [
        ("Mean of s", rows.mean(axis=0)),
        ("d times the mean of s²", n * (rows**2).mean(axis=0) - 1),
        ("d(d + 2)/3 times the mean of s⁴", n * (n + 2) / 3 * (rows**4).mean(axis=0) - 1),
        ("d times the covariance of neighbouring coordinates", n * _neighbours(rows)),
    ]


_STATISTICS = {
    "uniforms": _of_uniforms,
    "normals": _of_normals,
    "signs": _of_signs,
    "directions": _of_directions,
    "norms": _of_norms,
}


def _of_unit_vectors(rows: np.ndarray, kernel: Kernel, d: int) -> np.ndarray:
    """(s + 1)/2 of a coordinate of a uniform direction is Beta((n − 1)/2, (n − 1)/2); ±1 for n = 1."""
    half = (rows.shape[1] - 1) / 2
    return special.betainc(half, half, np.clip((1 + rows) / 2, 0, 1)) if half else _of_two_values(rows, kernel, d)


def _of_two_values(rows: np.ndarray, kernel: Kernel, d: int) -> np.ndarray:
    """Values below 0 spread evenly over the lower half, the others over the upper one."""
    above = rows > 0
    u = np.empty(rows.shape)
    for half, chosen in ((0.0, ~above), (0.5, above)):
        n = int(chosen.sum())
        u[chosen] = half + (np.arange(n) + 0.5) / (2 * max(n, 1))
    return u


_PROBABILITY: dict[str, Callable[[np.ndarray, Kernel, int], np.ndarray]] = {
    "uniforms": lambda rows, kernel, d: rows,
    "normals": lambda rows, kernel, d: special.ndtr(rows),
    "signs": _of_two_values,
    "directions": _of_unit_vectors,
    "norms": radius_probability,
    FREQUENCIES: lambda rows, kernel, d: marginal_uniforms(rows, kernel),
}
