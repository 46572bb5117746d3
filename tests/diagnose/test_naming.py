"""Causes are named where they would be unlikely otherwise: a power of ℓ where the factor changes with ℓ as it says."""

import numpy as np
import pytest

from rffviz.diagnose import diagnose
from rffviz.diagnose.naming import factor_by_name, factor_error
from rffviz.kernels import Gaussian, Laplacian, Matern


def named(report):
    """What `radius` and `scale` name, those that name nothing left out."""
    values = [dict(each.values) for which in ("radius", "scale") for each in report[which].remarks]
    return [each["name"] for each in values if each.get("name")]


def too_long(by):
    def scheme(kernel, d, n_freqs, rng):
        return by(kernel.length_scale) * kernel.sample(n_freqs, d, rng)

    return scheme


@pytest.mark.release
@pytest.mark.parametrize(
    ("kernel", "power"),
    [((Gaussian(1.3), Matern(1.5, 0.7))[i % 2], power) for i, power in enumerate((0.5, -0.5, 1, 2, -2, -1))],
)
def test_a_power_of_the_length_scale_is_named_where_the_factor_changes_with_it(kernel, power):
    name = {0.5: "√ℓ", -0.5: "1/√ℓ", 1: "ℓ", -1: "1/ℓ", 2: "ℓ²", -2: "1/ℓ²"}[power]
    fixed = kernel.length_scale**power
    grows = diagnose(too_long(lambda length: length**power), kernel, 2, 256, 30, rate=False)
    stays = diagnose(too_long(lambda length: fixed), kernel, 2, 256, 30, rate=False)
    assert not grows.ok and named(grows) == [name, name]
    assert not stays.ok and not any("ℓ" in each for each in named(stays))


@pytest.mark.release
def test_a_length_scale_that_is_left_out_and_one_of_a_scheme_that_cannot_be_drawn_elsewhere():
    def left_out(kernel, d, n_freqs, rng):
        return rng.standard_normal((n_freqs, d))

    def here_alone(kernel, d, n_freqs, rng):
        if kernel.length_scale != 1.3:
            raise ValueError("1.3 alone.")
        return kernel.sample(n_freqs, d, rng) * 1.15

    assert named(diagnose(left_out, Gaussian(1.3), 2, 256, 30, rate=False)) == ["ℓ", "ℓ"]
    assert named(diagnose(here_alone, Gaussian(1.3), 2, 256, 30, rate=False)) == []


@pytest.mark.release
def test_an_array_names_a_power_of_the_length_scale_only_where_rows_are_many():
    W = np.random.default_rng(1).standard_normal((20_000, 10)) / 1.3
    many, few = (diagnose(1.69 * W[:n], Gaussian(1.3), 10) for n in (20_000, 256))
    assert not many.ok and not few.ok
    assert set(named(many)) == {"ℓ²"} and named(few) == []


def test_of_two_causes_that_fit_none_is_chosen():
    assert factor_by_name(2.0, Gaussian(), 4, 0.001) == "2 or √d"
    assert factor_by_name(2.0, Gaussian(), 5, 0.001) == "2"
    assert factor_by_name(1.14, Gaussian(1.3), 2, 0.002, power=0.0) == ""
    assert factor_by_name(1.14, Gaussian(1.3), 2, 0.002, power=0.5) == "√ℓ"
    assert factor_by_name(1.14, Gaussian(1.3), 2, 0.02) == factor_by_name(2.0, Gaussian(), 2, 0.05) == ""
    assert factor_by_name(2.0, Gaussian(2.0), 3, 0.002, power=1.0) == "ℓ"


@pytest.mark.release
@pytest.mark.parametrize(
    "kernel, d",
    [
        (Gaussian(1.3), 1),
        *(pytest.param(*each, marks=pytest.mark.release) for each in ((Gaussian(), 4), (Laplacian(), 1))),
    ],
)
def test_the_error_of_a_factor_is_that_of_the_mean_rank(kernel, d):
    """Each sample's factor is the one that brings its mean rank to a half; the spread is that over samples."""
    n, rng = 200, np.random.default_rng(0)
    factors = []
    for _ in range(300):
        r = np.linalg.norm(kernel.sample(n, d, rng), axis=1)
        grid = np.exp(np.linspace(-0.6, 0.6, 61))
        ranks = np.array([kernel.radius_cdf(r / factor, d).mean() for factor in grid])
        factors.append(np.interp(-0.5, -ranks, np.log(grid)))
    assert np.std(factors) == pytest.approx(factor_error(n, kernel, d), rel=4 / np.sqrt(2 * 300))
