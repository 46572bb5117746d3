"""A picture for a hall: what is given in pixels grows, numbers stay, and the answer can be hidden."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.datasets import load, train_test
from rffviz.explorer.figures.enlarge import enlarged, without_answer
from rffviz.explorer.figures.picture import ANSWER, Column, Table
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.convergence.curve.picture import convergence_picture
from rffviz.explorer.views.convergence.maps.picture import maps_picture
from rffviz.explorer.views.prediction.descent.picture import descent_picture
from rffviz.explorer.views.prediction.image.picture import image_picture
from rffviz.explorer.views.start.profile.picture import profile_picture
from rffviz.kernels import Gaussian
from rffviz.measure import convergence, error_curve
from rffviz.studies.descent import descent
from rffviz.studies.image import image_fit
from rffviz.studies.maps import map_comparison
from rffviz.studies.profile import kernel_profile

X = load("iris").X[:40]


def curves():
    curve = error_curve(X, Gaussian(2.0), "monte_carlo", [16, 64, 256], range(3))
    return convergence_picture(convergence([curve], X, 64, 0.2), LIGHT)


def profile():
    return profile_picture(kernel_profile(Gaussian(), [1, 8]), LIGHT)


@pytest.mark.slow
@pytest.mark.parametrize("picture", [curves(), profile()], ids=["curve", "scrubbed"])
def test_pixels_grow_and_numbers_stay(picture):
    large = enlarged(picture, 1.5, 600)
    assert large.figure.layout.height == 600
    assert large.figure.layout.xaxis.tickfont.size == 1.5 * picture.figure.layout.xaxis.tickfont.size >= 24
    assert large.figure.layout.margin.l == 1.5 * picture.figure.layout.margin.l
    assert large.figure.layout.margin.autoexpand == picture.figure.layout.margin.autoexpand
    for after, before in zip(large.figure.layout.annotations, picture.figure.layout.annotations, strict=True):
        assert after.font.size >= 24 and (after.x, after.y, after.text) == (before.x, before.y, before.text)
    assert [frame.name for frame in large.figure.frames] == [frame.name for frame in picture.figure.frames]
    for after, before in zip(large.figure.data, picture.figure.data, strict=True):
        np.testing.assert_array_equal(after.y, before.y)
        if before.line.width:
            assert after.line.width == 1.5 * before.line.width
    assert picture.figure.layout.xaxis.tickfont.size == 16  # the picture itself is as it was
    low = enlarged(picture, 2.0, picture.figure.layout.height).figure.layout
    assert low.xaxis.tickfont.size == pytest.approx(1.25 * 16)  # names keep clear of each other in a low figure
    assert enlarged(picture, 2.0, 100).figure.layout.xaxis.tickfont.size == 16


@pytest.mark.slow
def test_what_least_squares_does_is_hidden_with_its_meeting_point():
    split = train_test(load("diabetes"), 0)
    found = descent(split, Gaussian(4.0), (2, 8, 20), n_seeds=2)
    hidden = without_answer(descent_picture(found, LIGHT)).figure
    seen = [trace.name for trace in hidden.data if trace.visible is None and trace.name]
    assert seen == ["λ = 10⁻⁶", "λ = 10⁻⁴", "λ = 10⁻²"] * 2 + ["theory, λ = 10⁻²"]  # in both panels
    words = [note.text for note in hidden.layout.annotations if note.visible is False]
    assert {"least squares", "dotted: training"} < set(words) and len(words) == 3
    assert any(word.startswith("2·D = ") for word in words)


def test_which_of_two_maps_errs_less_is_hidden():
    found = map_comparison(Gaussian(2.0), 3, n_seeds=3)
    seen = [trace for trace in without_answer(maps_picture(found, LIGHT)).figure.data if trace.visible is None]
    assert len(seen) == 2 and {trace.name for trace in seen} == {"random phase, formula", "random phase, measured"}


@pytest.mark.slow
def test_the_answer_is_hidden_until_it_is_revealed():
    shown = curves()
    hidden = without_answer(shown)
    answers = [trace for trace in shown.figure.data if trace.meta == ANSWER]
    assert len(answers) == 3 and all(trace.visible is None for trace in answers)
    assert [trace.visible for trace in hidden.figure.data if trace.meta == ANSWER] == [False] * 3
    words = [note for note in hidden.figure.layout.annotations if note.name == ANSWER]
    assert len(words) == 2 and all(note.visible is False and "<b>D " in note.text for note in words)


@pytest.mark.slow
def test_of_words_and_tables_nothing_is_left_before_the_answer():
    shown = profile()
    hidden = without_answer(shown)
    assert shown.title != hidden.title and len(hidden.scrub.readouts) == len(shown.scrub.readouts)
    assert not {*shown.scrub.readouts, shown.readout} & {*hidden.scrub.readouts, hidden.readout}
    table = replace(shown, figure=None, table=Table([Column("Diagnostic", ["Lengths"])]), notes=("a note",))
    hidden = without_answer(table)
    assert hidden.table is None and not hidden.columns and not hidden.notes
    assert shown.title not in (hidden.title, hidden.alt, hidden.readout)


@pytest.mark.slow
def test_a_panel_without_a_trace_before_the_answer_shows_neither_axes_nor_title():
    fits = image_fit(np.linspace(0, 1, 48).reshape(6, 8), Gaussian(), (0.1, 0.5), 8)
    picture = image_picture(fits, LIGHT)
    shown, hidden = picture.figure, without_answer(picture).figure
    said = [note.text for note in hidden.layout.annotations if note.visible is not False]
    assert said == [note.text for note in shown.layout.annotations if note.text != "RMSE"] != []
    assert hidden.layout.xaxis4.visible is hidden.layout.yaxis4.visible is False
    assert shown.layout.xaxis4.visible is not False
