"""A kernel and its spectral density on a line: each against quadrature of the other, and against the draws."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats

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
from rffviz.studies.spectrum import kernel_spectra

CASES = (
    Gaussian(1.3),
    Laplacian(0.7),
    Cauchy(2.1),
    Matern(0.8, nu=1.5),
    Matern(1.4, nu=0.8),
    RationalQuadratic(0.9),
    ExponentialPower(1.2),
    GeneralisedCauchy(1.1),
)
every_kernel = pytest.mark.parametrize("kernel", CASES, ids=repr)


def one(kernel, sizes=(4, 50), **options):
    spectra = kernel_spectra([kernel], sizes, **options)
    return spectra, spectra.kinds[0]


def density(kernel):
    return lambda omega: float(kernel.spectral_density([[omega]])[0])


def test_every_registered_kernel_is_tested_here():
    assert {kernel.name for kernel in CASES} == set(KERNELS) - {"formula"}  # that one has a file


@pytest.mark.release
@every_kernel
def test_the_cosine_transform_of_the_density_is_the_kernel(kernel):
    spectra, kind = one(kernel, n_points=17)
    assert kind.exact.min() < 0.3 < 0.9 < kind.exact.max()
    for delta, k in zip(spectra.delta, kind.exact, strict=True):
        if delta > 0:
            found, _ = integrate.quad(density(kernel), 0, np.inf, weight="cos", wvar=delta, limit=400)
            assert 2 * found == pytest.approx(k, abs=2e-6)


@every_kernel
def test_the_density_has_mass_one_and_is_symmetric(kernel):
    mass, _ = integrate.quad(density(kernel), 0, np.inf, limit=400)
    assert 2 * mass == pytest.approx(1, abs=1e-6)
    spectra, kind = one(kernel)
    assert np.allclose(kind.density, kind.density[::-1]) and np.allclose(spectra.omega, -spectra.omega[::-1])
    assert kind.density[50] == pytest.approx(density(kernel)(spectra.omega[50]))


@pytest.mark.slow
@every_kernel
def test_the_frequencies_drawn_fall_as_the_density_says(kernel):
    """χ² over bins whose masses are integrals of the density."""
    n = 5000
    _, kind = one(kernel, [n], random_state=5)
    edges = np.array([0, 0.2, 0.5, 0.9, 1.4, 2.2, 3.0]) / kernel.length_scale
    masses = np.array([2 * integrate.quad(density(kernel), *ends)[0] for ends in pairwise(edges)])
    counts, _ = np.histogram(np.abs(kind.drawn), edges)
    expected = n * np.append(masses, 1 - masses.sum())
    observed = np.append(counts, n - counts.sum())
    assert expected.min() > 5
    assert stats.chisquare(observed, expected).pvalue > 1e-3
    assert abs(np.mean(kind.drawn > 0) - 0.5) < 4 * 0.5 / math.sqrt(n)


def test_the_estimate_is_the_mean_of_the_waves():
    spectra, kind = one(Gaussian(1.7), (1, 3, 50), n_points=81, random_state=4)
    for g, m in enumerate((1, 3, 50)):
        for delta, value in zip(spectra.delta, kind.approximate[g], strict=True):
            naive = sum(math.cos(omega * delta) for omega in kind.drawn[:m]) / m
            assert value == pytest.approx(naive, abs=1e-12)
    assert np.allclose(kind.waves[2], np.cos(kind.drawn[2] * spectra.delta)) and len(kind.waves) == 8
    assert np.allclose(kind.approximate[0], kind.waves[0])


def test_more_frequencies_extend_fewer_and_waves_too_fast_to_draw_are_no_lines():
    few, many = one(Laplacian(), [8], n_points=41)[1], one(Laplacian(), [8, 64], n_points=41)[1]
    assert np.array_equal(many.drawn[:8], few.drawn) and np.array_equal(many.share[:8], few.share)
    too_fast = np.abs(few.drawn) * 0.2 > 1
    assert too_fast.any() and np.array_equal(np.isnan(few.waves).all(axis=1), too_fast)


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        (Gaussian(2.0), stats.norm.isf(0.005) / 2),
        (Laplacian(0.5), math.tan(0.99 * math.pi / 2) / 0.5),
        (Cauchy(3.0), math.log(100) / 3),
        (Matern(1.0, nu=2.0), stats.t.isf(0.005, 4)),
    ],
)
def test_one_draw_in_a_hundred_is_beyond_the_laws_quantile(kernel, expected):
    assert one(kernel)[1].fast == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("kernel", "power"),
    [
        (Laplacian(3.0), 2),
        (Matern(1.0, nu=0.1), 1.2),
        (Matern(2.0, nu=1.5), 4),
        (Gaussian(), math.inf),
        (Cauchy(), math.inf),
        (RationalQuadratic(1.0, alpha=0.3), math.inf),
    ],
)
def test_the_power_of_the_tail(kernel, power):
    """Laplacian: 1/(1 + ω²ℓ²); Matérn: (1 + ω²ℓ²/2ν)^{−ν−½}."""
    assert one(kernel)[1].tail_power == pytest.approx(power)


def test_kernels_side_by_side_have_the_same_axes_and_the_heavier_one_decides_how_far():
    both = kernel_spectra([Gaussian(2.0), Laplacian(2.0)], [4])
    assert len(both.kinds) == 2 and both.omega[-1] == pytest.approx(1.1 * math.tan(0.95 * math.pi / 2) / 2)
    assert one(Gaussian(2.0))[0].omega[-1] == pytest.approx(2.0)
    assert both.delta[-1] == 8.0
    logarithmic = kernel_spectra([Gaussian(2.0)], [4], scale="log").omega
    assert (logarithmic[0], logarithmic[-1]) == pytest.approx((0.005, 500))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kernels": []}, "kernels must hold at least one kernel"),
        ({"kernels": ["gaussian"]}, "kernel must be a kernel"),
        ({"n_freqs": [0]}, "n_freqs must be increasing whole numbers"),
        ({"random_state": -1}, "random_state"),
        ({"scale": "root"}, "scale must be one of linear, log, got 'root'"),
        ({"n_points": 2}, "n_points"),
    ],
)
def test_refusals(change, words):
    with pytest.raises(ValueError, match=words):
        kernel_spectra(**({"kernels": [Gaussian()], "n_freqs": [4]} | change))
