"""MEKA features: blocks by hand, exact limits, links that are a least squares fit, and what is refused."""

import numpy as np
import pytest

from rffviz.datasets import load, standardize
from rffviz.features import MekaFeatures, NystromFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian
from tests import contract


@pytest.fixture
def points():
    rng = np.random.default_rng(2)
    return np.concatenate([rng.normal(centre, 0.6, (40, 3)) for centre in (-2.0, 0.0, 2.0)])


def error(Z, K):
    return np.linalg.norm(Z @ Z.T - K) / np.linalg.norm(K)


@pytest.mark.slow
@contract.every(MekaFeatures(n_clusters=2, rank=5, random_state=0))
def test_it_is_a_transformer_of_scikit_learn(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize("kernel", [Gaussian(1.5), Laplacian(3.0)])
def test_with_all_points_as_landmarks_it_is_exact(points, kernel):
    Z = MekaFeatures(kernel, rank=1000, n_clusters=3, random_state=0).fit_transform(points)
    assert error(Z, kernel(points)) < 1e-5


def test_one_cluster_is_nystrom(points):
    kernel = Gaussian(1.5)
    fitted = MekaFeatures(kernel, rank=20, n_clusters=1, random_state=4).fit(points)
    Z, other = fitted.transform(points), NystromFeatures(kernel, 20, random_state=4).fit_transform(points)
    np.testing.assert_allclose(Z @ Z.T, other @ other.T, atol=1e-8)
    assert fitted.negative_mass_ == 0 and fitted.n_stored_ == 120 * 20 + 400


def test_blocks_are_nystroms_and_links_are_fitted(points):
    """Clusters of fewer than 100 points: links see all of them."""
    kernel = Gaussian(1.5)
    fitted = MekaFeatures(kernel, rank=10, n_clusters=3, random_state=0).fit(points)
    within = np.argmin([np.linalg.norm(points - centre, axis=1) for centre in fitted.centres_], axis=0)
    W = [features.transform(points[within == s]) for s, features in enumerate(fitted.clusters_)]
    starts = np.cumsum([0, *(part.shape[1] for part in W)])
    for s in range(3):
        for t in range(3):
            link = fitted.links_[starts[s] : starts[s + 1], starts[t] : starts[t + 1]]
            if s == t:
                np.testing.assert_array_equal(link, np.eye(len(link)))
                continue
            exact = kernel(points[within == s], points[within == t])
            left = W[s] @ link @ W[t].T - exact
            assert np.abs(W[s].T @ left @ W[t]).max() < 1e-8  # the normal equations
    positive = np.linalg.eigvalsh(fitted.links_)
    lost = -positive[positive < 0].sum() / np.abs(positive).sum()
    assert fitted.negative_mass_ == pytest.approx(lost, abs=1e-12) and lost < 0.05
    Z = fitted.transform(points)
    raw = np.zeros((len(points), starts[-1]))
    for s in range(3):
        raw[within == s, starts[s] : starts[s + 1]] = W[s]
    values, vectors = np.linalg.eigh(fitted.links_)
    np.testing.assert_allclose(Z @ Z.T, raw @ (vectors * values.clip(0)) @ vectors.T @ raw.T, atol=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "low", "high"), [("digits", 0.5, 0.85), ("diabetes", 0.9, 1.1)])
def test_at_equal_memory_it_is_nearer_than_nystrom_where_points_are_many(name, low, high):
    """Of a few hundred points, the links take as much memory as the features."""
    X = standardize(load(name).X).X
    kernel = Gaussian(X.shape[1] ** 0.5 / 2)
    K, ours, theirs = kernel(X), [], []
    for seed in range(3):
        fitted = MekaFeatures(kernel, 30, 5, seed).fit(X)
        ours.append(error(fitted.transform(X), K))
        equal = round(fitted.n_stored_ / len(X))  # numbers of Nyström features for each point
        theirs.append(error(NystromFeatures(kernel, equal, random_state=seed).fit_transform(X), K))
    assert low < np.mean(ours) / np.mean(theirs) < high, (ours, theirs)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rank": 0}, "rank must be a whole number of at least 1, got 0"),
        ({"n_clusters": 0}, "n_clusters must be a whole number of at least 1, got 0"),
        ({"random_state": -1}, "random_state must be"),
        ({"kernel": "rbf"}, "kernel must be"),
    ],
)
def test_what_is_refused(points, given, said):
    with pytest.raises(Refusal, match=said):
        MekaFeatures(**given).fit(points)
