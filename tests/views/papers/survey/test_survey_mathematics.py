"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.papers import Cell, Measured, Record
from rffviz.papers.survey_record import survey_record
from rffviz.samplers import SAMPLERS
from tests.views.mathematics import Mathematics


def surveyed(kernel):
    """A survey of a few schemes, one better than the other at every size."""
    records = {}
    for ratio in (2, 8):
        for k, name in enumerate(SAMPLERS):
            place = Cell("survey", "diabetes", name, ratio, kernel=kernel)
            settings = {"n_train": 300, "n_test": 100, "d": 3, "ratio": ratio, "verdict": "fine", "found": "Right"}
            details = {"ridge": 0.1 + k % 3 / ratio, "features": 0.1}
            found = Measured((k + 1) / ratio, 0.1, settings | {"exact_ridge": 0.1}, details)
            records[place] = Record(place).plus(0, found)
    return survey_record(records).seen("diabetes", kernel)


MATHEMATICS = Mathematics(__file__, [lambda: surveyed("gaussian"), lambda: surveyed("arc_cosine_1")])


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
