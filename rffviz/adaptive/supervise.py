"""The hybrid loss and its minimisers: L-BFGS over the frequencies, Adam in mini-batches, and Algorithm 2 as printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.adaptive.algorithm1 import GROWTH, descend
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.prediction_loss import PredictionLoss
from rffviz.adaptive.quasi_newton import Objective, lbfgs
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    non_negative_number,
    of_dimension,
    points,
    positive_number,
    random_generator,
    whole_number,
)

_FIRST_MOMENT, _SECOND_MOMENT, _TINY = 0.9, 0.999, 1e-8  # Adam's constants, as in the original paper


@dataclass(frozen=True, eq=False)
class SupervisedStep:
    """The state after one iteration.

    Attributes
    ----------
    iteration, W, relative_error
        As in `LearningStep`.
    p : ndarray of shape (r,)
        Weights of the kernel approximation, p ≥ 0; 1/r each where η = 0. The predictor does not use them.
    alpha, beta : ndarray of shapes (2r, K) and (K,)
        g(x) = α·[cos(Wx); sin(Wx)] + β, a column for each of K outputs.
    objective : float
        P + η (L + λ‖p‖²), which is minimised.
    prediction_loss : float
        P = (1/N) Σ c + γ‖α‖².
    """

    iteration: int
    W: np.ndarray
    p: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    objective: float
    prediction_loss: float
    relative_error: float


class HybridLoss:
    """P(W, α, β) + η (L(W, p) + λ‖p‖²): how well features predict, and how near they are to the kernel.

    Parameters
    ----------
    prediction : PredictionLoss
        P, with its γ.
    approximation : EmpiricalLoss
        L on landmarks.
    eta : float
        η ≥ 0. With 0 nothing ties the features to the kernel: the compact nonlinear maps of Yu et al. 2015.
    ridge : float
        λ ≥ 0 of the penalty on p.

    Source: Li, Zhang, Wang & Kumar 2019, equation (9).
    """

    def __init__(self, prediction: PredictionLoss, approximation: EmpiricalLoss, eta: float, ridge: float) -> None:
        self.prediction, self.approximation = prediction, approximation
        self.eta = non_negative_number("eta", eta)
        self.ridge = non_negative_number("ridge", ridge)
        d = prediction.X.shape[1]
        if approximation.points.shape[1] != d:
            raise Refusal(
                f"approximation must have landmarks of the {d} dimensions of the data, "
                f"got {approximation.points.shape[1]}."
            )

    def weights(self, W: np.ndarray) -> np.ndarray:
        """The p ≥ 0 that minimises L + λ‖p‖² at W; 1/r each where η = 0, since nothing depends on p then."""
        return self.approximation.best_weights(W, self.ridge) if self.eta else np.full(len(W), 1 / len(W))

    def regulariser(self, W: np.ndarray, p: np.ndarray) -> tuple[float, np.ndarray]:
        """η (L + λ‖p‖²) and its gradient over W."""
        if self.eta == 0:
            return 0.0, np.zeros(np.shape(W))
        value, by_W, _ = self.approximation.gradients(W, p)
        return self.eta * (value + self.ridge * float(p @ p)), self.eta * by_W

    def state(
        self, iteration: int, W: np.ndarray, p: np.ndarray, alpha: np.ndarray, beta: np.ndarray
    ) -> SupervisedStep:
        """The record of a state, with its losses."""
        prediction, approximation = self.prediction.value(W, alpha, beta), self.approximation.value(W, p)
        objective = prediction + self.eta * (approximation + self.ridge * float(p @ p))
        error = float(np.sqrt(approximation / self.approximation.scale))
        return SupervisedStep(iteration, W, p, alpha, beta, objective, prediction, error)


def projected_steps(hybrid: HybridLoss, W: np.ndarray, n_iterations: int = 100) -> Iterator[SupervisedStep]:
    """Minimise the hybrid loss over W by L-BFGS, with α, β and p at their minimum for each W.

    F(W) = min_{α,β} P(W, α, β) + η min_{p≥0} (L(W, p) + λ‖p‖²). Where the inner minima are exact, the gradient of F is
    the partial gradient over W there (envelope theorem; variable projection, Golub & Pereyra 1973).

    Parameters
    ----------
    hybrid : HybridLoss
        Of the squared loss (α and β from the normal equations) or the squared hinge (Newton's method).
    W : array of shape (r, d)
        The start.
    n_iterations : int
        T ≥ 0, the most iterations.

    Yields
    ------
    SupervisedStep
        The start, then the state after each iteration; the objective never rises. The next state is computed when it is
        requested, so a caller can stop at any time.

    Raises
    ------
    ValueError
        For the hinge, whose inner minimum is not solved for.

    Notes
    -----
    F is not convex: the result depends on the start. An iteration costs one or two passes over the data, O(Nr² + Nrd)
    each, and O(n²r) for the landmarks.
    """
    W, n_iterations = _start(hybrid, W), whole_number("n_iterations", n_iterations, low=0)
    if hybrid.prediction.loss == "hinge":
        raise Refusal("loss must be squared or squared_hinge for α and β to be solved for, got 'hinge'.")
    objective = _Projected(hybrid, W)
    path = lbfgs(objective, np.ravel(W) * objective.length, n_iterations)
    return (hybrid.state(iteration, *objective.state(x)) for iteration, (x, _) in enumerate(path))


class _Projected(Objective):
    """F as a function of one vector, the frequencies in units of the data's spread, and its gradient."""

    def __init__(self, hybrid: HybridLoss, W: np.ndarray) -> None:
        self.hybrid, self.shape = hybrid, W.shape
        self.length = float(np.std(hybrid.approximation.points)) or 1.0
        self._inner: tuple[np.ndarray | None, np.ndarray | None] = None, None

    def compute(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        W = x.reshape(self.shape) / self.length
        self._inner = alpha, beta = self.hybrid.prediction.solve(W, *self._inner)  # Newton's starting point
        p = self.hybrid.weights(W)
        predicting, by_W, _, _ = self.hybrid.prediction.gradients(W, alpha, beta)
        approximating, also_by_W = self.hybrid.regulariser(W, p)
        self._state = W, p, alpha, beta
        return predicting + approximating, (by_W + also_by_W).ravel() / self.length

    def state(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """W, p, α and β at x."""
        self.at(x)
        return self._state


def adam_steps(
    hybrid: HybridLoss,
    W: np.ndarray,
    n_epochs: int = 10,
    batch_size: int = 256,
    learning_rate: float = 0.03,
    random_state: Seed = 0,
) -> Iterator[SupervisedStep]:
    """Minimise the hybrid loss over W, α and β by Adam in mini-batches; p is solved for before each epoch.

    Parameters
    ----------
    hybrid : HybridLoss
    W : array of shape (r, d)
        The start. α and β start at their minimum there (for the hinge, at least squares).
    n_epochs : int
        T ≥ 0 passes over the data.
    batch_size : int
    learning_rate : float
        Of the first step, in units of the root mean square of the first W or α; it falls to 0 along a cosine.
    random_state : int, RandomState, Generator or None
        Of the batches.

    Yields
    ------
    SupervisedStep
        The start, then the state after each epoch; the last p is that of the final W. The objective may rise on the
        way.

    Notes
    -----
    A step costs O(batch_size·rd), and O(n²r) for the landmarks; memory does not grow with N·r.

    Source: Kingma & Ba 2015.
    """
    W, n_epochs = _start(hybrid, W), whole_number("n_epochs", n_epochs, low=0)
    batch_size = whole_number("batch_size", batch_size)
    rate = positive_number("learning_rate", learning_rate)
    return _adam(hybrid, W, n_epochs, batch_size, rate, random_generator("random_state", random_state))


def _adam(
    hybrid: HybridLoss, W: np.ndarray, n_epochs: int, batch_size: int, rate: float, rng: np.random.Generator
) -> Iterator[SupervisedStep]:
    prediction = hybrid.prediction
    solvable = prediction.loss != "hinge"
    alpha, beta = prediction.solve(W) if solvable else prediction.least_squares(W)
    p = hybrid.weights(W)
    yield hybrid.state(0, W, p, alpha, beta)
    parts = [W.copy(), alpha.copy(), beta.copy()]
    units = [float(np.sqrt(np.mean(np.square(part)))) or 1.0 for part in (W, alpha)]
    units.append(max(1.0, float(np.abs(beta).max())))
    moments = [[np.zeros_like(part), np.zeros_like(part)] for part in parts]
    n = len(prediction.X)
    starts = range(0, n, batch_size)
    step, n_steps = 0, n_epochs * len(starts)
    for epoch in range(1, n_epochs + 1):
        p = hybrid.weights(parts[0])
        order = rng.permutation(n)
        for start in starts:
            step += 1
            now = rate * (1 + np.cos(np.pi * (step - 1) / n_steps)) / 2
            _, *slopes = prediction.gradients(*parts, rows=order[start : start + batch_size])  # type: ignore[misc]
            slopes[0] += hybrid.regulariser(parts[0], p)[1]
            for part, slope, unit, (first, second) in zip(parts, slopes, units, moments, strict=True):
                first += (1 - _FIRST_MOMENT) * (slope - first)
                second += (1 - _SECOND_MOMENT) * (np.square(slope) - second)
                size = np.sqrt(second / (1 - _SECOND_MOMENT**step)) + _TINY * unit
                part -= now * unit * first / (1 - _FIRST_MOMENT**step) / size
        if epoch == n_epochs:
            p = hybrid.weights(parts[0])
            if solvable:  # Adam stops short of the minimum over α and β
                parts[1:] = prediction.solve(*parts)
        yield hybrid.state(epoch, parts[0].copy(), p, parts[1].copy(), parts[2].copy())


def algorithm2_steps(
    hybrid: HybridLoss,
    W: np.ndarray,
    n_iterations: int = 40,
    n_steps: int = 10,
    learning_rate: float | None = None,
) -> Iterator[SupervisedStep]:
    """Minimise the hybrid loss alternately: gradient steps on α and β, quadratic programme for p, gradient steps on W.

    Parameters
    ----------
    hybrid : HybridLoss
    W : array of shape (r, d)
        The start; α = 0, β = 0.
    n_iterations, n_steps : int
        T ≥ 0 and S ≥ 0: S steps on (α, β) and S on W in each iteration, each with the gradient over all points.
    learning_rate : float, optional
        μ > 0 for both kinds of step; by default each is found and grows as in `algorithm1_steps`.

    Yields
    ------
    SupervisedStep
        The start, then the state after each iteration. The objective never rises.

    Notes
    -----
    The departures from the algorithm as printed are those of `algorithm1_steps`. Gradient descent on α is slow, because
    cosines of low frequencies are nearly alike: `projected_steps` goes lower in less time.

    Source: Li, Zhang, Wang & Kumar 2019, Algorithm 2.
    """
    W = _start(hybrid, W)
    n_iterations = whole_number("n_iterations", n_iterations, low=0)
    n_steps = whole_number("n_steps", n_steps, low=0)
    rate = None if learning_rate is None else positive_number("learning_rate", learning_rate)
    return _alternate(hybrid, W, n_iterations, n_steps, rate)


def _alternate(
    hybrid: HybridLoss, W: np.ndarray, n_iterations: int, n_steps: int, rate: float | None
) -> Iterator[SupervisedStep]:
    prediction = hybrid.prediction
    growth = GROWTH if rate is None else 1.0
    predictor_rate = frequency_rate = rate
    coefficients = np.zeros((2 * len(W) + 1, prediction.y.shape[1]))  # α stacked on β
    p = np.full(len(W), 1 / len(W))

    def over_predictor(at: np.ndarray) -> tuple[float, np.ndarray]:
        value, _, by_alpha, by_beta = prediction.gradients(W, at[:-1], at[-1])
        return value, np.vstack([by_alpha, by_beta])

    def over_frequencies(at: np.ndarray) -> tuple[float, np.ndarray]:
        value, by_W, _, _ = prediction.gradients(at, coefficients[:-1], coefficients[-1])
        added, also_by_W = hybrid.regulariser(at, p)
        return value + added, by_W + also_by_W

    yield hybrid.state(0, W, p, coefficients[:-1], coefficients[-1])
    for iteration in range(1, n_iterations + 1):
        state = coefficients, *over_predictor(coefficients)
        (coefficients, *_), predictor_rate = descend(over_predictor, state, predictor_rate, n_steps, growth)
        candidate = hybrid.weights(W)
        if hybrid.regulariser(W, candidate)[0] <= hybrid.regulariser(W, p)[0]:  # else p is optimal up to rounding
            p = candidate
        state = W, *over_frequencies(W)
        (W, *_), frequency_rate = descend(over_frequencies, state, frequency_rate, n_steps, growth)
        yield hybrid.state(iteration, W, p, coefficients[:-1], coefficients[-1])


def _start(hybrid: HybridLoss, W: ArrayLike) -> np.ndarray:
    return of_dimension("W", points("W", W), hybrid.prediction.X.shape[1], "the data")
