"""The sparse-spectrum process: its likelihood by a dense matrix, its gradient, its limits, its over-fitting."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from rffviz.features import paired_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.predict import SparseSpectrumRegressor, exact_posterior
from rffviz.predict.sparse_spectrum import log_marginal_likelihood
from tests import contract


@pytest.fixture
def data():
    rng = np.random.default_rng(3)
    X = rng.uniform(-2, 2, (30, 2))
    return X, np.sin(2 * X[:, 0]) + 0.5 * X[:, 1] + 0.1 * rng.standard_normal(30)


@pytest.mark.parametrize("m", [4, 25])  # fewer and more features than points
def test_the_likelihood_is_that_of_a_normal_vector(data, m):
    X, y = data
    W = Gaussian(0.7).sample(m, 2, np.random.default_rng(m))
    Z = paired_map(X, W, dtype=np.float64)
    covariance = 1.7 * Z @ Z.T + 0.2 * np.eye(30)
    value = log_marginal_likelihood(X, y, W, 1.7, 0.2)[0]
    assert value == pytest.approx(multivariate_normal(np.zeros(30), covariance).logpdf(y), rel=1e-9)


@pytest.mark.parametrize("m", [3, 20])
def test_the_gradient_is_that_of_finite_differences(data, m):
    X, y = data
    W = Gaussian(0.7).sample(m, 2, np.random.default_rng(m))
    _, by_W, by_signal, by_noise = log_marginal_likelihood(X, y, W, 1.3, 0.3)

    def value(W=W, signal=0.0, noise=0.0):
        return log_marginal_likelihood(X, y, W, 1.3 * np.exp(signal), 0.3 * np.exp(noise))[0]

    h = 1e-5
    for place in np.ndindex(W.shape):
        step = np.zeros(W.shape)
        step[place] = h
        assert (value(W + step) - value(W - step)) / (2 * h) == pytest.approx(by_W[place], rel=1e-5, abs=1e-6)
    assert (value(signal=h) - value(signal=-h)) / (2 * h) == pytest.approx(by_signal, rel=1e-6, abs=1e-7)
    assert (value(noise=h) - value(noise=-h)) / (2 * h) == pytest.approx(by_noise, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("m", [10, 20])  # fewer and more features than points
def test_without_learning_it_is_bayesian_regression_on_drawn_features(data, m):
    X, y = data
    model = SparseSpectrumRegressor(
        Gaussian(0.8), m, learn_frequencies=False, n_iterations=0, noise=0.2, random_state=0
    ).fit(X, y)
    variance = y.var()
    signal, noise = 0.8 * variance, 0.2 * variance
    assert (model.signal_variance_, model.noise_variance_) == pytest.approx((signal, noise))
    Z = paired_map(X, model.frequencies_, dtype=np.float64)
    K = signal * Z @ Z.T + noise * np.eye(30)
    expected = y.mean() + signal * Z @ Z.T @ np.linalg.solve(K, y - y.mean())
    mean, deviation = model.predict(X, return_std=True)
    np.testing.assert_allclose(mean, expected, rtol=1e-8)
    spread = signal * Z @ Z.T - signal * Z @ Z.T @ np.linalg.solve(K, signal * Z @ Z.T)
    np.testing.assert_allclose(deviation**2, np.diag(spread) + noise, rtol=1e-8)
    assert model.log_likelihoods_[0] == pytest.approx(
        multivariate_normal(np.zeros(30), K).logpdf(y - y.mean()), rel=1e-9
    )


def test_many_fixed_frequencies_come_to_the_exact_process(data):
    X, y = data

    def distance(m):
        model = SparseSpectrumRegressor(
            Gaussian(1.0), m, learn_frequencies=False, n_iterations=0, noise=0.1, random_state=0
        ).fit(X, y)
        exact = exact_posterior(Gaussian(1.0), X, y, X, model.noise_variance_ / model.signal_variance_ / 30)
        return np.abs(model.predict(X) - exact.mean).max() / y.std()

    assert distance(4000) < 0.05 < distance(100)


@pytest.mark.release
@pytest.mark.parametrize("seed", [0, 1])
def test_learning_raises_the_likelihood_and_over_fits_where_frequencies_are_many(seed):
    rng = np.random.default_rng(seed)
    X, new = rng.uniform(-2, 2, (60, 5)), rng.uniform(-2, 2, (500, 5))

    def bump(X):
        return 3 * np.exp(-np.square(X).sum(axis=1) / 4)

    y = bump(X) + 0.3 * rng.standard_normal(60)
    fixed, learned = (
        SparseSpectrumRegressor(Gaussian(5**0.5), 60, learn, random_state=0).fit(X, y) for learn in (False, True)
    )
    for model in (fixed, learned):
        assert (np.diff(model.log_likelihoods_) >= 0).all()
    assert learned.log_likelihoods_[-1] > fixed.log_likelihoods_[-1] + 50
    assert learned.noise_variance_ < 0.01 * fixed.noise_variance_  # the noise is learned, too
    errors = [np.sqrt(np.mean((model.predict(new) - bump(new)) ** 2)) for model in (fixed, learned)]
    assert errors[1] > errors[0]


@pytest.mark.release
def test_few_learned_frequencies_find_the_ones_of_the_data():
    x = np.linspace(-4, 4, 80)[:, None]
    y = np.cos(2.0 * x[:, 0]) + 0.5 * np.sin(5.0 * x[:, 0])
    model = SparseSpectrumRegressor(Gaussian(0.3), 6, random_state=1).fit(x, y)
    np.testing.assert_allclose(model.predict(x), y, atol=0.02)


@pytest.mark.slow
@contract.every(  # the first daily
    *(SparseSpectrumRegressor(n_freqs=n, n_iterations=n_steps, random_state=0) for n, n_steps in ((10, 10), (20, 30)))
)
def test_it_is_an_estimator_of_scikit_learn(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"noise": 0}, "noise must be a number strictly between 0 and 1, got 0"),
        ({"noise": 1}, "noise must be a number strictly between 0 and 1, got 1"),
        ({"learn_frequencies": "no"}, "learn_frequencies must be"),
        ({"n_iterations": -1}, "n_iterations must be a whole number of at least 0, got -1"),
        ({"sampler": "none"}, "sampler must be one of"),
    ],
)
def test_what_is_refused(data, given, said):
    with pytest.raises(Refusal, match=said):
        SparseSpectrumRegressor(**given).fit(*data)
