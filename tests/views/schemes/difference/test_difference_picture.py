"""The headline names what differs, and the checks' cells say in which sample."""

import pytest

from rffviz.diagnose import compare
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.difference.picture import difference_picture, difference_table
from rffviz.explorer.words.numbers import number
from rffviz.kernels import Gaussian


@pytest.mark.slow
def test_frequencies_of_one_distribution_may_depend_on_each_other_differently():
    found = compare("orthogonal", "monte_carlo", Gaussian(), 10, 64, seeds=25)
    title = difference_picture(found, LIGHT).title
    assert title == (
        f"Same distribution, different dependence between frequencies; MSE of A is {number(found.ratio)}× that of B"
    )
    assert len(title.split()) <= 14
    quantity, observed, expected, _ = difference_table(found, LIGHT).readout.rows[0]
    assert quantity.startswith("mean cos² ") and (observed, expected) == ("larger in B", "the same")


@pytest.mark.slow
def test_with_one_coordinate_no_dependence_is_compared():
    found = compare("sobol_scrambled", "monte_carlo", Gaussian(), 1, 64, seeds=25)
    assert not found.dependence_apart and found.errors_apart
    title = difference_picture(found, LIGHT).title
    assert title.startswith("Frequencies have the same distribution; MSE of A is") and len(title.split()) <= 14
