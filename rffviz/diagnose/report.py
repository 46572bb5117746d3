"""The report on a scheme: verdicts, the worst first, for a notebook, a test suite or a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from rffviz.about import About
from rffviz.diagnose.bias import BiasAndVariance
from rffviz.diagnose.diagnosis import Diagnosis
from rffviz.diagnose.evidence import Evidence, gather
from rffviz.diagnose.sample import FAMILY
from rffviz.diagnose.sentences import remark
from rffviz.diagnose.source import MOST_DRAWN_NUMBERS, source
from rffviz.diagnose.verdict import COSTLY, DESIGN, DIAGNOSTICS, FAULT, Verdict
from rffviz.diagnose.verdicts import verdicts
from rffviz.kernels import Kernel, a_kernel
from rffviz.progress import Progress, study
from rffviz.validation import Refusal, Seed, seed_number, seed_numbers, whole_number

_HEADLINES = {FAULT: "Fault in", COSTLY: "Right, but costly:", DESIGN: "Off by design:"}


@dataclass(frozen=True)
class Report:
    """What was found about a scheme.

    Attributes
    ----------
    about : About
        The scheme, or the array, with kernel, d and n_freqs.
    seeds : tuple of int
        Those that were drawn.
    verdicts : tuple of Verdict
        The worst first.
    found : Diagnosis
        Of the first draw.
    bias : BiasAndVariance
        Over the seeds.
    seconds, seconds_monte_carlo : float
        Of one draw, and of one by Monte Carlo, wall-clock; `seconds` is 0 for frequencies that were given.
    bytes : int
        What the frequencies of a draw take.
    finished : bool
        Whether no more seeds are drawn: until then verdicts may change.
    """

    about: About
    seeds: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    found: Diagnosis
    bias: BiasAndVariance
    seconds: float
    seconds_monte_carlo: float
    bytes: int
    finished: bool = True

    @property
    def ok(self) -> bool:
        """Whether no verdict is a fault; what is right but costly is no fault."""
        return all(each.status != FAULT for each in self.verdicts)

    @property
    def worst(self) -> Verdict:
        """The gravest verdict."""
        return self.verdicts[0]

    def __getitem__(self, diagnostic: str) -> Verdict:
        """The verdict of one diagnostic, by its name."""
        for each in self.verdicts:
            if each.diagnostic == diagnostic:
                return each
        raise KeyError(diagnostic)

    @property
    def headline(self) -> str:
        """The worst in a few words."""
        for status, words in _HEADLINES.items():
            off = [DIAGNOSTICS[each.diagnostic] for each in self.verdicts if each.status == status]
            if off:
                return f"{words} {_listed(off)}"
        return "Nothing out of order"

    @property
    def cost(self) -> str:
        """What a draw takes, and how much longer than one by Monte Carlo; the size alone where nothing is drawn."""
        if not self.seconds:
            return str(remark("size", bytes=self.bytes))
        ratio = self.seconds / max(self.seconds_monte_carlo, 1e-9)
        return str(remark("draw_takes", seconds=self.seconds, bytes=self.bytes, ratio=ratio))

    def to_frame(self) -> dict[str, list[Any]]:
        """Columns by name, as `pandas.DataFrame` takes them: diagnostic, status, severity, sentence."""
        return {
            "diagnostic": [each.diagnostic for each in self.verdicts],
            "status": [each.status for each in self.verdicts],
            "severity": [each.severity for each in self.verdicts],
            "sentence": [each.sentence for each in self.verdicts],
        }

    def to_json(self) -> dict[str, Any]:
        """The report as plain numbers, words and lists."""
        rows = zip(*self.to_frame().values(), strict=True)
        names = tuple(self.to_frame())
        return {
            "scheme": self.about.sampler or self.about.data,
            "kernel": self.about.kernel.name,
            "parameters": self.about.kernel.get_params(),
            "d": self.about.d,
            "n_freqs": self.about.settings["n_freqs"],
            "seeds": list(self.seeds),
            "ok": self.ok,
            "headline": self.headline,
            "family_wise_rate": FAMILY,
            "seconds_per_draw": self.seconds,
            "seconds_per_draw_of_monte_carlo": self.seconds_monte_carlo,
            "bytes_per_draw": self.bytes,
            "verdicts": [dict(zip(names, row, strict=True)) for row in rows],
        }

    def __str__(self) -> str:
        """A line for each verdict, for a terminal."""
        wide = max(len(name) for name in DIAGNOSTICS.values())
        rows = [f"  {DIAGNOSTICS[v.diagnostic]:<{wide}}  {v.status:<7}  {v.sentence}" for v in self.verdicts]
        return "\n".join([self._title, *rows, f"  {self.cost}", f"  {self._rate}"])

    def _repr_html_(self) -> str:
        """The same as a table, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(DIAGNOSTICS[v.diagnostic])}</td><td><b>{v.status}</b></td>"
            f"<td style='text-align: left'>{escape(v.sentence)}</td></tr>"
            for v in self.verdicts
        )
        said = "".join(f"<p>{escape(line)}</p>" for line in (self.cost, self._rate))
        return f"<p><b>{escape(self._title)}</b></p><table>{rows}</table>{said}"

    @property
    def _title(self) -> str:
        name, kernel = self.about.sampler or self.about.data, self.about.kernel
        where = f"{kernel!r}, d = {self.about.d}, {self.about.settings['n_freqs']} frequencies, {len(self.seeds)} seeds"
        return f"{name}: {self.headline} ({where})"

    @property
    def _rate(self) -> str:
        return f"Of right schemes at most {100 * FAMILY:g} % are accused of anything."


