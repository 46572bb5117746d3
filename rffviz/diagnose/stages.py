"""Which step of a sampling scheme is wrong: its named steps, each tested over seeds, and then its frequencies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats as distributions

from rffviz.diagnose.diagnose import Report, diagnose
from rffviz.diagnose.sample import ALARM
from rffviz.diagnose.source import Examined, examined_sizes, source
from rffviz.diagnose.uniforms import radius_probability
from rffviz.diagnose.verdict import ERROR, FINE, UNKNOWN
from rffviz.foundation.validation import Refusal, Seed, seed_number, seed_numbers
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers.stages import listening

_ROUNDED = 1e-6  # deviation of a mean, or of a norm from 1, that rounding explains
_Statistics = list[tuple[str, np.ndarray]]  # what deviates, and by how much on average over the rows: 0 if right


@dataclass(frozen=True)
class StageVerdict:
    """The verdict on one step.

    Attributes
    ----------
    stage : str
        A key of `rffviz.samplers.stages.STAGES`, or "frequencies".
    status : str
        "fine", "fault" or "unknown".
    sentence : str
    p_value : float
        Of the most deviant statistic, corrected for their number; nan where none was tested.
    """

    stage: str
    status: str
    sentence: str
    p_value: float = np.nan


@dataclass(frozen=True)
class StageReport:
    """The verdicts on all steps in their order, the frequencies last, and the report on those."""

    stages: tuple[StageVerdict, ...]
    report: Report

    @property
    def first_error(self) -> StageVerdict | None:
        """The first step that fails; None where all pass."""
        return next((each for each in self.stages if each.status == ERROR), None)

    def __str__(self) -> str:
        first = self.first_error
        marks = {FINE: "OK", ERROR: "error", UNKNOWN: "inconclusive"}
        lines = [
            f"{each.stage:<12} {marks[each.status]:<13} {each.sentence}{'  ← first' if each is first else ''}"
            for each in self.stages
        ]
        return "\n".join(line.rstrip() for line in lines)


def stages(
    scheme: Examined,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
) -> StageReport:
    """Test the steps that a scheme names with `rffviz.samplers.stages.stage`, and its frequencies.

    Parameters
    ----------
    scheme, kernel, d, n_freqs, seeds, random_state
        As for `diagnose`; an array has no steps.

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
    between rows does no harm; over all statistics of a step, a correct one fails with probability at most `ALARM`
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
    d, n_freqs = examined_sizes(d, n_freqs)
    numbers = seed_numbers("seeds", seeds, least=3, first=seed_number("random_state", random_state))
    examined = source(scheme, a_kernel(kernel), d, n_freqs)
    draws: list[dict[str, np.ndarray]] = []
    padded: dict[str, int] = {}
    for seed in () if examined.given else numbers:
        with listening() as steps:
            examined.sample(seed)
        made: dict[str, np.ndarray] = {}
        for name, dimension, result in steps:
            padded[name] = dimension or d
            rows = result.reshape(-1, result.shape[-1] if name != "norms" and result.ndim > 1 else 1)
            if name in made and made[name].shape[1] == rows.shape[1]:  # of another block
                rows = np.concatenate([made[name], rows])
            made[name] = rows
        draws.append(made)
    names = [name for name in (draws[0] if draws else {}) if all(name in each for each in draws)]
    found = [_judged(name, [each[name] for each in draws], kernel, padded[name]) for name in names]
    report = diagnose(scheme, kernel, d, n_freqs, seeds, random_state)
    last = StageVerdict("frequencies", FINE if report.ok else ERROR, f"{report.headline}.")
    return StageReport((*found, last), report)


def _judged(name: str, draws: list[np.ndarray], kernel: Kernel, d: int) -> StageVerdict:
    if not all(np.isfinite(rows).all() for rows in draws):
        return StageVerdict(name, ERROR, "A value is not finite.")
    if said := _impossible(name, draws):
        return StageVerdict(name, ERROR, said)
    if all(np.array_equal(rows, draws[0]) for rows in draws[1:]):
        return StageVerdict(name, UNKNOWN, "Every seed gives the same.")
    try:
        measured = [_STATISTICS[name](rows, kernel, d) for rows in draws]
    except Refusal as reason:  # this kernel's norms have no known distribution
        return StageVerdict(name, UNKNOWN, str(reason))
    words = [what for what, values in measured[0] for _ in values]
    values = np.array([np.concatenate([each for _, each in one]) for one in measured])
    mean, error = values.mean(axis=0), values.std(axis=0, ddof=1) / len(values) ** 0.5
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(np.abs(mean) <= _ROUNDED, 0.0, np.abs(mean) / error)
    worst = int(np.argmax(t))
    p_value = float(min(1.0, len(words) * 2 * distributions.t.sf(t[worst], len(values) - 1)))
    if p_value >= ALARM:
        return StageVerdict(name, FINE, "", p_value)
    said = f"{words[worst]} is off by {mean[worst]:+.2g} ({t[worst]:.3g} standard errors)."
    return StageVerdict(name, ERROR, said, p_value)


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
