"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.papers.beside import cell_beside, table_beside
from tests.views.mathematics import Mathematics, of_paper

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: table_beside(of_paper(0.352, 0.381, 0.377)),
        lambda: table_beside(of_paper(0.31), ["wine_quality"]),
        lambda: cell_beside(of_paper(0.21, 0.22), of_paper().entries[0].cell),
        lambda: cell_beside(of_paper(), of_paper().entries[-1].cell),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()
