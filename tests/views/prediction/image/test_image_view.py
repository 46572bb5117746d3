"""The photograph."""

import pytest

from rffviz.explorer.views.prediction.image.view import image_job
from rffviz.explorer.web.settings.table import TABLE
from tests.views.opening import alt, details, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_photograph():
    app = opened("prediction", view="image", photo_freqs="16")
    assert "A Chinese roof" in details(app) and "pixels" in alt(app)


def test_a_photograph_opens_sharp():
    asked = image_job({name: parameter.default for name, parameter in TABLE.items()}, None).arguments
    assert asked["n_freqs"] == 512 and asked["ridge"] == 1e-5
