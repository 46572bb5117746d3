"""The bins shown are those of the last grid."""

import numpy as np
import pytest

from rffviz.explorer.words.numbers import measured
from tests.views.mechanism_records import SIZES, picture, record_of


@pytest.mark.release
def test_the_bins_shown_are_those_of_the_last_grid_and_hold_their_points():
    made, found = picture("grids"), record_of("grids")
    for frame, n_grids in zip(made.figure.frames, SIZES, strict=True):
        _, first, second, dot = frame.data
        for box, point in zip((first, second), found.pair, strict=True):
            assert box.x.min() - 1e-6 <= point[0] <= box.x.max() + 1e-6
            assert box.y.min() - 1e-6 <= point[1] <= box.y.max() + 1e-6
        assert (np.array_equal(first.x, second.x) and np.array_equal(first.y, second.y)) or not found.met[n_grids - 1]
        assert (dot.x[0], dot.y[0]) == pytest.approx((n_grids, found.share[n_grids - 1]))
    for n_grids, readout in zip(SIZES, made.scrub.readouts, strict=True):
        fraction = found.met[:n_grids].mean()
        assert readout.rows[0][1:] == (
            "same bin" if found.met[n_grids - 1] else "different bins",
            f"{found.met[:n_grids].sum()} of {n_grids}",
            measured(fraction),
            measured(found.exact),
            measured(abs(fraction - found.exact)),
        )
    assert measured(found.exact) in made.title and "Gaussian kernel has no random binning" in made.notes[0]
