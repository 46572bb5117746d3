"""Correlations of coordinates over draws, also where their margins are wrong."""

import numpy as np
import pytest

from rffviz.diagnose import over_seeds
from rffviz.diagnose.over_seeds import Products

UPPER = np.triu(np.ones((3, 3), dtype=bool), 1)


def normals(rng, correlation, n_draws=20, m=64):
    """Draws of three coordinates that are correlated."""
    root = np.linalg.cholesky(correlation + (1 - correlation) * np.eye(3))
    return rng.standard_normal((n_draws, m, 3)) @ root.T


def correlations(draws, weights=None):
    found = Products(1.0)
    for r, a in enumerate(draws):
        p = np.full(len(a), 1 / len(a)) if weights is None else weights[r]
        found.add((a * p[:, None]).T @ a, p @ a, p.sum())
    return found.correlations(1e-3)


@pytest.mark.parametrize("weighted", [False, True])
def test_means_are_taken_off_and_the_error_is_that_of_the_linearised_statistic(weighted):
    rng = np.random.default_rng(3)
    draws = np.abs(normals(rng, 0.6))
    weights = rng.lognormal(size=draws.shape[:2]) / 64 if weighted else np.full(draws.shape[:2], 1 / 64)
    found = correlations(draws, weights)
    total = weights.sum(axis=1)
    mean = np.einsum("rm,rmi->i", weights, draws) / total.sum()
    about = draws - mean
    covariance = np.einsum("rm,rmi,rml->il", weights, about, about) / total.sum()
    spread = np.sqrt(np.diag(covariance))
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert found.mean[i, j] == pytest.approx(covariance[i, j] / (spread[i] * spread[j]), rel=1e-10)
        each = np.einsum("rm,rm->r", weights, about[..., i] * about[..., j])  # in every draw about the means of all
        error = each.std() / np.sqrt(19) / total.mean() / (spread[i] * spread[j])
        assert found.error[i, j] == pytest.approx(error, rel=1e-8)
        assert found.z[i, j] == pytest.approx(found.mean[i, j] / found.error[i, j], rel=1e-10)


@pytest.mark.slow
def test_a_correlation_is_found_beside_wrong_margins_and_independence_is_not_accused():
    rng = np.random.default_rng(4)
    for correlation, made in ((0.9, np.abs), (0.5, np.abs), (0.3, lambda a: a + 0.5)):
        test = over_seeds.tested(correlations(made(normals(rng, correlation))), 1e-3, UPPER)
        assert test.p_value < 1e-3 and test.mean > 0
    z = np.array([correlations(np.abs(normals(rng, 0.0))).z[UPPER] for _ in range(300)])
    assert 0.9 < z.std() < 1.15 and np.abs(z).max() < 4.5  # of 900, of which three coordinates share each draw


def test_nothing_changes_where_no_mean_is_off():
    draws = normals(np.random.default_rng(5), 0.0)
    found = correlations(draws)
    products = np.einsum("rmi,rml->ril", draws, draws) / 64
    np.testing.assert_allclose(found.mean, products.mean(axis=0), atol=1e-12)
    np.testing.assert_allclose(found.error, products.std(axis=0, ddof=1) / np.sqrt(20), rtol=1e-9)


def test_a_constant_coordinate_is_correlated_with_none():
    draws = normals(np.random.default_rng(6), 0.0)
    draws[..., 0] = 0.4
    found = correlations(draws)
    assert np.isfinite(found.mean).all() and over_seeds.tested(found, 1e-3, UPPER).p_value > 1e-3
