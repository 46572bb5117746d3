"""Spherical structured features: their points, the rows chosen, the law of each row, and the floor of the error."""

import math

import numpy as np
import pytest
from scipy import stats

from rffviz.kernels import Gaussian, Matern, RationalQuadratic
from rffviz.samplers import draw
from rffviz.samplers.spherical_structured import chosen_rows, energy, prime_from, sphere_points


def drawn(kernel, d, m, seed=0):
    return draw("spherical_structured", kernel, d, m, np.random.default_rng(seed))


def summed(rows, n):
    """Σ_k e^{2πikt/n} for t = 1 … (n − 1)/2, term by term."""
    return np.array([sum(np.exp(2j * np.pi * k * t / n) for k in rows) for t in range(1, (n + 1) // 2)])


def test_primes():
    assert [prime_from(n) for n in (1, 2, 3, 4, 8, 9, 24, 25, 90, 121, 2048)] == [
        3, 3, 3, 5, 11, 11, 29, 29, 97, 127, 2053,
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("n, h", [(29, 2), (53, 5), (13, 12), (67, 8)])
def test_no_exchange_of_one_row_lowers_the_energy(n, h):
    rows = chosen_rows(n, h)
    assert len(set(rows)) == h and all(1 <= k < n for k in rows)
    best = energy(summed(rows, n), h)
    for place in range(h):
        for k in set(range(1, n)) - set(rows):
            other = [*rows[:place], k, *rows[place + 1 :]]
            assert energy(summed(other, n), h) >= best - 1e-9
    rng = np.random.default_rng(1)
    random = [energy(summed(rng.permutation(np.arange(1, n))[:h], n), h) for _ in range(20)]
    assert best < np.mean(random) or h == n - 1


def test_the_energy_is_that_of_the_lines_through_all_points():
    """Over pairs of the 2n points, by their inner products."""
    points = sphere_points(10, 6).reshape(-1, 6)
    n = len(points) // 2
    assert n == 11
    np.testing.assert_allclose(np.linalg.norm(points, axis=1), 1, atol=1e-12)
    cosine = (points @ points.T)[np.triu_indices(2 * n, 1)]
    lines = -np.log(1 - cosine**2).sum() / 2
    # each t stands for 2n pairs with ±C_t and 2n with ±S_t; a point and its own quarter turn are orthogonal
    assert lines == pytest.approx(2 * n * energy(summed(chosen_rows(n, 3), n), 3), rel=1e-9)


@pytest.mark.parametrize("d, m", [(2, 22), (6, 22), (16, 30), (20, 5)])
def test_directions_are_the_points_turned(d, m):
    W = drawn(Matern(0.7, nu=0.8), d, m).W
    units = W / np.linalg.norm(W, axis=1, keepdims=True)
    points = sphere_points(-(-m // 2), d).reshape(-1, d)
    known = np.unique((points @ points.T).round(9))
    found = (units @ units.T).ravel()
    gap = np.abs(found[:, None] - known[None, :]).min(axis=1)
    assert gap.max() < 1e-8
    if m == len(points):
        np.testing.assert_allclose(np.sort(found), np.sort((points @ points.T).ravel()), atol=1e-12)


def test_lines_of_the_plane_are_equally_spaced():
    W = drawn(Gaussian(), 2, 22).W
    angles = np.sort(np.mod(np.arctan2(W[:, 1], W[:, 0]), np.pi))
    np.testing.assert_allclose(np.diff(angles), np.pi / 22, atol=1e-12)


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(0.7), Matern(0.8, nu=1.2), RationalQuadratic(1.3, alpha=0.8)], ids=repr)
@pytest.mark.parametrize("d", [1, 3, 4])
def test_each_row_alone_has_the_law_of_the_kernels_frequencies(kernel, d):
    """Also where a coordinate was cut away."""
    n = 1500
    rng = np.random.default_rng(8)
    W = np.array([draw("spherical_structured", kernel, d, 5, rng).W[[0, 4]] for _ in range(n)])
    oblique = np.array([0.48, -0.6, 0.64, 0.3])[:d]
    oblique /= np.linalg.norm(oblique)
    bound = math.sqrt(math.log(2 / 1e-6) / (2 * n))
    for rows in W.swapaxes(0, 1):
        radii = np.linalg.norm(rows, axis=1)
        assert stats.kstest(kernel.radius_cdf(radii, d), "uniform").statistic < bound
        along = rows @ oblique / radii
        distribution = stats.beta((d - 1) / 2, (d - 1) / 2).cdf if d > 1 else None
        distance = (
            stats.kstest((1 + along) / 2, distribution).statistic if distribution else abs(np.mean(along > 0) - 0.5)
        )
        assert distance < bound


@pytest.mark.release
def test_the_error_falls_to_the_floor_of_the_torus():
    """d = 4: beside the mean over the whole torus |z_1| = |z_2|, turned at random, the normal radii integrated."""
    kernel, delta, m, n_seeds = Gaussian(), 2.5, 1000, 300
    u = stats.chi(4).ppf((np.arange(100) + 0.5) / 100)
    angle = 2 * np.pi * np.arange(24) / 24
    first, second = np.meshgrid(angle, angle)
    torus = np.stack([np.cos(first), np.sin(first), np.cos(second), np.sin(second)], axis=-1).reshape(-1, 4)
    directions = np.random.default_rng(0).standard_normal((600, 4))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    turned = np.array([np.cos(delta * np.outer(torus @ one / math.sqrt(2), u)).mean() for one in directions])
    floor = turned.var()
    rng = np.random.default_rng(1)
    x = np.array([0.5, -0.5, 0.1, 0.7])
    samples = (draw("spherical_structured", kernel, 4, m, rng).W for _ in range(n_seeds))
    values = np.array([np.cos(W @ (delta * x / np.linalg.norm(x))).mean() for W in samples])
    assert abs(values.mean() - math.exp(-(delta**2) / 2)) < 4 * values.std() / math.sqrt(n_seeds)
    assert values.var() == pytest.approx(floor + 0.5 / m, rel=0.35)  # about ½/m is left of the radii
    assert floor > 3 * 0.5 / m  # what independent draws have


def test_notes():
    assert [each.code for each in drawn(Gaussian(), 5, 9).notes] == ["padded_by_one", "on_a_torus"]
    assert drawn(Gaussian(), 2, 9).notes == () and len(drawn(Gaussian(), 1, 9).notes) == 1
