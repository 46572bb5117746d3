"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.kernels import Cauchy, Gaussian
from rffviz.studies.precision import precision_study
from tests.views.mathematics import Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: precision_study(X, Gaussian(2.0), [4, 16, 64], [0, 1]),
        lambda: precision_study(X, Cauchy(), [4, 128], [0], frequency_bits=1),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
