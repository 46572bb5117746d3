"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.kernels import Gaussian
from rffviz.progress import last_record
from rffviz.studies.landmarks import landmark_study_steps
from tests.views.mathematics import Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: last_record(landmark_study_steps(X, Gaussian(1.5), 5, [0, 1])),
        lambda: [last_record(landmark_study_steps(X, Gaussian(1.5), 5, [0], kinds=("kmeans",)))],
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
