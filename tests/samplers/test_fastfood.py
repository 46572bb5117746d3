"""Fastfood and SORF: lengths, directions, bias and variance, against enumeration and the laws they promise."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from scipy.linalg import hadamard

from rffviz.kernels import Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.samplers import draw

ISOTROPIC = [Gaussian(0.7), Matern(1.3, nu=2.2), RationalQuadratic(1.3, alpha=0.8)]
every_isotropic = pytest.mark.parametrize("kernel", ISOTROPIC, ids=repr)
both = pytest.mark.parametrize("name", ["fastfood", "sorf"])


def drawn(name, kernel, d, m, seed=0):
    return draw(name, kernel, d, m, np.random.default_rng(seed))


def oblique(d):
    direction = np.random.default_rng(1).standard_normal(d)
    return direction / np.linalg.norm(direction)


def estimates(name, kernel, deltas, n_freqs, n_seeds):
    rng = np.random.default_rng(3)
    rows = [np.cos(draw(name, kernel, deltas.shape[1], n_freqs, rng).W @ deltas.T).mean(axis=0) for _ in range(n_seeds)]
    return np.array(rows)


@both
@pytest.mark.parametrize("kernel", [Laplacian(), Cauchy()], ids=repr)
def test_product_kernels_are_refused(name, kernel):
    with pytest.raises(ValueError, match=rf"sampler = '{name}' is not defined here: .*depends on the direction"):
        drawn(name, kernel, 3, 8)


@both
@pytest.mark.parametrize("d, padded", [(1, 1), (2, 2), (3, 4), (123, 128), (784, 1024)])
def test_padding_is_said(name, d, padded):
    notes = drawn(name, Gaussian(), d, 9).notes
    assert any(f"The {d} dimensions are padded to {padded}" in str(note) for note in notes) == (padded > d)


# --- Fastfood ---------------------------------------------------------------------------------------------------------


@every_isotropic
@pytest.mark.parametrize("d", [1, 4, 5])
def test_fastfood_rows_alone_have_the_law_of_the_kernels_frequencies(kernel, d):
    """Lengths by the radius law in d dimensions, also where p > d coordinates were drawn; directions uniform."""
    n = 4000
    W = drawn("fastfood", kernel, d, 8 * n).W[:: 8 if d == 5 else d][:n]  # one row a block: independent
    radii = np.linalg.norm(W, axis=1)
    bound = math.sqrt(math.log(2 / 1e-5) / (2 * n))
    ordered = np.sort(radii)[::20]
    assert np.abs(kernel.radius_cdf(ordered, d) - (np.arange(n)[::20] + 0.5) / n).max() < bound
    along = W @ oblique(d) / radii
    if d == 1:
        assert abs(np.mean(along > 0) - 0.5) < 4 * 0.5 / math.sqrt(n)
    else:
        assert stats.kstest((1 + along) / 2, stats.beta((d - 1) / 2, (d - 1) / 2).cdf).statistic < bound


def test_fastfood_lengths_within_a_block_are_independent():
    radii = np.linalg.norm(drawn("fastfood", Gaussian(), 4, 8000).W, axis=1).reshape(-1, 4)
    ranks = np.argsort(np.argsort(radii, axis=0), axis=0)
    assert np.abs(np.corrcoef(ranks.T) - np.eye(4)).max() < 4.5 / math.sqrt(2000)


@pytest.mark.release
@pytest.mark.parametrize("d", [16, 64])
def test_fastfood_is_unbiased_with_more_variance_than_independent_draws(d):
    """m Var at 1.5ℓ: 0.40 for independent draws; Fastfood 0.65 to 0.72 obliquely, and little along an axis."""
    kernel, n_seeds = Gaussian(), 4000
    deltas = 1.5 * np.stack([oblique(d), np.eye(d)[0]])
    values = estimates("fastfood", kernel, deltas, d, n_seeds)
    k, k2 = kernel.of_difference(deltas[0]), kernel.of_difference(2 * deltas[0])
    independent = 0.5 + 0.5 * k2 - k**2
    assert independent == pytest.approx(0.40, abs=0.005)
    assert (np.abs(values.mean(axis=0) - k) <= 4 * values.std(axis=0) / math.sqrt(n_seeds)).all()
    per_frequency = d * values.var(axis=0)
    wide = 4 * math.sqrt(2 / n_seeds)
    assert 0.65 * (1 - wide) < per_frequency[0] < 0.72 * (1 + wide)
    assert per_frequency[0] > 1.4 * independent and per_frequency[1] < 0.5 * independent


@pytest.mark.release
def test_fastfood_is_unbiased_where_coordinates_are_cut_away():
    kernel, n_seeds = Matern(1.0, nu=0.8), 3000
    deltas = np.array([0.5, 1.5, 3.0])[:, None] * oblique(3)
    values = estimates("fastfood", kernel, deltas, 6, n_seeds)
    assert (np.abs(values.mean(0) - kernel.of_difference(deltas)) <= 4 * values.std(0) / math.sqrt(n_seeds)).all()


# --- SORF -------------------------------------------------------------------------------------------------------------


def enumerated(d, delta):
    """E cos(ω·δ) over all signs and rows for ℓ = 1, the orthonormal Hadamard matrices written out."""
    H = hadamard(d) / math.sqrt(d)
    total = [
        np.cos(math.sqrt(d) * H @ np.diag(a) @ H @ np.diag(b) @ H @ np.diag(c) @ delta).mean()
        for a, b, c in itertools.product(itertools.product((1, -1), repeat=d), repeat=3)
    ]
    return float(np.mean(total))


@pytest.mark.release
def test_sorf_is_the_enumeration_of_its_signs_in_two_dimensions():
    """The bias at 1.5ℓ: −0.25 along an axis, −0.09 along a diagonal, −0.17 in the mean over directions."""
    n_seeds, k = 400, math.exp(-1.125)
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    deltas = 1.5 * np.column_stack([np.cos(angles), np.sin(angles)])
    exact = np.array([enumerated(2, delta) for delta in deltas])
    values = estimates("sorf", Gaussian(), deltas, 8, n_seeds)
    assert (np.abs(values.mean(0) - exact) <= 4.5 * values.std(0) / math.sqrt(n_seeds) + 1e-12).all()
    assert exact[0] - k == pytest.approx(-0.25, abs=0.005)
    assert exact[3] - k == pytest.approx(-0.09, abs=0.005)
    assert exact.mean() - k == pytest.approx(-0.17, abs=0.005)
    assert (exact - k >= exact[0] - k - 1e-12).all() and (exact <= exact[3] + 1e-12).all()


@pytest.mark.release
@pytest.mark.parametrize("d, bias", [(16, -0.03), (64, -0.008)])
def test_sorf_bias_along_an_axis_falls_with_the_dimension(d, bias):
    n_seeds = 6000
    values = estimates("sorf", Gaussian(), 1.5 * np.eye(d)[:1], d, n_seeds)
    error = values.std() / math.sqrt(n_seeds)
    assert values.mean() - math.exp(-1.125) == pytest.approx(bias, abs=4 * error + 0.001)
    assert values.mean() + 4 * error < math.exp(-1.125)


@pytest.mark.parametrize("d, m", [(1, 5), (4, 10), (64, 150)])
def test_sorf_rows_have_one_length_and_are_orthogonal_in_a_block(d, m):
    W = drawn("sorf", Gaussian(0.7), d, m).W
    for start in range(0, m, d):
        block = W[start : start + d]
        np.testing.assert_allclose(block @ block.T, d / 0.49 * np.eye(len(block)), atol=1e-9 * d)


@pytest.mark.parametrize("kernel", ISOTROPIC[1:], ids=repr)
def test_sorf_lengths_of_a_mixture_follow_the_mixing_variable(kernel):
    """‖ω‖ℓ/√d is the mixing factor alone: the law of √(2ν/χ²(2ν)), or of √Gamma(α, 1/α)."""
    n = 4000
    factor = np.linalg.norm(drawn("sorf", kernel, 4, n).W, axis=1) * 1.3 / 2
    if isinstance(kernel, Matern):
        distribution = stats.chi2(2 * kernel.nu).sf(2 * kernel.nu / factor**2)
    else:
        distribution = stats.gamma(kernel.alpha, scale=1 / kernel.alpha).cdf(factor**2)
    assert stats.kstest(distribution, "uniform").statistic < math.sqrt(math.log(2 / 1e-5) / (2 * n))


def test_sorf_says_that_it_is_biased():
    fs = drawn("sorf", Gaussian(), 2, 8)
    assert not fs.unbiased and any("biased" in str(note) for note in fs.notes)
    assert drawn("fastfood", Gaussian(), 2, 8).unbiased
