"""Attention against double loops in plain Python, in exact limits, at large norms, in memory, and what is refused."""

import math
import sys
import tracemalloc

import numpy as np
import pytest
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Matern
from rffviz.predict import attention, linear_attention
from rffviz.samplers import FrequencySample

MAPS = ("paired", "offset", "positive", "optimal_positive")
POSITIVE = ("positive", "optimal_positive")
EPS = {"float32": 2.0**-23, "float64": 2.0**-52}


def tokens(n_q=23, n_k=31, d=4, p=3, dtype="float64", size=0.6, seed=0):
    rng = np.random.default_rng(seed)
    return tuple((size * rng.standard_normal(shape)).astype(dtype) for shape in ((n_q, d), (n_k, d), (n_k, p)))


def looped(weights, V, causal=False):
    """Σ_j w_ij v_j / Σ_j w_ij by loops, and Σ_j |w_ij| / |Σ_j w_ij|, by which rounding is amplified."""
    out, condition = [], []
    for i, row in enumerate(weights):
        seen = range(i + 1) if causal else range(len(V))
        total = math.fsum(row[j] for j in seen)
        out.append([math.fsum(row[j] * float(V[j][c]) for j in seen) / total for c in range(len(V[0]))])
        condition.append(math.fsum(abs(row[j]) for j in seen) / abs(total))
    return np.array(out), np.array(condition)[:, None]


def softmax_weights(Q, K, tau=1.0):
    return [[math.exp(math.fsum(map(float.__mul__, q, k)) / tau) for k in K.tolist()] for q in Q.tolist()]


def feature_weights(features, Q, K, length_scale):
    """Each key's exp(‖k‖²/2ℓ²) times the product of its features with the query's, in float64."""
    features = clone(features).set_params(dtype="float64").fit(Q, keys=K)
    Zq, Zk = features.transform(Q).tolist(), features.transform(K).tolist()
    own = [math.exp(math.fsum(x * x for x in k) / (2 * length_scale**2)) for k in K.tolist()]
    weights = [[c * math.fsum(map(float.__mul__, zq, zk)) for c, zk in zip(own, Zk, strict=True)] for zq in Zq]
    # the sum of the terms' sizes over that of the terms, for one kernel value
    sizes = np.abs(Zq) @ np.abs(Zk).T * own
    return weights, sizes


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("tau", [1.0, 0.3])
@pytest.mark.parametrize("dtype", EPS)
def test_exact_attention_is_the_double_loop(dtype, tau, causal):
    Q, K, V = tokens(31, dtype=dtype)
    expected, _ = looped(softmax_weights(Q.astype(float), K.astype(float), tau), V.tolist(), causal)
    ours = attention(Q, K, V, causal=causal, temperature=tau)
    assert ours.dtype == dtype and ours.shape == (31, 3)
    reach = 1 + np.linalg.norm(Q, axis=1).max() * np.linalg.norm(K, axis=1).max() / tau
    assert np.abs(ours - expected).max() <= 4 * EPS[dtype] * (reach + math.sqrt(31)) * np.abs(V).max()


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("sampler", ["monte_carlo", "orthogonal", "simplex", "sobol_scrambled"])
@pytest.mark.parametrize("dtype", EPS)
def test_linear_attention_is_the_double_loop_over_the_same_features(dtype, sampler, map, causal):
    Q, K, V = tokens(31, dtype=dtype)
    features = RandomFourierFeatures(Gaussian(0.8), 48, sampler, map, dtype=dtype, random_state=0)
    weights, sizes = feature_weights(features, Q, K, 0.8)
    expected, _ = looped(weights, V.tolist(), causal)
    ours, nonpositive = attention(Q, K, V, features, causal, on_nonpositive="mark")
    seen = np.tril(np.ones((31, 31))) if causal else np.ones((31, 31))
    sums = (np.array(weights) * seen).sum(axis=1)
    condition = ((sizes * seen).sum(axis=1) / np.abs(sums))[:, None]
    angles = 1 + np.linalg.norm(features.fit(Q).frequencies_, axis=1).max() * np.linalg.norm(K, axis=1).max()
    tolerance = 4 * EPS[dtype] * (angles + math.sqrt(48)) * condition * (np.abs(V).max() + np.abs(expected))
    assert ours.dtype == dtype and (np.abs(ours - expected) <= tolerance).all()
    assert (nonpositive == (sums <= 0)).all()
    if map in POSITIVE:
        assert not nonpositive.any()


