"""Correlations of kernel error and change of prediction are told."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.figures.picture import ANSWER
from rffviz.figures.theme import LIGHT
from rffviz.kernels import Gaussian
from rffviz.studies.kernel_error import kernel_error
from rffviz.views.prediction.kernel_error.picture import kernel_error_picture
from tests.views.prediction.prediction_records import CASES, split_of, the_kernel_error


def test_kernel_error_says_its_correlations_and_draws_the_bound_where_it_is_in_sight():
    found, picture = the_kernel_error(), CASES["kernel-error"](LIGHT)
    across, within = (f"{value:.2f}".replace("-", "−") for value in (found.with_changes(), found.with_changes(True)))
    assert across in picture.title and within in picture.title
    assert f"Over 27 fits the rank correlation of ‖K̃ − K‖₂ with the change of prediction is {across}" in picture.reading
    assert f"Over the 9 fits at D = 16 they are {within}" in picture.reading
    assert len(picture.columns["change"]) == 27 and set(picture.columns["n_freqs"]) == {8, 16, 64}
    heavy = CASES["kernel-error-heavy"](LIGHT)
    for made, record, seen in ((picture, found, False), (heavy, the_kernel_error(1.0), True)):
        (bound,) = [trace for trace in made.figure.data if (trace.name or "").startswith("bound")]
        np.testing.assert_allclose(bound.y, record.slope * bound.x, rtol=1e-5)
        assert bool(np.log10(bound.y[0]) < made.figure.layout.yaxis.range[1]) is seen
        assert any("↑" in note.text for note in made.figure.layout.annotations) is not seen
    assert any("no change exceeds 1" in note.text for note in heavy.figure.layout.annotations)
    shown = [trace for trace in picture.figure.data if trace.meta == ANSWER]
    named = [trace for trace in picture.figure.data if trace.showlegend is not False and trace.mode == "markers"]
    assert len(named) == 3 and not any(trace.meta == ANSWER for trace in named)  # before the answer, too
    assert sum(len(trace.x) for trace in shown) == 2 * 9


@pytest.mark.parametrize(
    ("errors", "title"),
    [
        ([[1, 2, 3], [4, 5, 6]], "The better kernel predicts more like the exact method: rank correlation 1.00 across"),
        ([[2, 1, 3], [5, 4, 6]], "The better kernel predicts more like the exact method: rank correlation 0.89 across"),
        ([[3, 2, 1], [6, 5, 4]], "more like the exact method across D (rank correlation 0.54), less at D = 8 (−1.00)"),
        ([[6, 5, 4], [3, 2, 1]], "is not nearer to the exact method: rank correlation −1.00 across D, −1.00 at D = 8"),
    ],
)
def test_the_title_of_kernel_error_says_what_is_so(errors, title):
    change = np.array(errors, dtype=float).T[None]  # sizes apart: the second has larger kernel errors
    matrix = np.array([[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]])
    names = ("changes", "rms_changes", "test", "bounds", "row_errors")
    found = replace(the_kernel_error(), samplers=("sobol",), n_freqs=np.array([8, 16]), matrix_errors=matrix, shown=8)
    assert title in kernel_error_picture(replace(found, **dict.fromkeys(names, change)), LIGHT).title


def test_one_fit_alone_has_no_correlation():
    one = {"n_freqs": (8,), "n_seeds": 1, "shown": 8, "sampler": "monte_carlo"}
    picture = kernel_error_picture(kernel_error(split_of(), Gaussian(), **one), LIGHT)
    assert picture.title.startswith("The better kernel changes") is False and "may be chance" not in picture.reading
