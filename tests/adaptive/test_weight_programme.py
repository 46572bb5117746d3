"""The non-negative quadratic programme: optimality conditions, and other ways of solving it."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize, nnls

from rffviz.adaptive import EmpiricalLoss, choose_landmarks, solve_weights, weights
from rffviz.adaptive.weights import _by_exchanges
from rffviz.kernels import Gaussian


def assert_optimal(A, b, p, tolerance=1e-9):
    """The Karush-Kuhn-Tucker conditions, which are sufficient: the programme is convex."""
    size = np.abs(b).max()
    slope = A @ p - b
    assert p.min() >= 0
    assert slope.min() >= -tolerance * size
    assert np.abs(slope[p > 0]).max() <= tolerance * size


def by_enumeration(A, b):
    """The best stationary point over every set of non-zero weights."""
    best, best_value = np.zeros(len(b)), 0.0
    for size in range(1, len(b) + 1):
        for subset in combinations(range(len(b)), size):
            rows = list(subset)
            p = np.zeros(len(b))
            p[rows] = np.linalg.solve(A[np.ix_(rows, rows)], b[rows])
            value = p @ A @ p - 2 * b @ p
            if p.min() >= 0 and value < best_value:
                best, best_value = p, value
    return best


@pytest.mark.parametrize("seed", range(8))
def test_against_enumeration_and_a_general_solver(seed):
    rng = np.random.default_rng(seed)
    factor = rng.standard_normal((7, 6))
    A, b = factor.T @ factor, rng.standard_normal(6)
    p = solve_weights(A, b)
    np.testing.assert_allclose(p, by_enumeration(A, b), atol=1e-9)
    general = minimize(
        lambda at: at @ A @ at - 2 * b @ at,
        np.full(6, 0.1),
        jac=lambda at: 2 * (A @ at - b),
        bounds=[(0, None)] * 6,
        options={"ftol": 1e-15, "gtol": 1e-10},
    )
    np.testing.assert_allclose(p, general.x, atol=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_by_exchanges_as_by_scipy(seed):
    """Half of the weights at 0: which ones is found in a few rounds, where SciPy takes one after the other."""
    rng = np.random.default_rng(seed)
    factor, target = rng.standard_normal((150, 120)), rng.standard_normal(150)
    A, b = factor.T @ factor, factor.T @ target
    p = _by_exchanges(A, b)
    assert 30 < np.count_nonzero(p) < 90
    assert_optimal(A, b, p, tolerance=1e-12)
    np.testing.assert_allclose(p, nnls(factor, target)[0], atol=1e-12)


def test_exchanges_that_do_not_end_leave_it_to_scipy(monkeypatch):
    rng = np.random.default_rng(0)
    factor = rng.standard_normal((30, 20))
    A, b = factor.T @ factor, rng.standard_normal(20)
    found = solve_weights(A, b)
    monkeypatch.setattr(weights, "_ROUNDS", 1)
    assert _by_exchanges(A, b) is None
    np.testing.assert_allclose(solve_weights(A, b), found, atol=1e-12)


@pytest.mark.parametrize("ridge", [0.0, 1e-3, 1.0])
@pytest.mark.parametrize("n_freqs", [30, 300])
def test_optimal_for_the_kernel_approximation_loss(ridge, n_freqs):
    rng = np.random.default_rng(4)
    kernel = Gaussian(1.5)
    loss = EmpiricalLoss(choose_landmarks(rng.standard_normal((100, 5)), 60, "kmeans"), kernel)
    A, b = loss.quadratic(kernel.sample(n_freqs, 5, rng))
    A += ridge * np.eye(n_freqs)
    assert_optimal(A, b, solve_weights(A, b))


def test_optimal_where_the_matrix_is_singular():
    """Repeated frequencies, and more frequencies than pairs of landmarks."""
    rng = np.random.default_rng(5)
    kernel = Gaussian(1.5)
    loss = EmpiricalLoss(choose_landmarks(rng.standard_normal((50, 3)), 6, "sample"), kernel)
    W = kernel.sample(40, 3, rng)
    A, b = loss.quadratic(np.vstack([W, W]))
    assert np.linalg.matrix_rank(A, hermitian=True) < 40
    p = solve_weights(A, b)
    assert_optimal(A, b, p, tolerance=1e-7)
    assert loss.value(np.vstack([W, W]), p) == pytest.approx(
        loss.value(W, solve_weights(*loss.quadratic(W))), abs=1e-12
    )


def test_without_a_binding_bound_it_is_a_linear_solve():
    A = np.array([[2.0, 0.5], [0.5, 1.0]])
    np.testing.assert_allclose(solve_weights(A, A @ [0.3, 0.7]), [0.3, 0.7], rtol=1e-13)
    np.testing.assert_array_equal(solve_weights(A, [-1.0, -2.0]), [0, 0])
    lopsided = np.array([[2.0, 0.9], [0.1, 1.0]])  # the same quadratic form
    np.testing.assert_allclose(solve_weights(lopsided, A @ [0.3, 0.7]), [0.3, 0.7], rtol=1e-13)


@pytest.mark.parametrize(
    ("A", "b", "message"),
    [
        (np.eye(3), np.ones(2), r"A must have shape \(2, 2\) to go with b, got \(3, 3\)"),
        (np.diag([1.0, -1.0]), np.ones(2), "A must be positive semi-definite, got an eigenvalue of -1"),
        (np.zeros((2, 2)), np.ones(2), "A must not be zero"),
        (np.array([[np.nan]]), np.ones(1), "A must be finite"),
        (np.eye(1), [np.inf], "b must be finite"),
        (np.zeros((0, 0)), np.zeros(0), "A must have shape"),
    ],
)
def test_refusals(A, b, message):
    with pytest.raises(ValueError, match=message):
        solve_weights(A, b)
