"""Target-aware Fourier features as scikit-learn estimators: a transformer, a regressor and a classifier."""

from __future__ import annotations

import numbers
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils import Tags

from rffviz.adaptive.algorithm1 import DEFAULT_RIDGE
from rffviz.adaptive.landmarks import Landmarks, landmarks_of
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.prediction_loss import PREDICTION_LOSSES, PredictionLoss
from rffviz.adaptive.supervise import HybridLoss, SupervisedStep, adam_steps, algorithm2_steps, projected_steps
from rffviz.adaptive.transformer import LearnedFourierFeatures, LearnsInSteps, finish
from rffviz.features import paired_map
from rffviz.foundation.decisions import LargestValueClassifier, against_the_rest, in_blocks
from rffviz.foundation.threads import one_thread_if_small
from rffviz.foundation.validation import (
    Seed,
    at_least_two_classes,
    new_points,
    numeric_target,
    one_of,
    training_data,
    whole_number,
)
from rffviz.kernels import Kernel

SUPERVISED_OPTIMIZERS = ("auto", "projected", "adam", "algorithm2")
_ITERATIONS = {"projected": 100, "adam": 10, "algorithm2": 40}
_ADAM_RATE = 0.03


@dataclass(eq=False, repr=False)
class _SupervisedFourier(LearnsInSteps):
    """Base of the three estimators: their parameters and the learning."""

    kernel: Kernel | None = None
    n_freqs: int = 100
    loss: str = "auto"
    decay: float = 0.1
    eta: float = 10.0
    ridge: float = DEFAULT_RIDGE
    landmarks: str | Landmarks = "sample"
    n_landmarks: int | None = None
    optimizer: str = "auto"
    n_iterations: int | None = None
    batch_size: int = 256
    learning_rate: float | None = None
    sampler: str = "monte_carlo"
    random_state: Seed = None

    def fit(self, X: Any, y: Any) -> Self:
        """Learn frequencies, weights and the predictor from X and the target y."""
        return finish(self.fit_steps(X, y))

    def _learn(self, X: Any, y: Any) -> Iterator[SupervisedStep]:
        """Choose landmarks, draw frequencies, minimise the hybrid loss, and store the last state."""
        X, targets, loss = self._problem(X, y)
        kernel, n_freqs, (landmark_rng, frequency_rng, batch_rng) = self._settings(3)
        one_of("optimizer", self.optimizer, SUPERVISED_OPTIMIZERS)
        self.landmarks_ = landmarks_of(X, self.landmarks, self.n_landmarks, n_freqs, landmark_rng)
        start = self._draw_to_move(kernel, X, n_freqs, frequency_rng)
        # The unit of the target must not change the meaning of η: the squared loss sees mean 0 and variance 1.
        shift, unit = 0.0, 1.0
        if loss == "squared":
            shift, unit = float(targets.mean()), float(targets.std()) or 1.0
        centre = X.mean(axis=0, dtype=np.float64)  # far from the origin single precision would lose the angles
        prediction = PredictionLoss(X - centre, (targets - shift) / unit, loss, self.decay)
        optimizer = self.optimizer
        if optimizer == "auto":
            optimizer = "projected" if loss == "squared" else "adam"
        # mini-batch noise exceeds float32 rounding, but a line search is sensitive to it
        dtype = np.float32 if optimizer == "adam" else np.float64
        hybrid = HybridLoss(prediction, EmpiricalLoss(self.landmarks_, kernel, dtype), self.eta, self.ridge)
        history = []
        rows = min(whole_number("batch_size", self.batch_size), len(X)) if optimizer == "adam" else len(X)
        steps, largest = self._steps(optimizer, hybrid, start, batch_rng), max(rows, self.landmarks_.n_landmarks)
        for step in _one_by_one(steps, 2 * largest * n_freqs * max(X.shape[1], len(self.landmarks_.points))):
            history.append((step.objective, step.prediction_loss, step.relative_error))
            yield step
        self.frequencies_, self.weights_ = step.W, step.p
        alpha = _about_the_origin(step.alpha, step.W @ centre)
        self.coef_, self.intercept_ = unit * alpha.T, unit * step.beta + shift
        self.loss_history_, self.prediction_losses_, self.landmark_errors_ = np.array(history).T
        self.loss_, self.n_iter_ = loss, step.iteration

    def _steps(
        self, optimizer: str, hybrid: HybridLoss, W: np.ndarray, rng: np.random.Generator
    ) -> Iterator[SupervisedStep]:
        n_iterations = _ITERATIONS[optimizer] if self.n_iterations is None else self.n_iterations
        whole_number("n_iterations", n_iterations, low=0)
        if optimizer == "projected":
            return projected_steps(hybrid, W, n_iterations)
        if optimizer == "algorithm2":
            return algorithm2_steps(hybrid, W, n_iterations, learning_rate=self.learning_rate)
        rate = _ADAM_RATE if self.learning_rate is None else self.learning_rate
        return adam_steps(hybrid, W, n_iterations, self.batch_size, rate, rng)

    def _values(self, X: Any) -> np.ndarray:
        """g at the rows of X, (n, K) in float64."""
        X = new_points(self, X, (np.float64, np.float32))
        one = np.ones(len(self.frequencies_))  # the predictor uses unweighted features

        def g(some: np.ndarray) -> np.ndarray:
            return paired_map(some, self.frequencies_, one) @ self.coef_.T + self.intercept_

        return in_blocks(g, X, 2 * len(one))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def _checked(self, X: Any, y: Any, **options: Any) -> tuple[np.ndarray, np.ndarray]:
        return training_data(self, X, y, dtype=(np.float64, np.float32), ensure_min_samples=2, **options)

    def _classes(self, X: np.ndarray, y: np.ndarray, loss: str) -> tuple[np.ndarray, np.ndarray, str]:
        # scikit-learn treats two distinct fractions as regression targets; with a hinge they are classes
        two = y.dtype.kind == "f" and len(np.unique(y)) == 2
        self.classes_ = np.unique(y) if two else at_least_two_classes(y)
        return X, against_the_rest(y, self.classes_), loss


