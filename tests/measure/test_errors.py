"""Each measure of K̂ − K against a naive computation from its definition."""

import math

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.measure import METRICS
from rffviz.measure.errors import relative_spectral, rmse, spectral_approximation, sup_over_pairs


def matrices(n=30, n_freqs=20, seed=0):
    """K̂ of the offset map, whose diagonal is wrong too, and K."""
    X = np.random.default_rng(seed).standard_normal((n, 3))
    features = RandomFourierFeatures(Gaussian(1.2), n_freqs=n_freqs, map="offset", random_state=seed)
    Z = features.fit_transform(X).astype(float)
    return Z @ Z.T, Gaussian(1.2)(X)


def naive_sup(A, K):
    return max(abs(A[i, j] - K[i, j]) for i in range(len(K)) for j in range(len(K)))


def naive_rmse(A, K):
    n = len(K)
    return math.sqrt(sum((A[i, j] - K[i, j]) ** 2 for i in range(n) for j in range(n)) / n**2)


def naive_relative_frobenius(A, K):
    n = len(K)
    return naive_rmse(A, K) / math.sqrt(sum(K[i, j] ** 2 for i in range(n) for j in range(n)) / n**2)


def naive_relative_spectral(A, K):
    return np.linalg.norm(A - K, 2) / np.linalg.norm(K, 2)


def naive_spectral_approximation(A, K, ridge=1e-3):
    """The extreme generalised eigenvalues of the pencil (K̂ + nλI, K + nλI), less 1."""
    shift = len(K) * ridge * np.eye(len(K))
    return np.abs(np.linalg.eigvals(np.linalg.solve(K + shift, A + shift)) - 1).max()


def naive_pair(A, K):
    partner = sorted(range(1, len(K)), key=lambda j: K[0, j])[(len(K) - 1) // 2] if len(K) > 1 else 0
    return abs(A[0, partner] - K[0, partner])


NAIVE = {
    "sup": naive_sup,
    "pair": naive_pair,
    "rmse": naive_rmse,
    "relative_frobenius": naive_relative_frobenius,
    "relative_spectral": naive_relative_spectral,
    "spectral_approximation": naive_spectral_approximation,
}
every_metric = pytest.mark.parametrize("name", list(METRICS))


def test_every_registered_metric_is_tested_here():
    assert set(METRICS) == set(NAIVE)
    for name, metric in METRICS.items():
        assert metric.name == name and metric.label and metric.meaning.endswith(".")


def test_each_metric_has_its_own_words():
    words = {"sup": "largest", "pair": "one pair", "rmse": "RMSE", "relative_frobenius": "Frobenius"}
    words |= {"relative_spectral": "‖₂", "spectral_approximation": "Δ"}
    for name, word in words.items():
        assert [other for other, metric in METRICS.items() if word in metric.label] == [name]


@every_metric
@pytest.mark.parametrize("n", [1, 2, 30])
def test_metric_is_its_definition(name, n):
    A, K = matrices(n)
    value = METRICS[name].of(A, K)
    assert isinstance(value, float) and value == pytest.approx(NAIVE[name](A, K), rel=1e-9, abs=1e-14)


@every_metric
def test_metric_of_half_the_matrix_is_that_of_the_whole(name):
    if METRICS[name].of_lower is None:
        assert name.startswith(("relative_spectral", "spectral"))  # these need the whole matrix
        return
    A, K = matrices()
    lower = np.tril(A - K)
    for order in "CF":
        value = METRICS[name].of_lower(np.asarray(lower, order=order), K)
        assert value == pytest.approx(NAIVE[name](A, K), rel=1e-12)
    single = METRICS[name].of_lower(np.asfortranarray(lower, dtype=np.float32), K.astype(np.float32))
    assert single == pytest.approx(NAIVE[name](A, K), rel=1e-5)


@every_metric
def test_no_difference_is_no_error(name):
    K = matrices()[1]
    assert METRICS[name].of(K, K) == pytest.approx(0, abs=1e-12)
    if METRICS[name].of_lower is not None:
        assert METRICS[name].of_lower(np.zeros_like(K), K) == 0


@every_metric
@pytest.mark.parametrize("factor", [0.5, 3.0])
def test_metrics_are_linear_in_the_difference(name, factor):
    A, K = matrices()
    assert METRICS[name].of(K + factor * (A - K), K) == pytest.approx(factor * METRICS[name].of(A, K), rel=1e-9)


def test_the_worst_error_may_be_above_or_below():
    K = np.eye(3)
    E = np.diag([0.1, 0.0, -0.4])
    assert sup_over_pairs(K + E, K) == pytest.approx(0.4)
    assert sup_over_pairs(K - E, K) == pytest.approx(0.4)
    assert METRICS["sup"].of_lower(np.tril(E), K) == METRICS["sup"].of_lower(np.tril(-E), K) == pytest.approx(0.4)
    assert relative_spectral(K + E, K) == pytest.approx(0.4)
    assert relative_spectral(K - E, K) == pytest.approx(0.4)


def test_metrics_are_ordered():
    A, K = matrices()
    assert rmse(A, K) <= sup_over_pairs(A, K)
    assert relative_spectral(A, K) * np.linalg.norm(K, 2) <= np.linalg.norm(A - K)


def test_large_matrices_take_the_iterative_path_to_the_same_value():
    A, K = matrices(230, n_freqs=40)
    assert relative_spectral(A, K) == pytest.approx(naive_relative_spectral(A, K), rel=1e-6)
    assert spectral_approximation(A, K) == pytest.approx(naive_spectral_approximation(A, K), rel=1e-6)
    assert relative_spectral(K, K) == 0


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("other", [0.3, 1 - 1e-9])
def test_the_extreme_eigenvalue_is_found_whatever_its_sign_and_however_close_another(sign, other):
    n = 230
    turn = np.linalg.qr(np.random.default_rng(0).standard_normal((n, n)))[0]
    eigenvalues = np.r_[sign, -sign * other, other * np.linspace(-0.999, 0.999, n - 2)]
    E = (turn * eigenvalues) @ turn.T
    K = np.eye(n)
    assert relative_spectral(K + (E + E.T) / 2, K) == pytest.approx(1, rel=1e-6)


def test_spectral_approximation_bounds_every_direction():
    A, K = matrices()
    ridge = 0.02
    delta = spectral_approximation(A, K, ridge)
    assert delta == pytest.approx(naive_spectral_approximation(A, K, ridge), rel=1e-9)
    shift = len(K) * ridge * np.eye(len(K))
    for sign in (1, -1):
        slack = sign * (A - K) + delta * (K + shift)
        assert np.linalg.eigvalsh(slack).min() > -1e-10
    assert delta < spectral_approximation(A, K, 1e-3)


@pytest.mark.parametrize("ridge", [0, -1e-3, math.inf, math.nan, "1", True])
def test_spectral_approximation_refuses_a_ridge_that_is_none(ridge):
    A, K = matrices(4)
    with pytest.raises(ValueError, match=r"^ridge must be a finite number above 0, got "):
        spectral_approximation(A, K, ridge)
