"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.datasets.images import grey_image
from rffviz.kernels import Gaussian
from rffviz.studies.image import image_fit
from tests.views.mathematics import Mathematics

MATHEMATICS = Mathematics(__file__, [lambda: image_fit(grey_image("china", 10), Gaussian(), (0.1, 0.5), 8)])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
