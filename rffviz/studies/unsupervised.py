"""Kernel principal components and kernel k-means, exact and from features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from rffviz.features import paired_map
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, increasing_whole_numbers, points, seed_number, whole_number
from rffviz.kernels import Kernel
from rffviz.kernels.length_scale import check_told_apart
from rffviz.samplers import draw
from rffviz.studies.shown import OverFreqs

MAX_UNSUPERVISED_POINTS = 3000
_STARTS = 5


@dataclass(frozen=True, eq=False)
class Unsupervised(OverFreqs):
    """Kernel principal components and kernel k-means, exact and on features at several numbers of frequencies.

    Attributes
    ----------
    X : ndarray of shape (n, d)
    n_freqs : ndarray of int, shape (g,)
    exact_scores : ndarray of shape (n, 2)
        The points along the first two kernel principal components.
    scores : ndarray of shape (g, n, 2)
        The same from features, aligned with the exact ones by an orthogonal transformation.
    exact_variances : ndarray of shape (k,)
        Share of the variance each of the first k components explains.
    variances : ndarray of shape (g, k)
    alike : ndarray of shape (g,)
        ‖V₁ᵀV₂‖²_F/2 of the first two components, orthonormal over the points: 1 where they span the same plane.
    exact_clusters : ndarray of int, shape (n,)
    clusters : ndarray of int, shape (g, n)
        Numbered so that as many points as possible agree with `exact_clusters`.
    agreement : ndarray of shape (g,)
        Adjusted Rand index of `clusters` and `exact_clusters`: 1 for the same partition, 0 on average by chance.
    truth_agreement : ndarray of shape (g + 1,)
        Adjusted Rand index with the labels given; the last entry is that of the exact method. NaN without labels.
    shown : int
        The number of frequencies shown first: by default the largest.
    """

    X: np.ndarray
    n_freqs: np.ndarray
    exact_scores: np.ndarray
    scores: np.ndarray
    exact_variances: np.ndarray
    variances: np.ndarray
    alike: np.ndarray
    exact_clusters: np.ndarray
    clusters: np.ndarray
    agreement: np.ndarray
    truth_agreement: np.ndarray
    shown: int
    about: About


@study
def unsupervised(
    X: ArrayLike,
    kernel: Kernel,
    n_freqs: Sequence[int],
    n_clusters: int = 2,
    sampler: str = "monte_carlo",
    random_state: int = 0,
    labels: ArrayLike | None = None,
    n_components: int = 6,
) -> Iterator[Progress[Unsupervised]]:
    """Kernel PCA and kernel k-means of the points, exactly and on features of each number of frequencies.

    Parameters
    ----------
    X : array of shape (n, d)
        At least 3 and at most 3,000 points.
    n_freqs : sequence of int
        Increasing; all from one draw where the scheme is nested.
    random_state : int
        Seed of the frequencies and of five starts of k-means each.
    labels : array of shape (n,), optional
        Known classes, only for comparison.
    n_components : int
        Components whose variance is given; at most one less than the points.

    Returns
    -------
    Unsupervised
        In steps: after each number of frequencies.

    Notes
    -----
    The exact method works on the centred matrix HKH. Its eigenvectors times √eigenvalue are the scores; k-means on all
    of them is kernel k-means, since their distances are the kernel's. Features are centred and decomposed instead,
    O(n·(2m)²), without any n × n matrix.

    Source: Schölkopf, Smola & Müller 1998; Rahimi & Recht 2007, section 6, mentions such uses of the features.
    """
    given, X = X, points("X", X, min_points=3)
    if len(X) > MAX_UNSUPERVISED_POINTS:
        raise Refusal(f"X must hold at most {MAX_UNSUPERVISED_POINTS:,} points for the exact matrix, got {len(X):,}.")
    if not np.ptp(X, axis=0).any():
        raise Refusal(f"X must hold at least 2 distinct points, got {len(X)} copies of one.")
    n_clusters = whole_number("n_clusters", n_clusters, low=2, high=len(X))
    counts = increasing_whole_numbers("n_freqs", n_freqs)
    seed = seed_number("random_state", random_state)
    n_components = min(whole_number("n_components", n_components, low=2), len(X) - 1)
    about = About.of(given, kernel, sampler, (seed,), n_clusters=n_clusters)
    K = kernel(X)
    check_told_apart(kernel, K)
    K -= K.mean(axis=0)
    K -= K.mean(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh(K)  # unlike SciPy's, it releases the GIL
    values, vectors = values[::-1].clip(0), vectors[:, ::-1]
    full = vectors * np.sqrt(values)
    shares = values[:n_components] / values.sum()
    exact = _clusters(full[:, values > 1e-10 * values[0]], n_clusters, seed)
    rows, truths = [], [np.nan if labels is None else adjusted_rand_score(labels, exact)]
    for count in counts:
        sample = draw(sampler, kernel, X.shape[1], count, np.random.default_rng(seed), X=X)
        Z = paired_map(X, sample.W, sample.weights, dtype=np.float64)
        Z -= Z.mean(axis=0)
        U, s, _ = np.linalg.svd(Z, full_matrices=False)
        variance = np.zeros(n_components)
        # one frequency of an unshifted lattice is 0, and its features are constant
        variance[: min(n_components, len(s))] = np.square(s[:n_components]) / (np.square(s).sum() or 1.0)
        plane = U[:, :2]
        clusters = _renamed(_clusters(U * s, n_clusters, seed), exact, n_clusters)  # same distances as in Z
        row = {
            "n_freqs": sample.n_freqs,
            "scores": _turned(plane * s[:2], full[:, :2]),
            "variances": variance,
            "alike": float(np.square(plane.T @ vectors[:, :2]).sum() / 2),
            "clusters": clusters,
            "agreement": adjusted_rand_score(exact, clusters),
        }
        rows.append(row)
        truths.insert(-1, np.nan if labels is None else adjusted_rand_score(labels, clusters))
        record = Unsupervised(
            **{name: np.array([each[name] for each in rows]) for name in row},
            X=X,
            exact_scores=full[:, :2],
            exact_variances=shares,
            exact_clusters=exact,
            truth_agreement=np.array(truths),
            shown=int(counts[-1]),
            about=about,
        )
        yield Progress(len(rows), len(counts), record)


def _clusters(Z: np.ndarray, n_clusters: int, seed: int) -> np.ndarray:
    return KMeans(n_clusters, n_init=_STARTS, random_state=seed).fit_predict(Z)


def _turned(scores: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Scores after the orthogonal transformation nearest to the exact ones (Procrustes)."""
    if scores.shape[1] < 2:  # a single frequency in one dimension may give a single component
        scores = np.column_stack([scores, np.zeros((len(scores), 2 - scores.shape[1]))])
    return scores @ linalg.orthogonal_procrustes(scores, exact)[0]


def _renamed(clusters: np.ndarray, exact: np.ndarray, n_clusters: int) -> np.ndarray:
    """The same clusters, relabelled to agree with `exact` on as many points as possible."""
    together = np.zeros((n_clusters, n_clusters))
    np.add.at(together, (clusters, exact), 1)
    before, after = linear_sum_assignment(-together)
    return after[np.argsort(before)][clusters]
