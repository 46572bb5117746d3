"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.datasets import load
from rffviz.kernels import Gaussian
from rffviz.studies.from_labels import LEARNERS, from_labels
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [lambda name=name: from_labels(load("sine", n_points=30), Gaussian(), name, 5) for name in LEARNERS],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
