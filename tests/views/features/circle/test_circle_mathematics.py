"""The formulas under the view are whole, and their numbers are what they give."""

from dataclasses import replace

import pytest

from rffviz.kernels import Gaussian, Laplacian
from rffviz.studies.circle import wrapped_points
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: wrapped_points(Gaussian(1.3), 0.8),
        lambda: replace(wrapped_points(Laplacian(), 0.8), shown=5),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
