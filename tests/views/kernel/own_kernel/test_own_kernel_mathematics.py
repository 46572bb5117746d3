"""The formulas under the view are whole, and their numbers are what they give."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import integrate

from rffviz.studies.handles import Handles
from rffviz.studies.own_kernel import own_kernel
from tests.views.mathematics import SIZES, Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: own_kernel("exp(-r**4)", SIZES),
        lambda: replace(own_kernel("3 * exp(-r)", SIZES), shown=64),
        lambda: own_kernel("r < 1", SIZES),
        lambda: own_kernel("exp(-r)", SIZES, d=3),
        lambda: own_kernel("max(0, 1 - r)", SIZES, d=2),
        lambda: replace(own_kernel(Handles((0.8, 0.5, 0.3, 0.2, 0.1, 0.0, 0.0, 0.0)), SIZES), shown=64),
    ],
)


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_what_a_formula_lacks_of_a_kernel_is_printed():
    """The indicator of r < 1 has the transform sin(ω)/πω."""
    found = MATHEMATICS.record(2)
    omega = np.linspace(1e-9, found.judged, 2_000_001)
    p = np.sin(omega) / math.pi / omega
    negative = 2 * integrate.trapezoid(np.maximum(-p, 0), omega)
    assert MATHEMATICS.printed(r"\max(0,-p(\omega))\,d\omega", 2) == pytest.approx(negative, rel=0.02)
