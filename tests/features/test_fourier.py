"""Fourier maps against naive loops and the variance formulas, and the transformer against scikit-learn's contract."""

import math

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from rffviz.features import (
    MAPS,
    ArcCosineFeatures,
    RandomFourierFeatures,
    fourier,
    offset_map,
    paired_map,
    positive_map,
)
from rffviz.foundation.validation import Refusal
from rffviz.kernels import (
    KERNELS,
    Cauchy,
    ExponentialPower,
    Gaussian,
    GeneralisedCauchy,
    Laplacian,
    Matern,
    RationalQuadratic,
)
from rffviz.predict import FeatureRidge
from rffviz.samplers import SAMPLERS, FrequencySample, draw
from rffviz.samplers.circulant_product import Circulant
from tests import contract

CASES = [Gaussian(0.8), Laplacian(3.0), Cauchy(1.3), Matern(0.9, nu=0.6), RationalQuadratic(1.1, alpha=0.5)]

every_kernel = pytest.mark.parametrize("kernel", CASES, ids=repr)
every_map = pytest.mark.parametrize("map_", MAPS)


@pytest.mark.slow
@contract.every(
    RandomFourierFeatures(random_state=0),
    RandomFourierFeatures(map="offset", random_state=0),
    RandomFourierFeatures(map="positive", random_state=0),
    RandomFourierFeatures(map="optimal_positive", random_state=0),
    RandomFourierFeatures(sampler="sobol_scrambled", random_state=0),
    RandomFourierFeatures(dtype="float64", random_state=0),
    RandomFourierFeatures(dtype=np.float64, map="offset", random_state=0),
    RandomFourierFeatures(kernel=Matern(nu=0.5), sampler="orthogonal", n_freqs=7, random_state=0),
)
def test_scikit_learn_estimator_contract(estimator):
    assert contract.broken(estimator) == {}


def scene(m=9, n=7, d=3, seed=0):
    rng = np.random.default_rng(seed)
    weights = rng.uniform(0.1, 1, m)
    return rng.standard_normal((n, d)), rng.standard_normal((m, d)), weights / weights.sum(), rng.uniform(0, 6.28, m)


def mapped(map_, X, W, phases, weights=None, dtype=np.float64):
    return offset_map(X, W, phases, weights, dtype) if map_ == "offset" else paired_map(X, W, weights, dtype)


# --- the functions ----------------------------------------------------------------------------------------------------


def test_paired_map_in_naive_loops():
    X, W, weights, _ = scene()
    Z = paired_map(X, W, weights, dtype=np.float64)
    for i, x in enumerate(X):
        for j, w in enumerate(W):
            angle = sum(a * b for a, b in zip(x, w, strict=True))
            assert Z[i, j] == pytest.approx(math.sqrt(weights[j]) * math.cos(angle), abs=1e-14)
            assert Z[i, 9 + j] == pytest.approx(math.sqrt(weights[j]) * math.sin(angle), abs=1e-14)


def test_paired_inner_products_are_weighted_cosines_of_the_difference():
    X, W, weights, _ = scene()
    Z = paired_map(X, W, weights, dtype=np.float64)
    for i, x in enumerate(X):
        for j, y in enumerate(X):
            expected = sum(p * math.cos(w @ (x - y)) for p, w in zip(weights, W, strict=True))
            assert Z[i] @ Z[j] == pytest.approx(expected, abs=1e-14)
        assert Z[i] @ Z[i] == pytest.approx(weights.sum(), abs=1e-14)
    np.testing.assert_allclose(np.square(paired_map(X, W, 3 * weights)).sum(axis=1), 3, rtol=1e-6)


def test_offset_map_in_naive_loops():
    X, W, weights, phases = scene()
    Z = offset_map(X, W, phases, weights, dtype=np.float64)
    assert Z.shape == (7, 9)
    for i, x in enumerate(X):
        for j, w in enumerate(W):
            angle = sum(a * b for a, b in zip(x, w, strict=True)) + phases[j]
            assert Z[i, j] == pytest.approx(math.sqrt(2 * weights[j]) * math.cos(angle), abs=1e-14)
    assert np.ptp(np.square(Z).sum(axis=1)) > 0.05  # z(x)·z(x) is not constant


