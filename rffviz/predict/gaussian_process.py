"""Gaussian process posteriors: of the kernel exactly, and of Bayesian linear regression on features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from rffviz.foundation.threads import one_thread_if_small
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    of_dimension,
    one_number_each,
    points,
    positive_number,
    seed_number,
    whole_number,
)
from rffviz.kernels import Kernel, a_kernel
from rffviz.predict.exact import MAX_EXACT_POINTS, factor_regularised

_FAR = 0.95  # a point counts as far from the data if the exact posterior variance is at least this share of the prior's


@dataclass(frozen=True, eq=False)
class Posterior:
    """Posterior mean and standard deviation of f at some points, without the noise of y.

    Attributes
    ----------
    mean : ndarray of shape (q,)
        The ridge regression's prediction, in units of y.
    deviation : ndarray of shape (q,)
        Posterior standard deviation of f, in units of y.
    signal_variance : float
        s², the prior variance of f where k(x, x) = 1; the noise variance is nλs².
    samples : ndarray of shape (n_samples, q) or None
        Draws of f from the posterior, if requested.
    """

    mean: np.ndarray
    deviation: np.ndarray
    signal_variance: float
    samples: np.ndarray | None = None


def exact_posterior(
    kernel: Kernel,
    x_train: ArrayLike,
    y_train: ArrayLike,
    x: ArrayLike,
    ridge: float = 1e-3,
    signal_variance: float | None = None,
    n_samples: int = 0,
    random_state: Seed = 0,
) -> Posterior:
    """Posterior of a Gaussian process of covariance s²k, given y with noise of variance nλs².

    The mean is k(x, X)(K + nλI)⁻¹(y − ȳ) + ȳ, and the covariance s²[k(x, x′) − k(x, X)(K + nλI)⁻¹k(X, x′)].

    Parameters
    ----------
    kernel : Kernel
    x_train : array of shape (n, d) or (n,)
    y_train : array of shape (n,)
        Its mean ȳ is subtracted first, and added to the mean and the samples.
    x : array of shape (q, d) or (q,)
    ridge : float
        λ > 0, that of `ExactKernelRidge`, whose prediction is the mean.
    signal_variance : float, optional
        s² > 0; (y − ȳ)ᵀ(K + nλI)⁻¹(y − ȳ)/n, its maximum likelihood value, where not given.
    n_samples : int
        How many functions to draw; they are jointly normal over `x`, O(q³).
    random_state : int, RandomState, Generator or None

    Raises
    ------
    ValueError
        Also above 20,000 training points.

    Source: Rasmussen & Williams 2006, section 2.2, equations (2.23) and (2.24) (not verified against the paper).
    """
    X, y, at, shift, signal, n_samples, rng = checked_posterior(
        kernel, x_train, y_train, x, ridge, signal_variance, n_samples, random_state
    )
    mean = y.mean()
    with one_thread_if_small(len(X) ** 2 * (len(X) + len(at) + X.shape[1])):
        prior = kernel(at) if n_samples else np.ones(len(at))
        means, spread, fitted = condition_on_kernel(kernel(X), y - mean, [kernel(at, X)], prior, shift)
    signal = fitted if signal is None else signal
    spread, samples = spread * signal, None
    if n_samples:  # by eigenvalues, since a posterior covariance is often singular to working precision
        eigenvalues, vectors = linalg.eigh(spread)
        root = vectors * np.sqrt(np.maximum(eigenvalues, 0))
        samples = means[0] + mean + rng.standard_normal((n_samples, len(at))) @ root.T
        spread = np.diag(spread)
    return Posterior(means[0] + mean, deviation_of(spread), signal, samples)


def variance_starvation(exact: Posterior, features: Posterior) -> float:
    """√(Σ features' variance / Σ exact variance) far from the data: 1 means no starvation, 0 complete starvation.

    The sums are over the points where the exact posterior keeps at least 95 % of the prior variance; NaN where there
    are none. Both posteriors must be of the same points and the same signal variance, or a ValueError says so.

    Source: Wang, Gehring, Kohli & Jegelka 2018, "Batched large-scale Bayesian optimization in high-dimensional spaces"
    (for the name); the ratio and its threshold are this project's.
    """
    if exact.mean.shape != features.mean.shape:
        raise Refusal(f"features must be at the {len(exact.mean)} points of exact, got {len(features.mean)}.")
    if not np.isclose(exact.signal_variance, features.signal_variance, rtol=1e-9, atol=0):
        raise Refusal(
            f"features must have the signal variance of exact, {exact.signal_variance:g}, "
            f"got {features.signal_variance:g}."
        )
    ours, theirs = np.square(features.deviation), np.square(exact.deviation)
    far = theirs >= _FAR * exact.signal_variance
    below = theirs[far].sum()
    return float(np.sqrt(ours[far].sum() / below)) if below > 0 else np.nan


# --- also used by ridge paths -----------------------------------------------------------------------------------------


def checked_posterior(
    kernel: Kernel,
    x_train: ArrayLike,
    y_train: ArrayLike,
    x: ArrayLike,
    ridge: float,
    signal_variance: float | None,
    n_samples: int,
    random_state: Seed,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float, float | None, int, np.random.Generator]:
    """The checked arguments of a posterior: X, y, the query points, nλ, s² or None, n_samples, a generator."""
    a_kernel(kernel)
    X, y = labelled_points("train", x_train, y_train, min_points=2)
    if len(X) > MAX_EXACT_POINTS:
        raise Refusal(f"x_train must hold at most {MAX_EXACT_POINTS} points for a posterior, got {len(X)}.")
    at = columns_of("x", x, X.shape[1])
    shift = len(X) * positive_number("ridge", ridge)
    signal = None if signal_variance is None else positive_number("signal_variance", signal_variance)
    n_samples = whole_number("n_samples", n_samples, low=0)
    rng = np.random.default_rng(seed_number("random_state", random_state))
    return X, y, at, shift, signal, n_samples, rng


def condition_on_kernel(
    K: np.ndarray, y: np.ndarray, crosses: Sequence[np.ndarray], prior: np.ndarray, shift: float
) -> tuple[list[np.ndarray], np.ndarray, float]:
    """Condition a Gaussian process of kernel k on y (n,) with noise of variance `shift` = nλ, all in units of s².

    `crosses` are k(x, X), shape (q, n), for the points x at which to predict; `prior` is the prior variance (q,) or
    covariance (q, q) at the points of the first. K (n, n) is overwritten by its factor. Returns the means, the
    posterior variance or covariance, and s² of maximum likelihood, yᵀ(K + nλI)⁻¹y/n.
    """
    factor = factor_regularised(K, shift)
    dual = linalg.cho_solve(factor, y)
    explained = linalg.solve_triangular(factor[0], crosses[0].T, lower=True)
    means = [cross @ dual for cross in crosses]
    removed = explained.T @ explained if prior.ndim == 2 else np.einsum("ij,ij->j", explained, explained)
    return means, prior - removed, float(y @ dual / len(y))


def condition_on_features(
    Z: np.ndarray, y: np.ndarray, asked: Sequence[np.ndarray], shift: float
) -> tuple[list[np.ndarray], np.ndarray]:
    """Condition f(x) = w·z(x), w ~ N(0, I), on y: exactly `condition_on_kernel` for the kernel z·z.

    Z (n, M) are the features of the training points; `asked`, each (q, M), are those of the points at which to predict.
    Returns the means, w having mean (ZᵀZ + nλI)⁻¹Zᵀy, and the posterior variance at the first of `asked` in units of
    s², w having covariance nλ(ZᵀZ + nλI)⁻¹. O(n·M·min(n, M)), in the smaller of the two spaces.

    Known bias: M features have only M degrees of freedom. The variance is too small far from the data, and everywhere
    where n exceeds M (`variance_starvation`).

    Source: Rasmussen & Williams 2006, section 2.1, equations (2.11) and (2.12) (not verified against the paper).
    """
    if Z.shape[1] > len(Z):
        prior = np.einsum("ij,ij->i", asked[0], asked[0])
        return condition_on_kernel(Z @ Z.T, y, [A @ Z.T for A in asked], prior, shift)[:2]
    factor = factor_regularised(Z.T @ Z, shift)
    weights = linalg.cho_solve(factor, Z.T @ y)
    spread = linalg.solve_triangular(factor[0], asked[0].T, lower=True)
    return [A @ weights for A in asked], shift * np.einsum("ij,ij->j", spread, spread)


def deviation_of(variance: np.ndarray) -> np.ndarray:
    """√variance, or 0 where rounding made the variance negative."""
    return np.sqrt(np.maximum(variance, 0))


def columns_of(name: str, value: ArrayLike, d: int | None = None) -> np.ndarray:
    """Points as rows, with d columns if d is given; a flat sequence of numbers means points on a line."""
    value = np.asanyarray(value)  # a mask stays, to be refused
    value = points(name, value[:, None] if value.ndim == 1 else value)
    return value if d is None else of_dimension(name, value, d, "x_train")


def labelled_points(
    kind: str, x: ArrayLike, y: ArrayLike, min_points: int = 1, d: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Checked x_`kind` and y_`kind`: points as rows, and one number for each."""
    x = columns_of(f"x_{kind}", x, d)
    if len(x) < min_points:
        raise Refusal(f"x_{kind} must hold at least {min_points} points, got {len(x)}.")
    return x, one_number_each(f"y_{kind}", y, len(x))
