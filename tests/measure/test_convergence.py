"""The report beside the bound: every number against the one it was taken from, computed apart."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.datasets import load, standardize
from rffviz.foundation.about import About
from rffviz.foundation.notes import note
from rffviz.kernels import Gaussian, Laplacian, median_length_scale
from rffviz.measure import ErrorCurve, convergence, diameter, error_curve, exceedance, frequencies_to_reach
from rffviz.theory import BOUNDS, epsilon_at, pairs_of, rahimi_recht

SIZES = [16, 32, 64, 128, 256]


@pytest.fixture(scope="module")
def X():
    return standardize(load("diabetes").X).X[:150]


@pytest.fixture(scope="module")
def curve(X):
    return error_curve(X, Gaussian(4.0), "monte_carlo", SIZES, range(7))


def made(errors, sizes=(10, 100, 1000)):
    """A curve with these errors, one row a seed."""
    errors = np.atleast_2d(np.asarray(errors, dtype=float))
    seeds = tuple(range(len(errors)))
    about = About(n_points=5, d=2, kernel=Gaussian(), sampler="monte_carlo", seeds=seeds)
    return ErrorCurve(np.array(sizes), errors, seeds, "paired", "sup", True, about)


def test_reading_is_the_median_and_the_quantiles_at_that_size(curve, X):
    report = convergence([curve], X, 64, 0.1)
    column = np.sort(curve.errors[:, 2])
    (reading,) = report.readings
    assert reading.median == column[3]
    # median-unbiased: at (7 + 1/3)q + 1/3 of the order statistics, counted from 1
    assert reading.low == pytest.approx(column[0] + 0.2 / 3 * (column[1] - column[0]), rel=1e-12)
    assert reading.high == pytest.approx(column[5] + 2.8 / 3 * (column[6] - column[5]), rel=1e-12)


@pytest.mark.slow
def test_bound_is_the_formula_inverted(curve, X):
    report = convergence([curve], X, 64, 0.1, confidence=0.9)
    assert report.sigma_p == pytest.approx(math.sqrt(10) / 4)
    largest = max(np.linalg.norm(x - y) for x in X for y in X)
    assert report.diameter.exact and report.diameter.value == pytest.approx(largest, rel=1e-12)
    (guarantee,) = report.guarantees
    for size, epsilon in zip(guarantee.curve.n_freqs[::10], guarantee.curve.values[::10], strict=True):
        probability = 2**8 * (report.sigma_p * largest / epsilon) ** 2 * math.exp(-size * epsilon**2 / (4 * 12))
        assert probability == pytest.approx(0.1, rel=1e-6)
    at_promise = rahimi_recht(guarantee.needed, 10, 0.1, report.sigma_p, largest).value
    just_before = rahimi_recht(guarantee.needed - 1, 10, 0.1, report.sigma_p, largest).value
    assert at_promise <= 0.1 < just_before
    assert guarantee.curve.n_freqs[-1] > guarantee.needed


def test_measured_error_stays_below_the_promise(curve, X):
    report = convergence([curve], X, 256, 0.1)
    guaranteed = np.interp(np.log(SIZES), np.log(report.guarantees[0].curve.n_freqs), report.guarantees[0].curve.values)
    assert (curve.errors < guaranteed).all()


@pytest.mark.parametrize(
    ("epsilon", "needed"),
    [
        (0.3, 10 * (1000 / 10) ** (math.log(1 / 0.3) / math.log(100))),  # on a straight log–log line of slope −1
        (1.0, 10.0),
        (2.0, 10.0),
        (0.01, 1000.0),
    ],
)
def test_frequencies_to_reach_interpolate_on_the_log_log_plot(epsilon, needed):
    straight = made([1.0, 0.1, 0.01])
    assert frequencies_to_reach(straight, epsilon) == pytest.approx(needed, rel=1e-9)


def test_error_that_is_never_reached_has_no_number():
    assert math.isnan(frequencies_to_reach(made([1.0, 0.5, 0.2]), 0.1))


def test_median_decides_what_is_reached():
    three = made([[1, 0.5, 0.09], [1, 0.5, 0.11], [1, 0.5, 0.3]])
    assert math.isnan(frequencies_to_reach(three, 0.1))


def test_kernel_with_a_kink_has_no_bound_and_a_reason(X):
    curve = error_curve(X, Laplacian(8.0), "monte_carlo", SIZES, [0])
    report = convergence([curve], X, 64, 0.1)
    assert report.guarantees == ()
    assert report.silent == (
        note("bound_needs_second_derivative", authors="Rahimi & Recht", kernel="Laplacian"),
    ) and "infinite" in str(report.silent[0])


@pytest.mark.parametrize(
    ("metric", "map_name", "word", "own"),
    [
        ("rmse", "paired", "largest", ["mcdiarmid"]),
        ("sup", "offset", "paired map", []),
        ("rmse", "positive", "not this error", []),
    ],
)
def test_bound_is_silent_about_what_it_does_not_speak_of(X, metric, map_name, word, own):
    curve = error_curve(X, Gaussian(4.0), "monte_carlo", SIZES, [0], metric, map_name)
    report = convergence([curve], X, 64, 0.1)
    assert [guarantee.name for guarantee in report.guarantees] == own and word in str(report.silent[0])


def test_box_speaks_of_the_boxs_diameter(X):
    curve = error_curve(X[:, :2], Gaussian(1.0), "monte_carlo", [16, 32], [0], "sup_compact")
    report = convergence([curve], X[:, :2], 32, 0.5)
    assert not report.diameter.exact
    assert report.diameter.value == pytest.approx(np.linalg.norm(np.ptp(X[:, :2], axis=0)))


def test_diameter_of_many_points_is_an_upper_bound():
    many = np.random.default_rng(0).standard_normal((6000, 2))
    found = diameter(many)
    assert not found.exact
    assert found.value >= diameter(many[:2000]).value


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seeds": 5.0}, "seeds must be a count or a sequence"),
        ({"kernel": "gaussian"}, "kernel must be a kernel of rffviz.kernels"),
    ],
)
def test_curve_refuses_what_is_no_kernel_and_no_seeds(X, change, words):
    arguments = {"kernel": Gaussian(), "sampler": "monte_carlo", "n_freqs": [4], "seeds": [0]} | change
    with pytest.raises(ValueError, match=words):
        error_curve(X, **arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([], 64, 0.1), "at least one curve"),
        ((None, 65, 0.1), "n_freqs must be one of the measured 16, 32, 64, 128, 256, got 65"),
        ((None, 64, 0.0), "epsilon must be a finite number above 0, got 0.0"),
        ((None, 64, math.nan), "epsilon"),
        ((None, 64, 0.1, 1.0), "confidence must be a number strictly between 0 and 1, got 1.0"),
        ((None, 64, -0.1), "epsilon"),
    ],
)
def test_refusals(curve, X, arguments, words):
    curves, *rest = arguments
    with pytest.raises(ValueError, match=words):
        convergence([curve] if curves is None else curves, X, *rest)


@pytest.mark.release
def test_every_bound_that_speaks_is_there_and_the_others_say_why(X):
    curve = error_curve(X, Gaussian(4.0), "monte_carlo", SIZES, [0], map="offset")
    report = convergence([curve], X, 64, 0.1, bounds=tuple(BOUNDS))
    speaking = [name for name, entry in BOUNDS.items() if "offset" in entry.maps and name != "hoeffding"]
    assert [guarantee.name for guarantee in report.guarantees] == speaking
    assert len(report.silent) == len(BOUNDS) - len(speaking)
    for guarantee in report.guarantees:
        options = {"kernel": curve.kernel} if guarantee.name == "sutherland_schneider" else {}
        if BOUNDS[guarantee.name].on_pairs:
            options = {"pairs": pairs_of(curve.kernel, X, "offset", n_strata=2048, exact_pairs=2048)}
        inverted = epsilon_at(
            guarantee.name, 64, 10, report.sigma_p, report.diameter.value, 0.95, map="offset", **options
        )
        assert guarantee.at == inverted.value
    with pytest.raises(ValueError, match="bounds must be one of hoeffding"):
        convergence([curve], X, 64, 0.1, bounds=("nonsense",))


@pytest.mark.release
def test_a_bound_for_one_pair_is_silent_beside_the_largest_error():
    """At a short length scale it lies below the largest error: drawn there, it would be a false promise."""
    X = standardize(load("digits").X).X[:300]
    kernel = Gaussian()
    kernel = kernel.with_length_scale(0.3 * median_length_scale(kernel, X, 0))
    sup, pair = (error_curve(X, kernel, "monte_carlo", [64, 256], range(12), metric=m) for m in ("sup", "pair"))
    assert np.median(sup.errors[:, 0]) > epsilon_at("hoeffding", 64, confidence=0.95).value
    report = convergence([sup], X, 64, 0.1, bounds=("hoeffding", "rahimi_recht"))
    assert [guarantee.name for guarantee in report.guarantees] == ["rahimi_recht"]
    assert report.silent == (note("bound_for_one_pair", authors="Hoeffding"),)
    report = convergence([pair], X, 64, 0.1, bounds=("hoeffding", "rahimi_recht"))
    assert [guarantee.name for guarantee in report.guarantees] == ["hoeffding", "rahimi_recht"]
    assert (pair.errors[:, 0] < report.guarantees[0].at).mean() > 0.8


def test_what_a_scheme_is_not_defined_for_is_left_out(X):
    curve = error_curve(X, Gaussian(4.0), "monte_carlo", SIZES, [0, 1, 2])
    errors = curve.errors.copy()
    errors[:, :2] = math.nan
    cut = replace(curve, errors=errors)
    report = convergence([cut, curve], X, int(SIZES[0]), float(curve.quantile(0.95)[-2]))
    assert math.isnan(report.readings[0].median) and report.readings[1].median > 0
    assert report.needed[0] == pytest.approx(report.needed[1])
    assert report.slopes[0].anchor[0] == pytest.approx(np.exp(np.log(SIZES[2:]).mean()))
    share = exceedance([cut], X, int(SIZES[-1]), 0.01).shares[0]
    assert np.isnan(share.share[:2]).all() and np.isfinite(share.share[2:]).all()
