"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.papers.claims_record import kept_claims
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(__file__, [kept_claims, lambda: kept_claims("fastfood")])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
