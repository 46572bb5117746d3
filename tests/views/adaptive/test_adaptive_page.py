"""The studies of learned features run without a browser, small, and say in a sentence what is not shown."""

import pytest

from pages.adaptive import PAGE
from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.explorer.web.settings.table import TABLE
from tests.views.adaptive.adaptive_page import open_adaptive
from tests.views.opening import details

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_a_study_is_drawn_with_its_words():
    app = open_adaptive(lesson="numbers")
    (chart,) = app.get("plotly_chart")
    assert "number of landmarks" in chart.proto.alt and "60 of 442 points" in chart.proto.alt
    assert "learned by Algorithm 1 of Li et al." in details(app) and "2 seeds" in details(app)
    assert not app.info


def test_one_registry_names_optimisers_and_kinds_of_landmarks():
    assert dict(TABLE["optimizer"].options) == {name: each.label for name, each in OPTIMIZERS.items()}
    assert dict(TABLE["landmarks"].options) == LANDMARK_KINDS


@pytest.mark.release
def test_the_fewest_points_there_can_be():
    assert len(open_adaptive(lesson="numbers", n_points="2", n_learned="1").get("plotly_chart")) == 1


@pytest.mark.release
@pytest.mark.parametrize("lesson", [view.name for view in PAGE.views])
def test_every_view_asks_a_question_of_its_own(lesson):
    app = open_adaptive(lesson=lesson, n_iterations="2")
    (title,) = app.title
    assert title.value.endswith("?")
    assert [view.name for view in PAGE.views if view.question == title.value] == [lesson]
