"""From points of the unit cube to frequencies: what every quasi-Monte Carlo scheme ends with."""

from __future__ import annotations

import numpy as np

from rffviz.kernels import Kernel
from rffviz.samplers.record import FrequencySample

_LAST = 1 - 2.0**-53


def inside(points: np.ndarray) -> np.ndarray:
    """Points kept strictly inside the cube: 0 and 1 are infinite frequencies."""
    return np.clip(points, 2.0**-60, _LAST)


def from_cube(
    kernel: Kernel, d: int, points: np.ndarray, with_phases: bool, unbiased: bool, nested: bool, notes=()
) -> FrequencySample:
    """The record of equally weighted frequencies F⁻¹(t_j); with phases, the last coordinate gives them."""
    dims, m = kernel.n_uniforms(d), len(points)
    return FrequencySample(
        W=kernel.from_uniforms(points[:, :dims], d),
        weights=np.full(m, 1 / m),
        unbiased=unbiased,
        nested=nested,
        phases=2 * np.pi * points[:, dims] if with_phases else None,
        notes=tuple(notes),
    )
