"""The formulas under the view are whole, and their numbers are what they give."""

import math
from dataclasses import replace

import pytest

from rffviz.kernels import Gaussian, Laplacian
from rffviz.studies.two_points import two_points
from rffviz.theory import map_variance
from tests.views.mathematics import SIZES, Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: replace(two_points(Gaussian(1.3), 0.8, SIZES), shown=64),
        lambda: two_points(Laplacian(), 0.8, SIZES, "offset"),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_the_inner_product_has_the_standard_deviation_that_is_printed():
    for case, kernel, map, m in ((0, Gaussian(1.3), "paired", 64), (1, Laplacian(), "offset", 256)):
        x, y = MATHEMATICS.record(case).pair
        sigma = MATHEMATICS.printed(r"\sigma=\sqrt", case)
        assert sigma == pytest.approx(math.sqrt(map_variance(kernel, x - y, m, map)), rel=1e-3)