class SupervisedFourierFeatures(LearnedFourierFeatures, _SupervisedFourier):
    """Fourier features learned to predict a target while they reproduce the kernel (SUPERVISE).

    They minimise (1/N) Σ_j c(g(x_j), y_j) + γ‖α‖² + η (L(W, p) + λ‖p‖²) over frequencies W, weights p ≥ 0 and the
    predictor g(x) = α·[cos(Wx); sin(Wx)] + β, with L the empirical kernel approximation loss on landmarks.

    Parameters
    ----------
    kernel, n_freqs, sampler, random_state
        As in `AdaptiveFourierFeatures`.
    loss : {"auto", "squared", "hinge", "squared_hinge"}, default "auto"
        c. "auto" is "squared" for numbers of a fractional type, and "squared_hinge" where y holds text, truth values,
        whole numbers or at most two different values. With more than two classes each is learned against the rest: the
        losses are added, W and p shared.
    decay : float, default 0.1
        γ ≥ 0, against the mean of the losses and on unscaled features: r times the λ of ridge regression on z(x). It
        guards against over-fitting and must be chosen for the data, from about 10⁻³ to 1. Once W has been trained, a
        new choice of γ on the same rows comes out too small.
    eta : float, default 10
        η ≥ 0. It keeps the approximated kernel near k; 0 gives the compact nonlinear maps of Yu et al. 2015, whose
        weights stay 1/r. For the squared loss y is scaled to variance 1, so its unit does not matter.
    ridge : float, default 0.1
        λ ≥ 0 of λ‖p‖².
    landmarks : {"sample", "kmeans", "nearest"} or Landmarks, default "sample"
    n_landmarks : int, default None
        n; None is min(n_freqs, N), but at least 2.
    optimizer : {"auto", "projected", "adam", "algorithm2"}, default "auto"
        `projected_steps`, `adam_steps` or `algorithm2_steps`; "auto" is the first for the squared loss, the second for
        the hinges.
    n_iterations : int, default None
        Steps of L-BFGS, epochs of Adam or iterations of Algorithm 2; None is 100, 10 and 40.
    batch_size : int, default 256
        Of Adam.
    learning_rate : float, default None
        Of Adam (None is 0.03) and Algorithm 2 (None finds it on the way).

    Attributes
    ----------
    frequencies_ : ndarray of shape (r, d), float64
    weights_ : ndarray of shape (r,)
        p ≥ 0, of the features that `transform` gives.
    coef_, intercept_ : ndarray of shapes (K, 2r) and (K,)
        α and β of g on **unweighted** features; K is 1, or the number of classes above two.
    classes_ : ndarray
        Where y holds classes.
    loss_ : str
        c as given, or as "auto" decided.
    loss_history_ : ndarray of shape (T + 1,)
        The hybrid loss at the start and after each iteration.
    prediction_losses_, landmark_errors_ : ndarray of shape (T + 1,)
        (1/N) Σ c + γ‖α‖², and the relative error of the kernel matrix on the landmarks.
    n_iter_ : int
    landmarks_ : Landmarks

    Notes
    -----
    The features have seen the target: on the rows they were learned on, the error of a predictor is too small. They
    are biased, not nested, and float32. Memory does not grow with N·r.

    Adam divides each slope by its own size, so that a slope which is only rounding error still makes a full step, and
    processors round sums differently: for 40 points in 784 dimensions about 1 % of new points got another class on
    another number of threads. Where a product of matrices has fewer than 3·10⁸ operations it is computed on one thread.

    Source: Li, Zhang, Wang & Kumar 2019, equation (9) and Algorithm 2.
    """

    def _problem(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray, str]:
        one_of("loss", self.loss, ("auto", *PREDICTION_LOSSES))
        X, y = self._checked(X, y)
        if y.dtype.kind == "O" and all(isinstance(value, numbers.Real) for value in y):
            y = np.array(y.tolist())
        loss = self.loss
        if loss == "auto":
            loss = "squared" if y.dtype.kind == "f" and len(np.unique(y)) > 2 else "squared_hinge"
        if loss == "squared":
            return X, numeric_target(y).astype(np.float64), loss
        return self._classes(X, y, loss)


