"""The course of learning: stored states and their errors on landmarks and on data, compared with Monte Carlo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.adaptive.algorithm1 import DEFAULT_RIDGE, LearningStep
from rffviz.adaptive.estimator import OPTIMIZERS
from rffviz.adaptive.landmarks import Landmarks, choose_landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import one_of, points, seed_number, whole_number
from rffviz.kernels import Kernel
from rffviz.measure import error_curve
from rffviz.theory.variance import paired_variance

_MANY, _CURVES = 4096, 3  # largest number of random frequencies whose error is measured, and over how many draws
_HARM = 0.9  # equivalent random frequencies over r, below which learning has increased the error
_GAIN = 1.5  # equivalent random frequencies over r, from which they are reported
_WORSE = 1.03  # last error over the smallest, on the data, above which it counts as over-fitted


@dataclass(frozen=True)
class KeptStep:
    """One stored state, with √(Σ(k̂ − k)²/Σk²) over all pairs of the `n_data` data points."""

    step: LearningStep
    data_error: float


@dataclass(frozen=True, eq=False)
class LearningProgress:
    """How far learning has come.

    Attributes
    ----------
    iterations, objectives : ndarray of shape (t,)
        Every iteration so far, 0 being the start, and its L + λ‖p‖².
    kept : tuple of KeptStep
        Evenly spaced in iterations, from the start (random Fourier features); the final state is added at the end.
    monte_carlo : ndarray of shape (s,)
        Relative errors on the same data of random Fourier features with as many frequencies; the first draw is the
        start.
    random_error : float
        √(Σ Var cos(ω·δ)/Σ k²) over all pairs: m independent frequencies have an RMS error of this over √m.
    random_n_freqs, random_errors : ndarray of shape (g,)
        Numbers of random frequencies from r on, and their RMS errors over draws; empty before they are measured.
    n_data : int
        Number of points for the data errors.
    about : About
        Points, kernel, seed; settings `optimizer`, `ridge`.
    ended : bool
        Whether learning has ended.
    """

    iterations: np.ndarray
    objectives: np.ndarray
    kept: tuple[KeptStep, ...]
    monte_carlo: np.ndarray
    landmarks: Landmarks
    n_data: int
    about: About
    random_error: float
    random_n_freqs: np.ndarray
    random_errors: np.ndarray
    ended: bool = False

    @property
    def n_freqs(self) -> int:
        """r."""
        return len(self.kept[0].step.p)

    @property
    def first(self) -> KeptStep:
        """Random Fourier features."""
        return self.kept[0]

    @property
    def last(self) -> KeptStep:
        """The latest stored state."""
        return self.kept[-1]

    @property
    def best(self) -> KeptStep:
        """The kept state with the smallest error on the data."""
        return min(self.kept, key=lambda each: each.data_error)

    @property
    def drawn_errors(self) -> tuple[float, float, float]:
        """Least, largest and root mean square of Monte Carlo's errors."""
        errors = self.monte_carlo
        return float(errors.min()), float(errors.max()), float(np.sqrt(np.mean(np.square(errors))))

    @property
    def rank_of_start(self) -> int:
        """Place of the start's error among those of Monte Carlo: 1 if it is the smallest."""
        return 1 + int(np.sum(self.monte_carlo < self.monte_carlo[0]))

    def worth_of(self, kept: KeptStep) -> float:
        """The number of random frequencies whose expected RMS error is that of a stored state: (c/error)²."""
        return (self.random_error / kept.data_error) ** 2 if kept.data_error else np.inf

    def gains(self, kept: KeptStep) -> bool:
        """Whether a stored state has the error of at least 1.5 r random frequencies."""
        return self.worth_of(kept) >= _GAIN * self.n_freqs

    @property
    def ratio(self) -> float:
        """The last error on the data over the expected one of as many random frequencies."""
        return self.last.data_error * self.n_freqs**0.5 / max(self.random_error, np.finfo(float).tiny)

    @property
    def harms(self) -> bool:
        """Whether the last state has the error of fewer than 0.9 r random frequencies."""
        return self.worth_of(self.last) < _HARM * self.n_freqs

    @property
    def over_fits(self) -> bool:
        """Whether the last error on the data is above 1.03 times the smallest: later iterations over-fitted."""
        return self.last.data_error > _WORSE * self.best.data_error


@study
def learning_from_points(
    X: np.ndarray, kind: str, n_landmarks: int, random_state: int = 0, **options: Any
) -> Iterator[Progress[LearningProgress]]:
    """Choose landmarks of a kind among the points, and learn on them; options as for `learning_progress`."""
    seed = seed_number("random_state", random_state)
    landmarks = choose_landmarks(X, n_landmarks, kind, seed)
    yield from learning_progress.steps(X, landmarks, random_state=seed, **options)


