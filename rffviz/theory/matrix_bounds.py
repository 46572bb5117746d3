"""Theorems on errors of a whole kernel matrix: their tails, inverted for the error and for the frequencies.

All concern the matrix of given points, fixed before the frequencies are drawn. Proved for Monte Carlo (independent
draws from p, equal weights) or, for leverage scores, for independent draws from their density with importance weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from rffviz.foundation.notes import note
from rffviz.foundation.validation import Refusal, increasing_whole_numbers, one_of, positive_number, probability
from rffviz.theory.arguments import frequency_count
from rffviz.theory.kernel_matrix import KernelMatrix
from rffviz.theory.records import Bound, EpsilonAt, EpsilonCurve, probability_bound

_LARGEST_COUNT = 1e299


@dataclass(frozen=True)
class MatrixTail:
    """A theorem with everything but m and the error fixed: log P(error ≥ ε) ≤ log A − m·rate(ε), or similar.

    Attributes
    ----------
    log_tail : callable
        (m, ε) → the logarithm of the bound on the probability, decreasing in both.
    epsilon : callable
        (m, −log η) → the ε at which the bound is η; infinite if there is none.
    needed : callable
        (ε, −log η) → the real m at which the bound is η; infinite if there is none.
    proved_to : float
        The largest ε covered by the theorem.
    largest : float
        The largest possible error of this kind; for any larger ε the theorem is vacuous.
    """

    log_tail: Callable[[float, float], float]
    epsilon: Callable[[float, float], float]
    needed: Callable[[float, float], float]
    largest: float
    proved_to: float = math.inf

    def reason(self, epsilon: float) -> str:
        """Why the theorem is vacuous for an error this large; empty if it is not."""
        if epsilon >= self.largest:
            return str(note("matrix_error_beyond_any", epsilon=epsilon, largest=self.largest))
        if epsilon > self.proved_to:
            return str(note("matrix_error_out_of_range", epsilon=epsilon, largest=self.proved_to))
        return ""


@dataclass(frozen=True)
class MatrixBound:
    """One theorem, as a page or a figure lists it.

    Attributes
    ----------
    name, authors, citation, statement : str
        As in `BoundEntry`.
    metrics : tuple of str
        The errors of `rffviz.measure.METRICS` that it bounds.
    prepare : callable
        (K, metric, map, λ), all checked → `MatrixTail`.
    maps : tuple of str
        The maps it covers.
    takes_ridge : bool
        Whether it depends on λ.
    sampling : str
        The key of the scheme it is proved for.
    """

    name: str
    authors: str
    citation: str
    statement: str
    metrics: tuple[str, ...]
    prepare: Callable[[KernelMatrix, str, str, Any], MatrixTail]  # the last is a float if it takes a ridge
    maps: tuple[str, ...] = ("paired", "offset")
    takes_ridge: bool = False
    sampling: str = "monte_carlo"


def matrix_tail(name: str, K: KernelMatrix, metric: str, map: str = "paired", ridge: float = 1e-3) -> MatrixTail:
    """The `MatrixTail` of a theorem for this matrix, with all arguments checked.

    Parameters
    ----------
    name : str
        A key of `MATRIX_BOUNDS`.
    K : KernelMatrix
        From `kernel_matrix`.
    metric : str
        One of the theorem's metrics.
    map : str
        One of the theorem's maps.
    ridge : float
        λ in K + nλI, above 0; theorems without it ignore it.
    """
    entry = MATRIX_BOUNDS[one_of("name", name, MATRIX_BOUNDS)]
    if not isinstance(K, KernelMatrix):
        raise Refusal(f"K must be a KernelMatrix, as kernel_matrix makes it, got {type(K).__name__}.")
    one_of("metric", metric, entry.metrics)
    one_of("map", map, entry.maps)
    return entry.prepare(K, metric, map, positive_number("ridge", ridge))


def matrix_probability(name: str, n_freqs: int, epsilon: float, K: KernelMatrix, metric: str, **options: Any) -> Bound:
    """Bound P(error ≥ ε) at `n_freqs` frequencies, m for either map; `options` are `map` and `ridge`.

    Vacuous if the theorem does not cover an error that large, if no error is that large, and if the bound reaches 1.
    """
    m, epsilon = frequency_count("n_freqs", n_freqs), positive_number("epsilon", epsilon)
    tail = matrix_tail(name, K, metric, **options)
    return probability_bound(name, tail.log_tail(m, min(epsilon, tail.proved_to)), tail.reason(epsilon))


def matrix_epsilon_at(
    name: str, n_freqs: int, K: KernelMatrix, metric: str, confidence: float = 0.95, **options: Any
) -> EpsilonAt:
    """The error guaranteed by a theorem at `n_freqs` frequencies with the given confidence.

    Parameters
    ----------
    name, K, metric, **options
        As in `matrix_tail`; `options` are `map` and `ridge`.
    n_freqs : int
        m, for either map.
    confidence : float
        Strictly between 0 and 1.

    Returns
    -------
    EpsilonAt
        The value of the formula even if it is vacuous: if no error of the map is that large, or if the theorem is
        proved only for smaller errors.
    """
    m, confidence = frequency_count("n_freqs", n_freqs), probability("confidence", confidence)
    return _epsilon(name, matrix_tail(name, K, metric, **options), m, confidence)


def matrix_epsilon_curve(
    name: str, n_freqs: Iterable[int], K: KernelMatrix, metric: str, confidence: float = 0.95, **options: Any
) -> EpsilonCurve:
    """`matrix_epsilon_at` for increasing numbers of frequencies, as arrays."""
    counts, confidence = increasing_whole_numbers("n_freqs", n_freqs), probability("confidence", confidence)
    tail = matrix_tail(name, K, metric, **options)
    answers = [_epsilon(name, tail, float(m), confidence) for m in counts]
    return EpsilonCurve(
        counts, np.array([each.value for each in answers]), np.array([each.vacuous for each in answers])
    )


def matrix_frequencies_needed(
    name: str, epsilon: float, K: KernelMatrix, metric: str, confidence: float = 0.95, **options: Any
) -> int:
    """The smallest m for which a theorem guarantees an error below ε with the given confidence.

    If the theorem covers only smaller errors, the largest of those is used, since an error below it is also below ε.
    Refused if m would exceed 1e299.
    """
    epsilon, confidence = positive_number("epsilon", epsilon), probability("confidence", confidence)
    tail = matrix_tail(name, K, metric, **options)
    error, target = min(epsilon, tail.proved_to), math.log1p(-confidence)
    root = tail.needed(error, -target)
    if not root < _LARGEST_COUNT:
        raise Refusal(f"epsilon must be large enough to need fewer than 1e299 frequencies, got {epsilon!r}.")
    # The root is exact up to rounding, so the neighbouring integers are tested.
    below, enough = max(0, math.floor(root * (1 - 1e-9)) - 1), math.ceil(root * (1 + 1e-9)) + 1
    while enough - below > 1:
        middle = (below + enough) // 2
        below, enough = (below, middle) if tail.log_tail(float(middle), error) <= target else (middle, enough)
    return enough


def _epsilon(name: str, tail: MatrixTail, m: float, confidence: float) -> EpsilonAt:
    value = tail.epsilon(m, -math.log1p(-confidence))
    reason = tail.reason(value)
    return EpsilonAt(name, value, confidence, bool(reason), reason)


def _norm_limit(map: str) -> int:
    """‖A‖ ≤ this times n for the n × n matrix A of one frequency's products: paired 1, offset 2."""
    return 1 if map == "paired" else 2


