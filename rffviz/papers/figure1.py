"""Li et al. 2019, Figure 1: how far the weights of a grid of frequencies stretch across the data."""

from __future__ import annotations

import time

import numpy as np

from rffviz.adaptive import choose_landmarks, spectral_weight_map
from rffviz.datasets import load
from rffviz.foundation.validation import one_of, seed_number, whole_number
from rffviz.kernels import Gaussian
from rffviz.papers.cell import Cell, Measured, PublishedTable

_TOYS = ("stripe", "tilted", "moons", "blobs")
_RIDGES = {f"λ={ridge:g}": ridge for ridge in (1e-5, 1e-2, 1e-1)}
RIDGE_LABELS = {name: f"λ = {ridge:g}".replace("1e-05", "10⁻⁵") for name, ridge in _RIDGES.items()}
"""What readers see for a method."""
_LENGTH_SCALE = 0.3**0.5
_LANDMARKS = 200
_GRID = 25  # frequencies along an axis


def figure1_measure(cell: Cell, seed: int) -> Measured:
    """The spread of the weights across the long axis of the data, over that along it.

    Parameters
    ----------
    cell : Cell
        Its `method` is the λ of the penalty λ‖p‖² on the weights, its `size` the number of frequencies along an axis
        of the grid.
    seed : int
        Seed of the points, and of the landmarks among them.

    Notes
    -----
    With u the long axis of the data's covariance, v across it and P the squares of the learned weights over the grid,
    the value is √(Σ P (ω·v)²/Σ P (ω·u)²): 1 for the kernel's own density, above 1 where weights stretch across the
    data. Squares stand for the bright part of the map that the eye sees. Blobs have no long axis: theirs is random. The
    paper gives no numbers, kernel, λ or landmarks for its figure.

    Source: Li, Zhang, Wang & Kumar 2019, Figure 1.
    """
    X = load(one_of("dataset", cell.dataset, _TOYS), random_state=seed_number("seed", seed)).X
    ridge = _RIDGES[one_of("method", cell.method, _RIDGES)]
    n_grid = whole_number("size", cell.size, low=2)
    start = time.process_time()
    landmarks = choose_landmarks(X, _LANDMARKS, "sample", seed)
    weight_map = spectral_weight_map(X, Gaussian(_LENGTH_SCALE), landmarks, n_grid=n_grid, ridge=ridge)
    value = stretch_across(weight_map.axis, weight_map.weights, weight_map.data_ellipse.angle)
    settings = {"n_points": len(X), "n_landmarks": _LANDMARKS, "landmarks": "sample", "length_scale": _LENGTH_SCALE}
    details = {"relative_error": weight_map.relative_error, "data_ratio": weight_map.data_ellipse.ratio}
    return Measured(value, time.process_time() - start, settings, details)


def stretch_across(axis: np.ndarray, weights: np.ndarray, angle: float) -> float:
    """√(Σ w² (ω·v)²/Σ w² (ω·u)²) over the grid: u points along `angle` (radians), v across it."""
    first, second = np.meshgrid(axis, axis)  # coordinates of a weight by column and row
    along = first * np.cos(angle) + second * np.sin(angle)
    across = second * np.cos(angle) - first * np.sin(angle)
    bright = np.square(weights)
    return float(np.sqrt(np.sum(bright * across**2) / np.sum(bright * along**2)))


FIGURE_1 = PublishedTable(
    name="figure1",
    title="Li et al. 2019, Figure 1",
    protocol=(
        "toy points in the plane; weights of 25 × 25 frequencies learned on 200 landmarks; Gaussian, ℓ² = 0.3; the "
        "spread of the weights across the data, over that along them"
    ),
    cells=tuple(Cell("figure1", toy, name, _GRID) for toy in _TOYS for name in _RIDGES),
    published={},
    units=dict.fromkeys(_TOYS, "spread across over along"),
    data={toy: toy for toy in _TOYS},
    measure=figure1_measure,
    notes={"λ=0.1": "Above 1 the weights stretch across the data; blobs have no long axis."},
)
