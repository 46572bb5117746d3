"""Features in few bits: levels, mean and variance of rounding, what a row and a seed decide, rounded frequencies."""

import math

import numpy as np
import pytest

from rffviz.features import LowPrecisionFeatures, RandomFourierFeatures, rounded_features, rounded_frequencies
from rffviz.kernels import Gaussian
from tests import contract


@pytest.mark.slow
@contract.every(
    LowPrecisionFeatures(random_state=0), LowPrecisionFeatures(bits=1, frequency_bits=2, map="offset", random_state=0)
)
def test_scikit_learn_estimator(estimator):
    assert contract.broken(estimator) == {}


@pytest.mark.parametrize("bits", [1, 2, 4])
def test_rounding_in_naive_loops_keeps_the_mean(bits):
    """Each value goes to one of its two neighbouring levels; mean and variance over draws are as the formulas say."""
    rng, n = np.random.default_rng(bits), 40_000
    levels = [-1 + 2 * i / (2**bits - 1) for i in range(2**bits)]
    for z in (-1.0, -0.61, 0.02, 0.5, 0.97, 1.0):
        rounded = rounded_features(np.full(n, z), bits, rng.random(n)).astype(float)
        low = max(level for level in levels if level <= z + 1e-12)
        high = min((level for level in levels if level > z + 1e-12), default=low)
        assert set(np.round(rounded, 5)) <= {round(low, 5), round(high, 5)}
        variance = (z - low) * (high - z)
        assert abs(rounded.mean() - z) <= 4 * math.sqrt(variance / n) + 1e-6
        assert rounded.var() == pytest.approx(variance, abs=0.02)
    edge = rounded_features(np.array([0.2]), bits, np.array([1 - 2.0**-53]))
    assert edge[0] <= 1


@pytest.mark.release
def test_one_bit_has_the_variance_of_signs():
    """Var k̂ = (2 + k′ − k²)/m with k′ = 4 E[cos ωx sin ωx cos ωy sin ωy], as x and y are; measured over seeds."""
    x, y = np.array([0.9, -0.4]), np.array([0.1, 0.5])
    kernel, m, n_seeds = Gaussian(1.3), 16, 3000
    W = kernel.sample(200_000, 2, np.random.default_rng(0))
    both = 4 * np.mean(np.cos(W @ x) * np.sin(W @ x) * np.cos(W @ y) * np.sin(W @ y)) / 2
    k = kernel.of_difference(x - y)
    variance = (2 + both - k * k) / m
    values = []
    for seed in range(n_seeds):
        Z = LowPrecisionFeatures(kernel, m, bits=1, random_state=seed).fit_transform(np.stack([x, y])).astype(float)
        values.append(Z[0] @ Z[1])
    squares = np.square(np.array(values) - k)
    assert abs(np.mean(values) - k) <= 4 * math.sqrt(variance / n_seeds)
    assert abs(squares.mean() - variance) <= 4 * squares.std() / math.sqrt(n_seeds)


@pytest.mark.parametrize("map_name", ["paired", "offset"])
@pytest.mark.parametrize("bits", [1, 3, 8, 16])
def test_features_lie_within_a_step_of_the_unrounded(map_name, bits):
    X = np.random.default_rng(1).standard_normal((20, 3))
    rounded = LowPrecisionFeatures(Gaussian(), 50, bits=bits, map=map_name, random_state=4).fit(X)
    plain = RandomFourierFeatures(Gaussian(), 50, map=map_name, random_state=4).fit(X)
    root = math.sqrt((2 if map_name == "offset" else 1) / 50)
    Z, step = rounded.transform(X), 2 * root / (2**bits - 1)
    assert Z.dtype == np.float32 and len(np.unique(np.round((Z / root + 1) * (2**bits - 1) / 2, 3))) <= 2**bits
    assert np.abs(Z - plain.transform(X)).max() <= step * 1.001
    assert rounded.bits_per_point_ == bits * Z.shape[1]


def test_a_row_and_the_seed_decide():
    """Alone, in another place and given twice a row has the same features; another row is rounded apart."""
    X = np.random.default_rng(2).standard_normal((6, 2))
    features = LowPrecisionFeatures(Gaussian(), 200, bits=1, random_state=3).fit(X)
    Z = features.transform(X)
    np.testing.assert_array_equal(features.transform(X[[4, 1, 4]]), Z[[4, 1, 4]])
    near = features.transform(X + 1e-9)
    assert (near != Z).mean() > 0.2
    other = LowPrecisionFeatures(Gaussian(), sampler=features.sample_, bits=1, random_state=5).fit(X)
    np.testing.assert_array_equal(other.frequencies_, features.frequencies_)
    assert (other.transform(X) != Z).mean() > 0.2
    np.testing.assert_allclose(np.square(Z).sum(axis=1), 2, rtol=1e-5)


def test_rounded_frequencies_have_their_levels_and_mean_square():
    W = Gaussian(0.7).sample(500, 4, np.random.default_rng(0))
    for bits in (1, 2, 6):
        rounded = rounded_frequencies(W, bits)
        assert rounded.shape == W.shape and len(np.unique(rounded)) == 2**bits
        assert np.mean(rounded**2) == pytest.approx(np.mean(W**2), rel=1e-12)
        below = np.argsort(W, axis=None)
        assert (np.diff(rounded.ravel()[below]) >= 0).all()
    np.testing.assert_allclose(np.abs(rounded_frequencies(W, 1)), np.sqrt(np.mean(W**2)), rtol=0.05)
    assert np.abs(rounded_frequencies(W, 11) - W).max() < 0.2
    np.testing.assert_array_equal(rounded_frequencies(np.zeros((3, 2)), 2), 0)


def test_transform_uses_the_rounded_frequencies():
    """Of a structured scheme too, whose fast product is that of the unrounded ones."""
    X = np.random.default_rng(0).standard_normal((8, 16))
    features = LowPrecisionFeatures(
        Gaussian(4.0), 512, bits=16, frequency_bits=1, sampler="circulant", random_state=0
    ).fit(X)
    assert len(np.unique(features.frequencies_)) == 2
    angles = X @ features.frequencies_.T
    expected = np.hstack([np.cos(angles), np.sin(angles)]) / math.sqrt(512)
    np.testing.assert_allclose(features.transform(X), expected, atol=1e-4)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"bits": 0}, "^bits must be a whole number from 1 to 16, got 0"),
        ({"bits": 17}, "^bits must be a whole number from 1 to 16, got 17"),
        ({"frequency_bits": 0}, "^bits must be a whole number from 1 to 16, got 0"),
        ({"map": "positive"}, "^map must be one of paired, offset, got 'positive'"),
    ],
)
def test_refused(settings, said):
    with pytest.raises(ValueError, match=said):
        LowPrecisionFeatures(**settings).fit(np.zeros((3, 2)))
