"""Exact kernel ridge regression and classification: the closed form by explicit inverse, the contract, the refusals."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from rffviz.features import RandomFourierFeatures
from rffviz.foundation import decisions
from rffviz.kernels import KERNELS, Gaussian
from rffviz.predict import ExactKernelRidge, ExactKernelRidgeClassifier, FeatureRidgeClassifier
from tests import contract


@pytest.mark.slow
@contract.every(ExactKernelRidge(random_state=0), ExactKernelRidgeClassifier(random_state=0))
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((60, 3))
    return X, np.sin(X[:, 0]) + X[:, 1] * X[:, 2] + 40, rng.standard_normal((25, 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(KERNELS))
def test_against_an_explicit_inverse(data, name):
    X, y, new = data
    kernel = KERNELS[name](1.7)
    K = kernel.of_difference(X[:, None] - X[None])
    cross = kernel.of_difference(new[:, None] - X[None])
    expected = cross @ np.linalg.inv(K + 60 * 0.02 * np.eye(60)) @ (y - y.mean()) + y.mean()
    np.testing.assert_allclose(
        ExactKernelRidge(kernel, 0.02, random_state=0).fit(X, y).predict(new), expected, rtol=1e-10
    )


def test_against_scikit_learn(data):
    X, y, new = data
    other = KernelRidge(alpha=60 * 1e-3, kernel="rbf", gamma=1 / (2 * 1.3**2)).fit(X, y - y.mean())
    ours = ExactKernelRidge(Gaussian(1.3), 1e-3, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.predict(new), other.predict(new) + y.mean(), rtol=1e-9)


def test_limits_of_the_penalty(data):
    X, y, _ = data
    np.testing.assert_allclose(ExactKernelRidge(ridge=1e-12, random_state=0).fit(X, y).predict(X), y, rtol=1e-8)
    np.testing.assert_allclose(ExactKernelRidge(ridge=1e12, random_state=0).fit(X, y).predict(X), y.mean(), rtol=1e-9)


def test_blocks_of_rows_change_nothing(data, monkeypatch):
    X, y, new = data
    fitted = ExactKernelRidge(random_state=0).fit(X, y)
    whole = fitted.predict(new)
    monkeypatch.setattr(decisions, "_BLOCK_VALUES", 200)
    np.testing.assert_allclose(fitted.predict(new), whole, rtol=1e-13)


def test_refusals(data, monkeypatch):
    X, y, _ = data
    with pytest.raises(ValueError, match="ridge must be a finite number above 0, got 0"):
        ExactKernelRidge(ridge=0, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match=r"kernel must be a kernel of rffviz\.kernels or None, got 'rbf'"):
        ExactKernelRidge("rbf", random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="ridge must be larger for the exact solution"):
        ExactKernelRidge(Gaussian(100.0), ridge=1e-18, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="X must hold at most 59 points for the exact kernel matrix, got 60; sub"):
        ExactKernelRidge(max_points=59, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="subsample must be True or False, got 1"):
        ExactKernelRidge(subsample=1, random_state=0).fit(X, y)


def test_a_subsample_is_trained_on_where_that_is_allowed(data):
    X, y, new = data
    part = ExactKernelRidge(Gaussian(0.8), max_points=40, subsample=True, random_state=3).fit(X, y)
    rows = part.sample_indices_
    assert len(set(rows)) == 40 and len(part.dual_coef_) == 40
    alone = ExactKernelRidge(Gaussian(0.8), random_state=0).fit(X[rows], y[rows])
    np.testing.assert_allclose(part.predict(new), alone.predict(new), rtol=1e-12)
    assert list(ExactKernelRidge(subsample=True, random_state=0).fit(X, y).sample_indices_) == list(range(60))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_classifier_is_ridge_on_plus_and_minus_one_and_what_many_features_approach(data, n_classes):
    X, y, new = data
    labels = np.array(["a", "b", "c"])[np.argsort(np.argsort(y)) * n_classes // 60]
    fitted = ExactKernelRidgeClassifier(Gaussian(1.3), 1e-2, random_state=0).fit(X, labels)
    alone = [
        ExactKernelRidge(Gaussian(1.3), 1e-2, random_state=0).fit(X, np.where(labels == one, 1.0, -1.0)).predict(new)
        for one in fitted.classes_[-n_classes if n_classes > 2 else 1 :]
    ]
    np.testing.assert_allclose(fitted.decision_function(new).T, alone[0] if n_classes == 2 else alone, rtol=1e-9)
    best = np.array([*"abc"])[:n_classes][(alone[0] > 0).astype(int) if n_classes == 2 else np.argmax(alone, axis=0)]
    np.testing.assert_array_equal(fitted.predict(new), best)
    features = RandomFourierFeatures(Gaussian(1.3), 20_000, random_state=0)
    near = FeatureRidgeClassifier(features, 1e-2).fit(X, labels).decision_function(new)
    np.testing.assert_allclose(near, fitted.decision_function(new), atol=0.05)


def test_a_subsample_of_the_classifier_keeps_the_share_of_each_class(data):
    X = data[0]
    y = np.repeat([0, 1], [48, 12])
    part = ExactKernelRidgeClassifier(max_points=20, subsample=True, random_state=0).fit(X, y)
    assert np.bincount(y[part.sample_indices_]).tolist() == [16, 4]
    with pytest.raises(ValueError, match="max_points must be at least the 2 classes of y, got 1"):
        ExactKernelRidgeClassifier(max_points=1, subsample=True, random_state=0).fit(X, y)
