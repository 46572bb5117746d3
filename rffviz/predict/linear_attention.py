"""Sums of softmax attention in linear time: features of keys, summed in chunks, times features of queries."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from sklearn.base import clone

from rffviz.features import RandomFourierFeatures
from rffviz.features.positive import POSITIVE_MAPS
from rffviz.foundation.matrix_like import transformed
from rffviz.foundation.threads import blas_threads, share
from rffviz.foundation.validation import Refusal

_FEATURES = 2**18  # features held at a time and thread
_SHORT = 2**22  # features, which take some 20 ms: products of fewer are left to BLAS's two threads
_MOST_PARTS = 16  # running sums that are kept apart, so that threads need not wait for each other
_CAUSAL_ROWS = 128  # of a block with its triangle of weights
LARGEST_SINGLE = 64.0  # exponents up to which float32 is used: rounding changes them by up to some 64 eps, 4e-6
_SMALLEST = 1e-10  # length scales from here to 1/here are squared in float32
_SMALL = (
    20.0  # exponents up to this size need no largest one taken out: e^20, e^20 and a number of terms do not overflow
)
_BOUNDED = 30.0  # a bound that shows as much without a look at them: e^60 times many terms does not overflow
SINGLE_COORDINATES = 1e15  # larger ones might overflow float32 in products


class AttentionMap(Protocol):
    """Features whose products are the weights, up to factors of the queries and the scale.

    Sums over keys have a scale: they are exp(scale) times what is held, for each feature or for all.
    """

    n_features: int
    dtype: np.dtype

    def keys(self, K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(F, scale): exp(scale)·F are features of keys times c, shapes (n, n_features), (n_features,) or (1,)."""

    def queries(self, Q: np.ndarray, scale: np.ndarray) -> np.ndarray:
        """Features of queries times exp(scale), each row times a factor of its own; shape (n, n_features)."""

    def lost(self, sums: np.ndarray, F: np.ndarray, kept: np.ndarray) -> bool:
        """Whether later keys of a causal block have such large exponents that a row's own keys underflow."""


def fitted_map(
    features: RandomFourierFeatures, Q: np.ndarray, K: np.ndarray, length_scale: float, dtype: np.dtype
) -> AttentionMap:
    """The map of `attention`, fitted to queries and keys unless it is already; it computes in `dtype`."""
    if not hasattr(features, "frequencies_"):
        features = clone(features).fit(Q, keys=K)
    d = features.frequencies_.shape[1]
    if Q.shape[1] != d:
        raise Refusal(f"Q must have the {d} dimensions of the fitted features, got {Q.shape[1]}.")
    if features.map in POSITIVE_MAPS:
        return _Positive(features, Q, K, length_scale, dtype)
    return _Trigonometric(features, K, length_scale, dtype)


