"""The coordinates shown are those of the link."""

import numpy as np
import pytest

from tests.views.opening import open_page
from tests.views.schemes.schemes_page import figure, letters, upload

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_frequencies_of_different_dimensions_stand_beside_each_other():
    app = open_page("schemes", a="own", b="own", first_axis="5", second_axis="4")
    rng = np.random.default_rng(0)
    upload(app, 0, "five.npy", rng.standard_normal((40, 5)))
    upload(app, 1, "two.npy", rng.standard_normal((40, 2)))
    assert not app.exception and not app.error
    said = " ".join(details.proto.body for details in app.get("html"))
    assert "coordinates 5 and 4 of 5" in said and "coordinates 2 and 1 of 2" in said


def test_the_coordinates_shown_come_from_the_link():
    app = open_page("schemes", dimension="5", first_axis="4", second_axis="2", n_draws="3", n_freqs="16")
    (chart,) = app.get("plotly_chart")
    assert "coordinates 4 and 2 of 5" in chart.proto.alt
    assert {figure(app)["layout"][axis]["title"]["text"] for axis in ("xaxis", "xaxis2")} == {"ω<sub>4</sub>"}
    cube = open_page("schemes", dimension="5", first_axis="4", n_draws="3", n_freqs="16", points="cube")
    assert figure(cube)["layout"]["xaxis"]["title"]["text"] == "u<sub>4</sub>"
    app = open_page("schemes", dimension="5", first_axis="4", second_axis="4", n_draws="3", n_freqs="16", view="field")
    assert not app.exception and not app.error and letters(app) == ["<b>A</b>", "<b>B</b>"]
