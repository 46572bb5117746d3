"""The report on a scheme: verdicts, the worst first, for a notebook, a test suite or a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.diagnose.bias import BiasAndVariance
from rffviz.diagnose.judge_distribution import (
    judged_correlations,
    judged_coupling,
    judged_directions,
    judged_discrepancy,
    judged_mean,
    judged_radius,
    judged_scale,
)
from rffviz.diagnose.judge_error import judged_bias, judged_dependence, judged_error, judged_rate, judged_variance
from rffviz.diagnose.judge_rows import (
    judged_extremes,
    judged_phases,
    judged_reproducibility,
    judged_rows,
    judged_weights,
)
from rffviz.diagnose.judging import over_seeds
from rffviz.diagnose.measurements import FEWEST, Measurements, gather, measured_shift, second
from rffviz.diagnose.sample import FAMILY
from rffviz.diagnose.sample_diagnostics import SampleDiagnostics
from rffviz.diagnose.sentences import Said, plainly, remark, says
from rffviz.diagnose.smallest import SmallCase, Smallest, sizes_below, smaller, smallest_of
from rffviz.diagnose.source import (
    MOST_DRAWN_NUMBERS,
    Examined,
    SampleSource,
    dimension_of,
    drawn_again,
    examined_sizes,
    source,
)
from rffviz.diagnose.verdict import COSTLY, DESIGN, DIAGNOSTICS, ERROR, FINE, OF_DISTRIBUTION, Findings, Verdict, called
from rffviz.diagnose.wording import digits, plural
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, Seed, seed_number, seed_numbers
from rffviz.kernels import Kernel, a_kernel
from rffviz.theory import OrthogonalGain, orthogonal_gain

_OF_PAIRS = ("correlations", "coupling", "directions")
_SURELY = 1.0  # SDs of one draw: a bias found to be as large is above what is negligible
_HEADLINES = {ERROR: "Error in", COSTLY: "Unbiased, higher variance:", DESIGN: "Intended deviation:"}


@dataclass(frozen=True)
class Report(Findings[Verdict]):
    """The verdicts on a scheme, and the measurements behind them.

    Attributes
    ----------
    about : About
        The scheme, or the array, with kernel, d and n_freqs.
    seeds : tuple of int
        Those drawn.
    verdicts : tuple of Verdict
        The worst first.
    found : SampleDiagnostics
        Of the first draw.
    bias : BiasAndVariance
        Over the seeds.
    bytes : int
        Memory of a draw's frequencies.
    finished : bool
        Whether all seeds have been drawn; until then verdicts may change.
    smallest : Smallest or None
        The smallest case of the error, where it was asked for and there is one.
    scheme, X : object
        What was examined and the data that it was given, to draw more of it; None where that is hidden.
    """

    about: About
    seeds: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    found: SampleDiagnostics
    bias: BiasAndVariance
    bytes: int
    finished: bool = True
    smallest: Smallest | None = None
    scheme: Any = field(default=None, compare=False, repr=False)
    X: Any = field(default=None, compare=False, repr=False)

    _field, _number, _names = "verdicts", "severity", DIAGNOSTICS

    @property
    def ok(self) -> bool:
        """Whether no verdict is an error; "costly" (unbiased with a higher variance) is not one."""
        return not self.of(ERROR)

    @property
    def worst(self) -> Verdict:
        """The most severe verdict."""
        return self.verdicts[0]

    @property
    def gain(self) -> OrthogonalGain | None:
        """The exact variance relative to Monte Carlo, of orthogonal frequencies of the Gaussian kernel."""
        fs = self.found.sample
        return orthogonal_gain(self.about.sampler, self.about.kernel, fs.W.shape[1], fs.n_freqs)

    def gravest(self, *first: str) -> Verdict | None:
        """The most severe verdict that reports a problem, if any; within a status, the diagnostics named come first."""
        accusing = [each for each in self.verdicts if each.accuses]
        return min(accusing, key=lambda each: (each.rank[0], each.diagnostic not in first, each.rank), default=None)

    @property
    def headline(self) -> str:
        """The worst in a few words."""
        for status, words in _HEADLINES.items():
            off = self.of(status)
            if status != ERROR and self["rows"].code.startswith("rounded") and self["rows"] in (*off, *self._remarked):
                return _capital(self["rows"].short)
            if status == DESIGN and any(each.code == "not_randomised" for each in off):
                return ": ".join(filter(None, ("Deterministic design", self["error"].short)))
            if status == COSTLY and not self.found.sample.unbiased:
                words = "Higher variance:"
            if off and off[0].length_scale:
                words = f"Error at ℓ = {off[0].length_scale:.3g} in"
            if off:
                return f"{words} {_listed([DIAGNOSTICS[each.diagnostic] for each in off])}"
        if self._remarked:
            return f"Negligible deviation: {_listed([DIAGNOSTICS[each.diagnostic] for each in self._remarked])}"
        return "No problems found"

    @property
    def _remarked(self) -> tuple[Verdict, ...]:
        """The verdicts that pass with a remark."""
        return tuple(each for each in self.of(FINE) if each.severity > 0)

    @property
    def cost(self) -> str:
        """Memory of a draw's frequencies, in words."""
        return str(remark("size", bytes=self.bytes))

    def to_json(self) -> dict[str, Any]:
        """The report as plain numbers, words and lists."""
        return {
            "scheme": called(self.about),
            **self._measured_on,
            "ok": self.ok,
            "headline": self.headline,
            "family_wise_rate": FAMILY,
            "bytes_per_draw": self.bytes,
            "verdicts": self._rows,
            **({"smallest": self._smallest} if self.smallest else {}),
        }

    @property
    def _smallest(self) -> dict[str, Any]:
        case = self.smallest
        assert case is not None
        return {
            "d": case.d,
            "n_freqs": case.n_freqs,
            "kernel": repr(case.kernel),
            "shown": case.shown,
            "test": case.test,
        }

    @property
    def _title(self) -> str:
        return f"{called(self.about)}: {self.headline} ({self._where})"

    @property
    def _closing(self) -> tuple[str, ...]:
        smallest = () if self.smallest is None else (str(self.smallest),)
        read = (each for each in self.found.sample.notes if isinstance(each, str))  # how a file was read
        n_freqs, d = self.about.settings["n_freqs"], self.about.d
        turned = [str(remark("turned", n_freqs=n_freqs, d=d))] if not self.found.about.seeds and n_freqs < d else []
        return (
            *smallest,
            *read,
            *turned,
            self.cost,
            f"Of correct schemes at most {100 * FAMILY:g} % are flagged at all.",
        )


