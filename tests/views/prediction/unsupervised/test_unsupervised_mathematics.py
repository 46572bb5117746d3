"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.kernels import Gaussian
from rffviz.studies.unsupervised import unsupervised
from tests.views.mathematics import Mathematics, X

MATHEMATICS = Mathematics(__file__, [lambda: unsupervised(X, Gaussian(1.5), (4, 32), 2)])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
