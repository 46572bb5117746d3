"""Bounds over the pairs of finitely many points, against integrals, double loops, simulation and worked numbers."""

import math
import warnings

import numpy as np
import pytest
from scipy import integrate, interpolate, optimize, special, stats
from scipy.spatial.distance import pdist
from sklearn.datasets import load_diabetes

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Cauchy, ExponentialPower, Gaussian, Laplacian, Matern, RationalQuadratic, median_length_scale
from rffviz.measure.errors import METRICS
from rffviz.samplers import draw
from rffviz.theory import (
    BOUNDS,
    epsilon_at,
    epsilon_curve,
    epsilon_on_pairs,
    frequencies_needed,
    frequencies_needed_on_pairs,
    pairs_of,
    probability_on_pairs,
)
from rffviz.theory.cramer import cramer_exponents
from rffviz.theory.pairs import Block

MAPS = ("paired", "offset")
NAMES = ("hoeffding", "bernstein", "cramer", "normal")
KERNELS = (
    Gaussian(1.3),
    Laplacian(2.0),
    Matern(1.5, nu=0.5),
    Matern(1.5, nu=0.8),
    Matern(1.5, nu=2.5),
    Cauchy(1.1),
    RationalQuadratic(1.2, alpha=0.7),
    ExponentialPower(1.4, exponent=0.7),
)
alternately = pytest.mark.parametrize(("kernel", "map"), [(k, MAPS[i % 2]) for i, k in enumerate(KERNELS)], ids=str)


def cloud(n, d, seed=0):
    return np.random.default_rng(seed).standard_normal((n, d))


def one_pair(kernel, distance):
    """The block of a single pair in one dimension."""
    return Block(np.ones(1), lambda n: (kernel.of_difference(np.array([[n * distance]])),) * 2)


def moment_by_integration(kernel, distance):
    """s → E exp(s cos ωδ) in one dimension, against the spectral density on 60 quarter turns; beyond, on average."""
    w = np.linspace(0, 30 * math.pi / distance, 240_001)
    density = 2 * kernel.spectral_density(w[:, None])
    beyond = 1 - integrate.simpson(density, x=w)
    return lambda s: integrate.simpson(np.exp(s * np.cos(w * distance)) * density, x=w) + special.i0(s) * beyond


def naive_exponent(kernel, delta, epsilon, map, sign):
    """sup_s [s(±k + ε) − log M(±s)], with M summed term by term in scipy's own Bessel functions."""
    reach, n = 1 if map == "paired" else 2, np.arange(1, 120)
    k = float(kernel.of_difference(delta))
    if sign * k + epsilon > reach:
        return math.inf
    terms = 2.0 * sign**n * kernel.of_difference(n[:, None] * delta)

    def negative(s):
        total = special.iv(0, s) + float(terms @ special.iv(n, s))
        extra = math.log(special.i0(s)) if map == "offset" else 0.0
        return math.log(total) + extra - s * (sign * k + epsilon)

    # the lower tail's sum cancels where s is large
    ends = (1e-9, 60 if sign > 0 else 14)
    return -optimize.minimize_scalar(negative, bounds=ends, method="bounded", options={"xatol": 1e-9}).fun


def naive_probability(name, m, epsilon, kernel, X, map):
    """The sum over pairs in a double loop; the offset map's diagonal counts."""
    total, reach = 0.0, 1 if map == "paired" else 2
    for i in range(len(X)):
        for j in range(i + (map == "paired"), len(X)):
            delta = X[i] - X[j]
            k, k2 = (float(kernel.of_difference(f * delta)) for f in (1, 2))
            v = (0.5 if map == "paired" else 1.0) + 0.5 * k2 - k**2
            if name == "hoeffding":
                total += 2 * math.exp(-2 * m * epsilon**2 / (2 * reach) ** 2)
            elif name == "bernstein":
                total += 2 * math.exp(-m * epsilon**2 / (2 * v + 2 / 3 * (reach + abs(k)) * epsilon))
            elif name == "normal":
                total += 2 * stats.norm.sf(epsilon * math.sqrt(m / v))
            else:
                for sign in (1, -1):
                    total += math.exp(-m * naive_exponent(kernel, delta, epsilon, map, sign))
    return total


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(1.3), Cauchy(1.1), Laplacian(2.0)], ids=str)
@pytest.mark.parametrize("distance", [0.8, 2.3])
def test_exponents_are_those_of_the_integrated_moment(kernel, distance):
    k, epsilon = float(kernel.of_difference(np.array([distance]))), 0.15
    moment = moment_by_integration(kernel, distance)
    upper, lower = (float(side[0]) for side in cramer_exponents(one_pair(kernel, distance), epsilon, "paired"))
    for sign, found in ((1, upper), (-1, lower)):

        def negative(s, sign=sign):
            return math.log(moment(sign * s)) - s * (sign * k + epsilon)

        best = optimize.minimize_scalar(
            negative, bounds=(1e-3, 60 if sign > 0 else 14), method="bounded", options={"xatol": 1e-4}
        )
        assert found == pytest.approx(-best.fun, rel=2e-4)


