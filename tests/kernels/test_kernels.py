"""Kernels and spectral measures against naive loops, quadrature and each other."""

import math
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from scipy import integrate, special, stats
from sklearn.base import clone
from sklearn.kernel_ridge import KernelRidge

import rffviz.kernels
from rffviz.kernels import (
    KERNELS,
    Cauchy,
    ExponentialPower,
    FormulaKernel,
    Gaussian,
    GeneralisedCauchy,
    IsotropicKernel,
    Laplacian,
    Matern,
    RationalQuadratic,
    ScaleMixture,
    a_kernel,
    kernel_by_rule,
    median_length_scale,
)
from rffviz.kernels.product import ProductKernel


def naive_gaussian(kernel, delta):
    return math.exp(-sum(c * c for c in delta) / (2 * kernel.length_scale**2))


def naive_laplacian(kernel, delta):
    return math.exp(-sum(abs(c) for c in delta) / kernel.length_scale)


def naive_cauchy(kernel, delta):
    return math.prod(1 / (1 + (c / kernel.length_scale) ** 2) for c in delta)


def naive_matern(kernel, delta):
    nu = kernel.nu
    t = math.sqrt(2 * nu) * math.hypot(*delta) / kernel.length_scale
    return 2 ** (1 - nu) / math.gamma(nu) * t**nu * float(special.kv(nu, t))


def naive_rational_quadratic(kernel, delta):
    square = sum(c * c for c in delta) / kernel.length_scale**2
    return (1 + square / (2 * kernel.alpha)) ** -kernel.alpha


def naive_exponential_power(kernel, delta):
    return math.exp(-((math.hypot(*delta) / kernel.length_scale) ** kernel.exponent))


def naive_generalised_cauchy(kernel, delta):
    t = math.hypot(*delta) / kernel.length_scale
    return (1 + t**kernel.exponent) ** (-kernel.tail / kernel.exponent)


NAIVE = {
    "gaussian": naive_gaussian,
    "laplacian": naive_laplacian,
    "cauchy": naive_cauchy,
    "matern": naive_matern,
    "rational_quadratic": naive_rational_quadratic,
    "exponential_power": naive_exponential_power,
    "generalised_cauchy": naive_generalised_cauchy,
}
CASES = (
    Gaussian(1.3),
    Laplacian(2.6),
    Cauchy(1.1),
    Matern(1.6, nu=0.5),
    Matern(1.4, nu=1.5),
    Matern(1.2, nu=2.5),
    Matern(2.1, nu=0.8),
    Matern(1.3, nu=3.7),
    RationalQuadratic(0.7, alpha=0.6),
    RationalQuadratic(1.2, alpha=3.0),
    ExponentialPower(1.9, exponent=0.8),
    ExponentialPower(1.7, exponent=1.4),
    ExponentialPower(2.0, exponent=2.0),
    GeneralisedCauchy(1.1, exponent=1.5, tail=2.2),
    GeneralisedCauchy(2.1, exponent=2.0, tail=3.0),
)
ISOTROPIC = [kernel for kernel in CASES if isinstance(kernel, IsotropicKernel)]
DIRECTION = np.array([0.48, -0.6, 0.64])  # a unit vector along no axis
RADII = (0.15, 0.6, 1.1, 1.9, 3.0)

every_kernel = pytest.mark.parametrize("kernel", CASES, ids=repr)
every_isotropic = pytest.mark.parametrize("kernel", ISOTROPIC, ids=repr)


def scattered(n, d=3, seed=0):
    return np.random.default_rng(seed).normal(0, 1.1, (n, d))


def assert_distribution(draws, cdf, level=1e-5):
    """The draws' distribution function is `cdf` within what n draws can tell (Dvoretzky–Kiefer–Wolfowitz)."""
    n = len(draws)
    ranks = np.unique(np.linspace(1, n, 300).astype(int))
    values = cdf(np.sort(draws)[ranks - 1])
    distance = max(np.abs(ranks / n - values).max(), np.abs((ranks - 1) / n - values).max())
    assert distance < np.sqrt(np.log(2 / level) / (2 * n))


