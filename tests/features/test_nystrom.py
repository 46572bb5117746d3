"""Nyström features: exact with all points, the projection by pseudo-inverse, scikit-learn's, the contract."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.kernel_approximation import Nystroem

from rffviz.features import NystromFeatures
from rffviz.features import nystrom as module
from rffviz.kernels import KERNELS, Gaussian, Laplacian
from rffviz.predict import ExactKernelRidge, FeatureRidge
from tests import contract


@pytest.mark.slow
@contract.every(NystromFeatures(random_state=0), NystromFeatures(landmarks="kmeans", n_landmarks=5, random_state=0))
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    return rng.standard_normal((70, 3)), rng.standard_normal((30, 3))


@pytest.mark.parametrize("landmarks", ["sample", "kmeans"])
@pytest.mark.parametrize("name", sorted(KERNELS))
def test_all_points_give_the_kernel_exactly(data, name, landmarks):
    X, new = data
    kernel = KERNELS[name](1.0)
    fitted = NystromFeatures(kernel, 1000, landmarks, random_state=0).fit(X)
    K = kernel.of_difference(X[:, None] - X[None])
    assert K.min() < 0.2 and np.median(K) < 0.8
    Z = fitted.transform(X)
    np.testing.assert_allclose(Z @ Z.T, K, atol=1e-7)
    np.testing.assert_allclose(fitted.transform(new) @ Z.T, kernel.of_difference(new[:, None] - X[None]), atol=1e-7)
    assert sorted(fitted.landmark_indices_) == list(range(70))


@pytest.mark.parametrize("landmarks", ["sample", "kmeans"])
def test_products_are_those_of_projections(data, landmarks):
    """k(x, L) K_LL⁺ k(L, y) by a pseudo-inverse; exact at a landmark, and never above k."""
    X, new = data
    fitted = NystromFeatures(Laplacian(2.0), 20, landmarks, random_state=3).fit(X)
    L = fitted.landmarks_
    cross, inner = (Laplacian(2.0).of_difference(a[:, None] - L[None]) for a in (new, L))
    Z = fitted.transform(new)
    np.testing.assert_allclose(Z @ Z.T, cross @ np.linalg.pinv(inner) @ cross.T, atol=1e-10)
    np.testing.assert_allclose(fitted.transform(L) @ Z.T, cross.T, atol=1e-10)
    assert (np.square(Z).sum(axis=1) <= 1 + 1e-10).all()
    missing = Laplacian(2.0)(new) - Z @ Z.T
    assert np.linalg.eigvalsh(missing).min() > -1e-10
    assert fitted.rank_ == 20 and Z.shape == (30, 20)
    assert (np.diff(fitted.eigenvalues_) <= 0).all()


def test_against_scikit_learn_on_its_landmarks(data):
    """Its features are turned by an orthogonal matrix; their products are ours."""
    X, new = data
    other = Nystroem(gamma=1 / (2 * 1.3**2), n_components=25, random_state=1).fit(X)
    ours = NystromFeatures(Gaussian(1.3), 25, random_state=0).fit(other.components_)
    A, B = other.transform(new), ours.transform(new)
    np.testing.assert_allclose(A @ A.T, B @ B.T, atol=1e-8)


def test_all_landmarks_make_ridge_exact_kernel_ridge(data):
    X, new = data
    y = np.sin(X).sum(axis=1)
    ours = FeatureRidge(NystromFeatures(Gaussian(1.0), 70, random_state=0), 1e-3).fit(X, y).predict(new)
    np.testing.assert_allclose(
        ours, ExactKernelRidge(Gaussian(1.0), 1e-3, random_state=0).fit(X, y).predict(new), atol=1e-7
    )


def test_a_matrix_of_low_rank_is_cut(data):
    """Points that repeat, and a kernel so wide that its matrix has few eigenvalues above rounding."""
    X, _ = data
    assert NystromFeatures(Gaussian(1.0), 40, random_state=0).fit(np.repeat(X[:4], 10, axis=0)).rank_ == 4
    wide = NystromFeatures(Gaussian(100.0), 70, random_state=0).fit(X)
    assert wide.rank_ < 70
    Z = wide.transform(X)
    np.testing.assert_allclose(Z @ Z.T, Gaussian(100.0)(X), atol=1e-6)
    assert (
        len(
            NystromFeatures(landmarks="kmeans", n_landmarks=30, random_state=0)
            .fit(np.repeat(X[:4], 10, axis=0))
            .landmarks_
        )
        == 4
    )


def test_more_landmarks_extend_fewer_and_come_nearer(data):
    X, _ = data
    few, many = (NystromFeatures(n_landmarks=count, random_state=0).fit(X) for count in (10, 30))
    np.testing.assert_array_equal(few.landmark_indices_, many.landmark_indices_[:10])
    lost = [70 - np.square(fitted.transform(X)).sum() for fitted in (few, many)]
    assert 0 < lost[1] < lost[0]
    other = NystromFeatures(n_landmarks=10, random_state=1).fit(X)
    assert set(other.landmark_indices_) != set(few.landmark_indices_)


def test_blocks_of_rows_change_nothing(data, monkeypatch):
    X, new = data
    fitted = NystromFeatures(n_landmarks=10, random_state=0).fit(X)
    whole = fitted.transform(new)
    monkeypatch.setattr(module, "_BLOCK_VALUES", 70)
    np.testing.assert_allclose(fitted.transform(new), whole, atol=1e-10)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kernel": "rbf"}, r"kernel must be a kernel of rffviz\.kernels or None, got 'rbf'"),
        ({"n_landmarks": 0}, "n_landmarks must be a whole number from 1 to 10000, got 0"),
        ({"landmarks": "grid"}, "landmarks must be one of sample, kmeans, got 'grid'"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
    ],
)
def test_refusals(data, change, message):
    with pytest.raises(ValueError, match=message):
        NystromFeatures(**change).fit(data[0])


def test_given_landmarks_are_used_as_they_are():
    rng = np.random.default_rng(3)
    X, L, kernel = rng.standard_normal((30, 2)), rng.standard_normal((5, 2)), Gaussian(1.5)
    features = NystromFeatures(kernel, landmarks=L).fit(X)
    np.testing.assert_array_equal(features.landmarks_, L)
    assert features.landmark_indices_ is None and clone(features).fit(X).rank_ == 5
    Z = features.transform(X)
    np.testing.assert_allclose(Z @ Z.T, kernel(X, L) @ np.linalg.pinv(kernel(L)) @ kernel(L, X), atol=1e-9)
    L[:] = 0  # the caller's
    np.testing.assert_array_equal(features.transform(X), Z)
    for wrong, message in (
        (np.ones((2, 3)), "landmarks must have the 2 dimensions of X, got 3"),
        (np.ones(2), "landmarks must have shape"),
        (np.full((2, 2), np.inf), "landmarks must be finite"),
        (np.ones((10_001, 2)), "landmarks must be at most 10000 points, got 10001"),
        ("kmean", "landmarks must be one of sample, kmeans, got 'kmean'; did you mean 'kmeans'"),
    ):
        with pytest.raises(ValueError, match=message):
            NystromFeatures(kernel, landmarks=wrong).fit(X)
