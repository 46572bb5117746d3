"""The double descent: errors of least squares on paired features, through as many features as points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rffviz.features import paired_map
from rffviz.kernels import Kernel
from rffviz.predict.gaussian_process import labelled_points
from rffviz.samplers import SAMPLERS, draw
from rffviz.validation import non_negative_number, one_of, whole_number


@dataclass(frozen=True)
class DoubleDescent:
    """Errors of ridge regression on paired features over numbers of frequencies, penalties and seeds.

    Attributes
    ----------
    n_freqs : ndarray of int, shape (g,)
        m; the features are 2m.
    ridges : ndarray of shape (r,)
        λ; 0 is least squares, of minimum norm where 2m exceeds the points.
    seeds : tuple of int
    train_rmse, test_rmse : ndarray of shape (r, s, g)
        √mean (f − y)².
    norms : ndarray of shape (r, s, g)
        ‖w‖, whose size is what the test error pays for at the peak.
    n_train : int
        N: the peak is expected at 2m = N.
    sampler : str
    """

    n_freqs: np.ndarray
    ridges: np.ndarray
    seeds: tuple[int, ...]
    train_rmse: np.ndarray
    test_rmse: np.ndarray
    norms: np.ndarray
    n_train: int
    sampler: str

    @property
    def threshold(self) -> float:
        """m at which 2m = N."""
        return self.n_train / 2

    @property
    def peaks(self) -> np.ndarray:
        """For each penalty the m of the largest median test error over seeds, shape (r,)."""
        return self.n_freqs[np.median(self.test_rmse, axis=1).argmax(axis=1)]


def double_descent(
    kernel: Kernel,
    x_train,
    y_train,
    x_test,
    y_test,
    n_freqs: Sequence[int],
    ridges: Sequence[float] = (0.0, 1e-6, 1e-3),
    seeds: Sequence[int] = (0, 1, 2, 3, 4),
    sampler: str = "monte_carlo",
) -> DoubleDescent:
    """Train and test error of ridge regression on paired features against their number.

    Minimises (1/N)‖Zw − y‖² + λ‖w‖² after y's mean is taken out: w = V diag(σ/(σ² + Nλ)) Uᵀy for Z = U diag(σ) Vᵀ, the
    directions with σ of rounding's size left out.

    Parameters
    ----------
    kernel : Kernel
    x_train, x_test : array of shape (N, d) or (N,)
    y_train, y_test : array of shape (N,)
    n_freqs : increasing sequence of int
        Give some on both sides of N/2, and N/2 itself.
    ridges : sequence of float
        λ ≥ 0, each at most once.
    seeds : sequence of int
        One draw each.
    sampler : str
        A scheme of `rffviz.samplers.SAMPLERS`.

    Returns
    -------
    DoubleDescent

    Raises
    ------
    ValueError
        For arguments outside their ranges.

    Notes
    -----
    One decomposition for all penalties: O(N·m·min(N, m)) for each number of frequencies and seed, in float64.

    Source: Belkin, Hsu, Ma & Mandal 2019, "Reconciling modern machine-learning practice and the classical
    bias–variance trade-off" (random Fourier features with least squares of minimum norm).
    """
    *_, record = double_descent_steps(kernel, x_train, y_train, x_test, y_test, n_freqs, ridges, seeds, sampler)
    return record


def double_descent_steps(
    kernel: Kernel,
    x_train,
    y_train,
    x_test,
    y_test,
    n_freqs: Sequence[int],
    ridges: Sequence[float] = (0.0, 1e-6, 1e-3),
    seeds: Sequence[int] = (0, 1, 2, 3, 4),
    sampler: str = "monte_carlo",
) -> Iterator[DoubleDescent]:
    """`double_descent` as a generator: the record so far after each number of frequencies."""
    if not isinstance(kernel, Kernel):
        raise ValueError(f"kernel must be a kernel of rffviz.kernels, got {kernel!r}.")
    X, y = labelled_points("train", x_train, y_train, min_points=2)
    new, truth = labelled_points("test", x_test, y_test, d=X.shape[1])
    counts = [whole_number("n_freqs", count) for count in n_freqs]
    if not counts or sorted(set(counts)) != counts:
        raise ValueError(f"n_freqs must be strictly increasing and not empty, got {counts}.")
    ridges = np.array([non_negative_number("ridges", ridge) for ridge in ridges])
    if not len(ridges) or len(set(ridges)) < len(ridges):
        raise ValueError(f"ridges must be different penalties, at least one, got {ridges.tolist()}.")
    seeds = tuple(whole_number("seeds", seed, low=0) for seed in seeds)
    if not seeds:
        raise ValueError("seeds must hold at least one seed, got none.")
    one_of("sampler", sampler, SAMPLERS)
    mean = y.mean()
    columns = []
    given = []
    for count in counts:
        rows = []
        for seed in seeds:
            sample = draw(sampler, kernel, X.shape[1], count, np.random.default_rng(seed), False, X)
            Z, at = (paired_map(A, sample.W, sample.weights, dtype=np.float64) for A in (X, new))
            weights = _weights(Z, y - mean, ridges)
            train, test = (_rmse(A @ weights, b - mean) for A, b in ((Z, y), (at, truth)))
            rows.append((train, test, np.linalg.norm(weights, axis=0)))
        given.append(sample.n_freqs)
        columns.append(np.array(rows))  # (s, 3, r)
        errors = np.array(columns).transpose(2, 3, 1, 0)
        yield DoubleDescent(np.array(given), ridges, seeds, *errors, n_train=len(X), sampler=sampler)


def _weights(Z, y, ridges):
    """w for each penalty, shape (2m, r), from one decomposition."""
    U, values, V = np.linalg.svd(Z, full_matrices=False)
    keep = values > max(Z.shape) * np.finfo(np.float64).eps * values[0]
    U, values, V = U[:, keep], values[keep][:, None], V[keep]
    return V.T @ (values / (values**2 + len(Z) * ridges) * (U.T @ y)[:, None])


def _rmse(predictions, y):
    return np.sqrt(np.mean(np.square(predictions - y[:, None]), axis=0))
