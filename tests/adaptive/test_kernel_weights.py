"""WEIGHT: against a least squares problem written pair by pair, exact limits, and what signs cost."""

import math

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from rffviz.adaptive import Landmarks, WeightedFourierFeatures, choose_landmarks, kernel_weights
from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import relative_error
from tests import contract


@pytest.mark.slow
@contract.every(WeightedFourierFeatures(n_freqs=10, random_state=0))
def test_scikit_learn_contract(estimator):
    assert contract.broken(estimator) == {}


def pair_by_pair(W, landmarks, kernel, ridge):
    """Rows √(q_s² q_t²)·cos(ω_j·δ_st) and √λ·I, with √(q_s² q_t²)·k(δ_st) and 0, by naive loops."""
    rows, targets = [], []
    for s, x in enumerate(landmarks.points):
        for t, y in enumerate(landmarks.points):
            root = math.sqrt(landmarks.weights[s] * landmarks.weights[t])
            rows.append([root * math.cos(sum(a * (b - c) for a, b, c in zip(w, x, y, strict=True))) for w in W])
            targets.append(root * kernel(x[None], y[None])[0, 0])
    return np.vstack([rows, math.sqrt(ridge) * np.eye(len(W))]), np.append(targets, np.zeros(len(W)))


def problem(n_freqs, seed=0, n=12, kernel=None):
    rng = np.random.default_rng(seed)
    shares = rng.uniform(0.5, 2, n)
    landmarks = Landmarks(rng.standard_normal((n, 3)), shares / shares.sum(), "given")
    return rng.standard_normal((n_freqs, 3)) * 1.3, landmarks, kernel or Gaussian(1.2)


@pytest.mark.parametrize("ridge", [1e-4, 0.05])
@pytest.mark.parametrize("kernel", [Gaussian(1.2), Laplacian(2.0)], ids=repr)
def test_both_forms_are_least_squares_over_pairs(ridge, kernel):
    W, landmarks, kernel = problem(9, kernel=kernel)
    rows, targets = pair_by_pair(W, landmarks, kernel, ridge)
    signed = np.linalg.lstsq(rows, targets, rcond=None)[0]
    np.testing.assert_allclose(kernel_weights(W, landmarks, kernel, ridge, signed=True), signed, atol=1e-8)
    kept = lsq_linear(rows, targets, bounds=(0, np.inf), method="bvls", tol=1e-14).x
    np.testing.assert_allclose(kernel_weights(W, landmarks, kernel, ridge), kept, atol=1e-7)
    assert kept.min() >= 0
    if ridge < 0.01:
        assert signed.min() < -0.01  # the two differ


def test_two_points_and_one_frequency_have_an_exact_answer():
    """Pairs (0, 0) and (0, δ), twice each: p = (1 + k c)/(1 + c² + 2λ), c = cos(ω·δ)."""
    landmarks = Landmarks(np.array([[0.0, 0.0], [0.6, -0.4]]), np.array([0.5, 0.5]), "given")
    W, kernel = np.array([[0.7, 1.1]]), Gaussian(0.9)
    c, k = math.cos(0.42 - 0.44), math.exp(-0.52 / 1.62)
    for ridge in (0.0, 0.3):
        expected = (1 + k * c) / (1 + c * c + 2 * ridge)
        assert kernel_weights(W, landmarks, kernel, ridge) == pytest.approx([expected])
        assert kernel_weights(W, landmarks, kernel, ridge, signed=True) == pytest.approx([expected])


def test_a_kernel_that_is_a_sum_of_the_waves_is_found_exactly():
    class Waves(Gaussian):
        def _matrix(self, X, Y):
            delta = X[:, None] - Y[None]
            return sum(p * np.cos(delta @ w) for p, w in zip(weights, W, strict=True))

    W, landmarks, _ = problem(6)
    weights = np.array([0.3, 0.0, 0.1, 0.25, 0.05, 0.3])
    np.testing.assert_allclose(kernel_weights(W, landmarks, Waves(), 0.0), weights, atol=1e-9)
    np.testing.assert_allclose(kernel_weights(W, landmarks, Waves(), 0.0, signed=True), weights, atol=1e-9)


def test_a_large_ridge_shrinks_every_weight_to_nothing():
    W, landmarks, kernel = problem(5)
    assert kernel_weights(W, landmarks, kernel, 1e9).max() < 1e-8


def protocol():
    X = np.random.default_rng(3).standard_normal((300, 6)) @ np.diag([3, 2, 1, 0.3, 0.2, 0.1])
    return X, Gaussian(3.0)


@pytest.mark.slow
def test_learned_weights_lower_the_error_and_signs_lower_it_further():
    X, kernel = protocol()
    exact = kernel(X)
    drawn, kept, signed = [], [], []
    for seed in range(4):
        drawn.append(relative_error(RandomFourierFeatures(kernel, 40, random_state=seed), X, kernel))
        kept.append(relative_error(WeightedFourierFeatures(kernel, 40, random_state=seed), X, kernel))
        fitted = WeightedFourierFeatures(kernel, 40, random_state=seed).fit(X)
        weights = kernel_weights(fitted.frequencies_, fitted.landmarks_, kernel, 1e-6, signed=True)
        C, S = np.cos(X @ fitted.frequencies_.T), np.sin(X @ fitted.frequencies_.T)
        signed.append(np.linalg.norm((C * weights) @ C.T + (S * weights) @ S.T - exact) / np.linalg.norm(exact))
        assert weights.min() < 0
    assert np.mean(signed) < np.mean(kept) < 0.8 * np.mean(drawn)


def test_features_have_the_weights_and_their_contract():
    X, kernel = protocol()
    features = WeightedFourierFeatures(kernel, 30, random_state=0).fit(X)
    Z = features.transform(X[:20])
    assert Z.shape == (20, 60) and Z.dtype == np.float32 and len(features.get_feature_names_out()) == 60
    waves = np.cos((X[:20, None] - X[None, 5:9]) @ features.frequencies_.T)
    np.testing.assert_allclose(Z @ Z[5:9].T, waves @ features.weights_, atol=2e-6)
    assert features.landmarks_.n_landmarks == 300 and features.landmarks_.kind == "sample"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ridge": -1}, "ridge must be a finite number of at least 0, got -1"),
        ({"kernel": "rbf"}, "kernel must be a kernel of rffviz.kernels or None, got 'rbf'"),
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"landmarks": "grid"}, "landmarks must be one of sample, kmeans, nearest, got 'grid'"),
        ({"n_landmarks": 1}, "n_landmarks must be a whole number from 2 to 300, got 1"),
        ({"sampler": "dice"}, "sampler must be one of .*, got 'dice'"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
    ],
)
def test_refusals(change, message):
    X, kernel = protocol()
    with pytest.raises(ValueError, match=message):
        WeightedFourierFeatures(**({"kernel": kernel, "n_freqs": 4} | change)).fit(X)


def test_undetermined_and_mismatched_problems_are_refused():
    X, kernel = protocol()
    landmarks = choose_landmarks(X, 2)
    with pytest.raises(ValueError, match="ridge must be above 0 where 30 signed weights are not determined by 2"):
        kernel_weights(kernel.sample(30, 6, np.random.default_rng(0)), landmarks, kernel, 0.0, signed=True)
    with pytest.raises(ValueError, match="signed must be True or False, got 'yes'"):
        kernel_weights(np.ones((3, 6)), landmarks, kernel, signed="yes")
    with pytest.raises(ValueError, match="W must have the 6 dimensions of the landmarks, got 2"):
        kernel_weights(np.ones((3, 2)), landmarks, kernel)
