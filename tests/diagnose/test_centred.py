"""Products about the means of their factors: correlations of coordinates whose margins are wrong."""

import numpy as np
import pytest

from rffviz.diagnose import over_seeds
from rffviz.diagnose.over_seeds import Sums, centred


def sums(draws):
    """Of Σ p a and of Σ p a aᵀ, over draws of a with p = 1/m."""
    factors, products = Sums(), Sums()
    for a in draws:
        factors.add(a.mean(axis=0))
        products.add(a.T @ a / len(a))
    return products, factors


@pytest.mark.parametrize("shared", [0.0, 0.3])
def test_an_offset_is_taken_off_and_a_covariance_stays(shared):
    rng, offset, pair = np.random.default_rng(3), np.array([0.4, -0.7, 0.0]), np.triu(np.ones((3, 3), dtype=bool), 1)
    draws = rng.standard_normal((400, 64, 3)) + offset + shared * rng.standard_normal((400, 64, 1))
    products, factors = sums(draws)
    found = centred(products, factors, 1.0, 1e-3)
    about = draws - draws.mean(axis=(0, 1))
    np.testing.assert_allclose(found.mean[pair], np.einsum("rmi,rml->il", about, about)[pair] / (400 * 64), atol=1e-12)
    assert (np.abs(found.mean - shared**2)[pair] < 4.5 * found.error[pair]).all()
    assert (found.error >= products.error).all() and abs(products.z[0, 1]) > 20
    assert (over_seeds.tested(found, 1e-3, pair).p_value < 1e-3) == (shared > 0)


def test_nothing_changes_where_no_mean_is_off():
    products, factors = sums(np.random.default_rng(4).standard_normal((50, 16, 4)))
    found = centred(products, factors, 1.0, 1e-3)
    np.testing.assert_array_equal(found.mean, products.mean)
    np.testing.assert_array_equal(found.z, products.z)
