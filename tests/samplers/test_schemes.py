"""Every scheme with every kernel, because both are registered; then what each scheme promises of itself."""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.stats import qmc

from rffviz.foundation.notes import note
from rffviz.kernels import KERNELS, Cauchy, Gaussian, Laplacian, Matern, RationalQuadratic
from rffviz.samplers import SAMPLERS, FrequencySample, draw

DIRECTION = np.array([0.48, -0.6, 0.64])  # a unit vector along no axis
DELTAS = np.array([0.4, 1.0, 1.7, 3.0])[:, None] * DIRECTION
PAIRS = [
    pytest.param(name, family(1.2), id=f"{name}-{family.name}")
    for name, scheme in SAMPLERS.items()
    for family in KERNELS.values()
    if not scheme.refusal(family(), 3)
]
REFUSED = [
    pytest.param(name, family(), id=f"{name}-{family.name}")
    for name, scheme in SAMPLERS.items()
    for family in KERNELS.values()
    if scheme.refusal(family(), 3)
]
WEIGHTED = ("importance", "leverage")  # their weights add up to 1 on average


def a_kernel_a_scheme():
    """The unbiased pairs; every day one kernel for each scheme, which changes from scheme to scheme.

    A formula, whose quantiles are numerical, takes ten times as long as the others: daily it has Monte Carlo alone.
    """
    X, found = np.random.default_rng(0).standard_normal((9, 3)), []
    for i, name in enumerate(SAMPLERS):
        pairs = [pair for pair in PAIRS if pair.values[0] == name]
        if not draw(*pairs[0].values, 3, 8, np.random.default_rng(0), X=X).unbiased:
            continue
        quick = [pair for pair in pairs if pair.values[1].name != "formula"]
        daily = pairs if name == "monte_carlo" else [quick[i % len(quick)]]
        found += [
            pytest.param(*pair.values, id=pair.id, marks=() if pair in daily else pytest.mark.release) for pair in pairs
        ]
    return found


ISOTROPIC = [Gaussian(0.7), Matern(0.7, nu=0.5), Matern(1.3, nu=2.2), RationalQuadratic(1.3, alpha=0.8)]

every_pair = pytest.mark.parametrize("name, kernel", PAIRS)
every_scheme = pytest.mark.parametrize("name", list(SAMPLERS))
every_isotropic = pytest.mark.parametrize("kernel", ISOTROPIC, ids=repr)


def data(d):
    """For schemes whose frequencies depend on them."""
    return np.random.default_rng(5).standard_normal((60, d))


def drawn(name, kernel, d, n_freqs, seed=0, with_phases=False):
    X = data(d) if type(d) is int and d > 0 else None
    return draw(name, kernel, d, n_freqs, np.random.default_rng(seed), with_phases, X)


def estimates(name, kernel, n_freqs, n_seeds, deltas=DELTAS):
    """k̂(δ) = Σ p_j cos(ω_j·δ), one row a replicate."""
    rng = np.random.default_rng(77)
    rows = []
    for _ in range(n_seeds):
        fs = draw(name, kernel, deltas.shape[1], n_freqs, rng, X=data(deltas.shape[1]))
        rows.append(fs.weights @ np.cos(fs.W @ deltas.T))
    return np.array(rows)


# --- what every scheme answers ----------------------------------------------------------------------------------------


def test_the_registry_names_its_schemes():
    for name, scheme in SAMPLERS.items():
        assert scheme.name == name and scheme.label and scheme.explanation.endswith(".")
    assert [name for name, scheme in SAMPLERS.items() if scheme.monte_carlo] == ["monte_carlo"]


