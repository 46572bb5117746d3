"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.kernels import Gaussian
from rffviz.studies.landmarks import landmark_study
from tests.views.mathematics import Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: landmark_study(X, Gaussian(1.5), 5, [0, 1]),
        lambda: [landmark_study(X, Gaussian(1.5), 5, [0], kinds=("kmeans",))],
    ],
)


@pytest.mark.release
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
