"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from tests.views.mathematics import Mathematics
from tests.views.prediction.prediction_records import attended

MATHEMATICS = Mathematics(__file__, [attended])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
