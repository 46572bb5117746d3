"""Two-dimensional toy datasets whose shape is known exactly for noise 0.

Every toy has labels −1/+1, rows in random order, and the options n_points, noise and random_state. Noise is the
standard deviation of a Gaussian displacement in both coordinates; for `stripe` and `tilted` it is the thickness of the
data across their long axis.
"""

from __future__ import annotations

import numpy as np
from sklearn import datasets as sklearn_datasets

from rffviz.datasets.functions import checked_options
from rffviz.datasets.record import Dataset, DatasetEntry

BLOB_CENTRES = np.array([[-2.0, -2.0], [-2.0, 2.0], [2.0, 2.0], [2.0, -2.0]])
SPIRAL_RADIUS = 2.0
SPIRAL_ANGLES = (np.pi / 4, 3 * np.pi)
STRIPE_LENGTH = 2.0
TILT = np.pi / 6
_LABELS = {
    "moons": "Two moons",
    "rings": "Two rings",
    "spiral": "Two-armed spiral",
    "blobs": "Four blobs",
    "checkerboard": "Checkerboard",
    "stripe": "Stripe along an axis",
    "tilted": "Tilted stripe",
}


def moons(n_points: int = 400, noise: float = 0.1, random_state: int = 0) -> Dataset:
    """Two interleaved half circles of radius 1, centred at (0, 0) (label −1) and (1, 0.5) (label +1)."""
    n_points, noise, seed = checked_options(n_points, noise, random_state)
    X, label = sklearn_datasets.make_moons(n_points, noise=noise, random_state=seed)
    return _toy("moons", X, 2 * label - 1, "scikit-learn's make_moons")


def rings(n_points: int = 400, noise: float = 0.05, random_state: int = 0) -> Dataset:
    """Two circles about the origin: radius 1 (label −1) and radius 0.5 (label +1)."""
    n_points, noise, seed = checked_options(n_points, noise, random_state)
    X, label = sklearn_datasets.make_circles(n_points, noise=noise, factor=0.5, random_state=seed)
    return _toy("rings", X, 2 * label - 1, "scikit-learn's make_circles")


def spiral(n_points: int = 400, noise: float = 0.05, random_state: int = 0) -> Dataset:
    """Two Archimedean arms, r = 2θ/(3π) for θ in [π/4, 3π]; the arm of label −1 is rotated by half a turn.

    θ² is uniform, which spaces points almost evenly along an arm.
    """
    n_points, noise, seed = checked_options(n_points, noise, random_state)
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.where(np.arange(n_points) % 2 == 0, 1, -1))
    low, high = SPIRAL_ANGLES
    theta = np.sqrt(rng.uniform(low**2, high**2, n_points))
    radius = SPIRAL_RADIUS * theta / high
    angle = theta + np.where(y < 0, np.pi, 0.0)
    X = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return _toy("spiral", X + noise * rng.standard_normal(X.shape), y)


def blobs(n_points: int = 400, noise: float = 0.5, random_state: int = 0) -> Dataset:
    """Four Gaussian blobs at (±2, ±2); label +1 if the centre's coordinates have the same sign.

    Noise is the standard deviation of each blob. No straight line separates the classes.
    """
    n_points, noise, seed = checked_options(n_points, noise, random_state)
    X, blob = sklearn_datasets.make_blobs(n_points, centers=BLOB_CENTRES, cluster_std=noise, random_state=seed)
    y = np.sign(BLOB_CENTRES.prod(axis=1))[blob]
    return _toy("blobs", X, y, "scikit-learn's make_blobs")


def checkerboard(n_points: int = 400, noise: float = 0.0, random_state: int = 0) -> Dataset:
    """Points uniform on [−2, 2]², labelled by unit squares: +1 if ⌊x₁⌋ + ⌊x₂⌋ is even, before the noise."""
    n_points, noise, seed = checked_options(n_points, noise, random_state)
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2.0, 2.0, (n_points, 2))
    y = np.where(np.floor(X).sum(axis=1) % 2 == 0, 1, -1)
    return _toy("checkerboard", X + noise * rng.standard_normal(X.shape), y)


def stripe(n_points: int = 400, noise: float = 0.2, random_state: int = 0) -> Dataset:
    """A Gaussian of standard deviation 2 along the first axis, whose sign is the label, and `noise` across it."""
    along_across, y = _stretched(n_points, noise, random_state)
    return _toy("stripe", along_across, y)


def tilted(n_points: int = 400, noise: float = 0.2, random_state: int = 0) -> Dataset:
    """The stripe with the same seed and labels, rotated by 30°."""
    along_across, y = _stretched(n_points, noise, random_state)
    turn = np.array([[np.cos(TILT), np.sin(TILT)], [-np.sin(TILT), np.cos(TILT)]])
    return _toy("tilted", along_across @ turn, y)


def _stretched(n_points: object, noise: object, random_state: object) -> tuple[np.ndarray, np.ndarray]:
    n_points, noise, seed = checked_options(n_points, noise, random_state)
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n_points, 2)) * [STRIPE_LENGTH, noise]
    return X, np.where(X[:, 0] < 0, -1, 1)


def _toy(name: str, X: np.ndarray, y: np.ndarray, drawn_by: str = "this project") -> Dataset:
    return Dataset(
        name=name,
        label=_LABELS[name],
        X=X,
        y=y,
        task="binary",
        source=f"A toy, {len(X)} points drawn by {drawn_by}.",
        target_name="class",
        class_names=("−1", "+1"),
    )


TOYS = tuple(
    DatasetEntry(toy.__name__, _LABELS[toy.__name__], "toy2d", toy)
    for toy in (moons, rings, spiral, blobs, checkerboard, stripe, tilted)
)
