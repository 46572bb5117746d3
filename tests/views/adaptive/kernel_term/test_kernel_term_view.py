"""The kernel term's claim stands beside what is measured."""

import pytest

from tests.views.adaptive.adaptive_page import open_adaptive
from tests.views.opening import details

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_what_was_claimed_of_the_kernel_term_stands_beside_what_is_measured():
    app = open_adaptive(view="kernel_term", dataset="iris")
    (chart,) = app.get("plotly_chart")
    assert "error of the kernel matrix against η" in chart.proto.alt
    assert "Li et al. (2019) claim" in details(app) and "The figure compares" in details(app)
    assert "γ = 0.1 for every η" in details(app)


def test_a_file_without_answers_cannot_be_supervised():
    app = open_adaptive(warned=True, view="kernel_term", dataset="own")
    assert "choose one beside" in app.warning[0].value
