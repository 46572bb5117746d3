"""Halton sequences through the inverse CDF: as published, and with shuffled digits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import qmc

from rffviz.foundation.notes import Note, note
from rffviz.samplers.record import Scheme, from_cube, inside


def _points(n_freqs: int, dims: int, rng: np.random.Generator, scrambled: bool) -> tuple[np.ndarray, Sequence[Note]]:
    """ω_j = F⁻¹(t_j), t_j the radical inverses of j in the first primes, one prime per coordinate.

    The scramble permutes every digit of every coordinate at random, independently: each point is uniform, so the
    estimate is unbiased. As published, the coordinates of large primes p increase together over runs of p points: in
    many dimensions they are strongly correlated. Nested either way. O(md). Source: Yang, Sindhwani, Avron & Mahoney
    2014, section 3 (not verified against the paper); Halton 1960; Owen 2017 (the scramble).
    """
    engine = qmc.Halton(dims, scramble=scrambled, rng=rng if scrambled else 0)
    if not scrambled:
        engine.fast_forward(1)
    notes = () if scrambled else (note("origin_left_out"),)
    return inside(engine.random(n_freqs)), notes


HALTON = Scheme(
    name="halton",
    label="Halton",
    explanation="Points whose coordinates count in different prime bases, mapped to frequencies by the inverse "
    "distribution function. In many dimensions large primes move in step, and coordinates become correlated.",
    draw=from_cube(_points, scrambled=False, unbiased=False, nested=True),
    randomised=False,
)

HALTON_SCRAMBLED = Scheme(
    name="halton_scrambled",
    label="Halton, scrambled",
    explanation="Halton points whose digits are shuffled at random in every coordinate. "
    "The shuffle makes every point uniform and breaks the step that large primes keep with each other.",
    draw=from_cube(_points, scrambled=True, unbiased=True, nested=True),
    square=16,
)
