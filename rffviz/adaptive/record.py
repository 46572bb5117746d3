"""What an optimiser of the empirical kernel approximation loss answers with, iteration by iteration."""

from __future__ import annotations

from dataclasses import dataclass

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
    objective_after_weights : float
        The same between the two halves of the iteration: new weights, old frequencies.
    relative_error : float
        √(L/‖K ⊙ qqᵀ‖_F²) on the landmarks.
    learning_rate : float or None
        μ of the last gradient step that was taken; None where there was none.
    n_steps : int
        Gradient steps taken in this iteration.
    """

    iteration: int
    W: np.ndarray
    p: np.ndarray
    loss: float
    objective: float
    objective_after_weights: float
    relative_error: float
    learning_rate: float | None
    n_steps: int


@dataclass(frozen=True)
class LearnedFeatures:
    """Frequencies and weights learned on landmarks, with the way that led there.

    Attributes
    ----------
    W : ndarray of shape (r, d)
    p : ndarray of shape (r,)
    objectives, losses, relative_errors : ndarray of shape (T + 1,)
        `LearningStep`'s objective, loss and relative_error at the start and after each iteration.
    """

    W: np.ndarray
    p: np.ndarray
    objectives: np.ndarray
    losses: np.ndarray
    relative_errors: np.ndarray


def gather(steps) -> LearnedFeatures:
    """Run through `steps`, an iterable of `LearningStep`, and keep the last state and the history."""
    history = []
    for step in steps:
        history.append((step.objective, step.loss, step.relative_error))
    objectives, losses, relative_errors = np.array(history).T
    return LearnedFeatures(step.W, step.p, objectives, losses, relative_errors)
