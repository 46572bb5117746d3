"""The peak is named, and called double descent only where it is."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.figures.theme import LIGHT
from rffviz.views.prediction.descent.picture import descent_picture
from rffviz.words.numbers import count, measured
from tests.views.prediction.prediction_records import CASES, the_descent


def test_descent_names_its_peak():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    assert f"where D = {count(found.n_freqs[found.peak])}" in picture.title
    assert measured(found.median_test[0, found.peak]) in picture.title
    assert any("2·D = 30" in note.text for note in picture.figure.layout.annotations)


def test_descent_draws_what_is_predicted_and_says_how_far_it_is_off():
    found, picture = the_descent(), CASES["descent"](LIGHT)
    lines = {trace.name: trace for trace in picture.figure.data}
    for name, k in (("predicted, least squares", 0), ("predicted, λ = 0.01", -1)):
        finite = np.isfinite(found.predicted[k])
        np.testing.assert_allclose(lines[name].y[finite], found.predicted[k][finite], rtol=1e-6)
        assert lines[name].line.dash == "dash"
    assert not np.isfinite(found.predicted[0]).all() and np.isfinite(lines["predicted, least squares"].y).all()
    g, ratio = found.furthest(0)
    how = f"too {'low' if ratio > 1 else 'high'} by a factor of {max(ratio, 1 / ratio):.1f} at D = {found.n_freqs[g]}"
    assert how in picture.reading
    test = found.test.copy()
    test[-1] = 1.099 * found.predicted[-1]
    near = descent_picture(replace(found, test=test), LIGHT)
    assert "with λ = 0.01 it is within 10 % at every D." in near.reading
    assert sum(note.text == "predicted" for note in picture.figure.layout.annotations) == 2


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
        ([0.9, 0.5, 4.0, 0.6], "Least squares peaks at 4.00 where D = 15, then descends to 0.60"),
        ([0.94, 0.88, 0.6, 0.36], "Least squares has no second descent here: its error ends at 0.36"),
        ([0.9, 0.5, 0.52, 0.5], "Least squares has no second descent here: its error ends at 0.50"),
        ([0.9, 0.5, 1.0, 3.0], "Least squares still rises where D = 20: its error is 3.00 there, 0.50 at best"),
    ],
)
def test_descent_is_called_double_only_where_it_is(plain, title):
    made = descent_picture(with_errors(plain), LIGHT)
    assert made.title == title and ("before the peak" in made.reading) == ("peaks" in title)
    assert ("the axis ends at" in made.subtitle) is False
    assert "the axis ends at 300" in descent_picture(with_errors([1, 2, 1e6, 3]), LIGHT).subtitle
