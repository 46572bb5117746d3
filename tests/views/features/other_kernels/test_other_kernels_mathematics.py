"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.features import OTHER_KERNELS
from rffviz.studies.other_kernels import other_kernel_study
from tests.views.mathematics import SIZES, Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [lambda k=k: other_kernel_study(X, k, n_features=SIZES, seeds=range(3)) for k in OTHER_KERNELS],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
