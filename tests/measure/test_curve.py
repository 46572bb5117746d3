"""Curves against maps made one by one, and the generator against its own account of itself."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures
from rffviz.foundation.notes import note
from rffviz.kernels import KERNELS, Cauchy, Gaussian, Laplacian, Matern
from rffviz.measure import METRICS, SUP_COMPACT, error_curve, sup_over_box
from rffviz.measure import curve as curve_module
from rffviz.samplers import SAMPLERS, FrequencySample, Scheme, draw

SIZES = (3, 8, 20, 21)
SEEDS = (0, 5, 2)


def cloud(n=25, d=3, seed=0):
    return np.random.default_rng(seed).standard_normal((n, d))


def one_by_one(X, kernel, sampler, sizes, seeds, metric, map_, **asked):
    """The same errors from a transformer and a whole float64 Gram matrix for each number of frequencies and seed."""
    exact, errors = kernel(X), np.empty((len(seeds), len(sizes)))
    for row, seed in enumerate(seeds):
        for column, size in enumerate(sizes):
            if size < SAMPLERS[sampler].least(kernel, X.shape[1]):
                errors[row, column] = np.nan
                continue
            features = RandomFourierFeatures(
                kernel, n_freqs=size, sampler=sampler, map=map_, random_state=seed, **asked
            )
            Z = features.fit_transform(X).astype(np.float64)
            errors[row, column] = METRICS[metric].of(Z @ Z.T, exact)
    return errors


def changing_scheme(kernel, d, n_freqs, rng, with_phases):
    """Frequencies that all change with their number, and unequal weights: the opposite of a nested scheme."""
    own = np.random.default_rng([n_freqs, *rng.integers(0, 1000, 1)])
    weights = own.uniform(0.5, 1.5, n_freqs)
    return FrequencySample(
        W=kernel.sample(n_freqs, d, own),
        weights=weights / weights.sum(),
        unbiased=False,
        nested=False,
        phases=own.uniform(0, 2 * np.pi, n_freqs) if with_phases else None,
        notes=(f"Made for {n_freqs}.",),
    )


@pytest.fixture
def changing(monkeypatch):
    """A registered scheme that is not nested."""
    monkeypatch.setitem(SAMPLERS, "changing", Scheme("changing", "Changing", "For tests.", changing_scheme))
    return "changing"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sampler", "map_", "metric"),
    [
        (sampler, map_, list(METRICS)[(i + 2 * j + i // 6) % len(METRICS)])
        for i, sampler in enumerate(SAMPLERS)
        for j, map_ in enumerate(("paired", "offset", "positive"))
    ],
)
def test_curve_is_one_map_for_each_number_and_seed(sampler, map_, metric):
    X, kernel = cloud(), Gaussian(1.2)
    curve = error_curve(X, kernel, sampler, SIZES, SEEDS, metric, map_)
    expected = one_by_one(X, kernel, sampler, SIZES, SEEDS, metric, map_)
    # an error of 10⁻⁶ in K̂ counts for up to 1/(nλ) in the direction of K's smallest eigenvalues
    np.testing.assert_allclose(
        curve.errors, expected, rtol=1e-6, atol=1e-6 if metric != "spectral_approximation" else 1e-3
    )
    assert curve.errors.shape == (3, 4)
    assert (curve.seeds, curve.sampler, curve.map, curve.metric) == (SEEDS, sampler, map_, metric)
    assert (curve.kernel, curve.about.n_points, curve.d, curve.about.seeds) == (kernel, 25, 3, SEEDS)
    np.testing.assert_array_equal(curve.n_freqs, SIZES)


@pytest.mark.parametrize("family", list(KERNELS.values()), ids=list(KERNELS))
def test_curve_is_one_map_for_each_number_and_seed_with_every_kernel(family):
    X, kernel = cloud(), family(2.0)
    curve = error_curve(X, kernel, "monte_carlo", SIZES, SEEDS, "rmse")
    np.testing.assert_allclose(
        curve.errors, one_by_one(X, kernel, "monte_carlo", SIZES, SEEDS, "rmse", "paired"), atol=1e-6
    )


@pytest.mark.parametrize(("map_", "metric"), [("paired", "sup"), ("offset", "rmse"), ("positive", "relative_spectral")])
def test_a_curve_in_float64_has_its_rounding_error(map_, metric):
    X, kernel = cloud(), Gaussian(1.2)
    curve = error_curve(X, kernel, "monte_carlo", SIZES, SEEDS, metric, map_, dtype="float64")
    expected = one_by_one(X, kernel, "monte_carlo", SIZES, SEEDS, metric, map_, dtype="float64")
    # sums of at most 42 products of numbers up to max |z|², which for positive features is some hundreds
    np.testing.assert_allclose(curve.errors, expected, rtol=1e-12, atol=100 * 42 * np.finfo(float).eps)
    with pytest.raises(ValueError, match=r"dtype must be one of .*, got 'float16'"):
        error_curve(X, kernel, "monte_carlo", SIZES, SEEDS, dtype="float16")


@pytest.mark.parametrize("map_", ["paired", "offset"])
def test_blocks_of_frequencies_do_not_show(map_, monkeypatch):
    X = cloud(15)
    whole = error_curve(X, Gaussian(), "monte_carlo", SIZES, SEEDS, "sup", map_).errors
    monkeypatch.setattr(curve_module, "_BLOCK", 4)
    np.testing.assert_allclose(
        error_curve(X, Gaussian(), "monte_carlo", SIZES, SEEDS, "sup", map_).errors, whole, atol=1e-6
    )


@pytest.mark.parametrize("map_", ["paired", "offset"])
@pytest.mark.parametrize("block", [4, 512])
def test_a_scheme_that_is_not_nested_takes_one_map_for_each_number(changing, map_, block, monkeypatch):
    monkeypatch.setattr(curve_module, "_BLOCK", block)
    X, kernel = cloud(), Matern(1.5, nu=0.8)
    curve = error_curve(X, kernel, changing, SIZES, SEEDS, "rmse", map_)
    np.testing.assert_allclose(curve.errors, one_by_one(X, kernel, changing, SIZES, SEEDS, "rmse", map_), atol=1e-6)
    assert curve.notes == tuple(f"Made for {size}." for size in SIZES)


def test_a_deterministic_scheme_has_the_same_row_for_every_seed():
    curve = error_curve(cloud(), Gaussian(), "sobol", SIZES, SEEDS, "rmse")
    assert not curve.randomised and curve.errors.shape == (3, 4)
    np.testing.assert_array_equal(curve.errors, np.repeat(curve.errors[:1], 3, axis=0))
    random = error_curve(cloud(), Gaussian(), "monte_carlo", SIZES, SEEDS, "rmse")
    assert random.randomised and (np.ptp(random.errors, axis=0) > 0).all()


def test_a_seed_gives_its_row_whatever_the_others_are():
    X = cloud()
    many = error_curve(X, Gaussian(), "orthogonal", SIZES, SEEDS, "sup")
    alone = error_curve(X, Gaussian(), "orthogonal", SIZES[1:3], SEEDS[1:2], "sup")
    np.testing.assert_allclose(alone.errors[0], many.errors[1, 1:3], atol=1e-6)


def test_notes_of_the_scheme_are_passed_on():
    notes = error_curve(cloud(), Gaussian(), "sobol", SIZES, SEEDS).notes
    assert any("origin" in str(each) for each in notes) and len(notes) == len(set(notes))


def test_median_and_quantiles_are_over_seeds():
    curve = error_curve(cloud(), Gaussian(), "monte_carlo", SIZES, range(7))
    np.testing.assert_allclose(curve.median, np.sort(curve.errors, axis=0)[3])
    np.testing.assert_allclose(curve.quantile(0.5), curve.median)
    np.testing.assert_allclose(curve.quantile(0.0), curve.errors.min(axis=0))
    between = np.sort(curve.errors, axis=0)[1:3].mean(axis=0)  # at (7 + 1/3)q + 1/3 = 2.5, counted from 1
    np.testing.assert_allclose(curve.quantile(6.5 / 22), between, rtol=1e-6)


def test_the_quantile_of_few_seeds_is_as_often_too_large_as_too_small():
    """Up to what the largest of twelve can be: above the true 95 % in 1 − 0.95¹² = 46 % of cases."""
    curve = error_curve(cloud(5), Gaussian(), "monte_carlo", SIZES, range(12))
    errors = np.random.default_rng(2).uniform(size=(12, 20_000))
    found = replace(curve, errors=errors)
    for q, least in ((0.95, 1 - 0.95**12), (0.5, 0.5), (0.1, 0.5)):
        assert abs(np.mean(found.quantile(q) > q) - least) < 0.03


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(1.5), Laplacian(4.0), Cauchy(2.0)], ids=repr)
def test_mean_square_error_is_the_variance_over_the_number_of_frequencies(kernel):
    """E rmse² is the mean of (1/m)[½ + ½k(2δ) − k²] over the pairs: a slope of −½ in the log–log plot."""
    X, sizes, n_seeds = cloud(30), np.array([4, 16, 64, 256]), 100
    curve = error_curve(X, kernel, "monte_carlo", sizes, range(n_seeds), "rmse")
    delta = X[:, None] - X[None]
    variance = 0.5 + 0.5 * kernel.of_difference(2 * delta) - kernel.of_difference(delta) ** 2
    squares = curve.errors**2 * sizes
    assert (np.abs(squares.mean(axis=0) - variance.mean()) <= 4 * squares.std(axis=0) / math.sqrt(n_seeds)).all()
    slope = np.polyfit(np.log(sizes), np.log(curve.errors.mean(axis=0)), 1)[0]
    assert slope == pytest.approx(-0.5, abs=4 * (np.log(curve.errors).std() / math.sqrt(n_seeds)) / math.log(64))


# --- in steps ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("sampler", ["monte_carlo", "sobol", "changing"])
@pytest.mark.parametrize("metric", ["rmse", SUP_COMPACT])
@pytest.mark.parametrize("block", [4, 512])
def test_steps_go_forward_to_the_end(sampler, metric, block, changing, monkeypatch):
    monkeypatch.setattr(curve_module, "_BLOCK", block)
    steps = list(error_curve.steps(cloud(8, 2), Gaussian(), sampler, SIZES, SEEDS, metric))
    done = [step.done for step in steps]
    assert done[0] == 0 and done == sorted(done) and done[-1] == steps[-1].total
    assert {step.total for step in steps} == {steps[0].total}
    seeds = [len(step.record.seeds) if step.record else 0 for step in steps]
    assert seeds == sorted(seeds) and seeds[0] == 0 and seeds[-1] == 3
    whole = error_curve(cloud(8, 2), Gaussian(), sampler, SIZES, SEEDS, metric)
    np.testing.assert_array_equal(steps[-1].record.errors, whole.errors)
    for step in steps:
        if step.record is not None:
            assert step.record.seeds == SEEDS[: len(step.record.seeds)]
            np.testing.assert_array_equal(step.record.errors, whole.errors[: len(step.record.seeds)])


def test_steps_can_be_left_at_any_point_and_begun_again():
    def start():
        return error_curve.steps(cloud(), Gaussian(), "monte_carlo", SIZES, SEEDS)

    total = sum(1 for _ in start())
    for stop in range(1, total):
        steps = start()
        for _ in range(stop):
            next(steps)
        steps.close()
        with pytest.raises(StopIteration):
            next(steps)
    assert sum(1 for _ in start()) == total


def test_steps_refuse_at_the_first_one():
    with pytest.raises(ValueError, match=r"^metric must be one of sup, "):
        next(error_curve.steps(cloud(), Gaussian(), "monte_carlo", SIZES, SEEDS, "max"))


# --- over the compact set ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("sampler", ["monte_carlo", "changing"])
def test_supremum_over_the_box_of_the_points(sampler, changing):
    X, kernel = cloud(20, 2), Gaussian()
    curve = error_curve(X, kernel, sampler, SIZES, SEEDS, SUP_COMPACT)
    pairs = error_curve(X, kernel, sampler, SIZES, SEEDS, "sup")
    for row, seed in enumerate(SEEDS):
        for column, size in enumerate(SIZES):
            features = RandomFourierFeatures(kernel, n_freqs=size, sampler=sampler, random_state=seed).fit(X)
            found = sup_over_box(features.frequencies_, features.weights_, kernel, np.ptp(X, axis=0), seed)
            assert curve.errors[row, column] == pytest.approx(found.value, abs=1e-6)
    assert (curve.errors >= pairs.errors - 2e-3).all()
    assert note("box_searched_on_grid", n_grid=161) in curve.notes


def test_supremum_over_the_box_is_for_the_paired_map():
    with pytest.raises(ValueError, match=r"^map must be 'paired' for the supremum over the compact set.*got 'offset'"):
        error_curve(cloud(), Gaussian(), "monte_carlo", SIZES, SEEDS, SUP_COMPACT, "offset")


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "n_freqs",
    [[], [0, 1], [-1], [2, 2], [5, 3], [1.0, 2.0], [[1, 2]], 5, [True], ["a"], np.array([9, 4], dtype=np.uint64)],
)
def test_numbers_of_frequencies_must_increase(n_freqs):
    with pytest.raises(ValueError, match=r"^n_freqs must be increasing whole numbers of at least 1, got "):
        error_curve(cloud(), Gaussian(), "monte_carlo", n_freqs, SEEDS)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int16])
def test_numbers_of_frequencies_can_be_of_any_whole_type(dtype):
    sizes = np.array([3, 200], dtype=dtype) if dtype is not np.int16 else np.array([3, 300], dtype=dtype)
    curve = error_curve(cloud(6), Gaussian(), "monte_carlo", sizes, [1, 2], "rmse")
    np.testing.assert_allclose(
        curve.errors,
        one_by_one(cloud(6), Gaussian(), "monte_carlo", sizes.tolist(), [1, 2], "rmse", "paired"),
        atol=1e-6,
    )


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"X": np.ones((1, 2))}, "^X must hold at least 2 points, got 1"),
        ({"X": np.full((3, 2), np.nan)}, "^X must be finite, got nan"),
        ({"sampler": "mc"}, "^sampler must be one of monte_carlo, .*, got 'mc'"),
        ({"metric": "mse"}, "^metric must be one of sup, .*sup_compact, got 'mse'"),
        ({"map": "both"}, "^map must be one of paired, offset, positive, optimal_positive, got 'both'"),
        ({"seeds": []}, "^seeds must hold at least one seed, got none"),
        ({"seeds": [0, -1]}, "^seeds must be a whole number of at least 0, got -1"),
        ({"seeds": [0.5]}, "^seeds must be a whole number of at least 0, got 0.5"),
        ({"sampler": "orthogonal", "kernel": Laplacian()}, "^sampler = 'orthogonal' is not defined here"),
    ],
)
def test_curve_refuses(changes, said):
    given = {"X": cloud(), "kernel": Gaussian(), "sampler": "monte_carlo", "n_freqs": SIZES, "seeds": SEEDS}
    with pytest.raises(ValueError, match=said):
        error_curve(**(given | changes))


def test_curves_are_records():
    curve = error_curve(cloud(), Gaussian(), "monte_carlo", SIZES, SEEDS)
    with pytest.raises(AttributeError):
        curve.errors = None
    assert replace(curve, notes=("x",)).notes == ("x",)


# --- schemes that want data, or a least number of frequencies ---------------------------------------------------------


def _picky(name, **options):
    def draw_rows(kernel, d, n_freqs, rng, with_phases, X=None):
        W = kernel.sample(n_freqs, d, rng)
        return FrequencySample(W if X is None else W * X.std(), np.full(n_freqs, 1 / n_freqs), False, False)

    return Scheme(name, name.title(), "A scheme for this test. It is not kept.", draw_rows, **options)


def test_a_curve_begins_where_its_scheme_does(monkeypatch):
    monkeypatch.setitem(SAMPLERS, "picky", _picky("picky", least=lambda kernel, d: 2 * d))
    X = np.random.default_rng(0).standard_normal((30, 3))
    curve = error_curve(X, Gaussian(), "picky", [4, 6, 32], [0, 1])
    assert np.isnan(curve.errors[:, 0]).all() and (curve.errors[:, 1:] > 0).all()
    np.testing.assert_array_equal(curve.defined, [False, True, True])
    assert note("defined_from", least=6) in curve.notes
    with pytest.raises(ValueError, match=r"^n_freqs must reach 6 for sampler = 'picky' and d = 3, got at most 5"):
        error_curve(X, Gaussian(), "picky", [2, 5], [0])
    with pytest.raises(ValueError, match=r"^n_freqs must be at least 6 for sampler = 'picky' and d = 3, got 5"):
        draw("picky", Gaussian(), 3, 5, np.random.default_rng(0))


def test_a_curve_gives_its_scheme_the_data(monkeypatch):
    monkeypatch.setitem(SAMPLERS, "picky", _picky("picky", takes_data=True, needs_data=True))
    X = np.random.default_rng(0).standard_normal((30, 3))
    narrow, wide = (error_curve(X * s, Gaussian(s), "picky", [64], [0]).errors[0, 0] for s in (1, 3))
    assert wide > 1.5 * narrow  # the frequencies grew with the data's spread
    with pytest.raises(ValueError, match=r"^X must be given for sampler = 'picky'"):
        draw("picky", Gaussian(), 3, 8, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"^X must have d = 3 dimensions, got 2"):
        draw("picky", Gaussian(), 3, 8, np.random.default_rng(0), X=X[:, :2])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e-30, 1e20, 1e37, 1e40, 1e140])
def test_a_curve_does_not_depend_on_the_unit_of_the_data(scale):
    X = np.random.default_rng(0).standard_normal((50, 3))
    here, there = (error_curve(s * X, Gaussian(s), "monte_carlo", [64], [0]).errors for s in (1.0, scale))
    np.testing.assert_allclose(there, here, rtol=1e-5)
