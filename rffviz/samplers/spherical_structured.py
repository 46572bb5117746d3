"""Spherical structured features: directions from selected rows of a discrete Fourier matrix, randomly rotated."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rffviz.foundation.notes import note
from rffviz.kernels.isotropic import IsotropicKernel
from rffviz.samplers.orthogonal import haar_rows, turning_refused
from rffviz.samplers.record import FrequencySample, Scheme, and_in, evenly_weighted

_VALUES = 1_500_000  # exchanges tried in the row search, times the sums in each: a few tenths of a second


def prime_from(n: int) -> int:
    """The smallest odd prime of at least n."""
    n = max(3, n | 1)
    while any(n % k == 0 for k in range(3, int(n**0.5) + 1, 2)):
        n += 2
    return n


def energy(sums: np.ndarray, h: int) -> np.ndarray:
    """Logarithmic energy −½ Σ_t log(1 − C_t²)(1 − S_t²) over the last axis, for Σ_k e^{2πikt/n} = h(C_t + iS_t).

    C_t and S_t are the cosines of the angles between points; squared, since ω and −ω are one frequency.
    """
    return -np.log(np.maximum((1 - (sums.real / h) ** 2) * (1 - (sums.imag / h) ** 2), 1e-15)).sum(axis=-1) / 2


@lru_cache(maxsize=64)
def chosen_rows(n: int, h: int) -> tuple[int, ...]:
    """h of the rows 1 … n − 1 of the Fourier matrix of prime order n: random ones improved by exchanges that lower
    `energy`.

    Each row in turn is exchanged for the best of the others (of a subset if there are many) until no exchange helps.
    Deterministic given n and h, and cached. O(h n²) per round.
    """
    rng, t = np.random.default_rng([n, h]), np.arange(1, (n + 1) // 2)  # t and n − t have the same cosines up to sign
    wave = np.exp(2j * np.pi * np.arange(n) / n)
    rows = rng.permutation(np.arange(1, n))[:h]
    total = wave[rows[:, None] * t % n].sum(axis=0)
    best = energy(total, h)
    n_tried = max(1, _VALUES // (h * len(t)))
    for _ in range(max(1, n_tried // n)):
        before = best
        for place in range(h):
            free = np.setdiff1d(np.arange(1, n), rows)
            free = rng.choice(free, n_tried, replace=False) if len(free) > n_tried else free
            sums = total - wave[rows[place] * t % n] + wave[free[:, None] * t % n]
            energies = energy(sums, h)
            if energies.min(initial=np.inf) < best - 1e-12:
                at = energies.argmin()
                best, rows[place], total = energies[at], free[at], sums[at]
        if best == before:
            break
    return tuple(int(k) for k in rows)


def sphere_points(n_pairs: int, d: int) -> np.ndarray:
    """The 2n points of n ≥ `n_pairs` on the sphere in d = 2h dimensions, shape (n, 2, d): each with its rotation by a
    quarter turn.

    Point j is (cos 2πkj/n, sin 2πkj/n)/√h over the h rows k, its partner (−sin, cos); n is prime.
    """
    h = d // 2
    n = prime_from(max(n_pairs, h + 1))
    angle = 2 * np.pi * (np.outer(np.arange(n), chosen_rows(n, h)) % n) / n
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack([np.hstack([cos, sin]), np.hstack([-sin, cos])], axis=1) / np.sqrt(h)


def _draw(
    kernel: IsotropicKernel, d: int, n_freqs: int, rng: np.random.Generator, with_phases: bool
) -> FrequencySample:
    """W = S V Q: V points of the sphere from a Fourier matrix, Q one Haar matrix for all, S the i.i.d. norms ‖ω‖.

    Rotated by Q, each direction alone is uniform, and the norms are independent: each row is a draw from p, and the
    estimate unbiased, for every kernel of the Euclidean distance. (The source does not rotate the points, and places
    all of them at each of a few radii; it claims no bias in the limit of evenly spread points.) An odd d is padded by
    one coordinate, which is dropped after rotation; the kernels are of the same family in every dimension.

    Points are as evenly spread as the row search achieves, but all have coordinate pairs of modulus √(2/d): they lie on
    a torus rather than over the whole sphere, so for d > 2 the error levels off at that of the randomly rotated torus.
    On coordinates of Diabetes (150 points, median ℓ, 40 seeds), orthogonal frequencies in brackets:

        d = 10: m = 200 .016 (.016), 800 .010 (.009), 3,200 .008 (.004)
        d = 3:  m = 50  .045 (.039), 200 .029 (.021), 3,200 .021 (.005)

    In higher dimensions the floor is lower: on 150 standard normal points .0075 (.0081) for d = 16, m = 512, and .0028
    (.0032) for d = 64, m = 2,048. In the plane the lines are equally spaced. Not nested: the points depend on m. O(md)
    for each point. An FFT of prime length for V would still leave Q, O(d²): the dense product takes 0.1, 0.2, 0.5 and
    0.9 times as long at m = d = 64, 256, 1,024 and 4,096, and 0.1, 0.5, 1.5 and 2.8 times as long at m = 4d. Source:
    Lyu 2017, "Spherical Structured Feature Maps for Kernel Approximation".
    """
    turn_rng, order_rng, radius_rng, phase_rng = rng.spawn(4)
    padded = d + d % 2
    points = sphere_points(-(-n_freqs // 2), padded)
    points = points[order_rng.permutation(len(points))].reshape(-1, padded)[:n_freqs]
    units = (points @ haar_rows(padded, padded, turn_rng))[:, :d]
    notes = [note("padded_by_one", d=d)] if padded > d else []
    if padded > 2:
        notes.append(note("on_a_torus"))
    W = units * kernel.sample_radius(n_freqs, padded, radius_rng)[:, None]
    return evenly_weighted(W, phase_rng, with_phases, unbiased=True, nested=False, notes=notes)


SPHERICAL_STRUCTURED = Scheme(
    name="spherical_structured",
    label="Spherical structured",
    explanation="Directions from rows of a Fourier matrix, chosen so that the points on the sphere lie far apart, "
    "with one random rotation. They lie on a torus, so in few dimensions the error has a floor as D grows.",
    draw=_draw,
    square=8,
    refusal=and_in(lambda d: d + d % 2, turning_refused),
)
