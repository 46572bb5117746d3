"""The scheme of the library that a sampling scheme is nearest to, by what can be told apart over seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rffviz.diagnose.difference import Comparison, compare
from rffviz.diagnose.source import Examined
from rffviz.diagnose.verdict import COMPARED, DIFFERENT, UNKNOWN
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, Seed, listed
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS
from rffviz.samplers.own import OwnScheme

_FEW, _BEST = 20, 3  # seeds of the first round, and how many schemes come into the second


@dataclass(frozen=True)
class Nearest:
    """The nearest schemes, and the comparisons with them.

    Attributes
    ----------
    comparisons : dict of str to Comparison
        By name, a key of `SAMPLERS`, the nearest first, at most three; A is the scheme.
    """

    comparisons: dict[str, Comparison]

    @property
    def name(self) -> str:
        """The nearest one."""
        return next(iter(self.comparisons))

    def __str__(self) -> str:
        lines = [f"{name:<24} {_said(each)}" for name, each in self.comparisons.items()]
        alike = [name for name, each in self.comparisons.items() if each.same]
        return "\n".join(lines + [f"Not distinguished from the scheme: {listed(alike)}."] * (len(alike) > 1))


def _said(comparison: Comparison) -> str:
    seeds = len(comparison.seeds)
    if comparison.identical:
        return f"the same frequencies for each of {seeds} seeds"
    if differs_in := [COMPARED[each.diagnostic].lower() for each in comparison.of(DIFFERENT)]:
        return f"differs in {', '.join(differs_in)}"
    return f"no difference found over {seeds} seeds"


@study
def nearest(
    scheme: Examined,
    kernel: Kernel,
    d: int,
    n_freqs: int = 256,
    seeds: int | Sequence[int] = 60,
    random_state: Seed = 0,
) -> Iterator[Progress[Nearest]]:
    """Find the schemes of the library that a scheme has the fewest differences from.

    Parameters
    ----------
    scheme, kernel, d, n_freqs, seeds, random_state
        As for `compare`. All schemes are compared over 20 seeds, or fewer if fewer are given; the nearest three over
        all.

    Returns
    -------
    Nearest
        In steps: after each comparison.

    Raises
    ------
    ValueError
        For bad arguments.

    Notes
    -----
    Schemes that need data, and those that are not defined for the kernel and d, are left out. Differences that few
    seeds cannot show remain: no difference found is not a proof of equality.

    Examples
    --------
    >>> from rffviz.diagnose import nearest
    >>> from rffviz.kernels import Gaussian
    >>> def mine(kernel, d, n_freqs, rng):
    ...     return rng.standard_normal((n_freqs, d)) / kernel.length_scale
    >>> nearest(mine, Gaussian(1.5), d=4, n_freqs=32, seeds=20).name
    'monte_carlo'
    """
    names = [name for name in SAMPLERS if _defined(name, kernel, d, n_freqs)]
    if not names:
        raise Refusal(f"kernel and d must be those of a scheme of the library, got {kernel!r} and d = {d}.")
    few = min(seeds, _FEW) if isinstance(seeds, int) else seeds
    total, found = len(names) + _BEST, dict[str, Comparison]()
    for done, name in enumerate(names, 1):
        found = _ranked({**found, name: compare(scheme, name, kernel, d, n_freqs, few, random_state)})
        yield Progress(done, total, Nearest(found))
    yield Progress(
        total,
        total,
        Nearest(_ranked({name: compare(scheme, name, kernel, d, n_freqs, seeds, random_state) for name in found})),
    )


def _defined(name: str, kernel: Kernel, d: int, n_freqs: int) -> bool:
    scheme = SAMPLERS[name]
    if isinstance(scheme, OwnScheme) or scheme.takes_data:
        return False
    return not scheme.refusal(kernel, d) and scheme.least(kernel, d) <= n_freqs


def _ranked(found: dict[str, Comparison]) -> dict[str, Comparison]:
    return dict(sorted(found.items(), key=lambda each: _distance(each[1]))[:_BEST])


def _distance(one: Comparison) -> tuple[bool, bool, bool, bool, bool, int]:
    """Sort key: identical first, what cannot be tested last; then what is the same, what has draws as the scheme has,
    the same dependence, and the fewest differences. Of equals the first in the library's order comes first."""
    apart, one_draw = len(one.of(UNKNOWN)) > 2, one.grouped == ("B",)  # which has little to differ in
    return not one.identical, apart, not one.same, one_draw, one.dependence_apart, len(one.of(DIFFERENT))
