"""The law of ‖ω‖: numerical inversion against closed forms, convolution, and draws."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, special, stats

from rffviz.kernels import (
    KERNELS,
    Cauchy,
    ExponentialPower,
    Gaussian,
    GeneralisedCauchy,
    IsotropicKernel,
    Laplacian,
    Matern,
    RationalQuadratic,
    radius,
)

CASES = (
    Gaussian(1.7),
    Laplacian(0.6),
    Cauchy(1.7),
    Matern(0.6, nu=0.5),
    Matern(1.7, nu=3.7),
    RationalQuadratic(0.6, alpha=0.7),
    RationalQuadratic(1.7, alpha=4.0),
    ExponentialPower(0.6, exponent=0.8),
    ExponentialPower(1.7, exponent=1.9),
    GeneralisedCauchy(1.7, exponent=1.2, tail=2.0),
)
DIMENSIONS = (1, 2, 3, 10, 11, 40, 784)
SQUARES = {
    "cauchy": (radius.squared_cauchy_transform, stats.cauchy, True),
    "laplace": (radius.squared_laplace_transform, stats.laplace, False),
}

every_kernel = pytest.mark.parametrize("kernel", CASES, ids=repr)
every_dimension = pytest.mark.parametrize("d", DIMENSIONS)
every_square = pytest.mark.parametrize("transform, distribution, heavy", list(SQUARES.values()), ids=list(SQUARES))


def test_every_registered_kernel_is_tested_here():
    assert {kernel.name for kernel in CASES} == set(KERNELS) - {"formula"}  # that one has a file


# --- the inversion ----------------------------------------------------------------------------------------------------


def test_talbots_contour_inverts_known_transforms():
    t = np.geomspace(0.05, 20, 40)
    np.testing.assert_allclose(radius.invert_laplace(lambda s: 1 / (s + 1), t), np.exp(-t), atol=1e-9)
    np.testing.assert_allclose(radius.invert_laplace(lambda s: 1 / s**2, t), t, rtol=1e-9)
    np.testing.assert_allclose(radius.invert_laplace(lambda s: s**-0.5, t), 1 / np.sqrt(np.pi * t), rtol=1e-9)
    assert radius.invert_laplace(lambda s: 1 / s, np.ones((2, 3))).shape == (2, 3)


@pytest.mark.release
@every_square
def test_transform_of_a_square_is_its_integral(transform, distribution, heavy):
    for s in (0.01, 0.3, 1.0, 4.0, 50.0):
        expected = (
            2 * integrate.quad(lambda w, s=s: math.exp(-s * w * w) * distribution.pdf(w), 0, np.inf, limit=200)[0]
        )
        assert transform(np.array([s]))[0] == pytest.approx(expected, rel=1e-7)
    for s in (0.5 + 2j, 3 - 1j):
        parts = [
            2 * integrate.quad(lambda w, s=s, f=f: f(np.exp(-s * w * w) * distribution.pdf(w)), 0, np.inf, limit=400)[0]
            for f in (np.real, np.imag)
        ]
        assert abs(transform(np.array([s]))[0] - complex(*parts)) < 1e-7
    real = np.geomspace(1e-3, 1e3, 9)
    np.testing.assert_allclose(transform(real.astype(complex)), transform(real), rtol=1e-10)


@every_square
def test_one_square_has_its_closed_form(transform, distribution, heavy):
    x = np.geomspace(1e-4, 60, 60)
    w = np.sqrt(x)
    cdf = radius.sum_of_squares(transform, x, 1, heavy, density=False)
    pdf = radius.sum_of_squares(transform, x, 1, heavy, density=True)
    np.testing.assert_allclose(cdf, 2 * distribution.cdf(w) - 1, atol=1e-9)
    np.testing.assert_allclose(pdf, distribution.pdf(w) / w, rtol=1e-7)


@every_square
def test_two_squares_are_a_convolution(transform, distribution, heavy):
    """P(ω₁² + ω₂² ≤ x) = ∫ p(w) P(ω₂² ≤ x − w²) dw over |w| ≤ √x, with w = √x sin φ."""
    for x in (0.1, 1.0, 5.0, 30.0):
        root = math.sqrt(x)

        def inner(phi, root=root):
            return (
                2
                * distribution.pdf(root * math.sin(phi))
                * (2 * distribution.cdf(root * math.cos(phi)) - 1)
                * root
                * math.cos(phi)
            )

        expected = integrate.quad(inner, 0, math.pi / 2, limit=200)[0]
        assert radius.sum_of_squares(transform, np.array([x]), 2, heavy, density=False)[0] == pytest.approx(
            expected, abs=1e-7
        )


@pytest.mark.parametrize("n_terms", [9, 10, 11, 12])
@pytest.mark.parametrize("density", [False, True])
def test_both_inversions_agree_where_one_takes_over_from_the_other(n_terms, density):
    transform = radius.squared_laplace_transform
    x = 2 * n_terms * np.linspace(0.2, 4, 30)
    talbot = radius.sum_of_squares(transform, x, n_terms, heavy=True, density=density)
    np.testing.assert_allclose(radius._gil_pelaez(transform, x, n_terms, density), talbot, atol=1e-7)


@every_square
@pytest.mark.parametrize("degrees", [1, 2, 5])
def test_distribution_functions_are_clipped_to_their_range(transform, distribution, heavy, degrees):
    x = np.geomspace(1e-12, 1e8, 80)
    cdf = radius.sum_of_squares(transform, x, degrees, heavy, density=False)
    assert (cdf >= 0).all() and (cdf <= 1).all() and cdf[0] < 1e-5 and cdf[-1] > 0.99
    assert (radius.sum_of_squares(transform, x, degrees, heavy, density=True) >= 0).all()


@pytest.mark.parametrize("shape", [0.4, 1.0, 3.5, 60.0])
def test_gamma_scaled_chi_with_two_degrees_has_a_closed_form(shape):
    """P(τχ² > x) = E exp(−x/2τ), a Bessel function; its derivative is the density."""
    rate, x = 1.7, np.geomspace(1e-3, 30, 40) * shape
    argument = np.sqrt(2 * rate * x)
    survival = 2 / special.gamma(shape) * (rate * x / 2) ** (shape / 2) * special.kv(shape, argument)
    density = (rate * x / 2) ** (shape / 2) * special.kv(shape - 1, argument) * 2 / special.gamma(shape)
    np.testing.assert_allclose(radius.gamma_scaled_chi(x, 2, shape, rate), 1 - survival, atol=1e-9)
    np.testing.assert_allclose(
        radius.gamma_scaled_chi(x, 2, shape, rate, density=True), density * rate / argument, rtol=1e-7
    )


@pytest.mark.release
@pytest.mark.parametrize(("degrees", "shape"), [(1, 2.3), (3, 2.3), (40, 2.3), (784, 2.3), (784, 0.05), (64, 0.1)])
def test_gamma_scaled_chi_is_the_mixture_integral(degrees, shape):
    rate = 0.8
    distribution = stats.gamma(shape, scale=1 / rate)
    for x in (0.2 * degrees, degrees, 6.0 * degrees):
        at = x / degrees  # there the law of χ² falls
        ends = [0.0, 0.5 * at, 0.9 * at, at, 1.1 * at, 2 * at, np.inf]
        mixture = sum(
            integrate.quad(lambda t, x=x: distribution.pdf(t) * stats.chi2.cdf(x / t, degrees), *part, limit=200)[0]
            for part in itertools.pairwise(ends)
        )
        value = radius.gamma_scaled_chi(np.array([x]), degrees, shape, rate)[0]
        assert value == pytest.approx(mixture, abs=1e-7)


# --- the radius of every kernel ---------------------------------------------------------------------------------------


@pytest.mark.slow
@every_kernel
@every_dimension
def test_draws_have_this_radius(kernel, d):
    n = min(20_000, 3_000_000 // d)
    radii = np.sort(np.linalg.norm(kernel.sample(n, d, np.random.default_rng(d)), axis=1))
    ranks = np.unique(np.linspace(1, n, 200).astype(int))
    distance = np.abs(kernel.radius_cdf(radii[ranks - 1], d) - (ranks - 0.5) / n).max()
    assert distance < math.sqrt(math.log(2 / 1e-5) / (2 * n)) + 0.5 / n


@pytest.mark.slow
@every_kernel
@every_dimension
def test_density_is_the_derivative_of_the_distribution_function(kernel, d):
    middle = np.linalg.norm(kernel.sample(200, d, np.random.default_rng(d)), axis=1)
    r = np.quantile(middle, [0.02, 0.2, 0.5, 0.8, 0.97])
    step = 2e-4 * r
    slope = (kernel.radius_cdf(r + step, d) - kernel.radius_cdf(r - step, d)) / (2 * step)
    np.testing.assert_allclose(kernel.radius_pdf(r, d), slope, rtol=5e-4)


@pytest.mark.release
@every_kernel
@pytest.mark.parametrize("d", [1, 2, 3, 11])
def test_density_integrates_to_one(kernel, d):
    scale = np.median(np.linalg.norm(kernel.sample(999, d, np.random.default_rng(0)), axis=1))
    node, weight = special.roots_legendre(300)
    u, weight = (node + 1) / 2, weight / 2
    r, jacobian = scale * (u / (1 - u)) ** 2, scale * 2 * u / (1 - u) ** 3
    assert np.sum(kernel.radius_pdf(r, d) * jacobian * weight) == pytest.approx(1, abs=2e-5)


@pytest.mark.parametrize("kernel", [k for k in CASES if isinstance(k, IsotropicKernel)], ids=repr)
@pytest.mark.parametrize("d", [1, 2, 3, 10])
def test_radial_density_is_the_spectral_density_over_the_sphere(kernel, d):
    r = np.geomspace(0.05, 6, 20)
    direction = np.random.default_rng(d).standard_normal(d)
    direction /= np.linalg.norm(direction)
    sphere = 2 * np.pi ** (d / 2) / special.gamma(d / 2) * r ** (d - 1)
    np.testing.assert_allclose(
        kernel.radius_pdf(r, d), sphere * kernel.spectral_density(r[:, None] * direction), rtol=1e-8, atol=1e-12
    )


@every_kernel
def test_one_dimension_is_twice_the_spectral_density(kernel):
    r = np.geomspace(0.05, 9, 30)
    np.testing.assert_allclose(kernel.radius_pdf(r, 1), 2 * kernel.spectral_density(r[:, None]), rtol=1e-8, atol=1e-12)


def test_closed_forms_in_one_dimension():
    r = np.linspace(0.01, 9, 50)
    np.testing.assert_allclose(Gaussian(0.5).radius_cdf(r, 1), special.erf(r * 0.5 / math.sqrt(2)))
    np.testing.assert_allclose(Laplacian(0.5).radius_cdf(r, 1), 2 / np.pi * np.arctan(r * 0.5))
    np.testing.assert_allclose(Matern(0.5, nu=0.5).radius_cdf(r, 1), 2 / np.pi * np.arctan(r * 0.5))
    np.testing.assert_allclose(Cauchy(0.5).radius_cdf(r, 1), 1 - np.exp(-r * 0.5))
    # α = 1: a normal with an exponential variance is a Laplace law
    np.testing.assert_allclose(
        RationalQuadratic(0.5, alpha=1.0).radius_cdf(r, 1), 1 - np.exp(-r * 0.5 * math.sqrt(2)), atol=1e-9
    )


@every_kernel
@every_dimension
def test_distribution_function_rises_from_zero_to_one(kernel, d):
    r = np.concatenate(([0.0], np.geomspace(1e-6, 1e12, 60)))
    cdf = kernel.radius_cdf(r, d)
    assert cdf.shape == r.shape and cdf[0] == 0 and cdf[-1] > 1 - 1e-5
    assert (np.diff(cdf) >= -1e-7).all()
    assert np.isfinite(kernel.radius_pdf(r[1:], d)).all()


@every_kernel
@every_dimension
def test_a_single_radius_is_as_good_as_many(kernel, d):
    many = kernel.radius_cdf(np.array([[1.0, 2.0], [3.0, 4.0]]), d)
    assert many.shape == (2, 2)
    assert float(kernel.radius_cdf(3.0, d)) == pytest.approx(many[1, 0], abs=1e-9)
    assert float(kernel.radius_pdf(3.0, d)) == pytest.approx(kernel.radius_pdf([2.0, 3.0], d)[1], abs=1e-9)


@every_kernel
@pytest.mark.parametrize("d", [1, 3, 11])
def test_length_scale_divides_the_radius(kernel, d):
    r, wide = np.geomspace(0.1, 8, 20), kernel.with_length_scale(4 * kernel.length_scale)
    np.testing.assert_allclose(wide.radius_cdf(r, d), kernel.radius_cdf(4 * r, d), atol=1e-10)
    np.testing.assert_allclose(wide.radius_pdf(r, d), 4 * kernel.radius_pdf(4 * r, d), atol=1e-7)


QUANTILES = [kernel for kernel in CASES if isinstance(kernel, IsotropicKernel)] + [
    Matern(0.7, nu=0.1),
    RationalQuadratic(2.0, alpha=0.3),
]


@pytest.mark.release
@pytest.mark.parametrize("kernel", QUANTILES, ids=repr)
@pytest.mark.parametrize("d", [1, 5, 100])
def test_the_quantile_undoes_the_law(kernel, d):
    u = np.concatenate([np.geomspace(1e-8, 0.4, 30), 1 - np.geomspace(1e-6, 0.5, 30)[::-1]]).reshape(4, 15)
    r = kernel.radius_quantile(u, d)
    assert r.shape == (4, 15) and (np.diff(r.ravel()) > 0).all()
    np.testing.assert_allclose(kernel.radius_cdf(r, d), u, rtol=1e-6)
    np.testing.assert_allclose(1 - kernel.radius_cdf(r, d), 1 - u, rtol=1e-6)


@pytest.mark.release
def test_the_quantile_reaches_the_last_float_below_one():
    for kernel in QUANTILES:
        ends = kernel.radius_quantile(np.array([2.0**-60, 1 - 2.0**-53]), 3)
        assert np.isfinite(ends).all() and 0 <= ends[0] < 0.1 < ends[1]


@pytest.mark.parametrize("u", [0.0, 1.0, -0.1, [0.5, np.nan]])
def test_the_quantile_refuses_the_ends(u):
    with pytest.raises(ValueError, match="u must lie strictly between 0 and 1"):
        Gaussian().radius_quantile(u, 3)
