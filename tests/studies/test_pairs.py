"""k̂ pair by pair against naive sums, the features themselves and the curve's errors; bands against the formula."""

import math

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import KERNELS, Cauchy, Gaussian, Laplacian, Matern
from rffviz.measure import error_curve
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme, draw
from rffviz.studies import pairs as pairs_module
from rffviz.studies.pairs import kernel_matrices, pair_errors

SIZES = [3, 8, 21]
X = np.random.default_rng(1).standard_normal((30, 3))


def changing_scheme(kernel, d, n_freqs, rng, with_phases):
    """Frequencies that all change with their number, and unequal weights: the opposite of a nested scheme."""
    own = np.random.default_rng([n_freqs, *rng.integers(0, 1000, 1)])
    weights = own.uniform(0.5, 1.5, n_freqs)
    phases = own.uniform(0, 2 * np.pi, n_freqs) if with_phases else None
    W = kernel.sample(n_freqs, d, own)
    return FrequencySample(W, weights / weights.sum(), False, False, phases, (f"Made for {n_freqs}.",))


@pytest.fixture(autouse=True)
def changing(monkeypatch):
    monkeypatch.setitem(SAMPLERS, "changing", Scheme("changing", "Changing", "For tests.", changing_scheme))


@pytest.mark.slow
@pytest.mark.parametrize("sampler", [*SAMPLERS, "changing"])
@pytest.mark.parametrize("map_", ["paired", "offset"])
@pytest.mark.parametrize("block", [5, 512])
def test_estimates_are_the_features_inner_products(sampler, map_, block, monkeypatch):
    monkeypatch.setattr(pairs_module, "_BLOCK", block)
    kernel = Gaussian(1.4)
    sizes = [size for size in SIZES if size >= SAMPLERS[sampler].least(kernel, 3)]
    matrices = kernel_matrices(X, kernel, sizes, sampler, 7, map_)
    pairs = pair_errors(X, kernel, sizes, sampler, 7, map_)
    for g, size in enumerate(sizes):
        features = RandomFourierFeatures(kernel, n_freqs=size, sampler=sampler, map=map_, random_state=7)
        Z = features.fit_transform(X).astype(np.float64)
        assert np.allclose(matrices.approximate[g], Z[matrices.rows] @ Z[matrices.rows].T, atol=2e-6)
        assert np.allclose(pairs.approximate[g], np.sum(Z[pairs.rows[:, 0]] * Z[pairs.rows[:, 1]], axis=1), atol=2e-6)
    assert np.allclose(matrices.exact, kernel(X[matrices.rows]))
    assert (matrices.notes == ("Made for 3.", "Made for 8.", "Made for 21.")) == (sampler == "changing")


def test_estimate_is_the_sum_of_cosines():
    kernel = Cauchy(1.3)
    found = pair_errors(X, kernel, [2, 9], random_state=3, n_pairs=20)
    W = draw("monte_carlo", kernel, 3, 9, np.random.default_rng(3)).W
    for (i, j), *values in zip(found.rows, *found.approximate, strict=True):
        for m, value in zip((2, 9), values, strict=True):
            naive = sum(math.cos(sum(w * (a - b) for w, a, b in zip(row, X[i], X[j], strict=True))) for row in W[:m])
            assert value == pytest.approx(naive / m, abs=1e-12)


@pytest.mark.parametrize("map_", ["paired", "offset"])
def test_errors_are_those_of_the_curve(map_):
    sizes = np.array([5, 40])
    matrices = kernel_matrices(X, Gaussian(), sizes, random_state=2, map=map_)
    for metric, values in (("sup", matrices.largest), ("rmse", matrices.rms)):
        curve = error_curve(X, Gaussian(), "monte_carlo", sizes, [2], metric, map_)
        assert np.allclose(values, curve.errors[0], atol=2e-6)
    pairs = pair_errors(X, Gaussian(), sizes, random_state=2, map=map_)
    gap = np.abs(pairs.approximate - pairs.exact)
    assert np.array_equal(pairs.largest, gap.max(axis=1))
    assert np.allclose(pairs.rms, [math.sqrt(sum(e * e for e in row) / len(row)) for row in gap])


# --- which points and pairs -------------------------------------------------------------------------------------------


