"""Deterministic equivalents against normal features, for which they are exact in the limit, and closed forms."""

import math

import numpy as np
import pytest

from rffviz.features import paired_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.predict import ridge_weights
from rffviz.theory import equivalent_error, signal_and_noise, spectrum_on_points

XI = np.arange(1, 301) ** -1.5 / np.sum(np.arange(1, 301) ** -1.5)
V = np.arange(1, 301) ** -1.0 / np.linalg.norm(np.arange(1, 301) ** -1.0)
NOISE = 0.1


def simulated(n, p, ridge, seed):
    """The test error of one draw: points, features and noise normal; exact over test points."""
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((n, len(XI))) * np.sqrt(XI)
    F = rng.standard_normal((p, len(XI))) / math.sqrt(p)
    beta = V / np.sqrt(XI)
    Z, y = points @ F.T, points @ beta + rng.standard_normal(n) * math.sqrt(NOISE)
    if ridge == 0:
        w = np.linalg.lstsq(Z, y, rcond=None)[0]
    else:
        w = Z.T @ np.linalg.solve(Z @ Z.T + n * ridge * np.eye(n), y)
    return np.sum((F.T @ w - beta) ** 2 * XI) + NOISE


@pytest.mark.slow
@pytest.mark.parametrize("ridge", [0.0, 1e-3, 0.05])
@pytest.mark.parametrize(("n", "p"), [(80, 30), (80, 130), (120, 40), (100, 400)])
def test_normal_features(n, p, ridge):
    errors = np.array([simulated(n, p, ridge, seed) for seed in range(50)])
    said = equivalent_error(XI, V, n, p, ridge, NOISE)
    assert not said.vacuous
    # 3 % for sizes that are not infinite: corrections fall as 1/n
    assert abs(errors.mean() - said.test) < 4 * errors.std(ddof=1) / math.sqrt(50) + 0.03 * said.test
    assert said.test == pytest.approx(said.amplification * (said.bias + NOISE))


def test_fixed_point_holds_and_rises_with_the_penalty():
    last = 0.0
    for ridge in (1e-9, 1e-6, 1e-3, 0.1, 10.0, 1e4):
        for n, p in ((50, 20), (50, 80), (400, 350), (20, math.inf)):
            said = equivalent_error(XI, V, n, p, ridge)
            z = np.sum(XI / (XI + said.kappa))
            assert said.degrees_of_freedom == pytest.approx(z)
            assert said.kappa * (n - z) * (1 - z / p) == pytest.approx(n * ridge, rel=1e-6, abs=1e-14)
        assert said.kappa > last
        last = said.kappa


def test_limits():
    # Least squares with fewer features than points, and kernel regression without penalty.
    assert equivalent_error(XI, V, 50, 20, 0.0).degrees_of_freedom == pytest.approx(20)
    assert equivalent_error(XI, V, 50, 20, 0.0).amplification == pytest.approx(1 / (1 - 20 / 50))
    assert equivalent_error(XI, V, 50, 300, 0.0).degrees_of_freedom == pytest.approx(50)
    many, wide = equivalent_error(XI, V, 50, 10**8, 0.01, NOISE), equivalent_error(XI, V, 50, math.inf, 0.01, NOISE)
    assert many.test == pytest.approx(wide.test, rel=1e-5)
    share = XI / (XI + wide.kappa)
    by_hand = (np.sum(V**2 * (1 - share) ** 2) + NOISE) / (1 - np.sum(share**2) / 50)
    assert wide.test == pytest.approx(by_hand)
    small, none = equivalent_error(XI, V, 50, 90, 1e-10, NOISE), equivalent_error(XI, V, 50, 90, 0.0, NOISE)
    assert small.test == pytest.approx(none.test, rel=1e-4)
    # A huge penalty predicts 0; more directions than a linear model has are all learned.
    assert equivalent_error(XI, V, 50, 90, 1e6, NOISE).test == pytest.approx(1 + NOISE, rel=1e-3)
    linear = equivalent_error([0.5, 0.5], [1.0, 1.0], 40, math.inf, 0.0, 1.0)
    assert (linear.kappa, linear.bias) == (0.0, 0.0) and linear.test == pytest.approx(1 / (1 - 2 / 40))


