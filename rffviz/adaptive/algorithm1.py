"""Algorithm 1 of Li et al.: a quadratic programme for the weights alternates with gradient steps on the frequencies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.adaptive.landmarks import Landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.foundation.validation import non_negative_number, of_dimension, points, positive_number, whole_number
from rffviz.kernels import Kernel

DEFAULT_ITERATIONS = 40
DEFAULT_STEPS = 10
DEFAULT_RIDGE = 0.1
GROWTH = 1.25  # growth of an automatic learning rate after each accepted step
_HALVINGS = 60
_State = tuple[np.ndarray, float, np.ndarray]  # a point, its value and gradient


@dataclass(frozen=True, eq=False)
class LearningStep:
    """The state after one outer iteration.

    Attributes
    ----------
    iteration : int
        0 is the start: random Fourier features.
    W : ndarray of shape (r, d)
        Frequencies, radians per unit of the data.
    p : ndarray of shape (r,)
        Weights, p ≥ 0.
    loss : float
        L(W, p), the empirical kernel approximation loss.
    objective : float
        L + λ‖p‖², which is minimised and never rises.
    relative_error : float
        √(L/‖K ⊙ qqᵀ‖_F²) on the landmarks.
    held_out_error : float or None
        Relative error on points that are not landmarks; None where there are none, or where it was not computed.
    ridge : float or None
        λ of this iteration, where λ changes on the way.
    """

    iteration: int
    W: np.ndarray
    p: np.ndarray
    loss: float
    objective: float
    relative_error: float
    held_out_error: float | None = None
    ridge: float | None = None


def algorithm1_steps(
    landmarks: Landmarks,
    kernel: Kernel,
    W: ArrayLike,
    n_iterations: int = DEFAULT_ITERATIONS,
    n_steps: int = DEFAULT_STEPS,
    ridge: float = DEFAULT_RIDGE,
    learning_rate: float | None = None,
) -> Iterator[LearningStep]:
    """Minimise L(W, p) + λ‖p‖² alternately over frequencies W and weights p ≥ 0.

    Each iteration solves the quadratic programme for p at the present W, then takes `n_steps` steps
    W ← W − μ dL/dW at that p.

    Parameters
    ----------
    landmarks : Landmarks
        n points in d dimensions with their weights.
    kernel : Kernel
    W : array of shape (r, d)
        The start: frequencies drawn by a sampling scheme, with weights 1/r.
    n_iterations, n_steps : int
        T ≥ 0 and S ≥ 0. With S = 0 only the weights are learned.
    ridge : float
        λ ≥ 0. It keeps the weights near each other, so that a few landmarks are not fitted at the expense of the other
        points; with n = r it is worth more than further iterations.
    learning_rate : float, optional
        μ > 0. Where not given, it starts at L/‖dL/dW‖² of the first iteration (the step that would reach 0 if L were
        linear) and grows by a quarter after each step taken.

    Yields
    ------
    LearningStep
        The start, then the state after each iteration. The next state is computed when it is requested, so a caller can
        stop at any time.

    Notes
    -----
    One departure from the algorithm as printed: a step that would raise the loss is tried again with half the μ, which
    then remains in force. So the objective never rises. The loss is not convex in W: the result depends on the start.
    O(T(nr² + r³) + TS(n²r + nrd)).

    Source: Li, Zhang, Wang & Kumar 2019, Algorithm 1, with the gradient's factor corrected (`EmpiricalLoss`).
    """
    W = of_dimension("W", points("W", W), landmarks.points.shape[1], "the landmarks")
    n_iterations = whole_number("n_iterations", n_iterations, low=0)
    n_steps = whole_number("n_steps", n_steps, low=0)
    ridge = non_negative_number("ridge", ridge)
    rate = None if learning_rate is None else positive_number("learning_rate", learning_rate)
    return _iterate(EmpiricalLoss(landmarks, kernel), W, n_iterations, n_steps, ridge, rate)


def _iterate(
    loss: EmpiricalLoss, W: np.ndarray, n_iterations: int, n_steps: int, ridge: float, rate: float | None
) -> Iterator[LearningStep]:
    growth = GROWTH if rate is None else 1.0
    p = np.full(len(W), 1 / len(W))

    def over_frequencies(at: np.ndarray) -> tuple[float, np.ndarray]:
        return loss.gradients(at, p)[:2]

    value, gradient = over_frequencies(W)
    for iteration in range(n_iterations + 1):
        if iteration:
            before, old = value + ridge * float(p @ p), p
            p = loss.best_weights(W, ridge)
            value, gradient = over_frequencies(W)
            if value + ridge * float(p @ p) > before:  # at the minimum already, up to the solver's rounding
                p = old
                value, gradient = over_frequencies(W)
            (W, value, gradient), rate = descend(over_frequencies, (W, value, gradient), rate, n_steps, growth)
        objective = value + ridge * float(p @ p)
        yield LearningStep(iteration, W, p, value, objective, float(np.sqrt(value / loss.scale)))


def descend(
    function: Callable[[np.ndarray], tuple[float, np.ndarray]],
    state: _State,
    rate: float | None,
    n_steps: int,
    growth: float,
) -> tuple[_State, float | None]:
    """Up to `n_steps` gradient steps, each halved until `function`, x → (value, gradient), does not rise.

    Takes a state (x, value, gradient), and returns the last one with the rate for the next step. A `rate` of None
    starts at value/‖gradient‖², the step that would reach 0 if the function were linear.
    """
    x, value, gradient = state
    for _ in range(n_steps):
        square = float(np.vdot(gradient, gradient))
        if square == 0 or value == 0:
            break
        rate = value / square if rate is None else rate
        for halving in range(_HALVINGS):
            shorter = rate / 2**halving
            new = x - shorter * gradient
            new_value, new_gradient = function(new)
            if new_value <= value:
                break
        else:  # no step helps
            break
        x, value, gradient = new, new_value, new_gradient
        rate = shorter * growth
    return (x, value, gradient), rate
