"""A quasi-Newton minimiser of the kernel approximation loss: frequencies and weights move together."""

from __future__ import annotations

import math
import warnings
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import line_search

from rffviz.adaptive.algorithm1 import DEFAULT_RIDGE, LearningStep
from rffviz.adaptive.landmarks import Landmarks
from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.foundation.validation import Refusal, non_negative_number, of_dimension, points, whole_number
from rffviz.kernels import Kernel

DEFAULT_ITERATIONS = 400
RIDGE_PATH = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003)  # λ to choose from by held-out error, largest first
RIDGE_OF_MANY = 0.01  # the only λ where landmarks are many
_MEMORY = 20  # (step, gradient change) pairs stored by L-BFGS
_CHECK_EVERY = 5  # iterations between checks of the gain and of the held-out error
_PATIENCE = 50  # iterations without a smaller held-out error before stopping
_MAX_HELD_OUT = 2000
_WORTH = 1e-3  # a smaller share of the held-out error gained does not count as an improvement
_CONVERGED = 1e-6  # stop when the objective falls by a smaller share between two checks
_DOUBLE_UP_TO = 500  # landmarks; beyond, single precision halves the time and its rounding no longer matters
_MANY = 4  # landmarks per frequency from which a single λ suffices
_NO_SPREAD = 1e-12  # share of the mean variance below which an axis counts as constant
_SPREAD_FLOOR = 0.1  # share of the mean variance, added so that nearly constant axes are not blown up
_SMALLEST = 1e-4  # smallest starting weight, times 1/r: a weight of 0 would stay 0


def quasi_newton_steps(
    landmarks: Landmarks,
    kernel: Kernel,
    W: ArrayLike,
    n_iterations: int = DEFAULT_ITERATIONS,
    ridge: float | None = DEFAULT_RIDGE,
    held_out: ArrayLike | None = None,
) -> Iterator[LearningStep]:
    """Minimise L(W, p) + λ‖p‖² over frequencies W and weights p = a² ≥ 0 at once, by L-BFGS over (W, a).

    Parameters
    ----------
    landmarks, kernel, W
        As in `algorithm1_steps`.
    n_iterations : int
        T ≥ 0, the most iterations for one λ.
    ridge : float or None
        λ ≥ 0. None needs `held_out`, and with fewer than 4r landmarks goes down `RIDGE_PATH` until a smaller λ no
        longer lowers the held-out error; each λ starts from W again, since a long descent over-fits so few at any λ.
        With more landmarks it is `RIDGE_OF_MANY`: on six sets (r = 50 or 100, n = 10r) going down the path from state
        to state gave held-out errors of 0.96 to 1.02 times that, for about three times the gradients.
    held_out : array of shape (m, d), optional
        Points that are not landmarks, at least 2; the first 2,000 are used. Their relative error is computed every 5
        iterations, and learning stops after 50 without a smaller one: few landmarks in many dimensions are soon
        over-fitted.

    Yields
    ------
    LearningStep
        As from `algorithm1_steps`.

    Notes
    -----
    The frequencies move in coordinates in which the landmarks spread alike along every axis, and a in units of 1/√r
    (`_PenalisedLoss`): this more than halves the iterations, and makes the path independent of the units of the data.
    The objective never rises while λ is fixed. It is not convex in W: the result depends on the start. The best state
    was chosen by its error on held-out points, so that error is a little too small. An iteration costs one or two
    gradients, O(n²r + nrd).

    L-BFGS is Nocedal 1980 in its usual form, with SciPy's line search (strong Wolfe conditions). SciPy's L-BFGS-B does
    as well (Wine and CPU data, r = 100, 100 and 500 centres: errors 0.99 to 1.03 times as large), but a caller cannot
    leave it between two iterations, only between two calls; a call for every 5 iterations forgets the pairs and needs
    1.2 to 2.5 times as many gradients.
    """
    d = landmarks.points.shape[1]
    W = of_dimension("W", points("W", W), d, "the landmarks")
    n_iterations = whole_number("n_iterations", n_iterations, low=0)
    if ridge is not None:
        ridge = non_negative_number("ridge", ridge)
    elif held_out is None:
        raise Refusal("ridge must be a number where there are no held-out points to choose it on, got None.")
    outside: EmpiricalLoss | None = None
    if held_out is not None:
        there = of_dimension("held_out", points("held_out", held_out, min_points=2), d, "the landmarks")
        there = there[:_MAX_HELD_OUT]
        equal = Landmarks(there, np.full(len(there), 1 / len(there)), "given")
        outside = EmpiricalLoss(equal, kernel, np.float32)
    dtype = np.float64 if landmarks.n_landmarks <= _DOUBLE_UP_TO else np.float32
    loss = EmpiricalLoss(landmarks, kernel, dtype)
    p = np.full(len(W), 1 / len(W))
    if ridge is None and landmarks.n_landmarks < _MANY * len(W):
        return _follow_path(loss, W, p, n_iterations, outside)
    return _descend(loss, W, p, n_iterations, RIDGE_OF_MANY if ridge is None else ridge, outside)


