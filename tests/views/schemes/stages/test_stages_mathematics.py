"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.diagnose import stages
from rffviz.kernels import Gaussian
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__, [lambda: stages("fastfood", Gaussian(), 4, 32, 10), lambda: stages("sobol", Gaussian(), 4, 32, 10)]
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
    assert MATHEMATICS.printed(r"\qquad R=") == 10
