"""Target-aware Fourier features: the optimisers of the hybrid loss, and a transformer, a regressor and a classifier."""

from __future__ import annotations

import numbers
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import RegressorMixin
from sklearn.utils import Tags

from rffviz.adaptive.algorithm1 import DEFAULT_RIDGE, GROWTH, descend
from rffviz.adaptive.landmarks import Landmarks, landmarks_of
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.adaptive.prediction_loss import PREDICTION_LOSSES, PredictionLoss
from rffviz.adaptive.quasi_newton import Objective, lbfgs
from rffviz.adaptive.transformer import LearnedFourierFeatures, LearnsInSteps, finish
from rffviz.features import paired_map
from rffviz.foundation.decisions import LargestValueClassifier, against_the_rest, in_blocks
from rffviz.foundation.threads import one_thread_if_small
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    at_least_two_classes,
    new_points,
    non_negative_number,
    numeric_target,
    of_dimension,
    one_of,
    points,
    positive_number,
    random_generator,
    training_data,
    whole_number,
)
from rffviz.kernels import Kernel

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
            step_size = rate * (1 + np.cos(np.pi * (step - 1) / n_steps)) / 2
            _, *slopes = prediction.gradients(*parts, rows=order[start : start + batch_size])  # type: ignore[misc]
            slopes[0] += hybrid.regulariser(parts[0], p)[1]
            for part, slope, unit, (first, second) in zip(parts, slopes, units, moments, strict=True):
                first += (1 - _FIRST_MOMENT) * (slope - first)
                second += (1 - _SECOND_MOMENT) * (np.square(slope) - second)
                size = np.sqrt(second / (1 - _SECOND_MOMENT**step)) + _TINY * unit
                part -= step_size * unit * first / (1 - _FIRST_MOMENT**step) / size
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

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn frequencies, weights and the predictor from X and the target y."""
        return finish(self.fit_steps(X, y))

    def _learn(self, X: ArrayLike, y: ArrayLike) -> Iterator[SupervisedStep]:
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

    def _values(self, X: ArrayLike) -> np.ndarray:
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

    def _checked(self, X: ArrayLike, y: ArrayLike, **options: Any) -> tuple[np.ndarray, np.ndarray]:
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

    def _problem(self, X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray, str]:
        one_of("loss", self.loss, ("auto", *PREDICTION_LOSSES))
        y = y.iloc[:, 0] if hasattr(y, "iloc") and np.shape(y)[1:] == (1,) else y
        whole = getattr(getattr(y, "dtype", None), "kind", "") in ("i", "u")  # pandas' Int64, too, which becomes float
        X, y = self._checked(X, y)
        if whole:
            y = y.astype(np.int64)
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

    def _problem(self, X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray, str]:
        one_of("loss", self.loss, ("auto", "squared"))
        X, y = self._checked(X, numeric_target(y), y_numeric=True)
        return X, y.astype(np.float64), "squared"

    def predict(self, X: ArrayLike) -> np.ndarray:
        """g at the rows of X, float64 of shape (n,)."""
        return self._values(X)[:, 0]


class SupervisedFourierClassifier(LargestValueClassifier, _SupervisedFourier):
    """The class of the largest g that `SupervisedFourierFeatures` learns with a hinge or with the squared loss of ±1.

    Parameters and attributes are the transformer's; `loss` "auto" is the squared hinge.

    Source: Li, Zhang, Wang & Kumar 2019, equations (9) and (10). The paper does not treat more than two classes.
    """

    def _problem(self, X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray, str]:
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
