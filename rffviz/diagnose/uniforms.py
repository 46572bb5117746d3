"""Frequencies as points of the unit cube: the probability-integral transform, whatever scheme they came from."""

from __future__ import annotations

import numpy as np
from scipy import special, stats
from scipy.interpolate import PchipInterpolator

from rffviz.kernels import Kernel

_KNOTS = 300  # some CDFs of ‖ω‖ are integrals that take kilobytes per point


def radius_probability(r: np.ndarray, kernel: Kernel, d: int) -> np.ndarray:
    """P(‖ω‖ ≤ r) in d dimensions; above a few hundred radii interpolated, to 10⁻⁴."""
    r = np.asarray(r, dtype=np.float64)
    if r.size <= _KNOTS:
        return np.clip(kernel.radius_cdf(r, d), 0, 1)
    radii = np.sort(r[r > 0], axis=None)
    if radii.size == 0:
        return np.zeros(r.shape)
    ranks = np.round(np.linspace(0, radii.size - 1, _KNOTS // 2)).astype(int)
    even = np.geomspace(radii[0], radii[-1], _KNOTS // 2)  # for ranges with few radii
    knots = np.unique(np.clip(np.concatenate([radii[ranks], even]), radii[0], radii[-1]))
    values = np.clip(kernel.radius_cdf(knots, d), 0, 1)
    if knots.size < 2:
        return np.where(r > 0, values[0], 0.0)
    knots, places = np.unique(np.log(knots), return_index=True)
    cdf = PchipInterpolator(knots, values[places])
    return np.where(r > 0, np.clip(cdf(np.clip(np.log(np.maximum(r, radii[0])), knots[0], knots[-1])), 0, 1), 0.0)


def marginal_uniforms(W: np.ndarray, kernel: Kernel) -> np.ndarray:
    """u_i = F(ω_i), F the marginal CDF: ½ ± ½P(|ω_i| ≤ ·), shape (m, d).

    Every coordinate is uniform for draws from p; jointly they are uniform in the cube if p factorises.
    """
    half = radius_probability(np.abs(W), kernel, 1) / 2
    return 0.5 + np.sign(W) * half


def cube_points(W: np.ndarray, kernel: Kernel, probability: np.ndarray | None = None) -> np.ndarray:
    """Points that are uniform in the cube for draws from p, shape (m, d): independent coordinates for every kernel.

    Coordinate by coordinate if p factorises. For an isotropic kernel the radius is first replaced by the one of a
    standard normal at the same `probability`, which leaves a normal vector; then each coordinate by its probability.
    """
    if kernel.factorises or W.shape[1] == 1:
        return marginal_uniforms(W, kernel)
    d = W.shape[1]
    radius = np.linalg.norm(W, axis=1)
    if probability is None:
        probability = radius_probability(radius, kernel, d)
    normal = stats.chi.ppf(np.minimum(probability, 1 - 1e-15), d)
    scale = np.where(radius > 0, normal / np.where(radius > 0, radius, 1.0), 0.0)
    return special.ndtr(W * scale[:, None])
