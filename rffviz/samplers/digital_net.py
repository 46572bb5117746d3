"""Digital nets in base 2: the net made from the Sobol' sequence, with a random digital shift or a full scramble."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import qmc

from rffviz.foundation.notes import Note, note
from rffviz.samplers.record import Scheme, from_cube, refused_unless

_BITS = 52  # bits of a scrambled coordinate
_MAX_COORDINATES = qmc.Sobol.MAXDIM + 1


def net(n_bits: int, n_coordinates: int) -> np.ndarray:
    """The 2^k points of the net as integers below 2^k, shape (2^k, coordinates), k = n_bits.

    Coordinate 1 is i, the others the first k bits of the i-th Sobol' point (Joe & Kuo's direction numbers, as in
    scipy): generating matrices are the reversed identity and those of the sequence. Points come in Gray code order.
    Source: Niederreiter 1992, section 4 (not verified against the paper).
    """
    order = np.arange(2**n_bits)
    first = (order ^ (order >> 1))[:, None]  # index in the sequence of the i-th point in Gray code order
    if n_coordinates == 1:
        return first
    sequence = qmc.Sobol(n_coordinates - 1, scramble=False, bits=30).random(2**n_bits)
    return np.concatenate([first, np.rint(sequence * 2**n_bits).astype(np.int64)], axis=1)


def _points(n_freqs: int, dims: int, rng: np.random.Generator, scrambled: bool) -> tuple[np.ndarray, Sequence[Note]]:
    """ω_j = F⁻¹(t_j), t_j the first n_freqs points of the smallest net with at least as many, with random digit shifts.

    The digital shift adds one random number for each coordinate to all points, bit by bit without carry; the scramble
    first multiplies the bits by a random lower triangular matrix for each coordinate. Both preserve the net property
    and make every point uniform, so the estimate is unbiased. Not nested: the first coordinate changes with the size of
    the net. O(md).
    Source: Avron, Sindhwani, Yang & Mahoney 2016, section 3 (not verified against the paper); Matoušek 1998 (the
    scramble).
    """
    n_bits = max(0, n_freqs - 1).bit_length()
    digits = net(n_bits, dims)[:n_freqs].astype(np.uint64)
    matrix_rng, shift_rng = rng.spawn(2)
    points = np.zeros(digits.shape, dtype=np.uint64)
    for bit in range(n_bits):  # from the most significant bit down
        height = _BITS - 1 - bit
        column = np.full(dims, 1 << height, dtype=np.uint64)
        if scrambled:
            column |= matrix_rng.integers(0, 1 << height, dims, dtype=np.uint64)
        points ^= np.where(digits >> np.uint64(n_bits - 1 - bit) & np.uint64(1), column, np.uint64(0))
    points ^= shift_rng.integers(0, 1 << _BITS, dims, dtype=np.uint64)
    notes = [note("net_matrices")]
    if n_freqs != 2**n_bits:
        notes.append(note("part_of_net", n_net=2**n_bits, n_freqs=n_freqs))
    return (points + 0.5) / 2.0**_BITS, notes


_refusal = refused_unless(
    lambda kernel, d: kernel.n_uniforms(d) < _MAX_COORDINATES,
    f"The net is tabulated up to {_MAX_COORDINATES} coordinates, and d = {{d}} takes {{needed}}.",
)

DIGITAL_NET = Scheme(
    name="digital_net",
    label="Digital net",
    explanation="A net in base 2: every elementary box holds the same number of points. One random digital shift "
    "makes every point uniform and preserves the net.",
    draw=from_cube(_points, scrambled=False, unbiased=True, nested=False),
    refusal=_refusal,
)

DIGITAL_NET_SCRAMBLED = Scheme(
    name="digital_net_scrambled",
    label="Digital net, scrambled",
    explanation="The digital net with the digits of every coordinate mixed at random before the shift. "
    "It stays a net, without correlated coordinates.",
    draw=from_cube(_points, scrambled=True, unbiased=True, nested=False),
    refusal=_refusal,
)
