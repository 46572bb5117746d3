"""The supremum of the paired map's error over a compact set, which the uniform bounds concern."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.notes import Note, note
from rffviz.foundation.validation import Refusal, Seed, points, seed_number
from rffviz.kernels import Kernel

_GRID = {1: 4001, 2: 161, 3: 41}  # points along each axis of the box of differences
_RESOLVED = 1.0  # radians from a grid point to the corner of its cell, for the fastest frequency
_STARTS = 2000  # random differences in higher dimensions
_KEEP = 8  # candidates that are refined
_ROUNDS = 40


@dataclass(frozen=True, eq=False)
class CompactSup:
    """The largest |k̂(δ) − k(δ)| over the differences of a box, by numerical search.

    Attributes
    ----------
    value : float
    delta : ndarray of shape (d,)
        Its location.
    method : Note
        How it was searched for. The supremum may be larger than `value` after a search from random starts (d > 3), or
        on a grid too coarse for the largest frequency of a heavy-tailed spectrum.
    """

    value: float
    delta: np.ndarray
    method: Note


def sup_over_box(
    W: ArrayLike, weights: ArrayLike, kernel: Kernel, widths: ArrayLike, random_state: Seed = 0
) -> CompactSup:
    """Supremum over x, y in a box of the paired map's error |Σ p_j cos(ω_j·(x − y)) − k(x − y)|.

    The paired map's error depends on δ = x − y alone, so the search covers one half of |δ_i| ≤ width_i, by symmetry:
    for d ≤ 3 on a grid whose best points are refined locally, for larger d from random differences, refined in the same
    way. The box's diameter is ‖widths‖.

    Parameters
    ----------
    W : array of shape (m, d)
    weights : array of shape (m,)
    kernel : Kernel
    widths : array of shape (d,)
        Side lengths of the box, at least 0.
    random_state : int, RandomState, Generator or None
        Seed of the random starts and of the refinement's directions.

    Returns
    -------
    CompactSup

    Raises
    ------
    ValueError
        Where shapes do not agree, or a width is negative or not finite.
    """
    W = points("W", W)
    widths = np.asarray(widths, dtype=np.float64)
    if widths.shape != (W.shape[1],) or not (np.isfinite(widths) & (widths >= 0)).all():
        raise Refusal(f"widths must be {W.shape[1]} finite numbers of at least 0, got {widths!r}.")
    d = widths.size
    rng = np.random.default_rng(seed_number("random_state", random_state))

    def error(delta: np.ndarray) -> np.ndarray:
        approximate = np.cos((delta @ W.T).astype(np.float32)) @ np.asarray(weights, dtype=np.float32)
        return np.abs(approximate - kernel.of_difference(delta))

    if d in _GRID:
        axes = [np.linspace(-w, w, _GRID[d]) for w in widths]
        axes[0] = axes[0][_GRID[d] // 2 :]  # −δ has the same error
        start = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, d)
        spacing = 2 * widths / (_GRID[d] - 1)
        too_coarse = (np.abs(W) @ spacing / 2 > _RESOLVED).any()
        method = note("box_grid_too_coarse" if too_coarse else "box_searched_on_grid", n_grid=_GRID[d])
    else:
        start = rng.uniform(-1, 1, (_STARTS, d)) * widths * rng.uniform(0, 1, (_STARTS, 1))
        spacing = widths / 4
        method = note("box_searched_from_random", n_starts=_STARTS)
    value, delta = _refine(error, start, spacing, widths, rng)
    return CompactSup(value, delta, method)


def _refine(
    error: Callable[[np.ndarray], np.ndarray],
    start: np.ndarray,
    spacing: np.ndarray,
    widths: np.ndarray,
    rng: np.random.Generator,
) -> tuple[float, np.ndarray]:
    """Random local search from the best of `start`; the step halves when there is no improvement."""
    values = np.concatenate([error(part) for part in np.array_split(start, max(1, len(start) // 4096))])
    best = np.argsort(values)[-_KEEP:]
    centre, value = start[best].copy(), values[best]
    reach = np.ones(len(best))
    d = start.shape[1]
    n_trials = 8 * min(d, 8)
    for _ in range(_ROUNDS):
        step = rng.uniform(-1, 1, (len(best), n_trials, d)) * spacing * reach[:, None, None]
        trial = np.clip(centre[:, None] + step, -widths, widths)
        tried = error(trial.reshape(-1, d)).reshape(len(best), n_trials)
        winner = tried.argmax(axis=1)
        top = tried[np.arange(len(best)), winner]
        better = top > value
        centre[better] = trial[better, winner[better]]
        value = np.where(better, top, value)
        reach = np.where(better, reach, reach / 2)
    top = int(np.argmax(value))
    return float(value[top]), centre[top]
