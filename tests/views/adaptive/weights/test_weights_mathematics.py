"""The formulas under the view are whole, and their numbers are what they give."""

import pytest

from rffviz.adaptive.objective import EmpiricalLoss
from rffviz.kernels import Gaussian
from rffviz.studies.weights import weight_maps
from tests.views.mathematics import Mathematics, X

MATHEMATICS = Mathematics(
    __file__,
    [
        lambda: weight_maps(X, Gaussian(1.5), 30, "sample", (0.1, 0.01), n_grid=7),
        lambda: weight_maps(X, Gaussian(1.5), 30, "kmeans", (0.0, 0.01), n_grid=7),
    ],
)


@pytest.mark.slow
def test_the_mathematics_is_whole_and_its_numbers_are_right():
    MATHEMATICS.check()


@pytest.mark.slow
def test_weights_have_the_loss_that_is_printed():
    found = MATHEMATICS.record()
    one = found.maps[found.ridges.index(found.shown)]
    loss = EmpiricalLoss(one.landmarks, Gaussian(1.5))
    assert MATHEMATICS.printed(r"\frac{L}") == pytest.approx(loss.value(one.W, one.p) / loss.scale, rel=1e-2)
    assert MATHEMATICS.printed(r"\sum_jp_j=") == pytest.approx(one.p.sum(), rel=1e-3)
