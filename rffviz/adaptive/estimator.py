"""Adaptive Fourier features as a scikit-learn transformer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rffviz.adaptive.algorithm1 import DEFAULT_ITERATIONS, DEFAULT_RIDGE, DEFAULT_STEPS, LearningStep, algorithm1_steps
from rffviz.adaptive.landmarks import PER_FREQUENCY, Landmarks, landmarks_of
from rffviz.adaptive.quasi_newton import DEFAULT_ITERATIONS as QUASI_NEWTON_ITERATIONS
from rffviz.adaptive.quasi_newton import quasi_newton_steps
from rffviz.adaptive.transformer import LearnedFourierFeatures, LearnsInSteps, finish
from rffviz.foundation.notes import Note, note
from rffviz.foundation.validation import Seed, one_of, training_data
from rffviz.kernels import Kernel

_MOST_HELD_OUT = 1000
_FEWEST_HELD_OUT = 50


@dataclass(frozen=True)
class Optimizer:
    """A way of learning frequencies and weights from landmarks.

    Attributes
    ----------
    name, label : str
        The stable identifier, and its name on screen.
    steps : callable
        (landmarks, kernel, W, n_iterations, ridge, learning_rate) → iterator of `LearningStep`; nothing is held out.
    notes : tuple of Note
        Needed to read the errors of `AdaptiveFourierFeatures` learned this way.
    """

    name: str
    label: str
    steps: Callable[..., Iterator[LearningStep]]
    notes: tuple[Note, ...] = ()

    def fit(
        self, X: ArrayLike, kernel: Kernel, n_freqs: int, kind: str, n_landmarks: int, random_state: int
    ) -> Generator[Any, None, Any]:
        """`AdaptiveFourierFeatures.fit_steps` with this optimizer."""
        return AdaptiveFourierFeatures(
            kernel, n_freqs, kind, n_landmarks, optimizer=self.name, random_state=random_state
        ).fit_steps(X)


def _quasi_newton(
    landmarks: Landmarks, kernel: Kernel, W: np.ndarray, n_iterations: int, ridge: float, learning_rate: float | None
) -> Iterator[LearningStep]:
    return quasi_newton_steps(landmarks, kernel, W, n_iterations=n_iterations, ridge=ridge)


def _algorithm1(
    landmarks: Landmarks, kernel: Kernel, W: np.ndarray, n_iterations: int, ridge: float, learning_rate: float | None
) -> Iterator[LearningStep]:
    return algorithm1_steps(landmarks, kernel, W, n_iterations, ridge=ridge, learning_rate=learning_rate)


OPTIMIZERS: dict[str, Optimizer] = {
    optimizer.name: optimizer
    for optimizer in (
        Optimizer("quasi_newton", "quasi-Newton steps", _quasi_newton, (note("learner_sees_more"),)),
        Optimizer("algorithm1", "Algorithm 1 of Li et al.", _algorithm1),
    )
}


@dataclass(eq=False, repr=False)
class AdaptiveFourierFeatures(LearnedFourierFeatures, LearnsInSteps):
    """Fourier features whose frequencies and weights are learned to reproduce the kernel on the data.

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        r; there are 2r features.
    landmarks : {"sample", "kmeans", "nearest"} or Landmarks, default "kmeans"
        How to choose landmarks (`choose_landmarks`), or given ones.
    n_landmarks : int, default None
        n; None takes min(10·n_freqs, max(n_freqs, 2000), N) for "quasi_newton" and min(n_freqs, N) for "algorithm1",
        but at least 2.
    optimizer : {"quasi_newton", "algorithm1"}, default "quasi_newton"
        "quasi_newton" moves frequencies and weights together (`quasi_newton_steps`). Up to 1,000 points that are not
        landmarks tell it when to stop, where at least 50 are left. "algorithm1" is the paper's (`algorithm1_steps`),
        without held-out points.
    n_iterations : int, default None
        None is 400 (for each λ tried) for "quasi_newton" and 40 for "algorithm1".
    n_steps, learning_rate : int, default 10, and float, default None
        For "algorithm1" alone: gradient steps on the frequencies in each iteration, and their μ.
    ridge : float, default None
        λ of the penalty λ‖p‖² on the weights. None is 0.01 with at least 4 landmarks for each frequency, with fewer a
        choice on the held-out points; where nothing is held out, 0 if every point is a landmark, else 0.1.
    sampler : str, default "monte_carlo"
        The scheme of `rffviz.samplers.SAMPLERS` that gives the frequencies to start from.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    frequencies_ : ndarray of shape (r, d), float64
    weights_ : ndarray of shape (r,)
        p ≥ 0; they do not sum to 1 exactly, so z(x)·z(x) is near 1, not 1.
    ridge_ : float
        λ as given or chosen.
    loss_history_ : ndarray of shape (T + 1,)
        L + λ‖p‖² at the start and after each iteration; it does not rise while λ stays.
    landmark_errors_, held_out_errors_ : ndarray of shape (T + 1,)
        Relative error on the landmarks, and on the held-out points (NaN where it was not computed). The first is
        smaller than the error on the whole data, the second near it.
    n_iter_ : int
        The iteration whose frequencies and weights are kept: the best on held-out points, else the last.
    landmarks_ : Landmarks

    Notes
    -----
    The features belong to the data they were learned on: unlike random features they are biased, and not nested
    (another n_freqs gives other frequencies). They are float32.

    Source: Li, Zhang, Wang & Kumar 2019, equation (5) and Algorithm 1; "sample" and "kmeans" are its SAMPLE and
    CLUSTER.

    Examples
    --------
    >>> from rffviz.adaptive import AdaptiveFourierFeatures
    >>> from rffviz.datasets import load, standardize
    >>> from rffviz.features import RandomFourierFeatures
    >>> from rffviz.kernels import Gaussian
    >>> from rffviz.measure import relative_error
    >>> X, kernel = standardize(load("iris").X).X, Gaussian(2.0)
    >>> learned = AdaptiveFourierFeatures(kernel, n_freqs=10, random_state=0).fit(X)
    >>> drawn = RandomFourierFeatures(kernel, n_freqs=10, random_state=0).fit(X)
    >>> bool(relative_error(learned, X, kernel) < relative_error(drawn, X, kernel) / 3)
    True
    """

    kernel: Kernel | None = None
    n_freqs: int = 100
    landmarks: str | Landmarks = "kmeans"
    n_landmarks: int | None = None
    optimizer: str = "quasi_newton"
    n_iterations: int | None = None
    n_steps: int = DEFAULT_STEPS
    learning_rate: float | None = None
    ridge: float | None = None
    sampler: str = "monte_carlo"
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Choose landmarks of X, draw frequencies and learn; y is not used."""
        return finish(self.fit_steps(X))

    def _learn(self, X: ArrayLike, y: ArrayLike | None) -> Iterator[LearningStep]:
        X = training_data(self, X, dtype=(np.float64, np.float32), ensure_min_samples=2)
        kernel, n_freqs, (landmark_rng, frequency_rng, held_out_rng) = self._settings(3)
        one_of("optimizer", self.optimizer, OPTIMIZERS)
        each = 1 if self.optimizer == "algorithm1" else PER_FREQUENCY
        self.landmarks_ = landmarks_of(X, self.landmarks, self.n_landmarks, n_freqs, landmark_rng, each)
        start = self._draw_to_move(kernel, X, n_freqs, frequency_rng)
        self.ridge_: float | None = self.ridge  # None is replaced in `_steps`, or by the ridge of the best step
        history: list[tuple[float, float, float]] = []
        best: LearningStep | None = None
        for step in self._steps(X, kernel, start, held_out_rng):
            yield step
            held_out = np.nan if step.held_out_error is None else step.held_out_error
            history.append((step.objective, step.relative_error, held_out))
            if best is None or best.held_out_error is None or held_out < best.held_out_error:
                best = step
        assert best is not None  # the first step is the start
        self.loss_history_, self.landmark_errors_, self.held_out_errors_ = np.array(history).T
        self.frequencies_, self.weights_, self.n_iter_ = best.W, best.p, best.iteration
        self.ridge_ = best.ridge if self.ridge_ is None else self.ridge_

    def _steps(self, X: np.ndarray, kernel: Kernel, W: np.ndarray, rng: np.random.Generator) -> Iterator[LearningStep]:
        held_out = _held_out(X, self.landmarks_, rng) if self.optimizer == "quasi_newton" else None
        ridge = self.ridge
        if ridge is None and held_out is None:
            every_point = self.landmarks_.kind != "given" and self.landmarks_.n_landmarks == len(X)
            ridge = 0.0 if every_point else DEFAULT_RIDGE
        self.ridge_ = ridge
        if self.optimizer == "quasi_newton":
            n_iterations = QUASI_NEWTON_ITERATIONS if self.n_iterations is None else self.n_iterations
            return quasi_newton_steps(
                self.landmarks_, kernel, W, n_iterations=n_iterations, ridge=ridge, held_out=held_out
            )
        n_iterations = DEFAULT_ITERATIONS if self.n_iterations is None else self.n_iterations
        assert ridge is not None  # Algorithm 1 holds nothing out, so it was set above
        return algorithm1_steps(self.landmarks_, kernel, W, n_iterations, self.n_steps, ridge, self.learning_rate)


def _held_out(X: np.ndarray, landmarks: Landmarks, rng: np.random.Generator) -> np.ndarray | None:
    """Rows of X that are not landmarks, or None where too few are left to measure an error on."""
    if landmarks.indices is not None:
        free = np.setdiff1d(np.arange(len(X)), landmarks.indices)
    else:  # cluster centres are not rows of X, unless there are as many of them as rows
        free = np.arange(len(X) if landmarks.n_landmarks < len(X) else 0)
    if len(free) < _FEWEST_HELD_OUT:
        return None
    return X[rng.choice(free, min(_MOST_HELD_OUT, len(free)), replace=False)].astype(np.float64)
