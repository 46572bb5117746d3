"""Variances of attention's weights by quadrature and by 10⁴ draws, and first-order errors beside simulated ones."""

import itertools
import math

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures, offset_map, optimal_norm_factor, paired_map, positive_map
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.predict import attention
from rffviz.theory import attention_errors, attention_variance, relative_weight_variance

MAPS = ("paired", "offset", "positive", "optimal_positive")
DRAWS = 10_000
NORM_FACTOR = -0.06


def tokens(n_q=3, n_k=4, d=2, p=2, size=0.45, seed=1):
    rng = np.random.default_rng(seed)
    return tuple(size * rng.standard_normal(shape) for shape in ((n_q, d), (n_k, d), (n_k, p)))


def given(map, centre):
    """What the formulas and the maps take of positive features."""
    if map in ("paired", "offset"):
        return {}
    return {"centre": centre, "norm_factor": NORM_FACTOR if map == "optimal_positive" else 0.0}


def one_frequency(map, Q, K, W, phases, length_scale, centre):
    """ŵ/w of each frequency alone, shape (m, n_q, n_k), from the package's features."""
    m = len(W)
    if map == "paired":
        Zq, Zk = (np.sqrt(m) * paired_map(X, W, dtype=np.float64).reshape(len(X), 2, m) for X in (Q, K))
        products = np.einsum("qcm,kcm->mqk", Zq, Zk)
    elif map == "offset":
        Zq, Zk = (np.sqrt(m) * offset_map(X, W, phases, dtype=np.float64) for X in (Q, K))
        products = np.einsum("qm,km->mqk", Zq, Zk)
    else:
        more = given(map, centre)
        Zq, Zk = (np.sqrt(m) * positive_map(X, W, length_scale, dtype=np.float64, **more) for X in (Q, K))
        products = np.einsum("qm,km->mqk", Zq, Zk)
    return products / Gaussian(length_scale)(Q, K)