def test_peak_is_infinite_and_says_why():
    peak = equivalent_error(XI, V, 60, 60, 0.0, NOISE)
    assert peak.vacuous and math.isinf(peak.test) and "as many features as the 60 points" in peak.reason
    sides = [equivalent_error(XI, V, 60, p, 0.0, NOISE).test for p in (20, 55, 65, 300)]
    assert sides[1] > 2 * sides[0] and sides[2] > 2 * sides[3]
    assert not equivalent_error(XI, V, 60, 60, 1e-3, NOISE).vacuous


def test_spectrum_on_points_is_that_of_the_matrix():
    X = np.random.default_rng(0).standard_normal((30, 2))
    K, y = Gaussian(1.0)(X), X[:, 0] ** 2
    xi, v = spectrum_on_points(K, y)
    assert xi.sum() == pytest.approx(1) and (np.diff(xi) <= 0).all()
    assert np.sum(v**2) == pytest.approx(np.mean(y**2))
    assert np.sum(v**2 * xi) == pytest.approx(y @ K @ y / 30**2)


def test_noise_is_told_from_signal():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((300, 2))
    clean = np.sin(X[:, 0]) + X[:, 1] ** 2 / 3
    clean -= clean.mean()
    K = Gaussian(1.5)(X)
    for sigma in (0.05, 0.5):
        xi, v = spectrum_on_points(K, clean + sigma * rng.standard_normal(300))
        signal, noise = signal_and_noise(xi, v)
        assert noise == pytest.approx(sigma**2, rel=4 * math.sqrt(2 / 300))
        assert np.sum((signal - spectrum_on_points(K, clean)[1]) ** 2) < 0.3 * sigma**2


@pytest.mark.release
def test_fourier_features_as_far_as_the_docstring_says():
    """With a penalty within 15 %; without one, past the peak of a smooth kernel, far below what is measured."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((1500, 4))
    y = np.tanh(X[:, 0] * X[:, 1]) + 0.3 * rng.standard_normal(1500)
    y -= y.mean()
    xi, v = spectrum_on_points(Gaussian(2.0)(X), y)
    v, noise = signal_and_noise(xi, v)

    def measured(m, ridge):
        errors = []
        for _ in range(40):
            order = rng.permutation(1500)
            train, test = order[:100], order[100:]
            Z = paired_map(X, Gaussian(2.0).sample(m, 4, rng), dtype=np.float64)
            w = ridge_weights(Z[train], y[train], ridge)
            errors.append(np.mean((Z[test] @ w - y[test]) ** 2))
        return np.median(errors)

    for ridge in (3e-2, 3e-3):
        for m in (10, 50, 200):
            said = equivalent_error(xi, v, 100, 2 * m, ridge, noise).test
            assert said == pytest.approx(measured(m, ridge), rel=0.15), (ridge, m)
    assert equivalent_error(xi, v, 100, 400, 0.0, noise).test < measured(200, 0.0) / 10


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: equivalent_error([-1, 2], [0, 1], 5, 5, 0.1), "eigenvalues must be at least 0 and not all 0"),
        (lambda: equivalent_error([0, 0], [0, 1], 5, 5, 0.1), "eigenvalues must be at least 0 and not all 0"),
        (lambda: equivalent_error(XI, V[:3], 5, 5, 0.1), "coefficients must hold one number for each of the 300"),
        (lambda: equivalent_error(XI, V, 0, 5, 0.1), "n_points must be"),
        (lambda: equivalent_error(XI, V, 5, 2.5, 0.1), "n_features must be"),
        (lambda: equivalent_error(XI, V, 5, 5, -1), "ridge must be"),
        (lambda: equivalent_error(XI, V, 5, 5, 0.1, math.inf), "noise must be"),
        (lambda: signal_and_noise([0, 0], [0, 1]), "eigenvalues must be at least 0 and not all 0"),
        (lambda: spectrum_on_points(np.ones((3, 2)), [1, 2, 3]), "K must be square"),
        (lambda: spectrum_on_points(np.eye(3), [1, 2]), "y must hold one number"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(Refusal, match=words):
        call()
