"""The view opens, and a link sets its temperature."""

import pytest

from tests.views.opening import details, headline, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_attention_opens():
    app = opened("prediction", view="attention", photo="flower", attention_temperature="1")
    assert "A flower" in details(app) and headline(app)
