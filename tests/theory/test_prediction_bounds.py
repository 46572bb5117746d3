"""What a kernel's error costs in prediction: by brute force never more than the bounds, and as much at worst."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from rffviz.features import offset_map, paired_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.predict import ExactKernelRidge
from rffviz.theory import ridge_prediction_bound, ridge_training_bound, svm_prediction_bound


def problems(n_problems, map="paired"):
    """(n, λ, K, K̃, k_x, k̃_x, y) of random sizes, kernels, penalties and numbers of frequencies."""
    for seed in range(n_problems):
        rng = np.random.default_rng(seed)
        n, d, m = rng.integers(2, 40), rng.integers(1, 4), rng.integers(1, 200)
        X = rng.standard_normal((n + 1, d))
        ell = 10 ** rng.uniform(-0.5, 0.7)
        W = rng.standard_normal((m, d)) / ell
        if map == "paired":
            Z = paired_map(X, W, dtype=np.float64)
        else:
            Z = offset_map(X, W, rng.uniform(0, 2 * math.pi, m), dtype=np.float64)
        K, A = Gaussian(ell)(X), Z @ Z.T
        yield n, 10 ** rng.uniform(-4, 2), K, A, rng.standard_normal(n)


def dual(K, y, n, ridge):
    return np.linalg.solve(K + n * ridge * np.eye(n), y)


def test_scaling_of_the_penalty_is_the_machine_s_own():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((20, 2)), rng.standard_normal(20)
    machine = ExactKernelRidge(Gaussian(1.3), ridge=0.05, random_state=0).fit(X, y)
    assert machine.dual_coef_ == pytest.approx(dual(Gaussian(1.3)(X), y - y.mean(), 20, 0.05))


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_ridge_bounds_are_never_exceeded(map):
    closest = dict(published=0.0, row=0.0, training=0.0)
    for n, ridge, K, A, y in problems(300, map):
        size, error = math.sqrt(np.mean(y * y)), np.linalg.norm(A[:n, :n] - K[:n, :n], 2)
        alpha, other = dual(K[:n, :n], y, n, ridge), dual(A[:n, :n], y, n, ridge)
        row = np.linalg.norm(A[n, :n] - K[n, :n])
        moved = {
            "published": abs(K[n, :n] @ (other - alpha)),
            "row": abs(A[n, :n] @ other - K[n, :n] @ alpha),
            "training": math.sqrt(np.mean((A[:n, :n] @ other - K[:n, :n] @ alpha) ** 2)),
        }
        bounds = {
            "published": ridge_prediction_bound(error, n, ridge, size),
            "row": ridge_prediction_bound(error, n, ridge, size, row),
            "training": ridge_training_bound(error, n, ridge, size),
        }
        for name, bound in bounds.items():
            assert moved[name] <= bound.value * (1 + 1e-8) + 1e-12, (name, n, ridge)
            closest[name] = max(closest[name], moved[name] / bound.value)
    assert min(closest.values()) > 0.15  # and they are no looser than random directions make them


@pytest.mark.parametrize("ridge", [100.0, 1e4])
def test_ridge_bounds_are_attained_where_everything_lies_in_one_direction(ridge):
    n, change = 7, 0.3
    ones = np.ones((n, n))
    alpha, other = dual(ones, np.ones(n), n, ridge), dual((1 + change) * ones, np.ones(n), n, ridge)
    value = ridge_prediction_bound(change * n, n, ridge, 1.0).value
    assert abs(np.ones(n) @ (other - alpha)) == pytest.approx(value, rel=3 / ridge)
    row = change * math.sqrt(n)
    moved = abs((1 + change) * np.ones(n) @ other - np.ones(n) @ alpha)
    # the two parts have opposite signs here: the row's is the larger
    assert moved == pytest.approx(row / (ridge * math.sqrt(n)) - value, rel=1e-1)
    training = ridge_training_bound(change * n, n, ridge, 1.0).value
    assert moved == pytest.approx(training, rel=3 / ridge)


@pytest.mark.release
def test_vacuous_where_no_two_machines_differ_by_as_much():
    for n, ridge, K, A, y in problems(200):
        size = math.sqrt(np.mean(y * y))
        alpha, other = dual(K[:n, :n], y, n, ridge), dual(A[:n, :n], y, n, ridge)
        huge = [
            (abs(K[n, :n] @ (other - alpha)), ridge_prediction_bound(1e9, n, ridge, size)),
            (abs(A[n, :n] @ other - K[n, :n] @ alpha), ridge_prediction_bound(1e9, n, ridge, size, 1.0)),
        ]
        for moved, bound in huge:
            assert bound.vacuous
            largest = float(bound.reason.split("differ by ")[1].split(" or")[0].replace("−", "-"))
            assert moved <= largest * 1.001
    assert ridge_training_bound(1e9, 5, 0.1, 2.0).reason.endswith("never differ by 2 or more.")
    assert not ridge_prediction_bound(0.1, 50, 1.0, 1.0).vacuous


def svm_weights(K, y, C):
    """The dual of a support vector machine without intercept, by bounded quasi-Newton steps."""
    Q = K * np.outer(y, y)
    found = minimize(
        lambda a: (0.5 * a @ Q @ a - a.sum(), Q @ a - 1),
        np.full(len(y), C / 2),
        jac=True,
        bounds=[(0, C)] * len(y),
        method="L-BFGS-B",
        options=dict(maxiter=5000, ftol=1e-15, gtol=1e-9),
    )
    return found.x * y


@pytest.mark.slow
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_svm_bound_is_never_exceeded(map):
    for n, _, K, A, y in problems(60, map):
        C, y = 10 ** np.random.default_rng(n).uniform(-2, 0) / n, np.where(y > 0, 1.0, -1.0)
        error, kappa = np.linalg.norm(A - K, 2), max(1.0, np.diag(A).max())
        moved = abs(A[n, :n] @ svm_weights(A[:n, :n], y, C) - K[n, :n] @ svm_weights(K[:n, :n], y, C))
        bound = svm_prediction_bound(error, n, C, kappa)
        assert moved <= min(bound.value, 2 * kappa * n * C) + 1e-6
        by_hand = math.sqrt(2) * kappa**0.75 * n * C * error**0.25 * (1 + (error / 4 / kappa) ** 0.25)
        assert bound.value == pytest.approx(by_hand)
        assert bound.vacuous == (by_hand >= 2 * kappa * n * C)


@pytest.mark.release
def test_steps_of_the_svm_derivation():
    """‖K̃^½ − K^½‖² ≤ ‖K̃ − K‖, and w̃ is within 2C₀²√κ√e of w, squared."""
    for n, _, K, A, y in problems(40):
        roots = []
        for matrix in (K, A):
            values, vectors = np.linalg.eigh(matrix)
            roots.append((vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T)
        error = np.linalg.norm(A - K, 2)
        assert np.linalg.norm(roots[1] - roots[0], 2) ** 2 <= error * (1 + 1e-6) + 1e-9
        C, y = 0.5 / n, np.where(y > 0, 1.0, -1.0)
        w = [root[:, :n] @ svm_weights(matrix[:n, :n], y, C) for root, matrix in zip(roots, (K, A), strict=True)]
        assert np.sum((w[1] - w[0]) ** 2) <= 2 * (n * C) ** 2 * math.sqrt(error) + 1e-6


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ridge_prediction_bound(-1, 5, 0.1, 1.0), "matrix_error must be a finite number of at least 0"),
        (lambda: ridge_prediction_bound(1, 0, 0.1, 1.0), "n_points must be a whole number"),
        (lambda: ridge_prediction_bound(1, 5, 0, 1.0), "ridge must be a finite number above 0"),
        (lambda: ridge_prediction_bound(1, 5, 0.1, math.nan), "target_size must be"),
        (lambda: ridge_prediction_bound(1, 5, 0.1, 1.0, -1), "row_error must be"),
        (lambda: ridge_training_bound(1, 5, -1, 1.0), "ridge must be"),
        (lambda: svm_prediction_bound(1, 5, 0), "C must be"),
        (lambda: svm_prediction_bound(1, 5, 1, kappa=0), "kappa must be"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(Refusal, match=words):
        call()
