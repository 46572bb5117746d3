"""The view of curves says which bounds and schemes there are none of."""

import json

import numpy as np
import pytest

from rffviz.datasets import Points
from rffviz.explorer.views.convergence import view
from rffviz.explorer.views.convergence.curve import picture as convergence
from rffviz.kernels import Gaussian, Laplacian
from rffviz.measure import error_curve
from tests.views.opening import details, open_page, sentences, widget

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_machine")]


@pytest.mark.release
def test_a_picture_is_drawn_once_for_all_who_ask_for_the_same(monkeypatch):
    drawn, plot = [], convergence.plot_of
    monkeypatch.setattr(convergence, "plot_of", lambda *given: drawn.append(1) or plot(*given))
    asked = {"n_seeds": "2", "n_points": "100", "seed": "77"}
    first = open_page("convergence", **asked)
    made = len(drawn)
    other = open_page("convergence", **asked)
    assert made and len(drawn) == made
    assert other.header[0].value == first.header[0].value
    assert open_page("convergence", **asked, n_freqs="64").header[0].value and len(drawn) > made


@pytest.mark.parametrize(("n_seeds", "served"), [(12, False), (2, False), (100, True)])
def test_the_first_draft_does_not_wait_for_the_bounds_over_pairs(monkeypatch, n_seeds, served):
    """Whatever is left of the seeds on a shared server: the finished picture has all bounds."""
    monkeypatch.setattr(view, "at_home", lambda: not served)
    monkeypatch.setattr(view, "_BUDGET", 20 * 1.3e-7 * 20**2)  # of a hundred seeds twenty
    X = Points(np.random.default_rng(0).standard_normal((20, 3)), "cloud", 20)
    asked = {"bound": ("rahimi_recht", "cramer_pairs"), "n_seeds": n_seeds}
    asked |= {"n_freqs": 16, "epsilon": 0.2, "confidence": 0.95, "sampler": ("monte_carlo",)}
    last = 20 if served else n_seeds
    for done in (1, max(1, last // 4), last // 4 + 1, last):
        curve = error_curve(X, Gaussian(2.0), "monte_carlo", [16, 32], range(done), "sup")
        drawn = [each.name for each in view.with_bounds(asked, (X, Gaussian(2.0)), [curve]).guarantees]
        assert drawn == ["rahimi_recht", "cramer_pairs"][: 2 - (done <= last // 4)]


@pytest.mark.parametrize(
    ("bounds", "kernel", "metric", "map"),
    [
        (("cramer_pairs",), Gaussian(2.0), "sup", "paired"),  # alone
        (("rahimi_recht", "cramer_pairs"), Laplacian(2.0), "sup", "paired"),  # infinite
        (("sutherland_schneider", "hoeffding_pairs"), Laplacian(2.0), "sup", "offset"),
        (("rahimi_recht", "hoeffding_pairs"), Gaussian(2.0), "sup", "offset"),  # not of this map
        (("rahimi_recht", "cramer_pairs"), Gaussian(2.0), "rmse", "paired"),  # not of this error
    ],
)
def test_a_draft_waits_where_no_other_bound_holds(bounds, kernel, metric, map):
    """What it says of the bounds, and the confidence at which it is read, is what the finished picture says."""
    X = Points(np.random.default_rng(0).standard_normal((20, 3)), "cloud", 20)
    asked = {
        "bound": bounds,
        "n_seeds": 12,
        "n_freqs": 16,
        "epsilon": 0.2,
        "confidence": 0.95,
        "sampler": ("monte_carlo",),
    }
    draft, whole = (
        view.with_bounds(asked, (X, kernel), [error_curve(X, kernel, "monte_carlo", [16, 32], range(n), metric, map)])
        for n in (1, 12)
    )
    assert draft.silent == whole.silent and draft.infinite == whole.infinite
    assert [each.name for each in draft.guarantees] == [each.name for each in whole.guarantees]
    assert bool(draft.expectations) == bool(whole.expectations)


@pytest.mark.release
def test_moving_a_widget_changes_the_link_and_the_figure():
    app = open_page("convergence")
    before = app.get("plotly_chart")[0].proto.spec
    widget(app.selectbox, "kernel").select("cauchy").run()
    assert app.query_params["kernel"] in ("cauchy", ["cauchy"])
    assert app.get("plotly_chart")[0].proto.spec != before
    assert not app.exception and not app.error


@pytest.mark.release
def test_laplacian_gets_no_bound_and_the_reason():
    app = open_page("convergence", kernel="laplacian", sampler="monte_carlo")
    assert "σ_p², is infinite" in details(app)
    drawn = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert not [each for each in drawn["data"] if "Rahimi" in each.get("name", "")]
    named = [each["text"] for each in drawn["layout"]["annotations"] if "Rahimi" in each["text"]]
    assert named == ["Rahimi & Recht: no finite bound"]


@pytest.mark.release
def test_scheme_that_is_not_defined_is_left_out_with_the_reason():
    app = open_page("convergence", kernel="laplacian")
    assert any("Orthogonal is left out" in s and "direction" in s for s in sentences(app))
    assert len(app.get("plotly_chart")) == 1


@pytest.mark.release
def test_supremum_over_the_box_for_the_offset_map_shows_the_pairs_and_says_so():
    app = open_page("convergence", metric="sup_compact", map="offset", n_seeds="1", n_points="50")
    assert not app.exception and not app.error
    assert any("pairs of points is shown" in s for s in sentences(app))
    assert len(app.get("plotly_chart")) == 1
