"""Points lie on the circle at their angles."""

import numpy as np
import pytest

from rffviz.explorer.words.numbers import measured
from tests.views.looks import cells
from tests.views.mechanism_records import picture, record_of


@pytest.mark.release
def test_points_lie_on_the_circle_at_their_angles_and_on_both_waves():
    made, found = picture("circle"), record_of("circle")
    for j, frame in enumerate(made.figure.frames):
        assert np.allclose(frame.data[0].z, found.waves[j], atol=1e-6)
        for letter, angle in zip("xy", found.angles[j], strict=False):
            *_, on_circle = (each for each in frame.data if each.name == letter)
            assert (on_circle.x[0], on_circle.y[0]) == pytest.approx((np.cos(angle), np.sin(angle)), abs=1e-6)
        cosine, sine = (next(each for each in frame.data if each.name == wave) for wave in ("cos", "sin"))
        place, *_ = (each for each in frame.data if each.name == "x")
        assert np.interp(place.x[0], cosine.x, cosine.y) == pytest.approx(np.cos(found.angles[j, 0]), abs=1e-3)
        assert np.interp(place.x[0], sine.x, sine.y) == pytest.approx(np.sin(found.angles[j, 0]), abs=1e-3)
        cell = cells(made.scrub.readouts[j])
        apart = found.angles[j, 0] - found.angles[j, 1]
        assert cell["this frequency", "|ω·(x − y)|"] == f"{measured(abs(apart))} rad"
        assert cell["this frequency", "inner product"] == measured(np.cos(apart)).replace("-", "−")
        mean = np.mean(np.cos(found.angles[: j + 1, 0] - found.angles[: j + 1, 1]))
        assert cell["mean so far", "inner product"] == measured(mean).replace("-", "−")
        assert cell["k(x − y)", "inner product"] == measured(found.exact)
    assert made.scrub.start == 2


@pytest.mark.release
def test_waves_too_fast_to_draw_are_named():
    assert "too fast to be drawn" in picture("circle-fast").notes[0] and not picture("circle").notes


@pytest.mark.slow
def test_colours_projections_and_radii_have_a_key():
    figure = picture("circle").figure
    bar = figure.layout.coloraxis
    assert (bar.cmin, bar.cmax) == (-1, 1) and bar.showscale is None and bar.colorbar.ticktext[0] == "cos(ω·x) = −1"
    named = [trace.name for trace in figure.data if trace.name and trace.showlegend is not False]
    assert named.count("projection") == named.count("feature vector") == 1


@pytest.mark.slow
def test_both_points_are_marked_once_in_each_panel():
    frames = picture("circle").figure.frames
    assert len(frames) > 1
    for frame in frames:
        marked = [trace for trace in frame.data if trace.name in ("x", "y") and trace.marker.size == 14]
        assert [trace.name for trace in marked] == ["x", "y"] * 3 and all(len(trace.x) == 1 for trace in marked)
