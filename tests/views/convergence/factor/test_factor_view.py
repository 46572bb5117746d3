"""The view of the factor refuses in a sentence."""

import pytest

from tests.views.opening import open_page, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_the_factor_of_an_error_that_none_exceeds_is_refused_in_a_sentence():
    app = open_page("convergence", view="factor", epsilon="2", n_points="40")
    assert not app.exception and not app.get("plotly_chart")
    assert [e.value for e in app.error] + sentences(app) == [
        "epsilon must be below 2, which no error of the paired map exceeds, got 2.0."
    ]
