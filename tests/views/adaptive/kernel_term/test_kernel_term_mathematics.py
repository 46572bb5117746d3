"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.kernels import Gaussian
from rffviz.studies.kernel_term import kernel_term_study
from tests.views.mathematics import Mathematics, splits

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: kernel_term_study(splits(), "regression", Gaussian(), 5, (0.0, 1.0)),
        lambda: kernel_term_study(splits("binary", 1), "binary", Gaussian(), 5, (0.0, 1.0)),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
