"""The cloud is the sample."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.diagnose import Samples, diagnose
from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.cloud.picture import cloud_picture
from rffviz.explorer.views.schemes.words import signed
from rffviz.explorer.words.numbers import number
from tests.views.schemes.schemes_records import KERNELS, alone, cells, made, record


@pytest.mark.release
def test_the_name_of_a_known_mistake_is_part_of_the_answer():
    found = {
        letter: diagnose(name, KERNELS[0], 2, 16, 3).found.cloud
        for letter, name in (("A", "two_gammas"), ("B", "monte_carlo"))
    }
    figure = cloud_picture(Samples(found), LIGHT).figure
    said = {words.text: words.name for words in figure.layout.annotations}
    assert said == {"<b>A</b>": None, "Mistake: √2 forgotten": ANSWER, "<b>B</b>": None, "Monte Carlo": None}


@pytest.mark.slow
def test_the_cloud_is_the_sample():
    report = replace(record("cloud", 20), shown=(3, 7))
    figure = alone(cloud_picture, report).figure
    np.testing.assert_allclose(figure.data[0].x, report.W[:, 3], rtol=1e-6)
    picture = alone(cloud_picture, replace(report, in_cube=True))
    np.testing.assert_allclose(picture.figure.data[0].y, report.cube[:, 7], rtol=1e-6)
    one, two = (2 * report.cube[:, axis] - 1 for axis in (3, 7))
    related = np.mean(one * two) / np.sqrt(np.mean(one**2) * np.mean(two**2))
    assert report.correlation == pytest.approx(related) and cells(picture)["corr(ω₄, ω₈)"] == signed(related)
    assert cells(picture)["effective sample size"] == "64" and cells(picture)["frequencies that repeat"] == "0"


def test_the_largest_scale_and_the_strongest_correlation_are_told():
    report = record("cloud", 20)
    found = report.moments
    off = f"{number(np.abs(found.spread_z).max())} ({number(found.spread_threshold)})"
    told = cells(alone(cloud_picture, report))
    assert told["scale |z| (limit)"] == off
    assert told["correlation (expected)"].startswith(f"{signed(found.correlation[found.pair])} (±0.")
    assert cells(made("cloud", 1))["correlation (expected)"] == "–"
