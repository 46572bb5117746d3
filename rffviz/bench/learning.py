"""Learning frequencies and weights: the cost of an iteration as they grow, and the time to reach PyTorch's loss.

With the marginal likelihood: parameters and time saved by Fastfood's diagonals compared with free frequencies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from types import ModuleType
from typing import Any

import numpy as np
from sklearn.datasets import load_digits
from sklearn.preprocessing import scale

from rffviz.adaptive import EmpiricalLoss, Landmarks, algorithm1_steps, choose_landmarks, quasi_newton_steps
from rffviz.adaptive.algorithm1 import LearningStep
from rffviz.bench.record import Row, interleaved, spread
from rffviz.foundation.threads import blas_threads
from rffviz.kernels import Gaussian
from rffviz.predict import AlaCarteRegressor, SparseSpectrumRegressor

_SIZES = (50, 100, 200, 400, 800)
_RIDGE = 0.01
_ADAM_STEPS = 500
_ADAM_RATES = (0.003, 0.01, 0.03, 0.1)
_FIFTH = 5.0
# Points, dimensions and frequencies; at 64 dimensions digits, above that synthetic points
_FEW_NUMBERS = ((1797, 64, 64), (1000, 512, 512), (300, 512, 512), (300, 1024, 1024))
_EVIDENCE_STEPS = 5


def bench_learning(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: time per iteration with as many landmarks as frequencies, À la Carte, the race with PyTorch."""
    sizes = (10, 20) if quick else _SIZES
    yield Row("data", note="scikit-learn's handwritten digits, d = 64, z-scored; D landmarks, D frequencies")
    yield from _growth(sizes, repeats)
    for n, d, m in ((30, 16, 16),) if quick else _FEW_NUMBERS:
        yield from _diagonals(n, d, m, min(repeats, 5))
    try:
        import torch
    except ImportError:
        yield Row("PyTorch", note="skipped: PyTorch is not installed (pip install torch)")
        return
    for n, r in ((30, 20),) if quick else ((100, 100), (200, 200), (500, 100)):
        yield from _race(torch, n, r, 20 if quick else _ADAM_STEPS, min(repeats, 3))


def _setting(n: int, r: int) -> tuple[Landmarks, Gaussian, np.ndarray]:
    """Landmarks, the Gaussian kernel with 2ℓ² = d, and random frequencies to start from."""
    X = scale(load_digits().data)
    kernel = Gaussian((X.shape[1] / 2) ** 0.5)
    landmarks = choose_landmarks(X, n, "sample")
    return landmarks, kernel, kernel.sample(r, X.shape[1], np.random.default_rng(1))


def _growth(sizes: Sequence[int], repeats: int) -> Iterator[Row]:
    """Milliseconds per iteration, and the cost factor of each doubling of r: 8 would be cubic."""
    last = None
    for r in sizes:
        milliseconds = _per_iteration(r, repeats)
        for name, values in milliseconds.items():
            yield spread(f"{name}, r = {r}", values, unit="ms")
        if last is not None:
            for name, values in milliseconds.items():
                # doubling r multiplies r³ + dr² by at most 8; 10 % tolerance for caches and other work
                growth = np.median(values) / np.median(last[1][name])
                yield spread(f"{name}, r = {last[0]} → {r}", [growth], at_most=8.8)
        last = r, milliseconds


def _per_iteration(r: int, repeats: int) -> dict[str, np.ndarray]:
    """Milliseconds of one gradient, one quasi-Newton iteration and one iteration of Algorithm 1 at n = r."""
    landmarks, kernel, W = _setting(r, r)
    loss = EmpiricalLoss(landmarks, kernel)
    p = np.full(r, 1 / r)
    seconds = interleaved(
        {
            "gradient": lambda: loss.gradients(W, p),
            "quasi-Newton": lambda: list(quasi_newton_steps(landmarks, kernel, W, 10, _RIDGE)),
            "Algorithm 1": lambda: list(algorithm1_steps(landmarks, kernel, W, 2, 5, _RIDGE)),
        },
        repeats,
    )
    iterations = {"gradient": 1, "quasi-Newton": 10, "Algorithm 1": 2}
    return {name: 1e3 * values / iterations[name] for name, values in seconds.items()}


