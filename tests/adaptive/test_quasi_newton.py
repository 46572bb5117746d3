"""The quasi-Newton minimiser: against SciPy's own L-BFGS, exact limits, early stopping, and what it refuses."""

import math
import sys
from itertools import islice

import numpy as np
import pytest
from scipy.optimize import minimize

from rffviz.adaptive import (
    RIDGE_OF_MANY,
    EmpiricalLoss,
    Landmarks,
    algorithm1_steps,
    choose_landmarks,
    quasi_newton_steps,
    solve_weights,
)
from rffviz.adaptive.quasi_newton import Objective, lbfgs
from rffviz.kernels import Gaussian, Matern


@pytest.fixture
def setting():
    rng = np.random.default_rng(8)
    X = rng.standard_normal((150, 4)) @ rng.standard_normal((4, 4))
    kernel = Gaussian(2.0)
    return choose_landmarks(X, 25, "kmeans"), kernel, kernel.sample(20, 4, rng)


@pytest.fixture
def points():
    rng = np.random.default_rng(3)
    return rng.standard_normal((400, 4)) @ rng.standard_normal((4, 4))


@pytest.mark.parametrize("ridge", [0.0, 0.1, 10.0])
def test_the_objective_never_rises_and_every_record_is_consistent(setting, ridge):
    landmarks, kernel, W = setting
    loss = EmpiricalLoss(landmarks, kernel)
    previous = np.inf
    for step in quasi_newton_steps(landmarks, kernel, W, n_iterations=30, ridge=ridge):
        assert step.p.min() >= 0
        assert step.objective <= previous
        previous = step.objective
        assert step.loss == pytest.approx(loss.value(step.W, step.p), rel=1e-9)
        assert step.objective == pytest.approx(step.loss + ridge * step.p @ step.p, rel=1e-9)
        assert step.relative_error == pytest.approx(loss.relative_error(step.W, step.p), rel=1e-9)
    assert step.iteration == 30


def test_the_start_is_the_drawn_features_to_the_last_digit(setting):
    landmarks, kernel, W = setting
    *_, learned = quasi_newton_steps(landmarks, kernel, W, n_iterations=0)
    np.testing.assert_array_equal(learned.W, W)
    np.testing.assert_array_equal(learned.p, np.full(20, 1 / 20))


@pytest.mark.release
def test_it_ends_where_scipy_would_and_the_slope_is_gone(setting):
    """The same objective in plain variables (W, p ≥ 0) by SciPy's bounded L-BFGS, from the same start."""
    landmarks, kernel, W = setting
    loss, ridge = EmpiricalLoss(landmarks, kernel), 0.02

    def objective(x):
        W, p = x[:80].reshape(20, 4), x[80:]
        value, by_W, by_p = loss.gradients(W, p)
        return value + ridge * p @ p, np.concatenate([by_W.ravel(), by_p + 2 * ridge * p])

    start = np.concatenate([W.ravel(), np.full(20, 1 / 20)])
    theirs = minimize(
        objective, start, jac=True, method="L-BFGS-B", bounds=[(None, None)] * 80 + [(0, None)] * 20,
        options={"maxiter": 3000, "maxfun": 10000, "ftol": 1e-13, "gtol": 1e-12},
    )  # fmt: skip
    *_, learned = quasi_newton_steps(landmarks, kernel, W, n_iterations=3000, ridge=ridge)
    assert learned.objective < 1.02 * theirs.fun  # two ways down a function that is not convex
    _, by_W, by_p = loss.gradients(learned.W, learned.p)
    start_slope = loss.gradients(W, np.full(20, 1 / 20))[1]
    assert np.linalg.norm(by_W) < 1e-2 * np.linalg.norm(start_slope)
    assert np.linalg.norm(learned.p * (by_p + 2 * ridge * learned.p)) < 1e-2 * np.linalg.norm(learned.p * by_p)


@pytest.mark.release
def test_at_the_end_the_weights_solve_their_programme(setting):
    """The quadratic programme is convex: at the minimum over both, p must be its solution for the W found."""
    landmarks, kernel, W = setting
    ridge = 0.05
    *_, learned = quasi_newton_steps(landmarks, kernel, W, n_iterations=3000, ridge=ridge)
    A, b = EmpiricalLoss(landmarks, kernel).quadratic(learned.W)
    A[np.diag_indices(20)] += ridge
    best = solve_weights(A, b)
    np.testing.assert_allclose(learned.p @ A @ learned.p - 2 * b @ learned.p, best @ A @ best - 2 * b @ best, rtol=1e-4)


@pytest.mark.release
def test_it_ends_below_algorithm_one(setting):
    landmarks, kernel, W = setting
    *_, joint = quasi_newton_steps(landmarks, kernel, W, n_iterations=400, ridge=0.01)
    *_, turns = algorithm1_steps(landmarks, kernel, W, 40, 10, ridge=0.01)
    assert joint.objective < turns.objective


def test_units_of_the_data_do_not_matter(setting):
    landmarks, _, W = setting
    in_metres = quasi_newton_steps(landmarks, Gaussian(2.0), W, n_iterations=15, ridge=0.01)
    thousand = Landmarks(1000 * landmarks.points, landmarks.weights, "given")
    in_millimetres = quasi_newton_steps(thousand, Gaussian(2000.0), W / 1000, n_iterations=15, ridge=0.01)
    for one, other in zip(in_metres, in_millimetres, strict=True):
        assert other.objective == pytest.approx(one.objective, rel=1e-6)


