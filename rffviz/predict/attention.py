"""Softmax attention: exact, in blocks of rows, and in linear time through random features of the Gaussian kernel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.threads import share
from rffviz.foundation.validation import Refusal, flag, of_dimension, one_of, points, positive_number
from rffviz.kernels import Gaussian, a_kernel
from rffviz.predict.linear_attention import LARGEST_SINGLE, SINGLE_COORDINATES, fitted_map, linear_sums, norms

ON_NONPOSITIVE = ("refuse", "mark")
_BLOCK = 512  # queries, and keys, whose q·k are held at a time and thread: 1 MB in float32, which caches hold
_SMALL = (
    30.0  # bound of |q·k|/τ up to which no largest one need be taken out: e^30 and a number of terms do not overflow
)
_SINGLE_VALUES = 1e6  # sums of larger ones might overflow float32


@overload
def attention(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    features: RandomFourierFeatures | None = ...,
    causal: bool = ...,
    temperature: float | None = ...,
    on_nonpositive: Literal["refuse"] = ...,
) -> np.ndarray: ...
@overload
def attention(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    features: RandomFourierFeatures | None = ...,
    causal: bool = ...,
    temperature: float | None = ...,
    *,
    on_nonpositive: Literal["mark"],
) -> tuple[np.ndarray, np.ndarray]: ...
def attention(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    features: RandomFourierFeatures | None = None,
    causal: bool = False,
    temperature: float | None = None,
    on_nonpositive: str = "refuse",
) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
    """Softmax attention, out_i = Σ_j a_ij v_j / Σ_j a_ij with a_ij = exp(q_i·k_j/τ): exact, or through features.

    With features of the Gaussian kernel of length scale ℓ, τ = ℓ² and exp(q·k/ℓ²) = exp(‖q‖²/2ℓ²) k(q − k)
    exp(‖k‖²/2ℓ²), whose kernel is estimated by z(q)·z(k). The first factor cancels, so that, c_j = exp(‖k_j‖²/2ℓ²),

        out_i = z(q_i)·Σ_j c_j z(k_j) v_jᵀ / z(q_i)·Σ_j c_j z(k_j),

    in time and memory linear in the number of tokens.

    Parameters
    ----------
    Q : array of shape (n_q, d)
        Queries. There is no 1/√d: set the temperature to √d, or divide the queries, for scaled attention.
    K : array of shape (n_k, d)
        Keys.
    V : array of shape (n_k, p)
        Values.
    features : RandomFourierFeatures, optional
        Any map and scheme, of `Gaussian` with one length scale; None is exact. A fitted one is used as it is, but for
        its `dtype`. One that is not fitted is left so; its copy is fitted to queries and keys, `fit(Q, keys=K)`: the
        midpoint of their means is the centre of positive maps. (So each row depends on all tokens, though not its
        mean: fit it first for rows that do not see later tokens.)
    causal : bool
        Row i sees keys 0, …, i alone; needs n_q = n_k.
    temperature : float, optional
        τ > 0. By default 1, or ℓ² with features; with features no other is allowed.
    on_nonpositive : {"refuse", "mark"}
        What to do with rows whose estimated sum of weights Σ_j a_ij is not above 0. That happens with cosines and
        sines; never with positive maps, nor where it is exact.

    Returns
    -------
    ndarray of shape (n_q, p)
        float32 if queries, keys and values all are, else float64; features are computed in the same precision.
    nonpositive : ndarray of shape (n_q,), bool
        Only for "mark": the rows whose sum is not above 0. They hold the quotient all the same, or nan where the sum
        is exactly 0.

    Raises
    ------
    ValueError
        Where shapes do not agree, a value is not finite, the kernel is not Gaussian or has several length scales,
        exponents overflow, and for "refuse" where a sum is not above 0; otherwise as the features' `fit` and
        `transform`.

    Notes
    -----
    Exact attention holds a block of the weights at a time, and takes out each row's largest exponent so far (Dao et
    al. 2022, "FlashAttention"; not verified). The features' sums are taken in chunks. For positive maps the largest
    exponent over the keys is taken out for every feature, and the largest of what is left for every query; for others
    the largest ‖k‖²/2ℓ². The quotient stays what
    it is. (Exponents that cannot overflow are left as they are.) Causal sums run over blocks, with a triangle of
    weights within each.

    Numerator and denominator are unbiased if the scheme is; their quotient has a bias of O(1/m). Errors to be expected:
    `rffviz.theory.attention_errors`.

    Source: Choromanski et al. 2021, "Rethinking attention with Performers", section 2.

    Examples
    --------
    >>> import numpy as np
    >>> from rffviz.features import RandomFourierFeatures
    >>> from rffviz.kernels import Gaussian
    >>> from rffviz.predict import attention
    >>> Q, K, V = np.random.default_rng(0).standard_normal((3, 50, 4)) / 3
    >>> exact = attention(Q, K, V)
    >>> features = RandomFourierFeatures(Gaussian(1.0), 1000, "orthogonal", map="positive", random_state=0)
    >>> bool(np.abs(attention(Q, K, V, features) - exact).max() < 0.1)
    True
    """
    Q, K, V = (_matrix(name, value) for name, value in (("Q", Q), ("K", K), ("V", V)))
    of_dimension("K", K, Q.shape[1], "Q")
    if len(V) != len(K):
        raise Refusal(f"V must hold one row for each of the {len(K)} keys, got {len(V)}.")
    if flag("causal", causal) and len(Q) != len(K):
        raise Refusal(f"causal attention must have as many queries as keys, got {len(Q)} queries and {len(K)} keys.")
    one_of("on_nonpositive", on_nonpositive, ON_NONPOSITIVE)
    dtype = np.result_type(Q, K, V)
    scale = _value_scale(V, dtype)
    values = (V / scale).astype(dtype, copy=False) if scale != 1 else V.astype(dtype, copy=False)
    if features is None:
        tau = 1.0 if temperature is None else positive_number("temperature", temperature)
        out, sums = _exact(Q, K, values, causal, tau, dtype)
    else:
        length_scale = _length_scale(features)
        _check_temperature(temperature, length_scale)
        out, sums = linear_sums(fitted_map(features, Q, K, length_scale, dtype), Q, K, values, causal)
    nonpositive = ~(sums > 0)
    if nonpositive.any() and on_nonpositive == "refuse":
        raise Refusal(
            f"features must estimate a sum of weights above 0 in every row, got {sums[nonpositive][0]:.3g} in row "
            f"{int(nonpositive.argmax())}, and none above 0 in {nonpositive.sum():,} of {len(sums):,} rows: use "
            'map="positive", more frequencies, or on_nonpositive="mark".'
        )
    out[sums == 0] = np.nan
    np.divide(out, sums[:, None], out=out, where=(sums != 0)[:, None])
    if scale != 1:
        out *= dtype.type(scale)
    return (out, nonpositive) if on_nonpositive == "mark" else out


def _matrix(name: str, value: Any) -> np.ndarray:
    """A checked matrix of at least one row, float32 if it is one, else float64."""
    if not (isinstance(value, np.ndarray) and value.dtype == np.float32 and value.ndim == 2 and value.size):
        return points(name, value, min_points=1)
    return value if np.isfinite(value).all() else points(name, value)  # which says where


def _value_scale(V: np.ndarray, dtype: np.dtype) -> float:
    """What values are divided by, lest their sums overflow float32."""
    largest = max(float(V.max()), -float(V.min()))
    return largest if dtype == np.float32 and largest > _SINGLE_VALUES else 1.0


def _length_scale(features: Any) -> float:
    """ℓ of features of an isotropic Gaussian kernel; raises a ValueError for anything else."""
    if not isinstance(features, RandomFourierFeatures):
        raise Refusal(f"features must be RandomFourierFeatures or None, got {type(features).__name__}.")
    kernel = a_kernel(features.kernel, Gaussian())
    if not isinstance(kernel, Gaussian):
        raise Refusal(f"features must have a Gaussian kernel, of which exp(q·k/τ) is made, got {kernel!r}.")
    if kernel.axes is not None:
        raise Refusal(
            f"features must have a kernel with one length_scale, got {kernel.length_scale}: divide Q and K by them."
        )
    return float(getattr(features, "length_scale_", kernel.length_scale))


def _check_temperature(temperature: Any, length_scale: float) -> None:
    if temperature is None:
        return
    if not np.isclose(positive_number("temperature", temperature), length_scale**2, rtol=1e-12, atol=0):
        raise Refusal(
            f"temperature must be the square of the features' length_scale {length_scale:g}, {length_scale**2:g}, or "
            f"None, got {temperature!r}."
        )


def _exact(
    Q: np.ndarray, K: np.ndarray, V: np.ndarray, causal: bool, tau: float, dtype: np.dtype
) -> tuple[np.ndarray, np.ndarray]:
    """Sums Σ_j exp(q·k/τ) v_j and those without v_j, each row times a factor of its own, by blocks of rows."""
    farthest_query, farthest_key = (float(norms(X).max()) for X in (Q, K))
    with np.errstate(over="ignore"):
        reach = np.float64(farthest_query) / tau * np.float64(farthest_key)
    if not np.isfinite(reach):
        raise Refusal(f"temperature must be large enough for q·k/temperature to be finite, got {tau:g}.")
    largest = max(farthest_query / tau, farthest_key)
    single = dtype == np.float32 and reach <= LARGEST_SINGLE and largest <= SINGLE_COORDINATES
    exponents = np.dtype(np.float32 if single else np.float64)
    queries = (Q / tau).astype(exponents, copy=False)
    keys = K.astype(exponents, copy=False).T
    out, sums = np.empty((len(Q), V.shape[1]), dtype=dtype), np.empty(len(Q), dtype=dtype)
    largest_first = reach > _SMALL

    def work(starts: Iterable[int]) -> None:
        height, width = min(_BLOCK, len(Q)), min(_BLOCK, len(K))
        block, summed = np.empty((height, width), exponents), np.empty((height, V.shape[1]), dtype)
        ones = np.ones(width, dtype)
        for start in starts:
            rows = slice(start, min(start + _BLOCK, len(Q)))
            seen, top = rows.stop if causal else len(K), np.full((rows.stop - start, 1), -np.inf, exponents)
            out[rows], sums[rows] = 0, 0
            for first in range(0, seen, _BLOCK):
                columns = slice(first, min(first + _BLOCK, seen))
                part = slice(0, rows.stop - start), slice(0, columns.stop - first)
                scores = np.matmul(queries[rows], keys[:, columns], out=block[part])
                if causal and columns.stop > start + 1:
                    scores[np.arange(first, columns.stop) > np.arange(start, rows.stop)[:, None]] = -np.inf
                if largest_first:
                    above = np.maximum(top, scores.max(axis=1, keepdims=True))
                    kept, top = np.exp(top - above).astype(dtype), above
                    out[rows] *= kept
                    sums[rows] *= kept[:, 0]
                    scores -= above
                weights = scores.astype(dtype, copy=False)
                np.exp(weights, out=weights)
                out[rows] += np.matmul(weights, V[columns], out=summed[part[0]])
                sums[rows] += weights @ ones[part[1]]

    starts = range(0, len(Q), _BLOCK)
    share(work, starts[::-1] if causal else starts)  # the longest first
    return out, sums
