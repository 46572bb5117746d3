"""Complex random ortho-matrices: their rows, the exact expectation by enumeration, and factors."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from scipy.linalg import hadamard
from scipy.special import j0

from rffviz.kernels import Gaussian, Matern, RationalQuadratic
from rffviz.samplers import draw


def drawn(kernel, d, m, seed=0):
    return draw("rom", kernel, d, m, np.random.default_rng(seed))


def exact(d, delta, wave):
    """E over D₁, D₂ of Π wave(v_j), v = H D₂ H D₁ δ, for ℓ = 1, the orthonormal Hadamard matrices written out."""
    H, signs = hadamard(d) / math.sqrt(d), [np.diag(s) for s in itertools.product((1, -1), repeat=d)]
    return float(np.mean([np.prod(wave(H @ b @ H @ a @ delta)) for a in signs for b in signs]))


def phases(v):
    return j0(math.sqrt(2) * v)


@pytest.mark.parametrize("delta", [[1.5, 0], [1.2, -0.9], [0.2, 0.3], [1.5, 0, 0, 0], [0.9, -0.4, 1.0, 0.5]], ids=str)
def test_the_mean_is_that_of_all_signs_and_phases(delta):
    delta, n = np.array(delta), 4000
    d = len(delta)
    values = np.cos(drawn(Gaussian(), d, 2 * d * n).W @ delta).reshape(n, 2 * d)
    found = exact(d, delta, phases)
    for columns in (slice(None), slice(0, 1), slice(d, None)):  # one row alone, and imaginary parts
        mean = values[:, columns].mean(axis=1)
        assert abs(mean.mean() - found) <= 4 * mean.std() / math.sqrt(n)


def test_the_bias_is_less_than_that_of_signs():
    """Three quarters of SORF's for small differences, −0.17 beside −0.25 at 1.5ℓ along an axis of the plane."""
    for d, bias, of_signs in ((2, -0.17, -0.254), (4, -0.098, -0.146)):
        delta = 1.5 * np.eye(d)[0]
        assert exact(d, delta, phases) - math.exp(-1.125) == pytest.approx(bias, abs=0.002)
        assert exact(d, delta, np.cos) - math.exp(-1.125) == pytest.approx(of_signs, abs=0.002)
        near = np.arange(1.0, d + 1) / 10
        k = math.exp(-(near @ near) / 2)
        assert (exact(d, near, phases) - k) / (exact(d, near, np.cos) - k) == pytest.approx(0.75, abs=0.02)


@pytest.mark.parametrize("d, p, m", [(1, 1, 4), (4, 4, 16), (16, 16, 64), (5, 8, 33)])
def test_real_and_imaginary_parts_are_one_orthogonal_complex_matrix(d, p, m):
    sample = drawn(Gaussian(0.7), d, m)
    assert any("padded to 8" in str(note) for note in sample.notes) == (p > d)
    for start in range(0, m - 2 * p + 1, 2 * p):
        block = sample.W[start : start + p] + 1j * sample.W[start + p : start + 2 * p]
        if p == d:
            np.testing.assert_allclose(block @ block.conj().T, 2 * d / 0.49 * np.eye(d), atol=1e-9 * d)
        else:  # columns are cut away, the others stay orthogonal
            np.testing.assert_allclose(block.conj().T @ block, 2 * p / 0.49 * np.eye(d), atol=1e-9 * p)


@pytest.mark.parametrize("kernel", [Matern(1.3, nu=2.2), RationalQuadratic(1.3, alpha=0.8)], ids=repr)
def test_each_row_of_a_mixture_has_its_own_factor(kernel):
    """In one dimension ω = √2 f cos θ/ℓ, then √2 f sin θ/ℓ with another f, beside draws of the same."""
    n = 8000
    rng = np.random.default_rng(3)
    angles, factors = 2 * np.pi * rng.random(n), kernel.normal_scale(2 * n, rng).reshape(2, n)
    known = math.sqrt(2) * np.cos([angles, angles - np.pi / 2]) * factors
    made = drawn(kernel, 1, 2 * n).W.reshape(n, 2).T
    for one, other in ((known[0], made[0]), (known[1], made[1]), (np.hypot(*known), np.hypot(*made))):
        assert stats.ks_2samp(one, other).pvalue > 1e-5


def test_it_says_that_it_is_biased():
    sample = drawn(Gaussian(), 2, 8)
    assert not sample.unbiased and any("biased" in str(note) for note in sample.notes)
