"""The radius is a distribution function."""

import numpy as np

from rffviz.diagnose import given_frequencies, radius_law, radius_law_over_seeds
from rffviz.figures.theme import LIGHT
from rffviz.views.schemes.radius.picture import radius_picture
from rffviz.words.numbers import measured
from tests.views.schemes.schemes_records import KERNELS, alone, check, made, record, sample


def test_the_radius_is_the_distribution_function():
    report = record("radius", 2)
    picture = made("radius", 2)
    np.testing.assert_allclose(picture.figure.data[1].y[1:], report.empirical, rtol=1e-6)
    assert measured(report.distance) in picture.title and "law" in picture.title
    long = radius_law(given_frequencies(2 * sample(KERNELS[0], 2, 256).W), KERNELS[0])
    assert "too long" in alone(radius_picture, long).title
    bias = record("bias", 2)
    pooled = radius_law_over_seeds(bias.radii, bias.weights, KERNELS[0], 2)
    check(alone(radius_picture, pooled), LIGHT)
    assert "64 frequencies for each of 25 seeds" in alone(radius_picture, pooled).subtitle
