"""Whitening against the Mahalanobis distance, and against scikit-learn's contract."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.pipeline import make_pipeline

from rffviz.features import RandomFourierFeatures, Whitening
from rffviz.kernels import Gaussian
from tests import contract


@pytest.mark.slow
@contract.every(Whitening())
def test_scikit_learn_estimator_contract(estimator):
    assert contract.broken(estimator) == {}


def correlated(n=200, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, 3)) @ [[2.0, 0.5, 0.0], [0.0, 0.3, -1.0], [0.2, 0.0, 30.0]] + [5.0, -70.0, 1e3]


@pytest.mark.parametrize("X", [correlated(), load_iris().data, load_wine().data], ids=["made", "iris", "wine"])
def test_training_points_have_mean_zero_and_unit_covariance(X):
    Z = Whitening().fit_transform(X)
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(Z.T @ Z / len(Z), np.eye(X.shape[1]), atol=1e-8)


def test_distances_are_mahalanobis_distances_also_of_new_points():
    X, new = correlated(), correlated(6, seed=1) * 1.5
    precision = np.linalg.inv(np.cov(X.T, bias=True))
    Z = Whitening().fit(X).transform(new)
    for i, x in enumerate(new):
        for j, y in enumerate(new):
            assert np.sum((Z[i] - Z[j]) ** 2) == pytest.approx((x - y) @ precision @ (x - y), rel=1e-9, abs=1e-9)


def test_factor_is_the_lower_cholesky_factor_of_the_inverse_covariance():
    X = correlated()
    whitening = Whitening().fit(X)
    np.testing.assert_allclose(whitening.mean_, X.mean(axis=0))
    assert (whitening.factor_[np.triu_indices(3, 1)] == 0).all() and (np.diag(whitening.factor_) > 0).all()
    precision = np.linalg.inv(np.cov(X.T, bias=True))
    np.testing.assert_allclose(whitening.factor_ @ whitening.factor_.T, precision, rtol=1e-9, atol=1e-12)


def test_units_of_the_columns_do_not_matter():
    X = correlated()
    Z, scaled = Whitening().fit_transform(X), Whitening().fit_transform(X * [1e-6, 1.0, 1e9])
    np.testing.assert_allclose(scaled, Z, atol=1e-8)


def test_a_kernel_after_whitening_is_not_isotropic():
    X = correlated()
    model = make_pipeline(Whitening(), RandomFourierFeatures(Gaussian(), n_freqs=20_000, random_state=0)).fit(X)
    precision = np.linalg.inv(np.cov(X.T, bias=True))
    Z = model.transform(X[:20]).astype(float)
    delta = X[:20, None] - X[None, :20]
    exact = np.exp(-0.5 * np.einsum("ijk,kl,ijl->ij", delta, precision, delta))
    assert (np.histogram(exact, [0, 0.2, 0.4, 0.6, 0.9])[0] > 0).all()
    assert np.abs(Z @ Z.T - exact).max() < 5 / np.sqrt(20_000)


@pytest.mark.parametrize(
    "X, said",
    [
        (np.column_stack([correlated(), np.full(200, 7.0)]), "no constant column to be whitened, got one in column 3"),
        (np.column_stack([np.zeros(200), correlated()]), "no constant column to be whitened, got one in column 0"),
        (np.column_stack([correlated(), correlated() @ [1.0, 2.0, -0.1]]), "independent.*got 200 points in 4 columns"),
        (correlated(3), "more points than columns to be whitened, got 3 points in 3 columns"),
        (correlated(1), "minimum of 2 is required"),
    ],
)
def test_singular_covariances_are_refused(X, said):
    with pytest.raises(ValueError, match=said):
        Whitening().fit(X)
