"""What an optimiser of the empirical kernel approximation loss yields, iteration by iteration, and how it is run."""

from __future__ import annotations

from collections.abc import Generator
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
