"""Learning frequencies and weights: what an iteration costs as they grow, and how soon it reaches PyTorch's loss."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

import numpy as np
from sklearn.datasets import load_digits
from sklearn.preprocessing import scale

from rffviz.adaptive import EmpiricalLoss, Landmarks, algorithm1_steps, choose_landmarks, quasi_newton_steps
from rffviz.bench.record import Row, interleaved, spread
from rffviz.kernels import Gaussian
from rffviz.threads import blas_threads

_SIZES = (50, 100, 200, 400, 800)
_RIDGE = 0.01
_ADAM_STEPS = 500
_ADAM_RATES = (0.003, 0.01, 0.03, 0.1)
_FIFTH = 5.0


def bench_learning(quick: bool, repeats: int) -> Iterator[Row]:
    """Yield the rows: seconds per iteration with as many landmarks as frequencies, then the race with PyTorch."""
    sizes = (10, 20) if quick else _SIZES
    yield Row("data", note="scikit-learn's handwritten digits, d = 64, z-scored; r landmarks, r frequencies")
    yield from _growth(sizes, repeats)
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


def _growth(sizes, repeats) -> Iterator[Row]:
    """Milliseconds per iteration, and how many times as much each doubling of r costs: 8 is the cube."""
    last = None
    for r in sizes:
        milliseconds = _per_iteration(r, repeats)
        for name, values in milliseconds.items():
            yield spread(f"{name}, r = {r}", values, unit="ms")
        if last is not None:
            for name, values in milliseconds.items():
                # doubling r multiplies r³ + dr² by at most 8; a tenth is left to caches and other work
                growth = np.median(values) / np.median(last[1][name])
                yield spread(f"{name}, r = {last[0]} → {r}", [growth], at_most=8.8)
        last = r, milliseconds


def _per_iteration(r: int, repeats: int) -> dict[str, np.ndarray]:
    """Milliseconds of one gradient, one quasi-Newton iteration and one turn of Algorithm 1 at n = r."""
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


def _race(torch, n: int, r: int, n_steps: int, repeats: int) -> Iterator[Row]:
    """For each learning rate, the time of Adam's steps over the time until our objective is as low as Adam's lowest."""
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
        note = f"objective {reached:.4g} after {n_steps} steps of Adam or {taken} of quasi-Newton; {threads} threads"
        ratios = seconds["Adam"] / seconds["ours"]
        yield spread(f"n = {n}, r = {r}, Adam at {rate:g}", ratios, at_least=_FIFTH, note=note)


def _iterate(landmarks, kernel, W, n_iterations):
    return list(islice(quasi_newton_steps(landmarks, kernel, W, 10**6, _RIDGE), n_iterations + 1))


def _adam(torch, matrices, start, rate: float, n_steps: int) -> float:
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
