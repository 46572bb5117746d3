"""What an optimiser of the empirical kernel approximation loss yields, iteration by iteration, and how it is run."""

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


def finish(steps: Generator) -> Any:
    """Run a generator to its end: what it returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def meanwhile(steps: Generator, shown: Any) -> Generator:
    """Yield `shown`, the same object, after each step of another generator; return what that one returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        yield shown


@dataclass(frozen=True)
class LearnedFeatures:
    """Frequencies and weights learned on landmarks, and the path that led there.

    Attributes
    ----------
    W : ndarray of shape (r, d)
    p : ndarray of shape (r,)
        Those of the last iteration or, with held-out points, of the iteration with the smallest error there.
    objectives, relative_errors, held_out_errors : ndarray of shape (T + 1,)
        Those of `LearningStep` at the start and after each iteration; NaN where there is no held-out error.
    best_iteration : int
        The iteration that W and p come from.
    ridge : float or None
        λ of that iteration, where λ changes on the way.
    """

    W: np.ndarray
    p: np.ndarray
    objectives: np.ndarray
    relative_errors: np.ndarray
    held_out_errors: np.ndarray
    best_iteration: int
    ridge: float | None = None


def gather(steps: Iterable[LearningStep]) -> LearnedFeatures:
    """Run through `steps`; keep the history, and the last or best state."""
    return finish(gathering(steps))


def gathering(steps: Iterable[LearningStep]) -> Generator[LearningStep, None, LearnedFeatures]:
    """Pass `steps` on, one by one, and return what `gather` returns."""
    history, best = [], None
    for step in steps:
        yield step
        held_out = np.nan if step.held_out_error is None else step.held_out_error
        history.append((step.objective, step.relative_error, held_out))
        if best is None or best.held_out_error is None or held_out < best.held_out_error:
            best = step
    return LearnedFeatures(best.W, best.p, *np.array(history).T, best.iteration, best.ridge)