def _takes_long(scheme: Examined, d: int | None, n_freqs: int) -> bool:
    given = getattr(scheme, "W", scheme)  # frequencies, or a record of them
    return (given.size if isinstance(given, np.ndarray) else (d or 1) * n_freqs) > MOST_DRAWN_NUMBERS


@study(slow=_takes_long)
def diagnose(
    scheme: Examined,
    kernel: Kernel,
    d: int | None = None,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
    X: ArrayLike | None = None,
    rate: bool = True,
    about: About | None = None,
    smallest: bool = False,
    watched: bool = True,
) -> Iterator[Progress[Report]]:
    """Examine a sampling scheme: is it right, is its variance small, and what is wrong with it?

    Parameters
    ----------
    scheme : str, callable or array
        A key of `SAMPLERS` or `SPECIMENS`; a function (kernel, d, n_freqs, rng) → frequencies; or frequencies of shape
        (m, d), a single sample.
    kernel : Kernel
        The kernel whose spectral measure the frequencies should follow.
    d, n_freqs : int
        Dimension, and number of frequencies of a draw; frequencies that are given have their own.
    seeds : int or sequence of int
        Draws, at least 3; 20 or more for verdicts over seeds. A count n is `random_state`, …, `random_state` + n − 1.
    random_state : int, RandomState, Generator or None
        The first seed, or where it is drawn from.
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them.
    rate : bool
        Also draw fewer frequencies, to estimate the convergence rate.
    about : About, optional
        Origin of given frequencies.
    smallest : bool
        Also look for the smallest d, then n_freqs, at which an error is still found: about ten more diagnoses.

    Returns
    -------
    Report
        `report.ok` is False if a verdict is an error: `assert diagnose(mine, Gaussian(), 64).ok` tests a scheme. In
        steps: after each seed, with a report from the third one on, updated now and then.

    Raises
    ------
    ValueError
        For bad arguments, and where the scheme is not defined for the kernel and d.

    Notes
    -----
    Draws are distributed over joblib's jobs if its `parallel_config` sets several, with the same results.

    Examples
    --------
    >>> from rffviz.diagnose import diagnose
    >>> from rffviz.kernels import Gaussian
    >>> def too_short(kernel, d, n_freqs, rng):
    ...     return rng.standard_normal((n_freqs, d)) / kernel.length_scale / 2**0.5
    >>> report = diagnose(too_short, Gaussian(), d=4, n_freqs=64, seeds=20, rate=False)
    >>> report.ok
    False
    >>> report.worst.diagnostic
    'radius'
    """
    d = dimension_of(scheme) if d is None else d
    d, n_freqs = examined_sizes(d, n_freqs)
    seeds = seed_numbers("seeds", seeds, least=3, first=seed_number("random_state", random_state))
    if a_kernel(kernel).axes is not None:
        raise Refusal(
            f"kernel must have one length_scale for a diagnosis, got {kernel.length_scale}: pass one, ℓ, and give "
            "ω_i ℓ_i/ℓ and x_i ℓ/ℓ_i in place of ω_i and x_i."
        )
    examined = source(scheme, kernel, d, n_freqs, X, about)
    steps = _steps(examined, seeds, rate, watched, {"scheme": drawn_again(scheme), "X": X})
    return _with_smallest(steps, scheme, X, seeds) if smallest else steps


