"""The structured product against Hadamard matrices written out: every diagonal, the permutation, what is cut away."""

import numpy as np
import pytest
from scipy.linalg import block_diag, hadamard
from threadpoolctl import threadpool_limits

from rffviz.features import RandomFourierFeatures, paired_map
from rffviz.kernels import Gaussian, Matern
from rffviz.samplers import draw
from rffviz.samplers.structured import Structured

# d below and at the padded dimension; m below a block, at its end, and in the middle of one
SIZES = [(1, 1), (1, 5), (2, 3), (3, 11), (8, 8), (16, 5), (23, 70), (100, 300), (128, 128), (300, 1100)]

every_size = pytest.mark.parametrize("d, m", SIZES)
every_stage = pytest.mark.parametrize("stages, ordered", [(1, False), (2, True), (2, False), (3, False), (3, True)])


def scene(d, m, stages=2, ordered=True, seed=0):
    rng = np.random.default_rng(seed)
    p = 1 << (d - 1).bit_length()
    blocks = -(-m // p)
    order = np.array([rng.permutation(p) for _ in range(blocks)]) if ordered else None
    return Structured(d, rng.standard_normal((blocks, stages, p)), rng.standard_normal(m) / p**stages, order)


def written_out(structured):
    """The whole block-diagonal product of square matrices, then its first rows and columns."""
    blocks, stages, p = structured.diagonals.shape
    H = hadamard(p).astype(float)
    found = []
    for k in range(blocks):
        M = H @ np.diag(structured.diagonals[k, 0])
        for stage in range(1, stages):
            if stage == 1 and structured.order is not None:
                M = np.eye(p)[structured.order[k]] @ M
            M = H @ np.diag(structured.diagonals[k, stage]) @ M
        found.append(M)
    stacked = block_diag(*found) @ np.tile(np.eye(p), (blocks, 1))
    return np.diag(structured.scale) @ stacked[: structured.n_freqs, : structured.d]


@pytest.mark.slow
@every_size
@every_stage
def test_dense_form_is_the_product_written_out(d, m, stages, ordered):
    structured = scene(d, m, stages, ordered)
    expected = written_out(structured)
    assert structured.dense().shape == (m, d)
    np.testing.assert_allclose(structured.dense(), expected, atol=1e-13 * np.abs(expected).max())


@pytest.mark.slow
@every_size
@every_stage
@pytest.mark.parametrize("n", [1, 64, 150])
def test_fast_product_is_the_dense_one(d, m, stages, ordered, n):
    structured = scene(d, m, stages, ordered)
    X = np.random.default_rng(1).standard_normal((n, d))
    expected = X @ structured.dense().T
    size = np.linalg.norm(X, axis=1)[:, None] * np.linalg.norm(structured.dense(), axis=1)
    for dtype, rounding in ((np.float64, 1e-14), (np.float32, 1e-6)):
        out = np.full((n, m), np.nan, dtype)
        assert structured.product(dtype)(X.astype(dtype), out) is out
        assert (np.abs(out - expected) <= rounding * (1 + size) + 1e-30).all()


@pytest.mark.release
def test_single_precision_is_no_worse_than_the_dense_products():
    """At the size it is made for, against the float64 product of the same float32 points."""
    structured = scene(784, 2048)
    X = np.random.default_rng(1).standard_normal((200, 784)).astype(np.float32)
    W = structured.dense()
    exact = X.astype(np.float64) @ W.T
    ours = structured.product(np.float32)(X, np.empty((200, 2048), np.float32)) - exact
    dense = X @ W.astype(np.float32).T - exact
    assert 0 < np.sqrt(np.mean(ours**2)) <= 1.1 * np.sqrt(np.mean(dense**2))


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_and_the_place_of_the_result_change_nothing(threads):
    structured = scene(100, 300)
    X = np.random.default_rng(1).standard_normal((500, 100)).astype(np.float32)
    expected = structured.product(np.float32)(X, np.empty((500, 300), np.float32))
    room = np.full((500, 700), 7.0, dtype=np.float32)
    with threadpool_limits(threads):
        structured.product(np.float32)(np.asfortranarray(X), room[:, 200:500])
    np.testing.assert_array_equal(room[:, 200:500], expected)
    assert (room[:, :200] == 7).all() and (room[:, 500:] == 7).all()


def test_rows_can_be_left_out():
    structured = scene(100, 300)
    without = np.random.default_rng(2).random(300) < 0.3
    huge = Structured(100, structured.diagonals, np.where(without, 1e200, structured.scale), structured.order)
    X = np.random.default_rng(1).standard_normal((5, 100)).astype(np.float32)
    found = huge.product(np.float32, without)(X, np.empty((5, 300), np.float32))
    assert (found[:, without] == 0).all()
    kept = structured.product(np.float32)(X, np.empty((5, 300), np.float32))
    np.testing.assert_array_equal(found[:, ~without], kept[:, ~without])


@pytest.mark.parametrize(
    "d, m, pays",
    [(1, 4096, False), (64, 4096, False), (512, 4096, True), (784, 4096, True), (1024, 4096, True), (1024, 40, False)],
)
def test_it_pays_in_many_dimensions_unless_most_of_it_is_cut_away(d, m, pays):
    assert scene(d, m).pays == pays


# --- in the feature maps ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("sampler", ["fastfood", "sorf", "rom"])
@pytest.mark.parametrize("map_", ["paired", "offset"])
@pytest.mark.parametrize("kernel", [Gaussian(30.0), Matern(30.0, nu=0.6), Gaussian(1e-3)], ids=["near", "some", "all"])
def test_features_are_those_of_the_dense_frequencies(monkeypatch, sampler, map_, kernel):
    """Where some or all of the angles are too large for float32 too."""
    used = []
    product = Structured.product
    monkeypatch.setattr(Structured, "product", lambda *args, **kw: used.append(1) or product(*args, **kw))
    X = np.random.default_rng(0).standard_normal((70, 600))
    features = RandomFourierFeatures(kernel, n_freqs=1024, sampler=sampler, map=map_, random_state=0).fit(X)
    reach = np.linalg.norm(features.frequencies_, axis=1) * np.linalg.norm(X, axis=1).max()
    assert (reach > 64).any() == (kernel != Gaussian(30.0)) and (reach > 64).all() == (kernel == Gaussian(1e-3))
    found = features.transform(X)
    assert bool(used) == (kernel != Gaussian(1e-3))
    if map_ == "paired":
        expected = paired_map(X, features.frequencies_, dtype=np.float64)
    else:
        expected = np.sqrt(2 / 1024) * np.cos(X @ features.frequencies_.T + features.phases_)
    np.testing.assert_allclose(found * 32, expected * 32, atol=5e-5)


@pytest.mark.parametrize("sampler", ["fastfood", "sorf", "rom"])
def test_the_record_holds_one_set_of_frequencies_in_two_forms(sampler):
    fs = draw(sampler, Gaussian(2.0), 123, 300, np.random.default_rng(0))
    np.testing.assert_array_equal(fs.fast.dense(), fs.W)
    np.testing.assert_allclose(written_out(fs.fast), fs.W, atol=1e-12)
    assert (fs.fast.n_freqs, fs.fast.d, fs.fast.size) == (300, 123, 128)
