"""What an optimiser of the empirical kernel approximation loss answers with, iteration by iteration."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
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
        L + λ‖p‖², which is what is minimised and never rises.
    objective_after_weights : float or None
        The same between the two halves of the iteration: new weights, old frequencies. None where both move at once.
    relative_error : float
        √(L/‖K ⊙ qqᵀ‖_F²) on the landmarks.
    learning_rate : float or None
        μ of the last gradient step that was taken; None where there was none.
    n_steps : int
        Gradient steps taken in this iteration.
    held_out_error : float or None
        Relative error on points that are not landmarks; None where there are none or it was not computed.
    ridge : float or None
        λ of this iteration, where it changes on the way.
    """

    iteration: int
    W: np.ndarray
    p: np.ndarray
    loss: float
    objective: float
    objective_after_weights: float | None
    relative_error: float
    learning_rate: float | None
    n_steps: int
    held_out_error: float | None = None
    ridge: float | None = None


def finish(steps: Generator) -> Any:
    """Run a generator to its end: what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def meanwhile(steps: Generator, shown: Any) -> Generator:
    """Yield `shown`, the same object, between the steps of another generator; returns what that one does."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        yield shown


@dataclass(frozen=True)
class LearnedFeatures:
    """Frequencies and weights learned on landmarks, with the way that led there.

    Attributes
    ----------
    W : ndarray of shape (r, d)
    p : ndarray of shape (r,)
        Of the last iteration or, with held-out points, of the one with the smallest error there.
    objectives, losses, relative_errors, held_out_errors : ndarray of shape (T + 1,)
        `LearningStep`'s objective, loss, relative_error and held_out_error (NaN where there is none) at the start
        and after each iteration.
    best_iteration : int
        The iteration that W and p are of.
    ridge : float or None
        λ of that iteration, where it changed on the way.
    """

    W: np.ndarray
    p: np.ndarray
    objectives: np.ndarray
    losses: np.ndarray
    relative_errors: np.ndarray
    held_out_errors: np.ndarray
    best_iteration: int
    ridge: float | None = None


def gather(steps: Iterable[LearningStep]) -> LearnedFeatures:
    """Run through `steps` and keep the history and the last or best state."""
    return finish(gathering(steps))


def gathering(steps: Iterable[LearningStep]) -> Generator[LearningStep, None, LearnedFeatures]:
    """Pass `steps` on, one by one; returns what `gather` does."""
    history, best = [], None
    for step in steps:
        yield step
        held_out = np.nan if step.held_out_error is None else step.held_out_error
        history.append((step.objective, step.loss, step.relative_error, held_out))
        if best is None or best.held_out_error is None or held_out < best.held_out_error:
            best = step
    return LearnedFeatures(best.W, best.p, *np.array(history).T, best.iteration, best.ridge)
