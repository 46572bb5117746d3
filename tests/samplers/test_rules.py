"""Moment matching and quadrature: exact moments, exactness degrees, and the bias each is known for."""

import math

import numpy as np
import pytest

from rffviz.kernels import Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.samplers import SAMPLERS, draw
from rffviz.samplers.quadrature import N_NODES, hermite_rule, simplex


@pytest.mark.parametrize(
    "kernel", [Gaussian(0.7), Matern(1.3, nu=2.5), RationalQuadratic(2.0, alpha=0.8), Cauchy(0.5)], ids=repr
)
@pytest.mark.parametrize("n_freqs", [7, 40])
def test_matched_moments_are_exact(kernel, n_freqs):
    fs = draw("moment_matching", kernel, 5, n_freqs, np.random.default_rng(3))
    scale = kernel.second_moment(5) / 5
    np.testing.assert_allclose(fs.W.mean(axis=0), 0, atol=1e-10 * math.sqrt(scale))
    np.testing.assert_allclose(fs.W.T @ fs.W / n_freqs, scale * np.eye(5), atol=1e-10 * scale)


@pytest.mark.release
def test_moment_matching_is_biased_and_less_so_with_more_frequencies():
    """In one dimension E k̂ − k falls as 1/m: measured at two m, each against its standard error."""
    kernel, delta = Gaussian(), np.array([2.0])
    bias = {}
    for m, seeds in ((6, 4000), (60, 4000)):
        values = np.array(
            [
                np.cos(draw("moment_matching", kernel, 1, m, np.random.default_rng(s)).W @ delta).mean()
                for s in range(seeds)
            ]
        )
        bias[m] = (values.mean() - kernel.of_difference(delta), values.std() / math.sqrt(seeds))
    assert abs(bias[6][0]) > 6 * bias[6][1]
    assert abs(bias[60][0]) < 0.35 * abs(bias[6][0])


def test_moment_matching_refuses_what_it_cannot_match():
    scheme = SAMPLERS["moment_matching"]
    for kernel in (Laplacian(), Matern(nu=0.5), Matern(nu=1.0)):
        assert "no finite variance" in scheme.refusal(kernel, 3)
    with pytest.raises(ValueError, match=r"n_freqs must be at least 125 for sampler = 'moment_matching' and d = 123"):
        draw("moment_matching", Gaussian(), 123, 124, np.random.default_rng(0))


def double_factorial(n):
    return math.prod(range(n, 0, -2))


def test_the_hermite_rule_is_exact_to_its_degree_and_not_beyond():
    nodes, weights = hermite_rule()
    assert len(nodes) == N_NODES
    for power in range(2 * N_NODES):
        exact = 0.0 if power % 2 else double_factorial(power - 1)
        assert weights @ nodes**power == pytest.approx(exact, rel=1e-9, abs=1e-6 * double_factorial(power))
    power = 2 * N_NODES
    assert abs(weights @ nodes**power / double_factorial(power - 1) - 1) > 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [Gaussian(1.3), Matern(1.1, nu=2.5), RationalQuadratic(1.2, alpha=2.0)], ids=repr)
def test_drawn_nodes_have_the_rules_value_on_average(kernel):
    """Over draws k̂ is the product of one-dimensional sums, mixed over the kernel's scale."""
    delta = np.array([0.8, -1.9, 0.4])
    nodes, weights = hermite_rule()
    scales = kernel.normal_scale(200_000, np.random.default_rng(0))
    if isinstance(kernel, Gaussian):
        scales = scales[:1]
    values = np.prod([np.cos(np.outer(scales, nodes) * step) @ weights for step in delta], axis=0)
    fs = draw("quadrature", kernel, 3, 60_000, np.random.default_rng(1))
    waves = np.cos(fs.W @ delta)
    error = math.hypot(waves.std() / math.sqrt(len(waves)), values.std() / math.sqrt(len(values)))
    assert abs(waves.mean() - values.mean()) <= 4 * error
    assert set(np.round(np.abs(draw("quadrature", Gaussian(), 2, 500, np.random.default_rng(0)).W).ravel(), 9)) <= set(
        np.round(np.abs(nodes), 9)
    )


def test_far_differences_of_the_rule_are_biased():
    nodes, weights = hermite_rule()
    assert abs(np.cos(3.0 * nodes) @ weights - math.exp(-4.5)) < 1e-6
    far = np.linspace(8, 16, 81)  # the kernel is below 10⁻¹³ there
    assert np.abs(np.cos(np.outer(far, nodes)) @ weights).max() > 0.1


@pytest.mark.parametrize("d", [1, 2, 5, 20])
def test_simplex_corners_are_as_far_apart_as_can_be(d):
    corners = simplex(d)
    expected = np.full((d + 1, d + 1), -1 / d) + (1 + 1 / d) * np.eye(d + 1)
    np.testing.assert_allclose(corners @ corners.T, expected, atol=1e-12)


@pytest.mark.parametrize("d, blocks", [(1, 3), (2, 1), (5, 4), (20, 2)])
def test_spherical_radial_rule_has_exact_moments_and_positive_weights(d, blocks):
    for seed in range(20):  # the centre's weight would be negative in a third of them
        fs = draw("spherical_radial", Gaussian(1.6), d, blocks * (d + 1), np.random.default_rng(seed))
        assert fs.weights.min() > 0 and fs.weights.sum() == pytest.approx(1, abs=1e-12)
        np.testing.assert_allclose(fs.W.T @ (fs.weights[:, None] * fs.W), np.eye(d) / 1.6**2, atol=1e-12)
        np.testing.assert_allclose(fs.weights @ fs.W, 0, atol=1e-12)


@pytest.mark.release
def test_spherical_radial_lengths_follow_its_rule():
    """ρ² ~ χ²(d + 2) up to the common factor, which tends to 1."""
    fs = draw("spherical_radial", Gaussian(), 3, 4 * 5000, np.random.default_rng(0))
    square = np.square(fs.W).sum(axis=1).reshape(-1, 4)
    np.testing.assert_allclose(square, square[:, :1] * np.ones(4), rtol=1e-9)
    assert square[:, 0].mean() == pytest.approx(5, abs=4 * math.sqrt(10 / 5000) + 0.1)


@pytest.mark.release
def test_near_points_are_compared_better_than_by_independent_draws():
    delta = np.array([0.2, -0.1, 0.25])
    kernel, seeds = Gaussian(), 200
    rms = {}
    for name in ("spherical_radial", "monte_carlo"):
        samples = [draw(name, kernel, 3, 32, np.random.default_rng(seed)) for seed in range(seeds)]
        errors = [fs.weights @ np.cos(fs.W @ delta) - kernel.of_difference(delta) for fs in samples]
        rms[name] = math.sqrt(np.mean(np.square(errors)))
    assert rms["spherical_radial"] < 0.3 * rms["monte_carlo"]


def test_rules_refuse_other_laws():
    assert "Gauss–Hermite" in SAMPLERS["quadrature"].refusal(Cauchy(), 2)
    assert "normal frequencies" in SAMPLERS["spherical_radial"].refusal(Matern(), 2)
    assert SAMPLERS["spherical_radial"].refusal(Gaussian(), 2) == ""
