"""Surfaces mark support vectors and landmarks, and leave refusals out."""

from dataclasses import replace

import numpy as np
import pytest

from rffviz.datasets import load, train_test
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.surfaces.picture import surfaces_picture
from rffviz.explorer.words.numbers import number, per_cent, plural
from rffviz.studies.contenders import FAILED
from rffviz.studies.surfaces import surfaces
from tests.views.prediction.prediction_records import CASES, CLASSES, the_surfaces


@pytest.mark.slow
def test_surfaces_mark_support_vectors_and_leave_refusals_out():
    picture, found = CASES["surfaces"](LIGHT), the_surfaces()
    assert sum(trace.type == "heatmap" for trace in picture.figure.data) == 2
    exact, fourier = (one for one in found.surfaces if not one.refusal)
    wrong = [round(one.test_error * found.n_test / 100) for one in (exact, fourier)]
    assert picture.readout.columns == ("D = 5", "test errors", "agrees with SVM", "over the plane", "seconds to fit")
    assert picture.readout.rows == (
        (
            "SVM",
            f"{wrong[0]} of {found.n_test}",
            "–",
            "–",
            number(exact.seconds),
        ),
        (
            "neighbours",
            f"{wrong[1]} of {found.n_test}",
            f"{found.n_agreed(fourier)} of {found.n_test}",
            per_cent(fourier.agreement),
            number(fourier.seconds),
        ),
    )
    assert fourier.agreement < 1
    assert picture.title == f"Neighbours and SVM agree on all {found.n_test} test points, not everywhere"
    everywhere = replace(found, surfaces=(exact, replace(fourier, agreement=1.0)))
    assert surfaces_picture(everywhere, LIGHT).title == f"Neighbours and SVM agree on all {found.n_test} test points"
    assert "dashed: of SVM" in picture.subtitle
    alone = surfaces_picture(replace(found, surfaces=(replace(fourier, agreement=np.nan),)), LIGHT)
    assert "dashed" not in alone.subtitle and not alone.figure.layout.showlegend
    two = surfaces_picture(replace(found, surfaces=(exact, replace(exact, name="other", label="other"))), LIGHT)
    assert sum(trace.type == "contour" and trace.line.dash == "dash" for trace in two.figure.data) == 1
    flipped = replace(fourier, sides=np.where(np.arange(found.n_test) < 4, -exact.sides, exact.sides))
    apart = surfaces_picture(replace(found, surfaces=(exact, flipped)), LIGHT)
    n_agreed = f"{found.n_test - 4} of {found.n_test}"
    assert apart.title == f"Neighbours and SVM agree on {n_agreed} test points" and apart.readout.rows[1][2] == n_agreed
    drawn = [(trace.line.dash, trace.z) for trace in picture.figure.data if trace.type == "contour"]
    assert [dash for dash, _ in drawn] == [
        "solid",
        "dash",
        "solid",
    ]
    assert drawn[0][1] is not drawn[1][1] and np.array_equal(drawn[0][1], drawn[1][1])
    keys = [trace.name for trace in picture.figure.data if trace.name and trace.showlegend is not False]
    assert keys == ["boundary", "boundary of SVM"]
    assert picture.notes[0] == f"too many is left out. {FAILED}"
    heading = picture.figure.layout.annotations[0].text
    assert heading == f"<b>SVM</b><br>{wrong[0]} of {found.n_test} wrong<br>○ {len(exact.marks)} support vectors"
    assert list(picture.columns)[2:] == ["exact", "fourier"]


@pytest.mark.slow
def test_landmarks_are_small_dots_and_support_vectors_rings():
    found = the_surfaces()
    exact, fourier, _ = found.surfaces
    marked = replace(fourier, marks=np.zeros((4, 2)), marked="landmarks")
    made = surfaces_picture(replace(found, surfaces=(exact, marked)), LIGHT)
    looks = {trace.hovertemplate: trace.marker for trace in made.figure.data if trace.type == "scatter"}
    ring, dot = looks["support vectors<extra></extra>"], looks["landmarks<extra></extra>"]
    assert (ring.symbol, dot.symbol) == ("circle-open", "circle") and dot.size <= 4 < ring.size
    assert "• 4 landmarks" in made.figure.layout.annotations[1].text
    n = len(found.X)
    every = replace(marked, name="nystrom", marks=np.zeros((n, 2)))
    for size, said in ((n // 2 - 1, plural(2 * (n // 2 - 1), "landmark")), (n, f"all {n} points as landmarks")):
        told = surfaces_picture(replace(found, size=size, surfaces=(exact, every)), LIGHT)
        assert said in told.subtitle and f"• all {n} landmarks" in told.figure.layout.annotations[1].text


def test_surfaces_where_nothing_could_be_fitted():
    one = train_test(load("moons", n_points=60))
    found = surfaces(one, {"fourier": CLASSES["binning"]}, 5, n_grid=5)
    made = surfaces_picture(found, LIGHT)
    assert made.title == "No method could be fitted to these points" and made.readout.rows == ()
