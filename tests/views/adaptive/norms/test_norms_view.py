"""The norms are those of as many landmarks as there are points, and the claim is of one kernel."""

import pytest

from tests.views.adaptive.adaptive_page import open_adaptive
from tests.views.opening import details

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_the_number_of_landmarks_is_within_the_points():
    app = open_adaptive(view="norms", n_landmarks="400")
    assert "from 60 landmarks" in details(app)
    assert [info.value for info in app.info] == ["All 60 points are landmarks: 400 landmarks were requested."]


def test_claim_1_is_for_the_gaussian_kernel_alone():
    assert "norms counted once with q" in details(open_adaptive(view="norms"))
    other = details(open_adaptive(view="norms", kernel="laplacian"))
    assert "known for the Gaussian kernel, not for the Laplacian kernel" in other
