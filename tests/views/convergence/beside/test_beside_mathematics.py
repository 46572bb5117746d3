"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from tests.views.mathematics import Mathematics, converged

MATHEMATICS = Mathematics(__file__, [converged])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