def test_single_precision_follows_double(points, monkeypatch):
    landmarks, kernel = choose_landmarks(points, 60, "sample"), Gaussian(2.0)
    W = kernel.sample(15, 4, np.random.default_rng(0))
    *_, double = quasi_newton_steps(landmarks, kernel, W, n_iterations=25)
    monkeypatch.setattr(sys.modules[quasi_newton_steps.__module__], "_DOUBLE_UP_TO", 10)
    *_, single = quasi_newton_steps(landmarks, kernel, W, n_iterations=25)
    assert single.objective == pytest.approx(double.objective, rel=0.02)


def test_the_best_state_on_held_out_points_is_kept(points):
    landmarks, kernel = choose_landmarks(points, 12, "sample"), Gaussian(2.0)
    W, held_out = kernel.sample(30, 4, np.random.default_rng(0)), points[200:]
    kept = list(quasi_newton_steps(landmarks, kernel, W, ridge=0.0, held_out=held_out, n_iterations=2000))
    checked = [step for step in kept if step.held_out_error is not None]
    assert [step.iteration for step in checked[:4]] == [0, 5, 10, 15]
    best = min(checked, key=lambda step: step.held_out_error)
    equal = Landmarks(held_out, np.full(200, 1 / 200), "given")
    assert EmpiricalLoss(equal, kernel).relative_error(best.W, best.p) == pytest.approx(best.held_out_error, rel=1e-4)
    assert kept[-1].iteration == best.iteration + 50  # the patience
    assert best.held_out_error < 0.97 * checked[-1].held_out_error


@pytest.mark.slow
@pytest.mark.parametrize(("n", "several"), [(12, True), (119, True), (120, False)])
def test_a_penalty_chosen_on_held_out_points(points, n, several):
    landmarks, kernel = choose_landmarks(points[:200], n, "sample"), Gaussian(2.0)
    W, held_out = kernel.sample(30, 4, np.random.default_rng(0)), points[200:]
    steps = list(quasi_newton_steps(landmarks, kernel, W, ridge=None, held_out=held_out, n_iterations=60))
    ridges = np.array([step.ridge for step in steps])
    assert np.all(np.diff(ridges) <= 0)
    assert len(set(ridges)) > 1 if several else set(ridges) == {RIDGE_OF_MANY}
    assert [step.iteration for step in steps] == list(range(len(steps)))
    for ridge in set(ridges):
        objectives = np.array([step.objective for step in steps if step.ridge == ridge])
        assert np.all(np.diff(objectives) <= 0)


def test_the_caller_may_stop_anywhere(setting):
    steps = quasi_newton_steps(*setting, n_iterations=10**9)
    assert [step.iteration for step in islice(steps, 3)] == [0, 1, 2]
    steps.close()


def test_a_kernel_that_the_frequencies_give_exactly_is_left_alone():
    landmarks = Landmarks(np.array([[0.0], [1.0]]), np.array([0.5, 0.5]), "given")
    kernel = Matern(2.0)
    W = np.array([[np.arccos(kernel.of_difference(np.array([1.0])))]])
    *_, learned = quasi_newton_steps(landmarks, kernel, W, ridge=0.0)
    np.testing.assert_allclose(learned.W, W, atol=1e-6)
    assert learned.objective < 1e-25


def test_one_frequency_and_coinciding_landmarks_are_possible():
    landmarks = Landmarks(np.zeros((3, 2)), np.full(3, 1 / 3), "given")
    *_, learned = quasi_newton_steps(landmarks, Gaussian(), np.array([[1.0, 2.0]]), ridge=0.0)
    np.testing.assert_allclose(learned.p, [1.0])
    np.testing.assert_allclose(learned.W, [[1.0, 2.0]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"W": np.ones((3, 2))}, "W must have the 4 dimensions of the landmarks, got 2"),
        ({"W": np.ones((0, 4))}, "W must hold at least 1 points, got 0"),
        ({"n_iterations": -1}, "n_iterations must be a whole number of at least 0, got -1"),
        ({"ridge": -0.1}, "ridge must be a finite number of at least 0, got -0.1"),
        ({"ridge": None}, "ridge must be a number where there are no held-out points to choose it on, got None"),
        ({"held_out": np.ones((5, 3))}, "held_out must have the 4 dimensions of the landmarks, got 3"),
        ({"held_out": np.ones((1, 4))}, "held_out must hold at least 2 points, got 1"),
        ({"held_out": np.full((5, 4), np.nan)}, "held_out"),
    ],
)
def test_refusals(setting, arguments, message):
    landmarks, kernel, W = setting
    with pytest.raises(ValueError, match=message):
        quasi_newton_steps(**({"landmarks": landmarks, "kernel": kernel, "W": W} | arguments))


def test_a_search_never_steps_where_the_objective_cannot_be_computed():
    """x − log x from far away: a long step is to a negative x, whose logarithm does not exist."""

    class Barrier(Objective):
        def __init__(self):
            self.tried = []

        def compute(self, x):
            self.tried.append(x[0])
            return float(x[0] - np.log(x[0])), 1 - 1 / x

    barrier = Barrier()
    path = list(lbfgs(barrier, np.array([50.0]), 60))
    assert min(barrier.tried) < 0 and all(x[0] > 0 and math.isfinite(value) for x, value in path)
    assert path[-1][0] == pytest.approx(1, abs=1e-3)
