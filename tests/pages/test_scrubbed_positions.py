"""A position of a scrubber that a link names, and that lies between its stops."""

import pytest

from tests.views.opening import opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


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
