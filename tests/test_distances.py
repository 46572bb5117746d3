"""Squared distances, and the kernels of them, against naive loops over differences where the fast formula cancels."""

import math

import numpy as np
import pytest

from rffviz.foundation.distances import nearest_of, squared_distances
from rffviz.kernels import (
    Cauchy,
    ExponentialPower,
    Gaussian,
    GeneralisedCauchy,
    Laplacian,
    Matern,
    RationalQuadratic,
    median_length_scale,
)
from rffviz.measure.guarantees import diameter

KERNELS = (
    Gaussian(1.7),
    Laplacian(2.7),
    Cauchy(1.7),
    Matern(1.7, nu=0.5),
    Matern(1.7, nu=1.5),
    Matern(1.7, nu=0.8),
    RationalQuadratic(1.7),
    ExponentialPower(1.7, exponent=1.3),
    GeneralisedCauchy(1.7),
)


def scattered(n=60, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def one_far(size):
    X = scattered()
    X[7, 1] = size
    return X


def two_clusters(n_far):
    X = scattered()
    X[:n_far] += 3e9
    return X


CASES = {
    "ordinary": scattered(),
    "one at 1e10": one_far(1e10),
    "one at 1e140": one_far(1e140),
    "half of a row's numbers far away": np.where(np.arange(60)[:, None] % 7 == 0, scattered() * 1e12, scattered()),
    "an offset of 1e9": scattered() + 1e9,
    "an offset of 1e12 in one column": scattered() + np.array([0, 1e12, 0]),
    "two clusters": two_clusters(30),
    "a small cluster far away": two_clusters(5),
    "repeats": np.repeat(scattered(12), 5, axis=0) + 1e5,
    "one dimension": scattered(d=1) + 1e7,
    "many dimensions": scattered(d=300) / 10 + 1e6,
}
every_case = pytest.mark.parametrize("X", CASES.values(), ids=CASES)


def others(X):
    """Some of the same points, and some near them."""
    Y = np.vstack([X[::4], X[:5]])
    Y[-5:, 0] += [0.5, 1, 2, 4, 8]
    return Y


def naive(X, Y):
    return np.array([[math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for y in Y] for x in X])


@pytest.mark.slow
@every_case
def test_squared_distances_by_naive_loops_of_differences(X):
    Y = others(X)
    np.testing.assert_allclose(squared_distances(X), naive(X, X), rtol=1e-10, atol=0)
    np.testing.assert_allclose(squared_distances(X, Y), naive(X, Y), rtol=1e-10, atol=0)
    np.testing.assert_allclose(squared_distances(X, Y, 2.3), naive(X, Y) / 2.3**2, rtol=1e-10, atol=0)
    places, distances = nearest_of(X, Y)
    np.testing.assert_allclose(distances, np.sqrt(naive(X, Y).min(axis=1)), rtol=1e-10, atol=0)
    np.testing.assert_allclose(np.linalg.norm(X - Y[places], axis=1), distances, rtol=1e-10, atol=0)


@pytest.mark.release
@every_case
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_kernels_by_differences(kernel, X):
    Y = others(X)
    expected = np.array([[kernel.of_difference(x - y) for y in Y] for x in X])
    assert (np.histogram(expected, [0, 0.2, 0.5, 0.8, 1])[0] > 0).all()  # spread over (0, 1)
    np.testing.assert_allclose(kernel(X, Y), expected, rtol=0, atol=1e-10)
    K = kernel(X)
    np.testing.assert_allclose(K, [[kernel.of_difference(x - y) for y in X] for x in X], rtol=0, atol=1e-10)
    np.testing.assert_array_equal(np.diag(K), 1)


def test_more_points_than_one_block_holds():
    X = np.vstack([scattered(700), scattered(700, seed=1) + 1e9, scattered(100)])
    squared = squared_distances(X)
    for i in (0, 699, 700, 1450):
        np.testing.assert_allclose(squared[i], np.square(X - X[i]).sum(axis=1), rtol=1e-10, atol=0)


def test_squares_too_large_for_a_number_are_infinite_and_their_kernel_0():
    X = np.array([[0.0], [1.0], [1e150]])
    np.testing.assert_allclose(Gaussian(1e-10)(X), np.eye(3))


@pytest.mark.slow
@every_case
def test_lengths_that_are_measured_elsewhere(X):
    squared = naive(X, X)
    assert diameter(X).value == pytest.approx(math.sqrt(squared.max()), rel=1e-12)
    expected = np.median(np.sqrt(squared[np.triu_indices(len(X), 1)]))
    assert median_length_scale(Gaussian, X) == pytest.approx(expected, rel=1e-12)
