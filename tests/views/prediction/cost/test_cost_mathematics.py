"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from tests.views.mathematics import Mathematics, timed

MATHEMATICS = Mathematics(__file__, [timed])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_costs_are_equal_where_it_is_printed():
    found = MATHEMATICS.record()
    n, F = MATHEMATICS.printed(r"\times 64"), 2 * found.n_freqs
    assert n**3 / 3 == pytest.approx(n * F**2 + F**3 / 3, rel=0.01)
