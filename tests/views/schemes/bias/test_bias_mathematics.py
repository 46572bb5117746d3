"""The formulas under the view are whole, and their numbers are what they give."""

import pytest
from scipy import stats

from rffviz.diagnose import ALARM, bias_and_variance
from rffviz.kernels import Gaussian
from rffviz.theory import orthogonal_gain
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: bias_and_variance("monte_carlo", Gaussian(1.3), 2, 32, 25, 10),
        lambda: bias_and_variance("sobol", Gaussian(1.3), 2, 32, 25, 10),
        lambda: bias_and_variance("orthogonal", Gaussian(1.3), 4, 32, 25, 10),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_threshold_is_a_quantile():
    assert MATHEMATICS.printed(r"2\times 20}\Big)=") == pytest.approx(stats.t.isf(ALARM / 40, 24), rel=1e-3)


@pytest.mark.slow
def test_the_exact_ratios_are_those_of_the_gain():
    gain = orthogonal_gain("orthogonal", Gaussian(1.3), 4, 32)
    assert MATHEMATICS.printed(r"\frac{3}{4+2}=", 2) == 0.5
    exact = MATHEMATICS.lines_with(r"\frac{\operatorname{Var}_{\text{orth}}}{\operatorname{Var}_{\mathrm{MC}}}=", 2)
    assert [float(latex.split("=")[-1]) for latex in exact] == pytest.approx([gain.near, gain.far], rel=1e-3)
