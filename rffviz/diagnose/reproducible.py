"""Whether a scheme gives the same draw for the same seed, and another draw for another seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from threading import Lock

import numpy as np

from rffviz.diagnose.source import SampleSource
from rffviz.samplers import FrequencySample

# ruff: noqa: NPY002 - whether the legacy global generator is used is what is examined


@dataclass(frozen=True)
class Reproducibility:
    """Two draws of one seed and one of the next, compared.

    Attributes
    ----------
    same : bool
        The same seed gave the same frequencies and weights.
    moves : bool
        Another seed gave others.
    uses_global : bool
        A draw changed, or depended on, numpy's global generator.
    uses_random : bool
        The same for Python's global generator.
    """

    same: bool
    moves: bool
    uses_global: bool
    uses_random: bool = False


_ALONE = Lock()  # the global generator is shared by all threads
_TRIALS = 3  # another thread may use it in between, but hardly in each attempt


def reproducibility(source: SampleSource, seed: int) -> Reproducibility:
    """Draw twice from `seed`, with numpy's global generator in different states, and once from the next seed."""
    with _ALONE:
        result = _tried(source, seed)
        for _ in range(1, _TRIALS):
            if not (result.uses_global or result.uses_random):
                break
            result = _tried(source, seed)
    return result


def _tried(source: SampleSource, seed: int) -> Reproducibility:
    before = np.random.get_state(), random.getstate()
    try:
        np.random.seed(1)
        random.seed(1)
        start = _state(), random.getstate()
        one = source.sample(seed)
        touched = [now != then for now, then in zip((_state(), random.getstate()), start, strict=True)]
        np.random.seed(2)
        random.seed(2)
        other, following = source.sample(seed), source.sample(seed + 1)
    finally:
        np.random.set_state(before[0])
        random.setstate(before[1])
    return Reproducibility(_equal(one, other), not _equal(one, following), *touched)


def _state() -> bytes:
    _, keys, position, *_ = np.random.get_state()
    return np.asarray(keys).tobytes() + bytes(str(position), "ascii")


def _equal(one: FrequencySample, other: FrequencySample) -> bool:
    return np.array_equal(one.W, other.W) and np.array_equal(one.weights, other.weights)
