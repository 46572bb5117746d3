"""Each diagnostic's record against naive loops, closed forms and laws by simulation."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.stats import qmc

from rffviz.diagnose import (
    ALARM,
    bias_and_variance,
    directions,
    discrepancy,
    error_field,
    frequency_cloud,
    given_frequencies,
    moments,
    radius_distribution,
    radius_distribution_over_seeds,
)
from rffviz.diagnose.discrepancy import _variance, _with_distribution
from rffviz.diagnose.sentences import remark
from rffviz.diagnose.uniforms import cube_points, radius_probability
from rffviz.diagnose.wording import NO_VARIANCE, percent
from rffviz.kernels import KERNELS, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.samplers import draw

every_kernel = pytest.mark.parametrize("kernel", [family(1.7) for family in KERNELS.values()], ids=repr)


def drawn(kernel, d, m, seed=0):
    return draw("monte_carlo", kernel, d, m, np.random.default_rng(seed))


def weighted(d=3, m=40, seed=1):
    rng = np.random.default_rng(seed)
    weights = rng.uniform(0.1, 1, m)
    return given_frequencies(rng.standard_normal((m, d)), weights / weights.sum())


# --- points of the cube -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@every_kernel
@pytest.mark.parametrize("d", [1, 4])
def test_cube_coordinates_are_uniform(kernel, d):
    fs = drawn(kernel, d, 4000)
    limit = math.sqrt(math.log(2 / 1e-6) / 8000)
    for U in (frequency_cloud(fs, kernel).cube, cube_points(fs.W, kernel)):
        assert max(stats.kstest(column, "uniform").statistic for column in U.T) < limit
    joint = cube_points(fs.W, kernel)  # and independent of each other
    if d > 1:
        assert stats.kstest(np.maximum(joint[:, 0], joint[:, 1]) ** 2, "uniform").statistic < limit
        both = np.abs(joint - 0.5)
        assert abs(np.corrcoef(both.T)[0, 1]) < 4.5 / math.sqrt(4000)


def test_cube_points_are_the_normal_probabilities_for_the_gaussian():
    W = np.random.default_rng(0).standard_normal((50, 3)) / 1.7
    np.testing.assert_allclose(frequency_cloud(given_frequencies(W), Gaussian(1.7)).cube, stats.norm.cdf(1.7 * W))


@every_kernel
def test_many_radii_are_interpolated_closely(kernel):
    r = np.sort(np.linalg.norm(drawn(kernel, 3, 1000).W, axis=1))
    direct = np.concatenate([kernel.radius_cdf(part, 3) for part in np.array_split(r, 10)])
    np.testing.assert_allclose(radius_probability(r, kernel, 3), direct, atol=1e-4)


def test_reach_holds_99_percent_of_a_coordinate():
    assert frequency_cloud(drawn(Gaussian(2.0), 2, 5), Gaussian(2.0)).reach == pytest.approx(2.575829 / 2, rel=1e-5)
    expected = math.tan(math.pi / 2 * 0.99) / 3
    assert frequency_cloud(drawn(Laplacian(3.0), 2, 5), Laplacian(3.0)).reach == pytest.approx(expected, rel=1e-5)


# --- radii ------------------------------------------------------------------------------------------------------------


def test_radius_distance_is_kolmogorov_and_smirnovs():
    kernel, fs = Matern(1.2, nu=1.5), drawn(Matern(1.2, nu=1.5), 3, 200)
    found = radius_distribution(fs, kernel)
    test = stats.kstest(np.linalg.norm(fs.W, axis=1), lambda r: kernel.radius_cdf(r, 3))
    assert found.distance == pytest.approx(test.statistic, rel=1e-9)
    assert found.p_value == pytest.approx(test.pvalue, abs=0.02)
    assert found.n_effective == pytest.approx(200, rel=0.05)


def test_weights_count_as_repeats_do():
    """Two thirds of the weight on a row is the same distribution as the row twice."""
    W = np.random.default_rng(0).standard_normal((60, 2))
    counts = np.random.default_rng(1).integers(1, 4, 60)
    once = radius_distribution(given_frequencies(W, counts / counts.sum()), Gaussian())
    again = radius_distribution(given_frequencies(np.repeat(W, counts, axis=0)), Gaussian())
    for name in ("distance", "p_value", "n_effective", "n_distinct"):
        assert getattr(once, name) == pytest.approx(getattr(again, name), rel=1e-9)
    assert once.n_effective <= counts.sum() ** 2 / np.square(counts).sum() + 1e-9


@pytest.mark.release
@pytest.mark.parametrize("weights", ["equal", "importance"])
def test_radius_p_values_are_uniform_or_larger(weights):
    values = []
    for seed in range(400):
        W = np.random.default_rng(seed).standard_normal((100, 3))
        p = np.ones(100)
        if weights == "importance":  # drawn from a wider law
            W *= 1.3
            p = np.exp(-np.square(W).sum(axis=1) / 2 * (1 - 1 / 1.69))
        values.append(radius_distribution(given_frequencies(W, p / p.sum()), Gaussian()).p_value)
    for level in (0.01, 0.1, 0.5):
        assert np.mean(np.array(values) < level) <= level + 4 * math.sqrt(level * (1 - level) / 400)


def test_the_way_the_radii_are_off_is_told():
    W = np.random.default_rng(0).standard_normal((300, 4))
    assert radius_distribution(given_frequencies(1.5 * W), Gaussian()).too_long
    assert not radius_distribution(given_frequencies(W / 1.5), Gaussian()).too_long


def test_pooled_radii_count_blocks_that_share_a_radius_once():
    rng = np.random.default_rng(0)
    radii = np.repeat(np.sqrt(rng.chisquare(3, (50, 8))), 10, axis=1) * (1 + 1e-6 * rng.uniform(size=(50, 80)))
    found = radius_distribution_over_seeds(radii, np.full(radii.shape, 1 / 80), Gaussian(), 3)
    assert 250 < found.n_effective < 650  # 400 independent ones
    free = np.sqrt(rng.chisquare(3, (50, 80)))
    assert radius_distribution_over_seeds(free, np.full(free.shape, 1 / 80), Gaussian(), 3).n_effective > 2500


def test_a_constant_radius_is_told():
    W = np.random.default_rng(0).standard_normal((30, 4))
    assert radius_distribution(given_frequencies(W / np.linalg.norm(W, axis=1, keepdims=True)), Gaussian()).constant
    assert not radius_distribution(given_frequencies(W), Gaussian()).constant


# --- directions -------------------------------------------------------------------------------------------------------


def test_cosines_of_all_pairs_by_a_double_loop():
    fs = drawn(Gaussian(), 3, 12)
    found = directions(fs, Gaussian())
    units = fs.W / np.linalg.norm(fs.W, axis=1, keepdims=True)
    pairs = list(itertools.combinations(range(12), 2))
    between = [units[i] @ units[j] for i, j in pairs if i // 3 != j // 3]
    within = [units[i] @ units[j] for i, j in pairs if i // 3 == j // 3]
    assert (found.n_between, found.n_within) == (len(between), len(within))
    np.testing.assert_allclose(found.between_blocks, np.histogram(between, found.edges)[0] / len(between))
    np.testing.assert_allclose(found.within, np.histogram(within, found.edges)[0] / len(within))
    assert found.largest_within == pytest.approx(np.abs(within).max())


@pytest.mark.parametrize("d", [1, 2, 3, 20])
def test_the_law_of_the_cosines_is_that_of_independent_directions(d):
    distribution = directions(drawn(Gaussian(), d, 5), Gaussian()).independent
    W = np.random.default_rng(0).standard_normal((40_000, 2, d))
    cosines = np.einsum("njd,njd->n", W[:, :1], W[:, 1:]) / np.prod(np.linalg.norm(W, axis=2), axis=1)
    seen, _ = np.histogram(np.clip(cosines, -1, 1), np.linspace(-1, 1, 41))
    assert np.abs(seen / 40_000 - distribution).max() < 4.5 * math.sqrt(distribution.max() / 40_000)
    assert distribution.sum() == pytest.approx(1)


def test_bingham_statistic_by_a_double_loop():
    fs, d, m = drawn(Gaussian(), 3, 50), 3, 50
    units = fs.W / np.linalg.norm(fs.W, axis=1, keepdims=True)
    total = sum((units[i] @ units[j]) ** 2 - 1 / d for i in range(m) for j in range(m) if i != j) / m**2
    variance = 2 * m * (m - 1) / m**4 * 2 * (d - 1) / (d**2 * (d + 2))
    found = directions(fs, Gaussian())
    assert found.degrees == 5
    assert found.statistic == pytest.approx(5 + total * math.sqrt(10 / variance))
    bingham = d * (d + 2) / 2 * m * (np.square(units.T @ units / m).sum() - 1 / d)
    assert found.statistic == pytest.approx(bingham, rel=0.15)  # the textbook statistic, for large m
    assert found.largest_eigenvalue == pytest.approx(3 * np.linalg.eigvalsh(units.T @ units / m)[-1])


@pytest.mark.release
@pytest.mark.parametrize(
    "d, m, equal",
    [
        (2, 20, True),
        (60, 30, False),
        *(pytest.param(*each, marks=pytest.mark.release) for each in ((5, 256, False), (20, 256, True))),
    ],
)
def test_direction_p_values_are_nearly_uniform(d, m, equal):
    values = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        p = np.ones(m) if equal else rng.uniform(0.2, 1, m)
        values.append(directions(given_frequencies(rng.standard_normal((m, d)), p / p.sum()), Gaussian()).p_value)
    for level in (0.01, 0.1, 0.5):
        assert np.mean(np.array(values) < level) <= level + 4.5 * math.sqrt(level * (1 - level) / 200)
    assert np.mean(np.array(values) < 0.3) > 0.15


def test_orthogonal_directions_are_more_even_than_chance_and_not_accused():
    found = directions(draw("orthogonal", Gaussian(), 8, 256, np.random.default_rng(0)), Gaussian())
    assert found.p_value > 0.999 and found.largest_within < 1e-12
    assert found.largest_eigenvalue == pytest.approx(1)


def test_directions_of_product_kernels_and_of_one_dimension_have_no_test():
    assert math.isnan(directions(drawn(Laplacian(), 3, 50), Laplacian()).p_value)
    assert math.isnan(directions(drawn(Gaussian(), 1, 50), Gaussian()).p_value)


def test_pairs_are_at_most_as_many_as_asked_for():
    found = directions(drawn(Gaussian(), 10, 3000), Gaussian(), most_pairs=500)
    assert 400 < found.n_between <= 500 and 400 < found.n_within <= 500


# --- moments ----------------------------------------------------------------------------------------------------------


def test_moments_by_loops():
    fs, kernel = weighted(), Gaussian(0.8)
    found = moments(fs, kernel)
    V = 2 * stats.norm.cdf(0.8 * fs.W) - 1
    for i in range(3):
        assert found.mean[i] == pytest.approx(sum(p * w for p, w in zip(fs.weights, fs.W[:, i], strict=True)))
        assert found.second[i] == pytest.approx(sum(p * w * w for p, w in zip(fs.weights, fs.W[:, i], strict=True)))
        assert found.spread[i] == pytest.approx(sum(p * abs(v) for p, v in zip(fs.weights, V[:, i], strict=True)))
    terms = fs.weights * V[:, 0] * V[:, 2]
    assert found.correlation_z[0, 2] == pytest.approx(terms.sum() / math.sqrt(np.square(terms).sum()))
    power = [fs.weights @ np.square(V[:, i]) for i in (0, 2)]
    assert found.correlation[0, 2] == pytest.approx(terms.sum() / math.sqrt(power[0] * power[1]))
    assert found.target == pytest.approx(1 / 0.64)
    assert moments(drawn(Laplacian(), 3, 20), Laplacian()).target == math.inf


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Laplacian(), Matern(nu=0.5), Gaussian()], ids=repr)
def test_thresholds_hold_for_heavy_tails(kernel):
    """At a fiftieth of the strictness, so that it can be counted: the threshold for 1 in 20 per coordinate or pair."""
    accused = [0, 0]
    for seed in range(400):
        found = moments(drawn(kernel, 5, 60, seed), kernel)
        accused[0] += np.abs(found.spread_z).max() > stats.norm.isf(0.05 / 10)
        accused[1] += np.abs(found.correlation_z).max() > stats.norm.isf(0.05 / 20)
    assert max(accused) <= 400 * 0.05 + 4 * math.sqrt(400 * 0.05)
    assert min(accused) > 1


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(), Matern(nu=0.5)], ids=repr)
def test_expected_largest_correlation_is_about_right(kernel):
    found = [moments(drawn(kernel, 10, 200, seed), kernel) for seed in range(60)]
    largest = np.mean([np.abs(np.triu(each.correlation, 1)).max() for each in found])
    assert np.mean([each.expected_largest for each in found]) == pytest.approx(largest, rel=0.12)


def test_raw_halton_correlates_in_forty_dimensions():
    W = stats.norm.ppf(qmc.Halton(40, scramble=False).random(257)[1:])
    found = moments(given_frequencies(W), Gaussian())
    assert abs(found.largest) > 0.8 and abs(found.correlation_z[found.pair]) > found.correlation_threshold


@pytest.mark.parametrize("turn", [1, -1])
def test_repeated_coordinates_are_found(turn):
    W = np.random.default_rng(0).standard_normal((50, 6))
    W[:, 4] = turn * W[:, 1]
    found = moments(given_frequencies(W), Gaussian())
    assert found.repeated == ((1, 4),) and found.n_repeated == 1


# --- discrepancy ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 2, 7])
def test_discrepancy_is_scipys_and_takes_weights(d):
    many = np.random.default_rng(2).uniform(size=(700, d))  # more than a block, and than a tile
    assert _with_distribution(many, np.full(700, 1 / 700))[0] == pytest.approx(
        qmc.discrepancy(many, method="CD"), rel=1e-9
    )
    U = np.random.default_rng(0).uniform(size=(30, d))
    fs = given_frequencies(stats.norm.ppf(U))
    assert discrepancy(fs, Gaussian()).value == pytest.approx(qmc.discrepancy(U, method="CD"))
    counts = np.random.default_rng(1).integers(1, 4, 30)
    value, _, _ = _with_distribution(U, counts / counts.sum())
    assert value == pytest.approx(qmc.discrepancy(np.repeat(U, counts, axis=0), method="CD"))


@pytest.mark.parametrize("d", [1, 2, 5, 15])
def test_discrepancy_of_independent_points_has_the_mean_and_variance_of_the_formula(d):
    m, n_seeds = 25, 3000
    rng = np.random.default_rng(0)
    values = np.array([qmc.discrepancy(rng.uniform(size=(m, d)), method="CD") for _ in range(n_seeds)])
    expected = ((5 / 4) ** d - (13 / 12) ** d) / m
    assert discrepancy(drawn(Gaussian(), d, m), Gaussian()).expected == pytest.approx(expected)
    assert abs(values.mean() - expected) < 4 * values.std() / math.sqrt(n_seeds)
    centred = np.square(values - expected)
    variance = _variance(np.full(m, 1 / m), d)
    assert abs(centred.mean() - variance) < 4.5 * centred.std() / math.sqrt(n_seeds)
    far = stats.gamma(expected**2 / variance, scale=variance / expected).isf(0.01)
    assert np.mean(values > far) < 0.02


def test_discrepancy_tells_nets_from_chance_and_is_silent_in_high_dimension():
    found = discrepancy(draw("sobol_scrambled", Gaussian(), 2, 256, np.random.default_rng(0)), Gaussian())
    assert found.ratio < 0.1 and found.p_value > 0.5 and found.informative
    assert not discrepancy(drawn(Gaussian(), 60, 256), Gaussian()).informative
    found = discrepancy(drawn(Gaussian(), 100, 300), Gaussian())
    assert not found.informative and found.n_used == 256
    assert discrepancy(drawn(Gaussian(), 2, 300), Gaussian()).n_used == 300


@pytest.mark.slow
@every_kernel
def test_discrepancy_is_that_of_independent_points_for_every_kernel(kernel):
    ratios = [discrepancy(drawn(kernel, 3, 64, seed), kernel).ratio for seed in range(40)]
    found = discrepancy(drawn(kernel, 3, 64), kernel)
    assert abs(np.mean(ratios) - 1) < 4 * found.spread / found.expected / math.sqrt(40)


# --- field ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plane", [(0, 2), (1, 0), "oblique"])
def test_field_by_loops(plane):
    fs, kernel = weighted(), Gaussian(1.3)
    found = error_field(fs, kernel, 2.0, plane, n_grid=5)
    for row, column in itertools.product(range(5), repeat=2):
        delta = found.along[column] * found.first + found.along[row] * found.second
        exact = kernel.of_difference(delta)
        value = sum(p * math.cos(w @ delta) for p, w in zip(fs.weights, fs.W, strict=True)) - exact
        assert found.error[row, column] == pytest.approx(value, abs=1e-12)
        assert found.exact[row, column] == pytest.approx(exact)
    assert found.first @ found.second == pytest.approx(0, abs=1e-12)
    assert found.error[2, 2] == pytest.approx(0, abs=1e-12)
    if plane != "oblique":
        assert found.first[plane[0]] == found.second[plane[1]] == 1


def test_field_in_one_dimension_is_a_line():
    found = error_field(drawn(Gaussian(), 1, 20), Gaussian(), 2.0)
    assert found.error.shape == (1, 81) and found.largest > 0


# --- bias and variance ------------------------------------------------------------------------------------------------


def test_bias_and_variance_by_a_loop_over_seeds():
    kernel, d, m, n_seeds = Gaussian(1.2), 3, 16, 25
    found = bias_and_variance("monte_carlo", kernel, d, m, n_seeds, 6, random_state=7)
    assert found.lines == ("oblique", "axis") and found.line.count("axis") == 6
    for place in (0, 5, 6, 11):
        unit = found.direction if found.line[place] == "oblique" else np.eye(d)[0]
        delta = found.distance[place] * unit
        values = []
        for seed in range(7, 7 + n_seeds):
            W = draw("monte_carlo", kernel, d, m, np.random.default_rng(seed)).W
            values.append(np.mean(np.cos(W @ delta)))
        k, far = kernel.of_difference(delta), kernel.of_difference(2 * delta)
        assert found.exact[place] == pytest.approx(k)
        assert found.mean_error[place] == pytest.approx(np.mean(values) - k)
        assert found.standard_error[place] == pytest.approx(np.std(values, ddof=1) / math.sqrt(n_seeds))
        t = found.mean_error[place] / found.standard_error[place]
        skew = np.mean((values - np.mean(values)) ** 3) / np.var(values, ddof=1) ** 1.5
        johnson = t + skew * (1 + 2 * t * t) / 30
        nearer = min(abs(t), max(abs(t) / 2, johnson * np.sign(t)))  # never made larger, nor less than half
        assert found.z[place] == pytest.approx(nearer * np.sign(t))
        assert found.ratio[place] == pytest.approx(np.var(values, ddof=1) * m / (0.5 + 0.5 * far - k**2))
    assert (found.ratio_low < found.ratio).all() and (found.ratio < found.ratio_high).all()
    assert found.threshold == pytest.approx(stats.t.isf(ALARM / 24, n_seeds - 1))
    assert np.abs(found.direction).min() > 0.15


def test_distances_reach_to_where_the_kernel_has_fallen():
    found = bias_and_variance("monte_carlo", Laplacian(2.0), 10, 8, 5)
    for line in found.lines:
        assert 0.01 < found.exact[found.on(line)][-1] < 0.035
    assert found.distance[found.on("axis")][-1] > 2 * found.distance[found.on("oblique")][-1]
    assert bias_and_variance("monte_carlo", Gaussian(), 1, 8, 5).lines == ("axis",)


def test_steps_are_seeds_and_the_last_is_the_whole():
    steps = list(bias_and_variance.steps("monte_carlo", RationalQuadratic(), 2, 8, 6))
    assert [step.done for step in steps] == list(range(7)) and {step.total for step in steps} == {6}
    assert [step.record is None for step in steps] == [True] * 3 + [False] * 4
    whole = bias_and_variance("monte_carlo", RationalQuadratic(), 2, 8, 6)
    np.testing.assert_array_equal(steps[-1].record.z, whole.z)
    assert steps[3].record.n_seeds == 3 and not steps[3].record.judged


@pytest.mark.parametrize("named", [True, False])
def test_a_deterministic_scheme_has_no_z(named):
    fixed = draw("sobol", Gaussian(), 2, 32, np.random.default_rng(0))
    found = bias_and_variance("sobol" if named else lambda seed: fixed, Gaussian(), 2, 32, 50)
    assert not found.randomised and np.isnan(found.z).all() and not found.biased
    assert np.abs(found.mean_error).max() > 0 and found.n_seeds == 1


@pytest.mark.release
def test_variance_of_orthogonal_features_is_seen_to_be_less():
    found = bias_and_variance("orthogonal", Gaussian(), 8, 64, 60)
    assert found.spreads_less and not found.spreads_more and not found.biased


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("W", "weights", "words"),
    [
        (np.ones(3), None, "W must have shape"),
        (np.full((2, 2), np.nan), None, "W must be finite, got nan in row 0, column 0"),
        (np.ones((2, 2)), [1.0], r"weights must have shape \(2,\), one per frequency, got \(1,\)"),
        (np.ones((2, 2)), [1.0, -1.0], "weights must be finite and at least 0, got -1.0"),
        (np.ones((2, 2)), [0.0, 0.0], "weights must not all be 0"),
        (np.ones((2, 2)), ["a", "b"], "weights must be numbers"),
    ],
)
def test_given_frequencies_are_checked(W, weights, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        given_frequencies(W, weights)


@pytest.mark.parametrize(
    "diagnose", [frequency_cloud, radius_distribution, directions, moments, discrepancy, error_field]
)
def test_every_diagnostic_refuses_what_is_no_sample_and_no_kernel(diagnose):
    with pytest.raises(ValueError, match=r"^fs must be a FrequencySample, got 3"):
        diagnose(3, Gaussian())
    with pytest.raises(ValueError, match=r"^kernel must be a kernel of rffviz.kernels, got 'gaussian'"):
        diagnose(weighted(), "gaussian")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"sample_of": "halten"}, "sample_of must be one of monte_carlo, "),
        ({"sample_of": 3}, "sample_of must be the name of a scheme or a function of a seed, got 3"),
        ({"sample_of": lambda seed: 3}, "sample_of must give a FrequencySample, got int for seed 0"),
        ({"sample_of": lambda seed: weighted(4)}, "sample_of must give frequencies in d = 3 dimensions, got 4"),
        ({"kernel": "gaussian"}, "kernel must be a kernel"),
        ({"n_seeds": 2}, "n_seeds must be a whole number of at least 3, got 2"),
        ({"n_distances": 1}, "n_distances must be a whole number of at least 2, got 1"),
        ({"sample_of": "orthogonal", "kernel": Laplacian()}, "sampler = 'orthogonal' is not defined here"),
    ],
)
def test_bias_refuses_bad_arguments(changed, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        bias_and_variance(**({"sample_of": "monte_carlo", "kernel": Gaussian(), "d": 3, "n_freqs": 8} | changed))


@pytest.mark.parametrize("plane", [(0, 0), (0, 3), (1,), "slanted", 4])
def test_field_refuses_bad_planes(plane):
    with pytest.raises(ValueError, match=r"^plane must be"):
        error_field(weighted(), Gaussian(), 1.0, plane)


def test_pooled_radii_must_match_their_weights():
    with pytest.raises(ValueError, match=r"^radii and weights must have one shape"):
        radius_distribution_over_seeds(np.ones((2, 3)), np.ones((2, 4)), Gaussian(), 2)


@pytest.mark.slow
def test_what_is_beyond_chance_is_asked_of_the_record():
    """Right rows, rows twice too long, even rows, rows at right angles and copied coordinates."""
    kernel, right = Gaussian(), drawn(Gaussian(), 3, 256)
    long, copied = right.W * 2, right.W.copy()
    copied[:, 1] += 5 * copied[:, 0]
    assert not radius_distribution(right, kernel).off and radius_distribution(given_frequencies(long), kernel).off
    good, bad = moments(right, kernel), moments(given_frequencies(long), kernel)
    assert not good.correlated and not good.scale_off and bad.scale_off
    assert good.worst == int(np.argmax(np.abs(good.spread_z)))
    assert moments(given_frequencies(copied), kernel).correlated
    plain = directions(right, kernel)
    assert not (plain.uneven or plain.more_even or plain.right_angles)
    assert directions(given_frequencies(right.W * [9, 1, 1]), kernel).uneven
    turned = directions(draw("orthogonal", kernel, 3, 255, np.random.default_rng(0)), kernel)
    assert turned.right_angles and turned.more_even and not turned.uneven
    assert not frequency_cloud(right, kernel).unequal and frequency_cloud(weighted(), kernel).unequal
    field = error_field(right, kernel)
    assert field.times_monte_carlo == pytest.approx(field.rms / math.sqrt(np.mean(field.sigma**2)))
    bias = bias_and_variance("monte_carlo", kernel, 2, 16, 5, 4)
    tested = bias.ratio[bias.tested]
    assert bias.ratios == (tested.min(), tested.max())
    assert replace(bias, tested=bias.tested & False).ratios == (bias.ratio.min(), bias.ratio.max())


@pytest.mark.parametrize("times, said", [(0.5, "0 to 0 times"), (2.0, "0.0000 to 0.0000 times")])
def test_record_and_sentence_take_the_same_ratios_for_zero(times, said):
    bias = bias_and_variance("monte_carlo", Gaussian(), 2, 16, 5, 4)
    low, high = replace(bias, ratio=np.full_like(bias.ratio, times * NO_VARIANCE)).ratios
    assert (low == high == 0) is (times < 1)
    assert said in str(remark("varies_less", low=times * NO_VARIANCE, high=times * NO_VARIANCE))


@pytest.mark.parametrize(("share", "words"), [(1, "100 %"), (255 / 256, "99.6 %"), (0.9996, "99.96 %"), (0.004, "0 %")])
def test_what_is_less_than_all_is_never_all(share, words):
    assert percent(share) == words
