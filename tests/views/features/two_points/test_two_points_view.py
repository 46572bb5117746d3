"""The positive map gives way to the paired one."""

import pytest

from tests.views.opening import details, opened, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_the_positive_map_gives_way_to_the_paired_one():
    app = opened("features", view="two_points", map="positive")
    assert "Shown with cos/sin pairs" in sentences(app)[0]
    assert "a cosine and a sine" in details(app)
    assert "a random phase" in details(opened("features", view="two_points", map="offset"))
