"""Sobol' sequences through the inverse CDF: as published, and with a random (Owen-type) scramble."""

from __future__ import annotations

import warnings

from scipy.stats import qmc

from rffviz.notes import note
from rffviz.samplers.record import Scheme, from_cube

_BITS = 30
_MAX_COORDINATES = qmc.Sobol.MAXDIM


def _points(n_coordinates, n_points, rng):
    """The first points of the sequence inside the open cube; `rng` scrambles them, None leaves them as published."""
    engine = qmc.Sobol(n_coordinates, scramble=rng is not None, bits=_BITS, rng=rng)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The balance properties of Sobol")  # said in the record's notes
        if rng is None:
            engine.fast_forward(1)  # the first published point is the origin: an infinite frequency
            return engine.random(n_points)
        return engine.random(n_points) + 0.5 ** (_BITS + 1)  # the middle of the cell, never 0


def _draw(kernel, d, n_freqs, rng, with_phases, scrambled):
    """ω_j = F⁻¹(t_j) for the Sobol' points t_j in as many coordinates as the kernel takes (one more for the phase).

    The scramble is a random linear matrix scramble with a digital shift: each point is uniform, so the estimate is
    unbiased. As published the points are fixed, and the estimate has one value, not a distribution.
    Nested either way. O(md). Source: Yang, Sindhwani, Avron & Mahoney 2014, section 3; Sobol' 1967; Matoušek 1998.
    """
    points = _points(kernel.n_uniforms(d) + with_phases, n_freqs, rng if scrambled else None)
    notes = []
    if n_freqs & (n_freqs - 1):
        notes.append(note("unbalanced", n_freqs=n_freqs))
    if not scrambled:
        notes.append(note("origin_left_out"))
    return from_cube(kernel, d, points, with_phases, unbiased=scrambled, nested=True, notes=notes)


def _refusal(kernel, d):
    needed = kernel.n_uniforms(d) + 1
    if needed > _MAX_COORDINATES:
        return f"Sobol' points are tabulated up to {_MAX_COORDINATES} coordinates, and d = {d} takes {needed}."
    return ""


SOBOL = Scheme(
    name="sobol",
    label="Sobol'",
    explanation="Points that fill the unit cube evenly, mapped to frequencies by the inverse distribution function. "
    "As published they are the same for every seed, so there is no spread to show.",
    draw=lambda kernel, d, n_freqs, rng, with_phases: _draw(kernel, d, n_freqs, rng, with_phases, False),
    randomised=False,
    refusal=_refusal,
)

SOBOL_SCRAMBLED = Scheme(
    name="sobol_scrambled",
    label="Sobol', scrambled",
    explanation="Sobol' points whose digits are shuffled at random: still evenly spread, but every point is uniform. "
    "That makes the estimate unbiased, and a new seed gives a new shuffle.",
    draw=lambda kernel, d, n_freqs, rng, with_phases: _draw(kernel, d, n_freqs, rng, with_phases, True),
    refusal=_refusal,
)