def _takes_long(scheme, d, n_freqs) -> bool:
    given = getattr(scheme, "W", scheme)  # frequencies, or a record of them
    return (given.size if isinstance(given, np.ndarray) else d * n_freqs) > MOST_DRAWN_NUMBERS


@study(slow=_takes_long)
def diagnose(
    scheme,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
    X=None,
    rate: bool = True,
    about: About | None = None,
    watched: bool = True,
) -> Iterator[Progress[Report]]:
    """Examine a sampling scheme: is it right, what does it cost, and what is wrong with it?

    Parameters
    ----------
    scheme : str, callable or array
        A key of `SAMPLERS` or `SPECIMENS`; a function (kernel, d, n_freqs, rng) → frequencies; or frequencies of shape
        (m, d), which have no other seeds.
    kernel : Kernel
        Whose spectral measure the frequencies are meant for.
    d, n_freqs : int
        Dimension, and number of frequencies of a draw; those of an array are its own.
    seeds : int or sequence of int
        Draws, at least 3; 20 or more for verdicts over seeds. A count n is `random_state`, …, `random_state` + n − 1.
    random_state : int, RandomState, Generator or None
        The first seed, or where it is drawn from.
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them.
    rate : bool
        Also draw fewer frequencies, for the slope of the error.
    about : About, optional
        Where frequencies that are given come from.

    Returns
    -------
    Report
        `report.ok` is False where something is a fault: `assert diagnose(mine, Gaussian(), 64).ok` tests a scheme.
        In steps: after each seed, with a report from the third one on, now and then renewed.

    Raises
    ------
    ValueError
        For bad arguments, and where the scheme is not defined for the kernel and d.

    Notes
    -----
    Draws are shared among joblib's jobs where its `parallel_config` asks for several, and the numbers are the same; the
    seconds of a draw are those of draws side by side.

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
    d, n_freqs = whole_number("d", d), whole_number("n_freqs", n_freqs)
    seeds = seed_numbers("seeds", seeds, least=3, first=seed_number("random_state", random_state))
    if a_kernel(kernel).axes is not None:
        raise Refusal(
            f"kernel must have one length_scale for a diagnosis, got {kernel.length_scale}: divide frequencies and "
            "points by them."
        )
    examined = source(scheme, kernel, d, n_freqs, X, about)
    return _steps(examined, seeds, rate, watched)


def _steps(examined, seeds, rate, watched):
    report = bias = None
    for done, evidence in gather(examined, seeds, rate):
        if done >= 1 or (watched and evidence.bias is not bias):
            report, bias = _report(evidence, finished=done >= 1), evidence.bias
        yield Progress(done, 1.0, report)


def _report(evidence: Evidence, finished: bool) -> Report:
    return Report(
        about=evidence.about,
        seeds=evidence.seeds,
        verdicts=verdicts(evidence),
        found=evidence.found,
        bias=evidence.bias,
        seconds=evidence.seconds,
        seconds_monte_carlo=evidence.seconds_monte_carlo,
        bytes=evidence.sample.W.nbytes,
        finished=finished,
    )


def _listed(names: list[str]) -> str:
    """The first three, and how many more."""
    names, more = [name.lower() for name in names[:3]], len(names) - 3
    names += [f"{more} more"] if more > 0 else []
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
