"""The studies of learned features run without a browser, small, and say in a sentence what is not shown."""

import pathlib

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.adaptive import PAGE
from rffviz.adaptive import LANDMARK_KINDS, OPTIMIZERS
from rffviz.datasets import Points, load
from rffviz.kernels import Gaussian
from rffviz.studies.learning import learning_from_points
from rffviz.views.adaptive.learning.view import choose_wave
from rffviz.web.settings.table import TABLE

pytestmark = pytest.mark.slow

ROOT = pathlib.Path(__file__).parents[2]
SMALL = {"n_points": "60", "n_learned": "10", "n_learnings": "2", "optimizer": "algorithm1", "n_landmarks": "20"}


@pytest.fixture(autouse=True)
def fresh_machine(monkeypatch, tmp_path):
    """Neither data folder nor cache, and no way out."""
    monkeypatch.delenv("RFFVIZ_DATA", raising=False)
    monkeypatch.setenv("RFFVIZ_CACHE", str(tmp_path))


def open_lesson(warned=False, **query):
    """The page of adaptive features after its first run with this link."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, text in (SMALL | query).items():
        app.query_params[name] = text
    app.switch_page(str(ROOT / "pages/adaptive.py"))
    app.run()
    assert not app.exception and not app.error and bool(app.warning) == warned
    return app


def captions(app):
    return " ".join(caption.value for caption in app.caption)


@pytest.mark.parametrize(
    ("lesson", "words"), [("numbers", "number of landmarks"), ("lengths", "lengths ‖ω‖ℓ of learned frequencies")]
)
def test_a_study_is_drawn_with_its_words(lesson, words):
    app = open_lesson(lesson=lesson)
    (chart,) = app.get("plotly_chart")
    assert words in chart.proto.alt and "60 of 442 points" in chart.proto.alt
    assert "learned by Algorithm 1 of Li et al." in captions(app) and "2 seeds" in captions(app)
    assert not app.info


def test_the_papers_numbers_of_frequencies_are_compared_beside_the_chosen_one():
    app = open_lesson(view="landmarks", compared="sizes", n_learnings="1", landmarks="sample")
    (chart,) = app.get("plotly_chart")
    for r in (10, 50, 100, 200):
        assert f"with {r} frequencies" in chart.proto.alt
    assert "from sampled points" in captions(app)


def test_one_registry_names_optimisers_and_kinds_of_landmarks():
    assert dict(TABLE["optimizer"].options) == {name: each.label for name, each in OPTIMIZERS.items()}
    assert dict(TABLE["landmarks"].options) == LANDMARK_KINDS


def test_the_number_of_landmarks_is_within_the_points():
    app = open_lesson(view="norms", n_landmarks="400")
    assert "from 60 landmarks" in captions(app)
    assert [info.value for info in app.info] == [
        "All 60 points are landmarks: there are fewer of them than the 400 landmarks asked for."
    ]


def test_claim_1_is_for_the_gaussian_kernel_alone():
    assert "compare with q" in captions(open_lesson(view="norms"))
    other = captions(open_lesson(view="norms", kernel="laplacian"))
    assert "worked out for the Gaussian kernel" in other and "those of the Laplacian kernel are not" in other


def test_the_fewest_points_there_can_be():
    for lesson in ("numbers", "lengths"):
        assert len(open_lesson(lesson=lesson, n_points="2", n_learned="1").get("plotly_chart")) == 1


def test_what_was_claimed_of_the_kernel_term_stands_beside_what_is_measured():
    app = open_lesson(view="kernel_term", dataset="iris")
    (chart,) = app.get("plotly_chart")
    assert "error of the kernel matrix against η" in chart.proto.alt
    assert "Li et al. (2019) claim" in captions(app) and "The figure compares" in captions(app)
    assert "γ = 0.1 for every η" in captions(app)


def test_a_file_without_answers_cannot_be_supervised():
    app = open_lesson(warned=True, view="kernel_term", dataset="own")
    assert "choose a CSV file" in app.warning[0].value


@pytest.mark.parametrize("lesson", [view.name for view in PAGE.views])
def test_every_view_asks_a_question_of_its_own(lesson):
    app = open_lesson(lesson=lesson, n_iterations="2")
    (title,) = app.title
    assert title.value.endswith("?")
    assert [view.name for view in PAGE.views if view.question == title.value] == [lesson]


def test_a_click_shows_a_wave_and_another_takes_it_away():
    now = type("Now", (dict,), {"put": dict.__setitem__})(wave=0)
    choose_wave(now, 4)
    assert now["wave"] == 5
    choose_wave(now, 4)
    assert now["wave"] == 0


def test_points_of_ones_own_are_asked_for_and_a_toy_stands_in():
    app = open_lesson(view="learning", shape="own", n_iterations="2")
    assert "Draw at least 3 points, or paste them: there are 0." in captions(app)
    assert "Tilted stripe" in captions(app)


def test_the_wave_of_a_frequency_is_drawn_under_the_data():
    app = open_lesson(view="learning", wave="3", n_iterations="2")
    assert "cos(ω·x) of the ringed frequency" in captions(app)
    assert "cos(ω·x)" not in captions(open_lesson(view="learning", n_iterations="2"))
    assert "cos(ω·x) of the ringed" in captions(open_lesson(view="learning", wave="400", n_iterations="2"))  # the last


def test_learning_opens_with_weights_that_differ():
    """At a λ of 0.01 or more all weights are equal, and areas of frequencies say nothing."""
    data = load("tilted")
    points, kernel = Points(data.X, "Tilted stripe", data.n), Gaussian(1.9)
    asked = {"kernel": kernel, "n_freqs": 20, "n_iterations": 60, "optimizer": "quasi_newton"}
    spread = []
    for ridge in (TABLE["learning_decay"].default, 0.1):
        p = learning_from_points(points, "kmeans", 100, 0, ridge=ridge, **asked).last.step.p
        spread.append(np.ptp(p) / p.mean())
    assert spread[0] > 0.3 > 0.1 > spread[1]
