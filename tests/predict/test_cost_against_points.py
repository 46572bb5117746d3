"""Cost against N: laws and crossing on seconds made up, the measurement with a clock of its own, and for real once."""

import itertools

import numpy as np
import pytest

from rffviz.features import RandomFourierFeatures
from rffviz.kernels import Gaussian
from rffviz.predict import PowerLaw, cost_curve_steps, crossing_of, power_law


def test_a_law_is_found_again():
    sizes = np.array([100, 400, 1600])
    law = power_law(sizes, 2e-9 * sizes**2.5)
    assert law.exponent == pytest.approx(2.5) and law.constant == pytest.approx(2e-9)
    assert law.at(1000) == pytest.approx(2e-9 * 1000**2.5)
    assert power_law(sizes, [1.0, np.nan, np.nan]) is None
    assert power_law(sizes, [1.0, np.nan, 16.0]).exponent == pytest.approx(1)


def test_the_crossing_is_where_the_laws_are_equal():
    exact, features = PowerLaw(1e-9, 3.0), PowerLaw(1e-4, 1.0)
    crossing = crossing_of(exact, features)
    assert crossing == pytest.approx(np.sqrt(1e5)) and exact.at(crossing) == pytest.approx(features.at(crossing))
    assert crossing_of(features, exact) is None
    assert crossing_of(exact, exact) is None
    assert crossing_of(None, features) is None


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((800, 2))
    return X, X.sum(axis=1)


def test_the_least_of_the_repeats_is_kept(data):
    """A clock whose intervals are known: each model asks it three times a repeat."""
    gaps = itertools.chain([0, 5, 1, 0, 3, 2], [0, 9, 9, 0, 8, 7], itertools.repeat(1))
    (record,) = cost_curve_steps(*data, [50], Gaussian(), repeats=2, clock=itertools.accumulate(gaps).__next__)
    assert (record.exact_fit[0], record.exact_predict[0]) == (3, 1)
    assert (record.feature_fit[0], record.feature_predict[0]) == (8, 7)
    assert record.exact_law is None and record.crossing is None and not record.extrapolated
    assert record.n_asked == 1000 and record.n_features == 200


def test_measured_here():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((1600, 2))
    steps = list(
        cost_curve_steps(
            X, X[:, 0], [200, 400, 800, 1600], Gaussian(), RandomFourierFeatures(n_freqs=20), max_exact=800, repeats=2
        )
    )
    assert [len(step.n_points) for step in steps] == [1, 2, 3, 4]
    last = steps[-1]
    assert np.isnan(last.exact_fit[3]) and np.isfinite(last.exact_fit[:3]).all()
    assert (last.feature_fit > 0).all() and (last.feature_predict > 0).all()
    np.testing.assert_array_equal(last.exact_fit[:2], steps[1].exact_fit)
    assert last.exact_law == power_law([200, 400, 800], last.exact_fit[:3])
    assert last.feature_law == power_law(last.n_points, last.feature_fit)
    assert last.crossing == crossing_of(last.exact_law, last.feature_law)
    assert last.extrapolated == (last.crossing is not None and not 200 <= last.crossing <= 800)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_points": [1, 50]}, "n_points must be a whole number from 2 to 800, got 1"),
        ({"n_points": [50, 801]}, "n_points must be a whole number from 2 to 800, got 801"),
        ({"n_points": [50, 20]}, "n_points must be strictly increasing and not empty"),
        ({"ridge": 0.0}, "ridge must be a finite number above 0, got 0.0"),
        ({"max_exact": 30_000}, "max_exact must be a whole number from 0 to 20000, got 30000"),
        ({"repeats": 0}, "repeats must be a whole number of at least 1, got 0"),
        ({"kernel": "rbf"}, r"kernel must be a kernel of rffviz\.kernels, got 'rbf'"),
    ],
)
def test_refusals(data, change, message):
    arguments = {"X": data[0], "y": data[1], "n_points": [50], "kernel": Gaussian()}
    with pytest.raises(ValueError, match=message):
        next(cost_curve_steps(**(arguments | change)))
