"""Algorithm 1 of Li et al.: weights by a quadratic programme and frequencies by gradient descent, in turns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rffviz.adaptive.landmarks import Landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.record import LearnedFeatures, LearningStep, gather
from rffviz.adaptive.weights import solve_weights
from rffviz.kernels import Kernel
from rffviz.validation import non_negative_number, of_dimension, points, positive_number, whole_number

DEFAULT_ITERATIONS = 40
DEFAULT_STEPS = 10
DEFAULT_RIDGE = 0.1
_GROWTH = 1.25  # of μ after a step that lowered the loss, when it is not given
_HALVINGS = 60


def algorithm1(
    landmarks: Landmarks,
    kernel: Kernel,
    W,
    n_iterations: int = DEFAULT_ITERATIONS,
    n_steps: int = DEFAULT_STEPS,
    ridge: float = DEFAULT_RIDGE,
    learning_rate: float | None = None,
) -> LearnedFeatures:
    """`algorithm1_steps` to its end: the last frequencies and weights, and the history of the loss."""
    return gather(algorithm1_steps(landmarks, kernel, W, n_iterations, n_steps, ridge, learning_rate))


def algorithm1_steps(
    landmarks: Landmarks,
    kernel: Kernel,
    W,
    n_iterations: int = DEFAULT_ITERATIONS,
    n_steps: int = DEFAULT_STEPS,
    ridge: float = DEFAULT_RIDGE,
    learning_rate: float | None = None,
) -> Iterator[LearningStep]:
    """Minimise L(W, p) + λ‖p‖² over frequencies W and weights p ≥ 0 in turns.

    Each iteration solves the quadratic programme for p at the present W, then takes `n_steps` steps
    W ← W − μ dL/dW at that p.

    Parameters
    ----------
    landmarks : Landmarks
        n points in d dimensions with their weights.
    kernel : Kernel
    W : array of shape (r, d)
        Where to start: frequencies drawn by a sampling scheme, with weights 1/r.
    n_iterations, n_steps : int
        T ≥ 0 and S ≥ 0. With S = 0 only the weights are learned.
    ridge : float
        λ ≥ 0. It holds the weights near each other and so keeps few landmarks from being fitted at the price of the
        other points; with n = r it is worth more than further iterations.
    learning_rate : float, optional
        μ > 0. Not given, it starts at L/‖dL/dW‖² of the first iteration (the step that would reach 0 if L were
        linear) and grows by a quarter after each step taken.

    Yields
    ------
    LearningStep
        The start, then the state after each iteration. Nothing is computed between two requests, so a caller that
        stops asking has abandoned the work.

    Raises
    ------
    ValueError
        For arguments outside their ranges or frequencies of another dimension than the landmarks.

    Notes
    -----
    A departure from the algorithm as printed: a step that would raise the loss is not taken, but tried again with
    half the μ, and the halved μ is kept. So the objective never rises. The loss is not convex in W: the end depends
    on the start. O(T(nr² + r³) + TS(n²r + nrd)).

    Source: Li, Zhang, Wang & Kumar 2019, Algorithm 1, with the gradient's factor corrected (`EmpiricalLoss`).
    """
    W = of_dimension("W", points("W", W), landmarks.points.shape[1], "the landmarks")
    n_iterations = whole_number("n_iterations", n_iterations, low=0)
    n_steps = whole_number("n_steps", n_steps, low=0)
    ridge = non_negative_number("ridge", ridge)
    rate = None if learning_rate is None else positive_number("learning_rate", learning_rate)
    return _iterate(EmpiricalLoss(landmarks, kernel), W, n_iterations, n_steps, ridge, rate)


def _iterate(loss, W, n_iterations, n_steps, ridge, rate):
    growth = _GROWTH if rate is None else 1.0
    r = len(W)
    p = np.full(r, 1 / r)
    value = loss.value(W, p)

    def state(iteration, after_weights, taken):
        objective = value + ridge * float(p @ p)
        error = float(np.sqrt(value / loss.scale))
        used = rate / growth if taken else None
        return LearningStep(iteration, W, p, value, objective, after_weights, error, used, taken)

    yield state(0, value + ridge * float(p @ p), 0)
    for iteration in range(1, n_iterations + 1):
        A, b = loss.quadratic(W)
        A[np.diag_indices(r)] += ridge
        before = value + ridge * float(p @ p)
        candidate = solve_weights(A, b)
        value_of_candidate, gradient = loss.value_and_gradient(W, candidate)
        after_weights = value_of_candidate + ridge * float(candidate @ candidate)
        if after_weights <= before:
            p, value = candidate, value_of_candidate
        else:  # at the minimum already, up to the solver's rounding
            after_weights = before
            value, gradient = loss.value_and_gradient(W, p)
        taken = 0
        while taken < n_steps:
            square = float(np.vdot(gradient, gradient))
            if square == 0 or value == 0:
                break
            rate = value / square if rate is None else rate
            W_next, value_next, gradient_next, rate = _descend(loss, W, p, value, gradient, rate)
            if W_next is None:
                break
            W, value, gradient = W_next, value_next, gradient_next
            rate *= growth
            taken += 1
        yield state(iteration, after_weights, taken)


def _descend(loss, W, p, value, gradient, rate):
    """One gradient step, halving `rate` until the loss does not rise; W is None where no step helps."""
    for halving in range(_HALVINGS):
        shorter = rate / 2**halving
        W_next = W - shorter * gradient
        value_next, gradient_next = loss.value_and_gradient(W_next, p)
        if value_next <= value:
            return W_next, value_next, gradient_next, shorter
    return None, value, gradient, rate
