"""Draws by Matheron's rule: their moments by explicit inverses, exact limits, and what is refused."""

import numpy as np
import pytest

from rffviz.features import paired_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.predict import exact_posterior, pathwise_posterior, variance_starvation

DRAWS = 4000


@pytest.fixture
def data():
    rng = np.random.default_rng(6)
    X = rng.uniform(-2, 2, (40, 2))
    return X, np.sin(X.sum(axis=1)) + 0.1 * rng.standard_normal(40), rng.uniform(-4, 4, (9, 2))


def test_mean_and_covariance_are_those_of_the_rule_by_explicit_inverses(data):
    X, y, new = data
    kernel = Gaussian(1.2)
    W, p = kernel.sample(7, 2, np.random.default_rng(1)), np.linspace(0.05, 0.2, 7)
    ours = pathwise_posterior(kernel, W, X, y, new, 0.02, p, 2.5, DRAWS, 3)
    Z, A = (paired_map(part, W, p, dtype=np.float64) for part in (X, new))
    noise = 40 * 0.02 * np.eye(40)
    pull = kernel(new, X) @ np.linalg.inv(kernel(X) + noise)
    covariance = 2.5 * (A @ A.T - pull @ Z @ A.T - A @ Z.T @ pull.T + pull @ (Z @ Z.T + noise) @ pull.T)
    exact = exact_posterior(kernel, X, y, new, 0.02, 2.5)
    np.testing.assert_allclose(ours.mean, exact.mean, rtol=1e-10)
    np.testing.assert_allclose(ours.deviation**2, np.diag(covariance), rtol=1e-9)
    assert ours.samples.shape == (DRAWS, 9)
    assert (np.abs(ours.samples.mean(axis=0) - ours.mean) <= 4.5 * ours.deviation / DRAWS**0.5).all()
    centred, variance = ours.samples - ours.mean, np.diag(covariance)
    spread = np.sqrt((np.outer(variance, variance) + covariance**2) / DRAWS)  # Var of a product of normals
    assert (np.abs(centred.T @ centred / DRAWS - covariance) <= 4.5 * spread).all()


def test_features_that_are_the_kernel_give_the_exact_posterior():
    """Gauss–Hermite nodes integrate E cos ωδ to rounding over this range."""
    rng = np.random.default_rng(2)
    x, at = rng.uniform(-2, 2, 30), np.linspace(-3, 3, 13)
    y = np.sin(2 * x)
    nodes, share = np.polynomial.hermite.hermgauss(80)
    ours = pathwise_posterior(Gaussian(1.0), np.sqrt(2) * nodes[:, None], x, y, at, 1e-3, share / np.sqrt(np.pi))
    exact = exact_posterior(Gaussian(1.0), x, y, at, 1e-3)
    assert ours.signal_variance == pytest.approx(exact.signal_variance)
    np.testing.assert_allclose(ours.deviation, exact.deviation, rtol=1e-6)


def test_far_from_the_data_the_priors_deviation_comes_back(data):
    X, y, _ = data
    W = Gaussian(0.5).sample(3, 2, np.random.default_rng(4))
    far = np.array([[60.0, -70.0], [80.0, 10.0]])
    ours = pathwise_posterior(Gaussian(0.5), W, X, y, far, 1e-3)
    np.testing.assert_allclose(ours.deviation, ours.signal_variance**0.5, rtol=1e-9)
    assert variance_starvation(exact_posterior(Gaussian(0.5), X, y, far, 1e-3), ours) == pytest.approx(1)


def test_a_seed_gives_the_same_functions(data):
    X, y, new = data
    W = Gaussian().sample(5, 2, np.random.default_rng(0))
    one, again, other = (
        pathwise_posterior(Gaussian(), W, X, y, new, n_samples=2, random_state=s).samples for s in (1, 1, 2)
    )
    np.testing.assert_array_equal(one, again)
    assert not np.allclose(one, other)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"W": np.ones((3, 1))}, "X must have the 1 dimensions of the frequencies, got 2"),
        ({"weights": [1.0, -1.0, 1.0]}, "weights must"),
        ({"ridge": 0}, "ridge must be a finite number above 0, got 0"),
        ({"signal_variance": -1}, "signal_variance must be a finite number above 0, got -1"),
        ({"n_samples": -1}, "n_samples must be a whole number of at least 0, got -1"),
        ({"x_train": np.ones((1, 2)), "y_train": [1.0]}, "x_train must hold at least 2 points, got 1"),
    ],
)
def test_what_is_refused(data, changed, said):
    X, y, new = data
    given = {"W": np.ones((3, 2)), "x_train": X, "y_train": y, "x": new}
    with pytest.raises(Refusal, match=said):
        pathwise_posterior(Gaussian(), **given | changed)
