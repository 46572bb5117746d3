"""Signed circulant features: their shape, the law of each row for every kernel, and the exact variance of a block."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from rffviz.features import RandomFourierFeatures, paired_map
from rffviz.kernels import KERNELS, Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.samplers import draw
from rffviz.samplers.circulant_product import Circulant


def drawn(kernel, d, m, seed=0):
    return draw("circulant", kernel, d, m, np.random.default_rng(seed))


@pytest.mark.parametrize("kernel", [Gaussian(0.7), Laplacian(0.7), Cauchy(1.3)], ids=repr)
@pytest.mark.parametrize("d, m", [(1, 3), (4, 12), (5, 25), (5, 13), (7, 4)])
def test_rows_of_a_block_are_shifts_of_one_with_the_signs_of_coordinates(kernel, d, m):
    W, found = drawn(kernel, d, m).W, []
    for start in range(0, m, d):
        block = W[start : start + d]
        signs = [1.0]
        for j in range(1, d):  # from the first two rows
            signs.append(signs[-1] * (np.sign(block[1, j] * block[0, j - 1]) if len(block) > 1 else 1))
        vector = block[0] * signs
        for i, j in itertools.product(range(len(block)), range(d)):
            assert block[i, j] == vector[(j - i) % d] * signs[j]
        found.append((*signs, *np.abs(vector)))
    assert len(set(found)) == len(found)  # blocks are independent
    if (d, m) == (5, 25):
        assert len({each[:d] for each in found}) > 1


@pytest.mark.parametrize("kernel", [Matern(0.7, nu=0.5), RationalQuadratic(1.3, alpha=0.8)], ids=repr)
def test_lengths_of_a_mixture_are_not_shared(kernel):
    n, d = 2000, 3
    radii = np.linalg.norm(drawn(kernel, d, d * n).W, axis=1)
    assert len(np.unique(radii.round(12))) == d * n
    normal = np.log(radii.reshape(n, d))
    expected = np.var(np.log(stats.chi(d).rvs(20_000, random_state=0))) / np.var(normal)  # g alone is shared
    correlation = np.corrcoef(normal.T)[np.triu_indices(d, 1)]
    assert (np.abs(correlation - expected) < 5 / math.sqrt(n)).all()


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [family(0.8) for family in KERNELS.values()], ids=repr)
@pytest.mark.parametrize("row", [0, 3])
def test_each_row_alone_has_the_law_of_the_kernels_frequencies(kernel, row):
    """Every coordinate, and the whole along an oblique direction, beside independent draws."""
    n, d = 4000, 4
    W = drawn(kernel, d, d * n).W[row::d]
    independent = kernel.sample(n, d, np.random.default_rng(9))
    oblique = np.array([0.5, -0.1, 0.7, -0.5])
    for made, known in [*zip(W.T, independent.T, strict=True), (W @ oblique, independent @ oblique)]:
        assert stats.ks_2samp(made, known).pvalue > 1e-5
    np.testing.assert_allclose(np.mean(np.sign(W), axis=0), 0, atol=4.5 / math.sqrt(n))


def exact_variance(delta, ell, signs):
    """Var of the mean of a block's cosines, the Gaussian kernel, the average over `signs` enumerated."""
    d = len(delta)
    k, k2 = math.exp(-(delta @ delta) / 2 / ell**2), math.exp(-2 * (delta @ delta) / ell**2)
    shared = 0.0
    for shift in range(1, d):
        c = [sum(s[j] * s[(j + shift) % d] * delta[j] * delta[(j + shift) % d] for j in range(d)) for s in signs]
        shared += np.mean(np.cosh(np.array(c) / ell**2)) - 1
    return (0.5 + 0.5 * k2 - k**2) / d + k**2 * shared / d


