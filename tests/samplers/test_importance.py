"""Importance and leverage: their densities, constants and weights against integrals, series and traces."""

import math

import numpy as np
import pytest
from scipy import integrate, special, stats

from rffviz.kernels import KERNELS, Gaussian, Laplacian, Matern
from rffviz.samplers import draw
from rffviz.samplers.importance import leverage_scores
from rffviz.theory.optimal_density import acceptance


def drawn(name, kernel, d, m, X=None, seed=0):
    return draw(name, kernel, d, m, np.random.default_rng(seed), X=X)


# --- importance -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("d", [1, 2, 5, 123, 784])
@pytest.mark.parametrize("length_scale", [1e-4, 0.3, 2.0, 30.0])
def test_constant_is_the_binomial_series(d, length_scale):
    """√(1 + y) in powers of y = exp(−2σ₀²‖ω‖²), of which each has a closed mean: (1 + 4kσ₀²/ℓ²)^(−d/2)."""
    k = np.arange(100_000)
    means = (1 + 4 * k * 1.7 / length_scale**2) ** (-d / 2)
    series = math.sqrt(0.5) * np.sum(special.binom(0.5, k) * means)
    assert acceptance(length_scale, d, 1.7) == pytest.approx(series, rel=1e-9)
    assert math.sqrt(0.5) * (1 - 1e-12) <= series <= 1


@pytest.mark.parametrize("length_scale, spread", [(0.6, None), (1.5, None), (1.5, 3.0)])
def test_weights_and_law_are_those_of_claim_1_in_one_dimension(length_scale, spread):
    """q as printed, its constant by integration over the line; σ₀² is 2 without data, else twice their variance."""
    X = None if spread is None else spread * stats.zscore(np.random.default_rng(1).standard_normal((50, 1)))
    variance = 2.0 if spread is None else 2 * spread**2

    def printed(w):
        return np.sqrt(np.exp(-((length_scale * w) ** 2)) + np.exp(-(length_scale**2 + 2 * variance) * w**2))

    whole = integrate.quad(printed, -np.inf, np.inf, epsabs=0, epsrel=1e-12)[0]
    fs = drawn("importance", Gaussian(length_scale), 1, 20_000, X)
    w = fs.W[:, 0]
    p = stats.norm(scale=1 / length_scale).pdf(w)
    np.testing.assert_allclose(fs.weights * 20_000, p * whole / printed(w), rtol=1e-9)
    places = np.quantile(w, [0.1, 0.3, 0.45, 0.6, 0.9])
    distribution = np.array([integrate.quad(printed, -np.inf, place)[0] for place in places]) / whole
    share = (w[:, None] <= places).mean(axis=0)
    assert (np.abs(share - distribution) <= 4.5 * np.sqrt(distribution * (1 - distribution) / 20_000)).all()
    ordinary = stats.norm(scale=1 / length_scale).cdf(places)
    assert np.abs(distribution - ordinary).max() > 0.015  # the test could tell q from p


def test_importance_weights_vary_by_at_most_a_root_of_two():
    fs = drawn("importance", Gaussian(0.5), 2, 2000)
    assert 1.2 < fs.weights.max() / fs.weights.min() <= math.sqrt(2)
    assert any("not exactly 1" in str(note) for note in fs.notes)


def test_importance_takes_the_variance_of_a_coordinate_over_all_of_them():
    X = np.random.default_rng(0).standard_normal((400, 3)) * [1.0, 2.0, 3.0] + 7
    notes = drawn("importance", Gaussian(), 3, 5, X).notes
    assert any(f"taken to be {2 * X.var(axis=0).mean():.3g}." in str(note) for note in notes)
    constant = drawn("importance", Gaussian(), 3, 50, np.ones((9, 3)))  # q is then p
    np.testing.assert_allclose(constant.weights, 1 / 50, rtol=1e-12)


@pytest.mark.parametrize("family", [family for family in KERNELS.values() if family is not Gaussian])
def test_importance_is_worked_out_for_the_gaussian_alone(family):
    with pytest.raises(ValueError, match=r"sampler = 'importance' is not defined here: .*normal frequencies"):
        drawn("importance", family(), 3, 8)


# --- leverage ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [Gaussian(0.8), Laplacian(2.0), Matern(0.9, nu=0.6)], ids=repr)
def test_leverage_scores_in_complex_numbers(kernel):
    X, W = (np.random.default_rng(seed).standard_normal((n, 2)) for seed, n in ((0, 12), (1, 7)))
    inverse = np.linalg.inv(kernel(X) + 12 * 0.05 * np.eye(12))
    for w, score in zip(W, leverage_scores(W, X, kernel, 0.05), strict=True):
        z = np.exp(1j * (X @ w))
        assert score == pytest.approx((z.conj() @ inverse @ z).real, rel=1e-10)


@pytest.mark.parametrize("kernel", [Gaussian(0.8), Matern(0.9, nu=0.6)], ids=repr)
def test_mean_leverage_is_the_number_of_effective_dimensions(kernel):
    """E_p τ(ω) = tr K(K + nλI)⁻¹, since E_p z z* = K."""
    X = np.random.default_rng(0).standard_normal((40, 2))
    scores = leverage_scores(kernel.sample(20_000, 2, np.random.default_rng(1)), X, kernel, 1e-3)
    eigenvalues = np.linalg.eigvalsh(kernel(X))
    expected = np.sum(eigenvalues / (eigenvalues + 40e-3))
    assert abs(scores.mean() - expected) <= 4 * scores.std() / math.sqrt(20_000)
    assert scores.min() >= 1 / (1 + 1e-3) - 1e-9 and scores.max() <= 1e3


def test_leverage_weights_undo_the_scores_and_long_frequencies_come_more_often():
    kernel, X = Gaussian(1.0), np.random.default_rng(0).standard_normal((60, 2))
    fs = drawn("leverage", kernel, 2, 2000, X)
    undone = fs.weights * leverage_scores(fs.W, X, kernel, 1e-3)
    np.testing.assert_allclose(undone, undone[0], rtol=1e-9)
    assert fs.unbiased and not fs.nested
    plain = drawn("monte_carlo", kernel, 2, 2000)
    assert np.linalg.norm(fs.W, axis=1).mean() > 1.05 * np.linalg.norm(plain.W, axis=1).mean()


def test_leverage_uses_a_bounded_number_of_points_and_says_so():
    X = np.random.default_rng(0).standard_normal((5000, 3))
    notes = drawn("leverage", Gaussian(2.0), 3, 40, X).notes
    assert any("at 400 of the points, with λ = 0.001 in K + nλI" in str(note) for note in notes)
    assert any("pool of 320" in str(note) for note in notes)
    with pytest.raises(ValueError, match=r"X must be given for sampler = 'leverage'"):
        drawn("leverage", Gaussian(), 3, 8)
