"""Seconds and memory of softmax attention against the number of tokens: exact, and in linear time through features."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from rffviz.features import RandomFourierFeatures
from rffviz.features.positive import POSITIVE
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.threads import timed
from rffviz.foundation.validation import not_empty, seed_number, whole_number
from rffviz.kernels import Gaussian
from rffviz.predict import attention
from rffviz.studies.timings import Timings

_DTYPE = np.dtype(np.float32)  # the precision of neural networks; attention returns it, too


@dataclass(frozen=True, eq=False)
class AttentionCost(Timings):
    """Processor seconds on one thread (`foundation.threads.timed`) and peak memory of both kinds of attention, float32.

    Attributes
    ----------
    n_tokens : ndarray of int, shape (g,)
        Increasing.
    exact_seconds, linear_seconds : ndarray of shape (g,)
        The smaller of two timings; NaN if not measured yet, or not measured for so many tokens.
    exact_peak_bytes, linear_peak_bytes : ndarray of shape (g,)
        The most that one call holds at a time, its output included, its arguments not, in a run that is not timed.
    n_freqs : int
        D: there are 2D positive features, one for each of 2D frequencies, as many as D cosines and sines.
    p : int
        Dimension of values.
    most_exact : int
        Most tokens for which exact attention is run.
    about : About
        Dimension, kernel, scheme and seed; the tokens are drawn at random.
    """

    exact_power = 2

    n_tokens: np.ndarray
    exact_seconds: np.ndarray
    linear_seconds: np.ndarray
    exact_peak_bytes: np.ndarray
    linear_peak_bytes: np.ndarray
    n_freqs: int
    p: int
    most_exact: int
    about: About

    @property
    def timings(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The numbers of tokens, with the seconds of exact and of linear attention."""
        return self.n_tokens, self.exact_seconds, self.linear_seconds

    @property
    def n_features(self) -> int:
        """F = 2D."""
        return 2 * self.n_freqs

    @property
    def matrix_bytes(self) -> np.ndarray:
        """Bytes of the n × n weights, which an implementation without blocks holds; float of shape (g,)."""
        return _DTYPE.itemsize * self.n_tokens.astype(np.float64) ** 2


@study(slow=lambda: True)  # exact attention is timed with thousands of tokens
def attention_cost(
    n_tokens: Sequence[int],
    n_freqs: int,
    d: int = 64,
    p: int = 64,
    most_exact: int = 16_384,
    random_state: int = 0,
) -> Iterator[Progress[AttentionCost]]:
    """Time exact and linear attention at growing numbers of tokens, one after the other; then run each for its memory.

    Parameters
    ----------
    n_tokens : sequence of int
        Each at least 1. Queries, keys and values have standard normal coordinates, in float32.
    n_freqs : int
        D; linear attention uses 2D positive features with orthogonal frequencies, drawn before it is timed.
    d, p : int
        Dimensions of queries and keys, and of values. The temperature is √d: scaled attention.
    most_exact : int
        With more tokens exact attention is not run: it takes 2n²(d + p) operations and n² exponentials.

    Returns
    -------
    AttentionCost
        In steps: after each size.

    Notes
    -----
    Memory is the peak that `tracemalloc` sees, to which numpy reports its arrays. It sees those of other threads, too.
    """
    sizes = np.array(sorted({whole_number("n_tokens", n) for n in n_tokens}))
    not_empty("n_tokens", sizes, "number")
    n_freqs, d, p = whole_number("n_freqs", n_freqs), whole_number("d", d), whole_number("p", p)
    most_exact = whole_number("most_exact", most_exact, low=0)
    random_state = seed_number("random_state", random_state)
    rng = np.random.default_rng(random_state)
    kernel = Gaussian(d**0.25)  # exp(q·k/√d)
    about = About(d=d, kernel=kernel, sampler="orthogonal", seeds=(random_state,), settings={"map": POSITIVE})
    features = RandomFourierFeatures(kernel, 2 * n_freqs, "orthogonal", POSITIVE, random_state=random_state)
    columns = np.full((4, len(sizes)), np.nan)
    for g, n in enumerate(sizes):
        Q, K = (rng.standard_normal((n, d), dtype=_DTYPE) for _ in range(2))
        V = rng.standard_normal((n, p), dtype=_DTYPE)
        features.fit(Q, keys=K)
        exact = partial(attention, Q, K, V, temperature=features.length_scale_**2)
        linear = partial(attention, Q, K, V, features)
        if g == 0:
            exact(), linear()  # the first call warms up
        columns[1::2, g] = _seconds(linear), _peak_bytes(linear)
        if n <= most_exact:
            columns[::2, g] = _seconds(exact), _peak_bytes(exact)
        yield Progress(g + 1, len(sizes), AttentionCost(sizes, *columns.copy(), n_freqs, p, most_exact, about))  # type: ignore[call-arg]


def _seconds(work: Callable[[], Any]) -> float:
    """Processor seconds, the smaller of two timings."""
    return min(timed(work)[1] for _ in range(2))


def _peak_bytes(work: Callable[[], Any]) -> int:
    """The most memory that work() holds at a time beyond what was held before, on one thread as it is timed."""
    return timed(partial(_traced, work))[0]


def _traced(work: Callable[[], Any]) -> int:
    traced_before = tracemalloc.is_tracing()
    if not traced_before:
        tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        work()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        if not traced_before:
            tracemalloc.stop()
