"""Attention in linear time beside its own products and map, exact attention, PyTorch's, and Performer's formula."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from scipy.linalg.blas import sgemm
from threadpoolctl import threadpool_limits

from rffviz.bench.record import Row, interleaved, spread
from rffviz.features import RandomFourierFeatures
from rffviz.foundation.threads import blas_threads
from rffviz.kernels import Gaussian
from rffviz.predict import attention

N_TOKENS, N_FREQS, N_DIMENSIONS, N_VALUES = 4096, 256, 64, 64
_SIZES = (1024, 2048, 4096, 8192)
_FASTER_FROM = 2048
_MOST = 1.3
_AS_PYTORCH = 0.9
_SUBSPACE = 4
_REST = 0.05  # seconds before a run, after which BLAS's threads sleep
_LAYERS = 6  # calls one after the other, as a model makes them

_Interleave = partial[dict[str, np.ndarray]]


def bench_attention(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: ratios of linear attention with positive features to what it consists of and to its competitors.

    Queries and keys are normal in a subspace of 4 of the d dimensions, with norms about 1, and values are linear in the
    keys, so that the features' output has an error well below that of the mean value; everything is float32. Each row
    says by how much; a last one does for normal tokens in all d dimensions, where it is above.
    """
    n, m, d, p = (96, 16, 8, 8) if quick else (N_TOKENS, N_FREQS, N_DIMENSIONS, N_VALUES)
    sizes = (64, 96) if quick else _SIZES
    interleave = partial(interleaved, repeats=repeats, before=partial(time.sleep, 0.0 if quick else _REST))
    yield Row(
        "data",
        note=f"tokens in {_SUBSPACE} of d = {d} dimensions, p = {p}; {m} positive features, orthogonal frequencies; "
        "errors relative to that of the mean value",
    )
    Q, K, V = _tokens(n, d, p)
    features = RandomFourierFeatures(Gaussian(1.0), m, "orthogonal", "positive", 0).fit(Q, keys=K)
    W = features.frequencies_.T.astype(np.float32)
    Fq, Fk = (np.exp(X @ W) for X in (Q, K))
    seconds = interleave(
        {
            "linear": partial(attention, Q, K, V, features),
            "products": partial(_products, Fq, Fk, V),
            "maps": partial(_maps, Q, K, W),
        }
    )
    note = _milliseconds({name: seconds[name] for name in ("linear", "products", "maps")})
    parts = seconds["products"] + seconds["maps"]
    what = f"n = {n:,}: linear / its two products and exp(XW)"
    yield spread(what, seconds["linear"] / parts, at_most=_MOST, note=note)
    if blas_threads() > 1:
        yield from _two_processors(Fq, interleave)
    yield from _beside_performer((*sizes[::2], *[2 * n for n in sizes[3:]]), d, p, features, interleave)
    yield from _beside_exact(sizes, d, p, features, interleave)
    yield from _beside_torch(sizes, d, p, features, interleave)
    rng = np.random.default_rng(0)
    Q, K, V = rng.standard_normal((3, n, d), dtype=np.float32) / np.float32(d**0.25)
    error = _relative_error(attention(Q, K, V, features), attention(Q, K, V), V)
    yield Row("normal tokens in all dimensions, temperature √d", note=f"relative error {error:.2g}: of no use there")


