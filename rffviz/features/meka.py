"""Memory-efficient kernel approximation: Nyström within clusters, and small matrices that link the clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from rffviz.features.clustering import k_means
from rffviz.features.nystrom import NystromFeatures
from rffviz.foundation.distances import nearest_of
from rffviz.foundation.validation import Seed, new_points, seed_number, training_data, whole_number
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel

_LINKED_BY = 4  # least number of points per feature of a cluster used to fit a link
_LEAST_LINKED_BY = 100
_SINGULAR = 1e-6  # relative to a cluster's largest singular value; below, a link would fit rounding


@dataclass(eq=False, repr=False)
class MekaFeatures(HoldsKernel, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Features of K ≈ W L Wᵀ: W is block diagonal, Nyström features w_s(x) of the cluster s of x; L links clusters.

    Within a cluster L_ss = I, so a block of K is that of Nyström features of the cluster alone. Between two,
    L_st = (A⁺ B C⁺ᵀ) with A and C the features of some points of each and B their kernel values: the least squares fit
    of B by A L_st Cᵀ. z(x) = Λ^½ Qᵀ w(x) for L = Q Λ Qᵀ, with w(x) in the places of its cluster and 0 elsewhere.

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    rank : int, default 100
        k, the number of landmarks drawn from each cluster, which is also the number of entries per point in W. A
        cluster with at most k points uses each once.
    n_clusters : int, default 5
        c, of k-means; a point belongs to the nearest centre.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    centres_ : ndarray of shape (c, d)
    clusters_ : list of NystromFeatures
        One for each centre.
    links_ : ndarray of shape (M, M)
        L, M the sum of the clusters' ranks.
    negative_mass_ : float
        −Σ negative eigenvalues of L over Σ|eigenvalues|: they have no real square root, and are dropped.
    n_stored_ : int
        Numbers that n training points need: n·k in W, and M² in L.

    Raises
    ------
    ValueError
        In `fit`, for arguments outside their ranges.

    Notes
    -----
    Nyström features with k landmarks also need n·k numbers, but have rank k; this has rank c·k. `transform` gives z,
    dense, of all M features, in float64. O(M³ + c²(4k)²·k) to fit, O(n(cd + kd + k²) + nkM) to transform. Known bias:
    between clusters K̂ may exceed K, and the part in `negative_mass_` is lost. These features depend on the data.

    Source: Si, Hsieh & Dhillon 2014, "Memory efficient kernel approximation", section 4 (not verified against the
    paper).
    """

    kernel: Kernel | None = None
    rank: int = 100
    n_clusters: int = 5
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Find the clusters, the features of each, and the links between them; y is not used."""
        X = training_data(self, X, dtype=np.float64)
        kernel, rank = a_kernel(self.kernel, Gaussian()), whole_number("rank", self.rank)
        n_clusters = min(whole_number("n_clusters", self.n_clusters), len(X))
        centre_rng, link_rng = np.random.default_rng(seed_number("random_state", self.random_state)).spawn(2)
        self.centres_ = k_means(X, n_clusters, centre_rng)[0]
        within = nearest_of(X, self.centres_)[0]
        self.centres_ = self.centres_[np.unique(within)]  # rounding may leave a centre without points
        within = nearest_of(X, self.centres_)[0]
        self.clusters_, seen = [], []
        for s in range(len(self.centres_)):
            points = X[within == s]
            features = NystromFeatures(kernel, rank, random_state=self.random_state).fit(points)
            # landmarks first: a direction that only they span would otherwise have no data to fit
            order = np.concatenate([features.landmark_indices_, link_rng.permutation(len(points))])
            order = order[np.sort(np.unique(order, return_index=True)[1])]
            some = order[: max(_LINKED_BY * features.rank_, _LEAST_LINKED_BY)]
            self.clusters_.append(features)
            seen.append((points[some], linalg.pinv(features.transform(points[some]), rtol=_SINGULAR)))
        ranks = [features.rank_ for features in self.clusters_]
        self._starts = np.concatenate([[0], np.cumsum(ranks)])
        links = np.eye(self._starts[-1])
        for s, (there, inverse) in enumerate(seen):
            for t, (others, other) in enumerate(seen[:s]):
                link = inverse @ kernel(there, others) @ other.T
                links[self._place(s), self._place(t)], links[self._place(t), self._place(s)] = link, link.T
        eigenvalues, vectors = linalg.eigh(links)
        kept = eigenvalues > len(links) * np.finfo(np.float64).eps * eigenvalues[-1]
        self.links_ = links
        self.negative_mass_ = float(-eigenvalues[eigenvalues < 0].sum() / np.abs(eigenvalues).sum())
        self._root = (vectors[:, kept] * np.sqrt(eigenvalues[kept]))[:, ::-1]
        self.n_stored_ = int(sum(np.bincount(within) * ranks)) + links.size
        self._n_features_out = self._root.shape[1]
        return self

    def transform(self, X: ArrayLike) -> np.ndarray:
        """z of X, float64 of shape (n, eigenvalues of L above 0)."""
        X = new_points(self, X)
        within = nearest_of(X, self.centres_)[0]
        Z = np.empty((len(X), self._n_features_out))
        for s, features in enumerate(self.clusters_):
            if (rows := within == s).any():
                Z[rows] = features.transform(X[rows]) @ self._root[self._place(s)]
        return Z

    def _place(self, s: int) -> slice:
        return slice(self._starts[s], self._starts[s + 1])