def assert_bochner(kernel, W):
    """E cos(ω·δ) = k(δ) at differences along no axis, within four standard deviations of the mean."""
    for r in RADII:
        delta = r * DIRECTION[: W.shape[1]]
        k, k2 = kernel.of_difference(delta), kernel.of_difference(2 * delta)
        variance = 0.5 + 0.5 * k2 - k**2
        assert abs(np.cos(W @ delta).mean() - k) <= 4 * math.sqrt(variance / len(W))


def test_every_registered_kernel_is_tested_here():
    assert {kernel.name for kernel in CASES} == set(KERNELS) - {"formula"} == set(NAIVE)  # that one has a file
    assert {of.__name__ for of in KERNELS.values()} <= set(rffviz.kernels.__all__)  # as the reference lists them
    for kernel in CASES:
        assert kernel.label and kernel.formula and kernel.spectrum


# --- the kernel -------------------------------------------------------------------------------------------------------


@every_kernel
def test_matrix_is_the_closed_form_in_naive_loops(kernel):
    X, Y = scattered(14), scattered(11, seed=1)
    expected = np.array([[NAIVE[kernel.name](kernel, x - y) for y in Y] for x in X])
    assert (np.histogram(expected, [0, 0.1, 0.3, 0.5, 0.7, 1])[0] > 0).all()  # spread over (0, 1)
    assert np.abs(X[:, None] - Y[None]).min() > 1e-4  # along no axis
    np.testing.assert_allclose(kernel(X, Y), expected, rtol=1e-11)
    np.testing.assert_allclose(kernel.of_difference(X[:, None] - Y[None]), expected, rtol=1e-11)


@every_kernel
def test_matrix_of_one_set_is_symmetric_with_unit_diagonal_and_non_negative_spectrum(kernel):
    X = scattered(60)
    K = kernel(X)
    np.testing.assert_allclose(K, kernel(X, X.copy()), atol=1e-7)  # a kink at 0 turns 1e-16 in r² into 1e-8 in r
    np.testing.assert_allclose(K, K.T, atol=1e-14)
    np.testing.assert_array_equal(np.diag(K), 1)
    assert np.linalg.eigvalsh(K).min() > -1e-12 * len(X)


@every_kernel
def test_value_at_zero_is_one(kernel):
    assert kernel.of_difference(np.zeros(3)) == 1
    assert kernel.of_difference(np.zeros((4, 2, 3))).shape == (4, 2)


@every_kernel
def test_a_shift_of_all_points_changes_nothing(kernel):
    X = np.round(scattered(30) * 2**20) / 2**20  # so that the shift itself does not round
    np.testing.assert_allclose(kernel(X + 2.0**20), kernel(X), atol=1e-7)


@every_kernel
def test_length_scale_is_a_unit_of_length(kernel):
    X = scattered(12)
    np.testing.assert_allclose(kernel.with_length_scale(3 * kernel.length_scale)(3 * X), kernel(X), rtol=1e-9)


@every_kernel
def test_one_dimension_and_lists_are_accepted(kernel):
    expected = NAIVE[kernel.name](kernel, (0.7,))
    np.testing.assert_allclose(kernel([[0.0], [0.7]]), [[1, expected], [expected, 1]], rtol=1e-11)


def test_laplacian_falls_with_the_l1_distance_and_matern_with_the_euclidean():
    delta = np.ones(3) / math.sqrt(3)
    np.testing.assert_allclose(Matern(nu=0.5).of_difference(delta), math.exp(-1))
    np.testing.assert_allclose(Laplacian().of_difference(delta), math.exp(-math.sqrt(3)))


@every_kernel
def test_differences_of_any_size_give_a_finite_log_density(kernel):
    W = np.geomspace(1e-30, 1e12, 60)[:, None] * DIRECTION
    log_p = kernel.log_spectral_density(W)
    assert np.isfinite(log_p).all() and (np.diff(log_p) <= 1e-9).all()


