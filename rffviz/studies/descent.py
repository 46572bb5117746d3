"""Unpenalised least squares as the features outnumber the points: the double descent, and the effect of ridge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import linalg

from rffviz.about import About
from rffviz.datasets import load, points_of
from rffviz.features import paired_map
from rffviz.kernels import Kernel, Laplacian
from rffviz.progress import Progress, study
from rffviz.samplers import draw
from rffviz.theory.equivalent import EquivalentError, equivalent_error, signal_and_noise, spectrum_on_points
from rffviz.validation import Refusal, non_negative_number, points, seed_number, whole_number

_PEAK = 1.2  # a peak is this many times the minima on both sides
_THROUGH = 1e-3  # of the targets' standard deviation: a training error below it counts as 0
_PASSES = 1e-6  # of the targets' range: a fit closer than this passes through the points
_NEAR = 0.3  # a prediction within 30 % at every size counts as near
_POOL = 600  # most points whose kernel matrix gives the eigenvalues for the prediction
_RANK = 1e-12  # singular values below this share of the largest are rounding


@dataclass(frozen=True, eq=False)
class LineFits:
    """Least squares of minimum norm on a line, with few features, with as many as points, and with many.

    Attributes
    ----------
    n_freqs : ndarray of int, shape (3,)
        4, n/2 and 4n.
    x : ndarray of shape (q,)
        From the first point to the last.
    fits : ndarray of shape (3, q)
    x_train, y_train : ndarray of shape (n,)
    residuals : ndarray of shape (3,)
        The largest |f − y| at the points.
    """

    n_freqs: np.ndarray
    x: np.ndarray
    fits: np.ndarray
    x_train: np.ndarray
    y_train: np.ndarray
    residuals: np.ndarray
    about: About

    @property
    def swings(self) -> np.ndarray:
        """The largest |f| between the first point and the last, shape (3,)."""
        return np.abs(self.fits).max(axis=1)

    @property
    def swings_most_at_n(self) -> bool:
        """Whether the fit with as many features as points swings further than both others."""
        few, peak, many = self.swings
        return bool(peak > max(few, many))

    @property
    def passes(self) -> np.ndarray:
        """Which fits pass through every point, to a millionth of the points' range, bool of shape (3,)."""
        return self.residuals < _PASSES * np.ptp(self.y_train)


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
    line : LineFits
        What such fits look like, on one-dimensional data.
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
    line: LineFits
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
        low, high = np.quantile(self.test, [(1 - share) / 2, (1 + share) / 2], axis=1)
        return low, high

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
    def best(self) -> int:
        """Index into `n_freqs` at which the median test error of least squares (or the smallest λ) is smallest."""
        return int(np.argmin(self.median_test[0]))

    @property
    def flattest(self) -> int:
        """The index of the λ whose largest median test error over the sizes is smallest."""
        return int(np.argmin(self.median_test.max(axis=1)))

    @property
    def interpolates(self) -> bool:
        """Whether the fits without penalty pass through every point as soon as there are as many features as points."""
        at = np.searchsorted(2 * self.n_freqs, self.about.n_points)
        return bool(at < len(self.n_freqs) and self.median_train[0, at] < _THROUGH)


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
    split,
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
    line = line_fits(random_state=seed)
    train, test, norms = np.empty((3, len(penalties), n_seeds, len(grid)))
    step = Progress(0, n_seeds)
    for s in range(n_seeds):
        for g, m in enumerate(grid):
            yield step
            sample = draw(sampler, kernel, X.shape[1], int(m), np.random.default_rng(seed + s), X=X)
            Z, Z_test = (paired_map(A, sample.W, sample.weights, dtype=np.float64) for A in (X, split.X_test))
            weights = ridge_solutions(Z, y - mean, penalties)
            train[:, s, g] = np.sqrt(np.square(weights @ Z.T + mean - y).sum(axis=1) / around[0])
            test[:, s, g] = np.sqrt(np.square(weights @ Z_test.T + mean - split.y_test).sum(axis=1) / around[1])
            norms[:, s, g] = np.linalg.norm(weights, axis=1)
        measured = (values[:, : s + 1].copy() for values in (train, test, norms))
        theory = (equivalents, noise, variance)
        step = Progress(s + 1, n_seeds, Descent(grid, penalties, *measured, *theory, len(split.X_test), line, about))
        yield step


def _predicted(split, kernel, grid, penalties) -> tuple[tuple[tuple[EquivalentError, ...], ...], float]:
    """Predictions for each λ and size from the eigenvalues on training and test points together, and σ²."""
    X, y = (np.concatenate(parts)[:_POOL] for parts in ((split.X_train, split.X_test), (split.y_train, split.y_test)))
    eigenvalues, coefficients = spectrum_on_points(kernel(X), y - y.mean())
    signal, noise = signal_and_noise(eigenvalues, coefficients)
    n = len(split.X_train)
    rows = ((equivalent_error(eigenvalues, signal, n, 2 * int(m), ridge, noise) for m in grid) for ridge in penalties)
    return tuple(map(tuple, rows)), noise


def line_fits(n_points: int = 60, noise: float = 0.2, length_scale: float = 0.04, random_state: int = 0) -> LineFits:
    """Least squares without penalty on noisy points of sin 2x, at three numbers of Monte Carlo frequencies.

    Parameters
    ----------
    n_points : int
        An even number n of points on [−3, 3].
    noise : float
        Standard deviation of the noise added to the function.
    length_scale : float
        Of the Laplacian kernel. The rare fast waves of its spectrum separate points that are close together; without
        them the n features are numerically rank deficient, and no fit passes through all n points.
    random_state : int
        The seed of the points and of the frequencies; smaller sets are the first frequencies of the largest.
    """
    data = load("sine", n_points=whole_number("n_points", n_points, low=4), noise=noise, random_state=random_state)
    X, mean, kernel = data.X, data.y.mean(), Laplacian(length_scale)
    x = np.linspace(X[0, 0], X[-1, 0], 2001)
    grid = np.array([4, len(X) // 2, 4 * len(X)])
    fits, residuals = [], []
    for m in grid:
        sample = draw("monte_carlo", kernel, 1, int(m), np.random.default_rng(random_state))
        Z, Z_between = (paired_map(A, sample.W, sample.weights, dtype=np.float64) for A in (X, x[:, None]))
        weights = ridge_solutions(Z, data.y - mean, [0.0])[0]
        fits.append(Z_between @ weights + mean)
        residuals.append(np.abs(Z @ weights + mean - data.y).max())
    about = About.of(points_of(data), kernel, "monte_carlo", (random_state,), noise=noise)
    return LineFits(grid, x, np.array(fits), X[:, 0], data.y, np.array(residuals), about)


def ridge_solutions(Z, y, ridges) -> np.ndarray:
    """(ZᵀZ + nλI)⁻¹Zᵀy for every λ ≥ 0 from one singular value decomposition, shape (k, n_features)."""
    U, s, Vt = linalg.svd(Z, full_matrices=False)
    kept = s > _RANK * s[0]
    U, s, Vt = U[:, kept], s[kept], Vt[kept]
    shares = s / (np.square(s) + len(Z) * np.asarray(ridges, dtype=np.float64)[:, None])
    return (shares * (U.T @ y)) @ Vt
