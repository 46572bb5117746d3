"""The formulas under the view are whole, and their numbers are what they give."""

import re

import pytest
from scipy import stats

from rffviz.kernels import Laplacian
from rffviz.measure import exceedance
from rffviz.theory import BOUNDS
from tests.views.mathematics import WIDE, Mathematics, X, curves, value


def exceeded(metric="sup", map="paired", kernel=WIDE, epsilon=0.2, bounds=tuple(BOUNDS)):
    return exceedance(curves(metric, map, kernel), X, 64, epsilon, 0.9, bounds)


MATHEMATICS = Mathematics(
    __file__,
    [
        exceeded,
        lambda: exceeded(map="offset"),
        lambda: exceeded("pair"),
        lambda: exceeded(kernel=Laplacian(), epsilon=1e-9),
    ],
)


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_interval_is_clopper_and_pearsons():
    found = MATHEMATICS.record()
    s, n = int(found.shares[0].exceeded[1]), 6
    (text,) = MATHEMATICS.lines_with(r"\in[")
    low, high = (value(side) for side in re.search(r"\\in\[(.*),\\ (.*)\]", text).groups())
    if s:
        assert stats.binom.sf(s - 1, n, low) == pytest.approx(0.05, rel=0.01)
    if s < n:
        assert stats.binom.cdf(s, n, high) == pytest.approx(0.05, rel=0.01)