@pytest.mark.slow
@every_pair
@pytest.mark.parametrize("n_freqs", [1, 7, 64])
def test_record_has_what_was_asked_for(name, kernel, n_freqs):
    n_freqs = max(n_freqs, SAMPLERS[name].least(kernel, 3))
    fs = drawn(name, kernel, 3, n_freqs)
    assert isinstance(fs, FrequencySample)
    assert fs.W.shape == (fs.n_freqs, 3) and fs.W.dtype == np.float64 and np.isfinite(fs.W).all()
    assert fs.n_freqs == n_freqs
    assert fs.weights.shape == (fs.n_freqs,) and (fs.weights >= 0).all()
    if name not in WEIGHTED:
        assert fs.weights.sum() == pytest.approx(1, abs=1e-12)
    assert fs.phases is None
    assert all(str(note).endswith(".") for note in fs.notes)


@pytest.mark.slow
@every_pair
def test_phases_are_drawn_only_when_asked_for(name, kernel):
    fs = drawn(name, kernel, 3, 512, with_phases=True)
    assert fs.phases.shape == (fs.n_freqs,)
    assert (fs.phases >= 0).all() and (fs.phases < 2 * np.pi).all()
    assert stats.kstest(fs.phases / (2 * np.pi), "uniform").statistic < math.sqrt(math.log(2 / 1e-5) / 1024)
    correlation = np.corrcoef(np.argsort(np.argsort(np.c_[fs.W, fs.phases], axis=0), axis=0).T)[-1, :-1]
    assert np.abs(correlation).max() < 4.5 / math.sqrt(512)


@pytest.mark.slow
@every_pair
def test_the_seed_decides(name, kernel):
    first, again, other = (drawn(name, kernel, 3, 20, seed, with_phases=True) for seed in (5, 5, 6))
    np.testing.assert_array_equal(first.W, again.W)
    np.testing.assert_array_equal(first.phases, again.phases)
    assert np.array_equal(first.W, other.W) != SAMPLERS[name].randomised
    assert np.array_equal(first.phases, other.phases) != SAMPLERS[name].randomised


@pytest.mark.slow
@every_pair
def test_one_generator_gives_a_new_replicate_at_every_call(name, kernel):
    rng = np.random.default_rng(3)
    first, second = (draw(name, kernel, 3, 20, rng, X=data(3)) for _ in range(2))
    assert np.array_equal(first.W, second.W) != SAMPLERS[name].randomised


@pytest.mark.slow
@every_pair
@pytest.mark.parametrize("with_phases", [False, True])
def test_nested_draws_extend_each_other_and_others_do_not(name, kernel, with_phases):
    large, small = (drawn(name, kernel, 3, n, 4, with_phases) for n in (100, 37))
    assert large.nested == small.nested
    assert np.allclose(large.W[:37], small.W, rtol=1e-12, atol=0) == large.nested
    if with_phases and large.nested:
        np.testing.assert_array_equal(large.phases[:37], small.phases)


@pytest.mark.slow
@pytest.mark.parametrize("name, kernel", a_kernel_a_scheme())
def test_estimate_and_every_weighted_row_alone_are_unbiased_where_the_record_says_so(name, kernel):
    """A block's last row as well as its first."""
    rng, n_seeds, X = np.random.default_rng(77), 600, data(3)
    samples = [draw(name, kernel, 3, 8, rng, X=X) for _ in range(n_seeds)]
    assert all(fs.unbiased for fs in samples)
    waves = np.array([8 * fs.weights[:, None] * np.cos(fs.W @ DELTAS.T) for fs in samples])
    k = kernel.of_difference(DELTAS)
    for values, most in ((waves.mean(axis=1), 4), (waves[:, :, 1], 4.5)):
        error = values.std(axis=0, ddof=1) / math.sqrt(n_seeds)
        gap = np.abs(values.mean(axis=0) - (k if most == 4 else k[1]))
        assert (error > 0).all() and (gap <= most * error).all()


