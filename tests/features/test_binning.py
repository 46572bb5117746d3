"""Random binning against a dictionary of tuples, the kernel in naive loops, and arithmetic in Python's integers."""

import math

import numpy as np
import pytest
from sklearn.base import clone

from rffviz.features import RandomBinningFeatures, RandomFourierFeatures, binning, fourier_and_binning
from rffviz.kernels import Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from tests import contract


@pytest.mark.slow
@contract.every(RandomBinningFeatures(Laplacian(0.3), n_grids=7, random_state=0), RandomBinningFeatures(random_state=0))
def test_scikit_learn_estimator_contract(estimator):
    assert contract.broken(estimator) == {}


def laplacian(x, y, length_scale):
    return math.exp(-sum(abs(a - b) for a, b in zip(x, y, strict=True)) / length_scale)


def bins_in_naive_loops(features, x):
    """The tuple of bins of a point in every grid, in Python."""
    return [
        tuple(math.floor((v - u) / p) for v, u, p in zip(x, shifts, pitches, strict=True))
        for shifts, pitches in zip(features.shifts_, features.pitches_, strict=True)
    ]


# --- the mathematics --------------------------------------------------------------------------------------------------


def test_the_gram_matrix_is_that_of_a_dictionary_of_tuples():
    rng = np.random.default_rng(0)
    X, new = rng.standard_normal((60, 4)), rng.standard_normal((40, 4))
    features = RandomBinningFeatures(Laplacian(3.0), n_grids=25, random_state=1)
    Z = features.fit_transform(X)
    bins = [bins_in_naive_loops(features, x) for x in X]
    met = np.array([[sum(a == b for a, b in zip(one, two, strict=True)) for two in bins] for one in bins])
    np.testing.assert_array_equal(np.rint((Z @ Z.T).toarray() * 25), met)
    assert len({(g, bin) for row in bins for g, bin in enumerate(row)}) == features.n_features_out_ == Z.shape[1]
    assert 0 < np.sum(met == 0) and np.unique(met).size > 15  # kernel values spread over (0, 1)

    unseen = [bins_in_naive_loops(features, x) for x in new]
    met = np.array([[sum(a == b for a, b in zip(one, two, strict=True)) for two in bins] for one in unseen])
    np.testing.assert_array_equal(np.rint((features.transform(new) @ Z.T).toarray() * 25), met)


def test_an_unseen_bin_is_a_zero_feature():
    rng = np.random.default_rng(2)
    X, new = rng.uniform(0, 1, (30, 2)), rng.uniform(0, 3, (50, 2))
    features = RandomBinningFeatures(Laplacian(0.5), n_grids=40, random_state=3).fit(X)
    known = [set(grid) for grid in zip(*(bins_in_naive_loops(features, x) for x in X), strict=True)]
    expected = [sum(b in k for b, k in zip(bins_in_naive_loops(features, x), known, strict=True)) for x in new]
    Z = features.transform(new)
    np.testing.assert_array_equal(np.diff(Z.indptr), expected)
    assert min(expected) == 0 and max(expected) == 40
    np.testing.assert_allclose(np.unique(Z.data), [1 / math.sqrt(40)], rtol=1e-7)
    np.testing.assert_array_equal(np.diff(features.transform(X).indptr), 40)


@pytest.mark.release
@pytest.mark.parametrize("length_scale", [0.7, 4.0])
def test_expectation_and_variance_are_those_of_the_kernel(length_scale):
    """One meeting a grid with probability k: mean k and variance k(1 − k)/P, for differences off the axes."""
    rng = np.random.default_rng(4)
    X = rng.uniform(-2, 2, (8, 3)) + 5
    n_grids, runs = 400, 50
    estimates = []
    for seed in range(runs):
        Z = RandomBinningFeatures(Laplacian(length_scale), n_grids, random_state=seed).fit_transform(X)
        estimates.append((Z @ Z.T).toarray())
    spread = []
    for i in range(8):
        for j in range(i):
            k = laplacian(X[i], X[j], length_scale)
            values = np.array([estimate[i, j] for estimate in estimates])
            assert abs(values.mean() - k) <= 4 * math.sqrt(k * (1 - k) / (n_grids * runs)) + 1e-6
            spread.append(values.var(ddof=1) / (k * (1 - k) / n_grids))
            assert k < 0.9
    # each of 28 ratios has a variance of about 2/(runs − 1); the pairs share points and are not independent
    assert abs(np.mean(spread) - 1) < 4 * math.sqrt(2 / (runs - 1) / 8)


