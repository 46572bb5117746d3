"""Variance of the random Fourier estimate of a kernel, and its maximum over a set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from rffviz.foundation.validation import Refusal, one_of, positive_number, whole_number

MAPS = ("paired", "offset")


class ShiftInvariantKernel(Protocol):
    """Protocol for kernels: `of_difference` maps differences (..., d) to values (...,)."""

    def of_difference(self, delta: np.ndarray) -> np.ndarray: ...


def paired_variance(k_delta: object, k_2delta: object, n_freqs: int) -> np.ndarray | float:
    """Return Var z(x)·z(y) of the paired (cos, sin) map: (1/m)[½ + ½k(2δ) − k(δ)²].

    Parameters
    ----------
    k_delta, k_2delta : array_like
        Kernel values k(δ) and k(2δ), δ = x − y, of shapes that broadcast; k(0) = 1, so within [−1, 1].
    n_freqs : int
        The number m of frequencies; the formula holds for Monte Carlo alone (i.i.d. frequencies, equal weights).

    Returns
    -------
    float or ndarray
        The variance, of the broadcast shape; negative rounding errors near δ = 0 are set to 0.

    Raises
    ------
    ValueError
        If a kernel value is outside [−1, 1], if k(2δ) < 2k(δ)² − 1, which is impossible for a positive definite kernel,
        or if n_freqs is not a whole number of at least 1.

    Notes
    -----
    Sutherland & Schneider 2015, section 2 (not verified against the paper): cos² = ½ + ½cos 2ω·δ under the expectation.
    """
    n_freqs = whole_number("n_freqs", n_freqs)
    k_delta, k_2delta = _kernel_values(k_delta, k_2delta)
    return np.maximum(0.5 + 0.5 * k_2delta - k_delta**2, 0.0)[()] / n_freqs  # [()]: scalars in, scalar out


def offset_variance(k_delta: object, k_2delta: object, n_freqs: int) -> np.ndarray | float:
    """Return Var z(x)·z(y) of the offset map √2 cos(ω·x + b): (1/m)[1 + ½k(2δ) − k(δ)²].

    The phase b is uniform on [0, 2π) and adds ½ to the paired map's bracket. Otherwise as in `paired_variance`; the map
    has m features, the paired map 2m.
    """
    n_freqs = whole_number("n_freqs", n_freqs)
    k_delta, k_2delta = _kernel_values(k_delta, k_2delta)
    return (1 + 0.5 * k_2delta - k_delta**2)[()] / n_freqs


def map_variance(kernel: ShiftInvariantKernel, delta: object, n_freqs: int, map: str = "paired") -> np.ndarray | float:
    """Return the variance of a map's estimate of `kernel` at the differences `delta`.

    Parameters
    ----------
    kernel : object with `of_difference`
        A kernel with k(0) = 1.
    delta : array_like of shape (..., d)
        Differences x − y, in the units of the data.
    n_freqs, map
        As in `paired_variance` and `offset_variance`.

    Returns
    -------
    float or ndarray of shape (...,)

    Raises
    ------
    ValueError
        If `delta` is not a finite array with at least one coordinate; otherwise as in `paired_variance`.
    """
    map = one_of("map", map, MAPS)
    try:
        delta = np.asarray(delta, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise Refusal(f"delta must be an array of numbers; {error}.") from None
    if delta.ndim == 0 or delta.shape[-1] == 0 or not np.isfinite(delta).all():
        raise Refusal(
            f"delta must be a finite array of shape (..., d) with d of at least 1, got shape {delta.shape} "
            f"with {np.count_nonzero(~np.isfinite(delta))} values that are not finite."
        )
    variance = paired_variance if map == "paired" else offset_variance
    return variance(kernel.of_difference(delta), kernel.of_difference(2 * delta), n_freqs)


def largest_variance(kernel: ShiftInvariantKernel, d: int, diameter: float, tolerance: float = 1e-4) -> float:
    """Return a safe upper estimate of sup[½ + ½k(2δ) − k(δ)²] over ‖δ‖ ≤ diameter, at most 1.

    Parameters
    ----------
    kernel : object with `of_difference`
    d : int
        Dimension of the differences.
    diameter : float
        Diameter of the set the points come from.
    tolerance : float
        How far the result may lie above the largest value seen, if a search is possible.

    Returns
    -------
    float
        Never below the supremum under the conditions tested below, and at most `tolerance` above the supremum searched;
        1, which is always valid, if no search is safe.

    Notes
    -----
    Two kinds of kernel reduce to one variable. A function of ‖δ‖ is searched over [0, diameter]. For a product of one
    and the same g over the coordinates, write u = −log g(t)² and ψ(u) = −log g(2t): if ψ(u)/u does not increase, ψ is
    subadditive, hence Π g(2δ_j) ≤ g(2t) at the t with g(t)² = Π g(δ_j)², so the supremum lies on a single axis,
    searched over all t ≥ 0. Between neighbours a < b a decreasing, non-negative kernel has ½ + ½k(2t) − k(t)² ≤ ½ +
    ½k(2a) − k(b)²; intervals are halved until the largest such value is within the tolerance of the largest value seen.
    The kind of a kernel, that it decreases, and that ψ(u)/u does not increase are tested on points, not proved; a
    kernel that fails a test gets 1.
    """
    d, diameter = whole_number("d", d), positive_number("diameter", diameter)
    tolerance = positive_number("tolerance", tolerance)

    def along_axis(positions: np.ndarray) -> np.ndarray:
        delta = np.zeros((*positions.shape, d))
        delta[..., 0] = positions
        return np.asarray(kernel.of_difference(delta), dtype=np.float64)

    radii = diameter * np.geomspace(1e-12, 1, 257)
    probes = np.random.default_rng(20150712).standard_normal((radii.size, d))
    probes *= (radii / np.linalg.norm(probes, axis=1))[:, None]
    values = np.asarray(kernel.of_difference(probes), dtype=np.float64)
    if values.min() < 0.95 and not ((values > 0.05) & (values < 0.95)).any():
        return 1.0  # The probes miss the range in which the kernel decays, so that tests on them are meaningless.
    if np.allclose(values, along_axis(radii), rtol=0, atol=1e-9):
        return _search(along_axis, np.concatenate([[0.0], radii]), tolerance)
    product = np.ones(radii[::4].size)
    for coordinate in probes[::4].T:
        product *= along_axis(coordinate)
    if not np.allclose(values[::4], product, rtol=0, atol=1e-9):
        return 1.0
    end, tail = diameter, along_axis(np.array([2 * diameter]))[0]
    while tail > tolerance and end < 1e12 * diameter:
        end *= 2
        tail = along_axis(np.array([2 * end]))[0]
    edges = np.concatenate([[0.0], np.geomspace(radii[0], end, 513)])
    if not _ratio_falls(along_axis(edges), along_axis(2 * edges)):
        return 1.0
    return min(1.0, max(_search(along_axis, edges, tolerance), 0.5 + 0.5 * float(tail)))


def _search(along_axis: Callable[[np.ndarray], np.ndarray], edges: np.ndarray, tolerance: float) -> float:
    """Return an upper estimate of the variance over [edges[0], edges[-1]], 1 if the kernel is not decreasing."""
    left, right = edges[:-1], edges[1:]
    lower = upper = 0.0
    while left.size:
        k_left, k_right, k_twice = along_axis(left), along_axis(right), along_axis(2 * left)
        if (k_right > k_left + 1e-12).any() or (k_right < 0).any():
            return 1.0
        lower = max(lower, float(np.max(0.5 + 0.5 * k_twice - k_left**2)))
        above = 0.5 + 0.5 * k_twice - k_right**2
        middle = 0.5 * (left + right)
        # An interval too short to halve keeps its own estimate.
        split = (above > lower + tolerance) & (middle > left) & (middle < right)
        upper = max(upper, float(np.max(above[~split], initial=0.0)))
        left, right = (
            np.concatenate([left[split], middle[split]]),
            np.concatenate([middle[split], right[split]]),
        )
    return min(1.0, upper)


def _ratio_falls(g: np.ndarray, g_twice: np.ndarray) -> bool:
    """Return whether −log g(2t) / −log g(t)² does not increase with t, as far as both are well above rounding."""
    known = (g > 0) & (g_twice > 1e-300) & (g < 1 - 1e-6)
    if known.sum() < 2:
        return False
    ratio = np.log(g_twice[known]) / (2 * np.log(g[known]))
    return bool((ratio[1:] <= np.minimum.accumulate(ratio)[:-1] * (1 + 1e-6)).all())


def _kernel_values(k_delta: object, k_2delta: object) -> tuple[np.ndarray, np.ndarray]:
    checked = []
    for name, value in (("k_delta", k_delta), ("k_2delta", k_2delta)):
        try:
            array = np.asarray(value, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise Refusal(f"{name} must be numbers from −1 to 1; {error}.") from None
        # NaN fails every comparison, so that it is refused with the rest.
        wrong = ~(np.abs(array) <= 1 + 1e-9)
        if wrong.any():
            raise Refusal(f"{name} must be from −1 to 1 (kernel values with k(0) = 1), got {array[wrong][0]}.")
        checked.append(array)
    try:
        k_delta, k_2delta = np.broadcast_arrays(*checked)
    except ValueError:
        raise Refusal(
            f"k_delta and k_2delta must have shapes that broadcast, got {checked[0].shape} and {checked[1].shape}."
        ) from None
    wrong = k_2delta < 2 * k_delta**2 - 1 - 1e-9
    if wrong.any():
        raise Refusal(
            f"k_2delta must be at least 2 k_delta² − 1, as for every positive definite kernel, "
            f"got k_delta {k_delta[wrong][0]} with k_2delta {k_2delta[wrong][0]}."
        )
    return k_delta, k_2delta
