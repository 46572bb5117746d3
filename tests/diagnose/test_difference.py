"""Comparing two schemes: what is the same passes, what differs is found and named, and the ratio of errors is right."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from rffviz.diagnose import DIAGNOSTICS, compare, diagnose
from rffviz.diagnose.specimens import RIGHT
from rffviz.explorer.views.schemes.difference.words import difference_title
from rffviz.kernels import Cauchy, Gaussian, Laplacian, Matern
from rffviz.samplers import draw

LAW = ("weights", "radius", "mean", "scale", "correlations", "coupling", "directions", "bias")


def right(kernel, d, n_freqs, rng):
    return kernel.sample(n_freqs, d, rng)


def elsewhere(kernel, d, n_freqs, rng):
    """The same law from other random numbers."""
    return kernel.sample(n_freqs, d, rng.spawn(1)[0])


def long(kernel, d, n_freqs, rng):
    return kernel.sample(n_freqs, d, rng) * np.sqrt(2)


def correlated(kernel, d, n_freqs, rng):
    W = kernel.sample(n_freqs, d, rng.spawn(1)[0])
    W[:, -1] = 0.3 * W[:, -2] + np.sqrt(1 - 0.09) * W[:, -1]
    return W


def halved(kernel, d, n_freqs, rng):
    """Every frequency twice: twice Monte Carlo's mean square error."""
    return np.repeat(kernel.sample(n_freqs // 2, d, rng.spawn(1)[0]), 2, axis=0)


@pytest.mark.release
def test_a_scheme_and_itself_are_identical():
    found = compare("monte_carlo", right, Gaussian(), 3, 64, seeds=20)
    assert found.identical and found.same and not found.better
    assert (found.ratio, found.low, found.high) == (1, 1, 1)
    assert found.furthest == 0 and found.same_draws == 20


@pytest.mark.release
@pytest.mark.parametrize("kernel", [Gaussian(2.0), Laplacian(), Cauchy(0.5), Matern(1.5)], ids=lambda k: k.name)
@pytest.mark.parametrize("d", [1, 4])
def test_one_law_from_other_random_numbers_passes(kernel, d):
    for seed in (0, 1000, 2000):
        found = compare(right, elsewhere, kernel, d, 64, seeds=30, random_state=seed)
        assert found.same and not found.better and not found.identical


@pytest.mark.release
def test_the_interval_of_the_ratio_holds_it_as_often_as_it_says():
    """Every frequency twice doubles the mean square; 95 % intervals of 50 comparisons miss it 2 or 3 times."""
    inside = 0
    for seed in range(50):
        found = compare(halved, right, Gaussian(), 2, 32, seeds=20, random_state=100 * seed)
        inside += found.low <= 2 <= found.high
    assert inside >= stats.binom.ppf(1e-3, 50, 0.93)  # 20 seeds: the normal interval holds it a little less often


@pytest.mark.release
def test_a_factor_is_found_and_named():
    found = compare(long, "monte_carlo", Gaussian(), 5, 128, seeds=20)
    assert not found.same and found.better == "B"
    assert found["radius"].status == found["scale"].status == found["bias"].status == "different"
    assert "1.41 times" in found["radius"].sentence and "√2" in found["radius"].sentence


@pytest.mark.slow
def test_a_correlation_is_found_at_its_pair():
    found = compare(correlated, "monte_carlo", Gaussian(), 64, 32, seeds=60)
    assert found["correlations"].status == "different"
    assert dict(found["correlations"].remarks[0].values)["i"] == 63
    assert dict(found["correlations"].remarks[0].values)["j"] == 64
    assert found["radius"].status == "same"


@pytest.mark.release
def test_dependence_is_no_difference_of_law():
    found = compare("orthogonal", "monte_carlo", Gaussian(), 16, 64, seeds=40)
    assert found.same and found.better == "A" and found["dependence"].status == "different"
    assert "in B than in A" in found["dependence"].sentence


@pytest.mark.slow
def test_the_side_that_has_more_is_named():
    """In A the coordinates of a row have one size: its direction is a corner of the cube."""

    def together(kernel, d, n_freqs, rng):
        W = right(kernel, d, n_freqs, rng)
        return np.sign(W) * np.abs(W[:, :1])

    found = compare(together, "monte_carlo", Gaussian(), 3, 64, seeds=20)
    assert "more correlated in A than in B" in found["coupling"].sentence
    assert "axes in B than in A" in found["directions"].sentence


@pytest.mark.release
def test_an_interval_without_1_is_not_called_no_difference():
    found = compare("orthogonal", "monte_carlo", Gaussian(), 2, 64, seeds=20)
    assert found.high < 1 and not found.better
    assert found["error"].status == "unknown" and "more seeds are needed" in found["error"].sentence


@pytest.mark.slow
def test_turned_signs_are_a_difference_of_the_mean_alone():
    def turned(kernel, d, n_freqs, rng):
        W = right(kernel, d, n_freqs, rng)
        return W * np.sign(W[:, :1])

    found = compare(turned, "monte_carlo", Gaussian(), 3, 64, seeds=20)
    assert found.same and found["phases"].status == "same"
    assert found["mean"].status == "different" and found.ratio == pytest.approx(1)
    assert difference_title(found).startswith("A and B differ in mean alone")


@pytest.mark.slow
def test_turned_signs_are_a_difference_where_the_offset_map_sees_them():
    """Phases that are right for frequencies of all signs, taken with those of one side."""

    def turned(kernel, d, n_freqs, rng):
        W = right(kernel, d, n_freqs, rng)
        return W * np.sign(W[:, :1]), None, rng.uniform(0, np.pi / 2, n_freqs)

    found = compare(turned, "monte_carlo", Gaussian(), 3, 64, seeds=20)
    assert found["bias"].status == "same" and found["phases"].status == "different" and not found.same


def with_phases(of):
    """Frequencies of the right distribution, with phases from (rng, n)."""

    def draws(kernel, d, n_freqs, rng):
        return kernel.sample(n_freqs, d, rng), None, of(rng, n_freqs)

    return draws


TURNS = with_phases(lambda rng, n: rng.uniform(0, 2 * np.pi, n))


SAME_WITHOUT = "A and B give the same frequencies with different phases"


@pytest.mark.slow
@pytest.mark.daily
@pytest.mark.parametrize(("d", "other"), [(1, TURNS), (8, right)], ids=["own", "independent"])
def test_phases_are_compared_where_nothing_else_differs(d, other):
    """Forgotten, or on [0, 1), they bias the offset map; one for a whole draw does not, and raises its variance."""
    forgotten = compare(other, with_phases(lambda rng, n: np.zeros(n)), Gaussian(), d, 64, seeds=20)
    unit = compare(with_phases(lambda rng, n: rng.random(n)), other, Gaussian(), d, 64, seeds=20)
    for found in (forgotten, unit):
        assert found.in_distribution == ("phases",) and not found.same and not found.dependence_apart
        assert difference_title(found) == SAME_WITHOUT and not found.identical
    shared = compare(other, with_phases(lambda rng, n: np.full(n, rng.uniform(0, 7))), Gaussian(), d, 64, seeds=20)
    assert shared.same and [each.diagnostic for each in shared.of("different")] == ["dependence"]
    assert shared["dependence"].sentence.startswith(
        "Phases of a draw depend on each other differently, and are more alike in B;"
    )
    half = with_phases(lambda rng, n: rng.uniform(np.pi, 2 * np.pi, n))  # the same modulo π
    found = compare(half, other, Gaussian(), d, 64, seeds=20)
    assert found.same and found.of("different") == () and found["phases"].status == "same"


@pytest.mark.slow
@pytest.mark.daily
@pytest.mark.parametrize("d", [1, 8])
def test_one_that_ignores_the_seed_or_is_not_determined_by_it_is_told(d):
    def ignores(kernel, d, n_freqs, rng):
        return right(kernel, d, n_freqs, np.random.default_rng(0))

    own = np.random.default_rng(1)

    def elsewhere_drawn(kernel, d, n_freqs, rng):
        return right(kernel, d, n_freqs, own)

    def turned_elsewhere(kernel, d, n_freqs, rng):
        return right(kernel, d, n_freqs, rng), None, own.uniform(0, 7, n_freqs)

    for pair, words in (
        ((turned_elsewhere, right), "A gives different draws under one seed"),
        ((right, ignores), "B gives the same frequencies under every seed"),
        ((ignores, right), "A gives the same frequencies under every seed"),
        ((elsewhere_drawn, right), "A gives different draws under one seed"),
    ):
        found = compare(*pair, Gaussian(), d, 64, seeds=5)
        assert not found.same and found.seed_apart == difference_title(found) == words
        assert found.differences[0].sentence.startswith(words) and "generator" in found.differences[0].sentence
    for pair in ((right, right), (ignores, ignores), (right, "halton"), ("halton", ignores), (ignores, np.eye(d))):
        assert compare(*pair, Gaussian(), d, 64, seeds=5).seed_apart == ""


@pytest.mark.parametrize("d", [1, 3])
def test_what_few_draws_cannot_decide_is_unknown(d):
    found = compare(TURNS, with_phases(lambda rng, n: np.zeros(n)), Gaussian(), d, 8, seeds=3)
    tests = [each for each in found.differences if each.diagnostic != "error"]
    assert {each.status for each in tests} == {"unknown"} and {"dependence", "phases"} <= {t.diagnostic for t in tests}
    one = compare((np.ones((9, d)), None, np.ones(9)), TURNS, Gaussian(), d, seeds=3)["phases"]
    assert (one.status, one.code) == ("unknown", "phases_of_one_draw")


@pytest.mark.release
def test_another_error_is_no_difference_of_law():
    found = compare(halved, right, Gaussian(), 3, 64, seeds=60)
    assert found.same and found.better == "B"
    assert found.low < 2 < found.high


@pytest.mark.release
def test_a_change_too_small_for_other_seeds_is_seen_on_the_same_ones():
    """A factor 1.002 moves no statistic by its spread over seeds, and every draw by the same share."""

    def nearly(kernel, d, n_freqs, rng):
        return right(kernel, d, n_freqs, rng) * 1.002

    found = compare(nearly, right, Gaussian(), 4, 128, seeds=20)
    assert not found.same and 0 < found.furthest < 0.003
    assert compare(nearly, elsewhere, Gaussian(), 4, 128, seeds=20).same


@pytest.mark.release
def test_the_profile_is_the_formula_for_monte_carlo():
    found = compare("monte_carlo", halved, Gaussian(1.3), 2, 64, seeds=60)
    assert np.all(np.abs(found.rms - found.monte_carlo) < 2.5 * found.margin + 1e-3)
    assert np.all(np.abs(found.rms_reference / np.sqrt(2) - found.monte_carlo) < 2.5 * found.margin_reference + 1e-3)


@pytest.mark.release
@pytest.mark.parametrize("name", ["monte_carlo", "halton"])
def test_what_has_no_other_seeds_is_cut_into_groups(name):
    W = draw(name, Gaussian(), 3, 256, np.random.default_rng(7)).W
    found = compare(W, "monte_carlo", Gaussian(), 3, seeds=30)
    assert found.grouped == ("A",) and found["bias"].status == found["scale"].status == "same"
    assert found.about.settings["n_freqs"] == found.reference.settings["n_freqs"] == 256
    off = compare(1.5 * W, "monte_carlo", Gaussian(), 3, seeds=30)
    assert off["radius"].status == off["scale"].status == "different"


@pytest.mark.release
def test_the_error_of_one_draw_is_placed_among_those_of_the_other():
    """One draw of Monte Carlo lies outside the 95 % interval of other draws in 5 % of cases."""
    outside = 0
    for seed in range(40):
        W = right(Gaussian(), 2, 64, np.random.default_rng(10_000 + seed))
        found = compare(W, right, Gaussian(), 2, seeds=20, random_state=50 * seed)
        outside += not found.low <= 1 <= found.high
    assert outside <= stats.binom.isf(1e-3, 40, 0.07)


@pytest.mark.slow
def test_two_arrays_are_compared_and_their_errors_without_a_verdict():
    one, two = (right(Gaussian(), 4, 200, np.random.default_rng(seed)) for seed in (1, 2))
    found = compare(one, two, Gaussian(), 4)
    assert found.grouped == ("A", "B") and found["error"].status == "unknown" and not found.better
    assert found.same and not compare(one, 2 * two, Gaussian(), 4).same
    assert np.isnan(found.low) and found.to_json()["interval"] == [None, None]


def test_a_few_rows_cannot_be_compared():
    W = right(Gaussian(), 2, 5, np.random.default_rng(0))
    found = compare(W, "monte_carlo", Gaussian(), 2)
    assert {each.status for each in found.differences if each.diagnostic in LAW} == {"unknown"}


@pytest.mark.release
@pytest.mark.parametrize(("n_freqs", "n_seeds", "random_state"), [(64, 20, 500), (16, 30, 600), (64, 20, 1100)])
def test_a_right_scheme_whose_heavy_rows_are_rare_is_not_called_another_law(n_freqs, n_seeds, random_state):
    """A few rows hold most of the weight: the mean over seeds is far from normal."""
    heavy = RIGHT["heavy_importance_weights"]
    assert compare(heavy, "monte_carlo", heavy.kernel, 8, n_freqs, seeds=n_seeds, random_state=random_state).same


@pytest.mark.release
def test_weights_of_another_sum_are_found():
    def doubled(kernel, d, n_freqs, rng):
        fs = draw("importance", kernel, d, n_freqs, rng)
        return type(fs)(W=fs.W, weights=1.1 * fs.weights, unbiased=True, nested=False)

    found = compare(doubled, "importance", Gaussian(), 3, 64, seeds=30)
    assert found["weights"].status == "different"


@pytest.mark.slow
def test_it_can_be_watched_and_read():
    steps = list(compare.steps("orthogonal", "monte_carlo", Gaussian(), 4, 32, seeds=25))
    assert len(steps) == 25 and steps[1].record is None
    assert not steps[5].record.finished and steps[-1].record.finished
    found = steps[-1].record
    assert "A: orthogonal, B: monte_carlo" in str(found) and "<table>" in found._repr_html_()
    assert {each.diagnostic for each in found.differences} <= set(DIAGNOSTICS)
    with pytest.raises(KeyError):
        found["nonsense"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"reference": "nonsense"}, "scheme must be one of"),
        ({"seeds": 2}, "seeds must be"),
        ({"reference": np.ones((4, 3))}, "d must be the number of columns"),
        ({"kernel": "gaussian"}, "kernel must be"),
        ({"reference": "moment_matching", "kernel": Laplacian()}, "not defined here"),
    ],
)
def test_what_cannot_be_compared_is_refused(change, words):
    asked = {"scheme": "monte_carlo", "reference": "orthogonal", "kernel": Gaussian(), "d": 2} | change
    with pytest.raises(ValueError, match=words):
        compare(**asked)


