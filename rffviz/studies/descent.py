"""Unpenalised least squares as the features outnumber the points: the double descent, and the effect of ridge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from rffviz.datasets import TrainTest
from rffviz.features import paired_map
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import Refusal, non_negative_number, points, seed_number, whole_number
from rffviz.kernels import Kernel
from rffviz.samplers import draw
from rffviz.theory.equivalent import EquivalentError, equivalent_error, signal_and_noise, spectrum_on_points

_PEAK = 1.2  # a peak is this many times the minima on both sides
_THROUGH = 1e-3  # of the targets' standard deviation: a training error below it counts as 0
_NEAR = 0.3  # a prediction within 30 % at every size counts as near
_POOL = 600  # most points whose kernel matrix gives the eigenvalues for the prediction
_RANK = 1e-12  # singular values below this share of the largest are rounding


@dataclass(frozen=True, eq=False)
class Descent:
    """Errors of ridge regression on paired features as their number passes the number of points.

    Attributes
    ----------
    n_freqs : ndarray of int, shape (g,)
        Numbers of frequencies m; 2m features.
    ridges : ndarray of shape (k,)
        λ, increasing; 0 is least squares, of minimum norm where it is not unique.
    train, test : ndarray of shape (k, seeds, g)
        √(Σ(f − y)²/Σ(y − ȳ)²) over the training and the test points, of the seeds measured so far.
    norms : ndarray of shape (k, seeds, g)
        ‖w‖ of the solution.
    equivalents : tuple of tuple of EquivalentError
        The mean square test error as the kernel's eigenvalues predict it, for each λ and size.
    noise, variance : float
        σ² σ² of the prediction, and the variance of the test targets, by which squared errors are divided.
    about : About
        The training part, the kernel, the scheme and all the requested seeds.
    """

    n_freqs: np.ndarray
    ridges: np.ndarray
    train: np.ndarray
    test: np.ndarray
    norms: np.ndarray
    equivalents: tuple[tuple[EquivalentError, ...], ...]
    noise: float
    variance: float
    n_test: int
    about: About

    @property
    def n_seeds(self) -> int:
        """Seeds measured so far."""
        return self.test.shape[1]

    @property
    def median_test(self) -> np.ndarray:
        """Median over the seeds measured so far, shape (k, g)."""
        return np.median(self.test, axis=1)

    @property
    def median_train(self) -> np.ndarray:
        """Median over the seeds measured so far, shape (k, g)."""
        return np.median(self.train, axis=1)

    @property
    def predicted(self) -> np.ndarray:
        """The predicted test error in the units of `test`, shape (k, g); infinite at the peak of least squares."""
        return np.sqrt(np.array([[one.test for one in row] for row in self.equivalents]) / self.variance)

    @property
    def median_norms(self) -> np.ndarray:
        """Median of ‖w‖ over the seeds measured so far, shape (k, g)."""
        return np.median(self.norms, axis=1)

    def furthest(self, k: int) -> tuple[int, float]:
        """The index at which the prediction for the k-th λ is furthest from the median, and median/prediction there.

        Sizes at which the prediction is infinite do not count.
        """
        ratios = self.median_test[k] / self.predicted[k]
        g = int(np.argmax(np.where(ratios > 0, np.abs(np.log(np.maximum(ratios, 1e-300))), -1)))
        return g, float(ratios[g])

    def near(self, k: int) -> bool:
        """Whether the median error for the k-th λ is within a factor of 1.3 of the prediction at every size."""
        ratio = self.furthest(k)[1]
        return max(ratio, 1 / ratio) <= 1 + _NEAR

    def band(self, share: float = 0.8) -> tuple[np.ndarray, np.ndarray]:
        """The middle `share` of the seeds' test errors, two arrays of shape (k, g)."""
        return _middle(self.test, share)

    def norm_band(self, share: float = 0.8) -> tuple[np.ndarray, np.ndarray]:
        """The middle `share` of the seeds' ‖w‖, two arrays of shape (k, g)."""
        return _middle(self.norms, share)

    @property
    def peak(self) -> int:
        """Index into `n_freqs` at which the median test error of least squares (or the smallest λ) is largest."""
        return int(np.argmax(self.median_test[0]))

    @property
    def descends_twice(self) -> bool:
        """Whether the error at the peak is a fifth above both the minimum before it and the last error."""
        plain, peak = self.median_test[0], self.peak
        return bool(peak > 0 and plain[peak] > _PEAK * plain[:peak].min() and plain[peak] > _PEAK * plain[-1])

    @property
    def still_rises(self) -> bool:
        """Whether the peak is at the largest size, so that there is no descent after it."""
        return self.peak == len(self.n_freqs) - 1

    @property
    def peaks_at_the_points(self) -> bool:
        """Whether the error has a maximum where there are as many features as points; also where none are measured."""
        plain, at = self.median_test[0], int(np.searchsorted(2 * self.n_freqs, self.about.n_points))
        if not 1 < at < len(plain) - 2:
            return True
        return any(plain[g] > max(plain[g - 1], plain[g + 1]) for g in (at - 1, at, at + 1))

    @property
    def best(self) -> int:
        """Index into `n_freqs` at which the median test error of least squares (or the smallest λ) is smallest."""
        return int(np.argmin(self.median_test[0]))

    @property
    def interpolates(self) -> bool:
        """Whether the fits without penalty pass through every point as soon as there are as many features as points."""
        at = np.searchsorted(2 * self.n_freqs, self.about.n_points)
        return bool(at < len(self.n_freqs) and self.median_train[0, at] < _THROUGH)