def test_far_points_in_many_dimensions_give_zero_without_warning():
    X = scattered(4, d=784) * 30
    for kernel in CASES:
        K = kernel(X)
        assert np.isfinite(K).all() and (K >= 0).all()
    assert Cauchy()(X)[0, 1] == 0


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nu", [0.5, 1.5, 2.5])
def test_matern_is_continuous_where_the_closed_forms_are(nu):
    r = np.geomspace(1e-3, 8, 50)[:, None]
    for near in (nu - 1e-9, nu + 1e-9):
        np.testing.assert_allclose(Matern(nu=near).of_difference(r), Matern(nu=nu).of_difference(r), rtol=1e-7)


def test_matern_is_continuous_where_the_expansion_of_the_bessel_function_takes_over():
    r = np.geomspace(1e-3, 8, 50)[:, None]
    below, above = Matern(nu=50.0).of_difference(r), Matern(nu=50 * (1 + 1e-12)).of_difference(r)
    np.testing.assert_allclose(above, below, rtol=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("nu", [0.03, 0.8, 7.0, 50.5, 320.0])
def test_matern_against_the_integral_of_the_bessel_function(nu):
    """K_ν(t) = ∫₀^∞ exp(−t cosh s) cosh(νs) ds; the trapezoid rule converges geometrically."""
    s = np.linspace(0, 40, 200_001)
    for r in (1e-3, 0.05, 0.6, 1.5, 3.0):
        t = math.sqrt(2 * nu) * r
        log_terms = -t * np.cosh(s) + np.logaddexp(nu * s, -nu * s) - math.log(2)
        log_terms[0] -= math.log(2)
        log_bessel = special.logsumexp(log_terms) + math.log(s[1])
        expected = math.exp((1 - nu) * math.log(2) - special.gammaln(nu) + nu * math.log(t) + log_bessel)
        assert Matern(nu=nu).of_difference([r]) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("family, parameter", [(Matern, "nu"), (RationalQuadratic, "alpha")])
def test_the_gaussian_is_the_limit(family, parameter):
    r = np.linspace(0.05, 4, 40)[:, None]
    gaps = [
        np.abs(family(1.1, **{parameter: value}).of_difference(r) - Gaussian(1.1).of_difference(r)).max()
        for value in (10, 100, 1000, 1e6)
    ]
    assert gaps[0] > 5 * gaps[1] > 25 * gaps[2]  # the gap falls like 1/ν
    assert gaps[3] < 1e-6


@pytest.mark.parametrize(
    ("kernel", "limit"),
    [
        (ExponentialPower(1.7, exponent=2.0), Gaussian(1.7 / math.sqrt(2))),
        (ExponentialPower(1.7, exponent=1.0), Matern(1.7, nu=0.5)),
        (GeneralisedCauchy(1.7, exponent=2.0, tail=3.0), RationalQuadratic(1.7 / math.sqrt(3), alpha=1.5)),
    ],
)
def test_scale_mixtures_that_have_other_names_are_those_kernels(kernel, limit):
    X, r = scattered(12), np.geomspace(0.05, 40, 30)
    np.testing.assert_allclose(kernel(X), limit(X), rtol=1e-9)
    for d in (1, 2, 40):
        np.testing.assert_allclose(kernel.radius_cdf(r, d), limit.radius_cdf(r, d), atol=1e-8)
    near = scattered(20)
    np.testing.assert_allclose(kernel.log_spectral_density(near), limit.log_spectral_density(near), atol=1e-7)
    assert kernel.second_moment(3) == pytest.approx(limit.second_moment(3))


@pytest.mark.slow
@pytest.mark.parametrize("exponent", [0.8, 1.4, 2.0])
def test_the_exponential_power_is_the_limit_of_the_generalised_cauchy(exponent):
    r, limit = np.linspace(0.05, 4, 40)[:, None], ExponentialPower(1.3, exponent=exponent)
    tails = (10, 100, 1000, 1e6)
    many = [GeneralisedCauchy(1.3 * (tail / exponent) ** (1 / exponent), exponent, tail) for tail in tails]
    gaps = [np.abs(kernel.of_difference(r) - limit.of_difference(r)).max() for kernel in many]
    assert gaps[0] > 5 * gaps[1] > 25 * gaps[2] and gaps[3] < 1e-5
    distributions = [np.abs(kernel.radius_cdf(r, 3) - limit.radius_cdf(r, 3)).max() for kernel in many]
    assert distributions[0] > 5 * distributions[1] > 25 * distributions[2] and distributions[3] < 1e-5


@pytest.mark.release
@pytest.mark.parametrize("exponent", [0.3, 1.99, 1.99999])
def test_scale_mixtures_draw_what_they_say_at_the_ends_of_their_range(exponent):
    for kernel in (ExponentialPower(1.7, exponent), GeneralisedCauchy(1.7, exponent, tail=2.0)):
        W = kernel.sample(40_000, 3, np.random.default_rng(1))
        assert np.isfinite(W).all()
        assert_bochner(kernel, W)
        assert_distribution(np.linalg.norm(W, axis=1), lambda r, kernel=kernel: kernel.radius_cdf(r, 3))
        assert_bochner(kernel, kernel.from_uniforms(np.random.default_rng(2).uniform(size=(40_000, 4)), 3))


@pytest.mark.parametrize("family", [ExponentialPower, GeneralisedCauchy])
def test_exponents_above_2_are_refused(family):
    with pytest.raises(ValueError, match=r"^exponent must be a number above 0 and at most 2, got 2\.1\.$"):
        family(exponent=2.1)


@pytest.mark.parametrize("nu", [0.01, 0.5, 0.8, 1.5, 3.7, 50.0, 51.0, 1e4])
def test_matern_stays_within_its_range_and_falls(nu):
    k = Matern(nu=nu).of_difference(np.geomspace(1e-300, 1e12, 400)[:, None])
    assert (k >= 0).all() and (k <= 1).all() and (np.diff(k) <= 1e-9).all()
    assert k[0] == pytest.approx(1, abs=1e-2) and k[-1] == 0


# --- the spectral measure ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@every_kernel
def test_density_integrates_to_one_in_one_and_two_dimensions(kernel):
    def along(w):
        return kernel.spectral_density(np.array([[w]]))[0]

    total = integrate.quad(along, 0, 1)[0] + integrate.quad(along, 1, np.inf)[0]
    assert 2 * total == pytest.approx(1, abs=1e-7)

    node, weight = special.roots_legendre(400)
    if isinstance(kernel, IsotropicKernel):  # polar coordinates; u² because a density with a cusp at 0 is smooth in √r
        u, weight = (node + 1) / 2, weight / 2
        r, jacobian = (u / (1 - u)) ** 2, 2 * u / (1 - u) ** 3
        p = kernel.spectral_density(r[:, None] * [0.8, 0.6])
        assert 2 * np.pi * np.sum(p * r * jacobian * weight) == pytest.approx(1, abs=1e-6)
    else:
        angle, weight = (node + 1) * np.pi / 4, weight * np.pi / 4
        w, jacobian = np.tan(angle), 1 / np.cos(angle) ** 2
        p = kernel.spectral_density(np.stack(np.meshgrid(w, w), axis=-1).reshape(-1, 2)).reshape(400, 400)
        assert 4 * (jacobian * weight) @ p @ (jacobian * weight) == pytest.approx(1, abs=1e-6)


@pytest.mark.release
@every_kernel
def test_cosine_transform_of_the_density_is_the_kernel(kernel):
    def along(w):
        return kernel.spectral_density(np.array([[w]]))[0]

    for r in RADII:
        low = integrate.quad(lambda w, r=r: along(w) * math.cos(w * r), 0, 1, epsabs=1e-10)[0]
        high = integrate.quad(along, 1, np.inf, weight="cos", wvar=r, epsabs=1e-8, limlst=400)[0]
        assert 2 * (low + high) == pytest.approx(NAIVE[kernel.name](kernel, (r,)), abs=1e-6)


@pytest.mark.slow
@every_kernel
def test_log_density_agrees_with_the_laws_of_scipy(kernel):
    W = scattered(20) * (0.6 if isinstance(kernel, ScaleMixture) else 2)  # far out a numerical transform is all error
    scaled, scale = W * kernel.length_scale, 3 * math.log(kernel.length_scale)
    if kernel.name == "rational_quadratic":
        tau = stats.gamma(kernel.alpha, scale=1 / kernel.alpha)

        def mixed(t, square):
            return tau.pdf(t) * (2 * np.pi * t) ** -1.5 * math.exp(-square / 2 / t)

        squares = np.square(scaled).sum(axis=1)
        expected = [integrate.quad(mixed, 0, np.inf, args=(s,), epsabs=0, limit=200)[0] for s in squares]
        expected = np.log(expected)
    elif isinstance(kernel, ScaleMixture):  # p(ω) = ∫ k(r) r sin(‖ω‖r) dr / 2π²‖ω‖ in three dimensions
        unit = kernel.with_length_scale(1.0)
        expected = [
            math.log(integrate.quad(lambda r: r * unit.of_difference([r]), 0, np.inf, weight="sin", wvar=w)[0] / w)
            for w in np.linalg.norm(scaled, axis=1)
        ]
        expected -= np.log(2 * math.pi**2)
    else:
        expected = {
            "gaussian": lambda: stats.multivariate_normal(np.zeros(3)).logpdf(scaled),
            "laplacian": lambda: stats.cauchy.logpdf(scaled).sum(axis=1),
            "cauchy": lambda: stats.laplace.logpdf(scaled).sum(axis=1),
            "matern": lambda: stats.multivariate_t(np.zeros(3), np.eye(3), df=2 * kernel.nu).logpdf(scaled),
        }[kernel.name]()
    np.testing.assert_allclose(kernel.log_spectral_density(W), expected + scale, atol=1e-6)


@every_kernel
def test_draws_obey_bochner(kernel):
    W = kernel.sample(60_000, 3, np.random.default_rng(1))
    assert W.shape == (60_000, 3) and W.dtype == np.float64
    assert_bochner(kernel, W)


@every_kernel
def test_draws_have_the_law_of_one_dimension_along_a_direction_or_a_coordinate(kernel):
    """k along a line is the one-dimensional kernel, so a projection of ω has the one-dimensional law."""
    W = kernel.sample(40_000, 3, np.random.default_rng(2))
    along = W @ DIRECTION if kernel.isotropic else W[:, 1]
    assert_distribution(np.abs(along), lambda r: kernel.radius_cdf(r, 1))
    assert abs(np.mean(along > 0) - 0.5) < 4 * 0.5 / math.sqrt(len(W))


@every_kernel
def test_draws_have_the_law_of_the_radius(kernel):
    W = kernel.sample(20_000, 3, np.random.default_rng(3))
    assert_distribution(np.linalg.norm(W, axis=1), lambda r: kernel.radius_cdf(r, 3))


@every_isotropic
def test_radii_alone_have_the_law_of_the_radius(kernel):
    radii = kernel.sample_radius(20_000, 3, np.random.default_rng(4))
    assert_distribution(radii, lambda r: kernel.radius_cdf(r, 3))
    np.testing.assert_array_equal(radii[:40], kernel.sample_radius(40, 3, np.random.default_rng(4)))


@every_kernel
def test_uniform_points_through_the_inverse_have_the_law_of_the_draws(kernel):
    U = np.random.default_rng(5).uniform(size=(20_000, kernel.n_uniforms(3)))
    W = kernel.from_uniforms(U, 3)
    assert W.shape == (20_000, 3)
    assert_bochner(kernel, W)
    assert_distribution(np.linalg.norm(W, axis=1), lambda r: kernel.radius_cdf(r, 3))
    assert_distribution(np.abs(W @ DIRECTION if kernel.isotropic else W[:, 1]), lambda r: kernel.radius_cdf(r, 1))


@every_kernel
def test_inverse_takes_one_coordinate_more_where_there_is_a_mixing_variable(kernel):
    assert kernel.n_uniforms(4) == 4 + (not kernel.factorises)
    middle = kernel.from_uniforms(np.full((1, kernel.n_uniforms(4)), 0.5), 4)
    np.testing.assert_allclose(middle, 0, atol=1e-12)


@every_kernel
@pytest.mark.parametrize("edge", [0.0, 1.0, np.nan, -0.1])
def test_inverse_refuses_points_on_the_boundary_of_the_cube(kernel, edge):
    U = np.full((3, kernel.n_uniforms(2)), 0.3)
    U[1, -1] = edge
    with pytest.raises(ValueError, match="U must lie strictly inside the unit cube"):
        kernel.from_uniforms(U, 2)


@every_kernel
def test_inverse_refuses_the_wrong_number_of_coordinates(kernel):
    with pytest.raises(ValueError, match=r"U must have shape \(m, .*got \(3, 7\)"):
        kernel.from_uniforms(np.full((3, 7), 0.5), 2)


@pytest.mark.release
def test_matern_takes_one_mixing_variable_a_frequency():
    """One a coordinate is the product of one-dimensional kernels: 0.177 here instead of 0.368."""
    kernel, delta = Matern(nu=0.5), np.ones(3) / math.sqrt(3)
    n = 100_000
    for W in (
        kernel.sample(n, 3, np.random.default_rng(6)),
        kernel.from_uniforms(np.random.default_rng(7).uniform(size=(n, 4)), 3),
    ):
        estimate = np.cos(W @ delta).mean()
        assert estimate == pytest.approx(0.3679, abs=4 * math.sqrt(0.5 / n))
        assert abs(estimate - 0.1769) > 0.15


@every_kernel
def test_a_larger_draw_extends_a_smaller_one(kernel):
    large, small = (kernel.sample(n, 3, np.random.default_rng(8)) for n in (100, 37))
    np.testing.assert_array_equal(large[:37], small)


@every_kernel
@pytest.mark.parametrize("n_freqs, d, named", [(0, 3, "n_freqs"), (-3, 3, "n_freqs"), (2.5, 3, "n_freqs"), (5, 0, "d")])
def test_draws_refuse_impossible_sizes(kernel, n_freqs, d, named):
    with pytest.raises(ValueError, match=rf"^{named} must be a whole number of at least 1"):
        kernel.sample(n_freqs, d, np.random.default_rng(0))


# --- second moment ----------------------------------------------------------------------------------------------------


def second_differences(kernel, h):
    """Σ_i (2 − 2k(h q_i))/h² over an orthonormal basis along no axis: −tr ∇²k(0) as h → 0."""
    basis = np.linalg.qr(np.random.default_rng(9).standard_normal((3, 3)))[0]
    return sum(2 - 2 * kernel.of_difference(h * q) for q in basis) / h**2


@every_kernel
def test_second_moment_is_minus_the_trace_of_the_hessian(kernel):
    moment = kernel.second_moment(3)
    if math.isinf(moment):
        coarse, fine, finest = (second_differences(kernel, h) for h in (1e-1, 1e-2, 1e-3))
        assert finest > 1.5 * fine > 2.2 * coarse
    else:
        assert second_differences(kernel, 1e-3) == pytest.approx(moment, rel=5e-3)


@every_kernel
def test_second_moment_is_the_mean_square_of_the_draws(kernel):
    squares = np.square(kernel.sample(60_000, 3, np.random.default_rng(10))).sum(axis=1)
    if math.isinf(kernel.second_moment(3)):
        assert squares.mean() > 20 * np.median(squares)
    elif kernel.name != "matern" or kernel.nu > 2:  # else the squares have no variance
        error = squares.std() / math.sqrt(len(squares))
        assert abs(squares.mean() - kernel.second_moment(3)) < 4 * error


@pytest.mark.parametrize("kernel", [Laplacian(), Laplacian(5.0), Matern(nu=0.5), Matern(nu=0.8), Matern(nu=1.0)])
def test_second_moment_is_infinite_where_the_kernel_has_a_kink(kernel):
    assert kernel.second_moment(2) == math.inf


def test_second_moments_in_closed_form():
    assert Gaussian(2.0).second_moment(3) == pytest.approx(3 / 4)
    assert Cauchy(2.0).second_moment(3) == pytest.approx(6 / 4)
    assert RationalQuadratic(2.0, alpha=0.3).second_moment(3) == pytest.approx(3 / 4)
    assert Matern(2.0, nu=3.0).second_moment(3) == pytest.approx(9 / 8)
    assert Matern(nu=1 + 1e-9).second_moment(1) > 1e8


# --- parameters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, True, "1", None])
@pytest.mark.parametrize("family", list(KERNELS.values()), ids=list(KERNELS))
def test_parameters_must_be_finite_and_positive(family, value):
    for parameter in {*family().get_params()} - {"profile"}:
        with pytest.raises(ValueError, match=rf"^{parameter} must be a finite number above 0, got "):
            family(**{parameter: value})


def test_a_profile_in_another_place_is_asked_for():
    with pytest.raises(ValueError, match=r"got 'exp\(-r\)': is it the profile\?"):
        FormulaKernel("exp(-r)")
    with pytest.raises(ValueError, match=r"^profile must be a formula or a table, got a function f: "):
        FormulaKernel(profile=np.exp)


@every_kernel
def test_parameters_follow_the_conventions_of_scikit_learn(kernel):
    copy = clone(kernel)
    assert copy == kernel and hash(copy) == hash(kernel) and copy is not kernel
    assert copy.set_params(length_scale=9.0) is copy
    assert copy.length_scale == 9.0 and copy != kernel
    assert copy == kernel.with_length_scale(9.0)
    assert set(kernel.get_params()) >= {"length_scale"}
    with pytest.raises(ValueError, match="length_scale must be a finite number above 0, got -2"):
        copy.set_params(length_scale=-2)
    with pytest.raises(TypeError):
        copy.set_params(width=1.0)
    assert copy.length_scale == 9.0  # a refused change changes nothing


@every_kernel
def test_parameters_cannot_be_assigned(kernel):
    with pytest.raises(AttributeError):
        kernel.length_scale = 3.0


@every_kernel
def test_matrix_refuses_what_are_no_points(kernel):
    good = np.ones((2, 3))
    with pytest.raises(ValueError, match=r"^Y must have as many dimensions as X \(3\), got 2"):
        kernel(good, np.ones((2, 2)))
    with pytest.raises(ValueError, match=r"^X must have shape"):
        kernel(np.ones(3))
    with pytest.raises(ValueError, match=r"^Y must be finite, got nan in row 1, column 0"):
        kernel(good, [[0, 0, 0], [np.nan, 0, 0]])


# --- the median heuristic ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", list(KERNELS.values()), ids=list(KERNELS))
def test_median_length_scale_is_the_median_of_the_kernels_own_distance(family):
    X = scattered(23)
    order = 1 if family is Laplacian else 2
    distances = [np.linalg.norm(X[i] - X[j], order) for i in range(23) for j in range(i)]
    assert median_length_scale(family, X) == pytest.approx(np.median(distances), rel=1e-12)
    assert median_length_scale(family(), X) == median_length_scale(family, X)


def test_median_length_scale_names_the_kernel_it_takes():
    with pytest.raises(ValueError, match=r"kernel must be a kernel of rffviz.kernels, got 'gaussian'; say Gaussian"):
        median_length_scale("gaussian", scattered(5))


def test_a_kernel_of_two_rows_says_what_scikit_learn_takes():
    X = scattered(9)
    with pytest.raises(ValueError, match=r'X must have shape.*say kernel="precomputed" and fit k\(X, X\)'):
        KernelRidge(kernel=Gaussian()).fit(X, X[:, 0])
    KernelRidge(kernel="precomputed").fit(Gaussian()(X), X[:, 0])


@pytest.mark.slow
def test_median_length_scale_of_many_points_is_over_a_seeded_subsample():
    X = scattered(3000)
    first, again, other = (median_length_scale(Gaussian, X, seed, max_points=200) for seed in (1, 1, 2))
    assert first == again != other
    assert first == pytest.approx(median_length_scale(Gaussian, X, max_points=3000), rel=0.1)


@pytest.mark.parametrize("X", [np.ones((1, 2)), np.ones((5, 2)), np.vstack([np.zeros((9, 2)), np.ones((1, 2))])])
def test_median_length_scale_refuses_points_without_a_scale(X):
    with pytest.raises(ValueError, match=r"^X must hold at least (2 points|two distinct points)"):
        median_length_scale(Gaussian, X)


@pytest.mark.parametrize("kernel", [Gaussian(0.3), Laplacian(0.3), Matern(0.3, nu=2.5)])
def test_length_scales_by_rule(kernel):
    X = scattered(30)
    assert kernel_by_rule(kernel, "hand", X) is kernel
    found = {rule: kernel_by_rule(kernel, rule, X, 1) for rule in ("median", "dimension")}
    assert found["median"] == kernel.with_length_scale(median_length_scale(kernel, X, 1))
    assert found["dimension"] == kernel.with_length_scale(math.sqrt(X.shape[1] / 2))
    with pytest.raises(ValueError, match=r"^rule must be one of median, dimension, hand, got 'golden'\.$"):
        kernel_by_rule(kernel, "golden", X)


@pytest.mark.parametrize("number", [np.uint8(20), np.int16(200), np.int32(60000), np.float16(300), np.float32(1e-25)])
@pytest.mark.parametrize("family", KERNELS.values(), ids=KERNELS)
def test_a_length_scale_of_numpy_s_small_types_is_that_number(family, number):
    kernel, plain, X = family(number), family(float(number)), np.arange(3.0)[:, None] * float(number)
    assert kernel == clone(kernel) == plain and type(kernel.length_scale) is float
    with np.errstate(all="raise", under="ignore"):
        np.testing.assert_array_equal(kernel(X), plain(X))
        assert kernel.second_moment(3) == plain.second_moment(3)


def test_shape_parameters_of_numpy_s_small_types_are_those_numbers():
    X = np.arange(3.0)[:, None]
    for family, name in ((Matern, "nu"), (RationalQuadratic, "alpha")):
        small, plain = (family(**{name: number}) for number in (np.uint8(200), 200.0))
        np.testing.assert_array_equal(small(X), plain(X))
        assert small == plain
    assert Gaussian(Fraction(1, 2)) == Gaussian(0.5) and type(Gaussian(2).length_scale) is int


def test_what_is_no_kernel_is_refused():
    assert a_kernel(Gaussian(2.0)) == a_kernel(None, Gaussian(2.0)) == Gaussian(2.0)
    for other in ("rbf", Gaussian, 0):
        with pytest.raises(ValueError, match=r"^kernel must be a kernel of rffviz\.kernels, got "):
            a_kernel(other)
        with pytest.raises(ValueError, match=r"^kernel must be a kernel of rffviz\.kernels or None, got "):
            a_kernel(other, Gaussian())
    with pytest.raises(ValueError, match=r"^kernel must be a kernel of rffviz\.kernels, got None"):
        a_kernel(None)
    for kernel in (Gaussian(), FormulaKernel(profile="exp(-r)")):
        with pytest.raises(ValueError, match=r"^rng must be a numpy.random.Generator, got 0; say"):
            kernel.sample_radius(5, 3, 0)


@pytest.mark.parametrize("nu", [0.5, 0.7, 1.5, 2.5, 3.9, 80.0])
def test_matern_is_0_where_the_distance_has_no_float(nu):
    with np.errstate(over="ignore"):
        assert Matern(nu=nu)(np.array([[0.0], [1e100], [-1e150], [1e150]]))[0].tolist() == [1, 0, 0, 0]
        assert Matern(nu=nu, length_scale=1e-6)(np.array([[1e150], [-1e150]]))[0].tolist() == [1, 0]


@pytest.mark.release
def test_a_mixture_s_log_density_takes_little_memory_and_is_that_of_each_row():
    """Of all rows at once it would be an array of 8,192 × 1,198 numbers, three times."""
    kernel, W = KERNELS["generalised_cauchy"](), np.random.default_rng(0).standard_normal((8192, 2))
    kernel.log_spectral_density(W[:1])
    tracemalloc.start()
    found = kernel.log_spectral_density(W)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16e6
    np.testing.assert_allclose(found[::1000], [kernel.log_spectral_density(w[None])[0] for w in W[::1000]], rtol=1e-12)


def test_a_product_kernel_without_its_transform_is_refused_when_it_is_written():
    """Without it norms in more dimensions, and with them the diagnosis of other kernels, would fail much later."""
    with pytest.raises(TypeError, match=r"^Sech must define _square_transform, as Laplacian does\.$"):
        type("Sech", (ProductKernel,), {"_distribution": stats.hypsecant()})
