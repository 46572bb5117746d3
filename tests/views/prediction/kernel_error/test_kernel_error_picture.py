"""Correlations of kernel error and change of prediction are told."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.kernel_error.picture import kernel_error_picture
from rffviz.explorer.views.prediction.kernel_error.words import two_digits
from rffviz.explorer.words.numbers import measured
from rffviz.kernels import Gaussian
from rffviz.studies.kernel_error import kernel_error
from tests.views.prediction.prediction_records import CASES, split_of, the_kernel_error


@pytest.mark.release
def test_kernel_error_says_its_correlations_and_draws_the_bound_where_it_is_in_sight():
    found, picture = the_kernel_error(), CASES["kernel-error"](LIGHT)
    assert picture.readout.columns[1:3] == ("all D", "D = 16")
    assert picture.notes[0].startswith("Rank correlations over 27 fits, of which 9 at D = 16")
    for row, correlations, values, exact in (
        (picture.readout.rows[0], found.with_changes, found.changes, "0"),
        (picture.readout.rows[1], found.with_test, found.test, measured(found.exact_test)),
    ):
        across, within = (f"{correlations(here):.2f}".replace("-", "−") for here in (False, True))
        chance = f"±{found.chance:.2f}"
        assert row[1:] == (across, within, chance, f"{measured(values.min())}–{measured(values.max())}", exact)
    assert picture.readout.rows[2][4] == f"≥ {two_digits(found.looseness)}"
    assert len(picture.columns["change"]) == 27 and set(picture.columns["n_freqs"]) == {8, 16, 64}
    heavy = CASES["kernel-error-heavy"](LIGHT)
    for made, record, seen in ((picture, found, False), (heavy, the_kernel_error(1.0), True)):
        (bound,) = [trace for trace in made.figure.data if (trace.name or "").startswith("bound")]
        np.testing.assert_allclose(bound.y, record.slope * bound.x, rtol=1e-5)
        assert bool(np.log10(bound.y[0]) < made.figure.layout.yaxis.range[1]) is seen
        assert (bound.showlegend is not False) is seen  # no name for a line out of sight
        assert any("↑" in note.text for note in made.figure.layout.annotations) is not seen
    assert any("vacuous above 1" in note.text for note in heavy.figure.layout.annotations)
    (both,) = [note.text for note in picture.figure.layout.annotations if "vacuous" in note.text]
    assert both.startswith("↑") and "<br>bound is vacuous above 31.6" in both  # one label: two would overlap
    shown = [trace for trace in picture.figure.data if trace.meta == ANSWER]
    named = [trace for trace in picture.figure.data if trace.showlegend is not False and trace.mode == "markers"]
    assert len(named) == 4  # those of the schemes before the answer, too
    assert [trace.name for trace in named if trace.meta == ANSWER] == [f"filled: D = {found.shown}"]
    assert sum(np.isfinite(trace.x).sum() for trace in shown) == 2 * 9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("errors", "title"),
    [
        ([[1, 2, 3], [4, 5, 6]], "Kernel error predicts test error: r = 1.00 over all D"),
        ([[2, 1, 3], [5, 4, 6]], "Kernel error predicts test error: r = 0.89 over all D"),
        ([[3, 2, 1], [6, 5, 4]], "Across D kernel error predicts test error; at D = 8 r = −1.00"),
        ([[2, 3, 1], [5, 6, 4]], "Across D kernel error predicts test error; at D = 8 r = −0.50"),
        ([[3, 4, 2], [5, 1, 6]], "Kernel error hardly predicts test error: r = 0.26 over all D"),
        ([[6, 5, 4], [3, 2, 1]], "Kernel error predicts a smaller test error: r = −1.00 over all D"),
    ],
)
def test_the_title_of_kernel_error_says_what_is_so(errors, title):
    test = np.array(errors, dtype=float).T[None]  # sizes apart: the second has larger kernel errors
    matrix = np.array([[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]])
    found = replace(the_kernel_error(), samplers=("sobol",), n_freqs=np.array([8, 16]), matrix_errors=matrix, shown=8)
    other = dict.fromkeys(("changes", "rms_changes", "bounds", "row_errors"), matrix)
    assert kernel_error_picture(replace(found, test=test, **other), LIGHT).title == title


@pytest.mark.slow
def test_one_fit_alone_has_no_correlation():
    one = {"n_freqs": (8,), "n_seeds": 1, "shown": 8, "sampler": "monte_carlo"}
    picture = kernel_error_picture(kernel_error(split_of(), Gaussian(), **one), LIGHT)
    assert picture.title.startswith("The prediction changes by at most ")
    assert [row[1:4] for row in picture.readout.rows] == [("–", "–", "–")] * 3