def _follow_path(
    loss: EmpiricalLoss, W: np.ndarray, p: np.ndarray, n_iterations: int, held_out: EmpiricalLoss | None
) -> Iterator[LearningStep]:
    """`_descend` from W for each λ of the path, from large to small, until one does not lower the held-out error."""
    lowest, count = math.inf, 0
    for ridge in RIDGE_PATH:
        before = lowest
        for step in _descend(loss, W, p, n_iterations, ridge, held_out, count):
            if step.iteration == count and lowest < math.inf:
                continue  # the starting state, already yielded
            yield step
            if step.held_out_error is not None:
                lowest = min(lowest, step.held_out_error)
        count = step.iteration
        if lowest > before * (1 - _WORTH):
            return


def _descend(
    loss: EmpiricalLoss,
    W: np.ndarray,
    p: np.ndarray,
    n_iterations: int,
    ridge: float,
    held_out: EmpiricalLoss | None,
    count: int = 0,
) -> Iterator[LearningStep]:
    objective = _PenalisedLoss(loss, W, ridge)
    best, best_iteration = np.inf, count
    for iteration, (x, value) in enumerate(lbfgs(objective, objective.pack(W, p), n_iterations), count):
        if iteration > count:
            W, p = objective.unpack(x)
        look = held_out if (iteration - count) % _CHECK_EVERY == 0 else None
        error = None if look is None else look.relative_error(W, p)
        unpenalised = max(value * loss.scale - ridge * float(p @ p), 0.0)
        relative = float(np.sqrt(unpenalised / loss.scale))
        yield LearningStep(iteration, W, p, unpenalised, value * loss.scale, relative, error, ridge)
        if error is not None and error < best * (1 - _WORTH):
            best, best_iteration = error, iteration
        if iteration - best_iteration >= _PATIENCE and held_out is not None:
            return