class _Positive:
    """exp(s ω_j·x + …), s = √(1 − 4A); what depends on j alone goes to the queries.

    With k = k′ + c, c the centre, the key's exponent is s ω_j·k′ − ‖k′‖²/ℓ² + ‖k‖²/2ℓ² = s ω_j·k′ + (c·k′ − ‖k′‖²/2)/ℓ²
    up to a constant. In float32 the centre is not subtracted: what depends on j alone, or on k alone, makes up for it.
    """

    def __init__(self, features: Any, Q: np.ndarray, K: np.ndarray, length_scale: float, dtype: np.dtype) -> None:
        p, used = features.weights_, features.weights_ > 0
        if not used.any():
            raise Refusal("features must have a weight above 0, got none.")
        W, A, centre = features.frequencies_[used], features.norm_factor_, features.centre_
        self.length_scale, self.dtype, self.n_features = length_scale, dtype, len(W)
        slope = np.sqrt(1 - 4 * A) * W.T
        queries, keys, own = self._reach(slope, centre, Q, K)
        reach = max(queries, keys, own)
        single = dtype == np.float32 and reach <= LARGEST_SINGLE and _SMALLEST <= length_scale <= 1 / _SMALLEST
        self.exponents = np.dtype(np.float32 if single else np.float64)
        bias = 2 * A * np.square(W * length_scale).sum(axis=1) + np.log(p[used])
        self.centre: np.ndarray | None = None if single else centre
        self.pull = 2 * centre if single else centre
        self.bias = bias - 2 * (centre @ slope) if single else bias
        self.slope = slope.astype(self.exponents)
        self.small_keys = keys + own <= _BOUNDED
        self.small_queries = queries + np.ptp(self.bias) <= _BOUNDED

    def _reach(self, slope: np.ndarray, centre: np.ndarray, Q: np.ndarray, K: np.ndarray) -> tuple[float, float, float]:
        """Upper bounds of the exponents' parts, of queries, keys and keys alone; a ValueError where they overflow."""
        with np.errstate(over="ignore"):
            far, steep = norms(centre[None])[0], norms(slope.T).max()
            queries, keys = (np.float64(norms(X).max()) + far for X in (Q, K))
            own = np.square(keys / self.length_scale) + keys / self.length_scale * (far / self.length_scale)
            parts = queries * steep, keys * steep, own
        if not np.isfinite(parts).all():
            raise Refusal(
                f"K must be nearer to the centre, or length_scale larger, for exponents to be finite, got length_scale "
                f"= {self.length_scale:g}."
            )
        return float(parts[0]), float(parts[1]), float(parts[2])

    def keys(self, K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        x = K if self.centre is None else K - self.centre
        scaled = x / x.dtype.type(self.length_scale)
        own = scaled @ (self.pull / self.length_scale).astype(x.dtype) - np.einsum("ij,ij->i", scaled, scaled) / 2
        exponents = self._product(x, own, np.ones(self.n_features))
        if self.small_keys or _small(exponents):
            scale = np.zeros(1)
        else:
            scale = exponents.max(axis=0).astype(np.float64)
            exponents -= scale.astype(self.exponents)
        F = exponents.astype(self.dtype, copy=False)
        return np.exp(F, out=F), scale

    def queries(self, Q: np.ndarray, scale: np.ndarray) -> np.ndarray:
        x = Q if self.centre is None else Q - self.centre
        bias = scale + self.bias
        exponents = self._product(x, np.ones(len(x)), bias - bias.max())
        if not (self.small_queries and not scale.any()) and not _small(exponents):
            exponents -= exponents.max(axis=1, keepdims=True)
        G = exponents.astype(self.dtype, copy=False)
        return np.exp(G, out=G)

    def _product(self, x: np.ndarray, column: np.ndarray, row: np.ndarray) -> np.ndarray:
        """x @ slope + column·rowᵀ in one product, which saves a pass over the exponents."""
        left, right = np.column_stack([x, column]), np.vstack([self.slope, row])
        return left.astype(self.exponents, copy=False) @ right.astype(self.exponents, copy=False)

    def lost(self, sums: np.ndarray, F: np.ndarray, kept: np.ndarray) -> bool:
        return bool(sums.min() < _half_way_to_underflow(self.dtype))


class _Trigonometric:
    """Cosines, and sines, times c_j = exp(‖k_j‖²/2ℓ²)."""

    def __init__(self, features: RandomFourierFeatures, K: np.ndarray, length_scale: float, dtype: np.dtype) -> None:
        self.features: Any = copy.copy(features)
        self.features.dtype = dtype.name
        self.dtype, self.length_scale = dtype, length_scale
        self.n_features = len(features.weights_) * (1 + (features.map == "paired"))
        with np.errstate(over="ignore"):
            largest = np.square(np.float64(norms(K).max()) / length_scale)
        if not np.isfinite(largest):
            raise Refusal(
                f"K must be nearer to 0, or length_scale larger, for ‖k‖²/2ℓ² to be finite, got length_scale = "
                f"{length_scale:g}."
            )

    def keys(self, K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        exponents = np.square(norms(K).astype(np.float64) / self.length_scale) / 2
        scale = exponents.max(keepdims=True)
        F = transformed(self.features, K)
        F *= np.exp(exponents - scale).astype(self.dtype)[:, None]
        return F, scale

    def queries(self, Q: np.ndarray, scale: np.ndarray) -> np.ndarray:
        return transformed(self.features, Q)

    def lost(self, sums: np.ndarray, F: np.ndarray, kept: np.ndarray) -> bool:
        largest = np.maximum.accumulate(np.abs(F).max(axis=1))
        return bool(max(largest[0], kept[0]) < _half_way_to_underflow(self.dtype))


def linear_sums(
    mapped: AttentionMap, Q: np.ndarray, K: np.ndarray, V: np.ndarray, causal: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Estimates of Σ_j a_ij v_j and Σ_j a_ij, each row times a factor of its own; shapes (n_q, p) and (n_q,).

    Parameters
    ----------
    mapped : AttentionMap
    Q, K, V : arrays of shapes (n_q, d), (n_k, d), (n_k, p)
    causal : bool

    Returns
    -------
    numerators, sums
    """
    out, sums = np.empty((len(Q), V.shape[1]), dtype=mapped.dtype), np.empty(len(Q), dtype=mapped.dtype)
    if causal:
        _causal(mapped, Q, K, V, out, sums)
        return out, sums
    state, *others = _sums_of(mapped, K, V, _parts(mapped, len(K)))
    for other in others:
        state.add_state(other)
    height = max(1, _FEATURES // mapped.n_features)

    def work(starts: Iterable[int]) -> None:
        for start in starts:
            rows = slice(start, start + height)
            G = mapped.queries(Q[rows], state.scale)
            np.matmul(G, state.numerators, out=out[rows])
            np.matmul(G, state.sums, out=sums[rows])

    _spread(mapped, work, range(0, len(Q), height), len(Q))
    return out, sums


def _spread(mapped: AttentionMap, work: Callable[[Iterable[int]], None], items: Sequence[int], n: int) -> None:
    """`share`; but of two threads that start now one may wait 10 ms for a processor, while those of BLAS have one."""
    if len(items) < 2 or (n * mapped.n_features <= _SHORT and blas_threads() <= 2):
        work(iter(items))
    else:
        share(work, items)


class _State:
    """Sums over keys: exp(scale) times `numerators` (n_features, p) and `sums` (n_features,)."""

    def __init__(self, mapped: AttentionMap, p: int) -> None:
        self.scale = np.full(1, -np.inf)
        self.numerators = np.zeros((mapped.n_features, p), dtype=mapped.dtype)
        self.sums = np.zeros(mapped.n_features, dtype=mapped.dtype)

    def raised(self, scale: np.ndarray) -> np.ndarray:
        """Raise the scale to at least the given one; returns the factors by which what is held was multiplied."""
        above = np.maximum(self.scale, scale)
        kept = np.exp(self.scale - above).astype(self.sums.dtype)
        self.scale = above
        if (kept != 1).any():
            self.numerators *= kept[:, None]
            self.sums *= kept
        return kept

    def add(self, F: np.ndarray, V: np.ndarray) -> None:
        """Add keys whose features have the same scale."""
        self.numerators += F.T @ V
        self.sums += np.ones(len(F), F.dtype) @ F  # F.sum(axis=0), several times as fast

    def add_state(self, other: _State) -> None:
        """Add the sums over other keys."""
        self.raised(other.scale)
        factor = np.exp(other.scale - self.scale).astype(self.sums.dtype)
        self.numerators += other.numerators * factor[:, None]
        self.sums += other.sums * factor


def _parts(mapped: AttentionMap, n: int) -> list[slice]:
    """Ranges of keys that are summed apart: they do not depend on the number of threads."""
    n_parts = min(_MOST_PARTS, -(-n * mapped.n_features // _FEATURES), n)
    ends = [n * i // n_parts for i in range(n_parts + 1)]
    return [slice(start, stop) for start, stop in pairwise(ends)]


def _sums_of(mapped: AttentionMap, K: np.ndarray, V: np.ndarray, parts: Sequence[slice]) -> list[_State]:
    """The sums over the keys of each part."""
    height = max(1, _FEATURES // mapped.n_features)
    states = [_State(mapped, V.shape[1]) for _ in parts]

    def work(indices: Iterable[int]) -> None:
        for i in indices:
            for rows in _blocks(parts[i], height):
                F, scale = mapped.keys(K[rows])
                states[i].raised(scale)
                _lower(F, scale, states[i].scale)
                states[i].add(F, V[rows])

    _spread(mapped, work, range(len(parts)), len(K))
    return states


def _causal(
    mapped: AttentionMap, Q: np.ndarray, K: np.ndarray, V: np.ndarray, out: np.ndarray, sums: np.ndarray
) -> None:
    """Write the sums over keys 0, …, i of each row i: those of earlier parts first, then each part by itself."""
    parts = _parts(mapped, len(K))
    states = [_State(mapped, V.shape[1]), *_sums_of(mapped, K, V, parts[:-1])]
    for before, state in pairwise(states):
        state.add_state(before)

    def work(indices: Iterable[int]) -> None:
        for i in indices:
            _causal_part(mapped, Q, K, V, parts[i], states[i], out, sums)

    _spread(mapped, work, range(len(parts)), len(K))


def _causal_part(
    mapped: AttentionMap,
    Q: np.ndarray,
    K: np.ndarray,
    V: np.ndarray,
    part: slice,
    state: _State,
    out: np.ndarray,
    sums: np.ndarray,
) -> None:
    """Write the rows of a part, given the sums of what is before it: in blocks, with a triangle of weights in each."""
    blocks = _blocks(part, _CAUSAL_ROWS)[::-1]
    while blocks:
        rows = blocks.pop()
        n = rows.stop - rows.start
        F, scale = mapped.keys(K[rows])
        above = np.maximum(state.scale, scale)
        kept = np.exp(state.scale - above).astype(mapped.dtype)
        _lower(F, scale, above)
        G = mapped.queries(Q[rows], above)
        weights = np.tril(G @ F.T)
        earlier = G * kept
        np.matmul(weights, V[rows], out=out[rows])
        out[rows] += earlier @ state.numerators
        sums[rows] = weights.sum(axis=1) + earlier @ state.sums
        if n > 1 and mapped.lost(sums[rows], F, kept):  # a block of one row has no later keys
            middle = rows.start + n // 2
            blocks += [slice(middle, rows.stop), slice(rows.start, middle)]
            continue
        state.raised(scale)
        state.add(F, V[rows])


def _blocks(rows: slice, height: int) -> list[slice]:
    """Blocks of at most `height` rows."""
    return [slice(start, min(start + height, rows.stop)) for start in range(rows.start, rows.stop, height)]


def _lower(F: np.ndarray, scale: np.ndarray, above: np.ndarray) -> None:
    """Give features of one scale a larger one."""
    factor = np.exp(scale - above).astype(F.dtype)
    if (factor != 1).any():
        F *= factor


def norms(X: np.ndarray) -> np.ndarray:
    """Norms of the rows, in float64 where squares overflow X's type."""
    with np.errstate(over="ignore"):
        squares = np.einsum("ij,ij->i", X, X)
    if not np.isfinite(squares).all():
        X = X.astype(np.float64)
        squares = np.einsum("ij,ij->i", X, X)
    return np.sqrt(squares)


def _small(exponents: np.ndarray) -> bool:
    return bool(exponents.max() <= _SMALL and exponents.min() >= -_SMALL)


def _half_way_to_underflow(dtype: np.dtype) -> float:
    """√ of the smallest normal number: sums above it lose nothing to terms that underflow."""
    return float(np.sqrt(np.finfo(dtype).tiny))
