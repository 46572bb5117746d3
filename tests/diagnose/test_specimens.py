"""The schemes with a known mistake and the right ones beside them: that each is what it says."""

import numpy as np
import pytest

from rffviz.diagnose.specimens import RIGHT, SPECIMENS, replicate
from rffviz.features import offset_map
from rffviz.kernels import Gaussian, Laplacian, Matern, RationalQuadratic

FOUND_BY = (  # the diagnostics that a specimen names
    *("reproducibility", "extremes", "rows", "weights", "radius", "mean", "scale", "correlations", "directions"),
    *("coupling", "dependence", "phases", "discrepancy", "bias", "variance", "error"),
)
EXPECTED = ("fault", "fine", "design", "costly")
every_mistake = pytest.mark.parametrize("specimen", SPECIMENS.values(), ids=list(SPECIMENS))
every_right_one = pytest.mark.parametrize("specimen", RIGHT.values(), ids=list(RIGHT))
every_one = pytest.mark.parametrize("specimen", [*SPECIMENS.values(), *RIGHT.values()], ids=[*SPECIMENS, *RIGHT])
KERNELS = [Gaussian(1.3), Matern(0.9, 1.5), RationalQuadratic(1.2, 1.0), Laplacian(1.1)]


def drawn(specimen, seed, with_phases=False, kernel=None, d=None, n_freqs=None):
    asked = kernel or specimen.kernel, d or specimen.d, n_freqs or specimen.n_freqs
    return specimen.draw(*asked, np.random.default_rng(seed), with_phases)


def test_there_are_enough_of_each_kind():
    assert len(SPECIMENS) >= 40 and len(RIGHT) >= 24 and not set(SPECIMENS) & set(RIGHT)
    named = {found for each in SPECIMENS.values() for found in each.found_by}
    assert named >= set(FOUND_BY) - {"discrepancy"}  # which speaks of one draw alone
    assert {each.expected for each in RIGHT.values()} == set(EXPECTED) - {"fault"}
    for registry in (SPECIMENS, RIGHT):
        assert len({each.label for each in registry.values()}) == len(registry)


def test_each_is_described():
    for name, one in (SPECIMENS | RIGHT).items():
        assert one.label.startswith("Right: " if name in RIGHT else "Mistake: "), name
        assert one.explanation.endswith(".") and "  " not in one.explanation and len(one.explanation) < 200, name
        assert one.expected in EXPECTED and (one.expected != "fault" or name in SPECIMENS), name
        assert set(one.found_by) <= set(FOUND_BY) and bool(one.found_by) == (name in SPECIMENS), name


@pytest.mark.slow
@every_one
def test_each_gives_a_sample_of_the_size_asked_for(specimen):
    assert specimen.refusal(specimen.kernel, specimen.d) == ""
    for kernel in [specimen.kernel, *KERNELS]:
        for d, n_freqs in ((specimen.d, specimen.n_freqs), (1, 7), (2, 5), (3, 1), (6, 33)):
            if not specimen.refusal(kernel, d):
                fs = drawn(specimen, 0, False, kernel, d, n_freqs)
                assert fs.W.shape == (n_freqs, d) and fs.phases is None and fs.unbiased
                assert np.abs(fs.W).max() < 1e150  # larger ones are refused by every diagnostic
                assert drawn(specimen, 0, True, kernel, d, n_freqs).phases.shape == (n_freqs,)


@every_one
def test_a_seed_gives_one_sample_or_not_as_it_says(specimen):
    one, again, other = (drawn(specimen, seed, True) for seed in (3, 3, 4))
    same = np.array_equal(one.W, again.W) and np.array_equal(one.weights, again.weights)
    assert same == specimen.reproducible
    deterministic = ("ignores_generator", "plain_halton", "origin_clipped")
    seeds = ("one_bit_of_the_seed", *deterministic)
    if specimen.name not in seeds:
        assert not np.array_equal(one.W, other.W) or not np.array_equal(one.weights, other.weights)
    elif specimen.name in deterministic:
        np.testing.assert_array_equal(one.W, other.W)