@pytest.mark.slow
@pytest.mark.parametrize("delta", [[1.0, 0.7, -0.4], [0.9, 0.5, 0.6, 0.3], [1.4, 0, 0, 0], [0.5] * 6], ids=str)
def test_a_block_has_the_variance_of_its_signs(delta):
    """Monte Carlo's along an axis, above it elsewhere, and without signs far above it where δ is smooth."""
    delta, ell, n_blocks = np.array(delta), 1.1, 20_000
    d = len(delta)
    variance = exact_variance(delta, ell, list(itertools.product((1, -1), repeat=d)))
    values = np.cos(drawn(Gaussian(ell), d, d * n_blocks).W @ delta).reshape(n_blocks, d).mean(axis=1)
    squares = np.square(values - math.exp(-(delta @ delta) / 2 / ell**2))
    assert abs(squares.mean() - variance) <= 4 * squares.std() / math.sqrt(n_blocks)
    independent = exact_variance(delta, ell, [np.zeros(d)])
    if np.count_nonzero(delta) == 1:
        assert variance == pytest.approx(independent)
    else:
        assert variance > independent
    if np.ptp(delta) == 0:
        assert exact_variance(delta, ell, [np.ones(d)]) - independent > 2 * (variance - independent)


# --- the fast product -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [Gaussian(0.7), Laplacian(0.7), Matern(2.0, nu=0.6)], ids=repr)
@pytest.mark.parametrize("d, m", [(1, 3), (2, 2), (7, 4), (8, 29), (31, 62), (64, 100)])
def test_fast_product_is_the_dense_one(kernel, d, m):
    sample = drawn(kernel, d, m)
    fast, X = sample.fast, np.random.default_rng(1).standard_normal((70, d))
    np.testing.assert_array_equal(fast.dense(), sample.W)
    assert (fast.d, fast.n_freqs) == (d, m)
    size = np.linalg.norm(X, axis=1)[:, None] * np.linalg.norm(sample.W, axis=1)
    for dtype, rounding in ((np.float64, 1e-14), (np.float32, 1e-6)):
        out = np.full((70, m), np.nan, dtype)
        assert fast.product(dtype)(X.astype(dtype), out) is out
        assert (np.abs(out - X @ sample.W.T) <= rounding * size + 1e-30).all()


def test_rows_can_be_left_out():
    fast = drawn(Gaussian(), 8, 20).fast
    without = np.arange(20) % 3 == 0
    without[8:16] = True
    vectors, scale = fast.vectors.copy(), np.where(without, 1e200, fast.scale)
    vectors[1] = 1e200
    X = np.random.default_rng(1).standard_normal((5, 8)).astype(np.float32)
    found = Circulant(vectors, fast.signs, scale).product(np.float32, without)(X, np.empty((5, 20), np.float32))
    assert (found[:, without] == 0).all()
    np.testing.assert_allclose(found[:, ~without], X @ fast.dense()[~without].T, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    "d, m, pays",
    [
        (64, 4096, False),
        (512, 512, True),
        (512, 520, False),
        (784, 784, True),
        (1021, 4084, False),  # a prime
        (1024, 2048, True),
        (2039, 2039, True),
        (2048, 400, False),
    ],
)
def test_it_pays_in_many_dimensions_unless_most_of_it_is_cut_away(d, m, pays):
    blocks = -(-m // d)
    assert Circulant(np.ones((blocks, d)), np.ones((blocks, d)), np.ones(m)).pays == pays


@pytest.mark.parametrize(
    "kernel", [Gaussian(30.0), Matern(30.0, nu=0.6), Laplacian(500.0)], ids=["near", "some", "blocks"]
)
@pytest.mark.parametrize("map_", ["paired", "offset"])
def test_features_are_those_of_the_dense_frequencies(monkeypatch, kernel, map_):
    """Where some of the angles are too large for float32, too."""
    used, product = [], Circulant.product
    monkeypatch.setattr(Circulant, "product", lambda *args, **given: used.append(1) or product(*args, **given))
    X = np.random.default_rng(0).standard_normal((70, 600))
    features = RandomFourierFeatures(kernel, n_freqs=1200, sampler="circulant", map=map_, random_state=0).fit(X)
    found = features.transform(X)
    reach = np.linalg.norm(features.frequencies_, axis=1) * np.linalg.norm(X, axis=1).max()
    assert used and (reach > 64).any() == (kernel != Gaussian(30.0)) and not (reach > 64).all()
    expected = paired_map(X, features.frequencies_, dtype=np.float64)
    if map_ == "offset":
        expected = np.sqrt(2 / 1200) * np.cos(X @ features.frequencies_.T + features.phases_)
    np.testing.assert_allclose(found * 35, expected * 35, atol=5e-5)
