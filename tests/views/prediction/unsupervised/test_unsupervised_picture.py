"""Landmarks leave the data in sight."""

import numpy as np

from rffviz.figures.theme import LIGHT
from rffviz.figures.traces import crosses


def test_landmarks_leave_the_data_in_sight():
    marks = crosses(np.zeros((3, 2)), LIGHT).marker
    assert marks.symbol == "cross-thin" and marks.size <= 5 and marks.line.width <= 1
