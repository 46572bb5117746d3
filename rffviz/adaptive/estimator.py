"""Adaptive Fourier features as a scikit-learn transformer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from copy import copy
from dataclasses import dataclass

import numpy as np
from sklearn.utils.validation import validate_data

from rffviz.adaptive.algorithm1 import DEFAULT_ITERATIONS, DEFAULT_RIDGE, DEFAULT_STEPS, algorithm1_steps
from rffviz.adaptive.landmarks import Landmarks, landmarks_of
from rffviz.adaptive.quasi_newton import DEFAULT_ITERATIONS as QUASI_NEWTON_ITERATIONS
from rffviz.adaptive.quasi_newton import quasi_newton_steps
from rffviz.adaptive.record import LearningStep, finish, gathering
from rffviz.adaptive.transformer import LearnedFourierFeatures
from rffviz.kernels import Gaussian, Kernel, a_kernel
from rffviz.notes import Note, note
from rffviz.samplers import SAMPLERS, draw
from rffviz.validation import one_of, whole_number

_MOST_HELD_OUT = 2000
_FEWEST_HELD_OUT = 50


@dataclass(frozen=True)
class Optimizer:
    """A way of learning frequencies and weights from landmarks.

    Attributes
    ----------
    name, label : str
        The stable identifier, and what it is called.
    steps : callable
        (landmarks, kernel, W, n_iterations, ridge, learning_rate) → iterator of `LearningStep`; nothing is held out.
    notes : tuple of Note
        What a reader of the errors of `AdaptiveFourierFeatures` learned by it should know.
    """

    name: str
    label: str
    steps: Callable[..., Iterator[LearningStep]]
    notes: tuple[Note, ...] = ()

    def fit(self, X, kernel: Kernel, n_freqs: int, kind: str, n_landmarks: int, random_state: int) -> Generator:
        """Fit `AdaptiveFourierFeatures`: a generator that can be left between two iterations, and returns them."""
        return AdaptiveFourierFeatures(
            kernel, n_freqs, kind, n_landmarks, optimizer=self.name, random_state=random_state
        ).fit_steps(X)


def _quasi_newton(landmarks: Landmarks, kernel: Kernel, W, n_iterations, ridge, learning_rate):
    return quasi_newton_steps(landmarks, kernel, W, n_iterations=n_iterations, ridge=ridge)


def _algorithm1(landmarks: Landmarks, kernel: Kernel, W, n_iterations, ridge, learning_rate):
    return algorithm1_steps(landmarks, kernel, W, n_iterations, ridge=ridge, learning_rate=learning_rate)


OPTIMIZERS: dict[str, Optimizer] = {
    optimizer.name: optimizer
    for optimizer in (
        Optimizer("quasi_newton", "quasi-Newton steps", _quasi_newton, (note("learner_sees_more"),)),
        Optimizer("algorithm1", "Algorithm 1 of Li et al.", _algorithm1),
    )
}


class AdaptiveFourierFeatures(LearnedFourierFeatures):
    """Fourier features whose frequencies and weights are learned to reproduce the kernel on the data.

    Parameters
    ----------
    kernel : Kernel, default None
        None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        r; there are 2r features.
    landmarks : {"sample", "kmeans", "nearest"} or Landmarks, default "kmeans"
        How landmarks are chosen (`choose_landmarks`), or given ones.
    n_landmarks : int, default None
        n; None takes min(10·n_freqs, max(n_freqs, 2000), N) for "quasi_newton" and min(n_freqs, N) for "algorithm1",
        but at least 2.
    optimizer : {"quasi_newton", "algorithm1"}, default "quasi_newton"
        "quasi_newton" moves frequencies and weights together (`quasi_newton_steps`), and stops early on up to 2,000
        points that are not landmarks, where at least 50 are left. "algorithm1" is the paper's, without held-out
        points (`algorithm1_steps`).
    n_iterations : int, default None
        None is 400 (for each λ tried) for "quasi_newton" and 40 for "algorithm1".
    n_steps, learning_rate : int, default 10, and float, default None
        Of "algorithm1" alone: gradient steps on the frequencies in each iteration, and their μ.
    ridge : float, default None
        λ of the penalty λ‖p‖² on the weights. None: 0 where every point is a landmark; else chosen on the held-out
        points, where there are any; else 0.1.
    sampler : str, default "monte_carlo"
        The scheme of `rffviz.samplers.SAMPLERS` that gives the frequencies to start from.
    random_state : int, default 0

    Attributes
    ----------
    frequencies_ : ndarray of shape (r, d), float64
    weights_ : ndarray of shape (r,)
        p ≥ 0; they do not sum to 1 exactly, so z(x)·z(x) is near 1, not 1.
    ridge_ : float
        λ that was used, or chosen.
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
    The features belong to the data they were learned on: unlike random ones they are biased, and not nested (other
    n_freqs give other frequencies). Features are float32.

    Source: Li, Zhang, Wang & Kumar 2019, equation (5) and Algorithm 1; "sample" and "kmeans" are its SAMPLE and
    CLUSTER.
    """

    def __init__(
        self,
        kernel=None,
        n_freqs=100,
        landmarks="kmeans",
        n_landmarks=None,
        optimizer="quasi_newton",
        n_iterations=None,
        n_steps=DEFAULT_STEPS,
        learning_rate=None,
        ridge=None,
        sampler="monte_carlo",
        random_state=0,
    ):
        self.kernel = kernel
        self.n_freqs = n_freqs
        self.landmarks = landmarks
        self.n_landmarks = n_landmarks
        self.optimizer = optimizer
        self.n_iterations = n_iterations
        self.n_steps = n_steps
        self.learning_rate = learning_rate
        self.ridge = ridge
        self.sampler = sampler
        self.random_state = random_state

    def fit(self, X, y=None):
        """Choose landmarks of X, draw frequencies and learn; y is not used."""
        return finish(self.fit_steps(X))

    def fit_steps(self, X) -> Generator[LearningStep, None, AdaptiveFourierFeatures]:
        """`fit` as a generator of its iterations; left between two of them, it leaves the estimator as it was."""
        learner = copy(self)
        yield from learner._learn(X)
        vars(self).update(vars(learner))
        return self

    def _learn(self, X):
        X = validate_data(self, X, dtype=(np.float64, np.float32), ensure_min_samples=2)
        kernel = a_kernel(self.kernel, Gaussian())
        n_freqs = whole_number("n_freqs", self.n_freqs)
        one_of("sampler", self.sampler, SAMPLERS)
        one_of("optimizer", self.optimizer, OPTIMIZERS)
        seed = whole_number("random_state", self.random_state, low=0)
        landmark_rng, frequency_rng, held_out_rng = np.random.default_rng(seed).spawn(3)
        self.landmarks_ = self._choose(X, n_freqs, landmark_rng)
        start = draw(self.sampler, kernel, X.shape[1], n_freqs, frequency_rng, X=X)
        learned = yield from gathering(self._steps(X, kernel, start.W, held_out_rng))
        self.ridge_ = learned.ridge if self.ridge_ is None else self.ridge_
        self.frequencies_ = learned.W
        self.weights_ = learned.p
        self.loss_history_ = learned.objectives
        self.landmark_errors_ = learned.relative_errors
        self.held_out_errors_ = learned.held_out_errors
        self.n_iter_ = learned.best_iteration

    def _steps(self, X, kernel, W, rng):
        held_out = _held_out(X, self.landmarks_, rng) if self.optimizer == "quasi_newton" else None
        ridge = self.ridge
        if ridge is None and held_out is None:
            ridge = 0.0 if self._every_point(X) else DEFAULT_RIDGE
        self.ridge_ = ridge
        if self.optimizer == "quasi_newton":
            n_iterations = QUASI_NEWTON_ITERATIONS if self.n_iterations is None else self.n_iterations
            return quasi_newton_steps(
                self.landmarks_, kernel, W, n_iterations=n_iterations, ridge=ridge, held_out=held_out
            )
        n_iterations = DEFAULT_ITERATIONS if self.n_iterations is None else self.n_iterations
        return algorithm1_steps(self.landmarks_, kernel, W, n_iterations, self.n_steps, ridge, self.learning_rate)

    def _every_point(self, X):
        return self.landmarks_.kind != "given" and self.landmarks_.n_landmarks == len(X)

    def _choose(self, X, n_freqs, rng):
        wanted = self.n_landmarks
        if wanted is None and self.optimizer == "algorithm1":
            wanted = max(2, min(n_freqs, len(X)))
        return landmarks_of(X, self.landmarks, wanted, n_freqs, rng)


def _held_out(X, landmarks, rng):
    """Rows of X that are not landmarks, or None where too few are left to judge by."""
    if landmarks.indices is not None:
        free = np.setdiff1d(np.arange(len(X)), landmarks.indices)
    else:  # centres are no rows, but as many centres as rows are
        free = np.arange(len(X) if landmarks.n_landmarks < len(X) else 0)
    if len(free) < _FEWEST_HELD_OUT:
        return None
    return X[rng.choice(free, min(_MOST_HELD_OUT, len(free)), replace=False)].astype(np.float64)
