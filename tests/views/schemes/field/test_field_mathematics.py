"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.diagnose import Samples, error_field
from rffviz.kernels import Gaussian
from tests.views.mathematics import Mathematics, sample

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: error_field(sample(Gaussian(1.3)), Gaussian(1.3)),
        lambda: error_field(sample(Gaussian(1.3), m=32), Gaussian(1.3)),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


def test_what_two_records_share_stands_once():
    one, two = MATHEMATICS.record(), MATHEMATICS.record(1)
    alone, other = MATHEMATICS.mathematics(), MATHEMATICS.mathematics(1)
    both = MATHEMATICS.view.mathematics(Samples({"A": one, "B": two}))
    own = [line for line in other.lines if line not in alone.lines]
    assert own and both.lines == ("**A**", *alone.lines, "**B**", *own)
    assert both.statement == alone.statement and both.source == alone.source