def test_matrices_are_symmetric_and_of_different_points():
    found = kernel_matrices(X, Gaussian(), SIZES, max_points=12, map="offset")
    assert found.exact.shape == (12, 12) and found.approximate.shape == (3, 12, 12) and found.about.n_points == 30
    assert len(set(found.rows)) == 12
    assert np.array_equal(found.approximate, found.approximate.transpose(0, 2, 1))
    again = kernel_matrices(X, Gaussian(), SIZES, max_points=12, random_state=5)
    assert np.array_equal(found.rows, again.rows)  # a new seed changes the frequencies, not the points


def test_order_puts_clusters_and_neighbours_side_by_side():
    line = np.random.default_rng(0).permutation(40)[:, None] * np.array([[1.0, 0.5]])
    rows = kernel_matrices(line, Gaussian(), [4]).rows
    steps = np.abs(np.diff(line[rows, 0]))
    assert steps.sum() <= 39 * 1.5  # a path along the line takes 39, a random order about 500
    groups = np.repeat([0, 1, 2], 10)
    mixed = np.random.default_rng(1).permutation(30)
    cloud = 20.0 * groups[mixed][:, None] + np.random.default_rng(2).standard_normal((30, 2))
    order = groups[mixed][kernel_matrices(cloud, Gaussian(), [4]).rows]
    assert np.count_nonzero(np.diff(order)) == 2


def test_all_pairs_where_there_are_few_and_a_sample_without_repeats_elsewhere():
    few = pair_errors(X[:9], Gaussian(), SIZES, n_pairs=100)
    assert sorted(map(tuple, few.rows.tolist())) == [(i, j) for i in range(9) for j in range(i + 1, 9)]
    some = pair_errors(X, Gaussian(), SIZES, n_pairs=100)
    assert len(set(map(tuple, some.rows.tolist()))) == 100
    assert (some.rows[:, 0] < some.rows[:, 1]).all() and some.rows.min() >= 0 and some.rows.max() < 30
    assert np.array_equal(some.rows, pair_errors(X, Gaussian(), SIZES, n_pairs=100, random_state=9).rows)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 100, 4000])
