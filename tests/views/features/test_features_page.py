"""The views of features reach from equal points to far ones."""

import pytest

from tests.views.opening import details, opened, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_distances_reach_from_equal_points_to_far_ones():
    for view in ("circle", "two_points", "binning"):
        for distance in ("0", "20"):
            app = opened("features", view=view, distance=distance, length_scale="0.05")
            assert f"‖x − y‖ = {distance}" in details(app) and not sentences(app)
