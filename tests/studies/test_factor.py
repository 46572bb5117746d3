"""The bound taken apart: every step asks for what its inequality gives, and the factors between them multiply."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rffviz.datasets import load, points_of
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian, Laplacian, median_length_scale
from rffviz.measure import convergence, error_curve
from rffviz.studies.factor import NO_BOUND, STEPS, dissection
from rffviz.theory import frequencies_needed, frequencies_needed_on_pairs

CLOUD = np.random.default_rng(0).standard_normal((30, 2))


@cache
def diabetes():
    X = points_of(load("diabetes")).X
    return (X - X.mean(axis=0)) / X.std(axis=0)


def guaranteed(X, kernel, **asked):
    """The record before anything is measured."""
    return next(dissection.steps(X, kernel, **asked)).record


@cache
def measured(epsilon=0.2, confidence=0.95, n_seeds=None, map="paired"):
    return dissection(CLOUD, Gaussian(1.5), epsilon, confidence, map, n_seeds)


def numbers(found):
    return {step.name: step.n_freqs for step in found.steps}


@pytest.mark.slow
def test_the_default_view_has_the_numbers_worked_out_by_hand():
    found = guaranteed(diabetes(), Gaussian(median_length_scale(Gaussian(), diabetes())))
    known = {"printed": 83_659, "pairs": 3_036, "variance": 1_249, "exponent": 1_143, "normal": 922}
    assert found.pairs.n_pairs == 97_461 and found.about.kernel.length_scale == pytest.approx(4.146, abs=1e-3)
    assert {name: numbers(found)[name] for name in known} == known
    d, ratio = 10, found.sigma_p * found.diameter.value / 0.1
    assert found.sigma_p == pytest.approx(math.sqrt(d) / found.about.kernel.length_scale)
    loose = 4 * (d + 2) / 0.1**2 * math.log(66 / 0.05 * ratio**2)
    beta = ((d / 2) ** (-d / (d + 2)) + (d / 2) ** (2 / (d + 2))) * 2 ** ((6 * d + 2) / (d + 2))
    tight = 4 * (d + 2) / 0.1**2 * math.log(beta / 0.05 * ratio ** (2 / (1 + 2 / d)))
    assert numbers(found)["constants"] == math.ceil(loose) and numbers(found)["radius"] == math.ceil(tight)
    assert found.over_ball < numbers(found)["radius"]  # with the variance in it


@pytest.mark.slow
def test_steps_come_in_order_and_provable_ones_descend():
    found = measured()
    assert tuple(numbers(found)) == STEPS
    assert [step.proved for step in found.steps] == [step.name not in NO_BOUND for step in found.steps]
    bounds = [step.n_freqs for step in found.steps if step.proved]
    assert len(bounds) == 6 and bounds == sorted(bounds, reverse=True) and len(set(bounds)) == 6
    assert found.steps[-1].n_freqs < bounds[-1]  # a bound that is true


@pytest.mark.release
@pytest.mark.parametrize("map", ["paired", "offset"])
def test_factors_multiply_to_the_first_number_over_the_last(map):
    found = measured(map=map)
    assert math.isnan(found.steps[0].factor)
    assert found.factor == pytest.approx(found.steps[0].n_freqs / found.steps[-1].n_freqs)
    assert math.prod(step.factor for step in found.steps[1:]) == pytest.approx(found.factor)


def test_the_offset_map_has_the_steps_that_are_proved_for_it():
    found = guaranteed(CLOUD, Gaussian(1.5), epsilon=0.2, confidence=0.9, map="offset")
    assert tuple(numbers(found)) == STEPS[1:-1]
    ball = {"d": 2, "sigma_p": found.sigma_p, "diameter": found.diameter.value, "confidence": 0.9, "map": "offset"}
    assert numbers(found)["radius"] == frequencies_needed("sutherland_schneider", 0.2, **ball)
    for step, name in (("pairs", "hoeffding"), ("variance", "bernstein"), ("exponent", "cramer"), ("normal", "normal")):
        expected = frequencies_needed_on_pairs(name, 0.2, Gaussian(1.5), CLOUD, 0.9, "offset")
        assert numbers(found)[step] == expected
    assert found.start == 5 and replace(found, shown="printed").start == 0
    assert replace(found, shown="variance").start == STEPS.index("variance") - 1


@pytest.mark.slow
def test_where_sigma_p_is_infinite_the_first_steps_say_nothing():
    found = dissection(CLOUD, Laplacian(2.0), 0.3, n_seeds=20)
    assert [math.isinf(step.n_freqs) for step in found.steps] == [True] * 3 + [False] * 5
    assert [math.isnan(step.factor) for step in found.steps] == [True] * 3 + [False] * 5
    assert found.steps[3].factor == math.inf == found.sigma_p == found.over_ball
    assert found.first.name == "pairs" and found.factor == found.steps[3].n_freqs / found.steps[-1].n_freqs
    assert math.prod(step.factor for step in found.steps[4:]) == pytest.approx(found.factor)


# --- what is measured -------------------------------------------------------------------------------------------------


def crossing(sizes, errors, epsilon):
    """Where errors on the log–log plot first meet ε."""
    g = next(g for g, error in enumerate(errors) if error <= epsilon)
    (x0, x1), (y0, y1) = (np.log(pair[g - 1 : g + 1]) for pair in (sizes, errors))
    return math.exp(x0 + (x1 - x0) * (math.log(epsilon) - y0) / (y1 - y0))


@pytest.mark.release
def test_the_measured_number_is_where_the_quantile_over_seeds_is_epsilon():
    found = measured()
    n, sizes = len(found.about.seeds), found.curve.n_freqs
    assert n == 100 and found.about.seeds == tuple(range(100)) and not found.continued
    curve = error_curve(CLOUD, Gaussian(1.5), "monte_carlo", sizes, range(n))
    assert np.array_equal(found.quantile, np.quantile(curve.errors, 0.95, axis=0, method="median_unbiased"))
    assert found.steps[-1].n_freqs == pytest.approx(crossing(sizes, found.quantile, 0.2))
    ordered = np.sort(curve.errors, axis=0)
    below = np.cumsum([math.comb(n, j) * 0.95**j * 0.05 ** (n - j) for j in range(n + 1)])  # P(at most j below)
    first = max(j for j in range(1, n + 1) if below[j - 1] <= 0.025)  # the j-th smallest lies above it so rarely
    last = min(j for j in range(1, n + 1) if 1 - below[j - 1] <= 0.025)
    assert found.low == pytest.approx(crossing(sizes, ordered[first - 1], 0.2))
    assert found.high == pytest.approx(crossing(sizes, ordered[last - 1], 0.2))
    assert found.low < found.steps[-1].n_freqs < found.high


@pytest.mark.release
def test_other_seeds_reach_epsilon_as_often_as_the_confidence_allows():
    found = measured()
    at = round(found.steps[-1].n_freqs)
    errors = error_curve(CLOUD, Gaussian(1.5), "monte_carlo", [at], range(1000, 2000)).errors
    spread = math.sqrt(0.05 * 0.95 * (1 / 1000 + 1 / 128))
    assert abs(np.mean(errors >= 0.2) - 0.05) < 4 * spread


@pytest.mark.slow
def test_what_costs_too_much_is_continued():
    found = measured(epsilon=0.02, n_seeds=20)
    last = found.curve.n_freqs[-1]
    assert found.continued and last == 2048 and found.quantile[-1] > 0.02
    assert found.steps[-1].n_freqs == pytest.approx(last * (found.quantile[-1] / 0.02) ** 2)


@pytest.mark.release
def test_few_seeds_have_no_upper_end_and_too_few_no_quantile():
    found = measured(n_seeds=40)
    assert found.high == math.inf and math.isfinite(found.low)
    for asked in ({"n_seeds": 19}, {"confidence": 0.999}, {"confidence": 0.001}):
        found = measured(**asked)
        assert found.measured is None and found.curve is None and found.about.seeds == ()
        assert found.steps[-1].name == "normal" and math.isnan(found.low)
    assert len(measured(confidence=0.99).about.seeds) == 368 and math.isfinite(measured(confidence=0.99).high)


def test_it_says_how_far_it_has_come():
    steps = list(dissection.steps(CLOUD, Gaussian(1.5), 0.2, n_seeds=20))
    assert steps[0].record.measured is None and not steps[0].finished and steps[-1].finished
    assert all(step.record.measured is None for step in steps[:-1]) and steps[-1].record.measured is not None


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"X": CLOUD[:1]}, r"^X must hold at least 2 points, got 1"),
        ({"X": np.ones((5, 2))}, r"^X must hold two different points, got 5 times the same one\.$"),
        ({"epsilon": 2.0}, r"^epsilon must be below 2, which no error of the paired map exceeds, got 2\.0\.$"),
        ({"epsilon": 3.0, "map": "offset"}, r"^epsilon must be below 3, which no error of the offset map exceeds"),
        ({"epsilon": 0.0}, r"^epsilon must be"),
        ({"confidence": 1.0}, r"^confidence must be a number strictly between 0 and 1, got 1\.0\.$"),
        ({"map": "positive"}, r"^map must be one of paired, offset"),
        ({"n_seeds": 0}, r"^n_seeds must be"),
        ({"kernel": "gaussian"}, r"^kernel must be"),
    ],
)
def test_what_it_refuses(asked, said):
    with pytest.raises(Refusal, match=said):
        next(dissection.steps(**({"X": CLOUD, "kernel": Gaussian()} | asked)))


@pytest.mark.release
def test_the_error_curve_counts_the_same_frequencies_under_the_same_settings():
    X, sizes = load("iris").X, (64, 96, 128, 192, 256, 384, 512)
    found = dissection(X, Gaussian(2.0), 0.2)
    seeds = range(len(found.about.seeds))
    curve = error_curve(X, Gaussian(2.0), "monte_carlo", sizes, seeds)
    read = convergence([curve], X, 64, 0.2)
    assert not found.continued and read.needed[0] == pytest.approx(found.measured.n_freqs, rel=1e-6)
    assert read.overestimate == pytest.approx(found.factor, rel=1e-6)
    assert convergence([curve], X, 64, 0.2, bounds=()).needed[0] < read.needed[0]  # alone: the median
