"""k̂(δ) − k(δ) over a plane of differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.diagnose.sample import Diagnosed, checked, of_sample
from rffviz.diagnose.sample_diagnostics import about_scheme
from rffviz.diagnose.source import MOST_DRAWN_NUMBERS
from rffviz.diagnose.specimens import replicate
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, Seed, positive_number, seed_number, whole_number
from rffviz.kernels import Kernel
from rffviz.samplers import FrequencySample
from rffviz.theory import map_variance

OBLIQUE = "oblique"


@dataclass(frozen=True, eq=False)
class ErrorField(Diagnosed):
    """The error of the paired map on a grid in a plane through δ = 0; a line in one dimension.

    Attributes
    ----------
    along : ndarray of shape (g,)
        Positions on either axis of the plane, in units of the data, symmetric about 0.
    error : ndarray of shape (g, g)
        k̂(δ) − k(δ) at δ = along[column]·first + along[row]·second; of shape (1, g) for d = 1.
    exact : ndarray, shape of `error`
        k(δ).
    sigma : ndarray, shape of `error`
        Standard deviation of k̂ for as many Monte Carlo frequencies.
    first, second : ndarray of shape (d,)
        Unit vectors of the plane; `second` is 0 for d = 1.
    plane : (int, int) or "oblique"
        The coordinates along `first` and `second`, counted from 0.
    """

    along: np.ndarray
    error: np.ndarray
    exact: np.ndarray
    sigma: np.ndarray
    first: np.ndarray
    second: np.ndarray
    plane: tuple[int, int] | str

    @property
    def largest(self) -> float:
        """Largest |k̂ − k| on the grid."""
        return float(np.abs(self.error).max())

    @property
    def worst(self) -> tuple[float, float]:
        """Where |k̂ − k| is largest: the position along `first`, not negative, and along `second`; −δ is as bad."""
        row, column = np.unravel_index(np.argmax(np.abs(self.error)), self.error.shape)
        x, y = float(self.along[column]), 0.0 if self.d == 1 else float(self.along[row])
        return (x, y) if x >= 0 else (-x, -y)

    @property
    def rms(self) -> float:
        """The root mean square of k̂ − k over the grid."""
        return float(np.sqrt(np.mean(np.square(self.error))))

    @property
    def times_monte_carlo(self) -> float:
        """`rms` divided by what the variance formula gives for as many Monte Carlo frequencies."""
        return self.rms / float(np.sqrt(np.mean(np.square(self.sigma))))


@study(slow=lambda fs: fs.W.size > MOST_DRAWN_NUMBERS)
def error_field(
    fs: FrequencySample,
    kernel: Kernel,
    reach: float | None = None,
    plane: tuple[int, int] | str = (0, 1),
    n_grid: int = 81,
    random_state: Seed = 0,
    about: About | None = None,
) -> Iterator[Progress[ErrorField]]:
    """k̂(δ) − k(δ) of a sample, k̂(δ) = Σ p_j cos(ω_j·δ), on a square grid.

    Parameters
    ----------
    fs : FrequencySample
    kernel : Kernel
    reach : float, optional
        The grid goes from −reach to reach, in units of the data; 3ℓ by default.
    plane : (int, int) or "oblique"
        Two coordinates, the others 0; or two orthogonal directions, drawn at random from `random_state`.
    n_grid : int
        Positions on either axis; an odd number includes δ = 0.
    random_state : int, RandomState, Generator or None
        The seed of an oblique plane.
    about : About, optional
        Where the sample comes from.
    """
    checked(fs, kernel)
    d = fs.W.shape[1]
    reach = 3 * kernel.length_scale if reach is None else positive_number("reach", reach)
    along = np.linspace(-reach, reach, whole_number("n_grid", n_grid, low=2))
    first, second, plane = _axes(plane, d, seed_number("random_state", random_state))
    rows = along if d > 1 else np.zeros(1)
    columns, rows_turn = np.exp(1j * np.outer(along, fs.W @ first)), np.exp(1j * np.outer(rows, fs.W @ second))
    estimate = ((rows_turn * fs.weights) @ columns.T).real  # cos(a + b) without its m·g² cosines
    delta = rows[:, None, None] * second + along[None, :, None] * first
    exact = kernel.of_difference(delta)
    field = ErrorField(
        along=along,
        error=estimate - exact,
        exact=exact,
        sigma=np.sqrt(np.maximum(map_variance(kernel, delta, fs.n_freqs), 0.0)),
        first=first,
        second=second,
        plane=plane,
        **of_sample(fs, kernel, about),
    )
    yield Progress(1, 1, field)


@study(slow=lambda d, n_freqs: d * n_freqs > MOST_DRAWN_NUMBERS)
def error_field_of_scheme(
    name: str,
    kernel: Kernel,
    d: int,
    n_freqs: int,
    seed: int = 0,
    X: ArrayLike | None = None,
    plane: tuple[int, int] | str = (0, 1),
) -> Iterator[Progress[ErrorField]]:
    """`error_field` of the sample that a scheme of `SAMPLERS` or `SPECIMENS` draws, from data X where it takes any."""
    fs = replicate(name, kernel, d, n_freqs, seed, X)
    return error_field.steps(fs, kernel, plane=plane, about=about_scheme(name, kernel, seed, X))


def _axes(
    plane: tuple[int, int] | str, d: int, random_state: int
) -> tuple[np.ndarray, np.ndarray, tuple[int, int] | str]:
    if d == 1:
        return np.ones(1), np.zeros(1), (0, 0)
    if isinstance(plane, str):
        if plane != OBLIQUE:
            raise Refusal(f"plane must be two coordinates or 'oblique', got {plane!r}.")
        q, _ = np.linalg.qr(np.random.default_rng([random_state, 2]).standard_normal((d, 2)))
        return q[:, 0], q[:, 1], OBLIQUE
    try:
        i, j = plane
    except (TypeError, ValueError):
        raise Refusal(f"plane must be two coordinates or 'oblique', got {plane!r}.") from None
    i, j = whole_number("plane", i, low=0, high=d - 1), whole_number("plane", j, low=0, high=d - 1)
    if i == j:
        raise Refusal(f"plane must be two different coordinates, got {i} twice.")
    unit = np.eye(d)
    return unit[i], unit[j], (i, j)
