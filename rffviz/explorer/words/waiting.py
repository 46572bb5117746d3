"""Texts about long-running work: what it waits for, and the time that more of it would take."""

from __future__ import annotations

import math

from rffviz.explorer.words.numbers import plural


def waiting(says: str, ahead: int, expected: float | None = None) -> str:
    """What a job does, how many seconds it is expected to take, and how many jobs are ahead of it.

    `expected` is infinite if not known yet; None omits it.
    """
    if expected is not None:
        known = math.isfinite(expected)
        says += f" about {duration(round(expected, -1))} in all." if known else " how long is not known yet."
    if not ahead:
        return says
    return f"{says} Waiting for {'another computation' if ahead == 1 else f'{ahead} other computations'}."


def would_take(n: int, one: str, seconds: float, asked: int, expected: float) -> str:
    """'1 seed took 9 s; 3 would take about 27 s.'"""
    return f"{plural(n, one)} took {duration(seconds)}; {asked:,} would take about {duration(expected)}."


def larger_study(asked: int, one: str, expected: float) -> str:
    """'Run 3 seeds (about 27 s)'."""
    return f"Run {plural(asked, one)} (about {duration(expected)})"


def smaller_study(label: str, n: int, fewer: int) -> str:
    """'Less: Seeds 1 instead of 5'."""
    return f"Less: {label} {fewer:,} instead of {n:,}"


def duration(seconds: float) -> str:
    """'0.4 s', '27 s', '4 min': to two digits, in minutes from two minutes on."""
    if seconds >= 120:
        return f"{seconds / 60:,.0f} min"
    return f"{seconds:.0f} s" if seconds >= 9.95 else f"{max(seconds, 0.1):.1f} s"