def test_one_bit_of_the_seed_makes_two_samples():
    first = {drawn(SPECIMENS["one_bit_of_the_seed"], seed).W[0, 0] for seed in range(40)}
    assert len(first) == 2


def test_specimens_are_replicated_by_name():
    fs = replicate("two_gammas", Gaussian(), 3, 9, 5)
    np.testing.assert_allclose(fs.W * np.sqrt(2), Gaussian().sample(9, 3, np.random.default_rng(5)))


@pytest.mark.release
@every_right_one
def test_a_right_one_is_unbiased(specimen):
    """The mean of k̂(δ) over 400 seeds lies within four standard errors of k(δ), along an axis and off the axes."""
    for kernel in [specimen.kernel, Matern(0.9, 1.5), Laplacian(1.1)]:
        if specimen.refusal(kernel, specimen.d):
            continue
        delta = kernel.length_scale * np.array([np.eye(specimen.d)[0], np.arange(1, specimen.d + 1) / specimen.d])
        samples = [drawn(specimen, seed, kernel=kernel, n_freqs=32) for seed in range(400)]
        estimates = np.array([np.cos(delta @ fs.W.T) @ fs.weights for fs in samples])
        spread = estimates.std(axis=0, ddof=1) / np.sqrt(len(samples))
        assert (np.abs(estimates.mean(axis=0) - kernel.of_difference(delta)) < 4 * spread + 1e-12).all(), kernel


@pytest.mark.release
@every_right_one
def test_the_phases_of_a_right_one_do(specimen):
    """The offset map's mean over 300 seeds, at a pair far from the origin."""
    d, kernel = specimen.d, specimen.kernel
    X = np.array([np.full(d, 0.3), np.full(d, -0.4)]) * kernel.length_scale
    values = []
    for seed in range(300):
        fs = drawn(specimen, seed, True, n_freqs=32)
        Z = offset_map(X, fs.W, fs.phases, fs.weights, np.float64)
        values.append(Z[0] @ Z[1])
    exact = kernel.of_difference(X[:1] - X[1:])[0]
    assert abs(np.mean(values) - exact) < 4 * np.std(values) / np.sqrt(len(values))


@pytest.mark.parametrize(
    "name", [name for name, each in SPECIMENS.items() if each.found_by == ("phases",) and each.expected == "fault"]
)
def test_a_mistake_in_the_phases_biases_the_offset_map(name):
    X = np.array([np.full(4, 0.3), np.full(4, -0.4)])
    values = []
    for seed in range(100):
        fs = drawn(SPECIMENS[name], seed, True)
        Z = offset_map(X, fs.W, fs.phases, fs.weights, np.float64)
        values.append(Z[0] @ Z[1])
    error = np.mean(values) - Gaussian().of_difference(X[:1] - X[1:])[0]
    assert abs(error) > 5 * np.std(values) / np.sqrt(len(values))


@pytest.mark.release
@pytest.mark.parametrize("name", [name for name, each in SPECIMENS.items() if "bias" in each.found_by])
def test_a_mistake_that_biases_does(name):
    """The mean of k̂ over 200 seeds is off by more than five standard errors somewhere along seven lines."""
    specimen = SPECIMENS[name]
    rng = np.random.default_rng(0)
    unit = np.eye(specimen.d)
    pairs = [unit[:1] + unit[1:2], unit[-2:-1] + unit[-1:]] if specimen.d > 1 else []
    lines = np.concatenate([unit[:1], *pairs, rng.standard_normal((4, specimen.d))])
    lines /= np.linalg.norm(lines, axis=1, keepdims=True)
    delta = np.concatenate([t * specimen.kernel.length_scale * lines for t in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5)])
    samples = [drawn(specimen, seed, n_freqs=min(specimen.n_freqs, 256)) for seed in range(200)]
    estimates = np.array([np.cos(delta @ fs.W.T) @ fs.weights for fs in samples])
    error = np.abs(estimates.mean(axis=0) - specimen.kernel.of_difference(delta))
    assert (error > 5 * estimates.std(axis=0, ddof=1) / np.sqrt(len(samples)) + 1e-9).any()
