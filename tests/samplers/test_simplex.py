"""Simplex features: their angles, the exact variance of a block, and which map they are good for."""

import math

import numpy as np
import pytest
from scipy import special, stats

from rffviz.features import positive_map
from rffviz.kernels import Gaussian, Matern, RationalQuadratic
from rffviz.samplers import draw


def drawn(name, kernel, d, m, seed=0):
    return draw(name, kernel, d, m, np.random.default_rng(seed))


def oblique(d):
    direction = np.random.default_rng(1).standard_normal(d)
    return direction / np.linalg.norm(direction)


@pytest.mark.parametrize("kernel", [Gaussian(0.7), Matern(1.3, nu=0.5), RationalQuadratic(1.3, alpha=0.8)], ids=repr)
@pytest.mark.parametrize("d, m", [(2, 7), (3, 8), (8, 8), (8, 5), (20, 45)])
def test_directions_of_a_block_are_as_far_apart_as_d_can_be(kernel, d, m):
    W = drawn("simplex", kernel, d, m).W
    units = W / np.linalg.norm(W, axis=1, keepdims=True)
    for start in range(0, m, d):
        block = units[start : start + d]
        n = len(block)
        expected = np.full((n, n), -1 / (d - 1)) + d / (d - 1) * np.eye(n)
        np.testing.assert_allclose(block @ block.T, expected, atol=1e-12)
    across = units[:d] @ units[d:].T + 1 / (d - 1)
    assert np.abs(across).max(initial=0) > 1e-3 or m <= d  # blocks are turned each in its own way


@pytest.mark.release
@pytest.mark.parametrize("d, row", [(2, 1), (5, 0), (5, 4)])
def test_each_row_alone_has_the_law_of_the_kernels_frequencies(d, row):
    n, kernel = 3000, Matern(0.8, nu=1.2)
    W = drawn("simplex", kernel, d, n * d).W[row::d]
    radii = np.linalg.norm(W, axis=1)
    bound = math.sqrt(math.log(2 / 1e-5) / (2 * n))
    assert stats.kstest(kernel.radius_cdf(radii, d), "uniform").statistic < bound
    along = W @ oblique(d) / radii
    assert stats.kstest((1 + along) / 2, stats.beta((d - 1) / 2, (d - 1) / 2).cdf).statistic < bound


def covariance(kernel, d, cosine, delta):
    """Cov(cos ω_1·δ, cos ω_2·δ) for directions at a fixed angle turned by Haar: a spherical wave of ω_1 ± ω_2."""

    def wave(t):  # E cos(√t u·δ) over uniform directions u, |δ| = delta
        r = np.sqrt(np.maximum(t, 1e-12)) * delta
        return special.gamma(d / 2) * (2 / r) ** (d / 2 - 1) * special.jv(d / 2 - 1, r)

    r = kernel.radius_quantile((np.arange(400) + 0.5) / 400, d)
    a, b = r[:, None], r[None, :]
    product = (wave(a**2 + b**2 + 2 * a * b * cosine) + wave(a**2 + b**2 - 2 * a * b * cosine)) / 2
    return float(product.mean() - wave(r**2).mean() ** 2)


@pytest.mark.release
@pytest.mark.parametrize("d, delta", [(2, 1.0), (3, 1.5), (8, 1.5)])
def test_a_block_has_the_variance_of_its_angles(d, delta):
    """For cosines orthogonal directions are better, and the plane is worse than independent draws."""
    kernel, n_seeds = Gaussian(), 1500
    k, k2 = math.exp(-(delta**2) / 2), math.exp(-2 * delta**2)
    independent = (0.5 + 0.5 * k2 - k**2) / d
    rng, variance = np.random.default_rng(4), {}
    for name, cosine in (("orthogonal", 0.0), ("simplex", -1 / (d - 1))):
        variance[name] = independent + (d - 1) / d * covariance(kernel, d, cosine, delta)
        waves = (np.cos(draw(name, kernel, d, d, rng).W @ (delta * oblique(d))).mean() for _ in range(n_seeds))
        values = np.fromiter(waves, float)
        squares = np.square(values - k)
        assert abs(values.mean() - k) <= 4 * math.sqrt(variance[name] / n_seeds)
        assert abs(squares.mean() - variance[name]) <= 4 * squares.std() / math.sqrt(n_seeds)
    assert variance["orthogonal"] < variance["simplex"]
    assert (variance["simplex"] > independent) == (d == 2)


@pytest.mark.release
def test_positive_features_vary_less_than_orthogonal_ones():
    """What the source proves; near the centre lengths add up, ω_i·(x + y) being what varies."""
    x, y = np.array([[0.25, -0.1, 0.05], [0.15, 0.1, -0.3]]), np.array([[0.2, -0.15, 0.15], [0.25, 0.2, -0.25]])
    k, n_seeds, variance = np.diag(Gaussian()(x, y)), 1200, {}
    for name in ("orthogonal", "simplex"):
        rng = np.random.default_rng(5)
        maps = (positive_map(np.r_[x, y], draw(name, Gaussian(), 3, 3, rng).W, dtype=float) for _ in range(n_seeds))
        values = np.array([(Z[:2] * Z[2:]).sum(axis=1) for Z in maps])
        variance[name] = values.var(axis=0)
        assert (np.abs(values.mean(axis=0) - k) < 4 * np.sqrt(variance[name] / n_seeds)).all()
    assert (variance["simplex"] < 0.75 * variance["orthogonal"]).all()


def test_one_dimension_has_signs_and_the_plane_says_that_directions_pair():
    assert set(np.sign(drawn("simplex", Gaussian(), 1, 50).W.ravel())) == {-1.0, 1.0}
    assert "opposite" in str(drawn("simplex", Gaussian(), 2, 8).notes[0])
    assert drawn("simplex", Gaussian(), 3, 8).notes == ()
