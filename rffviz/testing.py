"""A sampling scheme in a test: one assertion that it draws what it should."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

from rffviz.diagnose import DIAGNOSTICS, Report, diagnose
from rffviz.diagnose.verdict import ERROR
from rffviz.foundation.validation import one_of
from rffviz.kernels import Gaussian, Kernel

__all__ = ["assert_scheme"]


def assert_scheme(
    scheme: Any,
    kernel: Kernel | None = None,
    d: int = 8,
    n_freqs: int = 64,
    *,
    seeds: int | Sequence[int] = 60,
    random_state: int = 0,
    X: Any = None,
    allow: Collection[str] = (),
) -> Report:
    """Raise an AssertionError unless `rffviz.diagnose.diagnose` finds no error in a sampling scheme.

    Parameters
    ----------
    scheme : str, callable or array
        As for `rffviz.diagnose.diagnose`: a function (kernel, d, n_freqs, rng) → frequencies of shape (n_freqs, d).
    kernel : Kernel, optional
        `Gaussian(1.5)` by default.
    d, n_freqs : int
    seeds : int or sequence of int
        Draws; of correct schemes at most 1 % fail with 60, and the same draws always give the same result.
    random_state : int
        The first seed.
    X : array of shape (n, d), optional
        The data, for schemes whose frequencies depend on them.
    allow : collection of str
        Diagnostics, keys of `rffviz.diagnose.DIAGNOSTICS`, that may fail, such as "bias".

    Returns
    -------
    Report

    Raises
    ------
    AssertionError
        With the sentence of the gravest error, and the seeds, sizes and time.
    ValueError
        As `rffviz.diagnose.diagnose`, and for a diagnostic that does not exist.

    Examples
    --------
    >>> from rffviz.testing import assert_scheme
    >>> def frequencies(kernel, d, n_freqs, rng):
    ...     return rng.standard_normal((n_freqs, d)) / kernel.length_scale
    >>> assert_scheme(frequencies, seeds=20).ok
    True
    """
    for name in allow:
        one_of("allow", name, tuple(DIAGNOSTICS))
    began = time.perf_counter()
    report: Report = diagnose(scheme, kernel or Gaussian(1.5), d, n_freqs, seeds, random_state, X)
    errors = [each for each in report.verdicts if each.status == ERROR and each.diagnostic not in allow]
    if errors:
        first, n = errors[0], len(report.seeds)
        at = f" at ℓ = {first.length_scale:.3g}" if first.length_scale else ""
        more = f" Also: {', '.join(DIAGNOSTICS[each.diagnostic] for each in errors[1:])}." if errors[1:] else ""
        drawn = f"d = {d}, n = {n_freqs}, seeds {report.seeds[0]}–{report.seeds[-1]} ({n})"
        took = f"{time.perf_counter() - began:.1f} s"
        found = f"{DIAGNOSTICS[first.diagnostic]}{at}: {first.sentence}{more}"
        raise AssertionError(f"{found} ({report.about.kernel!r}, {drawn}, {took})")
    return report
