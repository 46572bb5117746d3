"""The two pages a lecture begins with: every view asks, shows something, and says what it cannot show."""

import pytest

from pages import features, kernel
from tests.views.opening import headline, opened, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


VIEWS = [(page.PAGE, view) for page in (kernel, features) for view in page.PAGE.views]


@pytest.mark.release
@pytest.mark.parametrize(("page", "view"), VIEWS, ids=lambda each: each.name)
def test_every_view_asks_a_question_and_shows_a_figure_by_default(page, view):
    app = opened(page.name, view=view.name)
    (title,), (chart,) = app.title, app.get("plotly_chart")
    assert title.value == view.question and view.question.endswith("?")
    assert len(chart.proto.alt) > 60 and len(headline(app)) > 20
    assert not sentences(app)


@pytest.mark.release
@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("start", {"waves": "3"}),
        ("kernel", {"n_freqs": "7"}),
        ("features", {"view": "binning", "n_grids": "5"}),
        ("convergence", {"view": "matrices", "n_freqs": "7", "dataset": "iris"}),
        ("adaptive", {"view": "weights", "weight_decay": "0.02", "n_landmarks": "30"}),
        ("adaptive", {"view": "learning", "iteration": "7", "n_iterations": "5", "n_learned": "5"}),
        ("prediction", {"view": "line", "n_freqs": "7", "n_train": "10"}),
        ("prediction", {"view": "image", "image_length": "0.7", "photo_freqs": "8"}),
    ],
)
def test_a_position_between_the_stops_is_read_at_the_nearest(page, query):
    assert opened(page, **query).get("plotly_chart")
