"""Random grids in the plane: the fraction in which two points share a bin converges to the Laplacian kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rffviz.features import RandomBinningFeatures
from rffviz.foundation.about import About
from rffviz.foundation.validation import increasing_whole_numbers, seed_number
from rffviz.kernels import Laplacian
from rffviz.studies.two_points import MIDDLE, a_pair

_REACH = 2.2  # half width of the picture, in length scales or in distances of the pair, whichever is longer


@dataclass(frozen=True, eq=False)
class Grids:
    """Two points and P random grids, of which the first 1, 2, …, P are counted.

    Attributes
    ----------
    pair : ndarray of shape (2, 2)
        x and y.
    low, high : ndarray of shape (2,)
        The corners of the picture.
    pitches, shifts : ndarray of shape (P, 2)
        Of each grid, by coordinate; its lines stand at shift + i·pitch.
    corners : ndarray of shape (P, 2, 2)
        The lower corner of the bin of x and of y in each grid; the upper one is a pitch away.
    met : ndarray of shape (P,), bool
        Whether x and y share a bin.
    share : ndarray of shape (P,)
        Fraction of the first 1, 2, …, P grids in which x and y share a bin: z(x)·z(y) with that many grids.
    exact : float
        k(x − y) of the Laplacian kernel, the probability of a shared bin.
    n_grids : ndarray of shape (g,)
        Numbers of grids that the figure's slider offers.
    shown : int
        The number of grids shown first: by default the largest.
    """

    pair: np.ndarray
    low: np.ndarray
    high: np.ndarray
    pitches: np.ndarray
    shifts: np.ndarray
    corners: np.ndarray
    met: np.ndarray
    share: np.ndarray
    exact: float
    n_grids: np.ndarray
    shown: int
    about: About

    @property
    def start(self) -> int:
        """Index into `n_grids` of the number nearest by ratio to `shown`."""
        return int(np.argmin(np.abs(np.log(self.n_grids / self.shown))))

    @property
    def sigma(self) -> float:
        """Standard deviation for one grid, √(k(1 − k)); for the fraction over P grids, divide by √P."""
        return float(np.sqrt(self.exact * (1 - self.exact)))

    def lines(self, grid: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the lines of a grid cross the picture, by coordinate; at most 400 of each."""
        return tuple(
            np.arange(np.ceil((low - shift) / pitch), np.floor((high - shift) / pitch) + 1)[:400] * pitch + shift
            for low, high, pitch, shift in zip(self.low, self.high, self.pitches[grid], self.shifts[grid], strict=True)
        )


def binned_pair(
    length_scale: float,
    distance: float,
    n_grids: Sequence[int],
    random_state: int = 0,
) -> Grids:
    """Draw grids as `RandomBinningFeatures` does, and count those in which x and y share a bin.

    Parameters
    ----------
    length_scale : float
        Of the Laplacian kernel exp(−‖δ‖₁/ℓ).
    distance : float
        ‖x − y‖ ≥ 0, in units of the data.
    n_grids : increasing sequence of int

    Raises
    ------
    ValueError
        For bad numbers.

    Notes
    -----
    Pitches are Gamma(shape 2, scale ℓ), p(pitch) = pitch·k″(pitch); shifts are uniform on [0, pitch). Source: Rahimi &
    Recht 2007, section 4.
    """
    kernel = Laplacian(length_scale)
    sizes = increasing_whole_numbers("n_grids", n_grids)
    random_state = seed_number("random_state", random_state)
    pair = a_pair(distance)
    fitted = RandomBinningFeatures(kernel, int(sizes[-1]), random_state).fit(pair)
    pitches, shifts = fitted.pitches_, fitted.shifts_
    bins = np.floor((pair - shifts[:, None]) / pitches[:, None])
    met = (bins[:, 0] == bins[:, 1]).all(axis=1)
    half = _REACH * max(length_scale, distance)
    return Grids(
        pair=pair,
        low=MIDDLE - half,
        high=MIDDLE + half,
        pitches=pitches,
        shifts=shifts,
        corners=bins * pitches[:, None] + shifts[:, None],
        met=met,
        share=np.cumsum(met) / np.arange(1, len(met) + 1),
        exact=float(kernel.of_difference(pair[0] - pair[1])),
        n_grids=sizes,
        shown=int(sizes[-1]),
        about=About(d=2, kernel=kernel, seeds=(random_state,), settings={"distance": distance}),
    )
