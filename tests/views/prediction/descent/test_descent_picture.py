"""The peak is named, and called double descent only where it is."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.explorer.figures.enlarge import without_answer
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.descent.picture import descent_picture
from rffviz.explorer.words.numbers import count, measured, number, times
from tests.views.prediction.prediction_records import CASES, the_descent


@pytest.mark.release
def test_descent_names_its_peak():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    assert f"At D = {count(found.n_freqs[found.peak])} the error" in picture.title
    assert measured(found.median_test[0, found.peak]) in picture.title
    assert any("2·D = 30" in note.text for note in picture.figure.layout.annotations)


@pytest.mark.release
def test_descent_draws_what_is_predicted_and_says_how_far_it_is_off():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    lines = {trace.name: trace for trace in picture.figure.data}
    for name, k in (("theory, least squares", 0), ("theory, λ = 10⁻²", -1)):
        finite = np.isfinite(found.predicted[k])
        np.testing.assert_allclose(lines[name].y[finite], found.predicted[k][finite], rtol=1e-6)
        assert lines[name].line.dash == "dash"
    assert not np.isfinite(found.predicted[0]).all() and np.isfinite(lines["theory, least squares"].y).all()
    g, ratio = found.furthest(0)
    how = f"{times(max(ratio, 1 / ratio))} too {'low' if ratio > 1 else 'high'} at D = {found.n_freqs[g]}"
    assert picture.readout.rows[0][-1] == how
    test = found.test.copy()
    test[-1] = 1.099 * found.predicted[-1]
    near = descent_picture(replace(found, test=test), LIGHT)
    assert near.readout.rows[-1][-1] == "within 10 %"
    assert any("dashed: theory" in note.text for note in picture.figure.layout.annotations)


@pytest.mark.release
def test_the_question_explains_no_line_that_it_does_not_draw():
    told = CASES["descent"](LIGHT)
    for picture, dotted in ((told, True), (without_answer(told), False)):
        words = {note.text for note in picture.figure.layout.annotations if note.visible is not False}
        drawn = {trace.line.dash for trace in picture.figure.data if trace.visible is not False and trace.name}
        assert ("dotted: training" in words, "dot" in drawn) == (dotted, dotted)
        assert "dashed: theory" in words and "dash" in drawn


@pytest.mark.release
def test_both_panels_show_the_same_fits_in_the_same_colours():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    errors, norms = ({t.name: t for t in picture.figure.data if t.xaxis == axis and t.name} for axis in ("x", "x2"))
    assert len(norms) == len(found.ridges) and norms.keys() == errors.keys()
    for k, (name, drawn) in enumerate(norms.items()):
        np.testing.assert_allclose(drawn.y, np.median(found.norms[k], axis=0), rtol=1e-6)
        assert drawn.line.color == errors[name].line.color and drawn.marker.symbol == errors[name].marker.symbol
    low, high = (10**end for end in picture.figure.layout.yaxis2.range)
    assert low < found.median_norms.min() and found.median_norms.max() < high
    heights = {note.text: note.y for note in picture.figure.layout.annotations if note.text in norms}
    assert list(norms) == ["least squares", "λ = 10⁻⁶", "λ = 10⁻⁴", "λ = 10⁻²"] and len(heights) == 4
    assert sorted(norms, key=heights.get) == sorted(norms, key=lambda name: norms[name].y[-1])


@pytest.mark.release
def test_norms_a_million_times_below_those_of_least_squares_are_in_the_picture():
    found = the_descent()
    far = replace(found, norms=found.norms * np.array([1e8, *[1.0] * (len(found.ridges) - 1)])[:, None, None])
    low, high = (10**end for end in descent_picture(far, LIGHT).figure.layout.yaxis2.range)
    assert low < far.median_norms[1:].min() and far.median_norms[0].max() < high


@pytest.mark.release
def test_words_at_the_dashed_line_stand_where_least_squares_is_not():
    found = the_descent()
    rising = replace(found, test=found.test * np.where(found.n_freqs > 15, 50.0, 1.0))
    for record, side in ((found, "left"), (rising, "right")):  # which of the words' ends is at the line
        (words,) = (each for each in descent_picture(record, LIGHT).figure.layout.annotations if "2·D" in each.text)
        assert words.xanchor == side


@pytest.mark.release
def test_the_readout_has_a_row_for_each_penalty():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    assert [row[0] for row in picture.readout.rows] == ["least squares", "λ = 10⁻⁶", "λ = 10⁻⁴", "λ = 10⁻²"]
    for k, row in enumerate(picture.readout.rows):
        errors = np.median(found.test[k], axis=0)
        low, high = (f"{measured(errors[g])} at D = {found.n_freqs[g]}" for g in (errors.argmin(), errors.argmax()))
        assert row[1:4] == (low, high, measured(errors[-1]))
        assert row[4] == number(np.median(found.norms[k], axis=0).max())


def with_errors(plain):
    """A descent with these median errors of least squares, through 2m = n at the middle."""
    n = len(plain)
    errors = np.array(plain)[None, None, :]
    return replace(
        the_descent(),
        n_freqs=np.arange(1, n + 1) * 5,
        ridges=np.array([0.0]),
        equivalents=(the_descent().equivalents[-1][:n],),
        **{name: errors for name in ("train", "test", "norms")},
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plain", "title"),
    [
        ([0.9, 0.5, 4.0, 0.6], "At D = 15 the error of least squares peaks at 4.00, then falls"),
        ([0.94, 0.88, 0.6, 0.36], "Least squares has no second descent here: its error ends at 0.36"),
        ([0.9, 0.5, 0.52, 0.5], "Least squares has no second descent here: its error ends at 0.50"),
        ([0.9, 0.5, 1.0, 3.0], "At D = 20 the error of least squares is 3.00 and still rises"),
        ([0.9, 0.8, 0.5, 1.0, 2.0, 3.0], "Least squares has no peak at 2·D = 30; its error still rises at the end"),
        ([0.9, 0.5, 2.0, 0.6, 1.0, 3.0], "At D = 30 the error of least squares is 3.00 and still rises"),
    ],
)
def test_descent_is_called_double_only_where_it_is(plain, title):
    made = descent_picture(with_errors(plain), LIGHT)
    assert made.title == title
    assert made.readout.rows[0][1].startswith(f"{min(plain):.2f} at D = ")
    assert ("left axis ends at" in made.subtitle) is False
    assert "left axis ends at 300" in descent_picture(with_errors([1, 2, 1e6, 3]), LIGHT).subtitle
