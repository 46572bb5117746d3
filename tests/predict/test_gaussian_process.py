"""Posteriors by explicit inverses, draws by their moments, and what features lose far from the data."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel

from rffviz.features import RandomFourierFeatures, paired_map
from rffviz.kernels import Gaussian, Laplacian
from rffviz.predict import ExactKernelRidge, FeatureRidge, exact_posterior, variance_starvation
from rffviz.predict.gaussian_process import condition_on_features, condition_on_kernel

DRAWS = 4000


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, (40, 2))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] + 7 + 0.1 * rng.standard_normal(40), rng.uniform(-4, 4, (9, 2))


def by_inverse(K, cross, prior, y, noise):
    inverse = np.linalg.inv(K + noise * np.eye(len(K)))
    centred = y - y.mean()
    return cross @ inverse @ centred + y.mean(), prior - cross @ inverse @ cross.T, centred @ inverse @ centred / len(y)


def covariance_of(kernel, X, y, new, ridge, signal):
    spread = condition_on_kernel(kernel(X), y - y.mean(), [kernel(new, X)], kernel(new), len(X) * ridge)[1]
    return signal * spread


def test_the_exact_posterior_by_an_explicit_inverse(data):
    X, y, new = data
    kernel = Laplacian(1.4)
    K, cross, prior = (kernel.of_difference(a[:, None] - b[None]) for a, b in ((X, X), (new, X), (new, new)))
    mean, covariance, signal = by_inverse(K, cross, prior, y, 40 * 0.01)
    ours = exact_posterior(kernel, X, y, new, 0.01, n_samples=1)
    assert ours.signal_variance == pytest.approx(signal, rel=1e-9)
    np.testing.assert_allclose(ours.mean, mean, rtol=1e-9)
    found = covariance_of(kernel, X, y, new, 0.01, ours.signal_variance)
    np.testing.assert_allclose(found, signal * covariance, atol=1e-10)
    np.testing.assert_allclose(ours.deviation, np.sqrt(np.diag(signal * covariance)), rtol=1e-8)
    plain = exact_posterior(kernel, X, y, new, 0.01)
    np.testing.assert_allclose(plain.deviation, ours.deviation, rtol=1e-9)
    assert plain.samples is None
    np.testing.assert_allclose(
        plain.mean, ExactKernelRidge(kernel, 0.01, random_state=0).fit(X, y).predict(new), rtol=1e-10
    )


def test_the_exact_posterior_against_scikit_learn(data):
    X, y, new = data
    other = GaussianProcessRegressor(ConstantKernel(2.5) * RBF(1.2), alpha=2.5 * 40 * 0.02, optimizer=None)
    mean, covariance = other.fit(X, y - y.mean()).predict(new, return_cov=True)
    ours = exact_posterior(Gaussian(1.2), X, y, new, 0.02, signal_variance=2.5)
    np.testing.assert_allclose(ours.mean, mean + y.mean(), rtol=1e-9)
    np.testing.assert_allclose(covariance_of(Gaussian(1.2), X, y, new, 0.02, 2.5), covariance, atol=1e-9)
    np.testing.assert_allclose(ours.deviation**2, np.diag(covariance), atol=1e-9)


@pytest.mark.parametrize("n_freqs", [3, 60])
def test_features_are_the_exact_process_of_their_own_kernel(data, n_freqs):
    """Fewer features than points, and more."""
    X, y, new = data
    features = RandomFourierFeatures(Gaussian(1.0), n_freqs, random_state=2)
    Z, at = (features.fit(X).transform(A).astype(np.float64) for A in (X, new))
    mean, covariance, _ = by_inverse(Z @ Z.T, at @ Z.T, at @ at.T, y, 40 * 0.01)
    (ours, at_training), spread = condition_on_features(Z, y - y.mean(), [at, Z], 40 * 0.01)
    np.testing.assert_allclose(ours + y.mean(), mean, rtol=1e-8)
    np.testing.assert_allclose(spread, np.diag(covariance), atol=1e-9)
    fitted = FeatureRidge(features, 0.01).fit(X, y)
    np.testing.assert_allclose(ours + y.mean(), fitted.predict(new), rtol=1e-5)
    np.testing.assert_allclose(at_training + y.mean(), fitted.predict(X), rtol=1e-5)


def test_draws_have_the_mean_and_the_covariance_of_the_posterior(data):
    X, y, new = data
    ours = exact_posterior(Gaussian(1.0), X, y, new, 0.01, n_samples=DRAWS, random_state=4)
    covariance = covariance_of(Gaussian(1.0), X, y, new, 0.01, ours.signal_variance)
    assert ours.samples.shape == (DRAWS, 9)
    error = ours.samples.mean(axis=0) - ours.mean
    assert (np.abs(error) <= 4 * ours.deviation / np.sqrt(DRAWS)).all()
    centred = ours.samples - ours.mean
    estimate = centred.T @ centred / DRAWS
    variance = np.square(ours.deviation)  # Var of a product of normals: c_ii c_jj + c_ij²
    spread = np.sqrt((np.outer(variance, variance) + covariance**2) / DRAWS)
    assert (np.abs(estimate - covariance) <= 4.5 * spread + 1e-12).all()
    one, other = (exact_posterior(Gaussian(), X, y, new, n_samples=5, random_state=s).samples for s in (4, 5))
    assert not np.allclose(one, other)


def test_a_posterior_beside_itself_starves_nowhere():
    rng = np.random.default_rng(1)
    x = rng.uniform(-3, 3, 200)
    y, at = np.sin(3 * x) + 0.1 * rng.standard_normal(200), np.linspace(-8, 8, 101)
    exact = exact_posterior(Gaussian(0.5), x, y, at, 1e-3)
    assert variance_starvation(exact, exact) == 1
    halved = replace(exact, deviation=exact.deviation / 2)
    assert variance_starvation(exact, halved) == pytest.approx(0.5)
    near = exact_posterior(Gaussian(0.5), x, y, x, 1e-3)
    assert np.isnan(variance_starvation(near, near))


def test_more_points_than_features_leave_no_uncertainty_anywhere():
    """At fixed noise the features' variance goes as 1/n, far from the data too, where the exact one stays at s²."""
    rng = np.random.default_rng(2)
    x = rng.uniform(-3, 3, 16_000)
    y, at = np.sin(x), np.array([50.0])
    W = Gaussian(0.5).sample(2, 1, rng)
    Z, asked = (paired_map(each[:, None], W, dtype=np.float64) for each in (x, at))
    few, many = (np.sqrt(condition_on_features(Z[:n], y[:n], [asked], 1.0)[1][0]) for n in (4000, 16_000))
    assert few / many == pytest.approx(2, rel=0.05)
    assert few < 0.1
    assert exact_posterior(Gaussian(0.5), x[:400], y[:400], at, 1 / 400, 1.0).deviation[0] == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kernel": "rbf"}, r"kernel must be a kernel of rffviz\.kernels, got 'rbf'"),
        ({"ridge": 0.0}, "ridge must be a finite number above 0, got 0.0"),
        ({"signal_variance": -1.0}, "signal_variance must be a finite number above 0, got -1.0"),
        ({"n_samples": -1}, "n_samples must be a whole number of at least 0, got -1"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
        ({"x_train": [1.0, np.nan]}, "x_train must be finite"),
        ({"x": [[1.0, 2.0]]}, "x must have the 1 dimensions of x_train, got 2"),
        ({"y_train": [1.0]}, "y_train must hold one number for each of the 2 points, got 1"),
        ({"x_train": [1.0], "y_train": [1.0]}, "x_train must hold at least 2 points, got 1"),
    ],
)
def test_refusals(change, message):
    arguments = {"kernel": Gaussian(), "x_train": [0.0, 1.0], "y_train": [1.0, 2.0], "x": [0.5]} | change
    with pytest.raises(ValueError, match=message):
        exact_posterior(**arguments)


def test_starvation_compares_like_with_like():
    one = exact_posterior(Gaussian(), [0.0, 1.0], [1.0, 2.0], [0.5])
    with pytest.raises(ValueError, match="features must be at the 1 points of exact, got 2"):
        variance_starvation(one, exact_posterior(Gaussian(), [0.0, 1.0], [1.0, 2.0], [0.5, 0.6]))
    with pytest.raises(ValueError, match="features must have the signal variance of exact"):
        variance_starvation(one, exact_posterior(Gaussian(), [0.0, 1.0], [1.0, 2.0], [0.5], signal_variance=9.0))
