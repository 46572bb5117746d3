"""The formulas under the view are whole, and their numbers are what they give."""

import pytest
from scipy import stats

from rffviz.diagnose import ALARM, bias_and_variance
from rffviz.kernels import Gaussian
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: bias_and_variance("monte_carlo", Gaussian(1.3), 2, 32, 25, 10),
        lambda: bias_and_variance("sobol", Gaussian(1.3), 2, 32, 25, 10),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_threshold_is_a_quantile():
    assert MATHEMATICS.printed(r"2\times 20}\Big)=") == pytest.approx(stats.t.isf(ALARM / 40, 24), rel=1e-3)
