"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.progress import last_record
from rffviz.studies.real_data import comparison_steps
from tests.views.mathematics import Mathematics, splits

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: last_record(comparison_steps(splits(), "regression", ("kernel_ridge", "fourier"), (4, 8))),
        lambda: last_record(comparison_steps(splits("binary", 1), "binary", ("fourier",), (4, 8))),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
