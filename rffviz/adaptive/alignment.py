"""Random frequencies with weights that align the kernel with labels (ALIGN)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import Tags

from rffviz.adaptive.transformer import LearnedFourierFeatures
from rffviz.foundation.notes import Note, note
from rffviz.foundation.sincos import cos_sin
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    non_negative_number,
    of_dimension,
    one_number_each,
    points,
    training_data,
    whole_number,
)
from rffviz.kernels import Kernel

_ROWS = 4096


def alignment_scores(W: ArrayLike, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """v_j = (Σ_i y_i cos ω_j·x_i)² + (Σ_i y_i sin ω_j·x_i)², shape (m,), for W (m, d), X (N, d) and y (N,).

    Σ_ij y_i y_j Σ_l q_l cos(ω_l·(x_i − x_j)) = q·v is the alignment of the weighted kernel with yyᵀ. O(Nmd).

    Source: Sinha & Duchi 2016, section 3 (not verified against the paper).
    """
    W, X = points("W", W), points("X", X)
    of_dimension("X", X, W.shape[1], "the frequencies")
    y = one_number_each("y", y, len(X))
    cosine, sine = np.zeros(len(W)), np.zeros(len(W))
    for start in range(0, len(X), _ROWS):
        rows = slice(start, start + _ROWS)
        angles = X[rows] @ W.T
        sines = np.empty_like(angles)
        cos_sin(angles, angles, sines)
        cosine += y[rows] @ angles
        sine += y[rows] @ sines
    return np.square(cosine) + np.square(sine)


def alignment_weights(scores: ArrayLike, rho: float) -> np.ndarray:
    """The q that maximises q·v over q ≥ 0, Σq = 1 and ‖q − 1/m‖² ≤ ρ/m.

    Parameters
    ----------
    scores : array of shape (m,)
        v; only the ratios of its differences matter.
    rho : float
        ρ ≥ 0, the largest χ² divergence (1/m) Σ_j (m q_j − 1)² from equal weights. 0 leaves them at 1/m; m − 1 and
        above allows any weights.

    Returns
    -------
    ndarray of shape (m,)
        Where ρ allows it, all weight is on the largest v, shared evenly between equals; where all v are equal, all
        weights are 1/m. Else q is the projection of 1/m + v/λ on the simplex, with the λ > 0 that makes
        ‖q − 1/m‖² = ρ/m.

    Notes
    -----
    The distance falls as λ grows. Bisection starts between a λ that puts all weight on the largest v and a λ at which
    the distance cannot reach ρ/m, because a projection never increases it. O(m log m) for each of about 100 steps.

    Source: Sinha & Duchi 2016, equation (7) (not verified against the paper) and its appendix.
    """
    v, rho = points("scores", np.reshape(scores, (-1, 1)), min_points=1)[:, 0], non_negative_number("rho", rho)
    m = len(v)
    uniform = np.full(m, 1 / m)
    spread = np.ptp(v)
    if spread == 0 or rho == 0:
        return uniform
    below = (v - v.max()) / spread  # from −1 to 0: adding a constant to v does not move the projection
    best = below == 0
    q, most = best / best.sum(), rho / m
    if 1 / best.sum() - 1 / m <= most:
        return q
    low = -below[~best].max() * best.sum() / 2  # below the smallest λ that gives weight to any but the best
    high = math.sqrt(np.square(below - below.mean()).sum() / most)
    while high / low > 1 + 1e-15:
        middle = math.sqrt(low) * math.sqrt(high)
        if not low < middle < high:
            break
        q = _onto_simplex(uniform + below / middle)
        if np.square(q - uniform).sum() > most:
            low = middle
        else:
            high = middle
    return _onto_simplex(uniform + below / high)


def _onto_simplex(point: np.ndarray) -> np.ndarray:
    """The nearest q ≥ 0 with Σq = 1: max(point − t, 0) for the t that makes the sum 1."""
    descending = np.sort(point)[::-1]
    levels = (np.cumsum(descending) - 1) / np.arange(1, len(point) + 1)
    positive = np.flatnonzero(descending > levels)[-1]
    q = np.maximum(point - levels[positive], 0.0)
    return q / q.sum()  # the sum is 1 already, up to rounding


@dataclass(eq=False, repr=False)
class AlignedFourierFeatures(LearnedFourierFeatures):
    """Fourier features with frequencies weighted, or chosen, by the alignment of their kernel with the labels.

    Parameters
    ----------
    kernel : Kernel, default None
        The frequencies are drawn from its spectral measure; None is `Gaussian(length_scale=1.0)`.
    n_freqs : int, default 100
        m; there are 2m features.
    rho : float, default 1.0
        ρ, how far the weights may go from equal ones (`alignment_weights`). 0 leaves random Fourier features.
    n_candidates : int, default None
        None draws `n_freqs` frequencies and weights them. A number draws that many, and then picks `n_freqs` of them
        with replacement, in proportion to their weights; those picked have equal weights, as in the source.
    sampler : str, default "monte_carlo"
        The scheme of `rffviz.samplers.SAMPLERS` that gives the frequencies; its own weights are not used.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d), float64
    weights_ : ndarray of shape (m,)
        They sum to 1, so that z(x)·z(x) = 1; some can be 0.
    alignment_ : float
        Σ_j q_j v_j/max v, over all frequencies drawn: mean(v)/max(v) for equal weights, at most 1; 1 where all v_j
        are 0.
    notes_ : tuple of Note

    Notes
    -----
    Labels of two classes are −1 and +1 in sorted order, as in the source. Other targets are numbers, less their mean;
    with it, v would mostly measure how low a frequency is. Where y is constant the weights stay equal. The features no
    longer approximate `kernel` (they are meant not to), and are not nested.

    Source: Sinha & Duchi 2016; ALIGN in Li, Zhang, Wang & Kumar 2019.
    """

    kernel: Kernel | None = None
    n_freqs: int = 100
    rho: float = 1.0
    n_candidates: int | None = None
    sampler: str = "monte_carlo"
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Draw frequencies for X and weight them by y."""
        X, y = training_data(self, X, y, dtype=(np.float64, np.float32))
        kernel, n_freqs, (frequency_rng, choice_rng) = self._settings(2)
        n_drawn = n_freqs if self.n_candidates is None else whole_number("n_candidates", self.n_candidates)
        W = self._draw(kernel, X, n_drawn, frequency_rng)
        target, self.notes_ = _target(y)
        scores = alignment_scores(W, X, target)
        q = alignment_weights(scores, self.rho)
        self.alignment_ = float(q @ scores / scores.max()) if scores.any() else 1.0
        if self.n_candidates is not None:
            W = W[choice_rng.choice(len(q), n_freqs, p=q)]
            q = np.full(n_freqs, 1 / n_freqs)
        self.frequencies_, self.weights_ = W, q
        return self

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


def _target(y: np.ndarray) -> tuple[np.ndarray, tuple[Note, ...]]:
    """Numbers to align with, and notes on them."""
    classes = np.unique(y)
    if len(classes) == 1:
        return np.zeros(len(y)), (note("constant_targets"),)
    if len(classes) == 2:
        return np.where(y == classes[1], 1.0, -1.0), ()
    try:
        number = np.asarray(y, dtype=np.float64)
    except (TypeError, ValueError):
        raise Refusal(f"y must be two classes or numbers, got {len(classes)} classes of {y.dtype}.") from None
    return number - number.mean(), ()
