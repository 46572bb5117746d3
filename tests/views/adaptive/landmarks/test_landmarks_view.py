"""The paper's numbers of frequencies are compared."""

import pytest

from tests.views.adaptive.adaptive_page import open_adaptive
from tests.views.opening import details

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_the_papers_numbers_of_frequencies_are_compared_beside_the_chosen_one():
    app = open_adaptive(view="landmarks", compared="sizes", n_compared="1", landmarks="sample")
    (chart,) = app.get("plotly_chart")
    for r in (10, 50, 100, 200):
        assert f"with {r} frequencies" in chart.proto.alt
    assert "from sampled points" in details(app)