@pytest.mark.release
@alternately
def test_moments_in_several_dimensions_are_those_of_drawn_frequencies(kernel, map):
    """exp(−I) is the smallest mean of exp(s(X − k − ε)), and no s among drawn frequencies does much better."""
    x, y, epsilon, n = np.array([0.3, -0.6, 0.2]), np.array([1.1, 0.4, -0.5]), 0.3, 100_000
    rng = np.random.default_rng(5)
    W, phase = kernel.sample(n, 3, rng), rng.uniform(0, 2 * math.pi, n)
    X = np.cos(W @ (x - y)) if map == "paired" else 2 * np.cos(W @ x + phase) * np.cos(W @ y + phase)
    k = float(kernel.of_difference(x - y))
    found = cramer_exponents(pairs_of(kernel, [x, y], map, diagonal=False).blocks[0], epsilon, map)
    for sign, exponent in zip((1, -1), found, strict=True):
        tilted = [np.exp(s * (sign * (X - k) - epsilon)) for s in np.geomspace(0.05, 16, 120)]
        best = min(tilted, key=np.mean)
        assert math.exp(-exponent[0]) == pytest.approx(best.mean(), abs=4.5 * best.std() / math.sqrt(n) + 2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kernel", [KERNELS[0], KERNELS[1], KERNELS[3], KERNELS[5]], ids=str)
def test_sum_over_pairs_is_a_double_loop(name, kernel, map):
    X = cloud(6, 2)
    for m, epsilon in ((40, 0.5), (300, 0.2)):
        expected = naive_probability(name, m, epsilon, kernel, X, map)
        assert probability_on_pairs(name, m, epsilon, kernel, X, map=map).value == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("map", MAPS)
def test_both_tails_of_a_single_pair_count(map):
    x, y, kernel = np.array([0.2, 0.1]), np.array([1.8, -0.8]), Gaussian(1.3)
    tails = [math.exp(-40 * naive_exponent(kernel, x - y, 0.3, map, sign)) for sign in (1, -1)]
    pairs = pairs_of(kernel, [x, y], map, diagonal=False)
    found = probability_on_pairs("cramer", 40, 0.3, kernel, pairs, map=map).value
    assert found == pytest.approx(sum(tails), rel=1e-5) and min(tails) > 1e-2 * max(tails)


@pytest.fixture(scope="module")
def diabetes():
    X = load_diabetes(scaled=False).data
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return X, Gaussian(median_length_scale(Gaussian(), X))


@pytest.mark.release
@pytest.mark.parametrize(
    "name, expected", [("hoeffding", 3_036), ("bernstein", 1_249), ("cramer", 1_143), ("normal", 922)]
)
def test_worked_numbers_on_diabetes(diabetes, name, expected):
    X, kernel = diabetes
    assert kernel.length_scale == pytest.approx(4.146, abs=5e-4)
    every = pairs_of(kernel, X, exact_pairs=10**6)
    assert every.exact and every.n_pairs == every.n_strata == 97_461
    assert frequencies_needed_on_pairs(name, 0.1, kernel, every) == expected
    assert expected <= frequencies_needed_on_pairs(name, 0.1, kernel, X) <= 1.001 * expected + 1


@pytest.mark.slow
def test_cramer_on_diabetes_is_settled_by_exponents_found_another_way(diabetes):
    """1,143 is enough and 1,142 is not, with exponents by scipy's minimiser on a fine grid of distances."""
    X, kernel = diabetes
    distances = pdist(X)
    grid = np.linspace(distances.min(), distances.max(), 300)
    logs = []
    for sign in (1, -1):
        exponents = np.array([naive_exponent(kernel, np.array([r]), 0.1, "paired", sign) for r in grid])
        far = np.isfinite(exponents)  # near pairs add nothing
        found = np.interp(distances, grid[far], exponents[far])
        found = np.where(distances > 3, interpolate.CubicSpline(grid[far], exponents[far])(distances), found)
        logs.append(found)
    enough, too_few = (sum(np.exp(-m * side).sum() for side in logs) for m in (1_143, 1_142))
    assert enough <= 0.05 < too_few


def test_one_pair_needs_what_the_bound_at_one_pair_asks_for():
    X = [[0.0], [1.0]]
    assert frequencies_needed_on_pairs("hoeffding", 0.1, Gaussian(), X) == 738
    assert frequencies_needed("hoeffding", 0.1, map="offset") == 2_952
    assert frequencies_needed_on_pairs("hoeffding", 0.1, Gaussian(), [[0.0]], map="offset") == 2_952


@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_small_errors_have_the_normal_exponent(kernel, map):
    pairs = pairs_of(kernel, cloud(5, 3), map, diagonal=False)
    block = pairs.blocks[0]
    variance, largest = block.variance(map), 2 if map == "paired" else 3
    for epsilon in (1e-2, 1e-3, 1e-5, 1e-7):
        for side in cramer_exponents(block, epsilon, map):
            # the next order is the skewness, at most the largest deviation over the variance
            assert (np.abs(2 * variance * side / epsilon**2 - 1) <= largest * epsilon / variance / 2).all()


@pytest.mark.slow
@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("epsilon", [1e-6, 0.01, 0.1, 0.4, 0.9, 1.4, 1.9])
def test_order_of_the_exponents(kernel, map, epsilon):
    """Cramér's is the best of Chernoff's kind: no smaller than Bernstein's and Hoeffding's at every pair."""
    block = pairs_of(kernel, cloud(12, 2, seed=1) * 1.5, map).blocks[0]
    reach = 1 if map == "paired" else 2
    bernstein = epsilon**2 / (2 * block.variance(map) + 2 / 3 * (reach + block.size) * epsilon)
    for side in cramer_exponents(block, epsilon, map):
        assert not np.isnan(side).any()
        assert (side >= bernstein * (1 - 1e-12)).all()
        assert (side >= epsilon**2 / (2 * reach**2) * (1 - 1e-5)).all()


@pytest.mark.parametrize("map, reach", [("paired", 1), ("offset", 2)])
def test_no_error_leads_out_of_the_range_of_a_term(map, reach):
    block = pairs_of(Gaussian(), [[0.0], [0.7]], map, diagonal=False).blocks[0]
    k = math.exp(-0.245)
    for epsilon, infinite in ((reach - k + 1e-6, (True, False)), (reach + k + 1e-6, (True, True))):
        assert tuple(np.isinf(side[0]) for side in cramer_exponents(block, epsilon, map)) == infinite
    assert np.isfinite(cramer_exponents(block, reach - k - 1e-6, map)).all()


@pytest.mark.slow
@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("name", NAMES)
def test_inverses_undo_each_other(name, map):
    X, kernel = cloud(20, 3), Laplacian(3.0)
    previous = math.inf
    for m in (3, 30, 300, 30_000):
        epsilon = epsilon_on_pairs(name, m, kernel, X, 0.9, map).value
        assert epsilon < previous
        previous = epsilon
        assert probability_on_pairs(name, m, epsilon, kernel, X, map).value <= 0.1 * (1 + 1e-6)
        assert frequencies_needed_on_pairs(name, epsilon * (1 + 1e-9), kernel, X, 0.9, map) == m
        needed = frequencies_needed_on_pairs(name, 0.9 * epsilon, kernel, X, 0.9, map)
        assert probability_on_pairs(name, needed, 0.9 * epsilon, kernel, X, map).value <= 0.1
        assert probability_on_pairs(name, needed - 1, 0.9 * epsilon, kernel, X, map).value > 0.1


@pytest.mark.release
@alternately
def test_strata_bound_the_sum_over_pairs_within_a_hundredth(kernel, map):
    X = cloud(120, 3, seed=2)
    every, few, many = (
        pairs_of(kernel, X, map, n_strata=n, exact_pairs=exact) for n, exact in ((16, 10**5), (64, 0), (16384, 0))
    )
    assert every.exact and not many.exact and not few.exact
    assert every.n_pairs == few.n_pairs == many.n_pairs == sum(block.counts.sum() for block in few.blocks)
    for name, m, epsilon in (("cramer", 700, 0.12), ("cramer", 60, 0.6), ("bernstein", 700, 0.12), ("normal", 60, 0.3)):
        exact, close, coarse = (
            probability_on_pairs(name, m, epsilon, kernel, pairs, map).value for pairs in (every, many, few)
        )
        assert exact * (1 - 1e-6) <= close <= coarse
        needed, above = (frequencies_needed_on_pairs(name, epsilon, kernel, pairs, map=map) for pairs in (every, many))
        assert needed <= above <= math.ceil(1.01 * needed)
        if type(kernel) is not Cauchy:
            assert close <= 1.01 * exact


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_every_stratum_holds_its_pairs(kernel):
    """Over 20 strata, the range of k(nδ) holds the values of as many pairs as it counts."""
    X = cloud(60, 2, seed=3)
    where = np.triu_indices(60, 1)
    pairs = pairs_of(kernel, X, n_strata=24, exact_pairs=0)
    (block,) = pairs.blocks
    assert block.counts.sum() == 1770
    for n in (1, 2, 3, 7, 20):
        values = kernel.of_difference(n * (X[where[0]] - X[where[1]]))
        low, high = block.term(n)
        assert low.min() <= values.min() + 1e-12 and values.max() <= high.max() + 1e-12
        # sorted, the values lie below the sorted upper ends, each as often as it counts, and above the lower ones
        assert (np.sort(values) <= np.sort(np.repeat(high, block.counts.astype(int))) + 1e-12).all()
        assert (np.sort(values) >= np.sort(np.repeat(low, block.counts.astype(int))) - 1e-12).all()


@pytest.mark.release
def test_many_blocks_of_rows_are_one_pass(monkeypatch):
    X, kernel = cloud(90, 3, seed=4), Gaussian(2.0)
    whole = pairs_of(kernel, X, exact_pairs=0)
    monkeypatch.setattr("rffviz.theory.pairs._CELLS", 700)
    parts = pairs_of(kernel, X, exact_pairs=0)
    assert parts.n_pairs == whole.n_pairs == sum(block.counts.sum() for block in parts.blocks)
    values = [probability_on_pairs("cramer", 500, 0.1, kernel, pairs).value for pairs in (whole, parts)]
    assert values[0] == pytest.approx(values[1], rel=1e-3)


@pytest.mark.release
@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("kernel", [Gaussian(2.0), Laplacian(4.0)], ids=str)
def test_measured_errors_keep_to_the_bounds(kernel, map):
    """P(max ≥ ε) over draws is at most every bound, within the binomial error; and Cramér's is within reach."""
    X, m, n_draws = cloud(8, 2, seed=6), 60, 3000
    exact, errors = kernel(X), []
    rng = np.random.default_rng(8)
    W, phases = kernel.sample(m * n_draws, 2, rng).reshape(n_draws, m, 2), rng.uniform(0, 2 * math.pi, (n_draws, m))
    for rows, phase in zip(W, phases, strict=True):
        if map == "paired":
            features = np.hstack([np.cos(X @ rows.T), np.sin(X @ rows.T)]) / math.sqrt(m)
        else:
            features = math.sqrt(2 / m) * np.cos(X @ rows.T + phase)
        errors.append(METRICS["sup"].of(features @ features.T, exact))
    for epsilon in (0.25, 0.3, 0.35, 0.4):
        share = np.mean(np.array(errors) >= epsilon)
        for name in ("hoeffding", "bernstein", "cramer"):
            bound = probability_on_pairs(name, m, epsilon, kernel, X, map).value
            assert share <= bound + 3 * math.sqrt(min(bound, 0.25) / n_draws)
    guaranteed = epsilon_on_pairs("cramer", m, kernel, X, 0.9, map).value
    assert guaranteed <= 1.6 * np.quantile(errors, 0.9)


@pytest.mark.release
def test_importance_weights_keep_to_their_bounds():
    X, kernel, m = cloud(8, 2, seed=6), Gaussian(1.0), 100
    errors = []
    for seed in range(600):
        scheme = draw("importance", kernel, d=2, n_freqs=m, rng=np.random.default_rng(seed), X=X)
        angles = X @ scheme.W.T
        both = np.hstack([np.cos(angles), np.sin(angles)]) * np.sqrt(np.tile(scheme.weights, 2))
        errors.append(METRICS["sup"].of(both @ both.T, kernel(X)))
    for epsilon in (0.2, 0.25, 0.3, 0.4):
        share = np.mean(np.array(errors) >= epsilon)
        for name in ("hoeffding", "bernstein"):
            bound = probability_on_pairs(name, m, epsilon, kernel, X, sampler="importance").value
            assert share <= bound + 3 * math.sqrt(min(bound, 0.25) / 600)
    largest = m * max(
        draw("importance", kernel, d=2, n_freqs=m, rng=np.random.default_rng(seed), X=X).weights.max()
        for seed in range(20)
    )
    # Hoeffding's exponent is with the largest weight that occurs
    log_value = probability_on_pairs("hoeffding", 10**6, 0.1, kernel, X, sampler="importance").log_value
    weight = math.sqrt(10**6 * 0.01 / 2 / (math.log(2 * 29) - log_value))
    assert largest <= weight <= 1.02 * largest


def test_repeated_points_add_nothing_and_the_diagonal_counts_where_it_errs():
    X, kernel = cloud(10, 2), Gaussian(1.5)
    twice = np.vstack([X, X, -0.0 * X[:1], 0.0 * X[:1]])
    assert pairs_of(kernel, twice).n_pairs == 55  # with the origin
    assert pairs_of(kernel, X).n_pairs == 45
    assert pairs_of(kernel, np.vstack([X, X]), "offset").n_pairs == 55  # with the diagonal
    assert pairs_of(kernel, np.vstack([X, X]), "offset").n_points == 10
    for map in MAPS:
        once, again = (probability_on_pairs("cramer", 50, 0.4, kernel, Y, map).value for Y in (X, np.vstack([X, X])))
        assert once == again
    features = RandomFourierFeatures(kernel=kernel, n_freqs=20, map="offset", random_state=0).fit_transform(X)
    assert np.abs(np.diag(features @ features.T) - 1).max() > 0.05


@pytest.mark.parametrize("name", NAMES)
def test_a_single_point_has_no_error_under_the_paired_map(name):
    X = np.ones((5, 3))
    found = epsilon_on_pairs(name, 10, Gaussian(), X)
    assert (found.value, found.vacuous) == (0.0, False)
    assert frequencies_needed_on_pairs(name, 1e-3, Gaussian(), X) == 1
    assert epsilon_on_pairs(name, 100, Gaussian(), X, map="offset").value > 0.1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("map, largest", [("paired", 2), ("offset", 3)])
def test_errors_beyond_any_are_no_promise(name, map, largest):
    X, kernel = cloud(30, 2), Gaussian(1.0)
    for epsilon in (largest, 1e300):
        bound = probability_on_pairs(name, 5, epsilon, kernel, X, map)
        assert bound.vacuous and f"no error of the {map} map can exceed {largest}." in bound.reason
        assert not math.isnan(bound.value) and not math.isnan(bound.log_value)
    found = epsilon_on_pairs(name, 1, kernel, X, map=map)
    assert found.vacuous == (found.value >= largest) == bool(found.reason)
    # The exact law knows that an error cannot be larger.
    assert name != "cramer" or found.value < largest


@pytest.mark.release
@pytest.mark.parametrize(
    ("name", "n_points"),
    [*((name, 12) for name in NAMES), pytest.param("cramer", 200, marks=pytest.mark.release), ("bernstein", 200)],
)
def test_a_number_or_a_refusal_never_nan(name, n_points):
    X = cloud(n_points, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kernel, scale in (
            (Gaussian(1.0), 1e149),
            (Gaussian(1.0), 1e-300),
            (Gaussian(1e-150), 1.0),
            (Gaussian(1e150), 1.0),
            (Laplacian(1e-150), 1e149),
            (Matern(1e-150, nu=0.7), 1e100),
            (Matern(1e150, nu=2.5), 1.0),
            (Cauchy(1e-150), 1.0),
            (Cauchy(1e150), 1.0),
            (RationalQuadratic(1e-150, alpha=0.05), 1e100),
        ):
            for epsilon in (1e-9, 0.1, 1.5, 2.5, 1e200):
                assert frequencies_needed_on_pairs(name, epsilon, kernel, scale * X) >= 1
            for m in (1, 10**9, 10**300):
                assert 0 <= epsilon_on_pairs(name, m, kernel, scale * X).value < math.inf
        with pytest.raises(ValueError, match="epsilon must be large enough"):
            frequencies_needed_on_pairs(name, 1e-300, Gaussian(), X)


@pytest.mark.release
def test_notes_say_what_was_counted():
    X, kernel = cloud(200, 3), Gaussian(2.0)
    exact = epsilon_on_pairs("cramer", 100, kernel, X[:20])
    assert [each.code for each in exact.notes] == ["pairs_fixed"]
    found = epsilon_on_pairs("cramer", 100, kernel, X)
    assert [each.code for each in found.notes] == ["pairs_fixed", "pairs_in_strata"]
    assert "19,900 pairs" in str(found.notes[1]) and "upper bound" in str(found.notes[1])
    assert "not a bound" in str(epsilon_on_pairs("normal", 100, kernel, X).notes[-1])


@pytest.mark.parametrize(
    "change, says",
    [
        ({"name": "chernoff"}, "name must be one of hoeffding, bernstein, cramer, normal, got 'chernoff'"),
        ({"epsilon": 0}, "epsilon must be a finite number above 0"),
        ({"epsilon": math.nan}, "epsilon must be a finite number above 0"),
        ({"confidence": 0}, "confidence must be a number strictly between 0 and 1, got 0"),
        ({"confidence": 1}, "confidence must be a number strictly between 0 and 1, got 1"),
        ({"kernel": "gaussian"}, "kernel must be a kernel of rffviz.kernels, got 'gaussian'"),
        ({"X": [[math.nan]]}, "X must be finite"),
        ({"X": [1.0, 2.0]}, "X must have shape"),
        ({"map": "positive"}, "map must be one of paired, offset, got 'positive'"),
        ({"sampler": "orthogonal"}, "sampler must be monte_carlo or importance.*independent, got 'orthogonal'"),
        ({"sampler": "importance"}, "name must be hoeffding, bernstein or normal where weights differ, got 'cramer'"),
        ({"sampler": "importance", "kernel": Laplacian()}, "kernel must be Gaussian for sampler = 'importance'"),
        ({"X": pairs_of(Gaussian(), [[0.0], [1.0]])}, "X must hold pairs of Gaussian.*2.0.* and the paired map"),
    ],
)
def test_refusals(change, says):
    given = {"name": "cramer", "epsilon": 0.1, "kernel": Gaussian(2.0), "X": cloud(5, 2), **change}
    with pytest.raises(ValueError, match=says):
        frequencies_needed_on_pairs(**given)


@pytest.mark.parametrize("n_freqs", [0, -1, 2.5, math.nan])
def test_numbers_of_frequencies_are_checked(n_freqs):
    with pytest.raises(ValueError, match="n_freqs must be"):
        epsilon_on_pairs("cramer", n_freqs, Gaussian(), cloud(5, 2))


@pytest.mark.parametrize("name", ["hoeffding", "bernstein", "cramer"])
@pytest.mark.parametrize("map", MAPS)
def test_the_registry_holds_the_same_bounds(name, map):
    X, kernel = cloud(30, 2), Matern(1.0, nu=0.5)
    pairs, entry = pairs_of(kernel, X, map), BOUNDS[f"{name}_pairs"]
    assert entry.on_pairs and not entry.uniform and entry.label.endswith("over pairs")
    needed = frequencies_needed(entry.name, 0.2, map=map, pairs=pairs)
    assert needed == frequencies_needed_on_pairs(name, 0.2, kernel, X, map=map)
    assert epsilon_at(entry.name, needed, map=map, pairs=pairs).value <= 0.2
    with pytest.raises(ValueError, match="pairs must be a Pairs record"):
        frequencies_needed(entry.name, 0.2, map=map)


@pytest.mark.release
@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("kernel", [Gaussian(1.5), Gaussian(0.4), Laplacian(1.0)], ids=repr)
@pytest.mark.parametrize(("least", "off"), [(16, 1e-3), (4, 0.02)])
def test_a_curve_is_interpolated_between_exact_answers(map, kernel, least, off):
    pairs, counts = pairs_of(kernel, cloud(40, 3), map), np.unique(np.geomspace(least, 20_000, 23).round().astype(int))
    curve = epsilon_curve("cramer_pairs", counts, confidence=0.9, map=map, pairs=pairs)
    exact = [epsilon_at("cramer_pairs", int(m), confidence=0.9, map=map, pairs=pairs).value for m in counts[::2]]
    assert curve.values[::2] == pytest.approx(exact, rel=off)
    assert curve.values[[0, -1]] == pytest.approx([exact[0], exact[-1]], rel=1e-9)
    assert not epsilon_curve("cramer_pairs", [5, 9], map="paired", pairs=pairs_of(Gaussian(), [[1.0]])).values.any()
    alone = epsilon_curve("cramer_pairs", [least, least], confidence=0.9, map=map, pairs=pairs).values
    assert alone == pytest.approx([exact[0]] * 2, rel=1e-9)
