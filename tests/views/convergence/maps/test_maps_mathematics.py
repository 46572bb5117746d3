"""The formulas under the view are whole, and their numbers are what they give."""

import math

import numpy as np
import pytest

from rffviz.kernels import Cauchy, Gaussian
from rffviz.studies.maps import map_comparison
from rffviz.theory import map_variance
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(__file__, [lambda k=k: map_comparison(k, 2, 64, 10) for k in (Gaussian(2.0), Cauchy())])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_standard_deviation_is_that_of_the_variance_formula():
    found = MATHEMATICS.record()
    near = found.line_distance[np.argmin(np.abs(found.line_distance - 2.0))] * found.direction
    for map, word, m in (("paired", "pairs", 32), ("offset", "phase", 64)):
        sigma = MATHEMATICS.printed(rf"\sigma_{{\text{{{word}}}}}=")
        assert sigma == pytest.approx(math.sqrt(map_variance(Gaussian(2.0), near, m, map)), rel=1e-3)