def test_what_a_comparison_says_is_asked_of_the_record():
    found = compare("monte_carlo", "monte_carlo", Gaussian(), 2, 16, seeds=3)
    assert found.identical and found.equal_errors and not found.same_stream and not found.errors_apart
    assert found.in_distribution == () and not found.mean_alone and found.same
    close = replace(found, furthest=1e-6, ratio=1.2, low=1.1, high=1.3)
    assert close.same_stream and close.errors_apart and not close.equal_errors
    assert not replace(found, furthest=float("nan")).same_stream and not replace(close, low=0.9).errors_apart
    off = [replace(each, status="different") for each in found.differences if each.diagnostic in ("mean", "dependence")]
    turned = replace(found, differences=tuple(off))
    assert turned.mean_alone and turned.in_distribution == ("mean",) and turned.same


@pytest.mark.slow
def test_longer_frequencies_have_the_smaller_estimate():
    for a, b, code in ((long, right, "estimate_smaller"), (right, long, "estimate_larger")):
        assert compare(a, b, Gaussian(), 3, 64, seeds=20)["bias"].remarks[0].code == code


@pytest.mark.slow
@pytest.mark.parametrize(
    ("factor", "first"),
    [
        (2**0.5, 0),
        (1 / (2 * np.pi), 7),
        *(pytest.param(*each, marks=pytest.mark.release) for each in ((2**0.5, 7), (1 / (2 * np.pi), 0))),
    ],
)
def test_independent_coordinates_of_another_scale_are_not_correlated(factor, first):
    """With and without shared random numbers; a correlation beside the factor is found, in units of correlation."""

    def other(share):
        def drawn(kernel, d, n_freqs, rng):
            rng.random(first)
            W = rng.standard_normal((n_freqs, d))
            W[:, 1] = share * W[:, 0] + (1 - share**2) ** 0.5 * W[:, 1]
            return factor * W / kernel.length_scale

        return drawn

    apart = compare("monte_carlo", other(0.0), Gaussian(1.5), 8, 128, 40)
    assert (apart["correlations"].status, apart["coupling"].status) == ("same", "same")
    assert {each.diagnostic for each in apart.of("different")} >= {"radius", "scale"}
    together = compare("monte_carlo", other(0.5), Gaussian(1.5), 8, 128, 40)["correlations"]
    found = dict(together.remarks[0].values)
    assert together.status == "different" and (found["i"], found["j"]) == (1, 2)
    # of F(factor · z): between Spearman's 6/π arcsin(ρ/2) and Pearson's ρ, or 2/π arcsin(ρ) where F saturates
    low, high = 2 / np.pi * np.arcsin(0.5), 0.5
    assert low - 4 / np.sqrt(40 * 128) < found["value"] < high + 4 / np.sqrt(40 * 128)
    if first == 0:  # the same random numbers: paired
        assert compare(other(0.5), other(0.6), Gaussian(1.5), 8, 64, 30)["correlations"].status == "different"


@pytest.mark.slow
def test_flipped_signs_and_the_scale_of_correlated_coordinates_are_no_difference_of_correlations():
    def folded(kernel, d, n_freqs, rng):
        W = kernel.sample(n_freqs, d, rng)
        return W * np.sign(W.sum(axis=1, keepdims=True))

    def correlated(factor):
        def drawn(kernel, d, n_freqs, rng):
            shared = rng.standard_normal((n_freqs, 1))
            return factor * (0.6**0.5 * shared + 0.4**0.5 * rng.standard_normal((n_freqs, d))) / kernel.length_scale

        return drawn

    assert diagnose(folded, Gaussian(), 2, 64, 30, rate=False)["correlations"].status == "fine"
    assert compare(folded, "monte_carlo", Gaussian(), 2, 64, 30)["correlations"].status == "same"
    assert compare(correlated(1.0), correlated(6.0), Gaussian(), 2, 256, 30)["correlations"].status == "same"