@pytest.mark.release
def test_binning_beats_paired_fourier_features_a_draw_for_the_laplacian():
    """½ + ½k(2δ) − k² against k(1 − k): the difference is ½(1 − k)²."""
    X = np.random.default_rng(5).uniform(0, 1, (30, 2))
    kernel = Laplacian(1.0)
    exact = np.array([[laplacian(x, y, 1.0) for y in X] for x in X])
    errors = {"binning": [], "fourier": []}
    for seed in range(20):
        Z = RandomBinningFeatures(kernel, 200, random_state=seed).fit_transform(X)
        errors["binning"].append(np.mean(((Z @ Z.T).toarray() - exact) ** 2))
        Z = RandomFourierFeatures(kernel, 200, random_state=seed).fit_transform(X)
        errors["fourier"].append(np.mean((Z @ Z.T - exact) ** 2))
    off = ~np.eye(30, dtype=bool)
    gap = 0.5 * np.mean(np.where(off, (1 - exact) ** 2, 0)) / 200
    measured = np.mean(errors["fourier"]) - np.mean(errors["binning"])
    wide = 4 * np.std(np.subtract(errors["fourier"], errors["binning"]), ddof=1) / math.sqrt(20)
    assert measured > 0 and abs(measured - gap) < wide


def test_more_grids_extend_fewer():
    X = np.random.default_rng(6).standard_normal((20, 3))
    few, many = (RandomBinningFeatures(Laplacian(2.0), count, random_state=7).fit(X) for count in (5, 12))
    np.testing.assert_array_equal(many.pitches_[:5], few.pitches_)
    np.testing.assert_array_equal(many.shifts_[:5], few.shifts_)
    np.testing.assert_array_equal(many.n_bins_[:5], few.n_bins_)


@pytest.mark.release
def test_shifts_and_pitches_have_their_laws():
    """Gamma(2, ℓ) has mean 2ℓ, variance 2ℓ² and E[1/pitch] = 1/ℓ; shifts are uniform on [0, pitch)."""
    features = RandomBinningFeatures(Laplacian(3.0), 5000, random_state=0).fit(np.zeros((2, 4)))
    pitches, n = features.pitches_, features.pitches_.size
    assert abs(pitches.mean() - 6) < 4 * math.sqrt(18 / n)
    # P(pitch < ℓ) = 1 − 2/e, of a binomial spread
    share = 1 - 2 / math.e
    assert abs(np.mean(pitches < 3) - share) < 4 * math.sqrt(share * (1 - share) / n)
    parts = features.shifts_ / pitches
    assert 0 <= parts.min() and parts.max() < 1 and abs(parts.mean() - 0.5) < 4 / math.sqrt(12 * n)


def test_scaling_the_data_and_the_kernel_changes_nothing():
    X = np.random.default_rng(8).standard_normal((40, 3))
    one = RandomBinningFeatures(Laplacian(1.5), 20, random_state=9).fit_transform(X)
    other = RandomBinningFeatures(Laplacian(1.5 * 1024), 20, random_state=9).fit_transform(1024 * X)
    np.testing.assert_array_equal((one @ one.T).toarray(), (other @ other.T).toarray())


# --- the hashes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 3, 130, 5000])
@pytest.mark.parametrize("farthest", [0, 1, 300, 2**26, 2**40, 2**52])
def test_hashes_are_sums_in_whole_numbers(d, farthest):
    rng = np.random.default_rng(10)
    features = RandomBinningFeatures(n_grids=1, random_state=0).fit(np.zeros((1, d)))
    features.pitches_, features.shifts_ = np.ones((1, d)), np.zeros((1, d))  # a point is its own bin
    features._multipliers[:, 0] = 2**64 - 1
    bins = rng.integers(-farthest, farthest, size=(6, d), endpoint=True)
    bins[0], bins[1] = farthest, -farthest
    expected = [[sum(int(a) * int(b) for a, b in zip(row, column, strict=True)) % 2**64 for column in bins]
                for row in features._multipliers]  # fmt: skip
    np.testing.assert_array_equal(next(features._hashes(bins.astype(np.float64))), np.array(expected, dtype=np.uint64))


def test_tuples_that_share_the_first_hash_are_told_apart():
    """With first multipliers of 0 every tuple collides: fit draws again, and a stranger stays one."""
    X = np.random.default_rng(11).standard_normal((30, 2))
    honest = RandomBinningFeatures(Laplacian(1.0), 10, random_state=0).fit(X)
    drawn = []

    class Weak(RandomBinningFeatures):
        def _hashes(self, X):
            drawn.append(self._multipliers)
            if len(drawn) == 1:
                self._multipliers[0] = 0
            return super()._hashes(X)

    Z = Weak(Laplacian(1.0), 10, random_state=0).fit_transform(X)
    assert len(drawn) == 2 and drawn[1].all()
    np.testing.assert_array_equal((Z @ Z.T).toarray(), (honest.transform(X) @ honest.transform(X).T).toarray())


