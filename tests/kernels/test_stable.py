"""The positive stable law and its Gamma mixture against their Laplace transforms, closed forms and draws."""

import math

import numpy as np
import pytest
from scipy import special

from rffviz.kernels import stable

every_rho = pytest.mark.parametrize("rho", [0.15, 0.5, 0.75, 0.95, 0.9995, 0.99999])
SHAPES = (0.4, 1.3, 50.0, 2e3)


def transform(distribution, s):
    return distribution.mass @ np.exp(-s * np.exp(np.minimum(distribution.value, 600.0)))


@pytest.mark.slow
@every_rho
def test_the_grid_gives_the_laplace_transform(rho):
    distribution = stable.log_distribution(rho)
    assert distribution.mass.sum() == pytest.approx(1, abs=1e-8)
    for s in (1e-4, 0.1, 1.0, 5.0, 50.0):
        assert transform(distribution, s) == pytest.approx(math.exp(-(s**rho)), abs=1e-8)


@pytest.mark.release
@pytest.mark.parametrize("rho", [0.3, 0.75, 0.95, 0.999, 1.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_grid_of_the_mixture_gives_its_laplace_transform(rho, shape):
    distribution = stable.log_distribution(rho, shape)
    assert distribution.mass.sum() == pytest.approx(1, abs=2e-6)
    for s in (1e-6, 1e-4, 0.1, 1.0, 5.0, 50.0):
        assert transform(distribution, s) == pytest.approx((1 + s**rho) ** -shape, abs=2e-6)


@pytest.mark.release
def test_half_is_the_law_of_one_over_a_chi_square():
    """S = 1/2z², whose density is x^{−3/2} e^{−1/4x}/2√π."""
    distribution = stable.log_distribution(0.5)
    x = np.exp(distribution.value)
    np.testing.assert_allclose(
        distribution.density, x**-0.5 * np.exp(-1 / (4 * x)) / (2 * math.sqrt(math.pi)), rtol=2e-8, atol=1e-14
    )
    u = np.array([1e-6, 0.01, 0.3, 0.5, 0.9, 0.999, 1 - 1e-7])
    np.testing.assert_allclose(distribution.quantile(u), -np.log(2 * special.ndtri(u / 2) ** 2), atol=5e-4)


@pytest.mark.release
@every_rho
@pytest.mark.parametrize("shape", [math.inf, 0.7])
def test_draws_lie_below_each_quantile_as_often_as_they_should(rho, shape):
    n, rng = 200_000, np.random.default_rng(3)
    drawn = stable.log_stable(rho, n, rng)
    if math.isfinite(shape):
        drawn = drawn + stable.log_gamma_power(rho, shape, n, rng)
    u = np.array([1e-3, 0.02, 0.3, 0.5, 0.7, 0.98, 0.999])
    below = np.array([(drawn <= q).mean() for q in stable.log_distribution(rho, shape).quantile(u)])
    assert (np.abs(below - u) < 4.5 * np.sqrt(u * (1 - u) / n)).all()


@pytest.mark.release
def test_quantiles_rise_up_to_the_ends():
    for distribution in (stable.log_distribution(0.7), stable.log_distribution(0.97, 2.0)):
        u = np.concatenate([np.geomspace(1e-80, 0.5, 300), 1 - np.geomspace(0.49, 1e-11, 200)])
        assert np.isfinite(distribution.quantile(u)).all() and (np.diff(distribution.quantile(u)) > 0).all()
