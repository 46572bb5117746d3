"""Components and clusters: exact features give the kernel's own, and k-means in the kernel's space by coordinates."""

import numpy as np
import pytest
from sklearn.datasets import make_circles

from rffviz.features import NystromFeatures, RandomFourierFeatures
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import compare_clusters, compare_components, kernel_kmeans, unsupervised


@pytest.fixture
def X():
    return np.random.default_rng(0).standard_normal((80, 3))


@pytest.mark.parametrize("kernel", [Gaussian(1.5), Laplacian(2.0)], ids=lambda kernel: kernel.name)
def test_exact_features_have_the_components_of_the_kernel(X, kernel):
    record = compare_components(kernel, NystromFeatures(kernel, 80), X, 4)
    np.testing.assert_allclose(record.feature_eigenvalues, record.exact_eigenvalues, rtol=1e-9)
    np.testing.assert_allclose(record.feature_scores, record.exact_scores, atol=1e-6)
    assert record.angles.max() < 1e-6
    K = kernel.of_difference(X[:, None] - X[None])
    centring = np.eye(80) - 1 / 80
    eigenvalues = np.linalg.eigvalsh(centring @ K @ centring)[::-1][:4] / 80
    np.testing.assert_allclose(record.exact_eigenvalues, eigenvalues, rtol=1e-9)
    np.testing.assert_allclose(np.square(record.exact_scores).mean(axis=0), eigenvalues, rtol=1e-9)


def test_angles_are_those_of_the_spans(X):
    """By the singular values of the product of orthonormal bases."""
    record = compare_components(Gaussian(1.5), RandomFourierFeatures(Gaussian(1.5), 40), X, 3)
    bases = [np.linalg.qr(scores)[0] for scores in (record.exact_scores, record.feature_scores)]
    cosines = np.linalg.svd(bases[0].T @ bases[1])[1]
    np.testing.assert_allclose(np.cos(record.angles), cosines, atol=1e-9)
    assert (np.diff(record.angles) >= 0).all() and record.angles.max() > 0.01
    assert (np.einsum("ij,ij->j", record.exact_scores, record.feature_scores) >= 0).all()


def test_more_frequencies_bring_the_spans_together(X):
    largest = []
    for n_freqs in (20, 200, 2000):
        models = [RandomFourierFeatures(Gaussian(2.0), n_freqs, random_state=seed) for seed in range(4)]
        largest.append(np.mean([compare_components(Gaussian(2.0), model, X, 3).angles[-1] for model in models]))
    assert largest[1] < 0.6 * largest[0] and largest[2] < 0.6 * largest[1]


def test_kernel_k_means_by_coordinates(X):
    """With a linear kernel the centres have coordinates: points are nearest to their own, and the inertia is theirs."""
    labels, inertia = kernel_kmeans(X @ X.T, 5, 10, np.random.default_rng(1))
    centres = np.array([X[labels == c].mean(axis=0) for c in range(5)])
    distances = np.square(X[:, None] - centres[None]).sum(axis=2)
    np.testing.assert_array_equal(distances.argmin(axis=1), labels)
    assert inertia == pytest.approx(distances.min(axis=1).sum(), rel=1e-10)


def test_exact_features_have_the_clusters_of_the_kernel():
    rng = np.random.default_rng(2)
    truth = np.repeat([0, 1, 2], 40)
    X = rng.standard_normal((120, 2)) * 0.4 + np.array([[0, 0], [4, 0], [0, 4]])[truth]
    record = compare_clusters(Gaussian(1.0), NystromFeatures(Gaussian(1.0), 120), X, 3, truth)
    assert record.agreement == record.exact_agreement == record.feature_agreement == 1
    assert record.feature_inertia == pytest.approx(record.exact_inertia, rel=1e-9)
    few = compare_clusters(Gaussian(1.0), RandomFourierFeatures(Gaussian(1.0), 1), X, 3)
    assert few.exact_agreement is None and few.agreement < 0.9
    assert few.feature_inertia > few.exact_inertia


def test_the_inertia_of_the_features_clusters_is_in_the_kernels_space():
    X, _ = make_circles(100, factor=0.3, noise=0.05, random_state=0)
    kernel = Gaussian(0.5)
    record = compare_clusters(kernel, RandomFourierFeatures(kernel, 10), X, 2)
    K, total = kernel.of_difference(X[:, None] - X[None]), 0.0
    for cluster in (0, 1):
        rows = np.flatnonzero(record.feature_labels == cluster)
        total += len(rows) - K[np.ix_(rows, rows)].sum() / len(rows)
    assert record.feature_inertia == pytest.approx(total, rel=1e-10)


@pytest.mark.parametrize("n_clusters", [1, 7, 8])
def test_every_cluster_has_a_point_even_where_points_repeat(n_clusters):
    X = np.repeat([[0.0, 0.0], [1.0, 1.0]], 4, axis=0)
    labels, inertia = kernel_kmeans(Gaussian()(X), n_clusters, 3, np.random.default_rng(0))
    assert len(np.unique(labels)) == n_clusters
    assert inertia == pytest.approx(0 if n_clusters > 1 else 8 * (1 - np.exp(-1)) / 2, abs=1e-12)


@pytest.mark.parametrize(
    ("compare", "change", "message"),
    [
        (compare_components, {"n_components": 80}, "n_components must be a whole number from 1 to 79, got 80"),
        (compare_clusters, {"n_clusters": 81}, "n_clusters must be a whole number from 1 to 80, got 81"),
        (compare_clusters, {"labels": [1, 2]}, "labels must hold one label for each of the 80 points"),
        (compare_clusters, {"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
        (compare_clusters, {"n_init": 0}, "n_init must be a whole number of at least 1, got 0"),
        (compare_clusters, {"kernel": "rbf"}, r"kernel must be a kernel of rffviz\.kernels, got 'rbf'"),
        (compare_components, {"features": "rff"}, "features must be a transformer, got 'rff'"),
    ],
)
def test_refusals(X, monkeypatch, compare, change, message):
    arguments = {"kernel": Gaussian(), "features": RandomFourierFeatures(), "X": X}
    with pytest.raises(ValueError, match=message):
        compare(**(arguments | change))
    monkeypatch.setattr(unsupervised, "MAX_POINTS", 79)
    with pytest.raises(ValueError, match="X must hold at most 79 points for the exact kernel matrix, got 80"):
        compare(**arguments)
    with pytest.raises(ValueError, match="n_components must be at most the rank of the centred kernel matrix, got 3"):
        compare_components(Gaussian(), RandomFourierFeatures(), np.repeat(X[:2], 5, axis=0), 3)