@pytest.mark.parametrize("given", [np.float32, np.float64])
@pytest.mark.parametrize("sampler", ["monte_carlo", "circulant"])
def test_double_features_are_the_formula_in_double(given, sampler, monkeypatch):
    """Each differs from cosines and sines of the naive sum by d + 2 and d + 4 roundings of ‖ω‖‖x‖ and a few."""
    monkeypatch.setattr(Circulant, "pays", True)  # the FFT, in six dimensions
    X = (30 * np.random.default_rng(0).standard_normal((20, 6))).astype(given)
    for map_ in MAPS:
        features = RandomFourierFeatures(Matern(nu=0.7), 30, sampler, map_, dtype="float64", random_state=0).fit(X)
        Z = features.transform(X)
        W, weights = features.frequencies_, features.weights_
        angles = sum(X[:, k, None].astype(np.float64) * W[:, k] for k in range(6))
        reach = np.outer(np.linalg.norm(X.astype(np.float64), axis=1), np.linalg.norm(W, axis=1))
        room = (6 + 2 + 6 + 4) * 2.0**-53 * reach + 2.0**-50
        if map_ == "offset":
            exact, room = np.sqrt(2 * weights) * np.cos(angles + features.phases_), np.sqrt(2 * weights) * room
        else:
            exact = np.hstack([np.sqrt(weights) * np.cos(angles), np.sqrt(weights) * np.sin(angles)])
            room = np.tile(np.sqrt(weights) * room, 2)
        assert Z.dtype == np.float64 and (np.abs(Z - exact) <= room).all()
        single = RandomFourierFeatures(Matern(nu=0.7), 30, sampler, map_, random_state=0).fit(X).transform(X)
        assert single.dtype == np.float32 and (np.abs(single - exact) > room).any()


def test_the_precision_of_positive_features():
    X = np.random.default_rng(0).standard_normal((9, 2))
    for map_ in ("positive", "optimal_positive"):
        double = (
            RandomFourierFeatures(n_freqs=20, map=map_, dtype=np.float64, random_state=0)
            .fit(X.astype(np.float32))
            .transform(X)
        )
        single = RandomFourierFeatures(n_freqs=20, map=map_, random_state=0).fit(X.astype(np.float32)).transform(X)
        assert double.dtype == np.float64 and single.dtype == np.float32
        np.testing.assert_array_equal(double.astype(np.float32), single)  # exponents are float64 in both


@pytest.mark.parametrize("wrong", ["float16", "f8", "single", np.int64, np.float16, None, 64, ["float64"]])
def test_another_precision_is_refused(wrong):
    said = r"^dtype must be one of float32, float64, got "
    with pytest.raises(Refusal, match=said):
        RandomFourierFeatures(dtype=wrong, random_state=0).fit(np.eye(3))
    with pytest.raises(Refusal, match=said):
        paired_map(np.eye(3), np.eye(3), dtype=wrong)
    with pytest.raises(Refusal, match=said):
        offset_map(np.eye(3), np.eye(3), np.zeros(3), dtype=wrong)
    with pytest.raises(Refusal, match=said):
        positive_map(np.eye(3), np.eye(3), dtype=wrong)
    for right in (np.float64, float, np.dtype("float64"), "float64"):
        assert RandomFourierFeatures(dtype=right, random_state=0).fit_transform(np.eye(3)).dtype == np.float64


def test_ridge_on_double_features_is_their_own():
    """Chunks and sums keep them in float64, for a single row as for many."""
    X = np.random.default_rng(0).standard_normal((300, 3))
    y = np.sin(X[:, 0])
    features = RandomFourierFeatures(n_freqs=20, dtype="float64", random_state=0)
    model = FeatureRidge(features, ridge=1e-3).fit(X, y)
    Z = features.fit_transform(X)
    w = np.linalg.solve(Z.T @ Z + 300 * 1e-3 * np.eye(40), Z.T @ (y - y.mean()))
    np.testing.assert_allclose(model.coef_, w, atol=40 * np.finfo(float).eps * np.linalg.cond(Z) ** 2 * np.abs(w).max())
    np.testing.assert_allclose(model.predict(X[:1]), Z[:1] @ model.coef_ + y.mean(), rtol=0, atol=1e-13)


