"""Claim 1's density: its constant and radial law by integration, and that no other density has a smaller error."""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from rffviz.kernels import KERNELS, Gaussian
from rffviz.samplers import draw
from rffviz.theory import optimal_log_density, optimal_radius_cdf, optimal_radius_pdf

SCALES = [(1.0, 2.0), (2.5, 0.7), (0.2, 3.0)]


def printed(square, length_scale, variance):
    """q as the claim prints it, without a constant."""
    return np.sqrt(np.exp(-(length_scale**2) * square) + np.exp(-(length_scale**2 + 2 * variance) * square))


@pytest.mark.slow
@pytest.mark.parametrize(("length_scale", "variance"), SCALES)
@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_density_is_the_printed_one_and_integrates_to_one(d, length_scale, variance):
    kernel, far = Gaussian(length_scale), 12 / length_scale

    def q(*w):
        return math.exp(optimal_log_density(kernel, math.sqrt(sum(c * c for c in w)), d, variance))

    nodes, weights = np.polynomial.legendre.leggauss(120)
    nodes, weights = far * (nodes + 1) / 2, far * weights / 2  # one orthant, 2^d of them
    grids = np.meshgrid(*[nodes] * d)
    mass = np.prod(np.meshgrid(*[weights] * d), axis=0)
    square = sum(grid**2 for grid in grids)
    assert 2**d * np.sum(mass * np.exp(optimal_log_density(kernel, np.sqrt(square), d, variance))) == pytest.approx(1)
    constant = 2**d * np.sum(mass * printed(square, length_scale, variance))
    for w in ([0.1] * d, [0.9 / length_scale] * d, [2.0 / length_scale] * d):
        exact = printed(sum(c * c for c in w), length_scale, variance) / constant
        assert q(*w) == pytest.approx(exact, rel=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize(("length_scale", "variance"), [*SCALES, (1e-3, 2.0), (40.0, 2.0)])
@pytest.mark.parametrize("d", [1, 2, 3, 16, 123, 784])
def test_the_radial_law_is_the_integral_of_its_density(d, length_scale, variance):
    kernel = Gaussian(length_scale)
    distribution = stats.chi(d, scale=1 / length_scale)
    places = distribution.ppf([1e-12, 0.01, 0.2, 0.5, 0.8, 0.99, 1 - 1e-12])

    def density(r):
        return optimal_radius_pdf(kernel, r, d, variance)

    pieces = [
        integrate.quad(density, low, high, epsabs=1e-13, epsrel=1e-11, limit=200)[0]
        for low, high in zip(np.append(0, places), np.append(places, distribution.isf(1e-16)), strict=False)
    ]
    assert sum(pieces) == pytest.approx(1, abs=1e-9)
    np.testing.assert_allclose(optimal_radius_cdf(kernel, places, d, variance), np.cumsum(pieces[:-1]), atol=2e-9)


@pytest.mark.parametrize("d", [1, 2, 3, 50])
def test_radial_density_is_the_density_times_the_sphere(d):
    kernel, r = Gaussian(0.8), np.linspace(0.3, 12, 9)
    log_sphere = math.log(2) + d / 2 * math.log(math.pi) - math.lgamma(d / 2) + (d - 1) * np.log(r)
    expected = np.exp(optimal_log_density(kernel, r, d) + log_sphere)
    np.testing.assert_allclose(optimal_radius_pdf(kernel, r, d), expected, rtol=1e-9)


@pytest.mark.parametrize("d", [2, 20])
def test_the_scheme_draws_from_this_law(d):
    kernel = Gaussian(1.5)
    W = draw("importance", kernel, d, 20_000, np.random.default_rng(0)).W
    radii = np.linalg.norm(W, axis=1)
    assert stats.kstest(radii, lambda r: optimal_radius_cdf(kernel, r, d)).pvalue > 1e-3
    if d == 2:
        assert stats.kstest(radii, lambda r: kernel.radius_cdf(r, d)).pvalue < 1e-6  # it could tell q from p


def test_no_spread_of_the_data_leaves_the_kernel_s_own_density():
    kernel, r = Gaussian(0.7), np.array([0.0, 0.4, 2.0, 5.0])
    W = np.column_stack([r, np.zeros(4), np.zeros(4)])
    np.testing.assert_allclose(optimal_log_density(kernel, r, 3, 0.0), kernel.log_spectral_density(W), atol=1e-12)
    np.testing.assert_allclose(optimal_radius_cdf(kernel, r, 3, 0.0), kernel.radius_cdf(r, 3), atol=1e-9)


def test_ends_and_shapes():
    kernel = Gaussian(1.0)
    assert optimal_radius_cdf(kernel, [[0.0, math.inf]], 4).tolist() == [[0.0, 1.0]]
    assert optimal_radius_pdf(kernel, 0.0, 2) == 0.0 and optimal_log_density(kernel, math.inf, 2) == -math.inf
    assert np.all(np.diff(optimal_radius_cdf(kernel, np.linspace(0, 6, 500), 3)) >= 0)


# --- that it is the best ----------------------------------------------------------------------------------------------

W_GRID, W_MASS = (lambda x, w: (9 * x, 9 * w))(*np.polynomial.legendre.leggauss(300))
DELTA_GRID, DELTA_MASS = np.polynomial.hermite_e.hermegauss(80)


def mean_squared_error(log_q, length_scale, variance):
    """m E(k̂ − k)² over δ ~ N(0, σ₀²), for k̂ = (1/m) Σ (p/q)(ω_j) cos(ω_j δ), in one dimension, by quadrature.

    For each δ it is ∫ (p²/q) cos²(ωδ) dω − k(δ)².
    """
    delta, mass = math.sqrt(variance) * DELTA_GRID, DELTA_MASS / DELTA_MASS.sum()
    w = W_GRID / length_scale
    log_p = stats.norm(scale=1 / length_scale).logpdf(w)
    q = np.exp(log_q(w))
    q = q / np.sum(W_MASS / length_scale * q)  # a perturbed one has to be a density again
    second = (W_MASS / length_scale * np.exp(2 * log_p) / q) @ np.square(np.cos(np.outer(w, delta)))
    return float(mass @ (second - np.exp(-np.square(delta / length_scale))))


@pytest.mark.slow
@pytest.mark.parametrize(("length_scale", "variance"), [(1.0, 2.0), (1.5, 0.5), (0.7, 1.0)])
def test_its_error_is_below_that_of_p_and_of_its_neighbours(length_scale, variance):
    kernel = Gaussian(length_scale)

    def best(w):
        return optimal_log_density(kernel, np.abs(w), 1, variance)

    least = mean_squared_error(best, length_scale, variance)
    plain = mean_squared_error(lambda w: kernel.log_spectral_density(w[:, None]), length_scale, variance)
    constant = math.exp(float(kernel.log_spectral_density([[0.0]])[0] - best(np.zeros(1))[0]))  # c, as q(0) = p(0)/c
    mean_square = (1 + 2 * variance / length_scale**2) ** -0.5
    assert least == pytest.approx(constant**2 - mean_square, rel=1e-7)
    assert plain == pytest.approx((1 + (1 + 4 * variance / length_scale**2) ** -0.5) / 2 - mean_square, rel=1e-7)
    assert least < 0.99 * plain
    rng = np.random.default_rng(0)
    for size in (0.3, 0.1, 0.03):
        excesses = []
        for _ in range(20):
            a, b, phase = rng.normal(), rng.uniform(0.3, 3) * length_scale, rng.uniform(0, 2 * math.pi)
            excesses.append(
                mean_squared_error(
                    lambda w, a=a, b=b, phase=phase, size=size: best(w) + size * a * np.cos(b * w + phase),
                    length_scale,
                    variance,
                )
                - least
            )
        assert min(excesses) > 0
        assert np.median(excesses) < 2 * size**2  # a minimum: the excess is of second order


@pytest.mark.parametrize("family", [family for family in KERNELS.values() if family is not Gaussian])
def test_it_is_worked_out_for_the_gaussian_alone(family):
    for function in (optimal_log_density, optimal_radius_pdf, optimal_radius_cdf):
        with pytest.raises(ValueError, match="kernel must be Gaussian: Claim 1"):
            function(family(), 1.0, 2)


@pytest.mark.parametrize(
    ("r", "d", "variance", "message"),
    [
        ([0.5, -1.0], 2, 2.0, "r must hold norms of at least 0, got -1"),
        (math.nan, 2, 2.0, "r must hold norms of at least 0, got nan"),
        (1.0, 0, 2.0, "d must be a whole number of at least 1, got 0"),
        (1.0, 2, -1.0, "variance must be a finite number of at least 0, got -1.0"),
    ],
)
def test_refusals(r, d, variance, message):
    for function in (optimal_log_density, optimal_radius_pdf, optimal_radius_cdf):
        with pytest.raises(ValueError, match=message):
            function(Gaussian(), r, d, variance)
