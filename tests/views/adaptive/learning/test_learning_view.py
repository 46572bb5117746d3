"""Learning shows waves, points of one's own, and weights that differ."""

import numpy as np
import pytest

from rffviz.datasets import Points, load
from rffviz.explorer.views.adaptive.learning.view import choose_wave
from rffviz.explorer.web.settings.table import TABLE
from rffviz.kernels import Gaussian
from rffviz.studies.learning import learning_from_points
from tests.views.adaptive.adaptive_page import open_adaptive
from tests.views.opening import captions, details

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_a_click_shows_a_wave_and_another_takes_it_away():
    now = type("Now", (dict,), {"put": dict.__setitem__})(wave=0)
    choose_wave(now, 4)
    assert now["wave"] == 5
    choose_wave(now, 4)
    assert now["wave"] == 0


@pytest.mark.release
def test_points_of_ones_own_are_asked_for_and_a_toy_stands_in():
    app = open_adaptive(view="learning", shape="own", n_iterations="2")
    assert "Draw at least 3 points, or paste them: there are 0." in captions(app)
    assert "Tilted stripe" in details(app)


def test_the_wave_of_a_frequency_is_drawn_under_the_data():
    app = open_adaptive(view="learning", wave="3", n_iterations="2")
    assert "cos(ω·x) of the ringed frequency" in details(app)
    assert "cos(ω·x)" not in details(open_adaptive(view="learning", n_iterations="2"))
    assert "cos(ω·x) of the ringed" in details(open_adaptive(view="learning", wave="400", n_iterations="2"))  # the last


@pytest.mark.release
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
