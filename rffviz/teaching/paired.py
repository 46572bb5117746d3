"""Exercise 1: is it the paired map, z(x)·z(y) = (1/m) Σ cos ω_j·(x − y)?"""

from __future__ import annotations

import math

import numpy as np

from rffviz.kernels import Gaussian
from rffviz.teaching.attempt import Attempt, Objection, expect, same, shape_of
from rffviz.theory.variance import map_variance

_N, _M, _D = 12, 500, 3


def paired_map(attempt: Attempt, seed: int) -> str:
    """Test `paired_map(X, W)`, (n, d) and (m, d) → (n, 2m), by inner products: the order of columns is free."""
    rng = np.random.default_rng(seed)
    kernel = Gaussian(0.8)
    X, W = rng.uniform(-1.5, 1.5, (_N, _D)), kernel.sample(_M, _D, rng)
    angles = X @ W.T

    def products(cosines: np.ndarray, sines: np.ndarray, scale: float) -> np.ndarray:
        Z = np.hstack([cosines, sines]) * scale
        return Z @ Z.T

    root = math.sqrt(_M)

    def paired(angles: np.ndarray, scale: float = 1 / root) -> np.ndarray:
        return products(np.cos(angles), np.sin(angles), scale)

    right = paired(angles)
    try:
        result = attempt.result(X, W)
    except Objection:
        _unless_of_columns(attempt, X, W, right)
        raise
    shape = shape_of(result)
    if shape in ((_N, _M), (_M, _N)):
        raise Objection(
            "paired_map gives one number for each frequency where it must give two, a cosine and a sine: with the "
            "cosine alone, cos a cos b is there, and the sin a sin b that makes it cos(a − b) is missing."
        )
    if shape == (2 * _M, _N):
        raise Objection(f"paired_map returns points as columns; they must be rows, shape (n, 2m) = {(_N, 2 * _M)}.")
    Z = attempt.as_numbers(result, (_N, 2 * _M), "two numbers for each frequency")
    expect(
        attempt,
        Z @ Z.T,
        right,
        {
            "The scale is 1/√(2m), so that z(x)·z(x) = 1/2: there are 2m features but m frequencies, and each pair has "
            "cos² + sin² = 1; divide by √m.": paired(angles, 1 / math.sqrt(2 * _M)),
            "The scale is √(2/m), so that z(x)·z(x) = 2: the √2 belongs to the map with random phases; divide by √m.": (
                paired(angles, math.sqrt(2 / _M))
            ),
            "The scale is 1/m where it must be 1/√m: it enters an inner product twice.": paired(angles, 1 / _M),
            "The scale is missing, so that z(x)·z(x) = m: divide by √m.": paired(angles, 1.0),
            "The scale has √n, the number of points, where it must have √m, the number of frequencies.": (
                paired(angles, 1 / math.sqrt(_N))
            ),
            "The angles are taken as degrees: ω·x is in radians already.": paired(np.deg2rad(angles)),
            "The angles are turned into degrees: np.cos wants radians, which ω·x is.": paired(np.rad2deg(angles)),
            "The angles have a factor 2π: these frequencies are angular, in radians per unit of x.": (
                paired(2 * math.pi * angles)
            ),
            "Both halves hold cosines: the sine is missing.": products(np.cos(angles), np.cos(angles), 1 / root),
            "Both halves hold sines: the cosine is missing.": products(np.sin(angles), np.sin(angles), 1 / root),
            "Only one half is divided by √m: bracket the two before the division.": (
                lambda: products(np.cos(angles), np.sin(angles) / root, 1.0)
            ),
        },
    )
    one, other = np.triu_indices(_N, 1)
    delta = X[one] - X[other]
    off = np.abs((Z @ Z.T)[one, other] - kernel.of_difference(delta)) / np.sqrt(map_variance(kernel, delta, _M))
    return (
        f"z(x)·z(y) is the mean of {_M} cosines, and of {len(off)} pairs the farthest from the exact kernel is "
        f"{off.max():.1f} σ of Monte Carlo away."
    )


def _unless_of_columns(attempt: Attempt, X: np.ndarray, W: np.ndarray, right: np.ndarray) -> None:
    try:
        Z = np.asarray(attempt.result(X, W.T), dtype=np.float64)
    except (Objection, TypeError, ValueError):
        return
    # such a function may also take the scale from the wrong axis of W
    if Z.shape == (len(X), 2 * len(W)) and Z[0].any() and same(Z @ Z.T / np.square(Z[0]).sum(), right):
        raise Objection(
            "paired_map takes the frequencies as columns; here they are rows, W of shape (m, d): the angles are "
            "X @ W.T."
        )