def test_pairs_are_counted_right(n):
    first, second = pairs_module._random_pairs(n, 300)
    assert len(first) == min(300, n * (n - 1) // 2) == len({*zip(first.tolist(), second.tolist(), strict=True)})
    assert (first >= 0).all() and (first < second).all() and (second < n).all()
    if n <= 5:
        assert [*zip(first.tolist(), second.tolist(), strict=True)] == [(i, j) for j in range(n) for i in range(j)]
    if n == 4000:  # a pair's larger row is j with a probability that grows with j: √ of uniform numbers
        assert abs((second / n).mean() - 2 / 3) < 4 * math.sqrt(1 / 18 / 300)


# --- σ and its bands --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("map_", ["paired", "offset"])
@pytest.mark.parametrize("family", KERNELS.values(), ids=list(KERNELS))
def test_sigma_is_the_formula_at_each_pair(family, map_):
    kernel = family(1.7)
    found = pair_errors(X, kernel, [4], map=map_, n_pairs=25)
    for (i, j), k, sigma in zip(found.rows, found.exact, found.sigma, strict=True):
        near, far = (float(kernel.of_difference(t * (X[i] - X[j]))) for t in (1, 2))
        assert k == pytest.approx(near, abs=1e-14)
        bracket = (0.5 if map_ == "paired" else 1.0) + far / 2 - near**2
        assert sigma == pytest.approx(math.sqrt(bracket), abs=1e-12)


@pytest.mark.parametrize("kernel", [Gaussian(2.0), Laplacian(3.0), Matern(1.5, nu=0.8)], ids=lambda k: k.name)
def test_band_is_a_function_where_sigma_is_one(kernel):
    found = pair_errors(X, kernel, [4], n_pairs=60)
    assert found.over_distance.exact and found.over_kernel.exact
    on_curve = np.interp(found.distance, found.over_distance.along, found.over_distance.sigma)
    assert np.allclose(on_curve, found.sigma, atol=2e-3)
    order = np.argsort(found.over_kernel.along)
    on_curve = np.interp(found.exact, found.over_kernel.along[order], found.over_kernel.sigma[order])
    assert np.allclose(on_curve, found.sigma, atol=2e-3)
    metric = "cityblock" if kernel.name == "laplacian" else "euclidean"
    assert np.allclose(found.distance, [pdist(X[pair], metric)[0] for pair in found.rows])


def test_band_is_binned_where_sigma_is_none():
    found = pair_errors(X, Cauchy(2.0), [4], n_pairs=300)
    assert not found.over_distance.exact and not found.over_kernel.exact
    for band, place in ((found.over_distance, found.distance), (found.over_kernel, found.exact)):
        assert len(band.along) == 24 and (np.diff(band.along) > 0).all()
        assert (band.along[0], band.along[-1]) == (place.min(), place.max())
        # bins of equally many pairs: the mean square of their root mean squares is that of all
        sizes = [len(part) for part in np.array_split(np.arange(300), 24)]
        assert np.average(band.sigma**2, weights=sizes) == pytest.approx(np.mean(found.sigma**2))


def test_in_one_dimension_every_kernel_is_one_of_distance():
    found = pair_errors(X[:, :1], Cauchy(2.0), [4])
    assert found.over_distance.exact


@pytest.mark.release
@pytest.mark.parametrize("map_", ["paired", "offset"])
@pytest.mark.parametrize("kernel", [Gaussian(1.5), Cauchy(1.5)], ids=lambda k: k.name)
def test_share_inside_is_about_95_percent_over_seeds(kernel, map_):
    """Pairs of one draw err together, so the shares of many draws are averaged; near normal at 200 frequencies."""
    shares = [pair_errors(X, kernel, [200], random_state=s, map=map_, n_pairs=50).inside[0] for s in range(200)]
    assert abs(np.mean(shares) - 0.9545) < 4 * np.std(shares) / math.sqrt(200) + 0.005


@pytest.mark.release
def test_share_inside_is_counted_against_each_pairs_own_sigma():
    found = pair_errors(X, Cauchy(1.5), [5, 50], n_pairs=80)
    for g, m in enumerate((5, 50)):
        gaps = np.abs(found.approximate[g] - found.exact)
        hits = [gap <= 2 * sigma / math.sqrt(m) for gap, sigma in zip(gaps, found.sigma, strict=True)]
        assert found.inside[g] == pytest.approx(sum(hits) / 80)
    twice = np.vstack([X[:4], X[:4]])  # equal points: σ = 0, and an error of a rounding is inside
    found = pair_errors(twice, Gaussian(), list(range(1, 60)))
    same = found.sigma == 0
    assert same.sum() == 4 and found.approximate[:, same].min() < 1  # some sums of weights are rounded
    inside = np.abs(found.approximate - found.exact) <= 2 * found.sigma / np.sqrt(found.n_freqs)[:, None]
    assert np.allclose(found.inside, (inside | same).mean(axis=1))


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", [kernel_matrices, pair_errors])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"X": X[:1]}, "X must hold at least 2 points, got 1"),
        ({"n_freqs": []}, "n_freqs must be increasing whole numbers of at least 1, got"),
        ({"n_freqs": [4, 4]}, "n_freqs must be increasing"),
        ({"n_freqs": [0, 4]}, "n_freqs must be increasing whole numbers of at least 1, got"),
        ({"n_freqs": [2.5]}, "n_freqs must be increasing whole numbers"),
        ({"n_freqs": 0}, "n_freqs must be a whole number of at least 1, got 0"),
        ({"sampler": "dice"}, "sampler must be one of monte_carlo, .* got 'dice'"),
        ({"sampler": "orthogonal", "kernel": Laplacian()}, "sampler = 'orthogonal' is not defined here"),
        ({"map": "both"}, "map must be one of paired, offset, got 'both'"),
        ({"kernel": None}, "kernel must be a kernel of rffviz.kernels, got None"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
    ],
)
def test_refusals(measure, change, words):
    with pytest.raises(ValueError, match=words):
        measure(**({"X": X, "kernel": Gaussian(), "n_freqs": SIZES} | change))


def test_how_many_is_checked():
    with pytest.raises(ValueError, match="max_points must be a whole number of at least 2, got 1"):
        kernel_matrices(X, Gaussian(), SIZES, max_points=1)
    with pytest.raises(ValueError, match="n_pairs must be a whole number of at least 1, got 0"):
        pair_errors(X, Gaussian(), SIZES, n_pairs=0)
