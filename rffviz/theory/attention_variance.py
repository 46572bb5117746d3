"""Variance of the estimated weights of softmax attention, and the error of its output to first order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rffviz.foundation.validation import (
    Refusal,
    flag,
    not_empty,
    of_dimension,
    one_of,
    points,
    positive_number,
    whole_number,
)

ATTENTION_MAPS = ("paired", "offset", "positive", "optimal_positive")
_PAIRS = 2**20  # pairs of keys held at a time
_LARGEST = 600.0  # exponents that rows may share: e^−600 is still above 0


@dataclass(frozen=True, eq=False)
class AttentionErrors:
    """Expected errors of the rows of linear attention, to first order.

    Attributes
    ----------
    squared_errors : ndarray of shape (rows,)
        Expected squared error of each row, the mean over its p coordinates.
    sum_variances : ndarray of shape (rows,)
        Var(Σ_j ŵ_j)/(Σ_j w_j)², exact. Where it is not well below 1 the first order does not hold.
    """

    squared_errors: np.ndarray
    sum_variances: np.ndarray

    @property
    def rmse(self) -> float:
        """Root of the mean of `squared_errors`."""
        return float(np.sqrt(self.squared_errors.mean()))


def relative_weight_variance(
    Q: ArrayLike,
    K: ArrayLike,
    n_freqs: int,
    map: str = "positive",
    length_scale: float = 1.0,
    centre: ArrayLike | None = None,
    norm_factor: float = 0.0,
) -> np.ndarray:
    """Return Var ŵ/w² of the estimate ŵ of each weight w = exp(q·k/ℓ²).

    With u = (q + k)/ℓ about the centre, δ = (q − k)/ℓ, A the norm factor and m independent frequencies::

        positive          (e^(‖u‖²) − 1)/m
        optimal_positive  ((1 − 4A)^d (1 − 8A)^(−d/2) e^(‖u‖²/(1 − 8A)) − 1)/m
        paired            (cosh ‖δ‖² − 1)/m, so that Var ŵ = e^(‖q‖²/ℓ² + ‖k‖²/ℓ²) (1 − e^(−‖δ‖²))²/2m
        offset            (cosh ‖δ‖² + ½e^(‖δ‖²) − 1)/m

    Parameters
    ----------
    Q : array of shape (n_q, d)
    K : array of shape (n_k, d)
    n_freqs : int
        m; the paired map has 2m features, others m.
    map : {"paired", "offset", "positive", "optimal_positive"}
    length_scale : float
        ℓ > 0.
    centre : array of shape (d,), optional
        Of positive maps, `centre_` of fitted features; the origin by default. Others do not depend on it.
    norm_factor : float
        A < ⅛ of positive maps, `norm_factor_` of fitted features.

    Returns
    -------
    ndarray of shape (n_q, n_k)
        inf where it overflows.

    Raises
    ------
    ValueError
        Where shapes do not agree, a value is not finite, or an argument is out of its range.

    Notes
    -----
    For independent frequencies of equal weight. Source: Choromanski et al. 2021, "Rethinking attention with
    Performers", Lemma 2; with A: Likhosherstov et al. 2022, "Chefs' random tables:
    non-trigonometric random features", section 3 (not verified against the paper).
    """
    q, k, terms = _checked(Q, K, map, length_scale, centre, norm_factor)
    m = whole_number("n_freqs", n_freqs)
    square = np.square(q[:, None] + k).sum(axis=2) if len(k) * q.size < _PAIRS else _squares(q, k)
    with np.errstate(over="ignore"):
        if len(terms) == 1:
            return np.expm1(terms[0].start + (2 * terms[0].own + terms[0].cross) * square) / m
        moment = 2 * np.square(np.sinh(square / 2))  # ½e^x + ½e^−x − 1
        if map == "offset":
            moment += np.exp(square) / 2
        return moment / m


def attention_errors(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    n_freqs: int,
    map: str = "positive",
    length_scale: float = 1.0,
    centre: ArrayLike | None = None,
    norm_factor: float = 0.0,
    causal: bool = False,
    rows: Iterable[int] | None = None,
) -> AttentionErrors:
    """Return the expected error of `rffviz.predict.attention` through m independent frequencies, to first order.

    out̂ − out ≈ Σ_j (ŵ_j − w_j)(v_j − out)/Σ_j w_j, so that with a_j = w_j/Σ w, x_j = v_j − out and C_ij the covariance
    of ŵ_i/w_i and ŵ_j/w_j, the mean of the p squared errors is Σ_ij a_i a_j C_ij x_i·x_j/p. With u, δ and A as in
    `relative_weight_variance`::

        positive          (e^(u_i·u_j) − 1)/m
        optimal_positive  ((1 − 4A)^d (1 − 8A)^(−d/2) e^(h_ij) − 1)/m,
                          h_ij = (1 − 4A)/(2(1 − 8A)) ‖u_i + u_j‖² − ½‖u_i‖² − ½‖u_j‖²
        paired            (cosh δ_i·δ_j − 1)/m
        offset            (cosh δ_i·δ_j + ½e^(δ_i·δ_j) − 1)/m

    Parameters
    ----------
    Q, K, n_freqs, map, length_scale, centre, norm_factor
        As in `relative_weight_variance`.
    V : array of shape (n_k, p)
    causal : bool
        As in `rffviz.predict.attention`.
    rows : sequence of int, optional
        Which queries; all by default. Each costs O(n_k² p), and all together O(n_k² d).

    Returns
    -------
    AttentionErrors
        Values that overflow are inf.

    Raises
    ------
    ValueError
        As `relative_weight_variance`, and for rows that do not exist.

    Notes
    -----
    Derived here: E e^(B‖ω‖² + b·ω) = (1 − 2B)^(−d/2) e^(‖b‖²/(2(1 − 2B))) for normal ω; products of cosines as sums.
    The quotient's own bias, of O(1/m), is of second order. Outputs through positive maps stay among the values, so that
    their error is smaller than this where it is large.
    """
    q, k, terms = _checked(Q, K, map, length_scale, centre, norm_factor)
    m, V = whole_number("n_freqs", n_freqs), points("V", V)
    if len(V) != len(k):
        raise Refusal(f"V must hold one row for each of the {len(k)} keys, got {len(V)}.")
    if flag("causal", causal) and len(q) != len(k):
        raise Refusal(f"causal attention must have as many queries as keys, got {len(q)} queries and {len(k)} keys.")
    chosen = range(len(q)) if rows is None else [whole_number("rows", row, 0, len(q) - 1) for row in rows]
    not_empty("rows", chosen, "row")
    queries, keys = np.asarray(Q, dtype=np.float64), np.asarray(K, dtype=np.float64)
    log_shares, outputs = np.full((len(chosen), len(k)), -np.inf), np.empty((len(chosen), V.shape[1]))
    for at, i in enumerate(chosen):
        seen = slice(i + 1 if causal else None)
        scores = keys[seen] @ (queries[i] / length_scale**2)
        log_shares[at, seen] = scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())
        outputs[at] = np.exp(log_shares[at]) @ V
    q, middle = q[list(chosen)], k.mean(axis=0)
    q, k = q + middle, k - middle  # which changes none of the sums q + k
    with np.errstate(over="ignore", invalid="ignore"):
        if max(abs(term.cross) for term in terms) * 2 * float(np.square(k).sum(axis=1).max()) < _LARGEST:
            squared, sums = _of_rows(log_shares, outputs, q, k, V, terms)
        else:
            each = [_of_row(*row, k, V, terms) for row in zip(log_shares, outputs, q, strict=True)]
            squared, sums = np.array(each).T
    squared, sums = (np.maximum(np.nan_to_num(each, nan=np.inf, posinf=np.inf), 0.0) for each in (squared, sums - 1))
    return AttentionErrors(squared / m, sums / m)


@dataclass(frozen=True)
class _Term:
    """factor · exp(start + own (‖u_i‖² + ‖u_j‖²) + cross u_i·u_j), a part of E ŵ_i ŵ_j/(w_i w_j) for m = 1."""

    factor: float
    start: float
    own: float
    cross: float


def _checked(
    Q: ArrayLike, K: ArrayLike, map: str, length_scale: float, centre: ArrayLike | None, norm_factor: float
) -> tuple[np.ndarray, np.ndarray, tuple[_Term, ...]]:
    """Q and K in units of ℓ, whose sums q + k are u, or δ (keys are negated); and the terms."""
    Q, K = points("Q", Q, min_points=1), points("K", K, min_points=1)
    d = Q.shape[1]
    of_dimension("K", K, d, "Q")
    length_scale = positive_number("length_scale", length_scale)
    if one_of("map", map, ATTENTION_MAPS) in ("paired", "offset"):
        same, opposite = _Term(0.5 if map == "paired" else 1.0, 0.0, 0.0, 1.0), _Term(0.5, 0.0, 0.0, -1.0)
        return Q / length_scale, -K / length_scale, (same, opposite)
    if not -np.inf < norm_factor < 1 / 8:
        raise Refusal(f"norm_factor must be a number below 1/8, where the variance is finite, got {norm_factor!r}.")
    centre = np.zeros(d) if centre is None else points("centre", np.reshape(centre, (1, -1)))[0]
    if centre.shape != (d,):
        raise Refusal(f"centre must hold one number for each of the {d} dimensions, got {len(centre)}.")
    start = d * np.log1p(-4 * norm_factor) - d / 2 * np.log1p(-8 * norm_factor)
    half = (1 - 4 * norm_factor) / (2 * (1 - 8 * norm_factor))
    term = _Term(1.0, float(start), half - 0.5, 2 * half)
    return (Q - centre) / length_scale, (K - centre) / length_scale, (term,)


def _squares(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """‖q + k‖² by products."""
    return np.maximum(np.square(q).sum(axis=1)[:, None] + np.square(k).sum(axis=1) + 2 * (q @ k.T), 0.0)


def _of_rows(
    log_shares: np.ndarray, outputs: np.ndarray, q: np.ndarray, k: np.ndarray, V: np.ndarray, terms: tuple[_Term, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """For each row m times the expected mean squared error, and E(Σ ŵ)²/(Σ w)² for m = 1.

    In u_i·u_j = ‖q‖² + q·k_i + q·k_j + k_i·k_j only the last is about two keys: its exponentials serve all rows.
    """
    n, p = V.shape
    own = np.square(k).sum(axis=1)
    height = max(1, _PAIRS // n)
    squared, totals = np.zeros((2, len(q)))
    for term in terms:
        shift = abs(term.cross) / 2
        u = np.square(q).sum(axis=1)[:, None] + 2 * (q @ k.T) + own  # ‖q + k‖²
        logs = log_shares + term.own * u + term.cross / 2 * (u - own) + shift * own + term.start / 2
        tops = logs.max(axis=1, keepdims=True)
        parts = np.exp(logs - tops).T  # (n, rows)
        sides = [parts, *(parts * (V[:, [c]] - outputs[:, c]) for c in range(p))]
        sums = np.zeros((1 + p, len(q)))
        for start in range(0, n, height):
            rows = slice(start, start + height)
            both = np.exp(term.cross * (k[rows] @ k.T) - shift * (own[rows, None] + own))  # at most 1
            sums += [np.einsum("ij,ij->j", side[rows], both @ side) for side in sides]
        factor = term.factor * np.exp(2 * tops[:, 0])
        totals += factor * sums[0]
        squared += factor * sums[1:].sum(axis=0)  # Σ a_j x_j = 0, so that −1 adds nothing
    return squared / p, totals


def _of_row(
    log_share: np.ndarray, output: np.ndarray, q: np.ndarray, k: np.ndarray, V: np.ndarray, terms: tuple[_Term, ...]
) -> tuple[float, float]:
    """As `_of_rows`, for one row and any exponents."""
    X, u = V - output, q + k
    own = np.square(u).sum(axis=1)
    height = max(1, _PAIRS // len(u))
    squared = total = 0.0
    for start in range(0, len(u), height):
        rows = slice(start, start + height)
        products = u[rows] @ u.T
        both = np.zeros_like(products)
        for term in terms:
            each = log_share + term.own * own
            exponents = term.cross * products + each + (each[rows] + term.start)[:, None]
            both += term.factor * np.exp(exponents)
        squared += float((both @ X * X[rows]).sum())
        total += float(both.sum())
    return squared / V.shape[1], total
