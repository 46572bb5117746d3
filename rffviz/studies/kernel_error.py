"""How errors of the kernel matrix affect prediction: ridge regression on features against the exact method."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import linalg
from scipy.stats import rankdata

from rffviz.datasets import TrainTest
from rffviz.features import paired_map
from rffviz.foundation.about import About
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import (
    Refusal,
    increasing_whole_numbers,
    not_empty,
    points,
    positive_number,
    seed_number,
    whole_number,
)
from rffviz.kernels import Kernel, a_kernel
from rffviz.predict.exact import ExactKernelRidge
from rffviz.predict.ridge import ridge_weights
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.own import scheme_of
from rffviz.studies.real_data import error_of
from rffviz.theory.kernel_matrix import degrees_of_freedom
from rffviz.theory.prediction_bounds import ridge_prediction_bound

_STRONG, _WEAK = 0.5, 0.4  # thresholds of a rank correlation


@dataclass(frozen=True, eq=False)
class KernelError:
    """Fits of ridge regression on paired features, each beside kernel ridge regression at the same λ.

    Attributes
    ----------
    samplers : tuple of str
    n_freqs : ndarray of int, shape (g,)
    matrix_errors : ndarray of shape (schemes, seeds, g)
        ‖K̂ − K‖₂ over the training points; NaN, as in what follows, where a scheme is not defined, or is deterministic
        and was measured already.
    changes, rms_changes : ndarray of shape (schemes, seeds, g)
        The largest |f̃ − f| over the test points and its root mean square, in standard deviations of the training
        targets.
    test : ndarray of shape (schemes, seeds, g)
        √(Σ(f̃ − y)²/Σ(y − ȳ)²) over the test points.
    bounds : ndarray of shape (schemes, seeds, g)
        The bound on the change by `ridge_prediction_bound`, from the errors of the matrix and of the test points' rows.
    row_errors : ndarray of shape (schemes, seeds, g)
        The largest ‖k̃_x − k_x‖ over the test points x.
    exact_test : float
        Test error of the exact method.
    freedom : float
        d_λ, the effective degrees of freedom of the exact method.
    n_test : int
    shown : int
        The number of frequencies at which schemes and seeds are compared first.
    about : About
    """

    samplers: tuple[str, ...]
    n_freqs: np.ndarray
    matrix_errors: np.ndarray
    changes: np.ndarray
    rms_changes: np.ndarray
    test: np.ndarray
    bounds: np.ndarray
    row_errors: np.ndarray
    exact_test: float
    freedom: float
    n_test: int
    shown: int
    about: About

    @property
    def ridge(self) -> float:
        """λ."""
        return self.about.settings["ridge"]

    @property
    def n_seeds(self) -> int:
        """Seeds measured so far."""
        return self.matrix_errors.shape[1]

    @property
    def measured(self) -> np.ndarray:
        """Which fits have been measured, shape (schemes, seeds, g)."""
        return np.isfinite(self.matrix_errors)

    @property
    def here(self) -> np.ndarray:
        """Which of the measured fits have `shown` frequencies."""
        return self.measured & (self.n_freqs == self.shown)

    @property
    def limit(self) -> float:
        """1/√λ, which the difference of two such predictions, in standard deviations of the targets, never reaches."""
        return 1 / math.sqrt(self.ridge)

    @property
    def slope(self) -> float:
        """The bound's line through 0 in ‖K̂ − K‖₂: steep enough for the row errors of every fit."""
        at = self.measured & (self.matrix_errors > 0)
        return float(np.max(self.bounds[at] / self.matrix_errors[at]))

    @property
    def looseness(self) -> float:
        """The smallest ratio of bound to actual change over the fits."""
        at = self.measured & (self.changes > 0)
        return float(np.min(self.bounds[at] / self.changes[at]))

    def with_changes(self, here: bool = False) -> float:
        """Rank correlation of kernel error and change of prediction; with `here`, at the D shown alone."""
        at = self.here if here else self.measured
        return rank_correlation(self.matrix_errors[at], self.changes[at])

    def with_test(self, here: bool = False) -> float:
        """Rank correlation of kernel error and test error; with `here`, at the D shown alone."""
        at = self.here if here else self.measured
        return rank_correlation(self.matrix_errors[at], self.test[at])

    @property
    def chance(self) -> float:
        """2/√(n − 1), twice the standard deviation of a rank correlation of the n fits of `here`; NaN below two."""
        n = int(self.here.sum())
        return 2 / math.sqrt(n - 1) if n > 1 else math.nan

    @property
    def verdict(self) -> str:
        """Whether the better kernel predicts better, by the rank correlation with the test error.

        "unknown" where one is NaN; "no" below 0.5 across D, and "worse" to −0.5; "everywhere" from 0.4 at the D shown,
        else "across D".
        """
        across, here = self.with_test(), self.with_test(True)
        if math.isnan(across) or math.isnan(here):
            return "unknown"
        if across < _STRONG:
            return "no" if across > -_STRONG else "worse"
        return "everywhere" if here >= _WEAK else "across D"


