"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.studies.real_data import compare_methods
from tests.views.mathematics import Mathematics, splits

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: compare_methods(splits(), "regression", ("kernel_ridge", "fourier"), (4, 8)),
        lambda: compare_methods(splits("binary", 1), "binary", ("fourier",), (4, 8)),
    ],
)


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
