"""The formulas under the view are whole, and their numbers are what they give."""

from dataclasses import replace

import pytest

from rffviz.kernels import Gaussian
from rffviz.studies.pairs import kernel_matrices
from tests.views.mathematics import SIZES, Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: replace(kernel_matrices(X, Gaussian(), SIZES), shown=64),
        lambda: kernel_matrices(X, Gaussian(), SIZES, map="offset"),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
