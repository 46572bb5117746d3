"""One-dimensional functions with noise, for regression; the record includes the noise-free function.

x is drawn uniformly on [−3, 3] and **sorted**; y = f(x) + noise · N(0, 1). Doppler and bumps are the test functions of
Donoho and Johnstone (1994), "Ideal spatial adaptation by wavelet shrinkage", Biometrika 81, stretched from [0, 1] to
[−3, 3] and scaled to about [−1, 1], so that one noise level is suitable for all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from rffviz.datasets.record import Dataset, DatasetEntry
from rffviz.foundation.validation import non_negative_number, seed_number, whole_number

INTERVAL = (-3.0, 3.0)
BUMP_PLACES = np.array([0.1, 0.13, 0.15, 0.23, 0.25, 0.40, 0.44, 0.65, 0.76, 0.78, 0.81])
BUMP_HEIGHTS = np.array([4.0, 5.0, 3.0, 4.0, 5.0, 4.2, 2.1, 4.3, 3.1, 5.1, 4.2])
BUMP_WIDTHS = np.array([0.005, 0.005, 0.006, 0.01, 0.01, 0.03, 0.01, 0.01, 0.005, 0.008, 0.005])


def sine_truth(x: np.ndarray) -> np.ndarray:
    """sin(2x)."""
    return np.sin(2.0 * np.asarray(x, dtype=np.float64))


def step_truth(x: np.ndarray) -> np.ndarray:
    """−1 below 0, +1 from 0 on."""
    return np.where(np.asarray(x, dtype=np.float64) < 0, -1.0, 1.0)


def sinc_truth(x: np.ndarray) -> np.ndarray:
    """sin(πx)/(πx), 1 at 0."""
    return np.sinc(np.asarray(x, dtype=np.float64))


def doppler_truth(x: np.ndarray) -> np.ndarray:
    """2 √(t(1−t)) sin(2.1π/(t + 0.05)) with t = (x + 3)/6; 0 outside [−3, 3]."""
    t = np.clip(_unit(x), 0.0, 1.0)
    return 2.0 * np.sqrt(t * (1.0 - t)) * np.sin(2.1 * np.pi / (t + 0.05))


def bumps_truth(x: np.ndarray) -> np.ndarray:
    """Σ h_j (1 + |t − t_j|/w_j)⁻⁴ / 5 with t = (x + 3)/6 and the published t_j, h_j, w_j."""
    t = _unit(x)[..., None]
    return (BUMP_HEIGHTS / (1.0 + np.abs(t - BUMP_PLACES) / BUMP_WIDTHS) ** 4).sum(axis=-1) / 5.0


_LABELLED: dict[str, tuple[str, Callable[[np.ndarray], np.ndarray]]] = {
    "sine": ("Sine", sine_truth),
    "step": ("Step", step_truth),
    "sinc": ("Sinc", sinc_truth),
    "doppler": ("Doppler", doppler_truth),
    "bumps": ("Bumps", bumps_truth),
}


def checked_options(n_points: object, noise: object, random_state: object) -> tuple[int, float, int]:
    """Number of points, noise and seed of a toy or a function, checked; raises a ValueError for one out of range."""
    return (
        whole_number("n_points", n_points, low=2),
        non_negative_number("noise", noise),
        seed_number("random_state", random_state, high=2**32 - 1),
    )


def noisy_function(name: str, n_points: int = 60, noise: float = 0.1, random_state: int = 0) -> Dataset:
    """Values of the function `name` with noise; the function itself is the record's `truth`."""
    label, truth = _LABELLED[name]
    n_points, noise, seed = checked_options(n_points, noise, random_state)
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(*INTERVAL, n_points))
    return Dataset(
        name=name,
        label=label,
        X=x[:, None],
        y=truth(x) + noise * rng.standard_normal(n_points),
        task="regression",
        source=f"A toy, {n_points} values of a known function with noise, drawn by this project.",
        feature_names=("x",),
        truth=truth,
    )


def _unit(x: np.ndarray) -> np.ndarray:
    low, high = INTERVAL
    return (np.asarray(x, dtype=np.float64) - low) / (high - low)


FUNCTIONS = tuple(
    DatasetEntry(name, label, "function1d", partial(noisy_function, name)) for name, (label, _) in _LABELLED.items()
)
