"""Posterior functions by Matheron's rule: a prior draw from the features, corrected with the exact kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from rffviz.features import paired_map
from rffviz.foundation.validation import Seed
from rffviz.kernels import Kernel
from rffviz.predict.exact import factor_regularised
from rffviz.predict.gaussian_process import Posterior, checked_posterior


def pathwise_posterior(
    kernel: Kernel,
    W: ArrayLike,
    x_train: ArrayLike,
    y_train: ArrayLike,
    x: ArrayLike,
    ridge: float = 1e-3,
    weights: ArrayLike | None = None,
    signal_variance: float | None = None,
    n_samples: int = 0,
    random_state: Seed = 0,
) -> Posterior:
    """Posterior of a Gaussian process of covariance s²k given y: prior draws from features, exact update.

    A draw is f(x) = s z(x)·w + k(x, X)(K + nλI)⁻¹[y − s Zw − ε] with w ~ N(0, I) and ε ~ N(0, nλs²I): features
    approximate the prior alone. Its mean is the exact posterior's, whatever the frequencies.

    Parameters
    ----------
    kernel : Kernel
    W : array of shape (m, d)
        Frequencies, of the paired map z.
    x_train, y_train, x, ridge
        As in `exact_posterior`.
    weights : array of shape (m,), optional
        p ≥ 0 of the frequencies; 1/m each where not given.
    signal_variance, n_samples, random_state
        As in `exact_posterior`.

    Returns
    -------
    Posterior
        `deviation` is that of the draws, s√(‖z(x) − Zᵀg(x)‖² + nλ‖g(x)‖²) with g(x) = (K + nλI)⁻¹k(X, x).

    Raises
    ------
    ValueError
        As `exact_posterior` and `rffviz.features.paired_map` raise.

    Notes
    -----
    With z·z = k the draws are those of the exact posterior. Far from the data g vanishes and the deviation is s√Σp, the
    prior's: this cures features whose own posterior is overconfident there (`variance_starvation`). Near the data the
    error of the approximate prior covariance remains. O(n³ + qn(n + m)), and O((q + n)m) a draw.

    Source: Wilson, Borovitskiy, Terenin, Mostowsky & Deisenroth 2020, "Efficiently sampling functions from Gaussian
    process posteriors", section 3 (there with a sparse update; not verified against the paper).
    """
    X, y, at, shift, signal, n_samples, rng = checked_posterior(
        kernel, x_train, y_train, x, ridge, signal_variance, n_samples, random_state
    )
    Z, A = (paired_map(part, W, weights, dtype=np.float64) for part in (X, at))
    mean = y.mean()
    factor = factor_regularised(kernel(X), shift)
    dual = linalg.cho_solve(factor, y - mean)
    signal = float((y - mean) @ dual / len(y)) if signal is None else signal
    cross = kernel(at, X)
    pull = linalg.cho_solve(factor, cross.T).T  # row i is g(x_i)
    left = A - pull @ Z
    variance = signal * (np.einsum("ij,ij->i", left, left) + shift * np.einsum("ij,ij->i", pull, pull))
    centre = cross @ dual + mean
    samples = None
    if n_samples:
        prior = rng.standard_normal((Z.shape[1], n_samples))
        noise = rng.standard_normal((len(X), n_samples)) * np.sqrt(shift)
        samples = centre + np.sqrt(signal) * (left @ prior - pull @ noise).T
    return Posterior(centre, np.sqrt(variance), signal, samples)
