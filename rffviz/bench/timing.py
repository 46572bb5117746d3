"""Times that can be compared: the competitors take turns, so that other work on the machine slows all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import numpy as np

from rffviz.validation import whole_number


def interleaved(runs: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, np.ndarray]:
    """Seconds of every run in every round, shape (repeats,) each, after one round that does not count.

    Each round begins with another competitor, so that none always finds the cache or the memory of the same neighbour.
    """
    repeats = whole_number("repeats", repeats)
    names = list(runs)
    seconds = {name: np.empty(repeats) for name in names}
    for name in names:
        runs[name]()
    for turn in range(repeats):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            start = time.perf_counter()
            runs[name]()
            seconds[name][turn] = time.perf_counter() - start
    return seconds
