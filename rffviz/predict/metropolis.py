"""Frequencies that move by a Metropolis walk towards those with large ridge regression amplitudes."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import RegressorMixin

from rffviz.adaptive.transformer import LearnsInSteps, finish
from rffviz.features import paired_map
from rffviz.foundation.validation import (
    Seed,
    new_points,
    non_negative_number,
    numeric_target,
    positive_number,
    training_data,
    whole_number,
)
from rffviz.kernels import Kernel
from rffviz.predict.ridge import ridge_weights


@dataclass(frozen=True, eq=False)
class MetropolisStep:
    """The state after one step of the walk.

    Attributes
    ----------
    iteration : int
        0 is the start.
    W : ndarray of shape (m, d)
        Frequencies.
    amplitudes : ndarray of shape (m,)
        √(a_k² + b_k²) of a_k cos(ω_k·x) + b_k sin(ω_k·x) fitted at W, in units of y.
    loss : float
        (1/n)‖Zw − y‖² + λ‖w‖² there, in squared units of y, y without its mean.
    accepted : ndarray of bool, shape (m,)
        Which frequencies accepted their proposals in this step; none at the start.
    """

    iteration: int
    W: np.ndarray
    amplitudes: np.ndarray
    loss: float
    accepted: np.ndarray


@dataclass(eq=False, repr=False)
class MetropolisRegressor(RegressorMixin, LearnsInSteps):
    """Ridge regression on cosines and sines whose frequencies walk by a Metropolis rule; no gradients.

    In every step all frequencies propose ω_k' = ω_k + (δ/ℓ)·N(0, I). Ridge regression gives amplitudes at the present
    frequencies and at the proposed ones, and each frequency moves with probability min(1, (|β_k'|/|β_k|)^γ), where
    |β_k| = √(a_k² + b_k²) is the amplitude of its wave. As the number of frequencies grows, the walk approaches the
    density for which all amplitudes are equal, which minimises the error of independent draws.

    Parameters
    ----------
    kernel : Kernel, default None
        The kernel the starting frequencies are drawn for; None is `Gaussian(length_scale=1.0)`. Its ℓ is the unit of a
        step.
    n_freqs : int, default 50
        m: 2m features.
    n_steps : int, default 200
    step : float, default 0.1
        δ > 0.
    exponent : float, default None
        γ > 0. None is 3d − 2, the source's choice.
    ridge : float, default 0.01
        λ ≥ 0, the same λ as in `FeatureRidge`; the source's, of amplitudes, is mλ.
    sampler : str, default "monte_carlo"
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d)
        Where the walk ended.
    coef_ : ndarray of shape (2m,)
        Weights of the paired features, cosines first.
    amplitudes_ : ndarray of shape (m,)
        In units of y.
    losses_ : ndarray of shape (n_steps + 1,)
        (1/n)‖Zw − y‖² + λ‖w‖² at the start and after each step, in squared units of y. It may rise.
    acceptance_ : ndarray of shape (n_steps,)
        The share of frequencies that moved in each step.
    target_mean_ : float

    Notes
    -----
    O(n m min(n, m)) for each step, for two ridge regressions; amplitudes are refitted in every step; the source refits
    them at a chosen interval. `fit_steps` yields a `MetropolisStep` each, to be watched.

    Known bias: amplitudes are fitted together and moves accepted one by one, so that few frequencies, a long step or a
    small λ, which lets neighbours take large amplitudes of opposite signs, make the loss jump: the walk ends where it
    happens to be. No frequency is attracted by a component of y far from all of them. With as many features as points
    the amplitudes fit noise, and so does the walk: on Diabetes (295 points, d = 10, m = 100, 100 steps) the test error
    is 0.71 deviations of y, and 0.70 without a walk.

    Source: Kammonen, Kiessling, Plecháč, Sandberg & Szepessy 2020, "Adaptive random Fourier features with Metropolis
    sampling", Algorithm 1 (not verified against the paper); there the walk starts with all frequencies at 0.
    """

    kernel: Kernel | None = None
    n_freqs: int = 50
    n_steps: int = 200
    step: float = 0.1
    exponent: float | None = None
    ridge: float = 0.01
    sampler: str = "monte_carlo"
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Draw frequencies, run the walk, and fit the weights at its end."""
        return finish(self._learn(X, y))

    def _learn(self, X: ArrayLike, y: ArrayLike) -> Generator[MetropolisStep, None, Self]:
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True)
        kernel, n_freqs, (rng, walk_rng, coin_rng) = self._settings(3)
        n_steps = whole_number("n_steps", self.n_steps, low=0)
        length = positive_number("step", self.step) / kernel.length_scale
        exponent = 3 * X.shape[1] - 2 if self.exponent is None else positive_number("exponent", self.exponent)
        ridge = non_negative_number("ridge", self.ridge)
        self.centre_, self.target_mean_ = X.mean(axis=0), float(y.mean())
        unit = float(y.std()) or 1.0
        points, targets = X - self.centre_, (y - self.target_mean_) / unit
        W = self._draw(kernel, X, n_freqs, rng)
        weights, amplitudes, loss = fitted_amplitudes(points, targets, W, ridge)
        losses, shares = [loss], []
        accepted = np.zeros(len(W), dtype=bool)
        yield MetropolisStep(0, W, unit * amplitudes, unit**2 * loss, accepted)
        for iteration in range(1, n_steps + 1):
            proposed = W + length * walk_rng.standard_normal(W.shape)
            there = fitted_amplitudes(points, targets, proposed, ridge)[1]
            accepted = moves(amplitudes, there, exponent, coin_rng.random(len(W)))
            W = np.where(accepted[:, None], proposed, W)
            weights, amplitudes, loss = fitted_amplitudes(points, targets, W, ridge)
            losses.append(loss)
            shares.append(accepted.mean())
            yield MetropolisStep(iteration, W, unit * amplitudes, unit**2 * loss, accepted)
        self.frequencies_, self.coef_, self.amplitudes_ = W, unit * weights, unit * amplitudes
        self.losses_, self.acceptance_ = unit**2 * np.array(losses), np.array(shares)
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        """The fitted sum of waves at the rows of X, shape (n,)."""
        X = new_points(self, X)
        return paired_map(X - self.centre_, self.frequencies_, dtype=np.float64) @ self.coef_ + self.target_mean_


def fitted_amplitudes(
    X: np.ndarray, y: np.ndarray, W: np.ndarray, ridge: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Ridge regression on the paired features at W: weights (2m,), the amplitude of each wave (m,), and the loss."""
    Z = paired_map(X, W, dtype=np.float64)
    weights = ridge_weights(Z, y, ridge)
    loss = float(np.mean(np.square(Z @ weights - y)) + ridge * (weights @ weights))
    return weights, np.hypot(*np.split(weights, 2)) / np.sqrt(len(W)), loss


def moves(before: np.ndarray, after: np.ndarray, exponent: float, uniforms: np.ndarray) -> np.ndarray:
    """Whether each frequency moves: with probability min(1, (after/before)^γ), and always if its amplitude was 0.

    Parameters
    ----------
    before, after : arrays of shape (m,)
        Amplitudes at the present and at the proposed frequencies.
    exponent : float
        γ.
    uniforms : array of shape (m,)
        In [0, 1): a frequency moves if u < (after/before)^γ, compared in logarithms.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = exponent * (np.log(after) - np.log(before))
        return (before == 0) | (np.log(uniforms) < gain) | (gain >= 0)