class SupervisedFourierRegressor(RegressorMixin, _SupervisedFourier):
    """The predictor g that `SupervisedFourierFeatures` learns with the squared loss, for one target.

    Parameters and attributes are the transformer's, with `loss` "auto" or "squared".

    Source: Li, Zhang, Wang & Kumar 2019, equations (9) and (10).
    """

    def _problem(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray, str]:
        one_of("loss", self.loss, ("auto", "squared"))
        X, y = self._checked(X, numeric_target(y), y_numeric=True)
        return X, y.astype(np.float64), "squared"

    def predict(self, X: Any) -> np.ndarray:
        """g at the rows of X, float64 of shape (n,)."""
        return self._values(X)[:, 0]


class SupervisedFourierClassifier(LargestValueClassifier, _SupervisedFourier):
    """The class of the largest g that `SupervisedFourierFeatures` learns with a hinge or with the squared loss of ±1.

    Parameters and attributes are the transformer's; `loss` "auto" is the squared hinge.

    Source: Li, Zhang, Wang & Kumar 2019, equations (9) and (10). The paper does not treat more than two classes.
    """

    def _problem(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray, str]:
        one_of("loss", self.loss, ("auto", *PREDICTION_LOSSES))
        X, y = self._checked(X, y)
        return self._classes(X, y, "squared_hinge" if self.loss == "auto" else self.loss)


def _about_the_origin(alpha: np.ndarray, phases: np.ndarray) -> np.ndarray:
    """α for cos(ω·x) and sin(ω·x), from α for cos(ω·x − φ) and sin(ω·x − φ): each pair is turned by φ."""
    cos, sin = np.cos(phases)[:, None], np.sin(phases)[:, None]
    a, b = np.split(alpha, 2)
    return np.vstack([a * cos - b * sin, a * sin + b * cos])


def _one_by_one(steps: Iterator[SupervisedStep], n_operations: float) -> Iterator[SupervisedStep]:
    """Yield the steps, each computed on one BLAS thread if its largest product is small; no limit between steps."""
    while True:
        with one_thread_if_small(n_operations):
            step = next(steps, None)
        if step is None:
            return
        yield step
