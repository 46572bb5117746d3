"""The formulas under the view are whole, and their numbers are what they give."""

from dataclasses import replace

import pytest

from rffviz.kernels import Gaussian, Matern
from rffviz.studies.pairs import kernel_matrices, pair_errors
from tests.views.mathematics import SIZES, Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: replace(kernel_matrices(X, Gaussian(), SIZES), shown=64),
        lambda: kernel_matrices(X, Gaussian(), SIZES, map="offset"),
        lambda: replace(pair_errors(X, Gaussian(), SIZES), shown=64),
        lambda: pair_errors(X, Matern(), SIZES, map="offset"),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