def _tokens(n: int, d: int, p: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    basis = rng.standard_normal((_SUBSPACE, d)) / np.sqrt(_SUBSPACE * d)
    Q, K = (rng.standard_normal((n, _SUBSPACE)) @ basis for _ in range(2))
    V = K @ rng.standard_normal((d, p))
    return Q.astype(np.float32), K.astype(np.float32), (V / V.std()).astype(np.float32)


def _products(Fq: np.ndarray, Fk: np.ndarray, V: np.ndarray) -> np.ndarray:
    return Fq @ (Fk.T @ V)


def _maps(Q: np.ndarray, K: np.ndarray, W: np.ndarray) -> None:
    """The least that features of both cost: a product and an exponential each."""
    for X in (Q, K):
        angles = X @ W
        np.exp(angles, out=angles)


def _two_processors(F: np.ndarray, interleave: _Interleave) -> Iterator[Row]:
    """What a second processor is worth at once: two products, one on a thread of its own, over one alone."""
    halves = F[: len(F) // 2], F[len(F) // 2 :]
    products = [partial(np.matmul, half.T, half) for half in halves]

    def both() -> None:
        with ThreadPoolExecutor(1) as pool:
            other = pool.submit(products[1])
            products[0]()
            other.result()

    ways: dict[str, dict[str, object]] = {"after a rest": {}, f"{_LAYERS} calls in a row": {"n_calls": _LAYERS}}
    for way, settings in ways.items():
        with threadpool_limits(1, user_api="blas"):
            seconds = interleave({"two": both, "one": products[0]}, **settings)
        note = f"{_milliseconds(seconds)}; 2 where the machine runs both on one processor"
        yield spread(f"{way}: two products at once / one", seconds["two"] / seconds["one"], note=note)


def performer(Q: np.ndarray, K: np.ndarray, V: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Attention through positive features in a few lines, W of shape (d, m): exp(ω_j·x − ‖x‖²/2 − the largest one).

    The largest exponent is that of each query, and that of all keys; without the stabiliser ε. Source:
    Choromanski et al. 2021, "Rethinking attention with Performers".
    """
    Eq, Ek = (X @ W - np.square(X).sum(axis=1, keepdims=True) / 2 for X in (Q, K))
    Fq, Fk = np.exp(Eq - Eq.max(axis=1, keepdims=True)), np.exp(Ek - Ek.max())
    return Fq @ (Fk.T @ V) / (Fq @ Fk.sum(axis=0))[:, None]


def _beside_performer(
    sizes: Sequence[int], d: int, p: int, features: RandomFourierFeatures, interleave: _Interleave
) -> Iterator[Row]:
    """Performer's formula over ours: after a rest, called as layers of a model, and after a product by other BLAS."""
    W = features.frequencies_.T.astype(np.float32)
    A = np.ones((512, 512), dtype=np.float32)
    ways: dict[str, dict[str, object]] = {
        "after a rest": {},
        f"{_LAYERS} calls in a row": {"n_calls": _LAYERS},
        "after SciPy's BLAS": {"before": partial(sgemm, 1.0, A, A)},
    }
    for n in sizes:
        Q, K, V = _tokens(n, d, p)
        runs = {"performer": partial(performer, Q, K, V, W), "linear": partial(attention, Q, K, V, features)}
        for way, settings in ways.items():
            seconds = interleave(runs, **settings)
            ratios = seconds["performer"] / seconds["linear"]
            what = f"n = {n:,}, {way}: Performer's formula in numpy / linear"
            yield spread(what, ratios, at_least=1.0, note=_milliseconds(seconds))
    exact = attention(Q, K, V)
    errors = [_relative_error(run(), exact, V) for run in runs.values()]
    yield Row(f"n = {n:,}", note=f"relative error: Performer {errors[0]:.2g}, ours {errors[1]:.2g}")


def _beside_exact(
    sizes: Sequence[int], d: int, p: int, features: RandomFourierFeatures, interleave: _Interleave
) -> Iterator[Row]:
    """Exact over linear time at each size, causal too at the last."""
    for n, causal in [*((n, False) for n in sizes), (sizes[-1], True)]:
        Q, K, V = _tokens(n, d, p)
        seconds = interleave(
            {
                "exact": partial(attention, Q, K, V, causal=causal),
                "linear": partial(attention, Q, K, V, features, causal),
            }
        )
        error = _relative_error(attention(Q, K, V, features, causal), attention(Q, K, V, causal=causal), V)
        yield spread(
            f"n = {n:,}{', causal' if causal else ''}: our exact / linear",
            seconds["exact"] / seconds["linear"],
            at_least=1.0 if n >= _FASTER_FROM else None,
            note=f"{_milliseconds(seconds)}; relative error {error:.2g}",
        )


def _beside_torch(
    sizes: Sequence[int], d: int, p: int, features: RandomFourierFeatures, interleave: _Interleave
) -> Iterator[Row]:
    """PyTorch's exact attention over ours, exact and linear, at each size."""
    try:
        import torch
    except ImportError:
        yield Row("PyTorch", note="skipped: PyTorch is not installed (pip install torch)")
        return
    torch.set_num_threads(blas_threads())
    for n in sizes:
        Q, K, V = _tokens(n, d, p)
        tensors = [torch.from_numpy(X)[None, None] for X in (Q, K, V)]
        theirs = partial(torch.nn.functional.scaled_dot_product_attention, *tensors, scale=1.0)
        seconds = interleave(
            {
                "PyTorch": theirs,
                "exact": partial(attention, Q, K, V),
                "linear": partial(attention, Q, K, V, features),
            }
        )
        difference = _rmse(theirs()[0, 0].numpy(), attention(Q, K, V))
        note = f"{_milliseconds(seconds)}; exact outputs differ by {difference:.1g} (RMSE)"
        at_least = 1.0 if n >= _FASTER_FROM else None
        ratios = seconds["PyTorch"] / seconds["linear"]
        yield spread(f"n = {n:,}: PyTorch's exact / linear", ratios, at_least=at_least, note=note)
        target = _AS_PYTORCH if blas_threads() == 1 and n == N_TOKENS else None
        exact = seconds["PyTorch"] / seconds["exact"]
        yield spread(f"n = {n:,}: PyTorch's exact / our exact", exact, at_least=target)


def _milliseconds(seconds: dict[str, np.ndarray]) -> str:
    return ", ".join(f"{name} {1e3 * np.median(values):.3g} ms" for name, values in seconds.items())


def _relative_error(out: np.ndarray, exact: np.ndarray, V: np.ndarray) -> float:
    """RMSE of an output, 1 for the mean value."""
    return _rmse(out, exact) / _rmse(V.mean(axis=0), exact)


def _rmse(A: np.ndarray, B: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(A - B))))
