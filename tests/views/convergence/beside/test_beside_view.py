"""Two settings stand side by side."""

import json
import re

import pytest

from rffviz.web.settings.table import TABLE
from tests.views.opening import open_page, sentences

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


def test_two_settings_stand_side_by_side_on_the_same_axes():
    app = open_page(
        "convergence", view="beside", kernel="rational_quadratic", beside="kernel=matern&nu=2.5", n_seeds="2"
    )
    assert not app.exception and not app.error and not sentences(app)
    layout = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]
    assert layout["xaxis"]["range"] == layout["xaxis2"]["range"] and layout["yaxis2"]["matches"] == "y"
    assert (
        layout["yaxis"]["range"] == layout["yaxis2"]["range"]
        and layout["yaxis"]["domain"] == layout["yaxis2"]["domain"]
    )
    headings = [words["text"] for words in layout["annotations"]]
    assert {"rational quadratic, α = 1, ℓ = 4.15", "<b>B</b>"} <= {
        words.replace("ℓ = 4.16", "ℓ = 4.15") for words in headings
    }
    said = " ".join(caption.value for caption in app.caption)
    assert "rational quadratic, α = 1" in said and "Matérn, ν = 2.5" in said


def test_settings_in_view_can_be_kept_as_b():
    app = open_page("convergence", view="beside", kernel="cauchy", n_seeds="2")
    next(b for b in app.button if b.label == "Keep these settings as B").click().run()

    assert TABLE["beside"].values(app.session_state["_values"]["beside"]) == {"kernel": "cauchy", "n_seeds": 2}
    assert not app.exception and not app.error


def test_both_sides_may_ask_for_the_same():
    app = open_page("convergence", view="beside", beside="n_points=50&n_seeds=2", n_seeds="2", n_points="50")
    assert not app.exception and not app.error and not sentences(app)
    (chart,) = app.get("plotly_chart")
    assert chart.proto.alt.startswith("A and B: ")
    (title,) = app.header
    assert re.fullmatch(
        r"For an error of 0.1 A needs (\d+) frequencies and B \1; the bound asks both for [\d,]+", title.value
    )
    captions = [caption.value for caption in app.caption]
    assert any("A and B are the same so far." in caption for caption in captions)
    assert any("is true and loose: it holds for all pairs" in caption for caption in captions)


def test_two_settings_whose_data_are_not_here_both_give_the_default():
    app = open_page(
        "convergence", view="beside", n_seeds="1", dataset="wine_quality", beside="dataset=covtype&n_seeds=1"
    )
    assert not app.exception and not app.error
    assert len(app.get("plotly_chart")) == 1
    assert sum("is shown instead" in s for s in sentences(app)) == 2
