"""Heat maps are the matrices, with colours that hold every frame."""

import numpy as np
import pytest

from rffviz.words.numbers import measured
from tests.views.convergence.convergence_records import MANY_SIZES, picture, record_of
from tests.views.looks import LOOKS


@pytest.mark.parametrize("look", LOOKS)
def test_heat_maps_are_the_matrices(look):
    record = record_of("matrices")
    made = picture("matrices", look)
    exact, approximate, error = made.figure.data
    assert np.allclose(exact.z, record.exact, atol=1e-6)
    assert (approximate.coloraxis, exact.coloraxis, error.coloraxis) == ("coloraxis", "coloraxis", "coloraxis2")
    for g, frame in enumerate(made.figure.frames):
        assert np.allclose(frame.data[0].z, record.approximate[g], atol=1e-6)
        assert np.allclose(frame.data[1].z, record.approximate[g] - record.exact, atol=1e-6)
        assert measured(record.largest[g]) in made.scrub.readings[g]
        assert measured(record.rms[g]) in made.scrub.readings[g]
    assert made.scrub.redraw


def test_error_colours_are_symmetric_fixed_and_hold_every_frame():
    record = record_of("matrices")
    axis = picture("matrices").figure.layout.coloraxis2
    assert axis.cmin == -axis.cmax == -record.largest.max()
    places = [place for place, _ in axis.colorscale]
    assert np.allclose(places, [1 - place for place in reversed(places)]) and places == sorted(places)
    values = picture("matrices").figure.layout.coloraxis
    assert values.cmin <= record.approximate.min() and values.cmax >= record.approximate.max()


def test_heat_map_frames_stay_under_two_megabytes():
    assert record_of("matrices").exact.shape == (60, 60) and len(MANY_SIZES) == 10
    assert len(picture("matrices").figure.to_json()) < 2e6
