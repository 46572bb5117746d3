"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.datasets import load, train_test
from rffviz.studies.surfaces import surfaces
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [lambda: surfaces(train_test(load("moons", n_points=60)), ("svm", "fourier"), 8, n_grid=9)],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