def rank_correlation(x: np.ndarray, y: np.ndarray) -> float:
    """Spearman's rank correlation of two arrays of shape (n,), ties at their mean rank.

    NaN below two values and where one of them does not vary.
    """
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return math.nan
    return float(np.corrcoef(rankdata(x), rankdata(y))[0, 1])


@study
def kernel_error(
    split: TrainTest,
    kernel: Kernel,
    sampler: Sequence[str] = ("monte_carlo", "orthogonal", "sobol_scrambled"),
    n_freqs: Sequence[int] = (16, 32, 64, 128, 256, 512),
    ridge: float = 1e-3,
    n_seeds: int = 12,
    random_state: int = 0,
    shown: int = 64,
) -> Iterator[Progress[KernelError]]:
    """Fit every scheme at every number of frequencies, seed by seed, beside kernel ridge regression at the same λ.

    Parameters
    ----------
    split : TrainTest
        The mean of y_train is taken out before the fits.
    sampler : str or sequence of str
        Schemes of `rffviz.samplers.SAMPLERS`.
    n_freqs : sequence of int
        Strictly increasing; a scheme skips numbers for which it is not defined.
    ridge : float
        λ > 0 of both methods: (K + nλI) and (ZᵀZ + nλI).
    n_seeds : int
        Seed s draws under random_state + s at every size.
    shown : int
        One of `n_freqs`.

    Returns
    -------
    KernelError
        In steps: without a record at first, then after each seed; between fits the latest record is repeated, so that
        the caller can stop there.

    Raises
    ------
    ValueError
        Where no scheme is defined at any size, where targets do not vary, or λ is so small that K + nλI is singular to
        working precision.

    Notes
    -----
    Source of the bound: Cortes, Mohri & Talwalkar 2010, Proposition 1 (not verified against the paper), with the test
    points' rows (derived in `ridge_prediction_bound`).
    """
    X, y = points("x_train", split.X_train, min_points=2), np.asarray(split.y_train, dtype=np.float64)
    X_test, kernel = points("x_test", split.X_test), a_kernel(kernel)
    sizes, ridge = increasing_whole_numbers("n_freqs", n_freqs), positive_number("ridge", ridge)
    n_seeds, seed = whole_number("n_seeds", n_seeds), seed_number("random_state", random_state)
    if shown not in sizes:
        raise Refusal(f"shown must be one of n_freqs, got {shown}.")
    given = [sampler] if isinstance(sampler, str) or callable(sampler) else list(sampler)
    not_empty("sampler", given, "scheme")
    schemes = [scheme_of(one, SAMPLERS) for one in given]
    if not any(int(size) >= scheme.least(kernel, X.shape[1]) for size in sizes for scheme in schemes):
        raise Refusal(f"n_freqs must hold a number that a scheme is defined for, got {list(map(int, sizes))}.")
    unit = float(y.std())
    if unit == 0:
        raise Refusal("y_train must vary, got a constant target.")
    K, rows, n = kernel(X), kernel(X_test, X), len(X)
    exact = ExactKernelRidge(kernel, ridge).fit(X, y).predict(X_test)
    exact_test = error_of("regression", exact, split.y_test)
    freedom = degrees_of_freedom(np.maximum(linalg.eigvalsh(K), 0), ridge)
    about = About.of(split, kernel, "", range(seed, seed + n_seeds), ridge=ridge)
    measured = np.full((6, len(schemes), n_seeds, len(sizes)), np.nan)
    step: Progress[KernelError] = Progress(0, n_seeds)
    for s in range(n_seeds):
        for i, scheme in enumerate(schemes):
            if s and not scheme.randomised:
                continue
            for g, m in enumerate(map(int, sizes)):
                if m < scheme.least(kernel, X.shape[1]):
                    continue
                yield step
                sample = draw(given[i], kernel, X.shape[1], m, np.random.default_rng(seed + s), X=X)
                Z, Z_test = (paired_map(A, sample.W, sample.weights, dtype=np.float64) for A in (X, X_test))
                fit = Z_test @ ridge_weights(Z, y - y.mean(), ridge) + y.mean()
                change = np.abs(fit - exact) / unit
                matrix_error = float(np.abs(linalg.eigvalsh(Z @ Z.T - K)).max())
                row_error = float(np.linalg.norm(Z_test @ Z.T - rows, axis=1).max())
                bound = ridge_prediction_bound(matrix_error, n, ridge, 1.0, row_error).value
                test = error_of("regression", fit, split.y_test)
                rms = float(np.sqrt(np.mean(change**2)))
                measured[:, i, s, g] = matrix_error, change.max(), rms, test, bound, row_error
        names = tuple(scheme.name for scheme in schemes)
        arrays: Any = (values[:, : s + 1].copy() for values in measured)
        record = KernelError(names, sizes, *arrays, exact_test, freedom, len(X_test), shown, about)  # type: ignore[call-arg]
        step = Progress(s + 1, n_seeds, record)
        yield step
