"""The plane shows kernel, estimates and frequencies."""

import numpy as np

from rffviz.words.numbers import measured
from tests.views.mechanism_records import SIZES, picture, record_of


def test_the_plane_shows_kernel_estimates_and_frequencies():
    made, found = picture("plane"), record_of("plane")
    kernel, density, estimate, _, points = made.figure.data
    assert np.allclose(kernel.z, found.exact, atol=1e-6) and np.allclose(estimate.z, found.approximate[1], atol=1e-6)
    assert np.array_equal(points.x, found.W[:4, 0].astype(np.float32)) and density.z.max() == 1
    assert [len(frame.data[2].x) for frame in made.figure.frames] == SIZES
    for g in range(len(SIZES)):
        assert measured(found.largest[g]) in made.scrub.readings[g]


def test_a_round_kernel_is_called_round_and_another_is_not():
    assert "is round" in picture("plane").title
    assert f"{measured(np.exp(-1))} along an axis" in picture("plane-log").title
    assert f"{measured(np.exp(-np.sqrt(2)))} on a diagonal" in picture("plane-log").title
