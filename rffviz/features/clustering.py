"""Centres that represent data: k-means that also handles coinciding points."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.cluster import KMeans, MiniBatchKMeans
from sklearn.exceptions import ConvergenceWarning

from rffviz.foundation.notes import Note, note

# Distances per round of k-means; above this, mini-batches take a sixth of the time for a tenth more inertia.
_LARGE = 2 * 10**7


def k_means(X: Any, n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, tuple[Note, ...]]:
    """Centres of at most n clusters of the rows of X, from one k-means++ start, the size of each cluster, and notes.

    If clusters are empty and there are at most n distinct rows, those rows are the centres; otherwise empty clusters
    are dropped. A note says so. Above 2·10⁷ distances per round, mini-batches are used, which can leave clusters empty
    for any data.
    """
    seed = int(rng.integers(2**31 - 1))
    if X.shape[0] * n > _LARGE:
        machine = MiniBatchKMeans(n, n_init=1, random_state=seed, batch_size=4096, max_iter=10, init_size=3 * n)
    else:
        machine = KMeans(n, n_init=1, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # too few distinct points: handled below
        machine.fit(X)
    counts = np.bincount(machine.labels_, minlength=n)
    if counts.all():
        return machine.cluster_centers_, counts, ()
    if not sparse.issparse(X):
        places, times = np.unique(X, axis=0, return_counts=True)
        if len(places) <= n:  # no clustering does better
            return places, times, (note("fewer_distinct_points", n_left=len(places), n=n),)
    # scikit-learn moves the centres of empty clusters, and its labels do not follow: the means of the labels do.
    full = np.flatnonzero(counts)
    centres = np.array([X[machine.labels_ == cluster].mean(axis=0) for cluster in full])
    return centres, counts[full], (note("empty_clusters", n_left=len(full), n=n),)
