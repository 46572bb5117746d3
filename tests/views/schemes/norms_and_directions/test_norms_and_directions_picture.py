"""The radius is a distribution function, and right angles are told."""

import numpy as np
import pytest

from rffviz.diagnose import Samples, diagnose, given_frequencies, radius_distribution, radius_distribution_over_seeds
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.norms_and_directions.picture import radius_picture
from rffviz.explorer.words.numbers import measured
from tests.views.schemes.schemes_records import KERNELS, alone, cells, check, made, record, sample


@pytest.mark.release
def test_the_radius_is_the_distribution_function():
    report = record("radius", 2)
    picture = made("radius", 2)
    np.testing.assert_allclose(picture.figure.data[1].y[1:], report.empirical, rtol=1e-6)
    assert picture.title == f"The norms match the target distribution: KS distance {measured(report.distance)}"
    expected = float(KERNELS[0].radius_quantile(0.5, 2))
    said = [
        measured(value)
        for value in (np.quantile(report.radius, 0.5, method="inverted_cdf"), expected, report.distance, report.limit)
    ]
    assert [cells(picture)[name] for name in ("median norm", "expected", "KS distance", "limit")] == said
    long = radius_distribution(given_frequencies(2 * sample(KERNELS[0], 2, 256).W), KERNELS[0])
    assert "too large" in alone(radius_picture, long).title and long.distance > long.limit
    assert cells(alone(radius_picture, long))["p"] == "< 10⁻⁴"
    bias = record("bias", 2)
    pooled = radius_distribution_over_seeds(bias.radii, bias.weights, KERNELS[0], 2)
    check(alone(radius_picture, pooled), LIGHT)
    assert "64 frequencies for each of 25 seeds" in alone(radius_picture, pooled).subtitle


@pytest.mark.slow
def test_right_angles_are_told():
    assert "orthogonal" in made("directions", 20, scheme="orthogonal").title
    assert "more even than independent ones" in made("directions", 2, scheme="sobol_scrambled", m=256).title


def test_norms_that_pass_are_told_before_another_error():
    reports = {"A": diagnose("length_by_direction", KERNELS[0], 5, 256, rate=False)}
    reports["B"] = diagnose("monte_carlo", KERNELS[0], 5, 256, rate=False)
    records = {letter: report.found.radius for letter, report in reports.items()}
    title = radius_picture(Samples(records, reports), LIGHT).title
    assert title.startswith("Norms OK; A: k̂ is ") and title.endswith(" too small on average")
    assert radius_picture(Samples(records, reports, first=("bias",)), LIGHT).title.startswith("A: ")
    reports["B"] = diagnose("two_gammas", KERNELS[0], 5, 256, rate=False)
    assert "OK" not in radius_picture(Samples(records, reports), LIGHT).title
    assert "OK" not in radius_picture(Samples(records, {"A": reports["A"]}), LIGHT).title  # B is not judged yet
    alone = Samples({"": records["A"]}, {"": reports["A"]})
    assert radius_picture(alone, LIGHT).title.startswith("Norms OK; k̂ is ")
