"""Rank-1 lattices: multiples of a generating vector, built for the given numbers of points and coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rffviz.foundation.notes import Note, note
from rffviz.samplers.record import Scheme, from_cube, inside

_CELLS = 2**23  # entries of the table used to compare candidates


@lru_cache(maxsize=64)
def generating_vector(n_points: int, n_coordinates: int) -> tuple[int, ...]:
    """Generating vector of a rank-1 lattice, component by component.

    Each component z_j minimises Σ_i Π_{l≤j} (1 + γ_l 2π² B₂(frac(i z_l/m))) over the candidates: the squared worst-case
    error of the weighted Korobov space of smoothness 2, with γ_l = 1/l and B₂(x) = x² − x + 1/6. Candidates are the
    numbers up to m/2 coprime to m (z and −z give the same coordinate, mirrored); none is reused before all have been
    used. For more than about 4,000 points only an evenly spaced subset is compared, to keep the table small. The vector
    for fewer coordinates is a prefix of that for more.

    Source: Sloan & Reztsov 2002; Nuyens & Cools 2006.
    """
    m = n_points
    if m <= 2:
        return (1,) * n_coordinates
    half = np.arange(m // 2 + 1)
    candidates = np.array([z for z in range(1, m // 2 + 1) if math.gcd(z, m) == 1])
    most = max(64, _CELLS // len(half))
    if len(candidates) > most:
        candidates = candidates[np.linspace(0, len(candidates) - 1, most).astype(int)]
    x = half / m
    bernoulli = 2 * np.pi**2 * (x * x - x + 1 / 6)
    place = np.multiply.outer(candidates, half) % m
    table = bernoulli[np.minimum(place, m - place)]
    times = np.where((half == 0) | (2 * half == m), 1.0, 2.0)  # points i and m − i contribute equally
    product = np.ones(len(half))
    free = np.ones(len(candidates), dtype=bool)
    chosen = []
    for j in range(1, n_coordinates + 1):
        error = np.where(free, table @ (times * product), np.inf)
        best = int(np.argmin(error))
        chosen.append(int(candidates[best]))
        product *= 1 + table[best] / j
        product /= np.abs(product).max()  # the scale does not affect the next choice
        free[best] = False
        if not free.any():
            free[:] = True
    return tuple(chosen)


def n_generators(n_points: int) -> int:
    """How many generators give different coordinates, up to mirroring: φ(m)/2, at least 1."""
    return max(1, sum(math.gcd(z, n_points) == 1 for z in range(1, n_points // 2 + 1)))


def _points(n_freqs: int, dims: int, rng: np.random.Generator, shifted: bool) -> tuple[np.ndarray, Sequence[Note]]:
    """ω_j = F⁻¹(frac(j z/m + shift)), z built for m = n_freqs and the number of coordinates.

    Shifted: one uniform shift for each coordinate, so that each point is uniform and the estimate is unbiased.
    Otherwise the shift is half a cell, 1/2m. Not nested: each m has its own lattice. O(md), plus O(φ(m)·m·d) the first
    time. Source: Avron, Sindhwani, Yang & Mahoney 2016, section 3 (not verified against the paper); Cranley & Patterson
    1976 (the shift).
    """
    z = np.array(generating_vector(n_freqs, dims))
    shift = rng.uniform(size=dims) if shifted else 0.5 / n_freqs
    points = (np.multiply.outer(np.arange(n_freqs), z) % n_freqs / n_freqs + shift) % 1.0
    notes = []
    distinct = min(len(set(z.tolist())), n_generators(n_freqs))
    if distinct < dims:
        notes.append(
            note(
                "lattice_coordinates_repeat",
                n_freqs=n_freqs,
                n_generators=n_generators(n_freqs),
                n_repeated=dims - distinct,
                n_coordinates=dims,
            )
        )
    return inside(points), notes


LATTICE = Scheme(
    name="lattice",
    label="Lattice",
    explanation="The multiples of one vector of whole numbers, wrapped into the unit cube: a lattice built for "
    "exactly this number of points. It is the same for every seed; with few points in many dimensions some "
    "coordinates repeat.",
    draw=from_cube(_points, scrambled=False, unbiased=False, nested=False),
    randomised=False,
)

LATTICE_SCRAMBLED = Scheme(
    name="lattice_scrambled",
    label="Lattice, shifted",
    explanation="The lattice moved as a whole by a random shift in every coordinate. "
    "Every point is then uniform, so that the estimate is unbiased, and a new seed is a new shift.",
    draw=from_cube(_points, scrambled=True, unbiased=True, nested=False),
)
