"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.papers.table1 import Table1Cell, Table1Row
from tests.views.mathematics import Mathematics, line, timed


def cell(method, error, published):
    return Table1Cell("cpu", method, error, (error,), published, 1, 1, 1.0, 1e-3, True, 300, 600, 60, 30, (0,))


def table(*cells, task="regression"):
    return Table1Row(cells, task, True, line().about)


MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: Table1Row(
            (cell("fourier_ls", 3.7, 3.6), cell("exact_svm", 5.0, 5.1)), "regression", True, timed().about
        ),
        lambda: table(cell("binning_ls", 15.1, 15.3), task="binary"),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
