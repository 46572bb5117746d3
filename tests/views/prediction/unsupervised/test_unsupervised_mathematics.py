"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.kernels import Gaussian
from rffviz.progress import last_record
from rffviz.studies.unsupervised import unsupervised_steps
from tests.views.mathematics import Mathematics, X

MATHEMATICS = Mathematics(__file__, [lambda: last_record(unsupervised_steps(X, Gaussian(1.5), (4, 32), 2))])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
