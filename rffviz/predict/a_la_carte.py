"""À la Carte: Fastfood frequencies whose few parameters are learned by the marginal likelihood."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from rffviz.features import paired_map
from rffviz.foundation.sincos import cos_sin
from rffviz.foundation.validation import (
    Refusal,
    Seed,
    numeric_target,
    one_of,
    probability,
    seed_number,
    training_data,
    whole_number,
)
from rffviz.kernels import Gaussian, HoldsKernel, Kernel, a_kernel
from rffviz.predict.evidence import (
    MaximisesEvidence,
    NegativeEvidence,
    bounds_of,
    by_angles,
    by_frequencies,
    evidence_of_features,
    start_of_variances,
)
from rffviz.samplers import draw
from rffviz.samplers.structured import Structured, hadamard_times


@dataclass(frozen=True, eq=False)
class Angles:
    """X Vᵀ for V = S H G Π H B, with the intermediate products.

    Attributes
    ----------
    fast : Structured
        V, of two diagonals B and G in blocks of p rows.
    points : ndarray of shape (p, n)
        X, padded by zeros; a point is a column.
    inner : ndarray of shape (blocks, p, n)
        Π H B x.
    outer : ndarray of shape (blocks · p, n)
        H G Π H B x.
    """

    fast: Structured
    points: np.ndarray
    inner: np.ndarray
    outer: np.ndarray

    def paired(self) -> np.ndarray:
        """Paired features of equal weights, of shape (n, 2m), as `rffviz.features.paired_map` has them."""
        angles = self.outer[: self.fast.n_freqs] * self.fast.scale[:, None]
        cos, sin = Z = np.empty((2, *angles.shape))
        cos_sin(angles, cos, sin, 1 / math.sqrt(self.fast.n_freqs))
        return Z.reshape(-1, angles.shape[1]).T

    def derivatives(self, by_angles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Derivatives by S, G and the first d of B from that by the angles, of shape (n, m).

        Notes
        -----
        The angles of a point are a = S u, u = H v, v = G w, w = Π H B x. With A the derivative by a, sums over points::

            ∂/∂S = Σ A ∘ u,   t = H(S ∘ A),   ∂/∂G = Σ t ∘ w,   ∂/∂B = Σ (H Πᵀ(G ∘ t)) ∘ x,

        since H is symmetric and Πᵀ inverts Π. Like the angles themselves this takes two products with H: O(nm log d) by
        a butterfly and O(nm√d) as in `hadamard_times`, where the derivative by V takes O(nmd).
        """
        fast, d, m = self.fast, self.fast.d, self.fast.n_freqs
        back = np.zeros_like(self.outer)
        back[:m] = by_angles.T
        by_scale = np.einsum("jn,jn->j", back[:m], self.outer[:m])
        back[:m] *= fast.scale[:, None]
        back = hadamard_times(back.reshape(self.inner.shape))
        by_normal = np.einsum("bin,bin->bi", back, self.inner)
        back *= fast.diagonals[:, 1, :, None]
        permuted = np.empty_like(back)
        permuted[_rows(fast)] = back
        by_signs = np.einsum("bin,in->bi", hadamard_times(permuted)[:, :d], self.points[:d])
        return by_scale, by_normal, by_signs


def angles_of(fast: Structured, X: np.ndarray) -> Angles:
    """The angles of the rows of X, float64 of shape (n, d), for `fast` with two diagonals and a permutation."""
    points = np.zeros((fast.size, len(X)))
    points[: fast.d] = X.T
    signs, normal = fast.diagonals[:, 0, :, None], fast.diagonals[:, 1, :, None]
    inner = hadamard_times(signs * points)[_rows(fast)]
    return Angles(fast, points, inner, hadamard_times(normal * inner).reshape(-1, len(X)))


def _rows(fast: Structured) -> tuple[np.ndarray, np.ndarray | None]:
    """The index that takes ΠA from the matrices A, shape (blocks, p, n)."""
    return np.arange(len(fast.diagonals))[:, None], fast.order


FORMS = ("diagonals", "mixture")


