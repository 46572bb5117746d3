"""Answers of a class as figures: what is drawn are the numbers of the record."""

import numpy as np
import plotly.graph_objects as go
import pytest

from rffviz.explorer.figures.answers import answers_figure, axes_of, with_curves
from rffviz.explorer.figures.picture import Picture
from rffviz.explorer.figures.theme import THEMES
from rffviz.explorer.words.answers import CHOICE, CURVE, NUMBER, TESTS, Answers, Asked, Scale
from rffviz.explorer.words.readout import Readout

VOTE = Asked(CHOICE, "Which?", ("near pairs", "far pairs", "all pairs"))
SLIDER = Asked(NUMBER, "How many?", x=Scale(1, 4096, log=True, title="D"))
PEN = Asked(CURVE, "Draw.", x=Scale(1, 100, log=True, title="D"), y=Scale(0.1, 10, log=True))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_bars_are_the_counts_of_each_round_and_the_right_one_is_marked(theme):
    answers = Answers(VOTE, ((0, 0, 1, None), (0, 2, 2, 2)), right=(2,))
    figure = answers_figure(answers, theme)
    assert [list(trace.x) for trace in figure.data] == [[2, 1, 0], [1, 0, 3]]
    assert [list(trace.text) for trace in figure.data] == [["2", "1", "0"], ["1", "0", "3"]]
    assert list(figure.data[0].y) == ["A. near pairs", "B. far pairs", "✓ C. all pairs"]
    green = theme.hues["green"]
    assert list(figure.data[1].marker.line.color) == [theme.hues["slate"]] * 2 + [green]
    one = answers_figure(Answers(VOTE, ((0, 1),)), theme)
    assert len(one.data) == 1 and not any("✓" in place for place in one.data[0].y)


def test_tests_that_find_the_error_say_which_answer_was_the_first_to_spend_them():
    asked = Asked(TESTS, "Which tests?", ("norms", "angles", "mean"))
    answers = Answers(asked, (([0, 2], None, [1], [1, 2]), ([0],)), right=(1,))
    assert answers.firsts == ((1, 3, 1), (1, None, None))
    first, second = answers_figure(answers, THEMES["light"]).data
    assert list(first.text) == ["1", "2, first by answer 3", "2"] and list(second.text) == ["1", "0", "0"]


def test_choices_that_are_numbers_stay_words_on_their_axis():
    """Plotly reads '0' and '1' as numbers, and would leave out a choice that is none."""
    asked = Asked(CHOICE, "Where does it settle?", ("0", "1", "k(x − y)"))
    figure = answers_figure(Answers(asked, ((0, 2, 2),), right=(2,)), THEMES["light"])
    assert figure.layout.yaxis.type == "category"
    assert list(figure.data[0].y) == ["A. 0", "B. 1", "✓ C. k(x − y)"]


@pytest.mark.parametrize("n", [0, 1, 4, 40, 300])
def test_a_strip_has_a_dot_for_every_number_inside_its_row(n):
    values = tuple(np.exp(np.random.default_rng(0).uniform(0, np.log(4096), n)).tolist())
    figure = answers_figure(Answers(SLIDER, ((3.0, 5.0), (*values, None)), truth=20.0), THEMES["light"])
    dots = {trace.name: trace for trace in figure.data if trace.mode == "markers"}
    assert list(dots["vote 2"].x) == list(values) and list(dots["vote 1"].x) == [3.0, 5.0]
    assert all(0 < y < 1 for y in dots["vote 2"].y) and all(1 < y < 2 for y in dots["vote 1"].y)
    lines = {trace.name: trace.x[0] for trace in figure.data if trace.mode == "lines"}
    assert lines["the answer"] == 20 and lines["median of vote 1"] == 4
    assert ("median of vote 2" in lines) == (n > 0)
    assert n == 0 or lines["median of vote 2"] == pytest.approx(np.median(values))
    low, high = figure.layout.xaxis.range
    assert low < 0 and high > np.log10(4096)


def picture():
    figure = go.Figure(go.Scatter(x=[1, 100], y=[1, 2], name="line"))
    figure.update_xaxes(
        type="log", range=[0, 2], title="D<sub>1</sub>", tickvals=[1, 10, 1000], ticktext=["1", "10", "k"]
    )
    figure.update_yaxes(type="log", range=[-1, 1])
    return Picture("p", "t", "", figure, "alt", Readout(), {})


def test_curves_are_drawn_in_the_axes_numbers_under_the_lines_and_their_median_over_them():
    curves = ([[0, 0], [1, 0]], [[0, 0.5], [1, 0.5]], [[0, 1], [1, 1]])
    before = picture()
    drawn = with_curves(before, Answers(PEN, (curves[:1], (*curves, None))), THEMES["light"])
    assert len(before.figure.data) == 1  # the picture itself is kept for all viewers
    line, *others = drawn.figure.data
    under, over = others[:3], others[3:]
    assert line.name == "line" and all(trace.zorder == -1 for trace in under) and len(over) == 2
    assert [list(trace.x) for trace in under] == [[1, 100]] * 3
    assert [trace.y[0] for trace in under] == pytest.approx([0.1, 1, 10])
    np.testing.assert_allclose(over[1].y, 1.0)  # the median of the last round, on the logarithmic axis
    np.testing.assert_allclose(over[0].y, 0.1)
    assert not any(trace.showlegend for trace in others)


@pytest.mark.slow
def test_many_curves_are_thinned_and_none_changes_nothing():
    many = tuple([[0, k / 300], [1, k / 300]] for k in range(300))
    drawn = with_curves(picture(), Answers(PEN, (many,)), THEMES["dark"])
    assert 60 <= len(drawn.figure.data) - 2 <= 150
    assert len(with_curves(picture(), Answers(PEN, ((None,),)), THEMES["dark"]).figure.data) == 1


def test_axes_are_those_of_the_first_panel_with_the_ticks_in_sight():
    x, y = axes_of(picture().figure)
    assert (x.low, x.high, x.log, x.title) == (1, 100, True, "D1") and x.ticks == ((1.0, "1"), (10.0, "10"))
    assert (y.low, y.high) == pytest.approx((0.1, 10)) and y.ticks == ()
    assert axes_of(go.Figure()) is None
    assert axes_of(go.Figure().update_xaxes(range=["2020-01-01", "2021-01-01"]).update_yaxes(range=[0, 1])) is None