def _with_smallest(
    steps: Iterator[Progress[Report]], scheme: Examined, X: ArrayLike | None, seeds: tuple[int, ...]
) -> Iterator[Progress[Report]]:
    """The steps, and those that look for the smallest case of an error: d, then n_freqs, from 1 on."""
    for step in steps:
        report = step.record
        yield Progress(0.5 * step.done, 1.0, report)
    assert report is not None  # as after the last seed
    wrong = report.of(ERROR)
    if wrong and report.seeds and report.found.about.seeds:
        kernel = a_kernel(report.about.kernel)
        kernel = kernel if wrong[0].length_scale is None else kernel.with_length_scale(wrong[0].length_scale)
        name = wrong[0].diagnostic

        def found(d: int, n_freqs: int) -> Verdict | None:
            *_, (_, measurements) = gather(source(scheme, kernel, d, n_freqs, X), seeds, name == "rate")
            of_name = [each for each in graded(measurements) if each.diagnostic == name]
            return next((each for each in of_name if each.status == ERROR), None)

        case = SmallCase(report.about.d, report.about.settings["n_freqs"], wrong[0])
        dimensions = () if X is not None else sizes_below(case.d)
        for n_tried, smallest in enumerate(smaller(case, dimensions, found), 1):
            case = smallest
            yield Progress(0.5 + 0.5 * n_tried / (n_tried + 4), 1.0, report)
        examined = source(scheme, kernel, case.d, case.n_freqs, X)
        report = replace(report, smallest=smallest_of(examined, kernel, case, seeds))
    yield Progress(1.0, 1.0, report)


def _steps(
    examined: SampleSource, seeds: tuple[int, ...], rate: bool, watched: bool, drawn: dict[str, Any]
) -> Iterator[Progress[Report]]:
    report = bias = None
    for done, measurements in gather(examined, seeds, rate):
        if watched and measurements.bias is not bias and done < 1:
            report, bias = _report(measurements, verdicts(measurements), False, drawn), measurements.bias
        yield Progress(0.8 * done, 1.0, report)
    found = graded(measurements)
    if not any(each.status == ERROR for each in found) and (other := second(examined)):
        try:
            for done, elsewhere in gather(other, seeds[:FEWEST], again=measurements):
                again = elsewhere
                yield Progress(0.8 + 0.19 * done, 1.0, report)
        except Refusal:  # a scheme may be defined for some length scales alone
            pass
        else:
            found = _with_second(found, graded(again), other.kernel, examined.kernel)
    yield Progress(1.0, 1.0, _report(measurements, found, True, drawn))


