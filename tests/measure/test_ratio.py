"""The ratio of two schemes' errors: against a bootstrap, its coverage, and where it is not known."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rffviz.foundation.about import About
from rffviz.foundation.validation import Refusal
from rffviz.kernels import Gaussian
from rffviz.measure import ErrorCurve, error_curve, error_ratio


def curve(errors, sampler="monte_carlo", metric="rmse"):
    errors = np.asarray(errors, dtype=float)
    seeds, sizes = tuple(range(len(errors))), np.arange(1, errors.shape[1] + 1)
    return ErrorCurve(sizes, errors, seeds, "paired", metric, True, About(kernel=Gaussian(), sampler=sampler))


def test_it_is_the_ratio_of_root_mean_squares():
    found = error_ratio(curve([[3.0], [4.0]]), curve([[1.0], [math.sqrt(7.0)]]))
    assert found.ratio == pytest.approx([math.sqrt(25 / 8)], rel=1e-12) and found.n_seeds == 2
    same = error_ratio(curve([[3.0], [4.0], [5.0]]), curve([[6.0], [8.0], [10.0]]))  # proportional: no uncertainty
    assert [*same.low, *same.ratio, *same.high] == pytest.approx([0.5] * 3, rel=1e-12)


def test_the_interval_of_two_seeds_is_student_s_with_one_degree_of_freedom():
    found = error_ratio(curve([[1.0], [2.0]]), curve([[1.0], [1.0]]))  # squares over their means: 0.4, 1.6 and 1, 1
    half = math.tan(0.475 * math.pi) * 0.6  # of Cauchy's law 97.5 %; two values ±0.6 have the standard error 0.6
    ends = [*found.low, *found.ratio, *found.high]
    assert ends == pytest.approx([math.sqrt(2.5) * math.exp(s * half / 2) for s in (-1, 0, 1)], rel=1e-12)


@pytest.mark.parametrize("shared", [False, True], ids=["independent", "sharing random numbers"])
def test_the_interval_covers_the_ratio_as_often_as_it_says(shared):
    rng, n_runs, n_seeds = np.random.default_rng(5), 2000, 20
    both = 0.1 * rng.chisquare(40, (2, n_seeds, n_runs)) / 40  # squared errors, coefficient of variation 0.22
    if shared:
        both[1] = 0.7 * both[0] + 0.3 * both[1]
    found = error_ratio(curve(2 * np.sqrt(both[0])), curve(np.sqrt(both[1])))
    covered = np.mean((found.low <= 2) & (found.high >= 2))
    assert abs(covered - 0.95) < 4 * math.sqrt(0.95 * 0.05 / n_runs)
    assert np.mean(found.high / found.low) < (1.12 if shared else 1.22)  # pairing the seeds narrows it


@pytest.mark.parametrize("n_seeds", [10, 100])
@pytest.mark.parametrize(("sigma", "least", "most"), [(0.3, 0.89, 0.97), (1.0, 0.65, 0.91)])
def test_heavy_tails_are_covered_as_often_as_the_docstring_says(sigma, least, most, n_seeds):
    errors = np.exp(sigma * np.random.default_rng(6).standard_normal((2, n_seeds, 1000)))
    found = error_ratio(curve(errors[0]), curve(errors[1]))
    assert least <= np.mean((found.low <= 1) & (found.high >= 1)) <= most


def test_where_it_is_not_known():
    found = error_ratio(curve([[math.nan, 0.0, 2.0]]), curve([[1.0, 1.0, 1.0]]))
    assert np.isnan(found.ratio[:2]).all() and found.ratio[2] == 2
    assert np.isnan(found.low).all() and np.isnan(found.high).all()  # one seed


def test_curves_of_different_kinds_are_refused():
    one = curve([[1.0], [2.0]])
    for other, name in ((curve([[1.0]]), "seeds"), (replace(one, metric="sup"), "metric")):
        with pytest.raises(Refusal, match=f"^{name} must be the same for both curves"):
            error_ratio(one, other)
    with pytest.raises(Refusal, match=r"^n_freqs must be the same .* got \[1\] and \[2\]"):
        error_ratio(one, replace(one, n_freqs=np.array([2])))


def test_orthogonal_frequencies_against_the_measured_curves():
    X = np.random.default_rng(0).standard_normal((60, 8))
    made = [error_curve(X, Gaussian(3.0), name, [8, 64], 12, "rmse") for name in ("orthogonal", "monte_carlo")]
    found = error_ratio(*made)
    expected = np.sqrt(np.mean(made[0].errors ** 2, axis=0) / np.mean(made[1].errors ** 2, axis=0))
    assert found.ratio == pytest.approx(expected, rel=1e-12) and (found.sampler, found.baseline) == (
        "orthogonal",
        "monte_carlo",
    )
    assert (found.high < 1).all()