def _mcdiarmid(K: KernelMatrix, metric: str, map: str, ridge: float | None) -> MatrixTail:
    """The RMSE ‖K̂ − K‖_F/n over pairs, or ‖K̂ − K‖_F/‖K‖_F.

    K̂ is the mean of m positive semidefinite A_j, of trace and Frobenius norm at most s·n, s = 1 or 2. Changing one
    frequency changes the RMSE by at most ‖A_j − A′_j‖_F/(nm) ≤ √2 s/m = c/m, since ⟨A_j, A′_j⟩ ≥ 0: c = √2 paired, 2√2
    offset. McDiarmid: P(RMSE ≥ E RMSE + t) ≤ exp(−2t²m/c²) = exp(−mt²/s²), and E RMSE ≤ √(v̄/m).
    """
    s, root = _norm_limit(map), math.sqrt(K.mean_variance(map))
    unit = 1.0 if metric == "rmse" else K.n_points / K.frobenius_norm

    def log_tail(m: float, epsilon: float) -> float:
        return -((max(0.0, epsilon / unit * math.sqrt(m) - root) / s) ** 2)

    return MatrixTail(
        log_tail,
        lambda m, surprise: unit * (root + s * math.sqrt(surprise)) / math.sqrt(m),
        lambda epsilon, surprise: (unit * (root + s * math.sqrt(surprise)) / epsilon) ** 2,
        # ‖K̂ − K‖_F² ≤ ‖K̂‖_F² + ‖K‖_F², again because neither matrix has a negative eigenvalue
        largest=unit * math.hypot(s, K.frobenius_norm / K.n_points),
    )


def _bernstein(
    log_factor: float, variance: float, width: float, largest: float, proved_to: float = math.inf
) -> MatrixTail:
    """exp(log_factor − mε²/(2(variance + width·ε/3))): Bernstein's form, with its inverses for ε and m."""

    def log_tail(m: float, epsilon: float) -> float:
        return log_factor - m * epsilon * epsilon / (2 * (variance + width * epsilon / 3))

    def epsilon(m: float, surprise: float) -> float:
        u = (log_factor + surprise) / m  # ε² = 2u(variance + width·ε/3)
        return u * width / 3 + math.sqrt((u * width / 3) ** 2 + 2 * u * variance)

    def needed(epsilon: float, surprise: float) -> float:
        return (log_factor + surprise) * 2 * (variance + width * epsilon / 3) / epsilon**2

    return MatrixTail(log_tail, epsilon, needed, largest, proved_to)


