"""The crossing of the two costs is named."""

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from rffviz.explorer.figures.enlarge import without_answer
from rffviz.explorer.figures.picture import ANSWER
from rffviz.explorer.figures.theme import LIGHT
from rffviz.explorer.views.prediction.cost.picture import cost_picture
from rffviz.explorer.views.prediction.picture import seconds_axis
from rffviz.explorer.words.numbers import number, times
from tests.views.prediction.prediction_records import CASES, timed


def test_cost_names_the_crossing():
    picture = CASES["cost"](LIGHT)
    assert picture.title == "Beyond 316 points, ridge on 16 frequencies fits faster"
    assert picture.alt.endswith(": Beyond 316 points, ridge on 16 frequencies fits faster.")
    found = timed()
    assert picture.readout.columns == ("N = 800", "seconds to fit", "seconds to predict")
    exact, features, ratio = picture.readout.rows
    assert exact == ("exact", number(found.exact_fit[3]), number(found.exact_predict[3]))
    assert features == ("features", number(found.features_fit[3]), number(found.features_predict[3]))
    assert [found.power(each) for each in (found.exact_fit, found.features_fit)] == pytest.approx([3, 1])
    predicting = found.exact_predict[3] / found.features_predict[3]
    told = times(predicting) if predicting >= 1 else f"{number(predicting)}×"
    assert ratio == ("exact / features", times(found.last_ratio), told)
    at_once = replace(found, features_predict=0 * found.features_predict)
    assert cost_picture(at_once, LIGHT).readout.rows[2][2] == "–"
    assert "At every size where both ran" in CASES["cost-early"](LIGHT).title


def test_both_axes_are_logarithmic_and_every_size_is_in_range():
    layout = CASES["cost"](LIGHT).figure.layout
    assert (layout.xaxis.type, layout.yaxis.type) == ("log", "log")
    low, high = layout.xaxis.range
    assert 1.5 < low < np.log10(100) and np.log10(800) < high < 3.5


@pytest.mark.parametrize("theme", [LIGHT, replace(LIGHT, narrow=True)])
def test_words_at_the_crossing_stand_above_every_time(theme):
    figure = CASES["cost"](theme).figure
    low, high = figure.layout.yaxis.range
    times = np.log10(np.concatenate([trace.y for trace in figure.data]))
    assert low < np.nanmin(times) and high - np.nanmax(times) >= 0.15 * (high - low)


def test_cost_title_holds_at_every_size():
    mixed = replace(timed(), exact_fit=np.array([1.0, 3, 5, 9]), features_fit=np.array([2.0, 2, 6, 10]))
    assert cost_picture(mixed, LIGHT).title == (
        "Ridge on 16 frequencies fits faster at 1 of the 4 sizes where both ran"
    )
    never = replace(timed(), exact_fit=np.full(4, np.nan))
    exact, features = cost_picture(never, LIGHT).readout.rows
    known = timed()
    assert exact[1] == "–"
    assert features[1:] == (number(known.features_fit[3]), number(known.features_predict[3]))


@pytest.mark.slow
def test_the_exact_method_is_continued_to_the_last_size_and_hidden_until_the_answer():
    n = np.array([400, 800, 8_000])
    seconds = np.array([1e-9 * 400**3, 1e-9 * 800**3, np.nan])
    record = replace(timed(), n_points=n, exact_fit=seconds, exact_predict=seconds, features_fit=1e-4 * n)
    picture = cost_picture(replace(record, features_predict=1e-4 * n), LIGHT)
    (beyond,) = (trace for trace in picture.figure.data if trace.meta == ANSWER)
    np.testing.assert_allclose(beyond.y, 1e-9 * n[1:] ** 3.0, rtol=1e-6)
    assert beyond.line.dash == "dash" and 10 ** picture.figure.layout.yaxis.range[1] > beyond.y[-1]
    (words,) = (note for note in picture.figure.layout.annotations if note.name == ANSWER)
    assert words.text == "<b>8,000 points: ≈ 9 min, 0.51 GB</b>"
    axis = picture.figure.layout.yaxis
    ticks = dict(zip(axis.tickvals, axis.ticktext, strict=True))
    assert [ticks[at] for at in (0.1, 1, 60, 600)] == ["0.1 s", "1 s", "1 min", "10 min"]
    low, high = axis.range
    assert high - words.y > 0.2 * (high - low)  # the crossing is named above it
    assert any(note.text.endswith(": features fit faster") for note in CASES["cost"](LIGHT).figure.layout.annotations)
    hidden = without_answer(picture).figure
    assert not [note for note in hidden.layout.annotations if " min" in note.text and note.visible is not False]
    assert not [trace for trace in CASES["cost"](LIGHT).figure.data if trace.meta == ANSWER]  # all sizes are timed


@pytest.mark.parametrize(
    ("seconds", "ticks"),
    [
        ([1e-3, 1.0], ("0.001 s", "0.01 s", "0.1 s", "1 s")),
        ([120.0, 250.0], ("2 min", "3 min", "5 min")),
        ([0.02, 0.05], ("0.02 s", "0.03 s", "0.05 s")),
        ([0.0, 0.5, 5e6], ("1 s", "10 s", "1 min", "10 min", "1 h", "10 h", "100 h", "1,000 h")),
        ([np.nan], ("0.001 s",)),
    ],
)
def test_an_axis_of_seconds_names_minutes_and_has_two_ticks(seconds, ticks):
    figure = go.Figure()
    seconds_axis(figure, [np.array(seconds)], 0.0, "")
    assert set(ticks) <= set(figure.layout.yaxis.ticktext) and len(figure.layout.yaxis.ticktext) >= 2
