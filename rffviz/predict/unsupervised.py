"""Without labels: kernel principal components and kernel k-means, beside their linear forms on features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA, KernelPCA
from sklearn.metrics import adjusted_rand_score

from rffviz.kernels import Kernel
from rffviz.validation import points, whole_number

MAX_POINTS = 5000  # the kernel matrix is 200 MB
_ROUNDS = 300


@dataclass(frozen=True)
class ComponentComparison:
    """Principal components of the kernel and of features, on the same points.

    Attributes
    ----------
    exact_scores, feature_scores : ndarray of shape (n, c)
        Coordinates of the points, signs turned so that those of the features go with the exact ones.
    exact_eigenvalues, feature_eigenvalues : ndarray of shape (c,)
        Of the centred kernel matrix over n, and of the centred features' covariance: the variance along each.
    angles : ndarray of shape (c,)
        Principal angles between the spans of the two scores in ℝⁿ, in radians, the smallest first: 0 where they agree.
    """

    exact_scores: np.ndarray
    feature_scores: np.ndarray
    exact_eigenvalues: np.ndarray
    feature_eigenvalues: np.ndarray
    angles: np.ndarray


@dataclass(frozen=True)
class ClusterComparison:
    """Clusters of kernel k-means and of k-means on features, on the same points.

    Attributes
    ----------
    exact_labels, feature_labels : ndarray of int, shape (n,)
    agreement : float
        Adjusted Rand index of the two: 1 for the same clusters, about 0 for unrelated ones.
    exact_inertia, feature_inertia : float
        Sum of squared distances to the centres **in the kernel's space**, of both: what features cost.
    exact_agreement, feature_agreement : float or None
        Adjusted Rand index with given labels; None where there are none.
    """

    exact_labels: np.ndarray
    feature_labels: np.ndarray
    agreement: float
    exact_inertia: float
    feature_inertia: float
    exact_agreement: float | None
    feature_agreement: float | None


def compare_components(kernel: Kernel, features, X, n_components: int = 2) -> ComponentComparison:
    """Kernel principal components, and the principal components of features.

    Parameters
    ----------
    kernel : Kernel
    features : transformer
        Cloned, and fitted on X.
    X : array of shape (n, d)
        From 2 to 5000 points.
    n_components : int
        c, at most the ranks of the two centred matrices.

    Returns
    -------
    ComponentComparison

    Raises
    ------
    ValueError
        For arguments outside their ranges.

    Notes
    -----
    Known bias: components turn into each other where eigenvalues are close, while their span does not: read the angles.
    Where the c-th and the next eigenvalue are close, as on a circle, the span is not determined either, and the last
    angle stays large for any number of features. O(n²d + n²c) for the kernel, O(n·M·min(n, M)) for M features.

    Source: Schölkopf, Smola & Müller 1998; on random features: Lopez-Paz et al. 2014, "Randomized nonlinear component
    analysis".
    """
    X, Z = _points_and_features(kernel, features, X)
    n = len(X)
    n_components = whole_number("n_components", n_components, high=min(n - 1, Z.shape[1]))
    exact = KernelPCA(n_components, kernel="precomputed", eigen_solver="dense")
    exact_scores = exact.fit_transform(kernel(X))
    if exact_scores.shape[1] < n_components or exact.eigenvalues_[-1] <= n * np.finfo(np.float64).eps:
        raise ValueError(f"n_components must be at most the rank of the centred kernel matrix, got {n_components}.")
    linear = PCA(n_components, svd_solver="full")
    scores = linear.fit_transform(Z)
    scores = scores * np.where(np.einsum("ij,ij->j", scores, exact_scores) < 0, -1.0, 1.0)
    return ComponentComparison(
        exact_scores,
        scores,
        exact.eigenvalues_ / n,
        np.square(linear.singular_values_) / n,
        np.sort(linalg.subspace_angles(exact_scores, scores)),
    )


def compare_clusters(
    kernel: Kernel, features, X, n_clusters: int = 2, labels=None, n_init: int = 10, random_state: int = 0
) -> ClusterComparison:
    """Kernel k-means, and k-means on features.

    Parameters
    ----------
    kernel : Kernel
    features : transformer
        Cloned, and fitted on X.
    X : array of shape (n, d)
        From 2 to 5000 points.
    n_clusters : int
        From 1 to n.
    labels : array of shape (n,), optional
        The true clusters.
    n_init : int
        Starts; the best is kept, by each method's own inertia.
    random_state : int

    Returns
    -------
    ClusterComparison

    Raises
    ------
    ValueError
        For arguments outside their ranges.

    Source: Dhillon, Guan & Kulis 2004, "Kernel k-means"; on random features: Chitta, Jin & Jain 2012, "Efficient
    kernel clustering using random Fourier features".
    """
    X, Z = _points_and_features(kernel, features, X)
    n_clusters = whole_number("n_clusters", n_clusters, high=len(X))
    n_init = whole_number("n_init", n_init)
    seed = whole_number("random_state", random_state, low=0)
    if labels is not None and np.shape(labels) != (len(X),):
        raise ValueError(f"labels must hold one label for each of the {len(X)} points, got shape {np.shape(labels)}.")
    K = kernel(X)
    exact, inertia = kernel_kmeans(K, n_clusters, n_init, np.random.default_rng(seed))
    ours = KMeans(n_clusters, n_init=n_init, random_state=seed % 2**32).fit_predict(Z)
    return ClusterComparison(
        exact,
        ours,
        float(adjusted_rand_score(exact, ours)),
        inertia,
        float(np.take_along_axis(_distances(K, ours, n_clusters), ours[:, None], axis=1).sum()),
        None if labels is None else float(adjusted_rand_score(labels, exact)),
        None if labels is None else float(adjusted_rand_score(labels, ours)),
    )


def kernel_kmeans(K, n_clusters: int, n_init: int, rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """k-means in the space of a kernel, from its matrix: labels and the sum of squared distances to the centres.

    ‖φ_i − μ_c‖² = k_ii − 2 Σ_{j∈c} k_ij/|c| + Σ_{j,l∈c} k_jl/|c|². Lloyd's rounds from k-means++ starts; an empty
    cluster takes the point farthest from its centre. A local optimum, the best of `n_init`.
    """
    best = None
    for _ in range(n_init):
        labels = _start(K, n_clusters, rng)
        for _ in range(_ROUNDS):
            distances = _distances(K, labels, n_clusters)
            moved = distances.argmin(axis=1)
            for cluster in np.flatnonzero(np.bincount(moved, minlength=n_clusters) == 0):
                own = np.take_along_axis(distances, moved[:, None], axis=1)[:, 0]
                alone = np.bincount(moved, minlength=n_clusters)[moved] == 1
                moved[np.argmax(np.where(alone, -np.inf, own))] = cluster
            if (moved == labels).all():
                break
            labels = moved
        inertia = float(np.take_along_axis(_distances(K, labels, n_clusters), labels[:, None], axis=1).sum())
        if best is None or inertia < best[1]:
            best = labels, inertia
    return best


def _start(K, n_clusters, rng):
    """Labels by the nearest of centres drawn as k-means++ does: with probability ∝ the squared distance."""
    n, diagonal = len(K), np.diag(K)
    centres = [int(rng.integers(n))]
    nearest = diagonal - 2 * K[:, centres[0]] + diagonal[centres[0]]
    while len(centres) < n_clusters:
        chances = np.maximum(nearest, 0)
        chances[centres] = 0
        total = chances.sum()
        others = np.setdiff1d(np.arange(n), centres)
        centre = int(rng.choice(n, p=chances / total)) if total > 0 else int(rng.choice(others))
        centres.append(centre)
        nearest = np.minimum(nearest, diagonal - 2 * K[:, centre] + diagonal[centre])
    labels = (diagonal[centres] - 2 * K[:, centres]).argmin(axis=1)
    labels[centres] = np.arange(n_clusters)
    return labels


def _distances(K, labels, n_clusters):
    """Squared distances of every point to every centre, shape (n, n_clusters)."""
    members = np.zeros((len(K), n_clusters))
    members[np.arange(len(K)), labels] = 1
    members /= np.maximum(members.sum(axis=0), 1)
    towards = K @ members
    return np.diag(K)[:, None] - 2 * towards + np.einsum("ij,ij->j", members, towards)


def _points_and_features(kernel, features, X):
    if not isinstance(kernel, Kernel):
        raise ValueError(f"kernel must be a kernel of rffviz.kernels, got {kernel!r}.")
    X = points("X", X, min_points=2)
    if len(X) > MAX_POINTS:
        raise ValueError(f"X must hold at most {MAX_POINTS} points for the exact kernel matrix, got {len(X)}.")
    if not (hasattr(features, "fit") and hasattr(features, "transform")):
        raise ValueError(f"features must be a transformer, got {features!r}.")
    return X, np.asarray(clone(features).fit(X).transform(X), dtype=np.float64)
