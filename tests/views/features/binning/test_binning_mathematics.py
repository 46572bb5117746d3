"""The formulas under the view are whole, and their numbers are what they give."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import integrate

from rffviz.studies.binning import binned_pair
from tests.views.mathematics import SIZES, Mathematics

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: replace(binned_pair(1.3, 0.8, SIZES), shown=64),
        lambda: binned_pair(1.0, 0.0, SIZES),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_pitches_of_the_printed_density_give_the_kernel():
    """E max(0, 1 − δ/u) over p(u) = u e^{−u/ℓ}/ℓ², in both coordinates."""
    x, y = MATHEMATICS.record().pair
    both = [
        integrate.quad(lambda u, t=t: (1 - t / u) * u / 1.3**2 * math.exp(-u / 1.3), t, 60)[0] for t in np.abs(x - y)
    ]
    assert MATHEMATICS.printed(r"k(x-y)=") == pytest.approx(math.prod(both), rel=1e-3)
