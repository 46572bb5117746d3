"""Points and frequencies projected on a plane, and the wave of one frequency."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.datasets import choose_rows
from rffviz.foundation.validation import Refusal, points, whole_number
from rffviz.studies.learning import LearningProgress

_MOST_SHOWN = 1000  # points; more would hide each other
_INSIDE, _FURTHEST = 0.8, 3.0  # the axes end at this multiple of this quantile, for heavy tails


@dataclass(frozen=True, eq=False)
class Plane:
    """Two orthonormal directions.

    Attributes
    ----------
    basis : ndarray of shape (d, 2)
        A point x, or a frequency ω, is drawn at xᵀ·basis.
    names : tuple of str
        Names of the two axes of points; those of frequencies have ω in place of x.
    share : float
        Share of the variance of the data in the plane: 1 in two dimensions.
    """

    basis: np.ndarray
    names: tuple[str, str]
    share: float


@dataclass(frozen=True, eq=False)
class PlaneView:
    """The course of learning, projected on a plane.

    Attributes
    ----------
    data : ndarray of shape (N, 2)
        At most 1,000 points.
    rows : ndarray of shape (N,)
        Their rows in X.
    landmarks : ndarray of shape (n, 2)
    frequencies : tuple of ndarray of shape (r, 2)
        For each kept state; row j is the frequency whose weight is the j-th largest in the last state.
    shares : tuple of ndarray of shape (r,)
        r·p for each of them: 1 is the weight of each in random Fourier features.
    reach : float
        Half width of the picture of the frequencies: a tenth beyond the furthest coordinate of the first and of the
        last state, or beyond three times the range of 80 % of the coordinates if that is nearer.
    outside : int
        Frequencies of the last state that lie beyond it.
    """

    plane: Plane
    data: np.ndarray
    rows: np.ndarray
    landmarks: np.ndarray
    frequencies: tuple[np.ndarray, ...]
    shares: tuple[np.ndarray, ...]
    reach: float
    outside: int


@dataclass(frozen=True, eq=False)
class Wave:
    """cos(ω·x) of one frequency while it is learned.

    Attributes
    ----------
    rank : int
        1 for the frequency with the largest weight in the last state.
    frequencies : ndarray of shape (t, d)
        ω in each kept state.
    at_points : ndarray of shape (t, N), float32
        cos(ω·x) at the points of the view.
    axes : tuple of ndarray of shape (g,), or None
        A grid over the data; None for d other than 2, where the value is not a function of the position in the plane.
    heights : ndarray of shape (t, g, g), float32, or None
        cos(ω·x) at (axes[0][column], axes[1][row]).
    """

    rank: int
    frequencies: np.ndarray
    at_points: np.ndarray
    axes: tuple[np.ndarray, np.ndarray] | None
    heights: np.ndarray | None

    @property
    def wavelengths(self) -> np.ndarray:
        """2π/‖ω‖ in each kept state, infinite where ω is 0; shape (t,)."""
        norms = np.linalg.norm(self.frequencies, axis=1)
        return np.divide(2 * np.pi, norms, out=np.full(len(norms), np.inf), where=norms > 0)


@dataclass(frozen=True, eq=False)
class SeenLearning:
    """The course of learning, its projection, and what is drawn over it.

    Attributes
    ----------
    view : PlaneView
        Of the same progress.
    labels : ndarray of shape (N,), optional
        Classes of the data, −1 and +1.
    wave : Wave, optional
        The frequency whose cos(ω·x) is drawn: as a map under two-dimensional data, else as the colours of the points.
    shown : int
        The iteration shown first.
    """

    progress: LearningProgress
    view: PlaneView
    labels: np.ndarray | None = None
    wave: Wave | None = None
    shown: int = 0

    @property
    def start(self) -> int:
        """Index of the stored state nearest to the iteration shown."""
        return int(np.argmin([abs(each.step.iteration - self.shown) for each in self.progress.kept]))


def coordinate_plane(X: ArrayLike, first: int, second: int) -> Plane:
    """The plane of two coordinates of X, counted from 0."""
    X = points("X", X)
    d = X.shape[1]
    first = whole_number("first", first, low=0, high=d - 1)
    second = whole_number("second", second, low=0, high=d - 1)
    if first == second:
        raise Refusal(f"second must be another coordinate than first, got {second} for both.")
    basis = np.zeros((d, 2))
    basis[first, 0] = basis[second, 1] = 1.0
    return Plane(basis, (f"x{_subscript(first + 1)}", f"x{_subscript(second + 1)}"), _share(X, basis))


def principal_plane(X: ArrayLike) -> Plane:
    """The plane of the two leading eigenvectors of X's covariance matrix, in which it has most variance; O(Nd² + d³).

    The largest entry of each eigenvector is positive.
    """
    X = points("X", X, min_points=2)
    if X.shape[1] < 2:
        raise Refusal(f"X must have at least 2 dimensions to be seen in a plane, got {X.shape[1]}.")
    centred = X - X.mean(axis=0)
    basis = np.linalg.eigh(centred.T @ centred)[1][:, :-3:-1]
    largest = basis[np.abs(basis).argmax(axis=0), [0, 1]]
    basis = basis * np.where(largest < 0, -1.0, 1.0)
    return Plane(basis, ("first principal axis", "second principal axis"), _share(X, basis))


def plane_view(progress: LearningProgress, X: ArrayLike, plane: Plane) -> PlaneView:
    """Data, landmarks and the frequencies of every stored state, projected on the plane."""
    X = points("X", X)
    rows = np.sort(choose_rows(len(X), min(_MOST_SHOWN, len(X))))
    order = _order(progress)
    r = progress.n_freqs
    frequencies = tuple(each.step.W[order] @ plane.basis for each in progress.kept)
    ends = np.abs(np.concatenate([frequencies[0], frequencies[-1]]))
    reach = 1.1 * min(ends.max(), _FURTHEST * np.quantile(ends, _INSIDE)) or 1.0
    return PlaneView(
        plane,
        X[rows] @ plane.basis,
        rows,
        progress.landmarks.points @ plane.basis,
        frequencies,
        tuple(r * each.step.p[order] for each in progress.kept),
        float(reach),
        int((np.abs(frequencies[-1]) > reach).any(axis=1).sum()),
    )


def wave_over(progress: LearningProgress, X: ArrayLike, view: PlaneView, rank: int, n_grid: int = 61) -> Wave:
    """cos(ω·x), in every kept state, of the frequency with the rank-th largest weight in the last one.

    Parameters
    ----------
    X : array of shape (N, d)
        The data that `view` was made of.
    rank : int
        From 1 to r.
    n_grid : int
        Points along each axis of the grid in two dimensions, which holds the data with a margin of a twelfth.
    """
    X = points("X", X)
    rank = whole_number("rank", rank, low=1, high=progress.n_freqs)
    which = _order(progress)[rank - 1]
    W = np.array([each.step.W[which] for each in progress.kept])
    at_points = np.cos(W @ X[view.rows].T).astype(np.float32)
    if X.shape[1] != 2:
        return Wave(rank, W, at_points, None, None)
    low, high = view.data.min(axis=0), view.data.max(axis=0)
    margin = (high - low) / 12
    across, up = (np.linspace(low[k] - margin[k], high[k] + margin[k], n_grid) for k in (0, 1))
    W_seen = W @ view.plane.basis
    angles = W_seen[:, 0, None, None] * across[None, None, :] + W_seen[:, 1, None, None] * up[None, :, None]
    return Wave(rank, W, at_points, (across, up), np.cos(angles).astype(np.float32))


def _order(progress: LearningProgress) -> np.ndarray:
    """Indices of the frequencies by decreasing weight in the last state."""
    return np.argsort(-progress.last.step.p, kind="stable")


def _share(X: np.ndarray, basis: np.ndarray) -> float:
    centred = X - X.mean(axis=0)
    total = float(np.square(centred).sum())
    return float(np.square(centred @ basis).sum()) / total if total else 1.0


def _subscript(n: int) -> str:
    return str(n).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