def _middle(values: np.ndarray, share: float) -> tuple[np.ndarray, np.ndarray]:
    low, high = np.quantile(values, [(1 - share) / 2, (1 + share) / 2], axis=1)
    return low, high


def sizes_about(n_train: int, furthest: float = 8.0, n_sizes: int = 25) -> np.ndarray:
    """Numbers of frequencies m from 1 to `furthest`·n/2, close together about 2m = n so as not to miss the peak.

    They are equally spaced in arsinh of the distance from log(n/2).
    """
    n_train = whole_number("n_train", n_train, low=4)
    middle = np.log(n_train / 2)
    low, high = np.arcsinh(8 * (0 - middle)), np.arcsinh(8 * np.log(furthest))
    sizes = np.exp(middle + np.sinh(np.linspace(low, high, n_sizes)) / 8)
    return np.unique(np.concatenate([np.round(sizes), [n_train // 2]]).astype(int).clip(1))


@study
def descent(
    split: TrainTest,
    kernel: Kernel,
    n_freqs: Sequence[int] | None = None,
    ridges: Sequence[float] = (0.0, 1e-6, 1e-4, 1e-2),
    n_seeds: int = 10,
    sampler: str = "monte_carlo",
    random_state: int = 0,
) -> Iterator[Progress[Descent]]:
    """Fit at every number of frequencies and every λ from one singular value decomposition each, seed by seed.

    Parameters
    ----------
    split : TrainTest
        The mean of y_train is taken out before the fits.
    n_freqs : sequence of int, optional
        `sizes_about` the number of training points by default.
    ridges : sequence of float
        λ ≥ 0 as in `ridge_weights`: (ZᵀZ + nλI).
    n_seeds : int
        Seed s draws under random_state + s at every size: sets of frequencies grow where the scheme is nested.
    sampler : str
        A scheme of `rffviz.samplers.SAMPLERS` that is defined at every size.

    Returns
    -------
    Descent
        In steps: without a record at first, then after each seed; between fits the latest record is repeated, so that
        the caller can stop there.

    Notes
    -----
    The prediction (`equivalent_error`) takes training and test points together, at most 600, as the population. It
    assumes independent frequencies.

    Without penalty the fit passes through all points from 2m = n on. There ZᵀZ is nearly singular, and both ‖w‖ and
    the test error peak. Singular values below 10⁻¹² of the largest count as 0.

    Source: Belkin, Hsu, Ma & Mandal 2019, "Reconciling modern machine learning practice and the bias-variance
    trade-off", section 2 (not verified against the paper), on random Fourier features.
    """
    X, y = points("x_train", split.X_train, min_points=4), np.asarray(split.y_train, dtype=np.float64)
    grid = sizes_about(len(X)) if n_freqs is None else np.array(sorted({whole_number("n_freqs", m) for m in n_freqs}))
    penalties = np.array(sorted({non_negative_number("ridges", ridge) for ridge in ridges}))
    n_seeds = whole_number("n_seeds", n_seeds)
    seed = seed_number("random_state", random_state)
    mean = y.mean()
    around = [np.sum(np.square(values - np.mean(values))) for values in (y, split.y_test)]
    for part, size in zip(("y_train", "y_test"), around, strict=True):
        if size == 0:
            raise Refusal(f"{part} must vary, got a constant target.")
    about = About.of(split, kernel, sampler, range(seed, seed + n_seeds))
    equivalents, noise = _predicted(split, kernel, grid, penalties)
    variance = float(around[1] / len(split.y_test))
    train, test, norms = np.empty((3, len(penalties), n_seeds, len(grid)))
    step: Progress[Descent] = Progress(0, n_seeds)
    for s in range(n_seeds):
        for g, m in enumerate(grid):
            yield step
            sample = draw(sampler, kernel, X.shape[1], int(m), np.random.default_rng(seed + s), X=X)
            Z, Z_test = (paired_map(A, sample.W, sample.weights, dtype=np.float64) for A in (X, split.X_test))
            weights = ridge_solutions(Z, y - mean, penalties)
            train[:, s, g] = np.sqrt(np.square(weights @ Z.T + mean - y).sum(axis=1) / around[0])
            test[:, s, g] = np.sqrt(np.square(weights @ Z_test.T + mean - split.y_test).sum(axis=1) / around[1])
            norms[:, s, g] = np.linalg.norm(weights, axis=1)
        measured: Any = (values[:, : s + 1].copy() for values in (train, test, norms))
        theory = (equivalents, noise, variance)
        step = Progress(s + 1, n_seeds, Descent(grid, penalties, *measured, *theory, len(split.X_test), about))  # type: ignore[call-arg]
        yield step


def _predicted(
    split: TrainTest, kernel: Kernel, grid: np.ndarray, penalties: np.ndarray
) -> tuple[tuple[tuple[EquivalentError, ...], ...], float]:
    """Predictions for each λ and size from the eigenvalues on training and test points together, and σ²."""
    X, y = (np.concatenate(parts)[:_POOL] for parts in ((split.X_train, split.X_test), (split.y_train, split.y_test)))
    eigenvalues, coefficients = spectrum_on_points(kernel(X), y - y.mean())
    signal, noise = signal_and_noise(eigenvalues, coefficients)
    n = len(split.X_train)
    rows = ((equivalent_error(eigenvalues, signal, n, 2 * int(m), ridge, noise) for m in grid) for ridge in penalties)
    return tuple(map(tuple, rows)), noise


def ridge_solutions(Z: np.ndarray, y: np.ndarray, ridges: ArrayLike) -> np.ndarray:
    """(ZᵀZ + nλI)⁻¹Zᵀy for every λ ≥ 0 from one singular value decomposition, shape (k, n_features)."""
    U, s, Vt = linalg.svd(Z, full_matrices=False)
    kept = s > _RANK * s[0]
    U, s, Vt = U[:, kept], s[kept], Vt[kept]
    shares = s / (np.square(s) + len(Z) * np.asarray(ridges, dtype=np.float64)[:, None])
    return (shares * (U.T @ y)) @ Vt