def graded(measurements: Measurements) -> tuple[Verdict, ...]:
    """The verdicts, with errors of the distribution that hardly move k̂ as remarks: where in doubt, more is drawn."""
    found = verdicts(measurements)
    errors = {each.diagnostic: each for each in found if each.status == ERROR}
    bias = errors.get("bias")
    large = bias is not None and dict[str, Any](bias.remarks[0].values)["sigmas"] > _SURELY
    doubtful = errors.keys() & OF_DISTRIBUTION or any(
        each.code in ("largest_again", "zeros") for each in errors.values()
    )
    if measurements.fixed or not over_seeds(measurements) or large or not doubtful:
        return found
    measurements.shift = measured_shift(measurements)
    return verdicts(measurements)


def _with_second(
    found: tuple[Verdict, ...], again: tuple[Verdict, ...], other: Kernel, given: Kernel
) -> tuple[Verdict, ...]:
    """The verdicts, those that are errors at another length scale in place of those at the given one."""
    said = remark("at_length_scale", length=other.length_scale, given=given.length_scale)
    wrong = {
        each.diagnostic: replace(each, remarks=(*each.remarks, said), length_scale=other.length_scale)
        for each in again
        if each.status == ERROR
    }
    kept = [each for each in found if each.diagnostic not in wrong]
    return tuple(sorted([*kept, *wrong.values()], key=lambda each: each.rank))


def _report(measurements: Measurements, found: tuple[Verdict, ...], finished: bool, drawn: dict[str, Any]) -> Report:
    assert measurements.bias is not None  # as from the third draw on
    return Report(
        about=measurements.about,
        seeds=measurements.seeds,
        verdicts=found,
        found=measurements.found,
        bias=measurements.bias,
        bytes=measurements.sample.W.nbytes,
        finished=finished,
        **drawn,
    )


def verdicts(measurements: Measurements) -> tuple[Verdict, ...]:
    """One verdict per applicable diagnostic, the worst first.

    Notes
    -----
    Each diagnostic has a false positive rate of at most `ALARM` for correct schemes, over all its tests. Over seeds a
    draw counts as one observation, so dependence between its rows is no problem; a single draw is compared with
    independent rows.
    """
    judged = [each for each in (judge(measurements) for judge in _JUDGES) if each is not None]
    bias = next((each for each in judged if each.diagnostic == "bias" and each.status == ERROR), None)
    if bias is not None:  # what is less sure than the bias, and on a scale of its own, is said after it
        sure = dict[str, Any](bias.remarks[0].values)["z"]
        judged = [
            replace(each, severity=min(each.severity, 0.99 * bias.severity))
            if each.diagnostic in _OF_PAIRS and dict[str, Any](each.remarks[0].values).get("z", sure) < sure
            else each
            for each in judged
        ]
    return tuple(sorted(judged, key=lambda each: each.rank))


_JUDGES: tuple[Callable[[Measurements], Verdict | None], ...] = (
    judged_reproducibility,
    judged_rows,
    judged_weights,
    judged_extremes,
    judged_radius,
    judged_mean,
    judged_scale,
    judged_correlations,
    judged_directions,
    judged_coupling,
    judged_dependence,
    judged_phases,
    judged_discrepancy,
    judged_bias,
    judged_variance,
    judged_error,
    judged_rate,
)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _listed(names: list[str]) -> str:
    """The first three, and how many more."""
    names, more = [name.lower() for name in names[:3]], len(names) - 3
    names += [f"{more} more"] if more > 0 else []
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


plainly(
    at_length_scale=lambda length, given: (
        f"Found at ℓ = {digits(length, 3)}; at ℓ = {digits(given, 3)} no error is found."
    ),
)


plainly(
    turned=lambda n_freqs, d: (
        f"{n_freqs:,} {plural(n_freqs, 'frequency', 'frequencies')} in {d:,} dimensions: are frequencies the columns? "
        "They must be the rows."
    ),
)


@says("size")
def _(bytes: int) -> Said:  # a kilobyte is 1,000 bytes
    units = {"GB": 1e9, "MB": 1e6, "kB": 1e3, "bytes": 1}
    unit = next((name for name, one in units.items() if bytes >= one), "bytes")
    return Said(f"The frequencies take {float(f'{bytes / units[unit]:.3g}'):g} {unit}.")
