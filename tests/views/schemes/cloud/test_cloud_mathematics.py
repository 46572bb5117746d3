"""The formulas under the view are whole, and their numbers are what they give."""

import numpy as np
import pytest
from scipy import stats

from rffviz.diagnose import ALARM, frequency_cloud
from rffviz.kernels import Gaussian, Laplacian, Matern
from tests.views.mathematics import Mathematics, sample

MATHEMATICS = Mathematics(
    __file__, [lambda k=k: frequency_cloud(sample(k), k) for k in (Gaussian(1.3), Laplacian(), Matern())]
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_range_and_the_effective_number_are_those_of_the_record():
    found = MATHEMATICS.record()
    assert MATHEMATICS.printed(r"|\omega_i|\le ", side=0) == pytest.approx(stats.norm.ppf(0.995) / 1.3, rel=1e-3)
    assert MATHEMATICS.printed(r"\sum_jp_j^2}=") == pytest.approx(1 / np.sum(np.square(found.weights)), rel=1e-3)


@pytest.mark.slow
def test_the_limit_of_the_scale_is_a_quantile():
    assert MATHEMATICS.printed(r"2\times 3}\Big)=") == pytest.approx(stats.norm.isf(ALARM / 6), rel=1e-3)
