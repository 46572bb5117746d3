"""Correlations, and coordinates that repeat, are told."""

import numpy as np
import pytest
from scipy.stats import norm, qmc

from rffviz.diagnose import Samples, given_frequencies, moments
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.moments.picture import moments_picture
from rffviz.explorer.views.schemes.words import signed
from rffviz.kernels import Gaussian
from tests.views.schemes.schemes_records import alone, cells, check, made, record


def test_the_same_scheme_on_both_sides_is_told_apart():
    report = record("moments", 2)
    picture = moments_picture(Samples({"A": report, "B": report}), LIGHT)
    first, second = (trace for trace in picture.figure.data if trace.name in ("A", "B"))
    assert first.marker.color == second.marker.color and second.marker.symbol == f"{first.marker.symbol}-open"
    assert [row[0] for row in picture.readout.rows] == ["A", "B"]


@pytest.mark.slow
def test_the_colours_of_correlations_leave_chance_pale():
    report = record("moments", 20, scheme="sobol_scrambled", m=256)
    colours = made("moments", 20, scheme="sobol_scrambled", m=256).figure.layout.coloraxis
    assert colours.cmax == -colours.cmin >= 2 * report.expected_largest - 1e-12


@pytest.mark.slow
def test_correlated_and_repeated_coordinates_are_told():
    W = norm.ppf(qmc.Halton(60, scramble=False).random(257)[1:])
    report = moments(given_frequencies(W), Gaussian())
    picture = alone(moments_picture, report)
    check(picture, LIGHT)
    assert "are correlated" in picture.title and cells(picture)["strongest correlation"] == signed(report.largest)
    assert picture.figure.data[1].z.shape == (40, 40)
    assert np.abs(picture.figure.data[1].z).max() == pytest.approx(abs(report.largest), rel=0.2)
    W[:, 1] = W[:, 0]
    assert "are equal" in alone(moments_picture, moments(given_frequencies(W), Gaussian())).title
