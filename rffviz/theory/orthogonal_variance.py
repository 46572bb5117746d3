"""Variance of orthogonal random features of the Gaussian kernel, exactly, for any number of frequencies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special
from scipy.spatial.distance import pdist

from rffviz.foundation.validation import (
    Refusal,
    increasing_whole_numbers,
    one_of,
    points,
    positive_number,
    whole_number,
)
from rffviz.kernels import Gaussian, Kernel
from rffviz.theory.variance import MAPS, offset_variance, paired_variance

_FAR = 600.0  # beyond this, exp(−z) is below 10⁻²⁶⁰, and so are both terms of the covariance


def orthogonal_covariance(distance: ArrayLike, d: int, length_scale: float = 1.0) -> np.ndarray | float:
    """Covariance of cos ω·δ and cos ω′·δ for two orthogonal frequencies of one block: ₁F₁(d; d/2; −z) − e^(−2z).

    Parameters
    ----------
    distance : array_like
        ‖δ‖ ≥ 0, in the units of the data.
    d : int
        Dimension of the points, at least 2.
    length_scale : float
        ℓ of the Gaussian kernel; z = ‖δ‖²/2ℓ².

    Returns
    -------
    float or ndarray
        Of the shape of `distance`; 0 at 0, negative at small distances.

    Notes
    -----
    Derived here. The product of the cosines has the mean of cos (ω + ω′)·δ, by the symmetry of the directions. ω + ω′
    has a uniform direction, and ℓ²‖ω + ω′‖² is χ² with 2d degrees of freedom. The mean of the cosine over directions is
    ₀F₁(; d/2; −‖ω + ω′‖²‖δ‖²/4), and that over this χ² is ₁F₁(d; d/2; −z) = e^(−z) ₁F₁(−d/2; d/2; z), by Kummer. Yu et
    al. 2016, Theorem 1, and Choromanski et al. 2018 bound the same quantity or give its limit for large d.
    """
    d = whole_number("d", d, low=2)
    z = _exponent(distance, length_scale)
    near = np.minimum(z, _FAR)
    # In this form no term exceeds 1 by much, so that cancellation leaves an absolute error near rounding.
    mean = np.exp(-near) * special.hyp1f1(-d / 2, d / 2, near)
    return np.where(z > _FAR, 0.0, mean - np.exp(-2 * z))[()]


def orthogonal_variance(
    distance: ArrayLike, d: int, n_freqs: int, length_scale: float = 1.0, map: str = "paired"
) -> np.ndarray | float:
    """Variance of the Gaussian kernel's estimate from orthogonal frequencies, for either map.

    With v the bracket of `paired_variance` or `offset_variance` and c the covariance of `orthogonal_covariance`, m
    frequencies in blocks of b = d, the last one of b = m mod d, have::

        Var = v/m + (c/m²) Σ_blocks b(b − 1).

    Parameters
    ----------
    distance, d, length_scale
        As in `orthogonal_covariance`; d = 1 is allowed and is Monte Carlo.
    n_freqs : int
        m.
    map : {"paired", "offset"}
        Independent phases add ½ to v and nothing to c.

    Returns
    -------
    float or ndarray
        Of the shape of `distance`.
    """
    d, m = whole_number("d", d), whole_number("n_freqs", n_freqs)
    z = _exponent(distance, length_scale)
    bracket = paired_variance if one_of("map", map, MAPS) == "paired" else offset_variance
    single = bracket(np.exp(-z), np.exp(-4 * z), m)
    if d == 1:
        return single
    return np.maximum(single + _couples(m, d) / m**2 * orthogonal_covariance(distance, d, length_scale), 0.0)[()]


@dataclass(frozen=True)
class OrthogonalGain:
    """The exact variance of orthogonal frequencies over that of Monte Carlo, for near and far pairs.

    Attributes
    ----------
    near, far : float
        At ‖δ‖ = ℓ and at ‖δ‖ = 3ℓ.
    d, n_freqs : int
    """

    near: float
    far: float
    d: int
    n_freqs: int

    @property
    def helps(self) -> bool:
        """Whether the variance of near pairs is at least a tenth below that of Monte Carlo."""
        return self.near <= 0.9


def orthogonal_gain(
    sampler: str, kernel: Kernel | None, d: int, n_freqs: int, map: str = "paired"
) -> OrthogonalGain | None:
    """The gain of `orthogonal_variance` over Monte Carlo, for orthogonal frequencies of the Gaussian kernel in 2
    dimensions or more; None for any other scheme, kernel or map.
    """
    if sampler != "orthogonal" or not isinstance(kernel, Gaussian) or kernel.axes or d < 2 or map not in MAPS:
        return None
    near, far = (
        float(orthogonal_variance(distance, d, n_freqs, map=map) / orthogonal_variance(distance, 1, n_freqs, map=map))
        for distance in (1.0, 3.0)
    )
    return OrthogonalGain(near, far, d, n_freqs)


def _couples(m: int, d: int) -> int:
    """Number of ordered pairs of frequencies within a block: Σ_blocks b(b − 1)."""
    full, rest = divmod(m, d)
    return full * d * (d - 1) + rest * (rest - 1)


def orthogonal_root_mean_square(
    kernel: Gaussian, X: ArrayLike, n_freqs: int | Sequence[int], map: str = "paired"
) -> float | np.ndarray:
    """√E[RMSE²] over all ordered pairs of the points X for orthogonal frequencies, the diagonal included.

    The exact analogue of `expected_error` for Monte Carlo: the root of the mean of `orthogonal_variance`, and an upper
    bound of E[RMSE]. Several increasing numbers of frequencies give an array. Refused for kernels other than the
    Gaussian, for which no formula is implemented. O(n²) evaluations of ₁F₁ in all.
    """
    if not isinstance(kernel, Gaussian):
        raise Refusal(f"kernel must be Gaussian: no formula is implemented for others, got {kernel!r}.")
    X = points("X", X, min_points=2)
    n, d = X.shape
    several = np.ndim(n_freqs) > 0
    sizes = increasing_whole_numbers("n_freqs", n_freqs if several else [whole_number("n_freqs", n_freqs)])
    distance, length_scale = pdist(X), kernel.length_scale
    at_zero = n * float(orthogonal_variance(0.0, d, 1, length_scale, map))
    single = (2 * np.sum(orthogonal_variance(distance, d, 1, length_scale, map)) + at_zero) / n**2
    shared = 0.0 if d == 1 else 2 * np.sum(orthogonal_covariance(distance, d, length_scale)) / n**2
    values = np.array([math.sqrt(max(0.0, single / m + _couples(m, d) / m**2 * shared)) for m in sizes.tolist()])
    return values if several else float(values[0])


def _exponent(distance: ArrayLike, length_scale: float) -> np.ndarray:
    """z = ‖δ‖²/2ℓ²."""
    length_scale = positive_number("length_scale", length_scale)
    try:
        distance = np.asarray(distance, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise Refusal(f"distance must be numbers of at least 0; {error}.") from None
    if not (np.isfinite(distance) & (distance >= 0)).all():
        raise Refusal(f"distance must be finite numbers of at least 0, got {distance!r}.")
    return 0.5 * (distance / length_scale) ** 2