@pytest.mark.parametrize("map", MAPS)
def test_variance_of_weights_by_quadrature(map):
    """Gauss–Hermite nodes in two dimensions; for the phase, which they lack, an equidistant rule, exact too."""
    Q, K, _ = tokens()
    length_scale, centre = 1.3, np.array([0.2, -0.1])
    nodes, share = np.polynomial.hermite.hermgauss(50)
    W = np.sqrt(2) / length_scale * np.array(list(itertools.product(nodes, nodes)))
    p = np.outer(share, share).ravel() / math.pi
    turns = np.arange(8) * math.pi / 4 if map == "offset" else [0.0]
    moments = [
        np.einsum("m,mqk->qk", p, one_frequency(map, Q, K, W, np.full(len(W), turn), length_scale, centre) ** 2)
        for turn in turns
    ]
    ours = relative_weight_variance(Q, K, 5, map, length_scale, **given(map, centre))
    np.testing.assert_allclose(ours, (np.mean(moments, axis=0) - 1) / 5, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("map", MAPS)
def test_variance_of_weights_over_draws(map):
    """10⁴ draws of 8 frequencies; the variance of a sample variance is (μ₄ − σ⁴)/R."""
    Q, K, _ = tokens()
    m, length_scale, centre, rng = 8, 1.3, np.array([0.2, -0.1]), np.random.default_rng(7)
    W = rng.standard_normal((DRAWS * m, 2)) / length_scale
    phases = rng.uniform(0, 2 * math.pi, DRAWS * m)
    draws = one_frequency(map, Q, K, W, phases, length_scale, centre).reshape(DRAWS, m, 3, 4).mean(axis=1)
    centred = draws - draws.mean(axis=0)
    variance = np.square(centred).mean(axis=0)
    spread = np.sqrt((np.square(np.square(centred)).mean(axis=0) - variance**2) / DRAWS)
    ours = relative_weight_variance(Q, K, m, map, length_scale, **given(map, centre))
    assert (np.abs(variance - ours) <= 4.5 * spread).all()
    assert (np.abs(draws.mean(axis=0) - 1) <= 4.5 * np.sqrt(ours / DRAWS)).all()


def test_variance_of_cosines_as_it_is_printed():
    """(1 − e^(−‖δ‖²))²/2m times both lengths, as a variance of the weight itself."""
    Q, K, _ = tokens(d=3)
    ours = relative_weight_variance(Q, K, 7, "paired")
    for i, j in itertools.product(range(3), range(4)):
        norms = math.exp(Q[i] @ Q[i] + K[j] @ K[j])
        printed = norms * (1 - math.exp(-((Q[i] - K[j]) @ (Q[i] - K[j])))) ** 2 / 14
        assert ours[i, j] * math.exp(2 * Q[i] @ K[j]) == pytest.approx(printed, rel=1e-10)


def test_the_optimal_factor_is_the_smallest_variance_where_all_sums_have_one_norm():
    """At ‖q + k‖² = ‖x + y‖² for all rows x = y = q = k, so that the mean over pairs is every pair's."""
    x = np.array([[0.3, -0.4, 0.2]])
    best = optimal_norm_factor(x)
    at = relative_weight_variance(x, x, 1, norm_factor=best)
    assert at < relative_weight_variance(x, x, 1)
    for off in (-0.02, 0.02):
        assert at < relative_weight_variance(x, x, 1, norm_factor=best + off)


@pytest.mark.release
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("map", MAPS)
def test_errors_to_first_order_are_those_of_many_draws(map, causal):
    """Second-order terms are of the sums' relative variance s², here below .005: a tolerance of 6 s² and the spread."""
    Q, K, V = tokens(12, 12, d=3, p=2, size=0.25, seed=2)
    m, n_draws = 400, 1000
    features = RandomFourierFeatures(Gaussian(1.0), m, map=map, dtype="float64", random_state=0)
    exact = attention(Q, K, V, causal=causal)
    squares = []
    for seed in range(n_draws):
        fitted = features.set_params(random_state=seed).fit(np.concatenate([Q, K]))
        squares.append(np.square(attention(Q, K, V, fitted, causal) - exact).mean(axis=1))
    more = {} if map in MAPS[:2] else {"centre": fitted.centre_, "norm_factor": fitted.norm_factor_}
    ours = attention_errors(Q, K, V, m, map, causal=causal, **more)
    mean, spread = np.mean(squares, axis=0), np.std(squares, axis=0) / math.sqrt(n_draws)
    assert ours.sum_variances.max() < 0.005
    tolerance = 4.5 * spread + 6 * ours.sum_variances.max() * ours.squared_errors
    assert (np.abs(mean - ours.squared_errors) <= tolerance + 1e-30).all()
    assert ours.rmse == pytest.approx(math.sqrt(ours.squared_errors.mean()))


@pytest.mark.parametrize("map", MAPS)
def test_variance_of_sums_over_draws(map):
    Q, K, _ = tokens()
    m, centre, rng = 8, np.array([0.2, -0.1]), np.random.default_rng(7)
    W, phases = rng.standard_normal((DRAWS * m, 2)), rng.uniform(0, 2 * math.pi, DRAWS * m)
    share = np.exp(Q @ K.T)
    share /= share.sum(axis=1, keepdims=True)
    sums = (one_frequency(map, Q, K, W, phases, 1.0, centre) * share).sum(axis=2).reshape(DRAWS, m, 3).mean(axis=1)
    centred = sums - sums.mean(axis=0)
    variance = np.square(centred).mean(axis=0)
    spread = np.sqrt((np.square(np.square(centred)).mean(axis=0) - variance**2) / DRAWS)
    ours = attention_errors(Q, K, K, m, map, **given(map, centre))
    assert (np.abs(variance - ours.sum_variances) <= 4.5 * spread).all()


def test_chunks_rows_and_one_key(monkeypatch):
    Q, K, V = tokens(6, 9)
    whole = attention_errors(Q, K, V, 10, "paired")
    monkeypatch.setattr(attention_variance, "_PAIRS", 20)
    chosen = attention_errors(Q, K, V, 10, "paired", rows=[4, 1])
    np.testing.assert_allclose(chosen.squared_errors, whole.squared_errors[[4, 1]], rtol=1e-12)
    np.testing.assert_allclose(chosen.sum_variances, whole.sum_variances[[4, 1]], rtol=1e-9)
    few = relative_weight_variance(Q, K, 10)
    monkeypatch.undo()
    np.testing.assert_allclose(few, relative_weight_variance(Q, K, 10), rtol=1e-10)
    assert attention_errors(Q, K[:1], V[:1], 10).squared_errors == pytest.approx(np.zeros(6), abs=1e-30)


@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("causal", [False, True])
def test_rows_together_are_rows_alone(monkeypatch, map, causal):
    """Exponents that rows may share, and those that they may not, give the same: exponents up to about 10² lose as many
    roundings, sums of terms of both signs up to 10³ times as many."""
    Q, K, V = tokens(5, 5, 3, 2, size=1.5, seed=4)
    asked = {"length_scale": 0.9, "causal": causal} | given(map, np.array([0.3, 0.0, -0.2]))
    together = attention_errors(Q, K, V, 7, map, **asked)
    monkeypatch.setattr(attention_variance, "_LARGEST", 0.0)
    alone = attention_errors(Q, K, V, 7, map, **asked)
    for name in ("squared_errors", "sum_variances"):
        assert getattr(together, name) == pytest.approx(getattr(alone, name), rel=1e5 * 2.0**-52)


def test_what_overflows_is_infinite():
    Q, K, V = tokens()
    for map in MAPS:
        errors = attention_errors(100 * Q, 100 * K, V, 10, map)
        assert (errors.squared_errors >= 0).all() and not np.isnan(errors.sum_variances).any()
        assert np.isinf(relative_weight_variance(100 * Q, 100 * K, 10, map)).any()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": np.zeros((4, 3))}, "K must have the 2 dimensions of Q, got 3"),
        ({"V": np.zeros((3, 2))}, "V must hold one row for each of the 4 keys, got 3"),
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"map": "positiv"}, "did you mean 'positive'"),
        ({"norm_factor": 0.125}, "norm_factor must be a number below 1/8"),
        ({"length_scale": 0}, "length_scale must be"),
        ({"centre": [1.0]}, "centre must hold one number for each of the 2 dimensions, got 1"),
        ({"causal": True}, "as many queries as keys, got 3 queries and 4 keys"),
        ({"rows": [3]}, "rows must be a whole number from 0 to 2, got 3"),
        ({"rows": []}, "rows must hold at least one row"),
        ({"Q": np.full((3, 2), np.nan)}, "Q must be finite"),
    ],
)
def test_what_is_refused(change, message):
    Q, K, V = tokens()
    with pytest.raises(Refusal, match=message):
        attention_errors(**{"Q": Q, "K": K, "V": V, "n_freqs": 10, **change})
