"""The spectral mixture process: its likelihood by a dense matrix, its gradient, periods found, and its limits."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from rffviz.foundation.validation import Refusal
from rffviz.kernels.spectral_mixture import SpectralMixture
from rffviz.predict import MAX_MIXTURE_POINTS, SpectralMixtureRegressor, exact_posterior
from rffviz.predict.spectral_mixture import _OfMixture, mixture_evidence
from tests import contract

SHARES, MEANS = np.array([0.8, 0.5]), np.array([[0.3, -1.0], [2.0, 0.5]])
VARIANCES = np.array([[1.0, 0.3], [0.2, 0.7]])


@pytest.fixture
def data():
    rng = np.random.default_rng(3)
    X = rng.uniform(-2, 2, (30, 2))
    return X, np.sin(2 * X[:, 0]) + 0.5 * X[:, 1] + 0.1 * rng.standard_normal(30)


def test_the_likelihood_is_that_of_a_normal_vector(data):
    X, y = data
    kernel = SpectralMixture(1.0, SHARES / 1.3, MEANS, VARIANCES)
    expected = multivariate_normal(np.zeros(30), 1.3 * kernel(X) + 0.2 * np.eye(30)).logpdf(y)
    assert mixture_evidence(X, y, SHARES, MEANS, VARIANCES, 0.2)[0] == pytest.approx(expected, rel=1e-10)


def test_the_gradient_is_that_of_finite_differences(data):
    X, y = data
    parts = [np.log(SHARES), MEANS, np.log(VARIANCES), np.log([0.2])]
    ends = np.cumsum([part.size for part in parts])[:-1]

    def value(x):
        shares, means, variances, noise = np.split(x, ends)
        return mixture_evidence(
            X, y, np.exp(shares), means.reshape(2, 2), np.exp(variances).reshape(2, 2), *np.exp(noise)
        )[0]

    x = np.concatenate([part.ravel() for part in parts])
    differences = [(value(x + h) - value(x - h)) / 2e-5 for h in 1e-5 * np.eye(len(x))]
    found = mixture_evidence(X, y, SHARES, MEANS, VARIANCES, 0.2)[1:]
    np.testing.assert_allclose(np.concatenate([np.ravel(part) for part in found]), differences, rtol=1e-5, atol=1e-6)


def test_the_objective_s_slope_is_too_and_is_0_where_a_logarithm_is_held(data):
    objective = _OfMixture(*data, 2)
    x = objective.start(0.2, np.random.default_rng(0))
    h = 1e-5 * np.eye(len(x))
    differences = [(objective.compute(x + s)[0] - objective.compute(x - s)[0]) / 2e-5 for s in h]
    np.testing.assert_allclose(objective.compute(x)[1], differences, rtol=1e-5, atol=1e-6)
    far = x.copy()
    far[-2], far[-1] = 1000.0, -1000.0
    value, slope = objective.compute(far)
    assert np.isfinite(value) and np.isfinite(slope).all() and slope[-2] == slope[-1] == 0


def test_predictions_are_the_posterior_of_its_kernel(data):
    X, y = data
    model = SpectralMixtureRegressor(2, n_iterations=10, random_state=0).fit(X, y)
    new = np.random.default_rng(0).uniform(-3, 3, (20, 2))
    K = model.signal_variance_ * model.kernel_(X) + model.noise_variance_ * np.eye(30)
    across = model.signal_variance_ * model.kernel_(new, X)
    mean, deviation = model.predict(new, return_std=True)
    np.testing.assert_allclose(mean, y.mean() + across @ np.linalg.solve(K, y - y.mean()), rtol=1e-7)
    left = model.signal_variance_ - np.einsum("ij,ji->i", across, np.linalg.solve(K, across.T))
    np.testing.assert_allclose(deviation**2, left + model.noise_variance_, rtol=1e-7)
    exact = exact_posterior(model.kernel_, X, y, new, model.noise_variance_ / model.signal_variance_ / 30)
    np.testing.assert_allclose(mean, exact.mean, rtol=1e-6)
    ends = multivariate_normal(np.zeros(30), K).logpdf(y - y.mean())
    assert model.log_likelihoods_[-1] == model.ends_.max() == pytest.approx(ends, rel=1e-6)
    assert (np.diff(model.log_likelihoods_) >= 0).all() and len(model.ends_) == 3


@pytest.mark.release
def test_it_finds_periods_and_goes_on_with_them():
    rng = np.random.default_rng(0)
    x, new = np.linspace(0, 10, 120)[:, None], np.linspace(10, 15, 60)[:, None]

    def signal(x):
        return np.cos(2 * np.pi * x[:, 0]) + 0.5 * np.sin(2 * np.pi * 2.7 * x[:, 0])

    model = SpectralMixtureRegressor(random_state=0).fit(x, signal(x) + 0.1 * rng.standard_normal(120))
    largest = np.argsort(model.kernel_.weights)[-2:]
    periods = 2 * np.pi / np.abs(np.array(model.kernel_.means)[largest, 0])
    np.testing.assert_allclose(np.sort(periods), [1 / 2.7, 1], rtol=0.01)
    assert np.sqrt(np.mean((model.predict(new) - signal(new)) ** 2)) < 0.1
    assert model.noise_variance_ == pytest.approx(0.01, rel=0.4)
    gaussian = SpectralMixtureRegressor(1, 1, random_state=0).fit(
        x, signal(x)
    )  # starts around 0, where a Gaussian kernel stays
    assert gaussian.kernel_.means[0][0] == pytest.approx(0, abs=1e-6)


def test_units_of_the_axes_do_not_matter(data):
    X, y = data
    units = np.array([1e-3, 50.0])
    one, other = (
        SpectralMixtureRegressor(2, n_iterations=5, random_state=0).fit(X * unit + 7, y) for unit in (1.0, units)
    )
    np.testing.assert_allclose(other.predict(X * units + 7), one.predict(X + 7), atol=1e-6)
    np.testing.assert_allclose(np.array(other.kernel_.means) * units, one.kernel_.means, atol=1e-5)


@pytest.mark.slow
@contract.every(SpectralMixtureRegressor(2, 1, n_iterations=5, random_state=0))
def test_it_is_an_estimator_of_scikit_learn(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n_components": 0}, "n_components must be a whole number of at least 1, got 0"),
        ({"n_restarts": 0}, "n_restarts must be a whole number of at least 1, got 0"),
        ({"noise": 0}, "noise must be a number strictly between 0 and 1, got 0"),
        ({"n_iterations": -1}, "n_iterations must be a whole number of at least 0, got -1"),
    ],
)
def test_what_is_refused(data, given, said):
    with pytest.raises(Refusal, match=said):
        SpectralMixtureRegressor(**given).fit(*data)


def test_many_points_are_refused():
    X = np.zeros((MAX_MIXTURE_POINTS + 1, 1))
    with pytest.raises(Refusal, match=r"^X must hold at most 1000 points for a spectral mixture, got 1001\.$"):
        SpectralMixtureRegressor(random_state=0).fit(X, X[:, 0])
