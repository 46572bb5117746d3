"""The loss of a linear predictor on Fourier features, its gradients, and its minimiser for fixed frequencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, DTypeLike
from scipy import linalg

from rffviz.adaptive.objective import waves
from rffviz.foundation.validation import Refusal, non_negative_number, one_of, points

PREDICTION_LOSSES = ("squared", "hinge", "squared_hinge")
_CHUNK_VALUES = 2**21  # features held at a time: 8 MB in float32
_SMALLEST_SINGLE_DECAY = 1e-3  # below it, rounding in a float32 Gram matrix (relative 1e-7) is no longer small beside γ
_LARGEST = 1e30  # largest coordinate whose sums still fit single precision
_NEWTON_STEPS = 30
_NEWTON_TOLERANCE = 1e-9  # stop when a step lowers the loss by a smaller share
_HALVINGS = 30


class PredictionLoss:
    """P(W, α, β) = (1/N) Σ_j c(g(x_j), y_j) + γ‖α‖² of g(x) = α·[cos(Wx); sin(Wx)] + β, on unweighted features.

    c is "squared", (g − y)²; "hinge", max(0, 1 − yg); or "squared_hinge", max(0, 1 − yg)².

    Parameters
    ----------
    X : array of shape (N, d)
    y : array of shape (N,) or (N, K)
        Targets, −1 or +1 for the hinges. K columns are K predictors that share W; their losses are added.
    loss : {"squared", "hinge", "squared_hinge"}
    decay : float
        γ ≥ 0, against the mean of the losses; against their sum it would be Nγ. Features are not scaled; those of
        ridge regression on z(x) are smaller by √r, so γ here is rλ there.
    dtype : dtype, default float32
        Of points and features; sums over points are float64 in any case. Centre the points: far from the origin
        angles lose digits.

    Notes
    -----
    Memory is O(Nd + r²) and a chunk of features: it does not grow with N·r. A value or a gradient costs O(Nrd), and
    `solve` O(Nr² + r³), for the squared hinge in each of a few Newton steps. At a kink of the hinge the slope is 0.

    Source: Li, Zhang, Wang & Kumar 2019, equations (9) and (10).
    """

    def __init__(
        self, X: ArrayLike, y: ArrayLike, loss: str = "squared", decay: float = 1e-3, dtype: DTypeLike = np.float32
    ) -> None:
        self.loss = one_of("loss", loss, PREDICTION_LOSSES)
        self.decay = non_negative_number("decay", decay)
        X = points("X", X, largest=_LARGEST)
        y = np.asarray(y)
        self.y = points("y", y[:, None] if y.ndim == 1 else y)
        if len(self.y) != len(X):
            raise Refusal(f"y must hold one row for each of the {len(X)} points, got {len(self.y)}.")
        if loss != "squared" and not np.isin(self.y, (-1, 1)).all():
            raise Refusal(f"y must be −1 or +1 for the loss {loss}, got {self.y[~np.isin(self.y, (-1, 1))][0]:g}.")
        self.X = X.astype(dtype)

    def value(self, W: np.ndarray, alpha: np.ndarray, beta: np.ndarray) -> float:
        """P at frequencies W (r, d), α (2r, K) and β (K,)."""
        total = 0.0
        for rows in self._chunks(W):
            total += self._costs(waves(self.X[rows], W) @ alpha + beta, self.y[rows])[0]
        return total / len(self.X) + self.decay * float(np.vdot(alpha, alpha))

    def gradients(
        self, W: np.ndarray, alpha: ArrayLike, beta: np.ndarray, rows: np.ndarray | None = None
    ) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
        """P, dP/dW of shape (r, d), dP/dα of shape (2r, K) and dP/dβ of shape (K,).

        With c′ the derivative of c by g, dP/dω_i = (1/N) Σ_j c′_j (−α_i sin(ω_i·x_j) + α_{r+i} cos(ω_i·x_j)) x_j.
        `rows`, where given, is a mini-batch: indices of the points that the mean is taken over.
        """
        alpha, r = np.asarray(alpha, dtype=np.float64), len(W)
        narrow = alpha.astype(self.X.dtype)
        total, by_W, by_alpha, by_beta = 0.0, np.zeros(np.shape(W)), np.zeros(alpha.shape), np.zeros(alpha.shape[1])
        for chunk in self._chunks(W) if rows is None else (rows,):
            Z = waves(self.X[chunk], W)
            cost, slope = self._costs(Z @ alpha if rows is None else Z @ narrow, self.y[chunk], beta)
            total += cost
            by_beta += slope.sum(axis=0)
            slope = slope.astype(Z.dtype)
            by_alpha += Z.T @ slope
            by_features = slope @ narrow.T
            by_angles = Z[:, :r] * by_features[:, r:]
            by_angles -= Z[:, r:] * by_features[:, :r]
            by_W += by_angles.T @ self.X[chunk]
        n = len(self.X) if rows is None else len(rows)
        total = total / n + self.decay * float(np.vdot(alpha, alpha))
        return total, by_W / n, by_alpha / n + 2 * self.decay * alpha, by_beta / n

    def solve(
        self, W: np.ndarray, alpha: np.ndarray | None = None, beta: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """The α and β that minimise P at W: in closed form, or for the squared hinge by Newton's method from α and β.

        It refuses the hinge, whose minimum is not solved for here.
        """
        if self.loss == "squared":
            return self.least_squares(W)
        if self.loss == "hinge":
            raise Refusal("loss must be squared or squared_hinge for α and β to be solved for, got 'hinge'.")
        if alpha is None:
            alpha, beta = np.zeros((2 * len(W), self.y.shape[1])), np.zeros(self.y.shape[1])
        return self._newton(W, alpha, beta)  # type: ignore[arg-type]  # both are given, or neither

    def least_squares(self, W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The α and β of the squared loss, whatever c is: a starting point for gradient descent."""
        return self._ridge(W, np.ones(self.y.shape, dtype=bool))

    def scores(self, W: np.ndarray, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """g at the points, (N, K)."""
        return np.concatenate([waves(self.X[rows], W) @ alpha + beta for rows in self._chunks(W)])

    def _newton(self, W: np.ndarray, alpha: np.ndarray, beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The squared hinge is least squares on the points within the margin: solve that, and step towards it.

        The loss is piecewise quadratic, so the set of these points settles, and the last step is exact.
        """
        value = self.value(W, alpha, beta)
        for _ in range(_NEWTON_STEPS):
            within = self.y * self.scores(W, alpha, beta) < 1
            new_alpha, new_beta = self._ridge(W, within)
            for halving in range(_HALVINGS):
                share = 0.5**halving
                trial = alpha + share * (new_alpha - alpha), beta + share * (new_beta - beta)
                trial_value = self.value(W, *trial)
                if trial_value < value:
                    break
            else:
                return alpha, beta
            gained = value - trial_value
            (alpha, beta), value = trial, trial_value
            if gained <= _NEWTON_TOLERANCE * value:
                break
        return alpha, beta

    def _ridge(self, W: np.ndarray, within: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Minimise (1/N) Σ_{j within} (g(x_j) − y_j)² + γ‖α‖², for each output over its own points.

        It sums [Z 1]ᵀ[Z 1] and [Z 1]ᵀy in float64 over chunks; where all points are within, the outputs share them.
        """
        shared, n_outputs, width = within.all(), self.y.shape[1], 2 * len(W) + 1
        groups = [slice(None)] if shared else [slice(k, k + 1) for k in range(n_outputs)]
        grams = [np.zeros((width, width)) for _ in groups]
        moment = np.zeros((width, n_outputs))
        single = self.X.dtype == np.float32 and self.decay >= _SMALLEST_SINGLE_DECAY
        for chunk in self._chunks(W):
            Z = np.empty((len(self.X[chunk]), width), dtype=self.X.dtype if single else np.float64)
            Z[:, :-1], Z[:, -1] = waves(self.X[chunk], W), 1
            for gram, outputs in zip(grams, groups, strict=True):
                rows = slice(None) if shared else within[chunk, outputs.start]
                kept, y = Z[rows], self.y[chunk, outputs][rows]
                gram += kept.T @ kept
                moment[:, outputs] += kept.T.astype(np.float64, copy=False) @ y
        solved = [self._solve(gram, moment[:, outputs]) for gram, outputs in zip(grams, groups, strict=True)]
        solution = np.hstack(solved)
        return solution[:-1], solution[-1]

    def _solve(self, gram: np.ndarray, moment: np.ndarray) -> np.ndarray:
        """α stacked on β; the minimum-norm solution where it is not unique."""
        shifted = gram.copy()
        diagonal = np.arange(len(gram) - 1)  # β is not penalised
        shifted[diagonal, diagonal] += len(self.X) * self.decay
        if self.decay > 0:
            try:
                return linalg.cho_solve(linalg.cho_factor(shifted), moment)
            except linalg.LinAlgError:  # no point within the margin, so β is undetermined
                pass
        return linalg.lstsq(shifted, moment)[0]

    def _costs(self, scores: np.ndarray, y: np.ndarray, beta: np.ndarray | float = 0.0) -> tuple[float, np.ndarray]:
        """Σ c and c′."""
        scores = scores + beta
        if self.loss == "squared":
            error = scores - y
            return float(np.vdot(error, error)), 2 * error
        short = np.maximum(1 - y * scores, 0)
        if self.loss == "hinge":
            return float(short.sum()), np.where(short > 0, -y, 0.0)
        return float(np.vdot(short, short)), -2 * y * short

    def _chunks(self, W: np.ndarray) -> list[slice]:
        height = max(1, _CHUNK_VALUES // (2 * len(W)))
        return [slice(start, start + height) for start in range(0, len(self.X), height)]
