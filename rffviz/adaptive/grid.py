"""Weights over a fixed grid of frequencies: how the shape of the data appears in the spectral domain."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.special import softmax

from rffviz.adaptive.landmarks import Landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.foundation.notes import Note, note
from rffviz.foundation.validation import Refusal, non_negative_number, points, whole_number
from rffviz.kernels import Kernel

DEFAULT_GRID = 25
DEFAULT_RIDGE = 0.1
_COVERAGE = 0.999  # share of the spectral measure within the default extent
_LARGEST_EXTENT = 4.0  # in median radii
_MAX_GRID = 41
_ROUND = 1.1  # a ratio of axes: below, an ellipse has no direction worth naming


@dataclass(frozen=True)
class Ellipse:
    """The second-moment ellipse of a distribution in the plane.

    Attributes
    ----------
    angle : float
        Of the long axis, in radians from the first coordinate, in [0, π); arbitrary where `ratio` is 1.
    ratio : float
        Long over short axis, as standard deviations: at least 1, infinite for a line.
    """

    angle: float
    ratio: float

    @property
    def round(self) -> bool:
        """Whether `ratio` is below 1.1: no direction worth naming."""
        return self.ratio < _ROUND


@dataclass(frozen=True, eq=False)
class WeightMap:
    """Weights learned over a grid of frequencies, beside the spectral density.

    Attributes
    ----------
    axis : ndarray of shape (g,)
        Either coordinate of the grid, radians per unit of the data.
    weights : ndarray of shape (g, g)
        Share of Σp at the frequency (axis[column], axis[row]); sums to 1. The weight of ±ω, one frequency, is split
        between its two cells; the origin, its own mirror image, keeps all of its weight.
    prior : ndarray of shape (g, g)
        The kernel's spectral density on the same grid, scaled to the same sum.
    W, p : ndarray of shapes (m, 2) and (m,)
        The frequencies of the half-plane, m = (g² + 1)/2 for odd g, and their weights: f(δ) = Σ p_j cos(ω_j·δ). The
        penalty pulls f(0) = Σp below 1, the value of the kernel.
    relative_error, prior_error, uniform_error : float
        √(L/‖K ⊙ qqᵀ‖_F²) on the landmarks, for the learned weights, the prior, and equal weights over the grid.
    ellipse : Ellipse
        Of the squares of `weights`, about 0: the bright part that the eye sees. (The first power would mostly describe
        the faint tails, which p ≥ 0 cuts off.)
    data_ellipse : Ellipse
        Of the data, about their mean.
    landmarks : Landmarks
    notes : tuple of Note
        Warnings about spectral mass outside the grid, and about data too wide for its spacing.
    """

    axis: np.ndarray
    weights: np.ndarray
    prior: np.ndarray
    W: np.ndarray
    p: np.ndarray
    relative_error: float
    prior_error: float
    uniform_error: float
    ellipse: Ellipse
    data_ellipse: Ellipse
    landmarks: Landmarks
    notes: tuple[Note, ...]


def spectral_weight_map(
    X: ArrayLike,
    kernel: Kernel,
    landmarks: Landmarks,
    n_grid: int = DEFAULT_GRID,
    ridge: float = DEFAULT_RIDGE,
) -> WeightMap:
    """Learn weights over a fixed square grid of frequencies, minimising L(W, p) + λ‖p‖² over p ≥ 0 alone.

    ω and −ω are one frequency, so only half of the plane is solved for. The penalty is that of the whole grid: two
    cells ±ω of weight p_j/2 each add λp_j²/2, and the origin adds λp₀². With λp_j² for both, the origin would stand out
    from its neighbours by a factor of 2.

    Parameters
    ----------
    X : array of shape (N, 2)
    kernel : Kernel
    landmarks : Landmarks
        Of X.
    n_grid : int
        g, from 2 to 41: points along each axis, to `default_extent(kernel)` either way; odd to include the origin.
    ridge : float
        λ ≥ 0. Near 0 the weights repeat the kernel's density, with artefacts of the grid. The shape of the data shows
        from about 0.03 on, and plainly at 0.1: weights stretch across the direction of the data, the more the thinner
        the data are compared with ℓ. The error on the landmarks rises with λ, to about one percent at 0.1.

    Notes
    -----
    f has the period 2π/spacing; data wider than half a period see it repeat, which a note points out. O(n²g² + g⁶).

    Source: Li, Zhang, Wang & Kumar 2019, Figure 1.
    """
    X = points("X", X, min_points=2)
    if X.shape[1] != 2:
        raise Refusal(f"X must have 2 dimensions for a map over the plane, got {X.shape[1]}.")
    n_grid = whole_number("n_grid", n_grid, low=2, high=_MAX_GRID)
    ridge = non_negative_number("ridge", ridge)
    extent = default_extent(kernel)
    axis = np.linspace(-extent, extent, n_grid)
    grid = np.column_stack([np.tile(axis, n_grid), np.repeat(axis, n_grid)])
    half = np.arange(n_grid**2 // 2, n_grid**2)  # cell i mirrors cell g² − 1 − i; for odd g the first is the origin
    W = grid[half]
    cells = np.where(n_grid**2 - 1 - half == half, 1.0, 2.0)  # how many cells of the grid one frequency ±ω fills

    prior = softmax(kernel.log_spectral_density(grid))
    loss = EmpiricalLoss(landmarks, kernel)
    p = loss.best_weights(W, ridge / cells)  # λ Σ over the cells of the whole grid

    shares = np.empty(n_grid**2)
    shares[half] = p / cells / p.sum()
    shares[n_grid**2 - 1 - half] = shares[half]
    return WeightMap(
        axis=axis,
        weights=shares.reshape(n_grid, n_grid),
        prior=prior.reshape(n_grid, n_grid),
        W=W,
        p=p,
        relative_error=loss.relative_error(W, p),
        prior_error=loss.relative_error(W, cells * prior[half]),
        uniform_error=loss.relative_error(W, cells / n_grid**2),
        ellipse=_ellipse((grid * np.square(shares)[:, None]).T @ grid),
        data_ellipse=_ellipse(np.cov(X.T, bias=True)),
        landmarks=landmarks,
        notes=_notes(X, kernel, axis) + landmarks.notes,
    )


def default_extent(kernel: Kernel) -> float:
    """Radius that holds 99.9 % of the kernel's spectral measure in the plane, but at most four median radii.

    The cap is for heavy tails: with 99.9 % of a Laplacian kernel's spectrum, its bulk would fill only a few cells.
    """
    cap = _LARGEST_EXTENT * _radius_of_share(kernel, 0.5)
    holds = float(kernel.radius_cdf(np.array(cap), 2))
    return cap if holds <= _COVERAGE else _radius_of_share(kernel, _COVERAGE)


def _radius_of_share(kernel: Kernel, share: float) -> float:
    """The radius r with P(‖ω‖ ≤ r) = share in two dimensions."""

    def excess(log_radius: float) -> float:
        return float(kernel.radius_cdf(np.array(math.exp(log_radius)), 2)) - share

    scale = -math.log(kernel.length_scale)
    return math.exp(brentq(excess, scale - 60, scale + 60, xtol=1e-6))


def _ellipse(moments: np.ndarray) -> Ellipse:
    eigenvalues, vectors = np.linalg.eigh(moments)
    short, long = np.maximum(eigenvalues, 0)
    angle = math.atan2(vectors[1, 1], vectors[0, 1]) % math.pi
    ratio = math.sqrt(long / short) if short > 1e-14 * long else (math.inf if long > 0 else 1.0)
    return Ellipse(angle, ratio)


def _notes(X: np.ndarray, kernel: Kernel, axis: np.ndarray) -> tuple[Note, ...]:
    notes: tuple[Note, ...] = ()
    beyond = 1 - float(kernel.radius_cdf(np.array(axis[-1]), 2))
    if beyond > 0.02:
        notes += (note("beyond_the_grid", percent=100 * beyond),)
    half_period = math.pi / (axis[1] - axis[0])
    width = float(np.ptp(X, axis=0).max())
    if width > half_period:
        notes += (note("grid_repeats", width=width, half_period=half_period),)
    return notes
