"""Coupled norms: the exact couplings, the law of each row, variances by quadrature, and what falls on data."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.spatial.distance import pdist

from rffviz.datasets import load
from rffviz.kernels import Gaussian, Matern, RationalQuadratic
from rffviz.samplers import draw

COUPLED = ["orthogonal_pairs", "orthogonal_strata", "orthogonal_strata_all"]
ISOTROPIC = [Gaussian(0.7), Matern(0.7, nu=0.5), Matern(1.3, nu=2.2), RationalQuadratic(1.3, alpha=0.8)]
every_isotropic = pytest.mark.parametrize("kernel", ISOTROPIC, ids=repr)


def drawn(name, kernel, d, m, seed=0):
    return draw(name, kernel, d, m, np.random.default_rng(seed))


def places(name, kernel, d, m, seed=0):
    """Each row's place in the law of ‖ω‖."""
    return kernel.radius_cdf(np.linalg.norm(drawn(name, kernel, d, m, seed).W, axis=1), d)


@every_isotropic
@pytest.mark.parametrize("d, m", [(1, 6), (4, 12), (5, 13)])
def test_pairs_stand_at_opposite_places(kernel, d, m):
    found = places("orthogonal_pairs", kernel, d, m)
    whole = m // 2 * 2
    np.testing.assert_allclose(found[:whole:2] + found[1:whole:2], 1, atol=1e-6)
    assert np.ptp(found[::2]) > 0.2


@every_isotropic
@pytest.mark.parametrize("name, size", [("orthogonal_strata", 5), ("orthogonal_strata_all", 40)])
def test_each_stratum_holds_one(kernel, name, size):
    orders = np.floor(size * places(name, kernel, 5, 40)).astype(int).reshape(-1, size)
    np.testing.assert_array_equal(np.sort(orders, axis=1), np.tile(np.arange(size), (len(orders), 1)))
    assert (orders != np.arange(size)).any() and len(np.unique(orders, axis=0)) == len(orders)


@pytest.mark.release
@pytest.mark.parametrize("name", COUPLED)
@pytest.mark.parametrize("kernel", [ISOTROPIC[0], ISOTROPIC[3]], ids=repr)
def test_each_row_alone_has_the_radius_law_and_does_not_know_its_block(name, kernel):
    n = 700
    found = np.array([places(name, kernel, 3, 6, seed) for seed in range(n)])
    for row in found.T:
        assert stats.kstest(row, "uniform").statistic < math.sqrt(math.log(2 * 6 / 1e-5) / (2 * n))
    far = np.corrcoef(found[:, 0], found[:, 5])[0, 1]  # the other block: no pair, no strata in common
    expected = -(1 - 1 / 36) / 5 if name == "orthogonal_strata_all" else 0
    assert abs(far - expected) < 4 / math.sqrt(n)


@pytest.mark.parametrize("name", COUPLED)
def test_directions_of_a_block_are_orthogonal(name):
    W = drawn(name, Matern(nu=0.7), 5, 13).W
    units = W / np.linalg.norm(W, axis=1, keepdims=True)
    for start in (0, 5, 10):
        block = units[start : start + 5]
        np.testing.assert_allclose(block @ block.T, np.eye(len(block)), atol=1e-12)


@pytest.mark.release
@pytest.mark.parametrize("name", COUPLED)
def test_the_variance_on_a_line_is_that_of_the_coupling(name):
    """d = 1: k̂ is a function of the uniforms alone, so that quadrature over them gives its variance."""
    kernel, m, delta, n_seeds = Gaussian(), 4, 1.3, 1500
    u = (np.arange(200_000) + 0.5) / 200_000
    wave = np.cos(kernel.radius_quantile(u, 1) * delta)
    variance = {
        "orthogonal_pairs": np.var((wave + wave[::-1]) / 2) / (m / 2),
        "orthogonal_strata": (0.5 + 0.5 * math.exp(-2 * delta**2) - math.exp(-(delta**2))) / m,  # one row a block
        "orthogonal_strata_all": wave.reshape(m, -1).var(axis=1).sum() / m**2,
    }[name]
    rng = np.random.default_rng(2)
    values = np.array([np.cos(draw(name, kernel, 1, m, rng).W[:, 0] * delta).mean() for _ in range(n_seeds)])
    squares = np.square(values - kernel.of_difference([delta]))
    assert abs(squares.mean() - variance) <= 4 * squares.std() / math.sqrt(n_seeds)
    assert abs(values.mean() - kernel.of_difference([delta])) <= 4 * math.sqrt(variance / n_seeds)


@pytest.mark.release
def test_the_mean_square_falls_on_data_and_the_largest_error_does_not():
    X = load("diabetes").X
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    kernel = Gaussian(float(np.median(pdist(X))))
    X = X[:150]
    K, pairs = kernel(X), np.triu_indices(150, 1)

    def errors(name):
        """Root mean square and largest error of each seed; the seed's directions are the same for all schemes."""
        found = []
        for seed in range(60):
            angles = X @ drawn(name, kernel, 10, 200, seed).W.T
            gap = ((np.cos(angles) @ np.cos(angles).T + np.sin(angles) @ np.sin(angles).T) / 200 - K)[pairs]
            found.append((np.sqrt(np.mean(gap**2)), np.abs(gap).max()))
        return np.array(found)

    independent = errors("orthogonal")
    assert independent[:, 0].mean() == pytest.approx(0.0165, abs=0.0015)
    for name in COUPLED:
        ratio = errors(name).mean(axis=0) / independent.mean(axis=0)
        assert 0.8 < ratio[0] < 0.93 and 0.93 < ratio[1] < 1.04