def _diagonals(n: int, d: int, m: int, repeats: int) -> Iterator[Row]:
    """Ratios of free frequencies to Fastfood's diagonals: parameters learned, and time of a fit of a few iterations."""
    X, y = _points_and_targets(n, d)
    kernel = Gaussian((2 * d) ** 0.5)
    free = SparseSpectrumRegressor(kernel, m, n_iterations=_EVIDENCE_STEPS, random_state=0)
    diagonals = AlaCarteRegressor(kernel, m, n_iterations=_EVIDENCE_STEPS, random_state=0)
    seconds = interleaved({"free": partial(free.fit, X, y), "diagonals": partial(diagonals.fit, X, y)}, repeats)
    learned = {"free": m * d + 2, "diagonals": diagonals.n_parameters_}
    what = f"À la Carte, n = {n:,}, d = {d}, m = {m}: free frequencies / diagonals"
    note = f"{learned['free']:,} and {learned['diagonals']:,}"
    yield spread(f"{what}, numbers learned", [learned["free"] / learned["diagonals"]], note=note)
    each = {name: 1e3 * np.median(values) / _EVIDENCE_STEPS for name, values in seconds.items()}
    note = f"{each['free']:.3g} and {each['diagonals']:.3g} ms for each of {_EVIDENCE_STEPS} iterations"
    yield spread(f"{what}, time", seconds["free"] / seconds["diagonals"], note=note)


def _points_and_targets(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """z-scored digits with the digit as a number, where d is theirs; else normal points and a smooth function."""
    digits = load_digits()
    if digits.data.shape[1] == d:
        return scale(digits.data)[:n], digits.target[:n].astype(np.float64)
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d))
    return X, np.sin(X[:, :4].sum(axis=1)) + 0.1 * rng.standard_normal(n)


def _race(torch: ModuleType, n: int, r: int, n_steps: int, repeats: int) -> Iterator[Row]:
    """For each learning rate, the time of Adam's steps over our time to reach Adam's lowest objective."""
    landmarks, kernel, W = _setting(n, r)
    threads = blas_threads()
    torch.set_num_threads(threads)
    loss = EmpiricalLoss(landmarks, kernel)
    matrices = [torch.as_tensor(A) for A in (loss.points, loss.exact, loss.pair_weights)]
    for rate in _ADAM_RATES:
        adam = partial(_adam, torch, matrices, W, rate, n_steps)
        reached = adam()
        steps = quasi_newton_steps(landmarks, kernel, W, 2000, _RIDGE)
        taken = next((step.iteration for step in steps if step.objective <= reached), None)
        if taken is None:
            note = f"Adam's objective of {reached:.3g} is not reached"
            yield spread(f"n = {n}, r = {r}, Adam at {rate:g}", [0.0], at_least=_FIFTH, note=note)
            continue
        ours = partial(_iterate, landmarks, kernel, W, taken)
        seconds = interleaved({"Adam": adam, "ours": ours}, repeats)
        note = (
            f"objective {reached:.4g} after {n_steps} steps of Adam or {taken} of quasi-Newton, both in float64; "
            f"{threads} threads"
        )
        ratios = seconds["Adam"] / seconds["ours"]
        yield spread(f"n = {n}, r = {r}, Adam at {rate:g}", ratios, at_least=_FIFTH, note=note)


def _iterate(landmarks: Landmarks, kernel: Gaussian, W: np.ndarray, n_iterations: int) -> list[LearningStep]:
    return list(islice(quasi_newton_steps(landmarks, kernel, W, 10**6, _RIDGE), n_iterations + 1))


def _adam(torch: ModuleType, matrices: Sequence[Any], start: np.ndarray, rate: float, n_steps: int) -> float:
    """Run PyTorch's autograd and Adam on the same objective, from the same start, in the same precision.

    p = a²/r, so W and a are both of order one, and one learning rate suits both. Returns the lowest objective.
    """
    X, K, Q = matrices
    W = torch.tensor(start, requires_grad=True)
    a = torch.ones(len(start), dtype=W.dtype, requires_grad=True)
    adam = torch.optim.Adam([W, a], lr=rate)
    lowest = np.inf
    for _ in range(n_steps + 1):
        adam.zero_grad()
        p = a.square() / len(start)
        angles = X @ W.T
        C, S = torch.cos(angles), torch.sin(angles)
        error = (C * p) @ C.T + (S * p) @ S.T - K
        objective = (Q * error.square()).sum() + _RIDGE * p.square().sum()
        lowest = min(lowest, objective.item())
        objective.backward()
        adam.step()
    return lowest
