"""Points of the plane projected on the line along a frequency, and the line wrapped around the unit circle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rffviz.foundation.about import About
from rffviz.foundation.validation import seed_number, whole_number
from rffviz.kernels import Kernel, a_kernel
from rffviz.samplers import draw
from rffviz.studies.two_points import MIDDLE, a_pair

_CLOUD = 30  # points of the cloud, besides x and y
_GRID, _LINE = 61, 501  # cells of a wave along an axis of the plane, and points of it along the line
_REACH = 1.6  # half width of the picture, in length scales or in distances of the pair, whichever is longer


@dataclass(frozen=True, eq=False)
class Wrapped:
    """Two points and a cloud around them, mapped by each of the first frequencies.

    The line of a frequency runs through the middle of x and y along ω; a point is projected on its nearest place there.

    Attributes
    ----------
    points : ndarray of shape (n, 2)
        x, y and the cloud.
    W : ndarray of shape (m, 2)
        The first frequencies of the draw.
    angles, along : ndarray of shape (m, n)
        ω·x in radians, and the position of the point's projection onto the line, from the middle, in units of the data.
    feet : ndarray of shape (m, 2, 2)
        The projections of x and y in the plane.
    line : ndarray of shape (q,)
        Places on the line.
    cosines, sines : ndarray of shape (m, q)
        Both features over the line; nan where the wave is too fast to be drawn there.
    axes : tuple of ndarray of shape (p,)
        The coordinates of the cells of `waves`.
    waves : ndarray of shape (m, p, p)
        cos(ω·x) over the plane, the second coordinate in rows; nan where it is too fast to be drawn.
    products : ndarray of shape (m,)
        cos(ω·x)cos(ω·y) + sin(ω·x)sin(ω·y) = cos ω·(x − y).
    exact : float
        k(x − y), the expectation of `products` over the spectral measure.
    shown : int
        The frequency shown first: by default the first.
    """

    points: np.ndarray
    W: np.ndarray
    angles: np.ndarray
    along: np.ndarray
    feet: np.ndarray
    line: np.ndarray
    cosines: np.ndarray
    sines: np.ndarray
    axes: tuple[np.ndarray, np.ndarray]
    waves: np.ndarray
    products: np.ndarray
    exact: float
    shown: int
    about: About

    @property
    def places(self) -> np.ndarray:
        """(cos ω·x, sin ω·x) of every point on the circle of each frequency, shape (m, n, 2)."""
        return np.stack([np.cos(self.angles), np.sin(self.angles)], axis=-1)

    @property
    def means(self) -> np.ndarray:
        """The mean of the first 1, 2, …, m products: z(x)·z(y) with that many frequencies."""
        return np.cumsum(self.products) / np.arange(1, len(self.products) + 1)


def wrapped_points(kernel: Kernel, distance: float, n_freqs: int = 12, random_state: int = 0) -> Wrapped:
    """Project two points and a cloud on each of the first frequencies, and wrap the line on the unit circle.

    Parameters
    ----------
    distance : float
        ‖x − y‖ ≥ 0, in units of the data.
    n_freqs : int
        How many frequencies to draw: those of `two_points` under the same seed.

    Raises
    ------
    ValueError
        For invalid numbers, or an object that is not a kernel.

    Notes
    -----
    Source: Rahimi & Recht 2007, Figure 1.
    """
    a_kernel(kernel)
    n_freqs = whole_number("n_freqs", n_freqs)
    random_state = seed_number("random_state", random_state)
    pair = a_pair(distance)
    half = _REACH * max(kernel.length_scale, distance)
    others = np.random.default_rng([random_state, 1]).uniform(-half, half, (_CLOUD, 2))
    points = np.vstack([pair, MIDDLE + others])
    W = draw("monte_carlo", kernel, 2, n_freqs, np.random.default_rng(random_state)).W
    speed = np.linalg.norm(W, axis=1)
    along = (W @ (points - MIDDLE).T) / speed[:, None]
    line = np.linspace(-half, half, _LINE)
    on_line = (W @ MIDDLE)[:, None] + speed[:, None] * line
    too_fast = (speed * (line[1] - line[0]) > 1)[:, None]
    axes = tuple(middle + np.linspace(-half, half, _GRID) for middle in MIDDLE)
    waves = np.cos(np.tensordot(W, np.array(np.meshgrid(*axes)), 1))
    coarse = speed * 2 * half / (_GRID - 1) > 1
    return Wrapped(
        points=points,
        W=W,
        angles=W @ points.T,
        along=along,
        feet=MIDDLE + along[:, :2, None] * (W / speed[:, None])[:, None, :],
        line=line,
        cosines=np.where(too_fast, np.nan, np.cos(on_line)),
        sines=np.where(too_fast, np.nan, np.sin(on_line)),
        axes=axes,
        waves=np.where(coarse[:, None, None], np.nan, waves),
        products=np.cos(W @ (pair[0] - pair[1])),
        exact=float(kernel.of_difference(pair[0] - pair[1])),
        shown=1,
        about=About(d=2, kernel=kernel, sampler="monte_carlo", seeds=(random_state,), settings={"distance": distance}),
    )