@pytest.mark.release
@pytest.mark.parametrize("name", WEIGHTED)
def test_unequal_weights_add_up_to_one_on_average(name):
    sums = np.array([drawn(name, Gaussian(1.2), 3, 16, seed).weights.sum() for seed in range(300)])
    assert sums.std() > 0 and abs(sums.mean() - 1) <= 4 * sums.std(ddof=1) / math.sqrt(300)


@pytest.mark.slow
@every_scheme
@pytest.mark.parametrize("d", [1, 2, 123, 784])
def test_every_scheme_runs_in_few_and_in_many_dimensions(name, d):
    kernel, scheme = Gaussian(2.0), SAMPLERS[name]
    n_freqs = max(48, scheme.least(kernel, d))
    assert scheme.refusal(kernel, d) == ""
    fs = drawn(name, kernel, d, n_freqs, with_phases=True)
    assert fs.W.shape == (n_freqs, d) and np.isfinite(fs.W).all()
    inner = np.square(fs.W).sum(axis=1) @ fs.weights / fs.weights.sum()
    if name != "halton" or d <= 2:  # 48 points of a large prime's sequence all lie near 0
        assert 0.3 < inner / kernel.second_moment(d) < 3


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, kernel", REFUSED)
def test_a_scheme_refuses_with_its_reason(name, kernel):
    reason = SAMPLERS[name].refusal(kernel, 3)
    with pytest.raises(ValueError) as refusal:
        drawn(name, kernel, 3, 8)
    assert str(refusal.value) == f"sampler = {name!r} is not defined here: {reason}"
    assert reason.endswith(".")


@pytest.mark.parametrize("kernel", [Laplacian(), Cauchy()], ids=repr)
def test_orthogonal_refuses_product_kernels(kernel):
    with pytest.raises(ValueError, match=r"sampler = 'orthogonal'.*depends on the direction"):
        drawn("orthogonal", kernel, 3, 8)


@every_scheme
def test_every_scheme_refuses_impossible_numbers_of_frequencies(name):
    for n_freqs in (0, -3, 2.5, True, "8", None):
        with pytest.raises(ValueError) as refusal:
            drawn(name, Gaussian(), 3, n_freqs)
        assert str(refusal.value) == f"n_freqs must be a whole number of at least 1, got {n_freqs!r}."


@every_scheme
def test_every_scheme_refuses_impossible_dimensions(name):
    for d in (0, -1, 2.0, True):
        with pytest.raises(ValueError) as refusal:
            drawn(name, Gaussian(), d, 8)
        assert str(refusal.value) == f"d must be a whole number of at least 1, got {d!r}."


@pytest.mark.parametrize("name", ["", "Monte Carlo", "monte-carlo", None, 3])
def test_unknown_names_are_refused_with_the_known_ones(name):
    with pytest.raises(ValueError, match=r"^sampler must be one of monte_carlo, .*, got "):
        drawn(name, Gaussian(), 3, 8)


@every_scheme
def test_kernel_and_generator_must_be_what_they_are_called(name):
    with pytest.raises(ValueError, match=r"^kernel must be a kernel of rffviz.kernels, got 'gaussian'"):
        drawn(name, "gaussian", 3, 8)
    with pytest.raises(ValueError, match=r"^rng must be a numpy.random.Generator, got 7"):
        draw(name, Gaussian(), 3, 8, 7)


@pytest.mark.parametrize("name", ["sobol", "sobol_scrambled"])
def test_sobol_refuses_more_coordinates_than_are_tabulated(name):
    limit = qmc.Sobol.MAXDIM
    with pytest.raises(ValueError, match=rf"tabulated up to {limit} coordinates, and d = {limit} takes {limit + 1}"):
        drawn(name, Gaussian(), limit, 1)
    assert SAMPLERS[name].refusal(Gaussian(), limit - 1) == ""
    assert SAMPLERS[name].refusal(Matern(), limit - 1) != ""  # its mixing variable takes one coordinate