class Objective:
    """A function of one vector, from a subclass's `compute(x)` → (value, slope).

    The last result is cached, since a line search requests the value and the slope at x separately. Where either cannot
    be computed the value is +∞, so that no step ends there.
    """

    _last: tuple[np.ndarray, tuple[float, np.ndarray]] | None = None

    def compute(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """(value, slope) at x, implemented by subclasses."""
        raise NotImplementedError

    def held(self, x: np.ndarray) -> np.ndarray:
        """The nearest point within the bounds, if a subclass has any."""
        return x

    def first(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """(value, slope) at the start of a search, where a failed computation raises."""
        self._last = x.copy(), self.compute(x)
        return self._last[1]

    def at(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        """(value, slope) at x; (+∞, 0) where x, the value or the slope is not finite, or a factorisation fails."""
        if self._last is None or not np.array_equal(self._last[0], x):
            self._last = x.copy(), self._finite(x)
        return self._last[1]

    def _finite(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        try:
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                value, slope = self.compute(x)
                if math.isfinite(value) and np.isfinite(slope).all():
                    return value, slope
        except (np.linalg.LinAlgError, ArithmeticError, ValueError):  # scipy's ValueError: an entry is not finite
            pass
        return math.inf, np.zeros(len(x))

    def value(self, x: np.ndarray) -> float:
        """The function at x."""
        return self.at(x)[0]

    def slope(self, x: np.ndarray) -> np.ndarray:
        """Its gradient at x."""
        return self.at(x)[1]


class _PenalisedLoss(Objective):
    """(L + λ‖p‖²)/scale as a function of one vector x, and its gradient.

    x holds U, the frequencies in coordinates in which the data have nearly the same spread s_i² along every axis v_i,
    u_ji = s_i ω_j·v_i, and √(r p). The second derivative of L by ω_j is near 4p_j² Σ_st Q_st sin²(ω_j·δ_st) δ_st δ_stᵀ,
    which is the covariance of the data up to a factor; so it is near that factor times the identity in U, and a
    quasi-Newton method has less to learn. L does not depend on axes along which the landmarks do not spread: these are
    left out, and the frequencies keep their values there.
    """

    def __init__(self, loss: EmpiricalLoss, W: np.ndarray, ridge: float) -> None:
        self.ridge, self.start = ridge, W
        points = loss.points.astype(np.float64)
        spreads, axes = np.linalg.eigh(points.T @ points / len(points))
        mean = spreads.mean() or 1.0
        kept = spreads > _NO_SPREAD * mean
        kept[-1] = True  # all landmarks coincide: L is constant in W
        lengths = np.sqrt(spreads[kept].clip(0) + _SPREAD_FLOOR * mean)
        self.into, self.back = axes[:, kept] * lengths, (axes[:, kept] / lengths).T
        self.loss = loss.at_points(points @ self.back.T)

    def pack(self, W: np.ndarray, p: np.ndarray) -> np.ndarray:
        return np.concatenate([np.ravel(W @ self.into), np.sqrt(np.maximum(p * len(p), _SMALLEST))])

    def unpack(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        U, a = self._parts(x)
        return self.start + (U - self.start @ self.into) @ self.back, np.square(a) / len(a)

    def _parts(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        r, k = len(self.start), len(self.back)
        return x[: r * k].reshape(r, k), x[r * k :]

    def compute(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        U, a = self._parts(x)
        p = np.square(a) / len(a)
        value, by_U, by_p = self.loss.gradients(U, p)
        by_a = 2 * a / len(a) * (by_p + 2 * self.ridge * p)
        slope = np.concatenate([by_U.ravel(), by_a]) / self.loss.scale
        return (value + self.ridge * float(p @ p)) / self.loss.scale, slope


def lbfgs(objective: Objective, x: np.ndarray, n_iterations: int) -> Iterator[tuple[np.ndarray, float]]:
    """Minimise by L-BFGS: yields x and its value, from the start until a step hardly lowers it."""
    x = objective.held(x)
    value, slope = objective.first(x)
    pairs: deque[Any] = deque(maxlen=_MEMORY)
    checked = value
    yield x, value
    for iteration in range(1, n_iterations + 1):
        taken = _step(objective, x, value, slope, pairs)
        if taken is None:
            return
        x, value, slope = taken
        yield x, value
        if iteration % _CHECK_EVERY == 0:
            if checked - value <= _CONVERGED * abs(checked):
                return
            checked = value


def _step(
    objective: Objective, x: np.ndarray, value: float, slope: np.ndarray, pairs: deque[Any]
) -> tuple[np.ndarray, float, np.ndarray] | None:
    """The next point with its value and slope, or None where no step lowers the objective; `pairs` grows."""
    with np.errstate(over="ignore", invalid="ignore"):  # the norm of a huge gradient overflows: then no step is taken
        return _tried(objective, x, value, slope, pairs)


def _tried(
    objective: Objective, x: np.ndarray, value: float, slope: np.ndarray, pairs: deque[Any]
) -> tuple[np.ndarray, float, np.ndarray] | None:
    for attempt in ("quasi-Newton", "steepest"):
        if attempt == "steepest":
            pairs.clear()
        size = np.linalg.norm(slope)
        if size == 0:
            return None
        first = 0.01 * max(float(np.linalg.norm(x)), 1.0)  # first trial step: a hundredth of ‖x‖
        direction = -_inverse_curvature(slope, pairs) if pairs else -slope / size * first
        if direction @ slope >= 0:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a failed search returns None, which is enough
            length = line_search(
                objective.value, objective.slope, x, direction, slope, value, None, c2=0.9, maxiter=20
            )[0]
        if length is None:
            continue
        new = objective.held(x + length * direction)
        new_value, new_slope = objective.at(new)
        if not new_value <= value < math.inf:  # false where either is NaN
            continue
        step, change = new - x, new_slope - slope
        if step @ change > 1e-10 * np.linalg.norm(step) * np.linalg.norm(change):
            pairs.append((step, change, step @ change))
        return new, new_value, new_slope
    return None


def _inverse_curvature(slope: np.ndarray, pairs: deque[Any]) -> np.ndarray:
    """The two-loop recursion: `slope` times the inverse Hessian approximated by the stored pairs."""
    q = slope.copy()
    kept = []
    for step, change, curvature in reversed(pairs):
        share = step @ q / curvature
        q -= share * change
        kept.append(share)
    _, change, curvature = pairs[-1]
    q *= curvature / (change @ change)
    for (step, change, curvature), share in zip(pairs, reversed(kept), strict=True):
        q += (share - change @ q / curvature) * step
    return q
