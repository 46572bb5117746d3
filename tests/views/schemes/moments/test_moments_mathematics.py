"""The formulas under the view are whole, and their numbers are what they give."""

import pytest
from scipy import stats

from rffviz.diagnose import ALARM, moments
from rffviz.kernels import Gaussian, Laplacian
from tests.views.mathematics import Mathematics, sample

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: moments(sample(Gaussian(1.3)), Gaussian(1.3)),
        lambda: moments(sample(Laplacian(), 1), Laplacian()),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_thresholds_are_quantiles():
    for pattern in (r"2\times 3}\Big)=", r"3\times(3-1)}\Big)="):
        assert MATHEMATICS.printed(pattern) == pytest.approx(stats.norm.isf(ALARM / 6), rel=1e-3)