# --- Monte Carlo ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [family(1.2) for family in KERNELS.values()], ids=repr)
def test_monte_carlo_has_the_variance_of_independent_draws(kernel):
    n_freqs, n_seeds = 5, 2500
    W = drawn("monte_carlo", kernel, 3, n_freqs * n_seeds).W
    values = np.cos(W @ DELTAS.T).reshape(n_seeds, n_freqs, -1).mean(axis=1)
    k, k2 = kernel.of_difference(DELTAS), kernel.of_difference(2 * DELTAS)
    variance = (0.5 + 0.5 * k2 - k**2) / n_freqs
    centred = np.square(values - k)
    assert (np.abs(centred.mean(axis=0) - variance) <= 4 * centred.std(axis=0) / math.sqrt(n_seeds)).all()
    assert (np.abs(values.mean(axis=0) - k) <= 4 * np.sqrt(variance / n_seeds)).all()


@pytest.mark.release
def test_monte_carlo_rows_are_independent_of_each_other():
    W = np.array([drawn("monte_carlo", Matern(nu=2.2), 2, 2, seed).W for seed in range(2000)])
    radii = np.argsort(np.argsort(np.linalg.norm(W, axis=2), axis=0), axis=0)
    assert abs(np.corrcoef(radii.T)[0, 1]) < 4 / math.sqrt(2000)


# --- orthogonal -------------------------------------------------------------------------------------------------------


@every_isotropic
@pytest.mark.parametrize("d, n_freqs", [(5, 13), (5, 3), (8, 8), (2, 7), (1, 4)])
def test_rows_of_a_block_are_orthogonal(kernel, d, n_freqs):
    W = drawn("orthogonal", kernel, d, n_freqs).W
    directions = W / np.linalg.norm(W, axis=1, keepdims=True)
    for start in range(0, n_freqs, d):
        block = directions[start : start + d]
        np.testing.assert_allclose(block @ block.T, np.eye(len(block)), atol=1e-12)
    cosines = directions @ directions.T
    across = np.abs(cosines[:d, d:]).max(initial=0)
    assert across > 1e-3 or n_freqs <= d  # blocks are independent of each other


@pytest.mark.slow
@every_isotropic
def test_orthogonal_radii_are_those_of_independent_draws(kernel):
    W = drawn("orthogonal", kernel, 5, 10_000).W
    radii = np.sort(np.linalg.norm(W, axis=1))
    distance = np.abs(kernel.radius_cdf(radii[::50], 5) - (np.arange(10_000)[::50] + 0.5) / 10_000).max()
    assert distance < math.sqrt(math.log(2 / 1e-5) / 20_000)
    in_blocks = np.linalg.norm(W, axis=1).reshape(-1, 5)
    ranks = np.argsort(np.argsort(in_blocks, axis=0), axis=0)
    assert np.abs(np.corrcoef(ranks.T) - np.eye(5)).max() < 4.5 / math.sqrt(2000)


@pytest.mark.slow
@pytest.mark.parametrize("d", [1, 2, 5])
def test_orthogonal_directions_are_uniform_whichever_the_row(d):
    """Along a fixed oblique unit vector, (1 + t)/2 of a uniform direction is Beta((d−1)/2, (d−1)/2)."""
    n = 3000
    axis = np.arange(1.0, d + 1) * (-1) ** np.arange(d)
    axis /= np.linalg.norm(axis)
    W = drawn("orthogonal", Gaussian(), d, n * d).W
    along = (W / np.linalg.norm(W, axis=1, keepdims=True) @ axis).reshape(n, d)
    for row in along.T:
        if d == 1:
            assert abs(np.mean(row > 0) - 0.5) < 4 * 0.5 / math.sqrt(n)
        else:
            distance = stats.kstest((1 + row) / 2, stats.beta((d - 1) / 2, (d - 1) / 2).cdf).statistic
            assert distance < math.sqrt(math.log(2 / 1e-5) / (2 * n))


