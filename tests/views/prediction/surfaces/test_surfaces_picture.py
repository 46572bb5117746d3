"""Surfaces mark support vectors and leave refusals out."""

from rffviz.datasets import load, train_test
from rffviz.figures.theme import LIGHT
from rffviz.studies.contenders import FAILED
from rffviz.studies.surfaces import surfaces
from rffviz.views.prediction.surfaces.picture import surfaces_picture
from tests.views.prediction.prediction_records import CASES, CLASSES, the_surfaces


def test_surfaces_mark_support_vectors_and_leave_refusals_out():
    picture, found = CASES["surfaces"](LIGHT), the_surfaces()
    assert sum(trace.type == "heatmap" for trace in picture.figure.data) == 2
    assert f"{len(found.surfaces[0].marks)} support vectors" in picture.reading and "too many" not in picture.reading
    assert picture.notes[0] == f"too many is left out. {FAILED}"
    wrong = round(found.surfaces[0].test_error * found.n_test / 100)
    assert f"SVM: {wrong} of {found.n_test} wrong" in picture.reading
    assert "rings: support vectors" in picture.subtitle and list(picture.columns)[2:] == ["exact", "fourier"]


def test_surfaces_where_nothing_could_be_fitted():
    one = train_test(load("moons", n_points=60))
    found = surfaces(one, {"fourier": CLASSES["binning"]}, 5, n_grid=5)
    made = surfaces_picture(found, LIGHT)
    assert made.reading == "No method could be fitted to these points."
