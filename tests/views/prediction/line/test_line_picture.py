"""The line starts near the number of frequencies asked for."""

from dataclasses import replace

from rffviz.figures.theme import LIGHT
from rffviz.views.prediction.line.picture import prediction_picture
from tests.views.prediction.prediction_records import CASES, path


def test_a_single_frequency_is_one():
    alone = replace(path(), shown=1)
    assert prediction_picture(alone, LIGHT).title.startswith("1 frequency comes within ")
    assert "With D = 1, that is 2 features, " in prediction_picture(alone, LIGHT).reading


def test_a_line_starts_near_the_number_asked_for():
    made = prediction_picture(path(), LIGHT)
    assert made.scrub.start == 1 and "Sine, 20 points, d = 1" in made.subtitle
    assert {trace.name for trace in made.figure.data} >= {"exact kernel ridge", "the function", "data"}
    assert "thin lines: 2 draws from each posterior" in CASES["prediction-draws"](LIGHT).subtitle
    pathwise = prediction_picture(path(2, "pathwise"), LIGHT)
    assert "2 draws of the exact posterior, and of the features' prior with the exact update" in pathwise.subtitle
    assert "draws, Matheron's rule" in {trace.name for trace in pathwise.figure.data}