@pytest.mark.release
@pytest.mark.parametrize("d", [8, 16])
def test_orthogonal_features_have_less_variance_than_independent_ones(d):
    kernel, n_seeds = Gaussian(), 1500
    direction = np.random.default_rng(1).standard_normal(d)
    delta = 1.5 * direction[None] / np.linalg.norm(direction)
    spread = {name: estimates(name, kernel, d, n_seeds, delta).var() for name in ("orthogonal", "monte_carlo")}
    k, k2 = kernel.of_difference(delta[0]), kernel.of_difference(2 * delta[0])
    assert spread["monte_carlo"] == pytest.approx((0.5 + 0.5 * k2 - k**2) / d, rel=4 * math.sqrt(2 / n_seeds))
    assert spread["orthogonal"] < 0.6 * spread["monte_carlo"]


# --- Sobol' -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [family(1.2) for family in KERNELS.values()], ids=repr)
@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("n_freqs", [31, 63])
def test_sobol_is_the_published_sequence_from_its_second_point(kernel, with_phases, n_freqs):
    dims = kernel.n_uniforms(3)
    published = qmc.Sobol(dims + with_phases, scramble=False).random(64)
    np.testing.assert_array_equal(published[0], 0)
    fs = drawn("sobol", kernel, 3, n_freqs, with_phases=with_phases)
    np.testing.assert_array_equal(fs.W, kernel.from_uniforms(published[1 : n_freqs + 1, :dims], 3))
    if with_phases:
        np.testing.assert_array_equal(fs.phases, 2 * np.pi * published[1 : n_freqs + 1, dims])
    assert not fs.unbiased
    assert note("origin_left_out") in fs.notes


def test_sobol_starts_in_the_middle():
    fs = drawn("sobol", Gaussian(), 2, 3)
    np.testing.assert_allclose(fs.W, stats.norm.ppf([[0.5, 0.5], [0.75, 0.25], [0.25, 0.75]]), atol=1e-12)


@pytest.mark.parametrize("name", ["sobol", "sobol_scrambled"])
@pytest.mark.parametrize("n_freqs, balanced", [(1, True), (2, True), (256, True), (3, False), (100, False)])
def test_sobol_says_when_its_points_are_not_balanced(name, n_freqs, balanced, recwarn):
    notes = drawn(name, Gaussian(), 2, n_freqs).notes
    assert (note("unbalanced", n_freqs=n_freqs) in notes) != balanced
    assert not recwarn.list


def test_scrambled_sobol_stays_a_net():
    """2ᵏ scrambled points have one in each of the 2ᵏ slices of every coordinate."""
    for seed in range(5):
        U = stats.norm.cdf(drawn("sobol_scrambled", Gaussian(), 3, 64, seed).W)
        for column in U.T:
            np.testing.assert_array_equal(np.sort(np.floor(64 * column)), np.arange(64))


def test_scrambled_replicates_are_not_the_next_points_of_the_sequence():
    W = [drawn("sobol_scrambled", Gaussian(), 2, 16, seed).W for seed in range(3)]
    published = drawn("sobol", Gaussian(), 2, 64).W
    assert np.abs(W[0] - W[1]).max() > 0.01 and np.abs(W[1] - W[2]).max() > 0.01
    for replicate in W:
        assert np.abs(replicate[:, None] - published[None]).max(axis=2).min() > 1e-6


@pytest.mark.release
def test_scrambled_sobol_beats_monte_carlo_in_two_dimensions():
    X = np.random.default_rng(0).standard_normal((20, 2))
    deltas = (X[:, None] - X[None]).reshape(-1, 2)
    exact = Gaussian().of_difference(deltas)
    rmse = {
        name: np.sqrt(np.mean((estimates(name, Gaussian(), 1024, 10, deltas) - exact) ** 2))
        for name in ("sobol_scrambled", "monte_carlo")
    }
    assert rmse["sobol_scrambled"] < 0.2 * rmse["monte_carlo"]
