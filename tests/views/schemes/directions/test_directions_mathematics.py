"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.diagnose import directions
from rffviz.kernels import Gaussian, Laplacian
from tests.views.mathematics import Mathematics, sample

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: directions(sample(Gaussian()), Gaussian()),
        lambda: directions(sample(Gaussian(), 1), Gaussian()),
        lambda: directions(sample(Laplacian()), Laplacian()),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
