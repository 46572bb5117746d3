"""An error bar from one draw: the error of K̂, estimated by resampling its frequencies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg
from scipy.sparse.linalg import LinearOperator, eigsh

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.matrix_like import transformed
from rffviz.foundation.notes import Note, note
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    as_fitted,
    of_dimension,
    one_of,
    points,
    positive_number,
    probability,
    seed_number,
    whole_number,
)
from rffviz.kernels import Kernel
from rffviz.samplers import SAMPLERS, FrequencySample
from rffviz.samplers.own import OwnScheme, given_sample, scheme_of

MAX_POINTS = 1000
_MOST_QUICK_POINTS = 500  # points whose kernel matrix can be resampled in about a second
_INDEPENDENT = ("monte_carlo", "importance")  # schemes with independent rows, each with its own weight
_BLOCK_VALUES = 2**21  # products of pairs and frequencies held at a time: 8 MB
_RIDGE = 1e-3  # λ of the metric "spectral_approximation"
OVER_PAIRS = ("sup", "rmse", "relative_frobenius")
OVER_DIRECTIONS = ("relative_spectral", "spectral_approximation")


@dataclass(frozen=True, eq=False)
class BootstrapError:
    """The bootstrap estimate of a draw's error.

    Attributes
    ----------
    value : float
        The quantile of the resampled errors: an estimate, not a bound, of the error below which draws of this size stay
        with that confidence.
    metric : str
        A key of `METRICS`.
    confidence : float
    n_freqs : int
        m of the draw.
    resampled : ndarray of shape (r,)
        The errors of K̂* against K̂.
    n_points, n_whole : int
        Number of points used, and of points in all.
    random_state : int
    notes : tuple of Note
        The assumptions of the estimate.
    """

    value: float
    metric: str
    confidence: float
    n_freqs: int
    resampled: np.ndarray
    n_points: int
    n_whole: int
    random_state: int
    notes: tuple[Note, ...] = ()

    def at(self, n_freqs: int) -> float:
        """The estimate at another number of frequencies, with error ∝ 1/√m."""
        return self.value * math.sqrt(self.n_freqs / whole_number("n_freqs", n_freqs))

    def frequencies_needed(self, epsilon: float) -> int:
        """The smallest m at which the estimate is at most ε."""
        return max(1, math.ceil(self.n_freqs * (self.value / positive_number("epsilon", epsilon)) ** 2))


def bootstrap_error(
    features: RandomFourierFeatures,
    X: ArrayLike,
    metric: str = "sup",
    confidence: float = 0.95,
    n_resamples: int = 200,
    random_state: Seed = 0,
    max_points: int = MAX_POINTS,
) -> BootstrapError:
    """Estimate the error of one draw of random features from that draw alone, without the kernel.

    W* is m rows of W with replacement. The `confidence` quantile of the error of K̂* against K̂, over resamples,
    estimates that of K̂ against K, over draws.

    Parameters
    ----------
    features : RandomFourierFeatures
        Fitted, with any map. Its frequencies must be independent: Monte Carlo or importance sampling.
    X : array of shape (N, d)
        If there are more than `max_points` points, a random subset is used: memory and time do not grow with N.
    metric : {"sup", "rmse", "relative_frobenius", "relative_spectral", "spectral_approximation"}
        A key of `METRICS`. Errors relative to K are taken relative to K̂.
    confidence : float
        Strictly between 0 and 1.
    n_resamples : int
        r, at least 20.
    random_state : int, RandomState, Generator or None
        Seed of the resamples and of the subset of points.
    max_points : int

    Returns
    -------
    BootstrapError

    Raises
    ------
    ValueError
        For features that are not fitted, fewer than two frequencies, schemes whose rows are not independent (orthogonal
        blocks, quasi-Monte Carlo, leverage scores from one pool), and arguments out of range.

    Notes
    -----
    Measured at 95 % with 100 resamples. Largest error, all of Diabetes (standardised, Gaussian, median length scale):
    the value covers the draw's own error in 96 % of 120 seeds at m = 100. On 120 of its points, 100 seeds at m = 50,
    100, 400 and 50 at m = 1,000: the largest error in 92, 97, 93 and 92 %; RMSE and Frobenius in 90 to 97 %; the
    spectral norm in 88 to 95 %, slightly too low. Δ of K + nλI is underestimated if above 1: the coverage is 65 and 85
    % at m = 50 and 100, where K̂ + nλI is far from K + nλI, and 96 % from m = 400 on. The value can be well below the
    error of another draw: it is an estimate, without guarantee.

    O(n²mr) operations on n points for errors over pairs, in blocks of pairs; by Lanczos, O(nmr) times the steps, for
    errors in directions. A resample's weights have variance (m − 1)/m, a relative bias of −1/2m.

    Source: Yao, Erichson & Lopes 2023, "Error estimation for random Fourier features", Algorithm 1 (not verified
    against the paper).
    """
    sample, notes = _independent(features)
    one_of("metric", metric, (*OVER_PAIRS, *OVER_DIRECTIONS))
    confidence = probability("confidence", confidence)
    n_resamples, m = whole_number("n_resamples", n_resamples, low=20), sample.n_freqs
    seed = seed_number("random_state", random_state)
    given, X = X, of_dimension("X", points("X", X, min_points=2), sample.W.shape[1], "features")
    named = as_fitted(features, given, X)
    n_whole, limit = len(X), whole_number("max_points", max_points, low=2)
    choice, resamples = np.random.default_rng(seed).spawn(2)
    if n_whole > limit:
        rows = np.sort(choice.choice(n_whole, limit, replace=False))
        named = getattr(named, "iloc", named)[rows]  # of a pandas frame, by position
        notes.append(note("bootstrap_on_part", n_points=limit, n_whole=n_whole))
    # K̂* − K̂ = Σ_j (c_j − 1) A_j/m, c_j the number of times row j was drawn
    changes = resamples.multinomial(m, np.full(m, 1 / m), size=n_resamples) - 1.0
    Z = transformed(features, named)
    measure = _over_pairs if metric in OVER_PAIRS else _over_directions
    resampled = measure(Z, changes, metric)
    return BootstrapError(
        value=float(np.quantile(resampled, confidence)),
        metric=metric,
        confidence=confidence,
        n_freqs=m,
        resampled=resampled,
        n_points=len(Z),
        n_whole=n_whole,
        random_state=seed,
        notes=tuple(notes),
    )


@study(slow=lambda X: len(X) > _MOST_QUICK_POINTS)
def bootstrap_of_draw(
    X: np.ndarray,
    kernel: Kernel,
    sampler: str,
    n_freqs: int,
    random_state: Seed = 0,
    metric: str = "sup",
    map: str = "paired",
    confidence: float = 0.95,
    n_resamples: int = 100,
) -> Iterator[Progress[BootstrapError]]:
    """`bootstrap_error` of the draw that `error_curve` measures under the seed `random_state`; arguments as there."""
    seed = seed_number("random_state", random_state)  # the same seed for both
    features = RandomFourierFeatures(kernel, n_freqs, sampler=sampler, map=map, random_state=seed).fit(X)
    yield Progress(1, 1, bootstrap_error(features, X, metric, confidence, n_resamples, seed))


def to_resample(samplers: Sequence[str], metric: str) -> str | None:
    """The first scheme with a valid bootstrap, Monte Carlo preferred; None if there is none."""
    if metric not in (*OVER_PAIRS, *OVER_DIRECTIONS):
        return None
    schemes = sorted((scheme_of(name, SAMPLERS) for name in samplers), key=lambda scheme: not scheme.monte_carlo)
    return next((s.name for s in schemes if s.name in _INDEPENDENT or s.monte_carlo), None)


def _independent(features: object) -> tuple[FrequencySample, list[Note]]:
    """The draw behind fitted features, which must have independent rows, and notes on what is assumed."""
    if not isinstance(features, RandomFourierFeatures):
        raise Refusal(f"features must be a fitted RandomFourierFeatures, got {type(features).__name__}.")
    if not hasattr(features, "sample_"):
        raise Refusal("features must be fitted first, got features without frequencies.")
    sample = features.sample_
    if sample.n_freqs < 2:
        raise Refusal(f"features must have at least 2 frequencies to resample, got {sample.n_freqs}.")
    if given_sample(features.sampler) is not None:
        return sample, [note("bootstrap_takes_rows_as_independent")]
    scheme = scheme_of(features.sampler, SAMPLERS)
    if scheme.monte_carlo or scheme.name in _INDEPENDENT:
        return sample, []
    if isinstance(scheme, OwnScheme):
        return sample, [note("bootstrap_takes_rows_as_independent")]
    raise Refusal(
        f"features must have independent frequencies to resample, as Monte Carlo or importance sampling draws them, "
        f"got sampler = {scheme.name!r}."
    )


def _over_pairs(Z: np.ndarray, changes: np.ndarray, metric: str) -> np.ndarray:
    """The errors of all resamples over all pairs of points, from blocks of pairs by frequencies."""
    n, width = Z.shape
    m = changes.shape[1]
    by_freq = Z.reshape(n, width // m, m)  # cosines, then sines: sum the two products of each frequency
    weights = np.ascontiguousarray(changes.T, dtype=np.float32)
    largest, squares, own_squares = np.zeros(len(changes)), np.zeros(len(changes)), 0.0
    rows = max(1, _BLOCK_VALUES // max(m, len(changes)))
    i, j = np.tril_indices(n)
    for start in range(0, len(i), rows):
        here, there = i[start : start + rows], j[start : start + rows]
        products = (by_freq[here] * by_freq[there]).sum(axis=1)
        difference = products @ weights
        times = np.where(here == there, 1.0, 2.0)
        np.maximum(largest, np.abs(difference).max(axis=0), out=largest)
        squares += times @ np.square(difference, dtype=np.float64)
        own_squares += float(times @ np.square(products.sum(axis=1), dtype=np.float64))
    if metric == "sup":
        return largest
    return np.sqrt(squares / (n * n if metric == "rmse" else own_squares))


def _over_directions(Z: np.ndarray, changes: np.ndarray, metric: str) -> np.ndarray:
    """The largest |eigenvalue| of Z diag(c − 1) Zᵀ for each resample, relative to K̂ or whitened by K̂ + nλI."""
    Z = Z.astype(np.float64)
    n, width = Z.shape
    approximate = Z @ Z.T
    if metric == "relative_spectral":
        scale = float(linalg.eigvalsh(approximate, subset_by_index=[n - 1, n - 1])[0])
    else:
        scale = 1.0
        factor = linalg.cholesky(approximate + n * _RIDGE * np.eye(n), lower=True)
        Z = linalg.solve_triangular(factor, Z, lower=True)
    repeated = np.tile(changes, width // changes.shape[1])
    return np.array([_largest_eigenvalue(Z, each) for each in repeated]) / scale


def _largest_eigenvalue(Z: np.ndarray, weights: np.ndarray) -> float:
    n = len(Z)
    if n <= 200:
        return float(np.abs(linalg.eigvalsh((Z * weights) @ Z.T)).max())
    operator = LinearOperator((n, n), matvec=lambda v: Z @ (weights * (Z.T @ v.ravel())), dtype=np.float64)
    start = np.random.default_rng(0).standard_normal(n)
    return float(abs(eigsh(operator, k=1, which="LM", return_eigenvectors=False, v0=start, tol=1e-4)[0]))