@study
def learning_progress(
    X: ArrayLike,
    landmarks: Landmarks,
    kernel: Kernel,
    n_freqs: int,
    n_iterations: int,
    ridge: float = DEFAULT_RIDGE,
    optimizer: str = "quasi_newton",
    learning_rate: float | None = None,
    n_draws: int = 10,
    n_kept: int = 40,
    n_data: int = 1000,
    random_state: int = 0,
) -> Iterator[Progress[LearningProgress]]:
    """Learn frequencies and weights from a Monte Carlo start, and store states along the way.

    Parameters
    ----------
    X : array of shape (N, d)
    landmarks : Landmarks
        Of X.
    n_freqs : int
        r ≥ 1.
    n_iterations : int
        T ≥ 0, the most iterations.
    ridge : float
        λ ≥ 0 of the penalty λ‖p‖².
    optimizer : str
        A key of `OPTIMIZERS`.
    learning_rate : float, optional
        μ > 0 of "algorithm1", by default chosen automatically; "quasi_newton" has none.
    n_draws : int
        Monte Carlo draws to compare with, the start among them.
    n_kept : int
        Most states to store, at least 2.
    n_data : int
        Most points for data errors, at least 2; drawn from X if it has more.

    Returns
    -------
    LearningProgress
        In steps: after the start, after each further Monte Carlo draw and after each iteration.

    Notes
    -----
    A data error costs O(n_data² r), so it is computed only for the stored states: those of iterations 0, s, 2s, …,
    where s doubles whenever there would be too many, and the latest one. Landmarks that are rows of X are among the
    data, as in the paper's tables; with few data that makes the data error look smaller.
    """
    given, X = X, points("X", X, min_points=2)
    n_freqs = whole_number("n_freqs", n_freqs)
    n_iterations = whole_number("n_iterations", n_iterations, low=0)
    n_draws = whole_number("n_draws", n_draws)
    n_kept = whole_number("n_kept", n_kept, low=2)
    n_data = whole_number("n_data", n_data, low=2)
    seed = seed_number("random_state", random_state)
    learner = OPTIMIZERS[one_of("optimizer", optimizer, OPTIMIZERS)]
    start_rng, draws_rng, data_rng = np.random.default_rng(seed).spawn(3)
    W = kernel.sample(n_freqs, X.shape[1], start_rng)
    steps = learner.steps(landmarks, kernel, W, n_iterations, ridge, learning_rate)
    data = X[data_rng.choice(len(X), n_data, replace=False)] if len(X) > n_data else X
    everywhere = EmpiricalLoss(Landmarks(data, np.full(len(data), 1 / len(data)), "given"), kernel)
    K = kernel(data)
    random_error = float(np.sqrt(np.sum(paired_variance(K, kernel(2 * data), 1)) / np.sum(np.square(K))))
    done, total = 1, n_draws + n_iterations
    start = next(steps)
    error = everywhere.relative_error(start.W, start.p)
    progress = LearningProgress(
        iterations=np.array([0]),
        objectives=np.array([start.objective]),
        kept=(KeptStep(start, error),),
        monte_carlo=np.array([error]),
        landmarks=landmarks,
        n_data=len(data),
        about=About.of(given, kernel, seeds=(seed,), optimizer=optimizer, ridge=ridge),
        random_error=random_error,
        random_n_freqs=np.array([], dtype=int),
        random_errors=np.array([]),
    )
    yield Progress(done, total, progress)
    for draw_rng in draws_rng.spawn(n_draws - 1):
        drawn = everywhere.relative_error(kernel.sample(len(start.p), data.shape[1], draw_rng), start.p)
        progress, done = replace(progress, monte_carlo=np.append(progress.monte_carlo, drawn)), done + 1
        yield Progress(done, total, progress)
    sizes = [n_freqs * 2**k for k in range(1 + max(0, int(np.log2(_MANY / n_freqs))))]
    seeds = range(seed, seed + _CURVES)
    for measured in error_curve.steps(data, kernel, "monte_carlo", sizes, seeds, "relative_frobenius"):
        if (curve := measured.record) is not None and len(curve.errors):
            means = np.sqrt(np.mean(np.square(curve.errors), axis=0))
            progress = replace(progress, random_n_freqs=curve.n_freqs, random_errors=means)
        yield Progress(done, total, progress)
    stride, even, step = 1, list(progress.kept), start
    for step in steps:
        if step.iteration % stride == 0:
            even.append(KeptStep(step, everywhere.relative_error(step.W, step.p)))
        while len(even) > n_kept - 1:  # one place is reserved for the latest state
            stride *= 2
            even = [each for each in even if each.step.iteration % stride == 0]
        progress = replace(
            progress,
            iterations=np.append(progress.iterations, step.iteration),
            objectives=np.append(progress.objectives, step.objective),
            kept=tuple(even),
        )
        done += 1
        yield Progress(done, total, progress)
    if even[-1].step is not step:
        even.append(KeptStep(step, everywhere.relative_error(step.W, step.p)))
    yield Progress(total, total, replace(progress, kept=tuple(even), ended=True))
