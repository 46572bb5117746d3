"""Landmarks: a few weighted points that stand for all the data in the empirical kernel approximation loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.features.clustering import k_means
from rffviz.foundation.distances import nearest_of
from rffviz.foundation.notes import Note, note
from rffviz.foundation.validation import Refusal, Seed, of_dimension, one_of, points, random_generator, whole_number

LANDMARK_KINDS = {
    "sample": "sampled points",
    "kmeans": "k-means centres",
    "nearest": "points nearest to the centres",
}
"""The kinds of landmarks, and their names on screen."""
PER_FREQUENCY = 10
_MOST_UNASKED = 2000  # default maximum, unless there are more frequencies: the loss needs all pairs of landmarks


@dataclass(frozen=True, eq=False)
class Landmarks:
    """Weighted points that stand for the data.

    Attributes
    ----------
    points : ndarray of shape (n, d), float64
    weights : ndarray of shape (n,)
        q_s² > 0, the share of the data that landmark s stands for; they sum to 1.
    kind : str
        One of `LANDMARK_KINDS`, or "given".
    indices : ndarray of shape (n,) or None
        Their rows in the data; None for centres, which are not data points.
    notes : tuple of Note
        Why there are fewer landmarks than requested.
    """

    points: np.ndarray
    weights: np.ndarray
    kind: str
    indices: np.ndarray | None = None
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", points("points", self.points))
        weights = np.asarray(self.weights, dtype=np.float64)
        if weights.shape != (len(self.points),):
            raise Refusal(f"weights must be one for each of the {len(self.points)} points, got {weights.shape}.")
        if not (weights > 0).all() or abs(weights.sum() - 1) > 1e-6:
            raise Refusal(
                f"weights must be above 0 and sum to 1, got {weights.min():g} at least and a sum of {weights.sum():g}."
            )
        object.__setattr__(self, "weights", weights)

    @property
    def n_landmarks(self) -> int:
        """The actual number of landmarks, which can be smaller than the number requested."""
        return len(self.points)


def choose_landmarks(X: ArrayLike, n_landmarks: int, kind: str = "sample", random_state: Seed = 0) -> Landmarks:
    """Choose landmarks for the data X.

    Parameters
    ----------
    X : array of shape (N, d)
    n_landmarks : int
        n, from 2 to N.
    kind : {"sample", "kmeans", "nearest"}
        "sample": n points without replacement, weights 1/n. "kmeans": the centres of k-means, weights N_s/N, without
        empty clusters; the distinct points of X where these are at most n. "nearest": the data point nearest to each
        centre, with the weight of the cluster (the sum, where centres share a point); unlike centres, these landmarks
        are data points, which matters where n is below d.
    random_state : int, RandomState, Generator or None

    Returns
    -------
    Landmarks
        Fewer than n, with a note, where X has fewer distinct points or clusters run empty.

    Raises
    ------
    ValueError
        Also where all points are the same.

    Notes
    -----
    Proposition 1 of the paper is about draws with replacement, and so not exactly about "sample". A round of k-means
    costs O(N·n·d) (Lloyd's algorithm from one k-means++ start: a local optimum); where N·n exceeds 2·10⁷ it is k-means
    in mini-batches.

    Source: Li, Zhang, Wang & Kumar 2019, "Approximators of the EKAL"; "nearest" is the remedy in its experiments.
    """
    X = points("X", X, min_points=2)
    n = whole_number("n_landmarks", n_landmarks, low=2, high=len(X))
    one_of("kind", kind, LANDMARK_KINDS)
    if not np.ptp(X, axis=0).any():
        raise Refusal(f"X must hold at least 2 distinct points, got {len(X)} copies of one.")
    rng = random_generator("random_state", random_state)
    if kind == "sample":
        indices = rng.choice(len(X), n, replace=False)
        return Landmarks(X[indices], np.full(n, 1 / n), kind, indices)
    centres, counts, notes = k_means(X, n, rng)
    if kind == "kmeans":
        return Landmarks(centres, counts / len(X), kind, None, notes)
    indices, which = np.unique(nearest_of(centres, X)[0], return_inverse=True)
    if len(indices) < len(centres):
        shared = len(centres) - len(indices)
        notes += (note("centres_merged", n_merged=shared, n=len(centres)),)
    return Landmarks(X[indices], np.bincount(which, counts) / len(X), kind, indices, notes)


def landmarks_of(
    X: np.ndarray,
    landmarks: str | Landmarks,
    n_landmarks: int | None,
    n_freqs: int,
    rng: np.random.Generator,
    each: int = 1,
) -> Landmarks:
    """`landmarks` as given, or chosen among the points X if it names a kind.

    None for `n_landmarks` is min(each·n_freqs, max(n_freqs, 2000), N), but at least 2.
    """
    if isinstance(landmarks, Landmarks):
        of_dimension("landmarks", landmarks.points, X.shape[1], "X")
        return landmarks
    one_of("landmarks", landmarks, LANDMARK_KINDS)
    if n_landmarks is None:
        n_landmarks = max(2, min(each * n_freqs, max(n_freqs, _MOST_UNASKED), len(X)))
    return choose_landmarks(X, n_landmarks, landmarks, rng)
