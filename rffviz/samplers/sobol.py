"""Sobol' sequences through the inverse CDF: as published, and with a random (Owen-type) scramble."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from scipy.stats import qmc

from rffviz.foundation.notes import Note, note
from rffviz.samplers.record import Scheme, from_cube, refused_unless

_BITS = 30
_MAX_COORDINATES = qmc.Sobol.MAXDIM


def _points(n_freqs: int, dims: int, rng: np.random.Generator, scrambled: bool) -> tuple[np.ndarray, Sequence[Note]]:
    """ω_j = F⁻¹(t_j) for the Sobol' points t_j in as many coordinates as the kernel needs (plus one for the phase).

    The scramble is a random linear matrix scramble with a digital shift: each point is uniform, so the estimate is
    unbiased. As published the points are deterministic, and so is the estimate.
    Nested either way. O(md). Source: Yang, Sindhwani, Avron & Mahoney 2014, section 3 (not verified against the paper);
    Sobol' 1967; Matoušek 1998.
    """
    engine = qmc.Sobol(dims, scramble=scrambled, bits=_BITS, rng=rng if scrambled else None)
    if not scrambled:
        engine.fast_forward(1)  # the first published point is the origin, which maps to an infinite frequency
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The balance properties of Sobol")  # a note says so
        points = engine.random(n_freqs)
    notes = []
    if n_freqs & (n_freqs - 1):
        notes.append(note("unbalanced", n_freqs=n_freqs))
    if not scrambled:
        notes.append(note("origin_left_out"))
    return points + 0.5 ** (_BITS + 1) if scrambled else points, notes  # the middle of the cell, never 0


_refusal = refused_unless(
    lambda kernel, d: kernel.n_uniforms(d) < _MAX_COORDINATES,
    f"Sobol' points are tabulated up to {_MAX_COORDINATES} coordinates, and d = {{d}} takes {{needed}}.",
)

SOBOL = Scheme(
    name="sobol",
    label="Sobol'",
    explanation="Points that fill the unit cube evenly, mapped to frequencies by the inverse distribution function. "
    "As published they are the same for every seed, so there is no spread to show.",
    draw=from_cube(_points, scrambled=False, unbiased=False, nested=True),
    randomised=False,
    refusal=_refusal,
)

SOBOL_SCRAMBLED = Scheme(
    name="sobol_scrambled",
    label="Sobol', scrambled",
    explanation="Sobol' points whose digits are shuffled at random: still evenly spread, but every point is uniform. "
    "That makes the estimate unbiased, and a new seed gives a new shuffle.",
    draw=from_cube(_points, scrambled=True, unbiased=True, nested=True),
    refusal=_refusal,
)
