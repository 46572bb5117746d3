"""The formulas under the view are whole, and their numbers are what they give."""

import math
from dataclasses import replace

import pytest

from rffviz.kernels import Cauchy, Gaussian
from rffviz.studies.profile import kernel_profile
from rffviz.theory import map_variance
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: replace(kernel_profile(Gaussian(), [1, 8, 64]), shown=8),
        lambda: kernel_profile(Cauchy(), [4]),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_standard_deviation_is_that_of_the_variance_formula():
    sigma = MATHEMATICS.printed(r"\sigma=\sqrt")
    assert sigma == pytest.approx(math.sqrt(map_variance(Gaussian(), [1.0], 8)), rel=1e-3)
