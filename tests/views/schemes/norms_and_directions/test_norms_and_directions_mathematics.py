"""The formulas under the view are whole, and their numbers are what they give."""

import math

import numpy as np
import pytest
from scipy import stats

from rffviz.diagnose import directions, radius_distribution
from rffviz.kernels import Gaussian, Laplacian, RationalQuadratic
from tests.views.mathematics import Mathematics, sample, value

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: radius_distribution(sample(Gaussian(1.3)), Gaussian(1.3)),
        lambda: radius_distribution(sample(Gaussian(), m=2), Gaussian()),
        lambda: radius_distribution(sample(RationalQuadratic()), RationalQuadratic()),
        lambda: directions(sample(Gaussian()), Gaussian()),
        lambda: directions(sample(Gaussian(), 1), Gaussian()),
        lambda: directions(sample(Laplacian()), Laplacian()),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_lengths_are_tested_as_printed():
    found = MATHEMATICS.record()
    t = MATHEMATICS.printed(r"t=\Big(\sqrt")
    series = 2 * sum((-1) ** (i - 1) * math.exp(-2 * i * i * t * t) for i in range(1, 101))
    assert value(MATHEMATICS.lines_with("Q(t)=")[-1].partition("=")[2]) == pytest.approx(found.p_value, rel=1e-3)
    assert series == pytest.approx(found.p_value, rel=0.01)
    norms = 1.3 * np.linalg.norm(sample(Gaussian(1.3)).W, axis=1)
    gap = stats.kstest(norms, stats.chi(3).cdf).statistic
    assert MATHEMATICS.printed(r"\Big|=") == pytest.approx(gap, rel=1e-3)
