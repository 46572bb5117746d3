"""Algorithm 1: the objective never rises, the first iteration by hand, and what is learned is better than drawn."""

from itertools import islice

import numpy as np
import pytest

from rffviz.adaptive import EmpiricalLoss, Landmarks, algorithm1_steps, choose_landmarks, solve_weights
from rffviz.kernels import Gaussian, Matern


@pytest.fixture
def setting():
    rng = np.random.default_rng(8)
    X = rng.standard_normal((150, 4)) @ rng.standard_normal((4, 4))
    kernel = Gaussian(2.0)
    return choose_landmarks(X, 25, "kmeans"), kernel, kernel.sample(20, 4, rng)


@pytest.mark.parametrize("learning_rate", [None, 1e-3, 1e6])
@pytest.mark.parametrize("ridge", [0.0, 0.1, 10.0])
def test_the_objective_never_rises(setting, learning_rate, ridge):
    landmarks, kernel, W = setting
    loss, previous = EmpiricalLoss(landmarks, kernel), None
    for step in algorithm1_steps(landmarks, kernel, W, 12, 5, ridge, learning_rate):
        assert step.p.min() >= 0
        if previous is not None:
            between = loss.value(previous.W, step.p) + ridge * float(step.p @ step.p)
            assert between <= previous.objective * (1 + 1e-14)
            assert step.objective <= between * (1 + 1e-14)
        previous = step
    assert step.iteration == 12


def test_every_record_is_consistent(setting):
    landmarks, kernel, W = setting
    loss = EmpiricalLoss(landmarks, kernel)
    for step in algorithm1_steps(landmarks, kernel, W, 4, 3, 0.05):
        assert step.loss == pytest.approx(loss.value(step.W, step.p), rel=1e-12)
        assert step.objective == pytest.approx(step.loss + 0.05 * step.p @ step.p, rel=1e-12)
        assert step.relative_error == pytest.approx(loss.relative_error(step.W, step.p), rel=1e-12)


def test_the_start_is_the_drawn_features_and_the_first_iteration_is_as_printed(setting):
    landmarks, kernel, W = setting
    loss = EmpiricalLoss(landmarks, kernel)
    rate, ridge = 0.5, 0.02
    start, first = islice(algorithm1_steps(landmarks, kernel, W, 1, 3, ridge, rate), 2)
    np.testing.assert_array_equal(start.W, W)
    np.testing.assert_array_equal(start.p, np.full(20, 1 / 20))
    A, b = loss.quadratic(W)
    p = solve_weights(A + ridge * np.eye(20), b)
    for _ in range(3):
        W = W - rate * loss.gradients(W, p)[1]
    np.testing.assert_allclose(first.p, p, rtol=1e-10)
    np.testing.assert_allclose(first.W, W, rtol=1e-10)


def test_without_gradient_steps_only_the_weights_are_learned(setting):
    landmarks, kernel, W = setting
    steps = list(algorithm1_steps(landmarks, kernel, W, n_iterations=3, n_steps=0))
    np.testing.assert_array_equal(steps[-1].W, W)
    assert steps[1].objective < steps[0].objective
    assert steps[3].objective == pytest.approx(steps[1].objective, rel=1e-12)
    *_, untouched = algorithm1_steps(landmarks, kernel, W, n_iterations=0)
    np.testing.assert_array_equal(untouched.p, np.full(20, 1 / 20))


def test_the_caller_may_stop_anywhere(setting):
    steps = algorithm1_steps(*setting, n_iterations=10**9)
    assert [step.iteration for step in islice(steps, 3)] == [0, 1, 2]
    steps.close()


def test_a_kernel_that_the_frequencies_give_exactly_is_left_alone():
    """Two landmarks: one frequency and its weight can reproduce k; the gradient then vanishes and nothing breaks."""
    landmarks = Landmarks(np.array([[0.0], [1.0]]), np.array([0.5, 0.5]), "given")
    kernel = Matern(2.0)
    W = np.array([[np.arccos(kernel.of_difference(np.array([1.0])))]])
    *_, learned = algorithm1_steps(landmarks, kernel, W, 5, 5, ridge=0.0)
    np.testing.assert_allclose(learned.W, W, atol=1e-6)
    assert learned.objective < 1e-25


def test_one_frequency_and_coinciding_landmarks_are_possible():
    landmarks = Landmarks(np.zeros((3, 2)), np.full(3, 1 / 3), "given")
    *_, learned = algorithm1_steps(landmarks, Gaussian(), np.array([[1.0, 2.0]]), 2, 2, ridge=0.0)
    np.testing.assert_allclose(learned.p, [1.0])
    np.testing.assert_array_equal(learned.W, [[1.0, 2.0]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"W": np.ones((3, 2))}, "W must have the 4 dimensions of the landmarks, got 2"),
        ({"W": np.ones((0, 4))}, "W must hold at least 1 points, got 0"),
        ({"n_iterations": -1}, "n_iterations must be a whole number of at least 0, got -1"),
        ({"n_steps": 1.5}, "n_steps must be a whole number"),
        ({"ridge": -0.1}, "ridge must be a finite number of at least 0, got -0.1"),
        ({"learning_rate": 0.0}, "learning_rate must be a finite number above 0, got 0.0"),
    ],
)
def test_refusals(setting, arguments, message):
    landmarks, kernel, W = setting
    with pytest.raises(ValueError, match=message):
        algorithm1_steps(**({"landmarks": landmarks, "kernel": kernel, "W": W} | arguments))
