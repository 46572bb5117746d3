"""The line of kernel ridge, with draws and points of one's own."""

import pytest

from tests.views.opening import alt, captions, details, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_line_with_draws_and_starvation():
    app = opened("prediction", n_freqs="2", draws="3", n_train="20")
    assert "exact kernel ridge prediction" in alt(app)
    assert "thin lines: 3 draws from each posterior" in details(app)
    app = opened("prediction", n_freqs="2", draws="3", n_train="20", drawn_by="pathwise")
    assert "of the features' prior with the exact update" in details(app)


@pytest.mark.release
def test_points_of_ones_own_on_a_line_are_asked_for():
    app = opened("prediction", function="own", n_train="20")
    assert "Draw at least 3 points" in captions(app) and "Sine" in details(app)


@pytest.mark.release
def test_constant_answers_can_be_drawn_from():
    app = opened("prediction", function="step", noise="0", n_train="2", seed="1", draws="3")
    assert "thin lines: 3 draws" in details(app) and not app.warning


def test_own_points_are_in_the_link_where_it_can_hold_them():
    """Pasted ones; those with more decimals stay in the session, and the page says so."""
    app = opened("prediction", function="own")
    (text,), use = app.text_area, next(button for button in app.button if button.label == "Use these")
    text.input("-1, 0.5\n0.25, 2\n1, 0.07")
    use.click().run()
    assert app.query_params["drawn"] == "-100.50_25.200_100.7" and "stay in this session" not in captions(app)
    again = opened("prediction", function="own", drawn="-100.50_25.200_100.7")
    assert again.get("plotly_chart")[0].proto.spec == app.get("plotly_chart")[0].proto.spec
    app.text_area[0].input("-1, 0.5\n0.253, 2\n1, 0.07")
    next(button for button in app.button if button.label == "Use these").click().run()
    assert "drawn" not in app.query_params and "Your own points, 3 points" in details(app)
    assert "These points stay in this session: a link holds at most 150 points, with two decimals." in captions(app)
