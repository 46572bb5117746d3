"""The formulas under the view are whole, and their numbers are what they give."""

import pytest
from scipy import stats

from rffviz.diagnose import ALARM, compare
from rffviz.kernels import Gaussian, Laplacian
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: compare("orthogonal", "monte_carlo", Gaussian(), 3, 32, seeds=20),
        lambda: compare("halton", "monte_carlo", Laplacian(), 2, 32, seeds=20),
        lambda: compare("halton", "sobol", Gaussian(), 2, 32, seeds=20),
    ],
)


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_threshold_is_a_quantile():
    assert MATHEMATICS.printed(r"{2}\Big)=") == pytest.approx(stats.t.isf(ALARM / 2, 19), rel=1e-3)