@dataclass(eq=False, repr=False)
class AlaCarteRegressor(MaximisesEvidence, HoldsKernel, BaseEstimator):
    """Bayesian linear regression on Fastfood features that maximise the marginal likelihood in few parameters.

    The model of `SparseSpectrumRegressor`: f(x) = z(x)·w, w ~ N(0, s²I), y = f(x) + N(0, σ²). There all md coordinates
    of the frequencies are free. Here frequencies are rows of blocks V = S H G Π H B with H the Hadamard matrix of p
    rows, p the smallest power of two that is at least d, and Π a permutation that stays as it was drawn. What is
    learned:

    - "diagonals": S, G and B and a length scale ℓ_i for each axis, ω_j = diag(1/ℓ)V_j: up to about 3m + d numbers.
    - "mixture": ω_j = diag(c_q)V_j + μ_q, where V stays as drawn. Component q has every Q-th frequency, a centre μ_q,
      scales c_q and a weight: Q(2d + 1) numbers whatever m is. As m grows, this is a spectral mixture kernel.

    Parameters
    ----------
    kernel : Kernel, default None
        The kernel V is drawn for; None is `Gaussian(length_scale=1.0)`. A kernel of the Euclidean distance alone.
    n_freqs : int, default 50
        m: 2m features.
    form : {"diagonals", "mixture"}, default "diagonals"
    n_components : int, default 3
        Q ≤ m, for "mixture". The first starts around 0, the others around draws from the kernel.
    noise : float, default 0.1
        Where σ² starts, as a share of the variance of y, between 0 and 1; the rest is s².
    n_iterations : int, default 100
        Of L-BFGS over all these, log s² and log σ²/s². Length scales and scales stay within a factor of 10⁴ of their
        start, s², for "mixture" each component's share of it, between 10⁻⁹ and 10⁴ variances of y, and σ²/s² above
        10⁻⁶.
    random_state : int, RandomState, Generator or None, default None

    Attributes
    ----------
    frequencies_ : ndarray of shape (m, d)
    weights_ : ndarray of shape (m,)
        p_j of k̂(δ) = Σ p_j cos(ω_j·δ), of sum 1; 1/m each for "diagonals".
    n_parameters_ : int
        The number of learned parameters, s² and σ² included.
    signal_variance_, noise_variance_ : float
        s² and σ², in squared units of y.
    coef_ : ndarray of shape (2m,)
        Posterior mean of w.
    log_likelihoods_ : ndarray of shape (T + 1,)
        At the start and after each iteration; it does not fall.

    Notes
    -----
    A gradient by the diagonals costs O(nm(min(n, m) + √d)), with log d for √d in the source: neither frequencies nor
    derivatives by them are formed. Where all frequencies are free, and with "mixture", it is O(nm(min(n, m) + d)). The
    first term is often the larger one: with 300 points a gradient takes as long as a free one at m = d = 128, and half
    as long at m = d = 1,024 (`python -m rffviz bench learning`).

    Known bias: with "diagonals" as many parameters as points still over-fit, as free frequencies do; where d ≤ 2 there
    are no fewer of them. S, G, B and ℓ are not unique: scale may move from one to another. With "mixture" the features
    estimate the kernel, and the likelihood also fits the error of the estimate. On Diabetes (295 points, d = 10,
    m = 100, 5 splits) root mean square test errors, in deviations of y, are 0.70 for a mixture of one component, 0.74
    of two, 0.83 for diagonals, 0.96 with all frequencies free, and 0.70 for ridge on drawn frequencies.

    Source: Yang, Smola, Song & Wilson 2015, "À la Carte – learning fast kernels": Fastfood with S, G, B and
    length scales learned, and the Gaussian mixture; there the frequencies of a component are its own blocks.
    """

    kernel: Kernel | None = None
    n_freqs: int = 50
    form: str = "diagonals"
    n_components: int = 3
    noise: float = 0.1
    n_iterations: int = 100
    random_state: Seed = None

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Draw Fastfood frequencies, and move their parameters to a maximum of the marginal likelihood near them."""
        X, y = training_data(self, X, numeric_target(y), dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        kernel, n_freqs = a_kernel(self.kernel, Gaussian()), whole_number("n_freqs", self.n_freqs)
        if kernel.axes is not None:
            raise Refusal(f"kernel must have one length_scale for Fastfood that is learned, got {kernel.axes}.")
        form = one_of("form", self.form, FORMS)
        n_components = whole_number("n_components", self.n_components, high=n_freqs) if form == "mixture" else 1
        n_iterations = whole_number("n_iterations", self.n_iterations, low=0)
        noise = probability("noise", self.noise)
        rng, centre_rng = np.random.default_rng(seed_number("random_state", self.random_state)).spawn(2)
        d = X.shape[1]
        fast: Any = draw("fastfood", kernel, d, n_freqs, rng).fast

        def evidence(centred: np.ndarray, targets: np.ndarray) -> NegativeEvidence:
            if form == "diagonals":
                return _OfDiagonals(centred, targets, fast)
            centres = np.vstack([np.zeros((1, d)), kernel.sample(n_components, d, centre_rng)])[:n_components]
            return _OfMixture(centred, targets, fast.dense(), centres)

        self._learn(X, y, evidence, noise, n_iterations)
        self.weights_ = np.full(n_freqs, 1 / n_freqs) if self._weights is None else self._weights
        self.n_parameters_ = n_parameters(form, d, n_freqs, n_components)
        return self


def n_parameters(form: str, d: int, n_freqs: int, n_components: int = 1) -> int:
    """Number of parameters `AlaCarteRegressor` learns, s² and σ² included; `SparseSpectrumRegressor` learns md + 2."""
    if form == "mixture":
        return n_components * (2 * d + 1) + 1  # s² is the sum of the weights
    p = 1 << (d - 1).bit_length()
    return n_freqs + -(-n_freqs // p) * (p + d) + d + 2  # of B only the part that multiplies data, not padding


class _OfDiagonals(NegativeEvidence):
    """−log p as a function of S in units of its root mean square, G, the first d of B, log ℓ, log s² and log σ²/s²."""

    def __init__(self, X: np.ndarray, y: np.ndarray, fast: Structured) -> None:
        self.X, self.y, self.fast = X, y, fast
        self.unit = math.sqrt(float(np.mean(np.square(fast.scale))))
        blocks, self.p = fast.diagonals.shape[0], fast.size
        sizes = (fast.n_freqs, blocks * self.p, blocks * fast.d, fast.d)
        self.ends = np.cumsum(sizes)
        self.low, self.high = bounds_of(sum(sizes[:-1]), fast.d, 1)

    def start(self, noise: float) -> np.ndarray:
        signs, normal = self.fast.diagonals[:, 0, : self.fast.d], self.fast.diagonals[:, 1]
        log_scales = np.zeros(self.fast.d)
        scale = self.fast.scale / self.unit
        return np.concatenate([scale, normal.ravel(), signs.ravel(), log_scales, start_of_variances(noise)])

    def _diagonals(self, x: np.ndarray) -> tuple[Structured, np.ndarray]:
        """S, G, B and log ℓ: the record of the frequencies before ℓ, and log ℓ."""
        scale, normal, signs, log_scales, _ = np.split(x, self.ends)
        diagonals = self.fast.diagonals.copy()
        diagonals[:, 0, : self.fast.d] = signs.reshape(-1, self.fast.d)
        diagonals[:, 1] = normal.reshape(-1, self.p)
        return replace(self.fast, diagonals=diagonals, scale=scale * self.unit), log_scales

    def parts(self, x: np.ndarray) -> tuple[np.ndarray, None, float, float]:
        """W, no weights, s² and σ²."""
        x = self.held(x)
        fast, log_scales = self._diagonals(x)
        return fast.dense() * np.exp(-log_scales), None, *_variances(x)

    def evidence(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        signal, noise = _variances(x)
        fast, log_scales = self._diagonals(x)
        angles = angles_of(fast, self.X * np.exp(-log_scales))
        Z = angles.paired()
        value, by_Z, by_signal, by_noise = evidence_of_features(Z, self.y, signal, noise)
        by_scale, by_normal, by_signs = angles.derivatives(by_angles(Z, by_Z))
        by_lengths = -(fast.diagonals[:, 0, : fast.d] * by_signs).sum(axis=0)
        by_normal, by_signs = by_normal.ravel(), by_signs.ravel()
        last = [by_signal + by_noise, by_noise]
        return value, np.concatenate([by_scale * self.unit, by_normal, by_signs, by_lengths, last])


def _variances(x: np.ndarray) -> tuple[float, float]:
    """s² and σ² from the last two entries."""
    signal = math.exp(x[-2])
    return signal, math.exp(x[-1]) * signal


class _OfMixture(NegativeEvidence):
    """−log p as a function of μ in units of V's root mean square, log c, log s²w_q and log σ²/s²."""

    def __init__(self, X: np.ndarray, y: np.ndarray, V: np.ndarray, centres: np.ndarray) -> None:
        self.X, self.y, self.V, self.centres = X, y, V, centres
        self.unit = math.sqrt(float(np.mean(np.square(V))))
        self.member = np.arange(len(V)) % len(centres)
        self.counts = np.bincount(self.member)
        self.low, self.high = bounds_of(centres.size, centres.size, len(centres))

    def start(self, noise: float) -> np.ndarray:
        moving = np.ravel(self.centres / self.unit), np.zeros(self.centres.size)
        return np.concatenate([*moving, start_of_variances(noise, len(self.centres))])

    def _split(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        size = self.centres.size
        centres, scales = x[: 2 * size].reshape(2, *self.centres.shape)
        return centres * self.unit, np.exp(scales), np.exp(x[2 * size : -1])

    def parts(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, float, float]:
        """W, weights, s² and σ²."""
        x = self.held(x)
        centres, scales, shares = self._split(x)
        signal = float(shares.sum())
        weights = (shares / self.counts)[self.member] / signal
        W = self.V * scales[self.member] + centres[self.member]
        return W, weights, signal, math.exp(x[-1]) * signal

    def evidence(self, x: np.ndarray) -> tuple[float, np.ndarray]:
        W, weights, signal, noise = self.parts(x)
        Z = paired_map(self.X, W, weights, dtype=np.float64)
        value, by_Z, _, by_noise = evidence_of_features(Z, self.y, signal, noise)
        by_W = by_frequencies(self.X, Z, by_Z)
        _, scales, shares = self._split(x)
        by_scales = by_W * self.V * scales[self.member]
        # a share s²w_q scales the features of its component by its root, and K is s²ZZᵀ
        by_share = 0.5 * (Z * by_Z).sum(axis=0).reshape(2, -1).sum(axis=0)
        sums = [self._over_members(part).ravel() for part in (by_W * self.unit, by_scales, by_share)]
        return value, np.concatenate([*sums[:-1], sums[-1] + by_noise * shares / signal, [by_noise]])

    def _over_members(self, part: np.ndarray) -> np.ndarray:
        total = np.zeros((len(self.centres), *part.shape[1:]))
        np.add.at(total, self.member, part)
        return total