@pytest.mark.slow
@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("causal", [False, True])
def test_chunks_and_threads_do_not_change_the_output(monkeypatch, map, causal):
    Q, K, V = tokens(67, 67)
    features = RandomFourierFeatures(Gaussian(1.0), 32, map=map, random_state=0).fit(Q, keys=K)
    whole = attention(Q, K, V, features, causal, on_nonpositive="mark")[0]
    exact = attention(Q, K, V, causal=causal)
    for features_held, rows, n_parts in ((1, 1, 1), (200, 7, 3), (64 * 66, 66, 16), (64 * 67, 67, 2), (2**20, 68, 5)):
        monkeypatch.setattr(linear_attention, "_FEATURES", features_held)
        monkeypatch.setattr(linear_attention, "_CAUSAL_ROWS", rows)
        monkeypatch.setattr(linear_attention, "_MOST_PARTS", n_parts)
        chunked = attention(Q, K, V, features, causal, on_nonpositive="mark")[0]
        np.testing.assert_allclose(chunked, whole, rtol=1e-9, atol=1e-10)
        with threadpool_limits(1):
            single = attention(Q, K, V, features, causal, on_nonpositive="mark")[0]
        np.testing.assert_allclose(single, chunked, rtol=1e-9, atol=1e-10)
    module = sys.modules[attention.__module__]
    sharp = attention(Q, K, V, causal=causal, temperature=1e-3)  # the largest exponent so far changes with each block
    for held in (1, 5, 66):
        monkeypatch.setattr(module, "_BLOCK", held)
        np.testing.assert_allclose(attention(Q, K, V, causal=causal), exact, rtol=1e-12, atol=1e-14)
        blocked = attention(Q, K, V, causal=causal, temperature=1e-3)
        np.testing.assert_allclose(blocked, sharp, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("features", [None, *MAPS])
def test_one_token_is_its_value_and_equal_keys_give_the_mean(features):
    if features:
        features = RandomFourierFeatures(Gaussian(1.0), 64, map=features, random_state=0)
    Q, K, V = tokens(1, 1)
    for causal in (False, True):
        np.testing.assert_allclose(attention(Q, K, V, features, causal), V, rtol=1e-13)
    Q, K, V = tokens(19, 19, size=0.3)
    K = np.repeat(K[:1], 19, axis=0)
    np.testing.assert_allclose(attention(Q, K, V, features), np.tile(V.mean(axis=0), (19, 1)), rtol=1e-10)
    means = np.cumsum(V, axis=0) / np.arange(1, 20)[:, None]
    np.testing.assert_allclose(attention(Q, K, V, features, True), means, rtol=1e-10, atol=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("map", MAPS)
def test_exact_attention_is_the_limit_of_many_frequencies(map):
    """The error falls like 1/√m: to a sixteenth with 256 times as many, up to the spread between two draws."""
    Q, K, V = tokens(60, 60, size=0.4)
    exact = attention(Q, K, V)
    few, many = (
        attention(Q, K, V, RandomFourierFeatures(Gaussian(1.0), m, map=map, random_state=3)) for m in (200, 51_200)
    )
    error = np.sqrt(np.mean(np.square(many - exact)))
    assert error < np.sqrt(np.mean(np.square(few - exact))) / 8 and error < 4e-3


def test_quadrature_gives_exact_attention():
    """Gauss–Hermite nodes integrate the exponentials, and cosines, to rounding over this range."""
    Q, K, V = tokens(9, 12, d=1)
    nodes, share = np.polynomial.hermite.hermgauss(60)
    sample = FrequencySample(
        math.sqrt(2) * nodes[:, None] / 0.7, weights=share / math.sqrt(math.pi), unbiased=False, nested=False
    )
    exact = attention(Q, K, V, temperature=0.49)
    for map in ("paired", *POSITIVE):
        ours = attention(
            Q, K, V, RandomFourierFeatures(Gaussian(0.7), sampler=sample, map=map, random_state=0), temperature=0.7**2
        )
        np.testing.assert_allclose(ours, exact, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("size", [1e-30, 30.0, 1e4, 1e12])
def test_tokens_of_any_norm_give_an_output_among_the_values(size, causal, dtype):
    """Exponents to 10²⁴ neither overflow nor leave a row without a weight; norms of keys that rise or fall, too."""
    Q, K, V = tokens(50, 50, dtype=dtype)
    for order in (slice(None), slice(None, None, -1)):
        keys = (K * np.linspace(0, 1, 50)[:, None] ** 4)[order].astype(dtype) * np.dtype(dtype).type(size)
        queries = Q * np.dtype(dtype).type(size)
        for features in (
            None,
            *(RandomFourierFeatures(Gaussian(1.0), 40, map=map, random_state=0) for map in POSITIVE),
        ):
            out = attention(queries, keys, V, features, causal)
            slack = 1e-5 if dtype == "float32" else 1e-13
            assert (out >= V.min(axis=0) - slack).all() and (out <= V.max(axis=0) + slack).all()
            if causal:
                np.testing.assert_allclose(out[0], V[0], rtol=1e-6)
    if size <= 1e4:
        out, _ = attention(
            queries, keys, V, RandomFourierFeatures(Gaussian(1.0), 40, random_state=0), causal, on_nonpositive="mark"
        )
        assert np.isfinite(out).all()


@pytest.mark.parametrize("along", [1.0, -1.0])
def test_exponents_up_to_the_bound_need_no_look_at_them(along, monkeypatch):
    """Queries and keys along the longest frequency, so that the bound is nearly reached, e^±30 each."""
    features = RandomFourierFeatures(Gaussian(1.0), 40, map="positive", random_state=0).fit(np.zeros((2, 3)))
    longest = max(features.frequencies_, key=np.linalg.norm)
    Q, K, V = tokens(50, 60, 3, size=0.01)
    Q, K = (each + along * size * longest / np.linalg.norm(longest) ** 2 for each, size in ((Q, 27), (K, 9)))
    Q, K, V = (each.astype("float32") for each in (Q, K, V))
    mapped = linear_attention.fitted_map(features, Q, K, 1.0, np.dtype("float32"))
    assert mapped.small_keys and mapped.small_queries and np.abs(Q @ mapped.slope).max() > 25
    made = attention(Q, K, V, features)
    W, p = features.frequencies_.tolist(), features.weights_.tolist()  # with its centre at 0
    assert not features.centre_.any()
    weights = [
        [
            math.exp(-math.fsum(x * x for x in k) / 2)
            * math.fsum(
                of * math.exp(math.fsum(w * (a + b) for w, a, b in zip(row, q, k, strict=True)))
                for of, row in zip(p, W, strict=True)
            )
            for k in K.tolist()
        ]
        for q in Q.tolist()
    ]
    expected, _ = looped(weights, V)
    # exponents of 30 in float32 are off by 30 eps, features by as much, and weights by twice that, above and below
    np.testing.assert_allclose(made, expected, atol=4 * 60 * EPS["float32"] * np.abs(V).max())
    far = linear_attention.fitted_map(features, 1.5 * Q, 4 * K, 1.0, np.dtype("float32"))
    assert not (far.small_keys or far.small_queries)


def test_later_keys_of_a_causal_block_do_not_drown_earlier_rows():
    """Keys whose weights rise by e³⁰⁰⁰ within a block: the first rows still see their own."""
    rng = np.random.default_rng(5)
    Q, V = 0.3 * rng.standard_normal((40, 3)), rng.standard_normal((40, 2))
    K = Q.copy()
    K[20:] += 80 * np.array([1.0, 0, 0])
    for map in MAPS:
        features = RandomFourierFeatures(Gaussian(1.0), 512, map=map, random_state=0).fit(np.concatenate([Q, K[:20]]))
        both = attention(Q, K, V, features, True, on_nonpositive="mark")[0]
        alone = attention(Q[:20], K[:20], V[:20], features, True, on_nonpositive="mark")[0]
        np.testing.assert_allclose(both[:20], alone, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("features", [None, *MAPS])
def test_causal_rows_do_not_depend_on_later_tokens(features):
    Q, K, V = tokens(300, 300, size=0.4)
    if features:
        features = RandomFourierFeatures(Gaussian(1.0), 256, map=features, random_state=0).fit(K)
    before = attention(Q, K, V, features, True)
    Q[290:], K[290:], V[290:] = 1.0, -1.0, 100.0
    np.testing.assert_allclose(attention(Q, K, V, features, True)[:290], before[:290], rtol=1e-9, atol=1e-11)


def test_large_float32_values_keep_their_size():
    Q, K, V = tokens(dtype="float32")
    features = RandomFourierFeatures(Gaussian(1.0), 64, map="positive", random_state=0)
    for each in (None, features):
        small, large = attention(Q, K, V, each), attention(Q, K, V * np.float32(1e38), each)
        np.testing.assert_allclose(large, small * np.float32(1e38), rtol=1e-4, atol=1e32)


def test_rows_whose_sum_is_not_positive_are_refused_or_marked():
    Q, K, V = tokens(200, 200, size=1.6)
    features = RandomFourierFeatures(Gaussian(1.0), 16, dtype="float64", random_state=0).fit(Q, keys=K)
    weights = features.transform(Q) @ features.transform(K).T * np.exp(np.square(K).sum(axis=1) / 2)
    wrong = weights.sum(axis=1) <= 0
    assert 5 < wrong.sum() < 195
    with pytest.raises(Refusal, match=rf"none above 0 in {wrong.sum()} of 200 rows"):
        attention(Q, K, V, features)
    out, nonpositive = attention(Q, K, V, features, on_nonpositive="mark")
    assert (nonpositive == wrong).all()
    np.testing.assert_allclose(out, weights @ V / weights.sum(axis=1)[:, None], rtol=1e-8, atol=1e-8)
    for sure in (None, RandomFourierFeatures(Gaussian(1.0), 16, map="positive", random_state=0)):
        assert not attention(Q, K, V, sure, on_nonpositive="mark")[1].any()


def test_a_sum_of_exactly_0_is_marked_and_not_a_number():
    """One frequency, and a key at a right angle to the query, up to the rounding of cos π/2."""
    sample = FrequencySample(np.zeros((1, 1)), weights=np.zeros(1), unbiased=False, nested=False)
    features = RandomFourierFeatures(Gaussian(1.0), sampler=sample, random_state=0)
    out, nonpositive = attention([[0.0], [1.0]], [[1.0]], [[2.0]], features, on_nonpositive="mark")
    assert np.isnan(out).all() and nonpositive.all()
    with pytest.raises(Refusal, match="a weight above 0"):
        attention([[0.0]], [[1.0]], [[2.0]], features.set_params(map="positive"))


def test_features_are_left_as_they_were():
    Q, K, V = tokens()
    features = RandomFourierFeatures(Gaussian(1.0), 32, map="positive", random_state=0)
    fresh = attention(Q, K, V, features)
    assert not hasattr(features, "frequencies_")
    features.fit(Q, keys=K)
    np.testing.assert_array_equal(attention(Q, K, V, features), fresh)
    assert features.dtype == "float32"
    mixed = attention(Q.astype(np.float32), K, V, features)
    assert mixed.dtype == np.float64 and attention(Q.tolist(), K.tolist(), V.tolist()).dtype == np.float64


@pytest.mark.parametrize(("n_q", "n_k", "d", "p"), [(1, 1, 1, 1), (1, 300, 2, 1), (300, 1, 1, 5), (7, 129, 9, 2)])
def test_shapes(n_q, n_k, d, p):
    Q, K, V = tokens(n_q, n_k, d, p, size=0.3)
    for features in (None, *(RandomFourierFeatures(Gaussian(1.0), 33, map=map, random_state=0) for map in MAPS)):
        out = attention(Q, K, V, features)
        assert out.shape == (n_q, p) and np.isfinite(out).all()


@pytest.mark.release
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("features", [None, *MAPS])
def test_memory_is_far_below_a_matrix_of_weights(features, causal):
    n = 8192
    Q, K, V = tokens(n, n, 8, 8, dtype="float32", size=0.3)
    if features:
        features = RandomFourierFeatures(Gaussian(1.0), 128, map=features, random_state=0).fit(K)
    attention(Q[:10], K[:10], V[:10], features, causal)
    tracemalloc.start()
    attention(Q, K, V, features, causal)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < n * n * 4 / 8


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"Q": np.zeros(3)}, "Q must have shape"),
        ({"Q": np.zeros((0, 4))}, "Q must hold at least 1 points, got 0"),
        ({"K": np.zeros((0, 4)), "V": np.zeros((0, 3))}, "K must hold at least 1"),
        ({"K": np.zeros((31, 5))}, "K must have the 4 dimensions of Q, got 5"),
        ({"V": np.zeros((30, 3))}, "V must hold one row for each of the 31 keys, got 30"),
        ({"Q": np.full((23, 4), np.nan)}, "Q must be finite"),
        ({"K": np.full((31, 4), np.inf, dtype=np.float32)}, "K must be finite"),
        ({"V": np.full((31, 3), -np.inf)}, "V must be finite"),
        ({"V": np.array([["a"]] * 31)}, "V must be an array of numbers"),
        ({"causal": True}, "as many queries as keys, got 23 queries and 31 keys"),
        ({"causal": 1}, "causal must be True or False"),
        ({"temperature": 0}, "temperature must be a finite number above 0, got 0"),
        ({"temperature": "warm"}, "temperature must be"),
        ({"temperature": 1e-320, "Q": np.full((23, 4), 1e150)}, "temperature must be large enough"),
        ({"features": "positive"}, "features must be RandomFourierFeatures or None, got str"),
        ({"features": RandomFourierFeatures(Matern(1.5), random_state=0)}, "features must have a Gaussian kernel"),
        ({"features": RandomFourierFeatures(Gaussian((1.0, 1, 1, 2)), random_state=0)}, "one length_scale"),
        (
            {"features": RandomFourierFeatures(Gaussian(2.0), random_state=0), "temperature": 2.0},
            "square of the features' length_scale",
        ),
        (
            {"features": RandomFourierFeatures(random_state=0).fit(np.ones((2, 3)))},
            "Q must have the 3 dimensions of the fitted",
        ),
        (
            {
                "features": RandomFourierFeatures(Gaussian(1e-150), map="positive", random_state=0),
                "K": np.full((31, 4), 1e5),
            },
            "K must be",
        ),
        ({"features": RandomFourierFeatures(Gaussian(1e-150), random_state=0), "K": np.full((31, 4), 1e5)}, "must"),
        ({"on_nonpositive": "drop"}, "on_nonpositive must be one of refuse, mark, got 'drop'"),
    ],
)
def test_what_is_refused(change, message):
    Q, K, V = tokens()
    with pytest.raises(Refusal, match=message):
        attention(**{"Q": Q, "K": K, "V": V, **change})


@pytest.mark.release
@pytest.mark.parametrize(
    ("n_q", "map", "gain"), [(1, "positive", 3), (1, "optimal_positive", 3), (64, "optimal_positive", 1.3)]
)
def test_unfitted_positive_features_suit_queries_and_keys_of_unequal_means_and_numbers(n_q, map, gain):
    """Fitted to the union, centred where most tokens are, they err more than `gain` times as much; over 40 seeds."""
    rng = np.random.default_rng(0)
    Q, K = 0.2 * rng.standard_normal((n_q, 4)) + 0.6, 0.2 * rng.standard_normal((1000, 4)) - 0.6
    V, ours, union = rng.standard_normal((1000, 2)), [], []
    exact = attention(Q, K, V)
    for seed in range(40):
        features = RandomFourierFeatures(Gaussian(), 64, map=map, random_state=seed)
        ours.append(np.square(attention(Q, K, V, features) - exact).mean())
        union.append(np.square(attention(Q, K, V, features.fit(np.concatenate([Q, K]))) - exact).mean())
    assert np.sqrt(np.mean(union) / np.mean(ours)) > gain