def test_a_stranger_with_a_known_first_hash_is_a_zero_feature():
    features = RandomBinningFeatures(Laplacian(1.0), 10, random_state=0).fit(np.zeros((1, 2)))
    features._multipliers = features._multipliers * np.array([[0], [1]], dtype=np.uint64)
    features._keys = [np.stack([key[0] * np.uint64(0), key[1]]) for key in features._keys]
    assert features.transform(np.full((1, 2), 50.0)).nnz == 0  # the second hash says that it is another


def test_rows_are_hashed_alike_in_any_company(monkeypatch):
    """Neither far points nor blocks, which change the order of the arithmetic, change a bin."""
    rng = np.random.default_rng(12)
    X = rng.standard_normal((50, 3))
    features = RandomBinningFeatures(Laplacian(1.0), 15, random_state=0).fit(X)
    alone = features.transform(X)
    for far in (1e3, 1e9, 1e13):
        both = features.transform(np.vstack([X, [[far, -far, 0]]]))
        assert (both[:50] != alone).nnz == 0 and both[50].nnz == 0
    monkeypatch.setattr(binning, "_BLOCK_VALUES", 7)
    monkeypatch.setattr(binning, "_CHUNK_VALUES", 40)
    assert (features.transform(X) != alone).nnz == 0
    assert (clone(features).fit(X).transform(X) != alone).nnz == 0


def test_single_precision_points_are_binned_as_what_they_are():
    X = np.random.default_rng(13).standard_normal((40, 3)).astype(np.float32)
    single = RandomBinningFeatures(Laplacian(1.0), 15, random_state=0).fit_transform(X)
    double = RandomBinningFeatures(Laplacian(1.0), 15, random_state=0).fit_transform(X.astype(np.float64))
    assert single.dtype == double.dtype == np.float32 and (single != double).nnz == 0


# --- side by side -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.2, 0.5])
def test_side_by_side_the_kernels_are_averaged(share):
    X = np.random.default_rng(14).uniform(0, 1, (25, 3))
    kernel = Laplacian(1.3)
    Z = fourier_and_binning(kernel, 30, 20, share, random_state=5).fit_transform(X)
    fourier = RandomFourierFeatures(kernel, 30, random_state=5).fit_transform(X)
    bins = RandomBinningFeatures(kernel, 20, random_state=5).fit_transform(X)
    assert Z.shape == (25, 60 + bins.shape[1])
    expected = share * fourier @ fourier.T + (1 - share) * (bins @ bins.T).toarray()
    np.testing.assert_allclose((Z @ Z.T).toarray(), expected, atol=1e-6)


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [Gaussian(), Cauchy(), Matern(nu=0.7), Matern(nu=1.5), RationalQuadratic()])
def test_kernels_that_are_concave_near_zero_are_refused(kernel):
    h = 1e-3  # the reason given is true: a second difference near 0
    second = kernel.of_difference([h]) - 2 * kernel.of_difference([2 * h]) + kernel.of_difference([3 * h])
    assert second < 0
    with pytest.raises(ValueError, match="k″ is negative near 0 for"):
        RandomBinningFeatures(kernel, random_state=0).fit(np.zeros((2, 2)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"kernel": Matern(nu=0.5)}, "kernel must be Laplacian for random binning: a grid of independent pitches has"),
        ({"kernel": "laplacian"}, "kernel must be a Laplacian of rffviz.kernels or None, got 'laplacian'"),
        ({"n_grids": 0}, "n_grids must be a whole number of at least 1, got 0"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
    ],
)
def test_refusals(settings, message):
    with pytest.raises(ValueError, match=message):
        RandomBinningFeatures(**settings).fit(np.zeros((2, 2)))


def test_points_out_of_reach_are_refused():
    features = RandomBinningFeatures(Laplacian(1.0), 3, random_state=0).fit(np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"X must lie within 2\^52 pitches of 0, .* got -1e\+30 in column 1"):
        features.transform([[0, 0], [0, -1e30]])
    for value in (np.nan, np.inf):
        with pytest.raises(ValueError, match="Input X contains"):
            features.transform([[0, value]])


def test_refusals_of_the_union():
    with pytest.raises(ValueError, match="share must be a number strictly between 0 and 1, got 1"):
        fourier_and_binning(Laplacian(), share=1, random_state=0)
    with pytest.raises(ValueError, match="random_state must be a whole number"):
        fourier_and_binning(Laplacian(), random_state=0.5)
    with pytest.raises(ValueError, match="k″ is negative"):
        fourier_and_binning(Gaussian(), random_state=0).fit(np.zeros((2, 2)))