@every_map
def test_weights_default_to_equal_ones(map_):
    X, W, _, phases = scene()
    equal = mapped(map_, X, W, phases, np.full(9, 1 / 9))
    np.testing.assert_array_equal(mapped(map_, X, W, phases), equal)


@every_map
def test_a_weight_of_zero_removes_its_frequency(map_):
    X, W, _, phases = scene()
    weights = np.eye(9)[4]
    Z = mapped(map_, X, W, phases, weights)
    np.testing.assert_allclose(
        Z @ Z.T, mapped(map_, X, W[4:5], phases[4:5]) @ mapped(map_, X, W[4:5], phases[4:5]).T, atol=1e-14
    )


@every_map
@every_kernel
@pytest.mark.parametrize("shift", [0.0, 1e2, 1e4, 1e6])
def test_single_precision_stays_close_to_double(map_, kernel, shift):
    """Also far from the origin and with heavy tails, as long as X itself is given in double precision."""
    X = np.random.default_rng(1).standard_normal((40, 5)) + shift
    fs = draw("monte_carlo", kernel, 5, 1500, np.random.default_rng(2), with_phases=True)
    single = mapped(map_, X, fs.W, fs.phases, dtype=np.float32)
    double = mapped(map_, X, fs.W, fs.phases, dtype=np.float64)
    assert single.dtype == np.float32 and double.dtype == np.float64
    np.testing.assert_allclose(single * math.sqrt(1500), double * math.sqrt(1500), atol=3e-5)
    np.testing.assert_allclose(single @ single.T, double @ double.T, atol=1e-5)