def _tropp(K: KernelMatrix, metric: str, map: str, ridge: float | None) -> MatrixTail:
    """‖K̂ − K‖₂/‖K‖₂ by the matrix Bernstein inequality with the intrinsic dimension tr K/‖K‖₂.

    K̂ − K is the mean of m terms A_j − K of norm at most sn, because the eigenvalues of A_j and K lie between 0 and sn,
    s = 1 paired and 2 offset; and E(A_j − K)² ⪯ E A_j² ⪯ sn K. Hence, with v = sn‖K‖/m and L = sn/m, P(‖K̂ − K‖ ≥ t) ≤
    8 (tr K/‖K‖) exp(−(t²/2)/(v + Lt/3)), which combines both sides of Tropp's Theorem 7.7.1. It requires t ≥ √v + L/3;
    below that the formula exceeds 1.
    """
    limit, norm = _norm_limit(map) * K.n_points, K.spectral_norm
    return _bernstein(math.log(8 * K.intrinsic_dimension), limit / norm, limit / norm, largest=max(1.0, limit / norm))


def _avron(K: KernelMatrix, metric: str, map: str, ridge: float) -> MatrixTail:
    """The Δ of K + nλI from frequencies of p: 16 d_λ exp(−(3/8) mΔ²λ/s), s = 1 paired, 2 offset.

    Whitened by K + nλI, the terms A_j have norm at most sn/(nλ), and their mean has norm at most 1.
    """
    return _avron_from(K, ridge, _norm_limit(map) / ridge, largest=_norm_limit(map) / ridge)


def _avron_leverage(K: KernelMatrix, metric: str, map: str, ridge: float) -> MatrixTail:
    """The Δ of K + nλI from frequencies of the leverage density τ(ω)/d_λ, weighted by p/q: s/λ becomes d_λ."""
    d_lambda = K.degrees_of_freedom(ridge)
    return _avron_from(K, ridge, d_lambda, largest=max(1.0, d_lambda))


def _avron_from(K: KernelMatrix, ridge: float, width: float, largest: float) -> MatrixTail:
    """16 d_λ exp(−(3/8) mΔ²/width), for Δ ≤ ½ and nλ ≤ ‖K‖."""
    shift = K.n_points * ridge
    if shift > K.spectral_norm:
        raise Refusal(
            f"ridge must be at most ‖K‖/n = {K.spectral_norm / K.n_points:.4g} for this theorem, got {ridge!r}."
        )
    log_factor = math.log(16 * K.degrees_of_freedom(ridge))
    rate = 3 / (8 * width)
    return MatrixTail(
        lambda m, epsilon: log_factor - rate * m * epsilon * epsilon,
        lambda m, surprise: math.sqrt((log_factor + surprise) / (rate * m)),
        lambda epsilon, surprise: (log_factor + surprise) / (rate * epsilon**2),
        largest=max(1.0, largest),
        proved_to=0.5,
    )


MATRIX_BOUNDS: Mapping[str, MatrixBound] = MappingProxyType(
    {
        entry.name: entry
        for entry in (
            MatrixBound(
                name="mcdiarmid",
                authors="McDiarmid",
                citation="McDiarmid 1989 (bounded differences), about the mean square that the variance gives",
                statement="The root mean square error over all pairs stays below ε with the confidence.",
                metrics=("rmse", "relative_frobenius"),
                prepare=_mcdiarmid,
            ),
            MatrixBound(
                name="tropp",
                authors="Tropp",
                citation="Tropp 2015, Theorem 7.7.1 (matrix Bernstein, intrinsic dimension)",
                statement="In every direction, the error of the kernel matrix stays below ε‖K‖₂ with the confidence.",
                metrics=("relative_spectral",),
                prepare=_tropp,
            ),
            MatrixBound(
                name="avron",
                authors="Avron et al.",
                citation="Avron, Kapralov, Musco, Musco, Velingker & Zandieh 2017, Theorem 9 of the arXiv version",
                statement="K̂ + nλI lies between (1 − Δ) and (1 + Δ) times K + nλI with the confidence, for Δ up to ½.",
                metrics=("spectral_approximation",),
                prepare=_avron,
                takes_ridge=True,
            ),
            MatrixBound(
                name="avron_leverage",
                authors="Avron et al., leverage scores",
                citation="Avron, Kapralov, Musco, Musco, Velingker & Zandieh 2017, Lemma 8 of the arXiv version",
                statement="The same guarantee for frequencies drawn by exact leverage scores: d_λ replaces 1/λ.",
                metrics=("spectral_approximation",),
                prepare=_avron_leverage,
                maps=("paired",),
                takes_ridge=True,
                sampling="leverage",
            ),
        )
    }
)
"""Name → `MatrixBound`; a new theorem is one entry here."""


def theorems_of(metric: str, map: str = "paired", sampling: str = "monte_carlo") -> tuple[str, ...]:
    """The keys of `MATRIX_BOUNDS` that bound a metric, for a map and a scheme; none for errors at single pairs."""
    return tuple(
        name
        for name, entry in MATRIX_BOUNDS.items()
        if metric in entry.metrics and map in entry.maps and sampling == entry.sampling
    )
