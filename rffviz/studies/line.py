"""Approximate and exact predictions for growing numbers of frequencies, as the figure's slider shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rffviz.datasets import Dataset, points_of
from rffviz.features import paired_map
from rffviz.foundation.about import About
from rffviz.foundation.notes import Note
from rffviz.foundation.progress import Progress, study
from rffviz.foundation.validation import (
    Refusal,
    increasing_whole_numbers,
    one_of,
    positive_number,
    seed_number,
    whole_number,
)
from rffviz.kernels import Kernel
from rffviz.measure.errors import rmse
from rffviz.predict.exact import ExactKernelRidge
from rffviz.predict.gaussian_process import (
    Posterior,
    columns_of,
    condition_on_features,
    deviation_of,
    exact_posterior,
    labelled_points,
    variance_starvation,
)
from rffviz.predict.pathwise import pathwise_posterior
from rffviz.predict.ridge import ridge_weights
from rffviz.samplers import draw
from rffviz.studies.shown import OverFreqs

DRAWN_BY = ("features", "pathwise")
_STARVED = 0.9  # of the exact band's width: a narrower band is overconfident


@dataclass(frozen=True, eq=False)
class RidgePath(OverFreqs):
    """Ridge regression on features at several numbers of frequencies, beside exact kernel ridge regression.

    Attributes
    ----------
    n_freqs : ndarray of int, shape (g,)
        Numbers of frequencies the scheme actually returned; each has two features.
    x : ndarray of shape (q, d)
        The query points.
    predictions : ndarray of shape (g, q)
    deviations : ndarray of shape (g, q)
        Posterior standard deviation of f in Bayesian linear regression on the features.
    exact : Posterior
        Exact kernel ridge regression, with the standard deviation of the exact Gaussian process; both models have the
        same prior variance s².
    rmse_to_exact : ndarray of shape (g,)
        √mean (prediction − exact)² over the test points, or over `x` without any.
    max_to_exact : ndarray of shape (g,)
        The largest |prediction − exact| over the same points.
    test_rmse : ndarray of shape (g,) or None
    exact_test_rmse : float or None
        None without test points.
    span : tuple of float
        The range of the coordinates of the points over which those errors are taken.
    notes : tuple of Note or str
        The scheme's notes on its largest draw.
    x_train, y_train : ndarray of shape (n, d) and (n,)
    truth : ndarray of shape (q,) or None
        The noiseless function at `x`, if given.
    shown : int
        The number of frequencies shown first: by default the largest.
    draws : ndarray of shape (g, n_draws, q) or None
        Functions drawn as `drawn_by` says; the exact ones are in `exact.samples`.
    drawn_by : str
        "features": from the features' posterior; "pathwise": from their prior, with the exact kernel's update.
    starvation : ndarray of shape (g,)
        `variance_starvation`'s ratio far from the data; NaN where no point is far.
    pathwise_starvation : ndarray of shape (g,) or None
        The same for the draws, if they are pathwise.
    """

    n_freqs: np.ndarray
    x: np.ndarray
    predictions: np.ndarray
    deviations: np.ndarray
    exact: Posterior
    rmse_to_exact: np.ndarray
    max_to_exact: np.ndarray
    span: tuple[float, float]
    notes: tuple[Note | str, ...]
    x_train: np.ndarray
    y_train: np.ndarray
    truth: np.ndarray | None
    shown: int
    about: About
    test_rmse: np.ndarray | None = None
    exact_test_rmse: float | None = None
    draws: np.ndarray | None = None
    drawn_by: str = "features"
    starvation: np.ndarray | None = None
    pathwise_starvation: np.ndarray | None = None

    @property
    def starved(self) -> np.ndarray:
        """Whether the band far from the data is below 0.9 times as wide as the exact one, bool of shape (g,)."""
        return np.zeros(len(self.n_freqs), bool) if self.starvation is None else self.starvation < _STARVED


@study
def ridge_path(
    kernel: Kernel,
    x_train: ArrayLike,
    y_train: ArrayLike,
    x: ArrayLike,
    n_freqs: Sequence[int],
    sampler: str = "monte_carlo",
    ridge: float = 1e-3,
    random_state: int = 0,
    x_test: ArrayLike | None = None,
    y_test: ArrayLike | None = None,
    n_draws: int = 0,
    truth: ArrayLike | None = None,
    drawn_by: str = "features",
) -> Iterator[Progress[RidgePath]]:
    """Ridge regression on features for each of several numbers of frequencies, and the exact one.

    Parameters
    ----------
    x_train : array of shape (n, d) or (n,)
    y_train : array of shape (n,)
        Its mean is taken out before the fits and added to the predictions.
    x : array of shape (q, d) or (q,)
        Where to predict.
    n_freqs : sequence of int
        Strictly increasing.
    sampler : str
        A scheme of `rffviz.samplers.SAMPLERS`. A nested one extends its smaller sets of frequencies.
    ridge : float
        λ > 0: (ZᵀZ + nλI) for the features, (K + nλI) for the kernel.
    random_state : int
        The same for every number of frequencies.
    x_test, y_test : arrays, optional
        Held-out points for `test_rmse`.
    n_draws : int
        Functions drawn from each posterior, under the same seed.
    truth : array of shape (q,), optional
        The function without noise at `x`, for a figure.
    drawn_by : {"features", "pathwise"}
        Whether functions are drawn from the features' own posterior, or by `pathwise_posterior`.

    Returns
    -------
    RidgePath
        In steps: the path so far, after each number of frequencies.

    Notes
    -----
    The bands are those of a Gaussian model: f a Gaussian process of covariance s²k, or a linear function of the
    features with independent weights of variance s², and noise of variance nλs². The mean is the ridge regression
    whatever s is; s² = (y − ȳ)ᵀ(K + nλI)⁻¹(y − ȳ)/n is its maximum likelihood value under the exact model, and serves
    both so that the bands differ by the features alone. Far from the data the exact band widens to s, while that of few
    features may stay narrow (variance starvation): 2m features have only 2m degrees of freedom. Everything in float64.
    O(n³) for the exact solution, O(n·M·min(n, M) + q·M·min(n, M)) for M features.

    Source: Rahimi & Recht 2007, section 5; Rasmussen & Williams 2006, sections 2.1 and 2.2 (not verified against the
    paper).
    """
    X, y = labelled_points("train", x_train, y_train, min_points=2)
    grid = columns_of("x", x, X.shape[1])
    counts = increasing_whole_numbers("n_freqs", n_freqs)
    shift = len(X) * positive_number("ridge", ridge)
    seed = seed_number("random_state", random_state)
    if truth is not None and np.shape(truth) != (len(grid),):
        raise Refusal(f"truth must hold one number for each of the {len(grid)} points of x, got {np.shape(truth)}.")
    test = None
    if (x_test is None) != (y_test is None):
        raise Refusal("x_test and y_test must be given together, got only one of them.")
    if x_test is not None and y_test is not None:
        test = labelled_points("test", x_test, y_test, d=X.shape[1])
    asked = [grid] if test is None else [grid, test[0]]
    mean = y.mean()
    n_draws = whole_number("n_draws", n_draws, low=0)
    one_of("drawn_by", drawn_by, DRAWN_BY)
    exact = exact_posterior(kernel, X, y, grid, ridge, n_samples=n_draws, random_state=seed)
    exact_there = ExactKernelRidge(kernel, ridge).fit(X, y).predict(test[0]) if test else exact.mean
    variance = exact.signal_variance
    about = About.of(x_train, kernel, sampler, (seed,), ridge=ridge, n_draws=n_draws)
    rows = []
    for count in counts:
        sample = draw(sampler, kernel, X.shape[1], count, np.random.default_rng(seed), X=X)
        blocks = [paired_map(A, sample.W, sample.weights, dtype=np.float64) for A in [X, *asked]]
        means, share = condition_on_features(blocks[0], y - mean, blocks[1:], shift)
        means = [m + mean for m in means]
        deviation = deviation_of(variance * share)
        row = {
            "n_freqs": sample.n_freqs,
            "predictions": means[0],
            "deviations": deviation,
            "rmse_to_exact": rmse(means[-1], exact_there),
            "max_to_exact": np.abs(means[-1] - exact_there).max(),
            "starvation": variance_starvation(exact, Posterior(means[0], deviation, variance)),
        }
        if test:
            row["test_rmse"] = rmse(means[1], test[1])
        if n_draws and drawn_by == "pathwise":
            drawn = pathwise_posterior(
                kernel, sample.W, X, y, grid, ridge, sample.weights, variance, n_draws, random_state=seed
            )
            row |= {"draws": drawn.samples, "pathwise_starvation": variance_starvation(exact, drawn)}
        elif n_draws:
            row["draws"] = _drawn(blocks[0], blocks[1], y - mean, shift, variance, n_draws, seed) + mean
        rows.append(row)
        path = RidgePath(
            **{name: np.array([each[name] for each in rows]) for name in row},
            x=grid,
            exact=exact,
            exact_test_rmse=rmse(exact_there, test[1]) if test else None,
            span=(float(asked[-1].min()), float(asked[-1].max())),
            notes=sample.notes,
            x_train=X,
            y_train=y,
            truth=None if truth is None else np.asarray(truth),
            shown=int(counts[-1]),
            about=about,
            drawn_by=drawn_by,
        )
        yield Progress(len(rows), len(counts), path)


@study
def line_path(data: Dataset, **options: Any) -> Iterator[Progress[RidgePath]]:
    """`ridge_path` of points on a line, with the other options.

    It predicts from −5 to 5 or, where the data extend beyond ±3.5, to a third of their extent beyond them. If the
    dataset has a `truth`, it is drawn, and errors are over 301 of its points from −3 to 3.
    """
    x, truth, inside, wanted = known_on_line(data)
    known: dict[str, Any] = {} if truth is None else {"truth": truth, "x_test": inside, "y_test": wanted}
    yield from ridge_path.steps(x_train=points_of(data), y_train=data.targets, x=x, **known, **options)


def known_on_line(data: Dataset) -> tuple[np.ndarray, np.ndarray | None, np.ndarray, np.ndarray | None]:
    """Points at which to draw a function, with its values; points at which to measure errors, with its values."""
    x, inside = np.linspace(*_around(data.X[:, 0]), 401), np.linspace(-3, 3, 301)
    return x, data.truth and data.truth(x), inside, data.truth and data.truth(inside)


def _around(x: np.ndarray) -> tuple[float, float]:
    low, high = float(x.min()), float(x.max())
    if -3.5 <= low and high <= 3.5:
        return -5.0, 5.0
    room = (high - low) / 3 or 1.0
    return low - room, high + room


def _drawn(
    Z: np.ndarray, A: np.ndarray, y: np.ndarray, shift: float, variance: float, n_draws: int, seed: int
) -> np.ndarray:
    """Draws of A·w from the posterior of w: prior draws, corrected by ridge regression of their residuals.

    Source: Wilson et al. 2020, "Efficiently sampling functions from Gaussian process posteriors", section 3 (not
    verified against the paper).
    """
    rng = np.random.default_rng(seed)
    prior = rng.standard_normal((Z.shape[1], n_draws)) * np.sqrt(variance)
    noise = rng.standard_normal((len(Z), n_draws)) * np.sqrt(shift * variance)
    residual = y[:, None] - Z @ prior - noise
    return (A @ (prior + ridge_weights(Z, residual, shift / len(Z)))).T
