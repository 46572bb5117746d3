"""The headline names what differs, and the checks' cells say in which sample."""

import numpy as np
import pytest

from rffviz.diagnose import compare
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.schemes.difference.picture import difference_picture, difference_table
from rffviz.explorer.words.numbers import number
from rffviz.kernels import Gaussian


@pytest.mark.release
def test_frequencies_of_one_distribution_may_depend_on_each_other_differently():
    found = compare("orthogonal", "monte_carlo", Gaussian(), 10, 64, seeds=25)
    picture = difference_picture(found, LIGHT)
    title = picture.title
    for line, rms in zip(
        (trace for trace in picture.figure.data if trace.name),
        (found.rms, found.rms_reference, found.monte_carlo),
        strict=True,
    ):
        np.testing.assert_allclose(line.y, np.square(rms), rtol=1e-5)
    upper = next(trace.y for trace in picture.figure.data if trace.fill)[: len(found.rms)]
    np.testing.assert_allclose(upper - found.rms**2, 2 * found.rms * found.margin, rtol=1e-3)
    assert picture.figure.layout.yaxis.title.text == "MSE of k̂" and "mse_a" in picture.columns
    assert title == (f"MSE of A is {number(found.ratio)}× that of B; only the dependence between frequencies differs")
    assert len(title.split()) <= 14
    quantity, observed, expected, _ = difference_table(found, LIGHT).readout.rows[0]
    assert quantity.startswith("mean cos² ") and (observed, expected) == ("larger in B", "the same")


@pytest.mark.slow
def test_with_one_coordinate_no_dependence_is_compared():
    found = compare("sobol_scrambled", "monte_carlo", Gaussian(), 1, 64, seeds=25)
    assert not found.dependence_apart and found.errors_apart
    title = difference_picture(found, LIGHT).title
    assert (
        title.startswith("MSE of A is") and title.endswith("; no other difference found") and len(title.split()) <= 14
    )