@every_map
@pytest.mark.parametrize("type_", [np.float32, np.float64])
def test_blocks_of_near_and_far_points_are_as_good_as_alone(map_, type_, monkeypatch):
    """Which angles need float64 is settled block by block: some here need none, some a few, some all."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((60, 3)) * np.repeat([1, 0, 300, 1, 1e6, 1e-30, 1e8], [10, 5, 9, 8, 10, 8, 10])[:, None]
    X = X.astype(type_)
    scales = np.repeat([0.01, 1, 1e3, 1e-24, 1e25], [10, 10, 8, 10, 2])
    W, phases = rng.standard_normal((40, 3)) * scales[:, None], rng.uniform(0, 6, 40)
    monkeypatch.setattr(fourier, "_BLOCK_COORDINATES", 1)
    monkeypatch.setattr(fourier, "_PRODUCT_ANGLES", 7 * 40)
    single = mapped(map_, X, W, phases, dtype=np.float32)
    # float64 loses angles of 10²⁵ radians itself: there, only that both are bounded
    lost = np.abs(X.astype(np.float64) @ W.T) > 1e12
    lost = lost if map_ == "offset" else np.hstack([lost, lost])
    gap = np.abs(single - mapped(map_, X.astype(np.float64), W, phases)) * math.sqrt(40)
    assert gap[~lost].max() < 2e-4 and np.abs(single).max() <= math.sqrt(2 / 40) * 1.0001
    assert lost.any() and (~lost).mean() > 0.9


@every_map
def test_frequencies_beyond_single_precision_give_bounded_features(map_, recwarn):
    """The spectrum of a Matérn kernel with a small ν reaches beyond 10³⁸."""
    fs = draw("monte_carlo", Matern(nu=0.05), 3, 400, np.random.default_rng(0), with_phases=True)
    fs.W[::40] *= 1e40 / np.abs(fs.W[::40]).max()
    X = np.random.default_rng(1).standard_normal((8, 3))
    Z = mapped(map_, X, fs.W, fs.phases, dtype=np.float64)
    assert np.abs(Z).max() <= math.sqrt(2 / 400) * (1 + 1e-6)
    Z = mapped(map_, X, fs.W, fs.phases, dtype=np.float32)
    assert np.abs(Z).max() <= math.sqrt(2 / 400) * (1 + 1e-6)
    calm = np.linalg.norm(fs.W, axis=1) < 1e4
    assert 20 < calm.sum() < 380
    if map_ == "paired":
        np.testing.assert_allclose(np.square(Z).sum(axis=1), 1, rtol=1e-5)
        columns = np.flatnonzero(calm)
        np.testing.assert_allclose(Z[:, columns] * 20, np.cos(X @ fs.W[calm].T), atol=2e-5)
    assert not recwarn.list


@every_map
def test_angles_that_rounding_loses_are_refused(map_):
    """|ω·x| eps from 10⁻³ on: a last digit of x turns the cosine by as much."""
    W, phases = np.ones((20, 1)), np.zeros(20)
    for far, said in ((4.4e12, None), (4.6e12, "ω·x below 4.5e"), (1e50, "4.5e")):
        if said is None:
            near, next_to = (mapped(map_, np.array([[x]]), W, phases) for x in (far, np.nextafter(far, 0)))
            assert np.abs(near - next_to).max() * math.sqrt(20) < 2e-3
            exact = math.cos(far) * math.sqrt(2 if map_ == "offset" else 1)
            assert abs(near[0, 0] * math.sqrt(20) - exact) < 2e-3
            continue
        with pytest.raises(ValueError, match=said):
            mapped(map_, np.array([[far]]), W, phases)
    W[:10] = 1e30  # no more than half, as heavy tails have
    assert np.abs(mapped(map_, np.array([[1.0]]), W, phases)).max() <= math.sqrt(2 / 20) * (1 + 1e-6)
    W[10] = 1e30
    with pytest.raises(ValueError, match=r"frequencies of norm 1e\+30"):
        mapped(map_, np.array([[1.0]]), W, phases)
    assert np.isfinite(mapped(map_, np.array([[1.0]]), W[:1], phases[:1])).all()


@pytest.mark.release
@every_map
def test_few_frequencies_of_heavy_tailed_kernels_are_features_under_every_seed(map_):
    """At the ends of what pages offer, one of a few frequencies may be far: no seed is refused for it."""
    X = np.random.default_rng(0).standard_normal((20, 2))
    for kernel in (Matern(nu=0.1), ExponentialPower(exponent=0.2), GeneralisedCauchy(exponent=0.2)):
        for seed in range(60):
            for n_freqs in (1, 4, 16):
                for dtype in ("float32", "float64"):
                    learner = RandomFourierFeatures(kernel, n_freqs, map=map_, random_state=seed, dtype=dtype)
                    assert np.abs(learner.fit_transform(X)).max() <= math.sqrt(2 / n_freqs) * (1 + 1e-6)


@every_map
def test_points_far_from_0_are_centred_and_points_far_apart_refused(map_):
    """The kernel is shift invariant, so that the mean may be taken away; the same for single precision."""
    X = np.random.default_rng(0).standard_normal((50, 2))
    near = RandomFourierFeatures(Gaussian(1e-6), 200, map=map_, random_state=0).fit(X * 1e-6)
    far = RandomFourierFeatures(Gaussian(1e-6), 200, map=map_, random_state=0).fit(X * 1e-6 + 1e8)
    assert near.centre_ is None and np.abs(far.centre_ - 1e8).max() < 1e-6
    moved = X * 1e-6 + 1e8 - far.centre_  # what 1e8 leaves of X
    errors = [
        np.abs(Z @ Z.T - Gaussian(1e-6)(at)).max()
        for Z, at in ((near.transform(X * 1e-6), X * 1e-6), (far.transform(X * 1e-6 + 1e8), moved))
    ]
    assert errors[1] < 2 * errors[0]
    with pytest.raises(ValueError, match=r"^X must keep ω·x below .* choose a larger length_scale\.$"):
        RandomFourierFeatures(Gaussian(1e-6), 200, map=map_, random_state=0).fit_transform(X * 1e8)


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"X": np.ones((2, 4))}, "^X must have the 3 dimensions of the frequencies, got 4"),
        ({"X": np.ones(3)}, r"^X must have shape \(points, dimensions\)"),
        ({"X": np.ones(3, dtype=np.float32)}, r"^X must have shape \(points, dimensions\)"),
        ({"X": np.ones((2, 3, 3), dtype=np.float32)}, r"^X must have shape \(points, dimensions\)"),
        ({"X": np.full((2, 3), np.nan, dtype=np.float32)}, "^X must be finite, got nan"),
        ({"W": np.full((9, 3), np.inf)}, "^W must be finite, got inf"),
        ({"weights": np.ones(8)}, r"^weights must be 9 finite numbers, one for each frequency, got shape \(8,\)"),
        ({"weights": np.full(9, np.nan)}, "^weights must be 9 finite numbers"),
        ({"weights": np.r_[np.ones(8), -0.25]}, "^weights must not be negative: they have no square root, got -0.25"),
        ({"phases": np.ones(8)}, r"^phases must be 9 finite numbers, one for each frequency, got shape \(8,\)"),
        ({"phases": np.full(9, np.inf)}, "^phases must be 9 finite numbers"),
    ],
)
@every_map
def test_maps_refuse(map_, arguments, said):
    if map_ == "paired" and "phases" in arguments:
        arguments, said = {"weights": -np.ones(9)}, "^weights must not be negative.*got -1"
    X, W, weights, phases = scene()
    given = {"X": X, "W": W, "weights": weights, "phases": phases} | arguments
    with pytest.raises(ValueError, match=said):
        mapped(map_, **given)


# --- bias and variance ------------------------------------------------------------------------------------------------


def simulate(map_, kernel, x, y, n_freqs, n_seeds, seed=3):
    """Replicates of z(x)·z(y), from one draw cut into maps of `n_freqs` frequencies."""
    fs = draw("monte_carlo", kernel, len(x), n_freqs * n_seeds, np.random.default_rng(seed), with_phases=True)
    Z = mapped(map_, np.stack([x, y]), fs.W, fs.phases, np.full(fs.n_freqs, 1 / n_freqs))
    return (Z[0] * Z[1]).reshape(-1, n_seeds, n_freqs).sum(axis=(0, 2))


@pytest.mark.slow
@every_map
@every_kernel
def test_bias_and_variance_of_the_estimate(map_, kernel):
    """Var = (1/m)[½ + ½k(2δ) − k²] for the paired map, (1/m)[1 + ½k(2δ) − k²] for the offset map."""
    n_freqs, n_seeds = 6, 20_000
    y = np.array([0.7, -1.3, 0.2])
    for r in (0.4, 1.1, 2.5):
        delta = r * np.array([0.48, -0.6, 0.64])
        k, k2 = kernel.of_difference(delta), kernel.of_difference(2 * delta)
        values = simulate(map_, kernel, y + delta, y, n_freqs, n_seeds)
        variance = ((0.5 if map_ == "paired" else 1.0) + 0.5 * k2 - k**2) / n_freqs
        squares = np.square(values - k)
        assert abs(values.mean() - k) <= 4 * math.sqrt(variance / n_seeds)
        assert abs(squares.mean() - variance) <= 4 * squares.std() / math.sqrt(n_seeds)


@pytest.mark.release
def test_paired_features_lose_where_the_cauchy_kernel_is_far():
    """At 8 real features and δ = 4: 0.1261 against 0.1255; the paired map wins for the Gaussian everywhere."""
    n_seeds = 400_000
    x, y = np.array([4.3]), np.array([0.3])
    k, k2 = (Cauchy().of_difference([r]) for r in (4.0, 8.0))
    paired, offset = (1 + k2 - 2 * k**2) / 8, (1 + 0.5 * k2 - k**2) / 8
    assert (round(paired, 4), round(offset, 4)) == (0.1261, 0.1255)
    for map_, n_freqs, variance in (("paired", 4, paired), ("offset", 8, offset)):
        squares = np.square(simulate(map_, Cauchy(), x, y, n_freqs, n_seeds) - k)
        assert squares.mean() == pytest.approx(variance, abs=4 * squares.std() / math.sqrt(n_seeds))
    for r in np.linspace(0.01, 6, 50):
        assert Gaussian().of_difference([2 * r]) <= 2 * Gaussian().of_difference([r]) ** 2


# --- the transformer --------------------------------------------------------------------------------------------------


@every_map
@every_kernel
def test_transformer_is_its_draw_through_its_map(map_, kernel):
    X = scene(n=30)[0]
    features = RandomFourierFeatures(kernel, n_freqs=12, map=map_, random_state=4).fit(X)
    fs = draw("monte_carlo", kernel, 3, 12, np.random.default_rng(4), with_phases=map_ == "offset")
    np.testing.assert_array_equal(features.frequencies_, fs.W)
    np.testing.assert_array_equal(features.weights_, fs.weights)
    Z = features.transform(X)
    np.testing.assert_array_equal(Z, mapped(map_, X, fs.W, fs.phases, fs.weights, np.float32))
    assert Z.dtype == np.float32 and Z.shape == (30, 24 if map_ == "paired" else 12)
    if map_ == "offset":
        np.testing.assert_array_equal(features.phases_, fs.phases)
    else:
        assert features.phases_ is None


# for d = 3 the first two are biased, and the third keeps an error
@pytest.mark.parametrize("sampler", sorted(SAMPLERS.keys() - {"sorf", "rom", "spherical_structured"}))
def test_kernel_matrix_converges(sampler):
    X = np.random.default_rng(0).uniform(-1.5, 1.5, (50, 3))
    kernel = Gaussian(0.9)
    Z = RandomFourierFeatures(kernel, n_freqs=2048, sampler=sampler, random_state=0).fit_transform(X)
    assert np.abs(Z @ Z.T - kernel(X)).max() < math.sqrt(2 * math.log(2 * 1225 / 1e-5) / 2048)


def test_defaults_are_those_of_the_paper():
    features = RandomFourierFeatures(random_state=0).fit(np.zeros((2, 3)))
    assert features.frequencies_.shape == (100, 3) and features.sample_.unbiased
    np.testing.assert_allclose(
        features.frequencies_, RandomFourierFeatures(Gaussian(1.0), random_state=0).fit([[0, 0, 0]]).frequencies_
    )


@every_map
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_features_are_single_precision_whatever_comes_in(map_, dtype):
    X = scene(n=20)[0].astype(dtype)
    features = RandomFourierFeatures(n_freqs=10, map=map_, random_state=0).fit(X)
    assert features.transform(X).dtype == np.float32
    assert features.frequencies_.dtype == np.float64
    np.testing.assert_allclose(features.transform(X), features.transform(X.astype(np.float64)), atol=1e-6)


def test_more_frequencies_under_one_seed_extend_fewer():
    X = scene()[0]
    small, large = (RandomFourierFeatures(n_freqs=m, random_state=9).fit(X) for m in (20, 50))
    np.testing.assert_array_equal(large.frequencies_[:20], small.frequencies_)
    assert not np.array_equal(RandomFourierFeatures(n_freqs=20, random_state=8).fit(X).frequencies_, small.frequencies_)


def test_given_frequencies_are_used_with_their_weights():
    X, W, weights, phases = scene()
    sample = FrequencySample(W, weights, unbiased=False, nested=False, phases=phases)
    for map_ in MAPS:
        features = RandomFourierFeatures(sampler=sample, map=map_, random_state=0).fit(X)
        np.testing.assert_allclose(features.transform(X), mapped(map_, X, W, phases, weights), atol=1e-6)
        assert clone(features).fit(X).transform(X) == pytest.approx(features.transform(X))


def test_given_arrays_are_used_as_frequencies():
    X, W, weights, phases = scene()
    even = np.full(len(W), 1 / len(W))
    for given, p in ((W, even), (W.tolist(), even), ((W, weights), weights), ((W, weights, phases), weights)):
        features = RandomFourierFeatures(sampler=given, random_state=0).fit(X)
        np.testing.assert_allclose(features.transform(X), mapped("paired", X, W, phases, p), atol=1e-6)
        assert clone(features).fit(X).transform(X) == pytest.approx(features.transform(X))
        assert features.frequencies_ is not W
    shifted = RandomFourierFeatures(sampler=(W, weights, phases), map="offset", random_state=0).fit(X)
    np.testing.assert_allclose(shifted.transform(X), mapped("offset", X, W, phases, weights), atol=1e-6)
    drawn = RandomFourierFeatures(sampler=W, map="offset", random_state=0).fit(X)
    assert np.ptp(drawn.phases_) > 1 and drawn.phases_.shape == (len(W),)
    ramps = ArcCosineFeatures(1, sampler=(W, weights)).fit(X)
    np.testing.assert_allclose(ramps.transform(X), np.sqrt(2 * weights) * np.maximum(X @ W.T, 0), atol=1e-6)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (np.ones(3), r"sampler must be .*: W must have shape \(n_freqs, d\), got \(3,\)"),
        (np.full((2, 2), np.nan), "sampler must be .*: W must be finite, got nan in row 0"),
        (np.ones((0, 2)), "sampler must be .*: W must have at least one row"),
        ((np.ones((3, 2)), [1, 1]), r"sampler must be .*: weights must have shape \(3,\)"),
        ((np.ones((3, 2)), [1, 1, -1]), "sampler must be .*: weights must"),
        (np.ones((2, 5)), r"sampler holds frequencies of 5 dimensions, X has 2"),
    ],
)
def test_arrays_that_are_no_frequencies(given, message):
    with pytest.raises(ValueError, match=message):
        RandomFourierFeatures(sampler=given).fit(np.zeros((4, 2)))


@every_map
def test_names_and_numbers_of_features(map_):
    features = RandomFourierFeatures(n_freqs=3, map=map_, random_state=0).fit(np.zeros((2, 2)))
    expected = ["cos0", "cos1", "cos2"] + (["sin0", "sin1", "sin2"] if map_ == "paired" else [])
    assert list(features.get_feature_names_out()) == expected
    assert features.transform(np.zeros((1, 2))).shape == (1, len(expected))
    features.set_output(transform="pandas")
    assert list(features.transform(np.zeros((1, 2))).columns) == expected


@pytest.mark.parametrize(
    "parameters, said",
    [
        ({"n_freqs": 0}, "^n_freqs must be a whole number of at least 1, got 0"),
        ({"n_freqs": 2.5}, "^n_freqs must be a whole number of at least 1, got 2.5"),
        ({"n_freqs": True}, "^n_freqs must be a whole number of at least 1, got True"),
        ({"map": "cos"}, "^map must be one of paired, offset, positive, optimal_positive, got 'cos'"),
        ({"sampler": "halto"}, "^sampler must be one of monte_carlo, .*, got 'halto'"),
        ({"sampler": None}, "^sampler must be one of monte_carlo, .*, got None"),
        ({"kernel": "rbf"}, "^kernel must be a kernel of rffviz.kernels or None, got 'rbf'"),
        ({"random_state": -1}, "^random_state must be a whole number of at least 0, got -1"),
        ({"sampler": "orthogonal", "kernel": Laplacian()}, "^sampler = 'orthogonal' is not defined here"),
        ({"sampler": FrequencySample(np.ones((2, 4)), np.ones(2), False, False)}, "4 dimensions, X has 3"),
        (
            {"sampler": FrequencySample(np.ones((2, 3)), np.ones(2), False, False), "map": "offset"},
            "^sampler must hold phases",
        ),
    ],
)
def test_transformer_refuses_in_fit_and_not_before(parameters, said):
    features = RandomFourierFeatures(**parameters)
    with pytest.raises(ValueError, match=said):
        features.fit(np.zeros((2, 3)))


@pytest.mark.parametrize("family", list(KERNELS.values()), ids=list(KERNELS))
def test_clone_keeps_an_equal_kernel_of_its_own(family):
    features = RandomFourierFeatures(family(1.7), n_freqs=5, random_state=0)
    copy = clone(features)
    assert copy.kernel == features.kernel and copy.kernel is not features.kernel
    copy.set_params(kernel__length_scale=3.0)
    assert (copy.kernel.length_scale, features.kernel.length_scale) == (3.0, 1.7)
    assert features.get_params()["kernel__length_scale"] == 1.7


def test_pipeline_and_grid_search_over_the_length_scale():
    X, y = load_diabetes(return_X_y=True)
    kernel = Gaussian(1.0)
    model = make_pipeline(StandardScaler(), RandomFourierFeatures(kernel, n_freqs=60, random_state=0), Ridge())
    search = GridSearchCV(model, {"randomfourierfeatures__kernel__length_scale": [0.05, 8.0]}, cv=3).fit(X, y)
    assert search.best_params_ == {"randomfourierfeatures__kernel__length_scale": 8.0}
    chosen = search.best_estimator_.named_steps["randomfourierfeatures"]
    assert chosen.kernel == Gaussian(8.0) and kernel == Gaussian(1.0)
    assert search.cv_results_["mean_test_score"][1] > search.cv_results_["mean_test_score"][0] + 0.2
    assert search.predict(X).shape == y.shape
