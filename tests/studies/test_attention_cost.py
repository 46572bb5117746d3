"""The cost of attention: what is run, what is counted, and when the exact one stops."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from rffviz.foundation.about import About
from rffviz.kernels import Gaussian
from rffviz.studies import attention_cost as module
from rffviz.studies.attention_cost import AttentionCost, attention_cost


def made_up():
    n = np.array([128, 256, 512, 1024])
    return AttentionCost(n, 1e-6 * n**2, 3e-4 * n, 100.0 * n, 50.0 * n, 64, 16, 1024, About(d=16, kernel=Gaussian(2)))


def test_the_crossing_of_known_powers():
    found = made_up()
    assert found.crossing == pytest.approx(300, rel=1e-9)  # 1e-6 n² = 3e-4 n
    assert found.exact_at(4096) == pytest.approx(16 * 1e-6 * 1024**2)
    assert found.n_features == 128
    assert replace(found, n_tokens=2 * found.n_tokens).matrix_bytes[0] == 4 * 256 * 256


@pytest.mark.release
def test_both_are_run_and_the_exact_one_stops_at_its_limit():
    steps = list(attention_cost.steps((64, 8, 16), 4, d=3, p=2, most_exact=16))
    assert [step.done for step in steps] == [1, 2, 3]
    first, last = steps[0].record, steps[-1].record
    assert last.n_tokens.tolist() == [8, 16, 64] and last.about.d == 3 and last.p == 2
    for exact, linear in (
        (last.exact_seconds, last.linear_seconds),
        (last.exact_peak_bytes, last.linear_peak_bytes),
    ):
        assert np.isfinite(exact).tolist() == [True, True, False] and (linear > 0).all()
    assert first.n_timed == 1 and last.n_timed == 3


@pytest.mark.release
def test_what_is_run_is_scaled_attention_in_single_precision(monkeypatch):
    """The exact one and, through twice as many orthogonal positive features as D, the linear one."""
    calls, real = [], module.attention

    def heard(Q, K, V, features=None, **options):
        out = real(Q, K, V, features, **options)
        threads = {pool["num_threads"] for pool in threadpool_info()}
        calls.append((Q, K, V, features, options, out, threads, tracemalloc.is_tracing()))
        return out

    monkeypatch.setattr(module, "attention", heard)
    with threadpool_limits(2):
        list(attention_cost.steps((20,), 300, d=4, p=3))
    for Q, K, V, features, options, out, *_ in calls:
        assert {each.dtype for each in (Q, K, V, out)} == {np.dtype(np.float32)}
        assert Q.shape == K.shape == (20, 4) and V.shape == out.shape == (20, 3)
        weights = np.exp(Q.astype(float) @ K.T / 2)  # √d = 2
        right = weights @ V / weights.sum(axis=1, keepdims=True)
        error = np.sqrt(np.square(out - right).mean())
        assert error < (1e-6 if features is None else 0.75 * right.std())
        if features is None:
            assert options == {"temperature": pytest.approx(2)}
        else:
            assert features.length_scale_ == pytest.approx(2**0.5)
            assert (features.n_freqs, features.sampler, features.map) == (600, "orthogonal", "positive")
    warm, *measured = [(threads, traced) for *_, threads, traced in calls]
    assert all(threads == {1} for threads, _ in measured[1:])
    # warm-ups of both, then two timings and one run whose memory is traced, of each
    assert [traced for _, traced in (warm, *measured)] == [False] * 4 + [True] + [False] * 2 + [True]


def test_the_peak_is_what_is_held_at_a_time_beyond_what_was_held_before():
    before = np.zeros(10**6)

    def work():
        for _ in range(3):
            np.ones(250_000)  # 2 MB, freed each time
        return before[:5].copy()

    assert module._peak_bytes(work) == pytest.approx(2e6, rel=0.01)
    assert not tracemalloc.is_tracing()
    tracemalloc.start()
    try:
        assert module._peak_bytes(work) == pytest.approx(2e6, rel=0.01)
        assert tracemalloc.is_tracing()
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "asked, said",
    [
        ({"n_tokens": ()}, "n_tokens must hold at least one number, got none"),
        ({"n_tokens": (0,)}, "n_tokens must be a whole number of at least 1"),
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1"),
        ({"d": 0}, "d must be a whole number of at least 1"),
        ({"p": 0}, "p must be a whole number of at least 1"),
        ({"most_exact": -1}, "most_exact must be a whole number of at least 0"),
    ],
)
def test_refusals_of_attention_cost(asked, said):
    with pytest.raises(ValueError, match=f"^{said}"):
        list(attention_cost.steps(**{"n_tokens": (4,), "n_freqs": 2} | asked))
