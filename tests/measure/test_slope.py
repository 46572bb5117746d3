"""The fitted slope: exact on power laws, and its standard error against repeated experiments."""

import math

import numpy as np
import pytest

from rffviz.foundation.about import About
from rffviz.kernels import Gaussian
from rffviz.measure import ErrorCurve, error_curve, fitted_slope

SIZES = np.array([16, 24, 64, 200, 1024])


def curve_of(errors, sizes=SIZES, randomised=True):
    errors = np.atleast_2d(errors)
    seeds = tuple(range(len(errors)))
    about = About(n_points=10, d=2, kernel=Gaussian(), sampler="monte_carlo", seeds=seeds)
    return ErrorCurve(sizes, errors, seeds, "paired", "sup", randomised, about)


@pytest.mark.parametrize("power", [-0.5, -1.0, 0.0, 0.3])
def test_power_law_is_found_exactly(power):
    slope = fitted_slope(curve_of(3 * SIZES**power * np.ones((4, 1))))
    assert slope.value == pytest.approx(power, abs=1e-12)
    assert slope.standard_error == pytest.approx(0, abs=1e-12)
    assert np.allclose(slope.at(SIZES), 3 * SIZES**power, rtol=1e-12)
    assert slope.anchor[1] == pytest.approx(3 * slope.anchor[0] ** power)


def test_slope_is_that_of_the_medians():
    rng = np.random.default_rng(0)
    errors = np.exp(rng.standard_normal((7, SIZES.size)))
    slope = fitted_slope(curve_of(errors))
    expected, level = np.polyfit(np.log(SIZES), np.log(np.median(errors, axis=0)), 1)
    assert slope.value == pytest.approx(expected, abs=1e-12)
    # the anchor is the centre of the fit, so it lies on the line
    assert math.log(slope.anchor[1]) == pytest.approx(level + expected * math.log(slope.anchor[0]), abs=1e-12)
    assert math.log(slope.anchor[0]) == pytest.approx(np.log(SIZES).mean())


@pytest.mark.release
@pytest.mark.parametrize(("n_seeds", "within"), [(5, 0.4), (20, 0.25)])
def test_standard_error_is_the_spread_of_the_slope_over_experiments(n_seeds, within):
    rng = np.random.default_rng(1)
    # errors of one seed hang together along the curve, as those of nested draws do
    shared = 0.7 * rng.standard_normal((300, n_seeds, 1)) * np.log(SIZES) / np.log(SIZES).max()
    noise = 0.1 * (shared + rng.standard_normal((300, n_seeds, SIZES.size)))
    slopes = [fitted_slope(curve_of(np.exp(one) / np.sqrt(SIZES))) for one in noise]
    spread = np.std([slope.value for slope in slopes])
    told = math.sqrt(np.mean([slope.standard_error**2 for slope in slopes]))
    assert told == pytest.approx(spread, rel=within)
    assert np.mean([slope.value for slope in slopes]) == pytest.approx(-0.5, abs=4 * spread / math.sqrt(300))


@pytest.mark.release
def test_standard_error_is_the_medians_and_not_the_means():
    """With wild errors, now and then, a mean's slope would swing; the median's does not."""
    rng = np.random.default_rng(2)
    noise = 0.1 * rng.standard_normal((200, 15, SIZES.size)) + 4 * (rng.uniform(size=(200, 15, SIZES.size)) < 0.04)
    slopes = [fitted_slope(curve_of(np.exp(one) / np.sqrt(SIZES))) for one in noise]
    told = np.median([slope.standard_error for slope in slopes])
    assert told == pytest.approx(np.std([slope.value for slope in slopes]), rel=0.4)


@pytest.mark.slow
def test_monte_carlo_falls_as_one_over_the_root():
    X = np.random.default_rng(0).standard_normal((60, 3))
    slope = fitted_slope(error_curve(X, Gaussian(2.0), "monte_carlo", [16, 32, 64, 128, 256, 512], range(20), "rmse"))
    assert abs(slope.value + 0.5) < 4 * slope.standard_error < 0.2


def test_no_spread_where_there_is_none_to_see():
    assert math.isnan(fitted_slope(curve_of(1 / SIZES)).standard_error)
    assert math.isnan(fitted_slope(curve_of(np.ones((2, 1)) / SIZES)).standard_error)
    assert math.isnan(fitted_slope(curve_of(np.ones((5, 1)) / SIZES, randomised=False)).standard_error)


@pytest.mark.parametrize(
    ("errors", "sizes", "words"),
    [
        ([0.1], [16], "curve must hold errors at two numbers of frequencies or more, got 1"),
        (0 * SIZES, SIZES, "curve must hold errors above 0, got 0"),
        (np.empty((0, 5)), SIZES, "curve must hold errors above 0, got none"),
        (SIZES * math.nan, SIZES, "curve must hold errors at two numbers of frequencies or more, got 0"),
    ],
)
def test_refusals(errors, sizes, words):
    with pytest.raises(ValueError, match=words):
        fitted_slope(curve_of(errors, np.array(sizes)))
